//! Whether a reverse half may run more than once on the same tape.
//!
//! It reads a tape without changing it, but for what it ends on the way: memory that the primal allocated, and the tapes of callees. The
//! shadows of stack memory are zero again when it is over, since each store takes its adjoint away and a program reads what it stored.
//!
//! Owns: the refusal of `enzyme_nofree`. Must not: know what else is on a tape.

use super::adjoints::{Adjoint, Halves};
use super::facts::Facts;
use super::refusal::Refusal;
use crate::diag::codes;
use crate::request::{Mode, TapeOwner};
use crate::view::InstId;
use crate::view::entity::Map;

/// What a reverse half ends, if it is to run again.
pub(crate) fn refused(facts: Facts<'_>, adjoints: &Map<InstId, Adjoint>) -> Vec<Refusal> {
    let again = facts.request.tape == (TapeOwner::Program { again: true });
    if !again || facts.request.mode != Mode::Reverse {
        return Vec::new();
    }
    let ended = adjoints.iter().filter_map(|(id, adjoint)| match adjoint {
        Adjoint::Allocate { .. } => Some(refuse(id, "allocates memory")),
        Adjoint::Call(call) if matches!(call.halves, Halves::Split { .. }) => {
            Some(refuse(id, "calls a function that has a tape of its own"))
        }
        Adjoint::Steps(..) => Some(refuse(id, "runs steps again from checkpoints")),
        Adjoint::Mirror(_) | Adjoint::Array(_) => {
            Some(refuse(id, "calls a library that keeps a record"))
        }
        // Any other: it reads the tape and adds to adjoints.
        _ => None,
    });
    ended.collect()
}

fn refuse(at: InstId, what: &str) -> Refusal {
    let message = format!("a reverse pass marked `enzyme_nofree` {what}");
    Refusal::new(codes::HOOK_ARGUMENTS, at, message)
        .note("it ends with the pass, which could not run again on the same tape")
        .help("leave enzyme_nofree out, and make a tape with __enzyme_augmentfwd for each pass")
}
