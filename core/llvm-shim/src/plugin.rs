//! Plumbing of the pass plugin's entry point.
//!
//! Owns: the layout of the information a host asks for and the trampoline between LLVM's pass
//! manager and a safe Rust function. Must not: do anything to a module.

use crate::ffi;
use crate::ir::Module;
use llvm_sys::prelude::LLVMModuleRef;
use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

pub use crate::ffi::EzPluginInfo as PluginInfo;

/// What the plugin does with a module, and what became of that.
pub type RunOnModule = fn(Module, Stage) -> State;

/// What became of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is as it was.
    Unchanged,
    /// The plugin changed it.
    Changed,
    /// Functions have come that no pass has seen: those that simplify and inline run now.
    Extended,
    /// It is no valid module any more: the compilation ends in failure, and leaves no file behind.
    Broken,
}

/// When a module is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// As the front end made it, before anything is optimised.
    Start,
    /// When it is simplified.
    Simplified(LinkFollows),
}

/// Whether a link-time optimisation step will see the module again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkFollows {
    /// Definitions may still come.
    Yes,
    /// This is the last chance.
    No,
    /// This is that step: all files that were compiled for it are here.
    Linking,
}

static RUN: OnceLock<(&'static CStr, RunOnModule)> = OnceLock::new();

/// Information for `llvmGetPassPluginInfo`: hooks `run` in as pass `pass`.
pub fn info(
    name: &'static CStr,
    version: &'static CStr,
    pass: &'static CStr,
    run: RunOnModule,
) -> PluginInfo {
    RUN.get_or_init(|| (pass, run));
    PluginInfo {
        // SAFETY: a constant of the C++ side.
        api_version: unsafe { ffi::ez_plugin_api_version() },
        name: name.as_ptr(),
        version: version.as_ptr(),
        register_callbacks,
        pre_codegen: std::ptr::null(),
    }
}

extern "C" fn register_callbacks(pass_builder: *mut c_void) {
    if let Some((pass, _)) = RUN.get() {
        // SAFETY: the host passes its live PassBuilder; the name is a static C string.
        unsafe { ffi::ez_register_pass(pass_builder, pass.as_ptr(), trampoline, 1) };
    }
}

/// Nothing may unwind into LLVM.
extern "C" fn trampoline(module: LLVMModuleRef, stage: ffi::EzStage) -> ffi::EzState {
    let Some((_, run)) = RUN.get() else {
        return ffi::EZ_STATE_UNCHANGED;
    };
    // SAFETY: the pass manager lends us the module exclusively for the duration of the pass.
    let module = unsafe { Module::from_raw(module) };
    let stage = match stage {
        ffi::EZ_STAGE_START => Stage::Start,
        ffi::EZ_STAGE_BEFORE_LINK => Stage::Simplified(LinkFollows::Yes),
        ffi::EZ_STAGE_LAST => Stage::Simplified(LinkFollows::No),
        ffi::EZ_STAGE_LINKING => Stage::Simplified(LinkFollows::Linking),
        other => panic!("the C++ side knows no stage {other}"),
    };
    match catch_unwind(AssertUnwindSafe(|| run(module, stage))) {
        Ok(State::Unchanged) => ffi::EZ_STATE_UNCHANGED,
        Ok(State::Changed) => ffi::EZ_STATE_CHANGED,
        Ok(State::Extended) => ffi::EZ_STATE_EXTENDED,
        Ok(State::Broken) => ffi::EZ_STATE_BROKEN,
        // The panic hook has printed what happened; going on would hide it behind a wrong number.
        Err(_) => std::process::abort(),
    }
}
