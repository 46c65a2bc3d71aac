//! Launches: all blocks of a grid, over rayon's threads.
//!
//! Owns: what is launched, and which thread of the system has which block. Must not: know how a block runs.

use crate::amd::Amd;
use crate::block;
use crate::current;
use crate::failure::Failure;
pub use crate::fibers::Kernel;
use crate::fibers::{Stacks, Work};
use crate::launch_count;
use crate::pages;
use crate::says::Ear;
use crate::settings::Settings;
use crate::shared::{LIMIT, Shared};
use crate::state::{Block, BlockShadow, Launch};
use crate::together::{self, Meeting};
use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Threads of a block at most.
const THREADS: u64 = 1024;

/// Stacks that run at the same time, and that wait to be used: the system has room for twice as many pieces of memory, and each has two.
const STACKS: usize = 12_288;

/// What a thread of the system needs to run blocks.
struct Worker {
    stacks: Stacks,
    shared: RefCell<Shared>,
    shadow: BlockShadow,
}

thread_local! {
    /// What was left by the last launch.
    static WORKER: RefCell<Option<Box<Worker>>> = const { RefCell::new(None) };
}

/// Runs a kernel.
///
/// `grid` and `block` lead to three numbers each, `warp` is 32 or 64. Gives 0, or a [`Failure`].
///
/// # Safety
/// `name` is null or a C string, the kernel may run with these arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_launch(
    kernel: Option<Kernel>,
    name: *const c_char,
    grid: *const u32,
    block: *const u32,
    dynamic_shared_bytes: u64,
    arguments: *const *const c_void,
    warp: u32,
) -> i32 {
    let shape = (grid, block, dynamic_shared_bytes, warp);
    // SAFETY: the caller's promise.
    unsafe { launched(kernel, name, shape, arguments, None) }
}

/// The same of a kernel whose blocks wait for each other: a cooperative launch. All blocks run on the calling thread of the system, each until it waits.
///
/// # Safety
/// As for the other one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_launch_together(
    kernel: Option<Kernel>,
    name: *const c_char,
    grid: *const u32,
    block: *const u32,
    dynamic_shared_bytes: u64,
    arguments: *const *const c_void,
    warp: u32,
) -> i32 {
    let shape = (grid, block, dynamic_shared_bytes, warp);
    // SAFETY: the caller's promise.
    unsafe { launched(kernel, name, shape, arguments, Some(Meeting::default())) }
}

/// # Safety
/// As for the functions above.
unsafe fn launched(
    kernel: Option<Kernel>,
    name: *const c_char,
    (grid, block, dynamic_shared_bytes, warp): (*const u32, *const u32, u64, u32),
    arguments: *const *const c_void,
    meeting: Option<Meeting>,
) -> i32 {
    let name = match name.is_null() {
        true => "?".to_owned(),
        // SAFETY: the caller's promise.
        false => unsafe { CStr::from_ptr(name) }
            .to_string_lossy()
            .into_owned(),
    };
    let ear = Ear::here();
    let refused = |why: Failure, message: &str| {
        ear.hears(&format!("kernel `{name}`: {message}"));
        why as i32
    };
    let settings = match Settings::here() {
        Ok(settings) => settings,
        Err(message) => return refused(Failure::Options, &message),
    };
    if current::is_device() {
        return refused(Failure::Nested, "kernels launch no kernels here");
    }
    let Some(kernel) = kernel else {
        return refused(Failure::Configuration, "there is no such kernel");
    };
    if grid.is_null() || block.is_null() {
        return refused(Failure::Configuration, "there are no dimensions");
    }
    let mut launch = Launch::new(name.clone(), settings, ear, launch_count::number());
    // SAFETY: the caller's promise.
    (launch.grid, launch.size) = unsafe { (*grid.cast(), *block.cast()) };
    (launch.dynamic, launch.lanes) = (dynamic_shared_bytes, warp);
    launch.meeting = meeting;
    if let Err((why, message)) = can_run(&launch) {
        return refused(why, &message);
    }
    launch.amd = Amd::of(&launch);
    let work = Work { kernel, arguments };
    launch_count::during(|| run(&launch, work), pages::trim);
    ended(&launch)
}

