//! Kernels of CUDA and HIP, differentiated and checked: `device/` has the programs, `tests` runs them.
//!
//! Owns: nothing. Must not: hold code.
