//! Kernels of CUDA and HIP, compiled without headers of either at all levels, lowered, linked with the emulator, and run.

#![allow(clippy::unwrap_used, reason = "helpers of tests, which may")]

mod maths;
mod mistakes;
mod refusals;
mod results;
mod support;
