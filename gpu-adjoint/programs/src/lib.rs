//! Programs of CUDA and HIP on the CPU: kernels in `device/`, which `tests/derivatives.rs` differentiates, and whole programs in `programs/`, which
//! `tests/programs.rs` compiles as users do.
