//! Variables of a device that a module of a host knows.
//!
//! A program says when it starts which variables its device code has, and gives each a variable of the host that stands for it. Others it names where it copies to them:
//! another file defines these.
//!
//! Owns: which these are, and what lies in them by their types. Must not: know what kernels do with them, or a vendor.

use super::launches::variable_entries;
use super::resolve;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value};
use enzyme_rules::{DeviceVariable, FloatKind, HostRule, Numbers, Registry};
use std::collections::BTreeMap;

/// Positions of the operands of a registration: the variable of the host.
const ADDRESS: usize = 1;

/// As many numbers of a structure as are followed one by one.
const MOST: usize = 512;

/// The variables of all vendors, but for those that the program calls inactive.
pub(crate) fn of(module: Module, registry: &Registry) -> BTreeMap<String, DeviceVariable> {
    let mut all = BTreeMap::new();
    for rule in registry.hosts() {
        let known = registered(module, rule).into_iter();
        for (global, read_only) in known.chain(copied(module, rule)) {
            let name = global.name();
            if !registry.is_inactive_global(&name) {
                all.entry(name)
                    .or_insert_with(|| variable(module, global, read_only));
            }
        }
    }
    all
}

fn calls_of(module: Module, name: &str) -> Vec<Value> {
    let users = module.function(name).into_iter().flat_map(Value::users);
    let is_call = |user: &Value| {
        [Opcode::LLVMCall, Opcode::LLVMInvoke]
            .into_iter()
            .any(|opcode| resolve::is_instruction(*user, opcode))
    };
    users.filter(is_call).collect()
}

/// Variables that the module registers, and whether kernels only read them.
fn registered(module: Module, rule: &HostRule) -> Vec<(Value, bool)> {
    let calls = calls_of(module, rule.variables.registers).into_iter();
    let by_call = calls.filter_map(|call| {
        let args = call.call_args();
        let global = resolve::global_of(*args.get(ADDRESS)?)?;
        let read_only = args.get(rule.variables.read_only as usize)?.as_u64();
        Some((global, read_only.is_some_and(|says| says != 0)))
    });
    let by_entry = variable_entries(module, rule).into_iter();
    let by_entry = by_entry.filter_map(|(address, flags)| {
        let read_only = flags & rule.variables.read_only_flag != 0;
        Some((resolve::global_of(address)?, read_only))
    });
    by_call.chain(by_entry).collect()
}

/// Variables that code of the module copies to or from.
fn copied(module: Module, rule: &HostRule) -> Vec<(Value, bool)> {
    let mut all = Vec::new();
    for function in module.functions() {
        let name = function.name();
        let mut copies = rule.variables.copies.iter();
        let Some((_, at)) = copies.find(|(begin, _)| name.starts_with(begin)) else {
            continue;
        };
        let args = calls_of(module, &name).into_iter().map(Value::call_args);
        let places = args.filter_map(|args| resolve::global_of(*args.get(*at as usize)?));
        all.extend(places.map(|global| (global, false)));
    }
    all
}

fn variable(module: Module, global: Value, read_only: bool) -> DeviceVariable {
    let ty = global.global_value_type();
    let bytes = if ty.is_sized() {
        module.alloc_size(ty)
    } else {
        0
    };
    let numbers = match only(ty) {
        Some(kind) => Numbers::All(kind),
        None => {
            let mut all = Vec::new();
            numbers_of(module, ty, (0, &mut all));
            match all.len() {
                MOST.. => Numbers::Any,
                _ => Numbers::At(all),
            }
        }
    };
    DeviceVariable {
        bytes,
        numbers,
        read_only,
    }
}

fn kind(ty: Type) -> Option<FloatKind> {
    match ty.kind() {
        TypeKind::LLVMFloatTypeKind => Some(FloatKind::Float),
        TypeKind::LLVMDoubleTypeKind => Some(FloatKind::Double),
        // Any other: it has no derivative on a device.
        _ => None,
    }
}

/// The kind of all scalars of a type, if these are numbers of one kind.
fn only(ty: Type) -> Option<FloatKind> {
    match ty.kind() {
        TypeKind::LLVMStructTypeKind => {
            let mut kinds = ty.fields().into_iter().map(only);
            let first = kinds.next()??;
            kinds.all(|kind| kind == Some(first)).then_some(first)
        }
        TypeKind::LLVMArrayTypeKind | TypeKind::LLVMVectorTypeKind => only(ty.element()),
        _ => kind(ty),
    }
}

/// Adds the numbers of a type, and where they lie.
fn numbers_of(module: Module, ty: Type, (begin, all): (u64, &mut Vec<(u64, FloatKind)>)) {
    if all.len() >= MOST {
        return;
    }
    match ty.kind() {
        TypeKind::LLVMStructTypeKind => {
            for (field, index) in ty.fields().into_iter().zip(0u32..) {
                let at = begin + module.field_offset(ty, index);
                numbers_of(module, field, (at, all));
            }
        }
        TypeKind::LLVMArrayTypeKind | TypeKind::LLVMVectorTypeKind => {
            let element = ty.element();
            let step = module.alloc_size(element);
            for n in 0..ty.length() {
                numbers_of(module, element, (begin + n * step, all));
                if all.len() >= MOST || all.is_empty() {
                    return;
                }
            }
        }
        _ => all.extend(kind(ty).map(|kind| (begin, kind))),
    }
}
