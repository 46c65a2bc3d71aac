//! The one way in which parallel code of this crate runs: a closure for each worker of a team, with its part of the iterations.
//!
//! Owns: [`each_worker`], [`both`], and where results of workers lie. Must not: know iterators.

use crate::entry::{
    enzyme_rs_par_run, enzyme_rs_par_share, enzyme_rs_par_worker, enzyme_rs_par_workers,
};
use crate::memory::Room;
use crate::workers::Shared;
use std::ffi::c_void;

/// Iterations that one worker runs: so many, from a first one on.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub(crate) worker: usize,
    pub(crate) first: usize,
    pub(crate) count: usize,
}

/// How many iterations a part may have, as programs ask for it.
#[derive(Clone, Copy, Debug)]
pub struct Lengths {
    pub(crate) least: usize,
    pub(crate) most: usize,
}

impl Lengths {
    /// As many as come.
    pub(crate) const ANY: Self = Self {
        least: 1,
        most: usize::MAX,
    };

    /// Both wishes.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        }
    }
}

/// What the workers of a team share: how many iterations there are in all, and what each worker does.
struct Context<F> {
    iterations: usize,
    work: F,
}

/// What a worker does: asks for its part, and runs it.
unsafe extern "C-unwind" fn body<F: Fn(Part) + Sync>(context: &Context<F>) {
    let (mut first, mut last, mut all) = (0, context.iterations as i64 - 1, 0);
    // SAFETY: the pointers lead to variables of this function, which is a body.
    let worker = unsafe { enzyme_rs_par_share(&raw mut first, &raw mut last, &raw mut all) };
    (context.work)(Part {
        worker: worker as usize,
        first: first as usize,
        count: (last - first + 1) as usize,
    });
}

/// What one of two workers does.
unsafe extern "C-unwind" fn body_of_two<A: Fn() + Sync, B: Fn() + Sync>(both: &(A, B)) {
    // SAFETY: it has no condition.
    match unsafe { enzyme_rs_par_worker() } {
        0 => both.0(),
        _ => both.1(),
    }
}

/// Runs a body by each worker of a team that was chosen.
///
/// # Safety
/// The body may be run by several threads with this context.
#[inline]
unsafe fn run<C>(body: unsafe extern "C-unwind" fn(&C), context: &C) {
    // SAFETY: a reference is handed on as a pointer.
    let body: unsafe extern "C-unwind" fn(*const c_void) = unsafe { std::mem::transmute(body) };
    // SAFETY: the caller's promise; the context outlives the call.
    unsafe { enzyme_rs_par_run(body, std::ptr::from_ref(context).cast()) }
}

/// Chooses the size of the next team.
#[inline]
fn choose(iterations: usize, lengths: Lengths) -> usize {
    let most = iterations / lengths.least.max(1);
    let fewest = iterations.div_ceil(lengths.most.max(1));
    // SAFETY: it has no condition.
    unsafe { enzyme_rs_par_workers(fewest as u64, most as u64) as usize }
}

/// Runs two closures, each by a worker of its own.
#[inline]
pub(crate) fn both(first: impl Fn() + Sync, second: impl Fn() + Sync) {
    // SAFETY: it has no condition.
    unsafe { enzyme_rs_par_workers(2, 2) };
    // SAFETY: the closures may be run by several threads.
    unsafe { run(body_of_two, &(first, second)) }
}

/// Runs a closure by each worker of a team, with its part of the iterations.
#[inline]
pub(crate) fn each_worker(iterations: usize, lengths: Lengths, work: impl Fn(Part) + Sync) {
    choose(iterations, lengths);
    // SAFETY: the closure may be run by several threads.
    unsafe { run(body, &Context { iterations, work }) }
}

/// The same for a closure that computes something; the results are put together in the order of workers, of whom there is at least one. If one panics,
/// the others' results are not dropped.
#[inline]
pub(crate) fn of_each_worker<R: Send>(
    iterations: usize,
    lengths: Lengths,
    work: impl Fn(Part) -> R + Sync,
    join: impl Fn(R, R) -> R,
) -> R {
    let size = choose(iterations, lengths);
    let room: Room<R> = Room::of(size);
    let slots = Shared(room.start());
    let work = |part: Part| {
        let result = work(part);
        // SAFETY: there are as many slots as workers, and this one is the worker's.
        unsafe { slots.get().add(part.worker).write(result) };
    };
    // SAFETY: the closure may be run by several threads.
    unsafe { run(body, &Context { iterations, work }) };
    // SAFETY: each worker wrote its slot, and each is read once.
    let result = |worker: usize| unsafe { slots.get().add(worker).read() };
    let mut all = result(0);
    for worker in 1..size {
        all = join(all, result(worker));
    }
    // SAFETY: none is left in it.
    drop(unsafe { room.into_vec(0) });
    all
}
