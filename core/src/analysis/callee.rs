//! What a call instruction calls, in the engine's terms.
//!
//! Owns: [`Target`], the one classification that all phases share. Must not: look at arguments.

use crate::view::{Callee, Inst, Op};
use enzyme_rules::{CalleeKind, Entry, Registry};

/// What a call calls.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target<'a> {
    /// A callee that the registry knows.
    Known(&'a Entry),
    /// A function with a body in the module and no rule.
    Defined(&'a str),
    /// A function of which only the name is known.
    Unknown(&'a str),
    /// Through a pointer.
    Indirect,
    /// Inline assembly.
    Assembly,
}

/// Classifies the callee of a call; `None` for other instructions.
pub(crate) fn target<'a>(inst: &'a Inst, registry: &'a Registry) -> Option<Target<'a>> {
    let Op::Call(callee) = &inst.op else {
        return None;
    };
    Some(match callee {
        Callee::Assembly => Target::Assembly,
        Callee::Indirect => Target::Indirect,
        // A body in the module is the truth: a program may define a `gamma` of its own.
        Callee::Direct {
            symbol,
            defined: true,
        } => Target::Defined(symbol),
        Callee::Direct {
            symbol,
            defined: false,
        } => registry
            .lookup(symbol)
            .map_or(Target::Unknown(symbol), Target::Known),
    })
}

/// The registry's kind of a call's callee, if it is known.
pub(crate) fn known<'a>(inst: &'a Inst, registry: &'a Registry) -> Option<&'a CalleeKind> {
    match target(inst, registry)? {
        Target::Known(entry) => Some(&entry.what),
        _ => None,
    }
}

/// Whether an instruction calls something that may take what it is given anywhere: nothing is known
/// of it, or nothing that is used.
pub(crate) fn is_opaque(inst: &Inst, registry: &Registry) -> bool {
    let opaque = match target(inst, registry) {
        Some(Target::Unknown(_) | Target::Indirect | Target::Assembly) => true,
        Some(Target::Known(entry)) => {
            matches!(entry.what, CalleeKind::Realloc(_) | CalleeKind::Refused(_))
        }
        _ => false,
    };
    opaque && (inst.effects.writes || inst.result.is_some())
}

/// Symbol of a direct call.
pub(crate) fn symbol(inst: &Inst) -> Option<&str> {
    match &inst.op {
        Op::Call(Callee::Direct { symbol, .. }) => Some(symbol),
        _ => None,
    }
}
