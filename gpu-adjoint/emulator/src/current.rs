//! The thread of a kernel that runs on the calling thread of the system.
//!
//! Owns: how the C functions find it, and how it waits. Must not: decide who is next.

use crate::failure::Failure;
use crate::state::{Answer, Block, State, Thread, Wish};
use std::cell::Cell;

/// The block and the number of the thread.
#[derive(Clone, Copy)]
struct Running {
    block: *const Block<'static>,
    thread: usize,
}

thread_local! {
    static RUNNING: Cell<Option<Running>> = const { Cell::new(None) };
}

/// Calls `run` with what runs. None: the caller is no kernel.
pub(crate) fn with<R>(run: impl FnOnce(&Block<'_>, &Thread) -> R) -> Option<R> {
    let running = RUNNING.get()?;
    // SAFETY: `entered` has a reference to the block as long as this stands there, and a fiber runs below `entered`.
    let block: &Block<'_> = unsafe { &*running.block };
    Some(run(block, &block.threads[running.thread]))
}

/// Whether a kernel runs here.
pub(crate) fn is_device() -> bool {
    RUNNING.get().is_some()
}

/// Runs `run` as a thread of a block.
pub(crate) fn entered<R>(block: &Block<'_>, thread: usize, run: impl FnOnce() -> R) -> R {
    let block: *const Block<'_> = block;
    let block = block.cast();
    RUNNING.set(Some(Running { block, thread }));
    let result = run();
    RUNNING.set(None);
    result
}

/// The scheduler goes on, and this returns when it is the thread's turn again.
fn suspended(thread: &Thread) {
    // SAFETY: the calling thread runs in its fiber, where the yielder lives.
    unsafe { &*thread.yielder.get() }.suspend(());
}

/// Waits for what the wish says; gives 0 where no kernel runs.
pub(crate) fn meet(wish: Wish) -> Answer {
    let met = with(|block, thread| {
        let named = wish.mask >> (block.lane(thread) % 64) & 1;
        if named == 0 {
            let lane = block.lane(thread);
            let message = format!(
                "lane {lane} calls {} with the mask {:#x}, which does not name it, {}",
                wish.call.name(),
                wish.mask,
                wish.site.text()
            );
            stop(block, thread, Failure::Mask, &message);
        }
        thread.spins.set((0, 0));
        thread.wish.set(wish);
        thread.state.set(State::Waits);
        suspended(thread);
        thread.answer.get()
    });
    met.unwrap_or_default()
}

/// Lets the other threads of the block go first.
pub(crate) fn yielded(thread: &Thread) {
    thread.spins.set((0, 0));
    thread.state.set(State::Yielded);
    suspended(thread);
}

/// So many atomic operations at one address, and nowhere else meanwhile, are taken for a loop that waits for another thread.
const SPINS: u32 = 64;

/// An atomic operation is done: who waits by them lets others go first.
pub(crate) fn spins(thread: &Thread, address: usize) {
    let times = match thread.spins.get() {
        (before, times) if before == address => times + 1,
        _ => 1,
    };
    thread.spins.set((address, times));
    if times >= SPINS {
        yielded(thread);
    }
}

/// Ends the thread. Does not return to the kernel.
pub(crate) fn leave(thread: &Thread) -> ! {
    thread.state.set(State::Ended);
    loop {
        suspended(thread);
    }
}

/// Ends the launch. Does not return to the kernel.
pub(crate) fn stop(block: &Block<'_>, thread: &Thread, why: Failure, message: &str) -> ! {
    let message = format!(
        "block {:?}, thread {:?}: {message}",
        block.index, thread.index
    );
    block.launch.fails(why, &message);
    block.stopped.set(true);
    loop {
        suspended(thread);
    }
}
