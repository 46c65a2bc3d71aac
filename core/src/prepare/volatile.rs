//! Volatile variables whose address nobody else has.
//!
//! Programs write them to keep roundings (compensated sums). What is read there is what was written.
//!
//! Owns: which accesses become plain ones. Must not: touch memory that others see.

use super::inline::named;
use super::offsets::marks_life;
use enzyme_llvm_shim::ir::{Module, Opcode, Value};

/// Makes accesses of such variables plain ones.
pub(super) fn as_plain(module: Module, copy: Value) {
    let blocks = copy.blocks().into_iter();
    let insts = blocks.flat_map(|block| block.instructions());
    for variable in insts.filter(|inst| inst.opcode() == Opcode::LLVMAlloca) {
        for access in accesses(variable).unwrap_or_default() {
            match access.opcode() {
                Opcode::LLVMCall => access.set_operand(FLAG, module.context().boolean(false)),
                _ => access.clear_volatile(),
            }
        }
    }
}

/// The operand of `llvm.memcpy` and its kin that says whether they are volatile.
const FLAG: u32 = 3;

/// What accesses a variable; none if its address goes anywhere else.
fn accesses(variable: Value) -> Option<Vec<Value>> {
    let mut found = Vec::new();
    let mut addresses = vec![variable];
    while let Some(address) = addresses.pop() {
        for user in address.users() {
            match user.opcode() {
                Opcode::LLVMGetElementPtr => addresses.push(user),
                Opcode::LLVMLoad => found.push(user),
                Opcode::LLVMStore if user.operand(0) != Some(address) => found.push(user),
                Opcode::LLVMCall if is_copy(user) => found.push(user),
                Opcode::LLVMCall if marks_life(user) => {}
                // Any other: it may hand the address on.
                _ => return None,
            }
        }
    }
    Some(found)
}

fn is_copy(call: Value) -> bool {
    let moves = ["llvm.memcpy.p", "llvm.memmove.p", "llvm.memset.p"];
    named(call).is_some_and(|callee| moves.iter().any(|name| callee.name().starts_with(name)))
}
