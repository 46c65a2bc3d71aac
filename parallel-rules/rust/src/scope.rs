//! Closures that are run together when a scope ends.
//!
//! rayon may begin a spawned closure at once. Here it waits until the closure of the scope is over: all that were spawned are then the iterations of one
//! team. Those that spawn others wait for them.
//!
//! Owns: [`Scope`]. Must not: know threads of the standard library.

use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::cell::RefCell;
use std::ffi::c_void;
use std::fmt;
use std::marker::PhantomData;

/// Runs a closure that lies at an address. The compiler plugin looks for all functions of this type where one is called, and so the type is one that no other
/// function has.
type Run = unsafe extern "C-unwind" fn(*mut c_void, *const c_void, Mark, Mark, Mark);

/// A parameter that makes a type different from others.
type Mark = i16;

/// A closure that was spawned: where it lies, and what runs it.
struct Job {
    run: Run,
    closure: *mut c_void,
}

// SAFETY: what `spawn` is given can be sent.
unsafe impl Send for Job {}

/// Where closures are spawned.
pub struct Scope<'scope> {
    jobs: RefCell<Vec<Job>>,
    lives: PhantomData<&'scope mut &'scope ()>,
}

impl fmt::Debug for Scope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scope of {} closures", self.jobs.borrow().len())
    }
}

impl<'scope> Scope<'scope> {
    pub(crate) fn new() -> Self {
        Self {
            jobs: RefCell::default(),
            lives: PhantomData,
        }
    }

    /// Has a closure run before the scope ends.
    #[inline]
    pub fn spawn<F: FnOnce(&Self) + Send + 'scope>(&self, closure: F) {
        let closure = Box::into_raw(Box::new(closure)).cast();
        let run: Run = run::<F>;
        self.jobs.borrow_mut().push(Job { run, closure });
    }

    /// Runs all that were spawned, and what these spawn. After a panic, those that did not run are never dropped.
    #[inline]
    pub(crate) fn run_all(&self) {
        let jobs = self.jobs.take();
        if jobs.is_empty() {
            return;
        }
        jobs.into_par_iter().with_max_len(1).for_each(|job| {
            let own = Scope::new();
            let scope: *const Scope<'_> = &raw const own;
            // SAFETY: the closure was spawned here, and runs once.
            unsafe { (job.run)(job.closure, scope.cast(), 0, 0, 0) };
        });
    }
}

/// Runs a closure that was spawned, and then what it spawned.
///
/// # Safety
/// It lies at that address, and does not run again; the other one is that of a scope.
unsafe extern "C-unwind" fn run<'scope, F: FnOnce(&Scope<'scope>) + Send + 'scope>(
    closure: *mut c_void,
    scope: *const c_void,
    _: Mark,
    _: Mark,
    _: Mark,
) {
    // SAFETY: the caller's promise.
    let closure = unsafe { Box::from_raw(closure.cast::<F>()) };
    // SAFETY: as above.
    let scope = unsafe { &*scope.cast::<Scope<'scope>>() };
    closure(scope);
    scope.run_all();
}

/// Runs a closure, and then all that it spawned; returns when these are done. If one panics, so does this.
#[inline]
pub fn scope<'scope, R>(run: impl FnOnce(&Scope<'scope>) -> R) -> R {
    let scope = Scope::new();
    let result = run(&scope);
    scope.run_all();
    result
}
