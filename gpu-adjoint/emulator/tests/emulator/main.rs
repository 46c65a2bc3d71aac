//! Kernels that are written by hand, as a compiler would make them: their intrinsics are calls of the library.
//!
//! Owns: what the library promises to a compiler and its users. Must not: know how it keeps it.

#![allow(clippy::unwrap_used, reason = "tests may")]

mod barriers;
mod bounds;
mod errors;
mod ids;
mod instrumented;
mod lanes;
mod orders;
mod races;
mod scripts;
mod shared;
mod speed;
mod support;
mod together;
mod waiting;
