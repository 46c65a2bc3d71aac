//! Intrinsics of which nothing is known.
//!
//! They are no functions whose source could be made visible: what helps is to write what they do in the
//! source's own language. One that makes integers of numbers may make bits of them, so that it is refused
//! where a plain function would be taken at its word.
//!
//! Owns: their refusal. Must not: know any of them by name.

use super::facts::{Facts, opaque_call};
use super::refusal::Refusal;
use crate::diag::codes;
use crate::view::{Inst, InstId, Shape, TyId};

/// The refusal of a call of an unknown intrinsic, if it has to do with active data.
pub(super) fn refused(facts: Facts<'_>, id: InstId, inst: &Inst, symbol: &str) -> Option<Refusal> {
    if opaque_call(facts, inst).is_none() && !may_make_bits(facts, inst) {
        return None;
    }
    let message = format!("the intrinsic `{symbol}` has no derivative rule");
    let refusal = Refusal::new(codes::UNSUPPORTED_INSTRUCTION, id, message);
    if let Some(remedy) = facts.registry.remedy(symbol) {
        return Some(refusal.help(remedy));
    }
    Some(
        refusal
            .note("it is an operation of the target or of the compiler, and no function with a body")
            .help("write what it does in plain C, which the compiler vectorises behind the derivative")
            .help("mark the data enzyme_const if no derivative is wanted"),
    )
}

/// Integers as long as numbers, made of numbers that vary.
fn may_make_bits(facts: Facts<'_>, inst: &Inst) -> bool {
    let long = |ty: TyId| match facts.body.types.shape(ty) {
        Shape::Int(bits) => *bits >= 16,
        _ => false,
    };
    let used = |r: &_| !facts.body.values[*r].uses.is_empty();
    let Some(result) = inst.result.filter(used) else {
        return false;
    };
    let ty = facts.body.values[result].ty;
    let bits = match *facts.body.types.shape(ty) {
        Shape::Vector(element, _) => long(element),
        _ => long(ty),
    };
    bits && inst.operands.iter().any(|v| facts.activities.varied(*v))
}
