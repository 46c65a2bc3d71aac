//! Shadows of memory whose size a launch says (`extern __shared__`).
//!
//! All of it lies behind one address, by whichever name it is called, and no second variable of that sort can be had. A launch of a derivative asks for twice as much instead: the shadow
//! lies in the second half, at a distance that the kernel is told. Until a wave of derivatives is there, a variable stands for the shadow like any other twin.
//!
//! Owns: which variables these are, that they have one name, and where their shadows lie. Must not: know how a launch tells the distance.

use super::grid::is_of_block;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::host::erase_unused;
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

/// The shadow of such a global, and its bytes.
pub(super) fn shadow(module: Module, build: &Builder, global: Value) -> (Value, Value) {
    let ty = module.context().int(64).function(&[], false);
    let callee = module.declare(DISTANCE, ty);
    // Each of the two has as many bytes as they lie apart.
    let distance = build.call(ty, callee, &[], "distance");
    let shadow = build.element_ptr(module.context().int(8), global, distance, "shadow");
    (shadow, distance)
}

/// Puts the shadow of such a global in the place of the variable that stands for it.
pub(crate) fn place(module: Module, (global, twin): (Value, Value)) {
    for function in functions_with(twin) {
        place_in(module, function, (global, twin));
    }
    erase_unused(twin);
}

/// The functions that use a global, also within constants.
fn functions_with(global: Value) -> IndexSet<Value> {
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

fn place_in(module: Module, function: Value, (global, twin): (Value, Value)) {
    expand_constant_expressions(function);
    let first = function.blocks()[0].first_non_phi();
    let build = Builder::ahead_of(module.context(), first.expect("a block has an end"));
    let (shadow, _) = shadow(module, &build, global);
    let all = function.blocks().into_iter().flat_map(|b| b.instructions());
    for user in all.collect::<Vec<Value>>() {
        for (operand, index) in user.operands().into_iter().zip(0..) {
            if operand == twin {
                user.set_operand(index, shadow);
            }
        }
    }
}
