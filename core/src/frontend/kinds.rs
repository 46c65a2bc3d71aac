//! Numbers that a procedure of Fortran takes as another kind than a hook passes them: nothing else compares the two, and the bits would be misread.
//!
//! Owns: this refusal, for variables and constants that the call names, and scalars that the procedure itself reads. Must not: judge
//! arrays, which Fortran passes as memory of any kind.
//! Tests: `apps/cli/tests/fortran.rs`.

use super::activity::parameter_name;
use super::parse::Passed;
use super::shadows::{self, Pair};
use super::site::Site;
use crate::diag::{Diagnostic, codes};
use crate::request::Request;
use enzyme_llvm_shim::ir::{Opcode, Type, TypeKind, Value};

/// Refuses the first argument of another kind.
pub(super) fn check(site: &Site, request: &Request, args: &[Passed]) -> Result<(), Diagnostic> {
    if !site.function.is_fortran() {
        return Ok(());
    }
    let pairs = shadows::pairs(site, request, args);
    let refusal = pairs.iter().find_map(|pair| misread(site, pair));
    refusal.map_or(Ok(()), Err)
}

fn misread(site: &Site, pair: &Pair) -> Option<Diagnostic> {
    let passed = shadows::element(pair.primal.leads_to)?;
    let taken = scalar(site.function.params()[pair.param])?;
    let (passed, taken) = (kind(passed)?, kind(taken)?);
    if passed == taken {
        return None;
    }
    let position = shadows::position(site, pair.primal);
    let name = parameter_name(site, pair.param);
    let message =
        format!("argument {position} of the hook call is of type {passed}, but {name} is {taken}");
    let refusal = site.refuse(codes::HOOK_ARGUMENTS, message);
    Some(
        refusal
            .note("a hook has no interface by which the compiler could compare the two")
            .help("pass the arguments in the order of the procedure's, each of the type and kind that it has there"),
    )
}

/// The type of the scalar that a parameter leads to: of what is read where it points, if that is of one type.
fn scalar(param: Value) -> Option<Type> {
    let accessed = |user: Value| match user.opcode() {
        // Optimisers move any eight bytes as an integer.
        Opcode::LLVMLoad
            if user
                .users()
                .iter()
                .all(|to| to.opcode() == Opcode::LLVMStore) =>
        {
            None
        }
        Opcode::LLVMLoad => Some(user.ty()),
        // Any other: it says nothing, or not for sure.
        _ => None,
    };
    let mut types = param.users().into_iter().filter_map(accessed);
    let first = types.next()?;
    types.all(|ty| ty == first).then_some(first)
}

/// How Fortran calls a type of numbers.
fn kind(ty: Type) -> Option<String> {
    match ty.kind() {
        TypeKind::LLVMIntegerTypeKind if ty.int_bits() >= 32 => {
            Some(format!("integer({})", ty.int_bits() / 8))
        }
        TypeKind::LLVMFloatTypeKind => Some("real(4)".to_owned()),
        TypeKind::LLVMDoubleTypeKind => Some("real(8)".to_owned()),
        // Any other: other types are passed as it, or in pieces.
        _ => None,
    }
}
