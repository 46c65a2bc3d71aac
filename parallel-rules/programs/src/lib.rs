//! Programs with OpenMP, Kokkos and RAJA: `omp/`, `kokkos/`, `raja/`, compiled and judged by `tests/programs.rs`.
