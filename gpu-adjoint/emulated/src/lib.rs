//! The run-time libraries of CUDA and HIP for programs whose device code runs on the CPU: `libenzyme_rs_emulated_gpu`.
//!
//! Device memory is the host's, with gaps that the emulator knows of (`memory`); all that would run later runs at once, in the order of the calls
//! (`streams`); kernels are found by the module that stands where a program of a device has its binary (`modules`, `launches`). CUDA and HIP are two
//! names for the same functions, whose errors have the same numbers (`surface`, `errors`). The library contains `enzyme-gpu-emulator`.
//!
//! Owns: these C functions. Must not: know LLVM, link a GPU's library, or check what kernels do.

mod attributes;
mod copies;
mod devices;
mod errors;
mod launches;
mod memory;
mod modules;
mod pointers;
mod streams;
mod surface;

pub use attributes::*;
pub use devices::*;
pub use errors::*;
pub use memory::enzyme_rs_emulated_bytes_behind;
pub use modules::*;
pub use surface::*;

// Its C functions are those that device code calls.
pub use enzyme_rs_emulator;
