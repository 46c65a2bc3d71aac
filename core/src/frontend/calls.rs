//! The calls of a module.
//!
//! Owns: finding them. Must not: look at them.

use enzyme_llvm_shim::ir::{Module, Opcode, Value};

/// All calls of a module with their functions, in order.
pub(crate) fn calls(module: Module) -> Vec<(Value, Value)> {
    let mut all = Vec::new();
    for caller in module.functions() {
        let instructions = caller
            .blocks()
            .into_iter()
            .flat_map(|block| block.instructions());
        let is_call = |i: &Value| matches!(i.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke);
        all.extend(instructions.filter(is_call).map(|call| (call, caller)));
    }
    all
}
