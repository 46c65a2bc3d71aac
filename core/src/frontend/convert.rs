//! From the type of a hook's argument to the type of the parameter it is for.
//!
//! Owns: which conversions are harmless (promotions of variadic C calls, coercions of the calling
//! convention). Must not: emit (see `emit`), or know which parameter it is.
//! Tests: `frontend/tests.rs`.

use super::layout;
use enzyme_llvm_shim::ir::{Module, Type};

/// How an argument becomes a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conversion {
    /// It is one already.
    Same,
    /// Between floating types.
    Float,
    /// Between integer types.
    Integer {
        /// Whether a wider one is filled with the sign.
        signed: bool,
    },
    /// Between pointers.
    Pointer,
    /// The same bytes, seen as another type.
    Memory,
}

/// The conversion between two types, if there is a harmless one.
pub(super) fn between(module: Module, from: Type, to: Type, signed: bool) -> Option<Conversion> {
    let both = |is: fn(Type) -> bool| is(from) && is(to);
    if from == to {
        Some(Conversion::Same)
    } else if both(layout::is_float) {
        Some(Conversion::Float)
    } else if both(layout::is_integer) {
        Some(Conversion::Integer { signed })
    } else if both(layout::is_pointer) {
        Some(Conversion::Pointer)
    } else {
        same_bytes(module, from, to).then_some(Conversion::Memory)
    }
}

/// Conventions pass a structure as what fits its size: `<2 x float>`, `{double, double}`, `i64`.
/// Two different scalars are no such thing but a mistake, and so is a pointer in disguise.
fn same_bytes(module: Module, from: Type, to: Type) -> bool {
    let composite = layout::is_composite(from) || layout::is_composite(to);
    let (left, right) = (layout::leaves(module, from), layout::leaves(module, to));
    if !composite || left.is_empty() || right.is_empty() {
        return false;
    }
    let pointers = |leaves: &[layout::Leaf]| -> Vec<u64> {
        leaves
            .iter()
            .filter(|leaf| layout::is_pointer(leaf.ty))
            .map(|leaf| leaf.offset)
            .collect()
    };
    let scalars = left.iter().chain(&right).all(|leaf| is_plain(leaf.ty));
    scalars
        && module.store_size(from) == module.store_size(to)
        && pointers(&left) == pointers(&right)
}

fn is_plain(ty: Type) -> bool {
    layout::is_float(ty) || layout::is_integer(ty) || layout::is_pointer(ty)
}
