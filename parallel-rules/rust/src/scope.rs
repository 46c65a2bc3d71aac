//! Closures that are run together when a scope ends.
//!
//! rayon may begin a spawned closure at once. Here it waits until the closure of the scope is over: all that were spawned are then run by one team, each
//! by a worker of its own. What these spawn themselves runs at once, by the same worker: teams would start teams without end.
//!
//! Owns: [`Scope`]. Must not: know threads of the standard library.

use crate::memory::Room;
use crate::team::{Lengths, Part, each_worker};
use crate::workers::Shared;
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::ptr::null_mut;

/// Runs a job. The compiler plugin looks for all functions of this type where one is called, and so the type is one that no other function has.
type Run = unsafe extern "C-unwind" fn(*mut Job, Mark, Mark, Mark);

/// A parameter that makes a type different from others.
type Mark = i16;

/// A closure that was spawned: what runs it, and the one that was spawned before. The closure lies behind.
struct Job {
    run: Run,
    before: *mut Job,
}

/// A job with its closure.
#[repr(C)]
struct JobOf<F> {
    job: Job,
    closure: F,
}

/// Where closures are spawned.
pub struct Scope<'scope> {
    last: Cell<*mut Job>,
    count: Cell<usize>,
    /// Whether a worker runs closures as they are spawned.
    at_once: bool,
    lives: PhantomData<&'scope mut &'scope ()>,
}

impl fmt::Debug for Scope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scope of {} closures", self.count.get())
    }
}

impl<'scope> Scope<'scope> {
    #[inline]
    pub(crate) fn new(at_once: bool) -> Self {
        Self {
            at_once,
            last: Cell::new(null_mut()),
            count: Cell::new(0),
            lives: PhantomData,
        }
    }

    /// Has a closure run before the scope ends.
    #[inline]
    pub fn spawn<F: FnOnce(&Self) + Send + 'scope>(&self, closure: F) {
        if self.at_once {
            return closure(self);
        }
        let job = Job {
            run: run::<F>,
            before: self.last.get(),
        };
        let job = Box::into_raw(Box::new(JobOf { job, closure }));
        self.last.set(job.cast());
        self.count.set(self.count.get() + 1);
    }

    /// Runs all that were spawned. After a panic, those that did not run are never dropped.
    #[inline]
    pub(crate) fn run_all(&self) {
        const EACH: Lengths = Lengths { least: 1, most: 1 };
        let count = self.count.replace(0);
        if count == 0 {
            return;
        }
        let room: Room<*mut Job> = Room::of(count);
        let jobs = Shared(room.start());
        let mut job = self.last.replace(null_mut());
        for at in (0..count).rev() {
            // SAFETY: there is room for so many, and so many jobs were spawned.
            unsafe {
                jobs.get().add(at).write(job);
                job = (*job).before;
            }
        }
        each_worker(count, EACH, |part: Part| {
            for at in 0..part.count {
                // SAFETY: it is one of the jobs, and no other worker's.
                unsafe {
                    let job = jobs.get().add(part.first + at).read();
                    ((*job).run)(job, 0, 0, 0);
                }
            }
        });
        // SAFETY: none is left in it.
        drop(unsafe { room.into_vec(0) });
    }
}

/// Runs a job.
///
/// # Safety
/// It has such a closure, and does not run again.
unsafe extern "C-unwind" fn run<'scope, F: FnOnce(&Scope<'scope>) + Send + 'scope>(
    job: *mut Job,
    _: Mark,
    _: Mark,
    _: Mark,
) {
    // SAFETY: the caller's promise.
    let job = unsafe { Box::from_raw(job.cast::<JobOf<F>>()) };
    (job.closure)(&Scope::new(true));
}

/// Runs a closure, and then all that it spawned; returns when these are done. If one panics, so does this.
#[inline]
pub fn scope<'scope, R>(run: impl FnOnce(&Scope<'scope>) -> R) -> R {
    let scope = Scope::new(false);
    let result = run(&scope);
    scope.run_all();
    result
}
