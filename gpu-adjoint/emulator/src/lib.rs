//! Kernels of CUDA and HIP on the CPU: `libenzyme_rs_emulator`.
//!
//! Device code is compiled for the host, with a call of this library in the place of each intrinsic. `launch` runs a grid: blocks on rayon's
//! threads (`block`), the threads of a block as fibers of one thread of the system (`fibers`), so that a barrier is a switch of fibers. What
//! lanes of a warp do together is in `warp` and `answers`. Code that LLVM's ThreadSanitizer pass has instrumented tells each access (`tsan`),
//! and `check` finds races, accesses out of bounds and reads of what nobody has written.
//!
//! Owns: the C ABI. Must not: know LLVM, a compiler, or a GPU's library.

#![cfg_attr(
    not(feature = "checked"),
    allow(dead_code, reason = "the checker is told nothing then")
)]

mod allocations;
mod amd;
mod answers;
mod ask;
mod atomics;
mod barrier;
mod block;
mod check;
mod current;
mod divergence;
mod failure;
mod fibers;
mod happened;
mod known;
mod launch;
mod launch_count;
mod meetings;
mod objects;
mod order;
mod pages;
mod pieces;
mod prints;
pub mod registry;
mod reports;
mod says;
mod settings;
mod shadow;
mod shared;
mod site;
mod state;
mod stops;
mod together;
mod told;
#[cfg(feature = "checked")]
pub mod tsan;
mod updates;
mod warp;
mod wide;

pub use allocations::{
    enzyme_rs_emulator_allocated, enzyme_rs_emulator_freed, enzyme_rs_emulator_redzone,
};
pub use amd::{enzyme_rs_emulator_dispatch_packet, enzyme_rs_emulator_implicit_arguments};
pub use ask::*;
pub use atomics::*;
pub use barrier::*;
pub use failure::Failure;
pub use launch::{Kernel, enzyme_rs_emulator_launch, enzyme_rs_emulator_launch_together};
pub use meetings::*;
pub use objects::{
    SharedVariable, enzyme_rs_emulator_dynamic_shared, enzyme_rs_emulator_dynamic_shared_bytes,
    enzyme_rs_emulator_is_own, enzyme_rs_emulator_is_shared, enzyme_rs_emulator_shared,
};
pub use pieces::*;
pub use prints::enzyme_rs_emulator_print;
pub use says::{Listener, enzyme_rs_emulator_listen};
pub use settings::enzyme_rs_emulator_options;
pub use stops::{enzyme_rs_emulator_assertion, enzyme_rs_emulator_exit, enzyme_rs_emulator_trap};
pub use together::{
    enzyme_rs_emulator_arrives, enzyme_rs_emulator_looks, enzyme_rs_emulator_meeting,
};
pub use wide::{enzyme_rs_emulator_wide_load, enzyme_rs_emulator_wide_store};
