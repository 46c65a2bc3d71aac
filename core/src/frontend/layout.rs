//! Types taken apart into scalars.
//!
//! Owns: where the scalars of a type lie, what kind they are, and what users call them. Must not:
//! know about hooks.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Context, Module, Type, TypeKind, Value};

/// One scalar of a type.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// Type of the scalar.
    pub(super) ty: Type,
    /// Where it lies, in bytes.
    pub(super) offset: u64,
    /// How to get there: field, element or lane at each level.
    pub(super) path: Vec<u32>,
}

/// All scalars of a type, in order.
pub(super) fn leaves(module: Module, ty: Type) -> Vec<Leaf> {
    let mut all = Vec::new();
    collect(
        module,
        &Leaf {
            ty,
            offset: 0,
            path: Vec::new(),
        },
        &mut all,
    );
    all
}

fn collect(module: Module, whole: &Leaf, all: &mut Vec<Leaf>) {
    let ty = whole.ty;
    let mut part = |index: u64, ty: Type, offset: u64| {
        let mut path = whole.path.clone();
        path.push(index as u32);
        collect(
            module,
            &Leaf {
                ty,
                offset: whole.offset + offset,
                path,
            },
            all,
        );
    };
    match ty.kind() {
        TypeKind::LLVMVoidTypeKind => {}
        TypeKind::LLVMStructTypeKind => {
            for (index, field) in ty.fields().into_iter().enumerate() {
                part(index as u64, field, module.field_offset(ty, index as u32));
            }
        }
        TypeKind::LLVMArrayTypeKind | TypeKind::LLVMVectorTypeKind => {
            let element = ty.element();
            let array = ty.kind() == TypeKind::LLVMArrayTypeKind;
            // Lanes of a vector are packed: without the padding that array elements have.
            let stride = if array {
                module.alloc_size(element)
            } else {
                module.store_size(element)
            };
            (0..ty.length()).for_each(|index| part(index, element, index * stride));
        }
        _ => all.push(whole.clone()),
    }
}

/// Whether it is a floating scalar.
pub(super) fn is_float(ty: Type) -> bool {
    matches!(
        ty.kind(),
        TypeKind::LLVMHalfTypeKind
            | TypeKind::LLVMBFloatTypeKind
            | TypeKind::LLVMFloatTypeKind
            | TypeKind::LLVMDoubleTypeKind
            | TypeKind::LLVMX86_FP80TypeKind
            | TypeKind::LLVMFP128TypeKind
            | TypeKind::LLVMPPC_FP128TypeKind
    )
}

/// Whether it is a pointer.
pub(super) fn is_pointer(ty: Type) -> bool {
    ty.kind() == TypeKind::LLVMPointerTypeKind
}

/// Whether it is an integer.
pub(super) fn is_integer(ty: Type) -> bool {
    ty.kind() == TypeKind::LLVMIntegerTypeKind
}

/// Whether a value is kept in a member of this type: of its own, or, where it is C's `bool`, of a byte.
pub(super) fn is_kept_as(value: Type, member: Type) -> bool {
    let bits = |ty: Type| is_integer(ty).then(|| ty.int_bits());
    value == member || bits(value) == Some(1) && bits(member) == Some(8)
}

/// Whether it is made of others.
pub(super) fn is_composite(ty: Type) -> bool {
    matches!(
        ty.kind(),
        TypeKind::LLVMStructTypeKind | TypeKind::LLVMArrayTypeKind | TypeKind::LLVMVectorTypeKind
    )
}

/// A type as a user would call it.
pub(super) fn describe(ty: Type) -> String {
    match ty.kind() {
        TypeKind::LLVMPointerTypeKind => "pointer".to_owned(),
        TypeKind::LLVMIntegerTypeKind => format!("{}-bit integer", ty.int_bits()),
        _ => named(&ty.print()),
    }
}

/// `%struct.P = type { … }` without the trimmings of IR.
fn named(text: &str) -> String {
    let Some((name, body)) = text.split_once(" = type ") else {
        return text.to_owned();
    };
    let name = name.trim_matches(['%', '"']);
    let name = name
        .strip_prefix("struct.")
        .or(name.strip_prefix("class."))
        .unwrap_or(name);
    format!("{name} {body}")
}

/// The types of several values as the fields of a structure; void if there are none.
pub(super) fn gather(context: Context, types: &[Type]) -> Type {
    if types.is_empty() {
        context.void()
    } else {
        context.structure(types)
    }
}

/// The scalar at a path of a value.
pub(super) fn extract(builder: &Builder, context: Context, whole: Value, path: &[u32]) -> Value {
    path.iter().fold(whole, |value, index| {
        if value.ty().kind() == TypeKind::LLVMVectorTypeKind {
            builder.extract_element(value, context.i64(i64::from(*index)))
        } else {
            builder.extract_value(value, *index)
        }
    })
}

/// A value with the scalar at a path replaced.
pub(super) fn insert(
    builder: &Builder,
    context: Context,
    whole: Value,
    path: &[u32],
    scalar: Value,
) -> Value {
    let Some((first, rest)) = path.split_first() else {
        return scalar;
    };
    let part = extract(builder, context, whole, &[*first]);
    let part = insert(builder, context, part, rest, scalar);
    if whole.ty().kind() == TypeKind::LLVMVectorTypeKind {
        builder.insert_element(whole, part, context.i64(i64::from(*first)))
    } else {
        builder.insert_value(whole, part, *first)
    }
}
