//! Programs with OpenMP, Kokkos, RAJA and parallel Rust: `omp/`, `kokkos/`, `raja/`, compiled and judged by `tests/programs.rs`, and `rust/`, by
//! `tests/rust.rs`.
