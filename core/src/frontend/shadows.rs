//! Shadows that cannot be right, as far as the hook call itself shows it.
//!
//! Only what is sure is refused: two pointers may lead to the same array with the same shadow, optimisers make one of two constants that
//! are equal, and in forward mode the direction may be the point itself, or the same for two arrays.
//!
//! Owns: these refusals and warnings. Must not: follow values that depend on the path taken, or look into the function.
//! Tests: `frontend/tests/shadowing.rs`.

use super::activity::parameter_name;
use super::layout;
use super::parse::{self, Passed};
use super::resolve;
use super::site::Site;
use crate::diag::{Diagnostic, codes};
use crate::request::{Mode, Request};
use enzyme_llvm_shim::ir::{Opcode, Type, TypeKind, Value, ValueKind};

/// Memory of so many bytes holds no number, such as an object of a class without members.
const NO_NUMBER: u64 = 1;

/// An argument that is a pointer, and what it leads to.
#[derive(Clone, Copy)]
pub(super) struct Pointer {
    argument: u32,
    pub(super) leads_to: Value,
}

/// A parameter with its memory and its shadows.
pub(super) struct Pair {
    pub(super) param: usize,
    pub(super) primal: Pointer,
    pub(super) shadows: Vec<Pointer>,
}

/// Refuses shadows that cannot be those of their memory, and warns of those that are small. Where memory that is its own
/// shadow is inactive, all may be meant.
pub(super) fn check(
    site: &Site,
    request: &Request,
    args: &[Passed],
) -> Result<Vec<Diagnostic>, Diagnostic> {
    let mut warnings = Vec::new();
    // An augmented primal adds to no shadow: the reverse half may be given another one.
    if request.runtime_activity || request.mode == Mode::Augmented {
        return Ok(warnings);
    }
    let pairs = pairs(site, request, args);
    for (index, pair) in pairs.iter().enumerate() {
        for shadow in &pair.shadows {
            check_null(site, pair, *shadow)?;
            check_kind(site, pair, *shadow)?;
            warnings.extend(too_small(site, pair, *shadow));
            if request.mode.is_reverse() {
                check_own(site, pair, *shadow)?;
                check_shared(site, &pairs[..index], pair, *shadow)?;
            }
        }
    }
    Ok(warnings)
}

/// The parameters that are pointers, each with its shadows.
pub(super) fn pairs(site: &Site, request: &Request, args: &[Passed]) -> Vec<Pair> {
    let given = site.call.call_args();
    let pointer = |passed: &Passed| match passed {
        Passed::Argument { index, to, .. } if layout::is_pointer(*to) => Some(Pointer {
            argument: *index,
            leads_to: memory_of(*given.get(*index as usize)?),
        }),
        // Any other: no address that the call names.
        _ => None,
    };
    let pair = |(param, passed): (u32, &[Passed])| {
        let (primal, shadows) = passed.split_first()?;
        Some(Pair {
            param: param as usize,
            primal: pointer(primal)?,
            shadows: shadows.iter().filter_map(pointer).collect(),
        })
    };
    let all = parse::by_parameter(request, args).into_iter();
    all.filter_map(pair).collect()
}

/// What a pointer leads to: what it is a copy of, or the beginning of.
fn memory_of(pointer: Value) -> Value {
    let mut value = pointer;
    for _ in 0..resolve::DEPTH {
        match resolve::step(value).or_else(|| beginning(value)) {
            Some(next) => value = next,
            None => break,
        }
    }
    value
}

/// The base of an address that is moved by nothing.
fn beginning(value: Value) -> Option<Value> {
    let operands = match resolve::is_instruction(value, Opcode::LLVMGetElementPtr) {
        true => value.operands(),
        false => return None,
    };
    let (base, indices) = operands.split_first()?;
    let nothing = indices.iter().all(|index| index.as_u64() == Some(0));
    nothing.then_some(*base)
}

/// Something has no shadow that is nothing.
fn check_null(site: &Site, pair: &Pair, shadow: Pointer) -> Result<(), Diagnostic> {
    if !shadow.leads_to.is_null() || pair.primal.leads_to.is_null() {
        return Ok(());
    }
    Err(refuse(site, pair.param, shadow, "it is null")
        .help("pass memory for the shadow, as large as what it belongs to")
        .help("mark the argument `enzyme_const`, without a shadow, if it needs no derivative"))
}

/// Numbers of one precision as shadows of those of another: adjoints would be written as what they are not.
fn check_kind(site: &Site, pair: &Pair, shadow: Pointer) -> Result<(), Diagnostic> {
    let own = number(pair.primal.leads_to).or_else(|| accessed(site.function.params()[pair.param]));
    let (Some(own), Some(other)) = (own, number(shadow.leads_to)) else {
        return Ok(());
    };
    if own == other {
        return Ok(());
    }
    let (own, other) = (layout::describe(own), layout::describe(other));
    let what =
        format!("it is made of numbers of the type {other}, and what it belongs to of {own}");
    Err(refuse(site, pair.param, shadow, &what).help(format!(
        "declare the shadow with the type of what it belongs to: {own}"
    )))
}

/// The type of the numbers of which a variable is made that is defined here.
fn number(memory: Value) -> Option<Type> {
    element(memory).filter(|ty| layout::is_float(*ty))
}

