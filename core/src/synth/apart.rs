//! Shadows of memory that a block shares, in memory of the device.
//!
//! Where the shadows do not fit beside it, a launch of a derivative brings memory of the device for them, a part for each block, and tells the kernel where it is. Until a wave of
//! derivatives is there, variables stand for these shadows like any other twins. What was differentiated takes generic pointers to such memory, so that a
//! pointer to memory of the device does as well.
//!
//! Owns: whether a twin may lie there, and putting it there. Must not: decide which ones do, or how a launch tells where.

use super::sized::{exchange, functions_with, uses_in};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::host::erase_unused;
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value};
use enzyme_llvm_shim::transform::{drop_idle_casts, expand_constant_expressions};

/// The library's function that tells where a block has such a shadow: `GridRule::launches`. Its arguments: where among those of the block, and its bytes.
pub(crate) const SHADOW: &str = "enzyme_rs_grid_shadow";

/// Where a shadow lies in the memory that a block has for them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) offset: u64,
    /// 0: as many as the launch says.
    pub(crate) bytes: u64,
}

/// Whether all that is done with a twin is done by generic pointers.
pub(crate) fn may_lie_apart(twin: Value) -> bool {
    functions_with(twin).into_iter().all(|function| {
        expand_constant_expressions(function);
        let mut users = uses_in(function, twin).into_iter();
        users.all(|(user, _)| is_made_generic(user))
    })
}

fn is_made_generic(user: Value) -> bool {
    let is_generic = |user: Value| {
        user.ty().kind() == TypeKind::LLVMPointerTypeKind && user.ty().address_space() == 0
    };
    user.opcode() == Opcode::LLVMAddrSpaceCast && is_generic(user)
}

/// Puts the shadow in the place of the variable that stands for it.
pub(crate) fn place(module: Module, twin: Value, place: Place) {
    let functions = functions_with(twin);
    exchange(module, twin, |build| shadow(module, build, place));
    // What was made generic is.
    functions.into_iter().for_each(drop_idle_casts);
    erase_unused(twin);
}

fn shadow(module: Module, build: &Builder, place: Place) -> Value {
    let int = module.context().int(64);
    let ty = module.context().pointer().function(&[int, int], false);
    let callee = module.declare(SHADOW, ty);
    let args = [place.offset, place.bytes].map(|number| int.constant_int(number));
    build.call(ty, callee, &args, "shadow")
}
