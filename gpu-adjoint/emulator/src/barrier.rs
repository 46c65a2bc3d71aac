//! The barrier of a block.
//!
//! It opens when all threads that have not ended wait at the same call: as CUDA has it since compute capability 7.0, and as AMD has it.
//!
//! Owns: when it opens. Must not: run threads.

use crate::current::meet;
use crate::happened;
use crate::site::Site;
use crate::state::{Answer, Block, Call, Reduction, State, Thread, Wish};
use std::ffi::c_char;

/// Opens the barrier if all that have not ended wait at it; false: they do not.
pub(crate) fn release(block: &Block<'_>) -> bool {
    let alive = || {
        let threads = block.threads.iter();
        threads.filter(|t| t.state.get() != State::Ended)
    };
    let Some(first) = alive().next().map(|t| t.wish.get()) else {
        return false;
    };
    let Call::Barrier(reduction) = first.call else {
        return false;
    };
    let same = |thread: &Thread| {
        let wish = thread.wish.get();
        wish.call == first.call && wish.site.is(&first.site)
    };
    if !alive().all(same) {
        return false;
    }
    let answer = Answer {
        value: reduced(reduction, alive().map(|t| t.wish.get().value != 0)),
        flag: true,
    };
    block.does();
    happened::all_meet(block);
    for thread in alive() {
        thread.answer.set(answer);
        thread.state.set(State::Ready);
    }
    true
}

fn reduced(reduction: Reduction, mut values: impl Iterator<Item = bool>) -> u64 {
    match reduction {
        Reduction::None => 0,
        Reduction::Count => values.filter(|v| *v).count() as u64,
        Reduction::And => u64::from(values.all(|v| v)),
        Reduction::Or => u64::from(values.any(|v| v)),
    }
}

fn waits(reduction: Reduction, value: i32, site: *const c_char) -> i32 {
    let mut wish = Wish::new(Call::Barrier(reduction), Wish::WHO_COMES, Site(site));
    wish.value = u64::from(value != 0);
    meet(wish).value as i32
}

/// All threads of the block wait for each other: `__syncthreads`, `s_barrier`.
///
/// # Safety
/// `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_barrier(site: *const c_char) {
    waits(Reduction::None, 0, site);
}

/// The same; gives how many have given something else than 0: `__syncthreads_count`.
///
/// # Safety
/// `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_barrier_popc(value: i32, site: *const c_char) -> i32 {
    waits(Reduction::Count, value, site)
}

/// The same; gives 1 if all have: `__syncthreads_and`.
///
/// # Safety
/// `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_barrier_and(value: i32, site: *const c_char) -> i32 {
    waits(Reduction::And, value, site)
}

/// The same; gives 1 if any has: `__syncthreads_or`.
///
/// # Safety
/// `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_barrier_or(value: i32, site: *const c_char) -> i32 {
    waits(Reduction::Or, value, site)
}
