//! What a function mentions: in its code, in that of functions and objects that it mentions, and so on.
//!
//! Owns: this walk. Must not: know what is looked for.

use enzyme_llvm_shim::ir::{Value, ValueKind};
use indexmap::IndexSet;

/// Whether a function mentions, or is itself, one of which something is so.
pub(crate) fn mentions(function: Value, is: impl Fn(Value) -> bool) -> bool {
    let mut all = IndexSet::from([function]);
    let mut next = 0;
    while let Some(value) = all.get_index(next).copied() {
        next += 1;
        match value.kind() {
            ValueKind::LLVMFunctionValueKind if is(value) => return true,
            ValueKind::LLVMFunctionValueKind => {
                let blocks = value.blocks().into_iter();
                let operands = blocks.flat_map(|block| block.instructions());
                let operands = operands.flat_map(Value::operands);
                all.extend(operands.filter(|operand| operand.is_constant()));
            }
            ValueKind::LLVMGlobalVariableValueKind => all.extend(value.initializer()),
            // Any other constant: what it is made of.
            _ => all.extend(value.operands()),
        }
    }
    false
}
