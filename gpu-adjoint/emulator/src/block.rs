//! Runs a block: its threads one after the other, each until it waits.
//!
//! A warp runs until none of its lanes can go on without other warps; then the next one does. When all wait, the barrier of the block opens.
//!
//! Owns: who is next. Must not: know what threads do where they meet.

use crate::barrier;
use crate::current;
use crate::divergence;
use crate::failure::Failure;
use crate::fibers::{Fiber, Stacks, Work};
use crate::order::Order;
use crate::state::{Block, State};
use crate::warp;

/// Those that run, by number.
type Fibers = Vec<Option<Fiber>>;

/// Runs a block to its end, or until the launch has failed.
pub(crate) fn run(block: &Block<'_>, work: Work, stacks: &mut Stacks) {
    let mut fibers: Fibers = block.threads.iter().map(|_| None).collect();
    if !passes(block, work, stacks, &mut fibers) {
        for fiber in fibers.into_iter().flatten() {
            fiber.end(stacks);
        }
    }
}

/// True if all threads have ended.
fn passes(block: &Block<'_>, work: Work, stacks: &mut Stacks, fibers: &mut Fibers) -> bool {
    let mut order = Order::of(block.launch.settings.order, block.number);
    let (mut warps, mut lanes) = (Vec::new(), Vec::new());
    loop {
        order.next(0, block.warps(), &mut warps);
        for warp in &warps {
            loop {
                let first = warp * block.launch.lanes;
                let end = first + block.warp_threads(*warp).len() as u32;
                order.next(first, end, &mut lanes);
                for thread in &lanes {
                    step(block, work, stacks, fibers, *thread as usize);
                    if block.stopped.get() {
                        return false;
                    }
                }
                if !warp::release(block, *warp) {
                    break;
                }
            }
        }
        if block.threads.iter().all(|t| t.state.get() == State::Ended) {
            return true;
        }
        // Another block has failed, for which this one may wait.
        if block.launch.is_over() {
            return false;
        }
        if wakes_up(block) {
            std::thread::yield_now();
        } else if !barrier::release(block) {
            divergence::tell(block);
            return false;
        }
    }
}

/// Lets a thread run, if it can.
fn step(block: &Block<'_>, work: Work, stacks: &mut Stacks, fibers: &mut Fibers, number: usize) {
    let thread = &block.threads[number];
    match thread.state.get() {
        State::Fresh => match Fiber::new(work, thread, stacks) {
            Ok(fiber) => fibers[number] = Some(fiber),
            Err(error) => {
                let message = format!("no stack for a thread: {error}");
                block.launch.fails(Failure::Stacks, &message);
                block.stopped.set(true);
                return;
            }
        },
        State::Ready => {}
        State::Yielded | State::Waits | State::Ended => return,
    }
    let Some(fiber) = &mut fibers[number] else {
        return;
    };
    thread.state.set(State::Ready);
    let returned = current::entered(block, number, || fiber.resume());
    if returned || thread.state.get() == State::Ended {
        thread.state.set(State::Ended);
        if let Some(fiber) = fibers[number].take() {
            fiber.end(stacks);
        }
    }
}

/// Threads that have let others go first go on; false if there are none.
fn wakes_up(block: &Block<'_>) -> bool {
    let mut any = false;
    for thread in &block.threads {
        if thread.state.get() == State::Yielded {
            thread.state.set(State::Ready);
            any = true;
        }
    }
    any
}
