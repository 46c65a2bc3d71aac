//! Threads in a scope, as the standard library has them: `thread::scope`, `spawn`, `join`.
//!
//! Threads are closures that run together, on the threads of rayon: when the first of them is joined, or else when the scope ends. A thread that panics
//! takes along whoever joins it, or the scope.
//!
//! Owns: [`Scope`] and [`ScopedJoinHandle`]. Must not: start threads of its own.

use crate::scope::Scope as Jobs;
use crate::workers::Shared;
use std::fmt;
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, MaybeUninit};

/// Where threads are spawned.
pub struct Scope<'scope, 'env: 'scope> {
    /// Threads may hold on to the scope as long as it is there, and so nothing may be left that is dropped with it.
    jobs: ManuallyDrop<Jobs<'scope>>,
    env: PhantomData<&'env mut &'env ()>,
}

impl fmt::Debug for Scope<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.jobs.fmt(f)
    }
}

/// What a thread computes, once it ran.
struct Packet<T> {
    result: MaybeUninit<T>,
    state: State,
}

/// What became of a thread.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
enum State {
    /// It did not run yet.
    Waits,
    /// The same, and nobody can join it any more: it ends the packet itself.
    Left,
    /// It ran, and left a result.
    Done,
    /// The result was taken.
    Joined,
}

/// A thread that can be joined.
pub struct ScopedJoinHandle<'scope, T> {
    jobs: &'scope Jobs<'scope>,
    packet: *mut Packet<T>,
}

impl<T> fmt::Debug for ScopedJoinHandle<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ScopedJoinHandle")
    }
}

impl<'scope> Scope<'scope, '_> {
    /// Has a closure run as a thread.
    #[inline]
    pub fn spawn<T: Send + 'scope>(
        &'scope self,
        run: impl FnOnce() -> T + Send + 'scope,
    ) -> ScopedJoinHandle<'scope, T> {
        let packet = Box::into_raw(Box::new(Packet {
            result: MaybeUninit::uninit(),
            state: State::Waits,
        }));
        let own = Shared(packet);
        self.jobs.spawn(move |_| {
            let result = run();
            // SAFETY: threads do not run while their spawner does something else.
            unsafe {
                if (*own.get()).state == State::Left {
                    drop(Box::from_raw(own.get()));
                } else {
                    (*own.get()).result.write(result);
                    (*own.get()).state = State::Done;
                }
            }
        });
        ScopedJoinHandle {
            jobs: &self.jobs,
            packet,
        }
    }
}

impl<T> ScopedJoinHandle<'_, T> {
    /// Waits until the thread is over, and returns what it computed.
    ///
    /// # Errors
    /// None: the result has the type that the standard library gives it.
    ///
    /// # Panics
    /// If the thread does.
    #[inline]
    pub fn join(self) -> std::thread::Result<T> {
        self.jobs.run_all();
        // SAFETY: the thread is over, and left a result that nobody else takes.
        unsafe {
            (*self.packet).state = State::Joined;
            Ok((*self.packet).result.assume_init_read())
        }
    }
}

impl<T> Drop for ScopedJoinHandle<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: threads do not run while their spawner does something else; one that is over does not look at its packet again.
        unsafe {
            match (*self.packet).state {
                State::Waits | State::Left => {
                    (*self.packet).state = State::Left;
                    return;
                }
                State::Done => (*self.packet).result.assume_init_drop(),
                State::Joined => {}
            }
            drop(Box::from_raw(self.packet));
        }
    }
}

/// Runs a closure, and returns when all threads that it spawned are over.
#[inline]
pub fn scope<'env, T>(run: impl for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T) -> T {
    let scope = Scope {
        jobs: ManuallyDrop::new(Jobs::new(false)),
        env: PhantomData,
    };
    let result = run(&scope);
    scope.jobs.run_all();
    result
}
