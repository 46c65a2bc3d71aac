//! Fences that belong to a barrier of a grid.
//!
//! A barrier of a block may be said with fences around it. What they do, the barrier's function does, in the derivative, too. Any other fence, also one of more
//! threads than those of the block, may order threads without anybody knowing how, and stays.
//!
//! Owns: dropping them. Must not: know a machine.

use super::inline::named;
use enzyme_llvm_shim::ir::{Opcode, Value};
use enzyme_rules::{FenceCall, Registry};

/// Drops the fences of a block that stand next to its barriers.
pub(super) fn drop_fences(copy: Value, registry: &Registry) {
    let Some(grid) = registry.grid() else {
        return;
    };
    let is_barrier = |inst: Option<&Value>| {
        let call = inst.filter(|inst| inst.opcode() == Opcode::LLVMCall);
        let callee = call.and_then(|call| named(*call));
        callee.is_some_and(|callee| callee.name() == grid.barrier)
    };
    for block in copy.blocks() {
        let all = block.instructions();
        let next_to = |at: usize| {
            let before = at.checked_sub(1).and_then(|at| all.get(at));
            is_barrier(before) || is_barrier(all.get(at + 1))
        };
        let of_block = |inst: Value| match inst.opcode() {
            Opcode::LLVMFence => inst.orders_among(grid.block_scope),
            Opcode::LLVMCall => grid.fence.is_some_and(|fence| is_call_of(inst, fence)),
            _ => false,
        };
        let fences = (0..all.len()).filter(|at| of_block(all[*at]));
        for at in fences.filter(|at| next_to(*at)).collect::<Vec<_>>() {
            all[at].erase_instruction();
        }
    }
}

/// Whether a call is such a fence for the threads of a block.
fn is_call_of(call: Value, fence: FenceCall) -> bool {
    let is_named = named(call).is_some_and(|callee| callee.name() == fence.symbol);
    let scope = || call.call_args().get(usize::from(fence.scope)).copied();
    is_named && scope().and_then(Value::as_u64) == Some(fence.block)
}
