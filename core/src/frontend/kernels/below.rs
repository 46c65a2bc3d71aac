//! Functions that a function calls by name, itself or below.
//!
//! Owns: following calls. Must not: know kernels.

use enzyme_llvm_shim::ir::{Opcode, Value, ValueKind};
use indexmap::IndexSet;

/// A function, and all that are called by name below it, but for what is below some.
pub(super) fn called_below(
    function: Value,
    is_followed: &dyn Fn(Value) -> bool,
) -> IndexSet<Value> {
    let mut below = IndexSet::from([function]);
    let mut next = 0;
    while let Some(function) = below.get_index(next).copied() {
        let blocks = function.blocks().into_iter();
        let instructions = blocks.flat_map(|block| block.instructions());
        let calls = instructions.filter(|i| i.opcode() == Opcode::LLVMCall);
        let called = calls.filter_map(Value::callee);
        let called = called.filter(|f| f.kind() == ValueKind::LLVMFunctionValueKind);
        below.extend(called.filter(|f| is_followed(*f)));
        next += 1;
    }
    below
}
