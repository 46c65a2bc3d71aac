//! Programs with OpenMP: `omp/`, compiled and judged by `tests/programs.rs`.
