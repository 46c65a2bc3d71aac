//! The pass plugin `libenzyme_rs.so`: the engine inside clang, flang, opt and lld.
//!
//! LLVM's symbols are undefined here and found in the compiler that loads the plugin, whether that links LLVM statically or not; a second copy
//! in one process would crash. Packages with programs and tests add `-lLLVM-22` in their build scripts. The plugin's place is the end of module
//! simplification (`OptimizerEarly`): what it sees is inlined and simplified, and not yet vectorised or unrolled.
//!
//! Owns: the entry point that hosts look for. The work on a module is in [`pass`], what it is linked with in [`libraries`].
//! Must not: link LLVM (symbols come from the host), or let anything unwind into it.

#![deny(unsafe_code)]

mod libraries;
mod pass;

use enzyme_llvm_shim::plugin::{self, PluginInfo};
use std::ffi::CStr;

/// The name in `opt -passes=` pipelines.
const PASS: &CStr = c"enzyme";
const NAME: &CStr = c"enzyme-rs";
const VERSION: &CStr = match CStr::from_bytes_with_nul(VERSION_BYTES) {
    Ok(text) => text,
    Err(_) => c"unknown",
};
const VERSION_BYTES: &[u8] = concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes();

/// What LLVM asks a plugin it has loaded.
#[allow(non_snake_case, reason = "LLVM's name")]
#[allow(
    unsafe_code,
    reason = "the symbol must keep its name; nothing else exports it"
)]
#[unsafe(no_mangle)]
pub extern "C" fn llvmGetPassPluginInfo() -> PluginInfo {
    plugin::info(NAME, VERSION, PASS, pass::run)
}
