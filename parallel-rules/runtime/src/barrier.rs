//! Waiting for all workers of a team.
//!
//! Owns: [`wait`], [`of_team`]. Must not: know what the workers did.

use crate::context;
use crate::openmp::{__kmpc_barrier, __kmpc_omp_taskwait, HERE, worker};

/// Waits for all workers, and for their tasks. The first threads of several teams (`teams`) do not wait for each other: OpenMP has no barrier for them, and
/// may wait for ever in one.
pub(crate) fn wait() {
    match context::now(|now| now.in_league) {
        // SAFETY: it waits for tasks alone.
        true => unsafe {
            __kmpc_omp_taskwait(&HERE, worker());
        },
        false => of_team(),
    }
}

/// Waits for all workers of one team.
pub(crate) fn of_team() {
    // SAFETY: all workers of the team come here.
    unsafe { __kmpc_barrier(&HERE, worker()) }
}
