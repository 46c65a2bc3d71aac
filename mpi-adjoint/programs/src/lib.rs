//! MPI programs as users write them: `c/` has programs whose derivatives are checked (`tests/programs.rs`), `c/bench/`
//! those whose cost is measured (`benches/adjoints.rs`, `tests/costs.rs`).

pub mod cost;
pub mod mpi;
