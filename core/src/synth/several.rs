//! Functions of several results on machines whose compilers know them as functions of a library only.
//!
//! The preparation says `sincos` and its kin with LLVM's intrinsics, which return structures. Where no compiler makes code of these, the library's
//! functions come back when everything has been differentiated.
//!
//! Owns: that exchange. Must not: know what the functions compute.

use super::rule::float_type;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Type, TypeKind, Value};
use enzyme_rules::{CalleeKind, FloatKind, OutRule, Place, Registry, device_function};
use std::sync::Arc;

/// The intrinsics, by how their names begin, and the families.
const KNOWN: &[(&str, &str)] = &[
    ("llvm.sincos.", "sincos"),
    ("llvm.sincospi.", "sincospi"),
    ("llvm.modf.", "modf"),
    ("llvm.frexp.", "frexp"),
];

/// Puts calls of the library into the places of such intrinsics.
pub(crate) fn as_library(module: Module, registry: &Registry) {
    if registry.grid().is_none() {
        return;
    }
    for intrinsic in module.functions() {
        let name = intrinsic.name();
        let known = KNOWN.iter().find(|(start, _)| name.starts_with(start));
        let Some((_, family)) = known.filter(|_| intrinsic.is_declaration()) else {
            continue;
        };
        for call in intrinsic.users() {
            replace(module, registry, call, family);
        }
        if intrinsic.users().is_empty() {
            intrinsic.erase_function();
        }
    }
}

/// A call of the library's function of that kind; the intrinsic stays where there is none.
fn replace(module: Module, registry: &Registry, call: Value, family: &str) {
    let operand = call.call_args()[0];
    let kind = match operand.ty().kind() {
        TypeKind::LLVMDoubleTypeKind => FloatKind::Double,
        TypeKind::LLVMFloatTypeKind => FloatKind::Float,
        // Any other: there is no function of it.
        _ => return,
    };
    let style = registry.grid().map(|grid| grid.math);
    let symbol = style.and_then(|style| device_function(style, family, kind));
    let Some((symbol, rule)) = symbol.and_then(|s| Some((s.clone(), out_rule(registry, &s)?)))
    else {
        return;
    };
    let build = Builder::ahead_of(module.context(), call);
    build.set_location(Some(call));
    let number = float_type(module, kind);
    let fields = call.ty().fields();
    let mut args = vec![operand];
    let mut stored = Vec::new();
    for (result, ty) in rule.results.iter().zip(&fields) {
        if let Place::Through(_) = result.place {
            let slot = variable(module, call, *ty);
            stored.push((slot, *ty));
            args.push(slot);
        }
    }
    let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
    let returns = rule
        .results
        .iter()
        .any(|result| result.place == Place::Returned);
    let returned = if returns {
        number
    } else {
        module.context().void()
    };
    let callee = module.declare(&symbol, returned.function(&types, false));
    let args: Vec<Value> = args
        .into_iter()
        .zip(callee.function_type().params())
        .map(|(arg, ty)| match ty.kind() {
            TypeKind::LLVMPointerTypeKind => build.address_cast(arg, ty),
            _ => arg,
        })
        .collect();
    let made = build.call(callee.function_type(), callee, &args, "");
    let mut stored = stored.into_iter();
    let mut all = call.ty().undef();
    for (field, result) in (0..).zip(&rule.results) {
        let value = match result.place {
            Place::Returned => made,
            Place::Through(_) | Place::Field(_) => {
                let (slot, ty) = stored.next().expect("each has a variable");
                build.load(ty, slot, "")
            }
        };
        all = build.insert_value(all, value, field);
    }
    call.replace_all_uses_with(all);
    call.erase_instruction();
}

fn out_rule(registry: &Registry, symbol: &str) -> Option<Arc<OutRule>> {
    match &registry.lookup(symbol)?.what {
        CalleeKind::OutResults(rule) => Some(rule.clone()),
        // Any other: it has one result.
        _ => None,
    }
}

/// A variable where the function begins.
fn variable(module: Module, call: Value, ty: Type) -> Value {
    let function = call.block().expect("a call stands in a block").function();
    let entry = function.blocks()[0];
    let first = entry.first_non_phi().expect("a block ends somewhere");
    Builder::ahead_of(module.context(), first).alloca(ty, "result")
}
