//! MPI programs as users write them; see `c/` and `f/` for the programs and `tests/programs.rs` for what is done with them.