fn can_run(launch: &Launch) -> Result<(), (Failure, String)> {
    let product = |sizes: [u32; 3]| {
        let sizes = sizes.into_iter().map(u64::from);
        sizes.fold(1, u64::saturating_mul)
    };
    let (blocks, threads) = (product(launch.grid), product(launch.size));
    let (grid, size) = (launch.grid, launch.size);
    if blocks == 0 || threads == 0 {
        let message = format!("a grid of {grid:?} blocks of {size:?} threads has none");
        return Err((Failure::Configuration, message));
    }
    if blocks >= u64::from(u32::MAX) {
        let message = format!("a grid of {grid:?} blocks has more than there can be");
        return Err((Failure::Configuration, message));
    }
    if !matches!(launch.lanes, 32 | 64) {
        let message = format!("a warp has 32 or 64 lanes, and not {}", launch.lanes);
        return Err((Failure::Configuration, message));
    }
    if threads > THREADS {
        let message = format!("a block has {THREADS} threads at most, and not {size:?}");
        return Err((Failure::Threads, message));
    }
    if launch.dynamic > LIMIT {
        let message = format!(
            "a block has {LIMIT} bytes of shared memory at most, and not {}",
            launch.dynamic
        );
        return Err((Failure::Shared, message));
    }
    if launch.meeting.is_some() && blocks * threads > STACKS as u64 {
        let message = format!(
            "blocks that wait for each other have {STACKS} threads together at most, and not {}",
            blocks * threads
        );
        return Err((Failure::Together, message));
    }
    Ok(())
}

fn run(launch: &Launch, work: Work) {
    if launch.meeting.is_some() {
        return together::run(launch, work);
    }
    let next = AtomicU32::new(0);
    let blocks: u32 = launch.grid.iter().product();
    let most = (STACKS / launch.threads() as usize).min(blocks as usize);
    let threads = launch.settings.threads;
    if threads == Some(1) || most == 1 || is_copy() {
        return works(launch, work, &next, blocks);
    }
    let threads = threads.unwrap_or_else(rayon_core::current_num_threads);
    rayon_core::scope(|scope| {
        for _ in 0..threads.min(most) {
            scope.spawn(|_| works(launch, work, &next, blocks));
        }
    });
}

/// Whether the process is a copy of one that has launched something: a copy has one thread only, and waits for rayon's others for ever.
fn is_copy() -> bool {
    static FIRST: OnceLock<u32> = OnceLock::new();
    let own = std::process::id();
    *FIRST.get_or_init(|| own) != own
}

/// Runs one block after the other, as long as there are any.
fn works(launch: &Launch, work: Work, next: &AtomicU32, blocks: u32) {
    let stack = launch.settings.stack;
    let left = WORKER.take().filter(|w| w.stacks.size() == stack);
    let mut worker = left.unwrap_or_else(|| {
        Box::new(Worker {
            stacks: Stacks::of(stack),
            shared: RefCell::new(Shared::new()),
            shadow: BlockShadow::default(),
        })
    });
    while !launch.is_over() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= blocks {
            break;
        }
        worker.runs(launch, work, number);
    }
    worker.shadow.cache.borrow_mut().forget();
    let most = STACKS / rayon_core::current_num_threads();
    worker.stacks.shrink(most);
    WORKER.set(Some(worker));
}

impl Worker {
    fn runs(&mut self, launch: &Launch, work: Work, number: u32) {
        self.shared.borrow_mut().renew(launch.dynamic, launch.lanes);
        self.shadow.renew();
        let block = Block::of(launch, number, (&self.shared, &self.shadow));
        block::run(&block, work, &mut self.stacks);
    }
}

/// Says how many mistakes there were, and gives the code.
fn ended(launch: &Launch) -> i32 {
    let summary = launch.reports.summary();
    if let Some(summary) = &summary {
        launch
            .ear
            .hears(&format!("kernel `{}`: {summary}", launch.name));
    }
    match (launch.failure(), summary) {
        (Failure::None, Some(_)) => Failure::Reported as i32,
        (failure, _) => failure as i32,
    }
}
