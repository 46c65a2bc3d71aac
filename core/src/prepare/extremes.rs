//! Atomic maxima and minima of numbers in memory that a block shares, of which a thread says in the end whose number it is.
//!
//! ```text
//! atomic max(x, v)          old = atomic max(x, v); if (old < v) raised = true, best = v
//! …                         …
//! barrier                   barrier; last = *x
//!                           barrier; if (raised and last == best) *x = best
//!                           barrier; raised = false
//! ```
//!
//! A maximum only rises: each thread that has raised it has raised it to another number, so that at most one finds its own there when all have come to the barrier,
//! and if none does, the number that was there before is the largest. That thread stores what is there already. So the numbers are the same, and the store says to
//! a derivative what the atomic operation does not: whose number it is. The barriers order the store, and the look, among what the threads do before and behind.
//!
//! That holds if nobody does anything else to the number between the operation and the barrier, in the same thread; where another thread does, nothing orders the
//! two anyway. What is only compared (`if (v > x) atomic max(x, v)`) may be read at any time.
//!
//! Owns: which operations are settled so, and the code. Must not: touch what lies in other memory, where no barrier is that all threads come to.

mod reached;

use super::outcome::is;
use crate::raised;
use crate::view::names::SETTLED;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{FloatPredicate, Module, Opcode, TypeKind, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::Registry;
use indexmap::IndexMap;
use reached::Reached;

/// Settles such operations of a prepared copy; says whether there were any.
pub(super) fn settle(module: Module, copy: Value, registry: &Registry) -> bool {
    let Some(grid) = registry.grid() else {
        return false;
    };
    let insts = copy.blocks().into_iter();
    let insts = insts.flat_map(|block| block.instructions());
    let found: Vec<Value> = insts.filter(|inst| is_extreme(*inst)).collect();
    if found.is_empty() {
        return false;
    }
    transform::expand_constant_expressions(copy);
    let mut at_barriers: IndexMap<Value, Vec<Raised>> = IndexMap::new();
    let settled = found.into_iter().filter_map(|update| {
        let reached = Reached::of(copy, update, (registry, grid))?;
        Some((update, reached.barriers))
    });
    for (update, barriers) in settled.collect::<Vec<_>>() {
        let raised = Raised::of(module, copy, update);
        for barrier in barriers {
            at_barriers.entry(barrier).or_default().push(raised);
        }
    }
    if at_barriers.is_empty() {
        return false;
    }
    // Threads that come to the same barrier on another way, where it stands once more, are to come to as many.
    for barrier in reached::barriers(copy, (registry, grid)) {
        at_barriers.entry(barrier).or_default();
    }
    for (barrier, all) in &at_barriers {
        settle_at(module, copy, *barrier, all);
    }
    true
}

/// Whether an instruction is a maximum or minimum of numbers whose result nobody uses.
fn is_extreme(inst: Value) -> bool {
    is(inst, Opcode::LLVMAtomicRMW)
        && !inst.is_volatile()
        && inst.users().is_empty()
        && matches!(
            inst.ty().kind(),
            TypeKind::LLVMFloatTypeKind | TypeKind::LLVMDoubleTypeKind
        )
        && raised::takes_extreme(inst.atomic_op())
}

/// What a thread remembers of an operation until the next barrier: variables of its own.
#[derive(Clone, Copy)]
struct Raised {
    address: Value,
    /// Whether it has replaced the number.
    has: Value,
    /// By what, the last time.
    best: Value,
}

impl Raised {
    /// Makes the thread remember.
    fn of(module: Module, copy: Value, update: Value) -> Self {
        let context = module.context();
        let operand = |at| update.operand(at).expect("it has an address and a number");
        let (address, number) = (operand(0), operand(1));
        let entry = copy.blocks()[0];
        let build = Builder::new(context);
        build.before(entry.instructions()[0]);
        build.set_location(None);
        let raised = Self {
            address,
            has: build.alloca(context.int(1), ""),
            best: build.alloca(number.ty(), ""),
        };
        build.store(context.boolean(false), raised.has);
        build.store(number.ty().zero(), raised.best);
        let behind = update.next_instruction().expect("a block has an end");
        let build = Builder::ahead_of(context, behind);
        build.set_location(Some(update));
        let replaces = raised::replaces(&build, update, number);
        let before = [
            build.load(context.int(1), raised.has, ""),
            build.load(number.ty(), raised.best, ""),
        ];
        build.store(build.or(before[0], replaces), raised.has);
        build.store(build.select(replaces, number, before[1]), raised.best);
        update.add_metadata(SETTLED);
        raised
    }
}

/// Has the threads settle what they have raised, behind a barrier.
fn settle_at(module: Module, copy: Value, barrier: Value, all: &[Raised]) {
    let context = module.context();
    let behind = barrier.next_instruction().expect("a block has an end");
    let build = Builder::ahead_of(context, behind);
    build.set_location(Some(barrier));
    let again = || build.insert(barrier.clone_instruction());
    let looked = all.iter().map(|raised| {
        let address = same_address(&build, raised.address);
        let best = build.load(raised.best.allocated_type(), raised.best, "");
        let last = build.load(best.ty(), address, "");
        let is_own = build.fcmp(FloatPredicate::LLVMRealOEQ, last, best);
        let has = build.load(context.int(1), raised.has, "");
        (address, best, build.and(has, is_own))
    });
    let looked: Vec<(Value, Value, Value)> = looked.collect();
    again();
    for (address, best, wins) in looked {
        let here = behind.block().expect("an instruction stands in a block");
        let Some(rest) = transform::split_block(here, behind, "") else {
            return;
        };
        let storing = copy.append_block("");
        if let Some(end) = here.terminator() {
            end.erase_instruction();
        }
        let branch = Builder::new(context);
        branch.at_end(here);
        branch.set_location(Some(barrier));
        branch.cond_br(wins, storing, rest);
        branch.at_end(storing);
        branch.set_location(Some(barrier));
        branch.store(best, address);
        branch.br(rest);
    }
    let build = Builder::ahead_of(context, behind);
    build.set_location(Some(barrier));
    build.insert(barrier.clone_instruction());
    for raised in all {
        build.store(context.boolean(false), raised.has);
    }
}

/// An address that follows from constants, once more.
fn same_address(build: &Builder, address: Value) -> Value {
    if !address.is_instruction() {
        return address;
    }
    let operands = address.operands().into_iter();
    let operands: Vec<Value> = operands.map(|of| same_address(build, of)).collect();
    let same = address.clone_instruction();
    for (at, operand) in operands.into_iter().enumerate() {
        same.set_operand(at as u32, operand);
    }
    build.insert(same);
    same
}
