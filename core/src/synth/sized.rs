//! Shadows of memory whose size a launch says (`extern __shared__`).
//!
//! All of it lies behind one address, by whichever name it is called, and no second variable of that sort can be had. A launch of a derivative asks for twice as much instead: the shadow
//! lies in the second half, at a distance that the kernel is told. Until a wave of derivatives is there, a variable stands for the shadow like any other twin.
//!
//! Owns: which variables these are, that they have one name, and where their shadows lie. Must not: know how a launch tells the distance.

use super::grid::is_of_block;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::host::{Caller, caller, erase_unused};
use enzyme_llvm_shim::ir::{Block, Module, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::transform::expand_constant_expressions;
use enzyme_rules::GridRule;
use indexmap::IndexSet;

/// The library's function that tells how far from such memory its shadow is: `GridRule::launches`.
pub(crate) const DISTANCE: &str = "enzyme_rs_grid_distance";

/// Whether only launches say how large a global is.
pub(crate) fn is_sized_by_launch(global: Value, grid: Option<&GridRule>) -> bool {
    let ty = global.global_value_type();
    let is_open = ty.kind() == TypeKind::LLVMArrayTypeKind && ty.length() == 0;
    is_of_block(global, grid) && global.is_declaration() && is_open
}

/// Gives all such globals of a module one name: what is written by one of them is read by another.
pub(crate) fn as_one(module: Module, grid: Option<&GridRule>) {
    let all = module.globals().into_iter();
    let all: Vec<Value> = all.filter(|g| is_sized_by_launch(*g, grid)).collect();
    let Some((first, others)) = all.split_first() else {
        return;
    };
    for other in others {
        let aligned = first.memory_alignment().max(other.memory_alignment());
        first.set_memory_alignment(aligned);
        other.replace_all_uses_with(*first);
        other.erase_global();
    }
}

/// Whether a module has any such global.
pub(crate) fn has_any(module: Module, grid: Option<&GridRule>) -> bool {
    let mut all = module.globals().into_iter();
    all.any(|global| is_sized_by_launch(global, grid))
}

/// The bytes of all such memory: as many as its shadow lies apart from it.
pub(super) fn bytes(module: Module, build: &Builder) -> Value {
    let ty = module.context().int(64).function(&[], false);
    let callee = module.declare(DISTANCE, ty);
    build.call(ty, callee, &[], "distance")
}

/// Puts the shadow of such a global in the place of the variable that stands for it.
pub(crate) fn place(module: Module, (global, twin): (Value, Value)) {
    let byte = module.context().int(8);
    exchange(module, twin, |build| {
        let distance = bytes(module, build);
        build.element_ptr(byte, global, distance, "shadow")
    });
    erase_unused(twin);
}

/// The functions that use a global, also within constants.
pub(crate) fn functions_with(global: Value) -> IndexSet<Value> {
    let mut functions = IndexSet::new();
    let mut users = global.users();
    while let Some(user) = users.pop() {
        if user.kind() == ValueKind::LLVMInstructionValueKind {
            functions.extend(user.block().map(Block::function));
        } else {
            users.extend(user.users());
        }
    }
    functions
}

/// Puts something else in the place of a global in all functions. A kernel is told where shadows lie before it uses any; what it calls makes it once, at the beginning.
pub(super) fn exchange(module: Module, global: Value, make: impl Fn(&Builder) -> Value) {
    for function in functions_with(global) {
        expand_constant_expressions(function);
        let users = uses_in(function, global);
        let first = function.blocks()[0].first_non_phi();
        let first = first.expect("a block has an end");
        let ahead = |of: Value| make(&Builder::ahead_of(module.context(), of));
        let once = (caller(function) == Caller::Functions).then(|| ahead(first));
        for (user, index) in users {
            user.set_operand(index, once.unwrap_or_else(|| ahead(user)));
        }
    }
}

/// Instructions of a function that use a value, and as which operand.
pub(super) fn uses_in(function: Value, value: Value) -> Vec<(Value, u32)> {
    let all = function.blocks().into_iter().flat_map(|b| b.instructions());
    let uses = |user: Value| {
        let operands = user.operands().into_iter().zip(0..);
        operands.filter_map(move |(operand, index)| (operand == value).then_some((user, index)))
    };
    all.flat_map(uses).collect()
}
