//! Functions of steps that a reverse pass runs again from checkpoints: how they are told from others.
//!
//! Owns: the attribute that the preparation gives them. Must not: know how they are made.

use enzyme_llvm_shim::ir::Value;

/// The attribute of such functions.
pub(crate) const STEPS: &str = "enzyme_rs_steps";

/// Whether a function is one.
pub(crate) fn is_steps(function: Value) -> bool {
    function.has_string_attribute(STEPS)
}
