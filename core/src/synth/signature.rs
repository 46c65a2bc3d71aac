//! Types of generated functions, as `request.rs` describes them.
//!
//! Must not: look into bodies.

use crate::plan::promises::{BY_VALUE, Holder, PROMISES};
use crate::request::{Activity, Mode, Request, TapeOwner, of_each};
use enzyme_llvm_shim::ir::{Context, Type, TypeKind, Value};
use enzyme_llvm_shim::transform;

/// Whether a type holds a floating number (so that a returned value of it has a seed).
pub(crate) fn holds_float(ty: Type) -> bool {
    match ty.kind() {
        TypeKind::LLVMVoidTypeKind
        | TypeKind::LLVMIntegerTypeKind
        | TypeKind::LLVMPointerTypeKind => false,
        TypeKind::LLVMVectorTypeKind | TypeKind::LLVMArrayTypeKind => holds_float(ty.element()),
        TypeKind::LLVMStructTypeKind => ty.fields().into_iter().any(holds_float),
        _ => true,
    }
}

/// Function type of a generated function.
pub(crate) fn function_type(context: Context, request: &Request) -> Type {
    type_for(context, request.function.function_type(), request)
}

/// The same for a function of a given type, whichever the request names.
pub(crate) fn type_for(context: Context, source: Type, request: &Request) -> Type {
    let mut params = Vec::new();
    for (position, param) in source.params().into_iter().enumerate() {
        params.push(param);
        if request.has_shadow(position) {
            params.extend((0..request.width).map(|_| param));
        }
    }
    if is_seeded(source, request) {
        params.push(of_each(source.returned(), request.width));
    }
    if request.mode == Mode::Reverse {
        params.push(context.pointer());
    }
    if has_room(request) {
        params.extend([context.pointer(), context.int(64)]);
    }
    if has_sweep(request) {
        params.push(context.int(64));
    }
    returned(context, source, request).function(&params, false)
}

/// Whether the reverse pass is given a seed.
pub(crate) fn has_seed(request: &Request) -> bool {
    is_seeded(request.function.function_type(), request)
}

/// The same for a function of a given type.
pub(crate) fn is_seeded(source: Type, request: &Request) -> bool {
    matches!(request.mode, Mode::Gradient | Mode::Reverse)
        && request.returned.active
        && holds_float(source.returned())
}

/// Whether the augmented primal is given memory for its tape.
pub(crate) fn has_room(request: &Request) -> bool {
    request.mode == Mode::Augmented && request.tape != TapeOwner::Thread
}

/// Whether the augmented primal is given the number of the forward sweep that calls it.
pub(crate) fn has_sweep(request: &Request) -> bool {
    request.mode == Mode::Augmented && request.sweep
}

/// Types of the results, in order.
pub(crate) fn results(context: Context, request: &Request) -> Vec<Type> {
    results_for(context, request.function.function_type(), request)
}

fn results_for(context: Context, source: Type, request: &Request) -> Vec<Type> {
    let returned = source.returned();
    let is_void = returned.kind() == TypeKind::LLVMVoidTypeKind;
    let mut types = Vec::new();
    if request.mode == Mode::Augmented {
        types.push(context.pointer());
    }
    if request.returned.primal && request.mode != Mode::Reverse && !is_void {
        types.push(returned);
    }
    let shadow = match request.mode {
        Mode::Forward => request.returned.active,
        Mode::Augmented => request.returned.active && !holds_float(returned),
        Mode::Gradient | Mode::Reverse => false,
    };
    if shadow && !is_void {
        types.push(of_each(returned, request.width));
    }
    if matches!(request.mode, Mode::Gradient | Mode::Reverse) {
        let params = source.params().into_iter().zip(&request.params);
        types.extend(
            params
                .filter(|(_, a)| **a == Activity::Out)
                .map(|(ty, _)| of_each(ty, request.width)),
        );
    }
    types
}

fn returned(context: Context, source: Type, request: &Request) -> Type {
    let types = results_for(context, source, request);
    match (request.mode, types.as_slice()) {
        (_, []) => context.void(),
        (Mode::Forward, [only]) => *only,
        _ => context.structure(&types),
    }
}

/// Declares the generated function of a request.
pub(crate) fn declare(
    module: enzyme_llvm_shim::ir::Module,
    request: &Request,
    name: &str,
) -> Value {
    let function = module.add_function(name, function_type(module.context(), request));
    function.set_internal();
    transform::copy_environment(function, request.function);
    keep_promises(function, request);
    function
}

/// Parameters promise what the plan says (`plan::promises`).
fn keep_promises(function: Value, request: &Request) {
    let source = request.function;
    let mut place = 0;
    for position in 0..request.params.len() {
        let (from, primal) = (position as u32, place);
        let shadows = match request.has_shadow(position) {
            true => request.width,
            false => 0,
        };
        place += 1 + shadows;
        if BY_VALUE
            .iter()
            .any(|name| source.param_has_attribute(from, name))
        {
            continue;
        }
        for promise in PROMISES {
            function.copy_param_attribute(primal, source, from, promise.attribute);
            for shadow in (0..shadows).filter(|_| promise.holder == Holder::Both) {
                let at = primal + 1 + shadow;
                function.copy_param_attribute(at, source, from, promise.attribute);
            }
        }
    }
}
