//! Fibers: what a thread of a kernel runs on.
//!
//! Stacks are used again, the last one first: threads that never wait all run on one.
//!
//! Owns: stacks. Must not: know for what a fiber waits.

use crate::state::Thread;
use corosensei::stack::{DefaultStack, Stack as _};
use corosensei::{Coroutine, CoroutineResult};
use std::ffi::c_void;

/// A kernel, as the host code has it.
pub type Kernel = extern "C" fn(*const *const c_void);

/// What fibers run.
#[derive(Clone, Copy)]
pub(crate) struct Work {
    pub(crate) kernel: Kernel,
    pub(crate) arguments: *const *const c_void,
}

// SAFETY: the threads of a kernel share its arguments; who launches it promises that they live until it ends.
unsafe impl Sync for Work {}

/// Stacks that nobody uses.
pub(crate) struct Stacks {
    size: usize,
    free: Vec<DefaultStack>,
}

impl Stacks {
    /// None yet, of a size in bytes.
    pub(crate) fn of(size: usize) -> Self {
        Stacks {
            size,
            free: Vec::new(),
        }
    }

    /// How large each is.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Keeps so many at most.
    pub(crate) fn shrink(&mut self, most: usize) {
        self.free.truncate(most);
    }

    fn obtain(&mut self) -> std::io::Result<DefaultStack> {
        match self.free.pop() {
            Some(stack) => Ok(stack),
            None => DefaultStack::new(self.size),
        }
    }
}

/// A thread of a kernel that has begun and not ended.
pub(crate) struct Fiber {
    coroutine: Coroutine<(), (), (), DefaultStack>,
}

impl Fiber {
    /// That of a thread, which stays where it is until the fiber has ended. Does not run yet.
    pub(crate) fn new(work: Work, thread: &Thread, stacks: &mut Stacks) -> std::io::Result<Self> {
        let stack = stacks.obtain()?;
        thread.stack.set((stack.limit().get(), stack.base().get()));
        let thread: *const Thread = thread;
        let coroutine = Coroutine::with_stack(stack, move |yielder, ()| {
            // SAFETY: the caller's promise.
            unsafe { &*thread }.yielder.set(yielder);
            (work.kernel)(work.arguments);
        });
        Ok(Fiber { coroutine })
    }

    /// Runs until the thread waits or ends; true: it has ended.
    pub(crate) fn resume(&mut self) -> bool {
        matches!(self.coroutine.resume(()), CoroutineResult::Return(()))
    }

    /// Takes its stack back. What has not ended is forgotten.
    pub(crate) fn end(mut self, stacks: &mut Stacks) {
        if !self.coroutine.done() {
            // SAFETY: what stands on the stack is device code, which has nothing to drop, and functions of this library that hold
            // nothing but a message while they wait.
            unsafe { self.coroutine.force_reset() };
        }
        stacks.free.push(self.coroutine.into_stack());
    }
}
