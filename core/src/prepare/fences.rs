//! Fences that belong to a barrier of a grid.
//!
//! A barrier of a block may be said with fences around it. What they do, the barrier's function does, in the derivative, too. Any other fence, also one of more
//! threads than those of the block, may order threads without anybody knowing how, and stays.
//!
//! LLVM joins fences at the ends of two branches, and at their begins, but not the barriers, which have to stay where threads take them: then a fence stands
//! where branches meet of which each ends with a barrier, or where they part.
//!
//! Owns: dropping them. Must not: know a machine.

use super::inline::named;
use enzyme_llvm_shim::ir::{Block, Opcode, Value};
use enzyme_rules::{FenceCall, Registry};

/// Drops the fences of a block, or of a warp, that stand next to barriers of the same threads.
pub(super) fn drop_fences(copy: Value, registry: &Registry) {
    let Some(grid) = registry.grid() else {
        return;
    };
    for (name, scope) in grid.barriers {
        let barriers = Barriers {
            name,
            blocks: copy.blocks(),
        };
        let of_these = |inst: Value| match inst.opcode() {
            Opcode::LLVMFence => inst.orders_among(scope),
            Opcode::LLVMCall => grid
                .fence
                .is_some_and(|fence| is_call_of(inst, fence, scope)),
            _ => false,
        };
        let mut dropped = Vec::new();
        for block in &barriers.blocks {
            let all = block.instructions();
            let next_to_one = |at: &usize| {
                let (head, rest) = (&all[..*at], &all[at + 1..]);
                barriers.before(*block, head) || barriers.behind(rest)
            };
            let fences = (0..all.len()).filter(|at| of_these(all[*at]));
            dropped.extend(fences.filter(next_to_one).map(|at| all[at]));
        }
        dropped.into_iter().for_each(Value::erase_instruction);
    }
}

/// A function's barriers, by the name of what it calls.
struct Barriers<'n> {
    name: &'n str,
    blocks: Vec<Block>,
}

impl Barriers<'_> {
    fn is(&self, inst: Value) -> bool {
        let call = Some(inst).filter(|inst| inst.opcode() == Opcode::LLVMCall);
        let callee = call.and_then(named);
        callee.is_some_and(|callee| callee.name() == self.name)
    }

    /// Whether a barrier comes right before what follows these instructions of a block, whichever way was taken.
    fn before(&self, block: Block, head: &[Value]) -> bool {
        if let Some(last) = head.iter().rfind(|inst| !computes(**inst)) {
            return self.is(*last);
        }
        let leads_here = |from: &&Block| {
            let end = from.terminator();
            end.is_some_and(|end| end.successors().contains(&block))
        };
        let mut from = self.blocks.iter().filter(leads_here).peekable();
        from.peek().is_some() && from.all(|from| self.ends(*from))
    }

    fn ends(&self, block: Block) -> bool {
        let all = block.instructions();
        let before_end = all.split_last().map_or(&[][..], |(_, head)| head);
        let last = before_end.iter().rfind(|inst| !computes(**inst));
        last.is_some_and(|last| self.is(*last))
    }

    /// Whether a barrier comes right behind what precedes these instructions, whichever way is taken.
    fn behind(&self, rest: &[Value]) -> bool {
        let Some(next) = rest.iter().find(|inst| !computes(**inst)) else {
            return false;
        };
        if rest.last() != Some(next) {
            return self.is(*next);
        }
        let mut to = next.successors().into_iter().peekable();
        to.peek().is_some() && to.all(|to| self.begins(to))
    }

    fn begins(&self, block: Block) -> bool {
        let all = block.instructions();
        let first = all.iter().find(|inst| !computes(**inst));
        first.is_some_and(|first| self.is(*first))
    }
}

/// Whether a call is such a fence for the threads of a scope.
fn is_call_of(call: Value, fence: FenceCall, scope: &str) -> bool {
    let (number, of) = fence.threads;
    let is_named = named(call).is_some_and(|callee| callee.name() == fence.symbol);
    let operand = || call.call_args().get(usize::from(fence.scope)).copied();
    is_named && of == scope && operand().and_then(Value::as_u64) == Some(number)
}

/// Whether an instruction only computes something: it touches no memory and calls nothing.
fn computes(inst: Value) -> bool {
    use Opcode::*;
    matches!(
        inst.opcode(),
        LLVMPHI
            | LLVMSelect
            | LLVMFreeze
            | LLVMICmp
            | LLVMFCmp
            | LLVMGetElementPtr
            | LLVMFNeg
            | LLVMFAdd
            | LLVMFSub
            | LLVMFMul
            | LLVMFDiv
            | LLVMFRem
            | LLVMAdd
            | LLVMSub
            | LLVMMul
            | LLVMUDiv
            | LLVMSDiv
            | LLVMURem
            | LLVMSRem
            | LLVMShl
            | LLVMLShr
            | LLVMAShr
            | LLVMAnd
            | LLVMOr
            | LLVMXor
            | LLVMTrunc
            | LLVMZExt
            | LLVMSExt
            | LLVMFPTrunc
            | LLVMFPExt
            | LLVMFPToUI
            | LLVMFPToSI
            | LLVMUIToFP
            | LLVMSIToFP
            | LLVMPtrToInt
            | LLVMIntToPtr
            | LLVMBitCast
            | LLVMAddrSpaceCast
            | LLVMExtractElement
            | LLVMInsertElement
            | LLVMShuffleVector
            | LLVMExtractValue
            | LLVMInsertValue
    )
}
