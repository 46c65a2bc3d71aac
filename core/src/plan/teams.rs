//! Functions that the workers of a team run.
//!
//! A worker's halves are made as those of any other call; a run-time library starts the team for each of them.
//!
//! Owns: what cannot be asked of a team. Must not: decide how workers add to shadows (`accumulate`).

use super::adjoints::{Adjoint, Called, Classified};
use super::calls;
use super::facts::Facts;
use super::refusal::Refusal;
use crate::diag::codes;
use crate::request::TapeOwner;
use crate::view::{Inst, InstId};

/// A call that starts a team.
pub(super) fn call(facts: Facts<'_>, id: InstId, inst: &Inst, symbol: &str) -> Classified {
    let mut plain = calls::defined(facts, id, inst, symbol)?;
    let Adjoint::Call(call) = &mut plain else {
        return Ok(plain);
    };
    if facts.request.tape == (TapeOwner::Program { again: true }) {
        return Err(Refusal::new(
            codes::UNSUPPORTED_HOOK,
            id,
            "the tapes of a parallel region are consumed by its reverse pass, and enzyme_nofree asks for more",
        )
        .help("call the augmented primal once for each reverse pass"));
    }
    call.called = Called::Team(symbol.to_owned());
    Ok(plain)
}
