//! Which hook calls wait for the linker, at the compile step of a link-time optimised build.
//!
//! In full LTO the linker sees code that was optimised to the end, so that `enzyme-cc` turns vectorisation and unrolling off at the compile step.
//!
//! Owns: whether all that a hook's function needs is in the module. Must not: be asked when nothing comes after.
//! Tests: `frontend/tests/refusing.rs`.

use super::asked::Hook;
use super::order;
use crate::names::own;
use enzyme_llvm_shim::ir::{Opcode, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::Registry;

/// Whether a function that the hook's function mentions, directly or through others, may come from another module:
/// it has neither a rule nor a body here, or one that may be replaced. What is inside of an outer hook's function is inside of its own, so that
/// an outer hook waits with an inner one.
/// A call through a pointer waits for the module that has the program's `main`, which shows the functions that it may reach.
pub(super) fn waits(hook: &Hook, registry: &Registry, has_main: bool) -> bool {
    let mentioned = order::reachable(hook.request.function);
    if !has_main
        && mentioned
            .iter()
            .any(|function| calls_through_pointer(*function))
    {
        return true;
    }
    let is_absent = |f: &Value| f.is_declaration() || f.is_interposable();
    let mut absent = mentioned.into_iter().filter(is_absent);
    absent.any(|function| {
        let name = function.name();
        let ours = own(&name).is_some() || name.starts_with("llvm.");
        !ours && registry.lookup(&name).is_none() && registry.said(&name).is_none()
    })
}

fn calls_through_pointer(function: Value) -> bool {
    let blocks = function.blocks().into_iter();
    let mut insts = blocks.flat_map(|block| block.instructions());
    let is_call = |i: &Value| matches!(i.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke);
    insts.any(|inst| is_call(&inst) && transform::is_indirect_call(inst))
}
