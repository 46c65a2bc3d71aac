//! Waiting for all workers of a team.
//!
//! Owns: [`wait`]. Must not: know what the workers did.

use crate::context;
use crate::openmp::{__kmpc_barrier, __kmpc_omp_taskwait, HERE, worker};

/// Waits for all workers, and for their tasks. The first threads of several teams (`teams`) do not wait for each other: OpenMP has no barrier for them, and
/// may wait for ever in one.
pub(crate) fn wait() {
    let is_first_of_team = context::now(|now| now.in_league);
    // SAFETY: all workers of the team come here.
    unsafe {
        match is_first_of_team {
            true => {
                __kmpc_omp_taskwait(&HERE, worker());
            }
            false => __kmpc_barrier(&HERE, worker()),
        }
    }
}
