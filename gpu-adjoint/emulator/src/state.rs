//! A launch, its blocks, and their threads.
//!
//! A block and its threads belong to one thread of the system, which runs either the scheduler or one of the fibers: what changes lies in cells.
//!
//! Owns: what is known of each. Must not: decide who runs.

use crate::amd::Amd;
use crate::failure::Failure;
use crate::known::{Known, Lanes};
use crate::pages::Cache;
use crate::reports::Reports;
use crate::says::Ear;
use crate::settings::Settings;
use crate::shadow::Page;
use crate::shared::Shared;
use crate::site::Site;
use crate::together::Meeting;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex};

/// What gives control back to the scheduler.
pub(crate) type Yielder = corosensei::Yielder<(), ()>;

/// A grid that runs.
pub(crate) struct Launch {
    pub(crate) name: String,
    pub(crate) grid: [u32; 3],
    pub(crate) size: [u32; 3],
    pub(crate) dynamic: u64,
    /// What kernels of AMD find beside their arguments.
    pub(crate) amd: Amd,
    /// Where blocks wait for each other, if all run at the same time.
    pub(crate) meeting: Option<Meeting>,
    /// Lanes of a warp.
    pub(crate) lanes: u32,
    pub(crate) settings: Settings,
    pub(crate) ear: Ear,
    /// Other launches have other numbers; none has 0.
    pub(crate) number: u32,
    /// Why it ends early.
    failed: AtomicI32,
    pub(crate) reports: Reports,
    /// Whether an atomic operation has handed on what a thread knows.
    pub(crate) published: AtomicBool,
    /// What atomic operations have handed on, by address.
    pub(crate) handed_on: Mutex<BTreeMap<usize, Arc<Known>>>,
}

impl Launch {
    /// One that has not begun.
    pub(crate) fn new(name: String, settings: Settings, ear: Ear, number: u32) -> Self {
        Launch {
            name,
            grid: [1; 3],
            size: [1; 3],
            dynamic: 0,
            amd: Amd::new(),
            meeting: None,
            lanes: 32,
            settings,
            ear,
            number,
            failed: AtomicI32::new(0),
            reports: Reports::default(),
            published: AtomicBool::new(false),
            handed_on: Mutex::default(),
        }
    }

    /// The first reason counts. Says the message.
    pub(crate) fn fails(&self, why: Failure, message: &str) {
        self.ear
            .hears(&format!("kernel `{}`: {message}", self.name));
        let _ = self
            .failed
            .compare_exchange(0, why as i32, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Why it ends early, if it does.
    pub(crate) fn failure(&self) -> Failure {
        Failure::of(self.failed.load(Ordering::Relaxed))
    }

    /// Whether nobody should go on.
    pub(crate) fn is_over(&self) -> bool {
        self.failed.load(Ordering::Relaxed) != 0
    }

    /// The block of a number.
    pub(crate) fn block_index(&self, number: u32) -> [u32; 3] {
        index(number, self.grid)
    }

    /// The thread of a number, in its block.
    pub(crate) fn thread_index(&self, number: u32) -> [u32; 3] {
        index(number, self.size)
    }

    /// Threads of a block.
    pub(crate) fn threads(&self) -> u32 {
        self.size.iter().product()
    }
}

/// x runs fastest.
fn index(number: u32, extents: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = extents;
    [number % x, number / x % y, number / x / y]
}

/// A block that runs.
pub(crate) struct Block<'l> {
    pub(crate) launch: &'l Launch,
    pub(crate) number: u32,
    pub(crate) index: [u32; 3],
    pub(crate) threads: Vec<Thread>,
    pub(crate) shared: &'l RefCell<Shared>,
    pub(crate) shadow: &'l BlockShadow,
    /// How often all threads have met.
    pub(crate) barrier: Cell<u32>,
    /// A thread has told that the launch ends.
    pub(crate) stopped: Cell<bool>,
    /// A thread has asked where blocks meet, and they do not.
    pub(crate) misses_others: Cell<bool>,
    /// Counts what others may wait for: atomic operations that write, barriers, threads that end.
    pub(crate) done: Cell<u64>,
}

/// What the checker knows of a block alone.
#[derive(Default)]
pub(crate) struct BlockShadow {
    /// Of shared memory, by the number of the page in it.
    pub(crate) pages: RefCell<BTreeMap<usize, Page>>,
    /// What lanes have seen of each other, by warp.
    pub(crate) warps: RefCell<BTreeMap<u32, Lanes>>,
    /// What all threads have seen of other blocks, and of each other without barriers.
    pub(crate) known: RefCell<Option<Arc<Known>>>,
    /// Pages of other memory that were found last.
    pub(crate) cache: RefCell<Cache>,
}

impl BlockShadow {
    /// For the next block of a launch.
    pub(crate) fn renew(&self) {
        self.warps.borrow_mut().clear();
        self.known.replace(None);
    }
}

/// Where a thread is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// Has not begun.
    Fresh,
    Ready,
    /// Lets others go first.
    Yielded,
    /// Waits for what its wish says.
    Waits,
    Ended,
}

/// How threads of a barrier are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reduction {
    None,
    Count,
    And,
    Or,
}