/// The type of a variable that is defined here, or of the elements of an array.
pub(super) fn element(memory: Value) -> Option<Type> {
    let is_global = memory.kind() == ValueKind::LLVMGlobalVariableValueKind;
    let mut ty = match is_global {
        true => memory.global_value_type(),
        false if resolve::is_instruction(memory, Opcode::LLVMAlloca) => memory.allocated_type(),
        false => return None,
    };
    while ty.kind() == TypeKind::LLVMArrayTypeKind {
        ty = ty.element();
    }
    Some(ty)
}

/// The type of the numbers that a function reads where a parameter leads, if that is one.
fn accessed(param: Value) -> Option<Type> {
    let mut addresses = vec![param];
    let mut found = Vec::new();
    let mut done = 0;
    while let Some(address) = addresses.get(done).copied() {
        done += 1;
        for user in address.users() {
            match user.opcode() {
                Opcode::LLVMGetElementPtr => addresses.push(user),
                Opcode::LLVMLoad => found.push(user.ty()),
                // Any other: it says nothing, or not for sure.
                _ => {}
            }
        }
    }
    let first = *found.first()?;
    let is_only = found.iter().all(|ty| *ty == first);
    (is_only && layout::is_float(first)).then_some(first)
}

/// A variable as shadow of a larger one: right only if the function looks at the first part.
fn too_small(site: &Site, pair: &Pair, shadow: Pointer) -> Option<Diagnostic> {
    let needed = bytes(site, pair.primal.leads_to)?;
    let room = bytes(site, shadow.leads_to).filter(|room| *room < needed)?;
    let named = named(site, pair.param, shadow);
    let message = format!("{named}, has {room} bytes, and what it belongs to {needed}");
    let warning = site.refuse(codes::WRONG_SHADOW, message).as_warning();
    Some(
        warning
            .note("what the function does with the rest would go astray in the shadow")
            .help("make the shadow as large as what it belongs to"),
    )
}

/// Adjoints must not be added to the numbers themselves.
fn check_own(site: &Site, pair: &Pair, shadow: Pointer) -> Result<(), Diagnostic> {
    let memory = pair.primal.leads_to;
    if shadow.leads_to != memory || memory.is_null() || holds_none(site, memory) {
        return Ok(());
    }
    let what = "it is the argument's own memory";
    Err(refuse(site, pair.param, shadow, what)
        .note("adjoints would be added to the numbers themselves")
        .help("pass other memory of the same size, zero where it takes adjoints")
        .help("mark the argument `enzyme_const`, without a shadow, if it needs no derivative")
        .help("add `enzyme_runtime_activity` if memory that is its own shadow is to count as inactive"))
}

/// Adjoints of two arrays must not be added to the same memory.
fn check_shared(
    site: &Site,
    before: &[Pair],
    pair: &Pair,
    shadow: Pointer,
) -> Result<(), Diagnostic> {
    let memory = pair.primal.leads_to;
    let shares = |other: &&Pair| {
        let same = |another: &Pointer| another.leads_to == shadow.leads_to;
        are_apart(site, other.primal.leads_to, memory) && other.shadows.iter().any(same)
    };
    if shadow.leads_to.is_null() || holds_none(site, shadow.leads_to) {
        return Ok(());
    }
    let Some(other) = before.iter().find(shares) else {
        return Ok(());
    };
    let what = format!(
        "it is that of {} as well",
        parameter_name(site, other.param)
    );
    Err(refuse(site, pair.param, shadow, &what)
        .note("the adjoints of two arrays would be added up in one")
        .help("pass each array a shadow of its own"))
}

/// Whether two values are two variables, with numbers in each.
fn are_apart(site: &Site, one: Value, other: Value) -> bool {
    let is_variable = |value: Value| bytes(site, value).is_some() && !holds_none(site, value);
    one != other && is_variable(one) && is_variable(other)
}

/// Whether no adjoint can be added there: it is too small for a number, or a constant, of which there is one for all that are equal.
pub(super) fn holds_none(site: &Site, memory: Value) -> bool {
    let is_global = memory.kind() == ValueKind::LLVMGlobalVariableValueKind;
    let constant = is_global && memory.is_global_constant();
    constant || bytes(site, memory).is_some_and(|bytes| bytes <= NO_NUMBER)
}

/// How large a variable is that is defined here.
fn bytes(site: &Site, memory: Value) -> Option<u64> {
    if resolve::is_instruction(memory, Opcode::LLVMAlloca) {
        let count = memory.operand(0)?.as_u64()?;
        return Some(count * site.module.alloc_size(memory.allocated_type()));
    }
    let is_global = memory.kind() == ValueKind::LLVMGlobalVariableValueKind;
    let defined = is_global && !memory.is_declaration() && !memory.is_interposable();
    defined.then(|| site.module.alloc_size(memory.global_value_type()))
}

/// Number of the argument that a pointer is, as the user counts.
pub(super) fn position(site: &Site, shadow: Pointer) -> u32 {
    shadow.argument + 1 - site.first
}

/// The subject of a sentence, up to a comma.
pub(super) fn named(site: &Site, param: usize, shadow: Pointer) -> String {
    let (number, name) = (position(site, shadow), parameter_name(site, param));
    format!("argument {number} of the hook call, the shadow of {name}")
}

fn refuse(site: &Site, param: usize, shadow: Pointer, what: &str) -> Diagnostic {
    let (number, name) = (position(site, shadow), parameter_name(site, param));
    let message =
        format!("argument {number} of the hook call cannot be the shadow of {name}: {what}");
    site.refuse(codes::WRONG_SHADOW, message)
}
