//! Which worker of which team the calling thread is.
//!
//! Outside of all teams a thread is a team of its own.
//!
//! Owns: [`Context`], one a thread at a time. Must not: start teams.

use crate::cancel::Cancelled;
use crate::copies::{self, Copies};
use crate::order::{Order, Orders};
use crate::parts::Parts;
use crate::promises::Promises;
use crate::shared_memory::SharedMemory;
use enzyme_spans::Spans;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the workers of a team share.
pub(crate) struct Shared {
    /// The order of passages through what all teams of a derivative share: critical sections, locks, numbers that are updated.
    pub(crate) critical: Arc<Orders>,
    /// The order of passages in which the team's workers take part: in turn, or in the order of iterations.
    pub(crate) turns: Orders,
    /// What each worker has read in the forward sweep.
    pub(crate) spans: Spans,
    /// What only one of them may read.
    pub(crate) promises: Promises,
    /// Memory in which the workers hand things to each other.
    pub(crate) memory: SharedMemory,
    /// Parts of variables to which tasks add.
    pub(crate) parts: Parts,
    /// What the workers are to leave.
    pub(crate) cancelled: Cancelled,
    /// Shadows of threads' copies of variables, as long as the derivative is computed.
    pub(crate) copies: Arc<Copies>,
    /// The same of the workers of a team within another one, as long as the team's record lives; nothing for all others.
    pub(crate) passing: Option<Copies>,
}

impl Shared {
    /// What the workers of a team share that is started by a worker of another one, and which keeps something for its reverse pass or does not.
    pub(crate) fn within(outer: &Shared, keeps: bool) -> Arc<Self> {
        Arc::new(Self {
            critical: outer.critical.clone(),
            turns: Orders::default(),
            spans: Spans::default(),
            promises: Promises::default(),
            memory: SharedMemory::default(),
            parts: Parts::default(),
            cancelled: Cancelled::default(),
            copies: copies::of_derivative(Some(&outer.copies)).unwrap_or_default(),
            passing: keeps.then(Copies::default),
        })
    }

    /// The same for a team that no other one starts.
    pub(crate) fn outermost() -> Arc<Self> {
        Arc::new(Self {
            critical: Arc::default(),
            turns: Orders::default(),
            spans: Spans::default(),
            promises: Promises::default(),
            memory: SharedMemory::default(),
            parts: Parts::default(),
            cancelled: Cancelled::default(),
            copies: copies::of_derivative(None).unwrap_or_default(),
            passing: None,
        })
    }
}

/// A worker, while it runs.
pub(crate) struct Context {
    pub(crate) shared: Arc<Shared>,
    pub(crate) worker: u64,
    pub(crate) size: u64,
    /// Whether the team is one.
    pub(crate) in_team: bool,
    /// Whether the workers are the first threads of teams of their own.
    pub(crate) in_league: bool,
    /// How often the worker took part in passages in turn, by their address.
    passages: RefCell<BTreeMap<usize, u64>>,
    /// How often the worker asked for memory of the team, by key.
    times: RefCell<BTreeMap<usize, usize>>,
    /// Waits until the workers before this one are done.
    pub(crate) done: Option<Arc<Order>>,
    /// Whether it did.
    pub(crate) took_turn: Cell<bool>,
}

impl Context {
    pub(crate) fn new(
        shared: Arc<Shared>,
        worker: u64,
        size: u64,
        done: Option<Arc<Order>>,
    ) -> Self {
        Self {
            shared,
            worker,
            size,
            in_team: true,
            in_league: false,
            passages: RefCell::default(),
            times: RefCell::default(),
            done,
            took_turn: Cell::new(false),
        }
    }

    /// The first thread of a team of its own.
    pub(crate) fn in_league(self) -> Self {
        Self {
            in_league: true,
            ..self
        }
    }

    /// The ticket of the worker's next passage in turn, and its order.
    pub(crate) fn next_turn(&self, address: usize) -> (Arc<Order>, u64) {
        let mut passages = self.passages.borrow_mut();
        let before = passages.entry(address).or_default();
        let ticket = *before * self.size + self.worker;
        *before += 1;
        (self.shared.turns.of(address), ticket)
    }

    /// How often the worker has asked for memory with a key before.
    pub(crate) fn next_time(&self, key: usize) -> usize {
        let mut times = self.times.borrow_mut();
        let before = times.entry(key).or_default();
        *before += 1;
        *before - 1
    }
}

thread_local! {
    static NOW: RefCell<Vec<Context>> = const { RefCell::new(Vec::new()) };
}

/// Makes the calling thread a worker.
pub(crate) fn enter(context: Context) {
    NOW.with_borrow_mut(|all| all.push(context));
}

/// Ends that.
pub(crate) fn leave() -> Option<Context> {
    NOW.with_borrow_mut(Vec::pop)
}

/// Whether the calling thread is the only worker of its team, and of those around it. Where another thread is a worker of one of these, the thread that
/// asks is one as well, or was started by a team of several.
pub(crate) fn is_alone() -> bool {
    NOW.with_borrow(|all| all.iter().all(|context| context.size == 1))
}

/// How many teams the calling thread is a worker of.
pub(crate) fn depth() -> usize {
    NOW.with_borrow(Vec::len)
}

/// Asks about the worker as which this thread entered its teams, without the `but` outermost ones. Worker 0 runs on the thread of whoever starts the team, so
/// this is the innermost worker that is not 0, or the first one. Nothing if the thread entered no other teams.
pub(crate) fn of_thread<R>(but: usize, ask: impl FnOnce(Option<&Context>) -> R) -> R {
    NOW.with_borrow(|all| {
        let teams = all.get(but..).unwrap_or_default();
        let other = teams.iter().rev().find(|context| context.worker != 0);
        ask(other.or(teams.first()))
    })
}

/// Asks about the worker that the calling thread is.
pub(crate) fn now<R>(ask: impl FnOnce(&Context) -> R) -> R {
    NOW.with_borrow(|all| match all.last() {
        Some(context) => ask(context),
        None => ask(&Context {
            in_team: false,
            ..Context::new(Shared::outermost(), 0, 1, None)
        }),
    })
}
