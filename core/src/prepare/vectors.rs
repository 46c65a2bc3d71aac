//! Vectors as their lanes.
//!
//! Owns: what the passes that take vectors apart ask of types, lanes and shuffles. Must not: change anything.

use enzyme_llvm_shim::ir::{Module, Type, TypeKind, Value};

/// Whether a type is a vector of known length.
pub(super) fn is_vector(ty: Type) -> bool {
    ty.kind() == TypeKind::LLVMVectorTypeKind
}

/// Whether a type is a vector of pointers.
pub(super) fn is_pointers(ty: Type) -> bool {
    is_vector(ty) && ty.element().kind() == TypeKind::LLVMPointerTypeKind
}

/// How many lanes a type has.
pub(super) fn length(ty: Type) -> u32 {
    u32::try_from(ty.length()).expect("vectors have few lanes")
}

/// A lane's number, as instructions want it.
pub(super) fn index(module: Module, lane: u32) -> Value {
    module.context().int(32).constant_int(u64::from(lane))
}

/// The vector and the lane of it that a lane of a shuffle is; `None` if it may be anything.
pub(super) fn shuffled(shuffle: Value, lane: u32) -> Option<(Value, u32)> {
    let from = shuffle.operands();
    let width = length(from[0].ty());
    let at = u32::try_from(shuffle.shuffle_mask()[lane as usize]).ok()?;
    Some((from[(at / width) as usize], at % width))
}
