//! Runs a block: its threads one after the other, each until it waits.
//!
//! A warp runs until none of its lanes can go on without other warps; then the next one does. When all wait, the barrier of the block opens.
//!
//! Threads that let others go first may wait for those of another block: whoever runs the blocks decides which is next.
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

/// How far a block has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stand {
    /// All threads have ended.
    Ended,
    /// Threads wait for what threads of another block do.
    Waits,
    /// The launch has failed.
    Failed,
}

/// A block that has begun.
pub(crate) struct Running<'b> {
    block: &'b Block<'b>,
    fibers: Fibers,
    order: Order,
}

/// Runs a block to its end, or until the launch has failed. Blocks that wait for another one let the other threads of the system go first.
pub(crate) fn run(block: &Block<'_>, work: Work, stacks: &mut Stacks) {
    let mut running = Running::of(block);
    while running.goes_on(work, stacks) == Stand::Waits {
        std::thread::yield_now();
    }
    running.end(stacks);
}

impl<'b> Running<'b> {
    /// None of its threads has begun.
    pub(crate) fn of(block: &'b Block<'b>) -> Self {
        Self {
            block,
            fibers: block.threads.iter().map(|_| None).collect(),
            order: Order::of(block.launch.settings.order, block.number),
        }
    }

    /// Runs its threads until they have ended, or none can go on by itself.
    pub(crate) fn goes_on(&mut self, work: Work, stacks: &mut Stacks) -> Stand {
        let block = self.block;
        let (mut warps, mut lanes) = (Vec::new(), Vec::new());
        loop {
            self.order.next(0, block.warps(), &mut warps);
            for warp in &warps {
                loop {
                    let first = warp * block.launch.lanes;
                    let end = first + block.warp_threads(*warp).len() as u32;
                    self.order.next(first, end, &mut lanes);
                    for thread in &lanes {
                        step(block, work, stacks, &mut self.fibers, *thread as usize);
                        if block.stopped.get() {
                            return Stand::Failed;
                        }
                    }
                    if !warp::release(block, *warp) {
                        break;
                    }
                }
            }
            if block.threads.iter().all(|t| t.state.get() == State::Ended) {
                return Stand::Ended;
            }
            // Another block has failed, for which this one may wait.
            if block.launch.is_over() {
                return Stand::Failed;
            }
            if wakes_up(block) {
                return Stand::Waits;
            }
            if !barrier::release(block) {
                divergence::tell(block);
                return Stand::Failed;
            }
        }
    }

    /// How much is done for which others may wait.
    pub(crate) fn done(&self) -> u64 {
        self.block.done.get()
    }

    /// What has not ended is forgotten.
    pub(crate) fn end(self, stacks: &mut Stacks) {
        for fiber in self.fibers.into_iter().flatten() {
            fiber.end(stacks);
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
        block.does();
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
