//! Kernels of a device that the program has marked.
//!
//! Owns: finding them. Must not: know what a mark means.

use crate::frontend::registrations::with_annotation;
use enzyme_llvm_shim::host::{Caller, caller};
use enzyme_llvm_shim::ir::{Module, Value};

/// Kernels with a mark, and with a body.
pub(super) fn with_mark(module: Module, mark: &str) -> Vec<Value> {
    let marked = with_annotation(module, mark).into_iter();
    let kernels = marked.filter(|f| !f.is_declaration() && caller(*f) == Caller::Host);
    kernels.collect()
}
