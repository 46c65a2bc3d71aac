//! Programs with BLAS and LAPACK: `c/`, compiled and judged by `tests/programs.rs`.
