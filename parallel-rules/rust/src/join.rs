//! Two closures at once.
//!
//! Owns: [`join`]. Must not: know iterators.

use crate::team::both;
use crate::workers::Shared;
use std::mem::{ManuallyDrop, MaybeUninit};

/// A closure, and then what it computed.
struct Call<F, R> {
    closure: ManuallyDrop<F>,
    result: MaybeUninit<R>,
}

impl<F: FnOnce() -> R, R> Call<F, R> {
    fn new(closure: F) -> Self {
        Self {
            closure: ManuallyDrop::new(closure),
            result: MaybeUninit::uninit(),
        }
    }

    /// Runs the closure.
    ///
    /// # Safety
    /// It did not run before, and nobody else uses it.
    #[inline]
    unsafe fn run(call: *mut Self) {
        // SAFETY: the caller's promise.
        let closure = unsafe { (&raw const (*call).closure).read() };
        let result = ManuallyDrop::into_inner(closure)();
        // SAFETY: the caller's promise.
        unsafe { (&raw mut (*call).result).write(MaybeUninit::new(result)) };
    }
}

/// Runs two closures, on two threads if there are, and returns what both compute.
///
/// The second of two workers runs the second one. If one panics, so does this when both are done; what the other one computed is not dropped.
#[inline]
pub fn join<A, B, RA, RB>(first: A, second: B) -> (RA, RB)
where
    A: FnOnce() -> RA + Send,
    B: FnOnce() -> RB + Send,
    RA: Send,
    RB: Send,
{
    let (mut one, mut other) = (Call::new(first), Call::new(second));
    let (at_one, at_other) = (Shared(&raw mut one), Shared(&raw mut other));
    both(
        // SAFETY: one worker runs it, once.
        || unsafe { Call::run(at_one.get()) },
        // SAFETY: as above.
        || unsafe { Call::run(at_other.get()) },
    );
    // SAFETY: both ran.
    unsafe { (one.result.assume_init(), other.result.assume_init()) }
}
