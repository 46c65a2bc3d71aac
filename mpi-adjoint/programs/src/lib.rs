//! MPI programs as users write them: `c/` and `f/` have programs whose derivatives are checked (`tests/programs.rs`),
//! `c/bench/` those whose cost is measured (`benches/adjoints.rs`, `tests/costs.rs`), `hpcc/` hooks for programs of
//! others (`tests/hpcc.rs`).

pub mod cost;
pub mod launch;
pub mod mpi;
