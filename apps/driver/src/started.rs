//! What started this process tells of the others.
//!
//! Owns: the variables in which it does. Must not: know MPI.

/// Of how many processes this is one, by what starts processes of MPI.
pub(crate) fn with() -> u32 {
    first_number(&SIZES).unwrap_or(1)
}

/// The variables that tell so.
pub(crate) const SIZES: [&str; 3] = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"];

/// Which rank this process will be, by what starts processes of MPI.
pub(crate) fn rank() -> u32 {
    let names = [
        "OMPI_COMM_WORLD_RANK",
        "PMI_RANK",
        "PMIX_RANK",
        "SLURM_PROCID",
    ];
    first_number(&names).unwrap_or(0)
}

/// The number in the first of these variables that has one.
fn first_number(names: &[&str]) -> Option<u32> {
    let mut known = names
        .iter()
        .filter_map(|name| std::env::var(name).ok()?.parse().ok());
    known.next()
}