/// From which lane a shuffle takes its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shuffle {
    Index,
    Up,
    Down,
    Xor,
}

/// What threads do together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Call {
    Barrier(Reduction),
    WarpBarrier,
    Shuffle(Shuffle),
    Ballot,
    Any,
    All,
    MatchAny,
    MatchAll,
    Permute,
    FirstLane,
    ReadLane,
    ActiveMask,
}

impl Call {
    /// For messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Call::Barrier(_) => "the barrier of the block",
            Call::WarpBarrier => "a barrier of the warp",
            Call::Shuffle(_) => "a shuffle",
            Call::Ballot => "a ballot",
            Call::Any => "a vote (any)",
            Call::All => "a vote (all)",
            Call::MatchAny => "a match (any)",
            Call::MatchAll => "a match (all)",
            Call::Permute => "a permutation of lanes",
            Call::FirstLane => "a read of the first lane",
            Call::ReadLane => "a read of a lane",
            Call::ActiveMask => "a question for the active lanes",
        }
    }
}

/// For what a thread waits, and what it gives.
#[derive(Clone, Copy)]
pub(crate) struct Wish {
    pub(crate) call: Call,
    pub(crate) site: Site,
    /// Who shall take part; [`Wish::WHO_COMES`]: those that come to this site.
    pub(crate) mask: u64,
    pub(crate) value: u64,
    /// A lane, or the distance to it.
    pub(crate) lane: u32,
    /// Bounds of lanes, as PTX has them.
    pub(crate) clamp: u32,
}

impl Wish {
    /// The mask that names nobody: lanes of the same site that come before the warp can do anything else.
    pub(crate) const WHO_COMES: u64 = u64::MAX;

    /// For a call without a value.
    pub(crate) fn new(call: Call, mask: u64, site: Site) -> Self {
        Wish {
            call,
            site,
            mask,
            value: 0,
            lane: 0,
            clamp: 0,
        }
    }
}

/// What a thread gets from a meeting.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) value: u64,
    pub(crate) flag: bool,
}

/// A thread of a block.
pub(crate) struct Thread {
    pub(crate) number: u32,
    pub(crate) index: [u32; 3],
    pub(crate) state: Cell<State>,
    pub(crate) wish: Cell<Wish>,
    pub(crate) answer: Cell<Answer>,
    /// Valid while its fiber is neither fresh nor ended.
    pub(crate) yielder: Cell<*const Yielder>,
    /// From, and to.
    pub(crate) stack: Cell<(usize, usize)>,
    /// The address of its last atomic operation, and how many were there one after the other.
    pub(crate) spins: Cell<(usize, u32)>,
    /// Counts what orders it before others within a block, since the last barrier of all.
    pub(crate) clock: Cell<u32>,
    /// The clock of its last fence, and how many barriers were before.
    pub(crate) fence: Cell<Option<(u32, u32)>>,
    /// What it has seen by atomic operations since the last barrier.
    pub(crate) acquired: RefCell<Option<Arc<Known>>>,
}

impl Thread {
    /// One that has not begun.
    pub(crate) fn new(launch: &Launch, number: u32) -> Self {
        Thread {
            number,
            index: launch.thread_index(number),
            state: Cell::new(State::Fresh),
            wish: Cell::new(Wish::new(Call::Barrier(Reduction::None), 0, Site::NONE)),
            answer: Cell::default(),
            yielder: Cell::new(std::ptr::null()),
            stack: Cell::new((0, 0)),
            spins: Cell::new((0, 0)),
            clock: Cell::new(1),
            fence: Cell::new(None),
            acquired: RefCell::new(None),
        }
    }
}

impl<'l> Block<'l> {
    /// One that has not begun.
    pub(crate) fn of(
        launch: &'l Launch,
        number: u32,
        (shared, shadow): (&'l RefCell<Shared>, &'l BlockShadow),
    ) -> Self {
        let threads = 0..launch.threads();
        Self {
            launch,
            number,
            index: launch.block_index(number),
            threads: threads.map(|t| Thread::new(launch, t)).collect(),
            shared,
            shadow,
            barrier: Cell::new(0),
            stopped: Cell::new(false),
            misses_others: Cell::new(false),
            done: Cell::new(0),
        }
    }

    /// Something is done for which another thread may wait.
    pub(crate) fn does(&self) {
        self.done.set(self.done.get() + 1);
    }

    /// A thread's lane in its warp.
    pub(crate) fn lane(&self, thread: &Thread) -> u32 {
        thread.number % self.launch.lanes
    }

    /// A thread's warp in the block.
    pub(crate) fn warp(&self, thread: &Thread) -> u32 {
        thread.number / self.launch.lanes
    }

    /// The threads of a warp: fewer in the last one.
    pub(crate) fn warp_threads(&self, warp: u32) -> &[Thread] {
        let first = (warp * self.launch.lanes) as usize;
        let end = (first + self.launch.lanes as usize).min(self.threads.len());
        &self.threads[first..end]
    }

    /// How many warps it has.
    pub(crate) fn warps(&self) -> u32 {
        (self.threads.len() as u32).div_ceil(self.launch.lanes)
    }
}
