//! Variables of known size that are made where they are needed, in loops as well: flang describes arrays so that it hands to its library or to tasks.
//!
//! LLVM makes values of variables that are made at the beginning of a function alone. Such a variable can be made there if nothing is left of it when it is made
//! once more: its address is used for accesses only, and each access finds what was written behind the place where the variable was made.
//!
//! Owns: where they are made. Must not: touch variables whose address goes anywhere.

use super::assigned::describes;
use super::inline::named;
use super::offsets::marks_life;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Opcode, Value};

/// Makes such variables at the beginning of a function.
pub(super) fn to_entry(copy: Value) {
    let blocks = copy.blocks();
    let Some(first) = blocks
        .first()
        .and_then(|entry| entry.instructions().first().copied())
    else {
        return;
    };
    let later = blocks.iter().skip(1).flat_map(|block| block.instructions());
    let variables: Vec<Value> = later.filter(|inst| is_variable(*inst)).collect();
    for variable in variables {
        let count = variable.operand(0).expect("a variable has a count");
        let build = Builder::ahead_of(copy.context(), first);
        let own = build.array_alloca(variable.allocated_type(), count, "late");
        own.set_memory_alignment(variable.memory_alignment());
        variable.replace_all_uses_with(own);
        variable.erase_instruction();
    }
}

fn is_variable(inst: Value) -> bool {
    let made = inst.opcode() == Opcode::LLVMAlloca;
    made && inst
        .operand(0)
        .is_some_and(|count| count.as_u64().is_some())
        && is_accessed(inst)
}

/// Whether an address is used for accesses alone.
fn is_accessed(address: Value) -> bool {
    address.users().into_iter().all(|user| match user.opcode() {
        Opcode::LLVMLoad => true,
        Opcode::LLVMStore => user.operand(0) != Some(address),
        Opcode::LLVMGetElementPtr => user.operand(0) == Some(address) && is_accessed(user),
        Opcode::LLVMCall => {
            let name = named(user).map(|callee| callee.name()).unwrap_or_default();
            let moves = ["llvm.memcpy.", "llvm.memset."];
            moves.iter().any(|begin| name.starts_with(begin)) || marks_life(user) || describes(user)
        }
        // Any other: the address may go anywhere.
        _ => false,
    })
}
