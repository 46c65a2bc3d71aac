//! Arrays that a procedure of Fortran takes by descriptors, where a hook passes addresses of numbers: the program would crash.
//!
//! Dummies of assumed shape, allocatable and pointer ones are passed so. That a parameter is one of these is told by the type with which the code computes
//! addresses in it, or by the name that flang's TBAA has for members of descriptors.
//!
//! Owns: this refusal. Must not: look behind calls of functions whose body is not there.
//! Tests: `apps/cli/tests/fortran.rs`.

use super::activity::parameter_name;
use super::parse::Passed;
use super::resolve;
use super::shadows;
use super::site::Site;
use crate::diag::{Diagnostic, codes};
use crate::request::Request;
use enzyme_llvm_shim::ir::{Opcode, Type, TypeKind, Value, ValueKind};

/// The name of flang's TBAA type for what a descriptor holds.
const MEMBER: &str = "descriptor member";

/// Refuses a parameter that is read as a descriptor where the call does not pass one.
pub(super) fn check(site: &Site, request: &Request, args: &[Passed]) -> Result<(), Diagnostic> {
    if !site.function.is_fortran() {
        return Ok(());
    }
    let params = site.function.params();
    let mut pairs = shadows::pairs(site, request, args).into_iter();
    let crashes = |pair: &shadows::Pair| {
        is_descriptor(params[pair.param]) && !leads_to_descriptor(pair.primal.leads_to)
    };
    let Some(pair) = pairs.find(crashes) else {
        return Ok(());
    };
    let what = shadows::position(site, pair.primal);
    let name = parameter_name(site, pair.param);
    let message =
        format!("argument {what} of the hook call is an address, but {name} takes a descriptor");
    Err(site
        .refuse(codes::HOOK_ARGUMENTS, message)
        .note("dummies of assumed shape (`x(:)`), allocatable and pointer ones are passed by descriptors: the program would crash")
        .help("give the dummy an explicit shape in the procedure that is differentiated: `x(n)`, with `n` as an argument behind `enzyme_const`")
        .help("or differentiate another procedure, with dummies of explicit shape, that calls this one (docs/fortran.md)"))
}

/// Whether a function reads what one of its parameters leads to as a descriptor.
fn is_descriptor(param: Value) -> bool {
    let mut addresses = vec![param];
    let mut done = 0;
    while let Some(address) = addresses.get(done).copied() {
        done += 1;
        for user in address.users() {
            match user.opcode() {
                Opcode::LLVMGetElementPtr if is_layout(user.indexed_type()) => return true,
                Opcode::LLVMGetElementPtr => addresses.push(user),
                Opcode::LLVMLoad if is_layout(user.ty()) || user.tbaa_scalar() == MEMBER => {
                    return true;
                }
                Opcode::LLVMCall if copies_to_descriptor(user, address) => return true,
                // Any other: it says nothing.
                _ => {}
            }
        }
    }
    false
}

/// Whether a call copies what an address leads to into a variable that is a descriptor.
fn copies_to_descriptor(call: Value, address: Value) -> bool {
    let callee = call.callee().map(Value::name).unwrap_or_default();
    let (true, [to, from, ..]) = (callee.starts_with("llvm.memcpy."), &call.call_args()[..]) else {
        return false;
    };
    *from == address
        && resolve::is_instruction(*to, Opcode::LLVMAlloca)
        && is_layout(to.allocated_type())
}

/// Whether a pointer leads to a descriptor, or to a structure that may have some, as far as that can be seen.
fn leads_to_descriptor(memory: Value) -> bool {
    match memory.kind() {
        ValueKind::LLVMArgumentValueKind => is_descriptor(memory),
        ValueKind::LLVMGlobalVariableValueKind => is_structure(memory.global_value_type()),
        ValueKind::LLVMInstructionValueKind => match memory.opcode() {
            Opcode::LLVMAlloca => is_structure(memory.allocated_type()),
            // A member.
            opcode => opcode == Opcode::LLVMGetElementPtr && is_structure(memory.indexed_type()),
        },
        // Any other: it is no variable.
        _ => false,
    }
}

fn is_structure(ty: Type) -> bool {
    ty.kind() == TypeKind::LLVMStructTypeKind
}

/// Whether a type is that of descriptors: an address, the bytes of an element, a version, and four bytes, ahead of the dimensions.
fn is_layout(ty: Type) -> bool {
    let fields = match is_structure(ty) {
        true => ty.fields(),
        false => return false,
    };
    let bits = |field: &Type| match field.kind() {
        TypeKind::LLVMPointerTypeKind => 0,
        TypeKind::LLVMIntegerTypeKind => field.int_bits(),
        // Any other: no member of a descriptor's head.
        _ => u32::MAX,
    };
    let head: Vec<u32> = fields.iter().take(7).map(bits).collect();
    head == [0, 64, 32, 8, 8, 8, 8]
}
