//! What a call instruction calls, in the engine's terms.
//!
//! Owns: [`Target`], the one classification that all phases share. Must not: look at arguments.

use crate::request::Mode;
use crate::view::{Body, Callee, Definition, Inst, Op, ValueId, ValueKind};
use enzyme_rules::{CalleeKind, Custom, CustomRule, Entry, Registry, Said, Symbols};
use std::collections::BTreeSet;

/// What a call calls.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target<'a> {
    /// A callee that the registry knows.
    Known(&'a Entry),
    /// A function with a body in the module and no rule.
    Defined(&'a str),
    /// A function that the program says something of.
    Custom(Asked<'a>),
    /// A function of which only the name is known.
    Unknown(&'a str),
    /// Through a pointer whose shadow leads to the derivatives of the function, if it has one.
    Through,
    /// Through a pointer.
    Indirect,
    /// Inline assembly.
    Assembly,
}

/// A function of which the program says what its derivative is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) symbol: &'a str,
    pub(crate) what: &'a Custom,
    /// Whether its body is visible, which says what memory it uses.
    pub(crate) whole: bool,
}

/// The rule that a program brings for what a call calls.
pub(crate) fn rule<'a>(inst: &'a Inst, registry: &'a Registry) -> Option<&'a CustomRule> {
    match target(inst, registry)? {
        Target::Custom(Asked {
            what: Custom::Rule(rule),
            ..
        }) => Some(rule),
        Target::Known(_)
        | Target::Defined(_)
        | Target::Custom(_)
        | Target::Unknown(_)
        | Target::Through
        | Target::Indirect
        | Target::Assembly => None,
    }
}

/// Whether a call runs a function on a device, whose derivative finds out at run time which memory has a shadow.
pub(crate) fn is_launch(inst: &Inst, registry: &Registry) -> bool {
    rule(inst, registry).is_some_and(|rule| rule.launch.is_some())
}

/// Parameters whose shadows the functions of a rule look at; nothing if there is no rule for the mode.
pub(crate) fn looked_at(rule: &CustomRule, mode: Mode) -> Option<&BTreeSet<u32>> {
    match mode {
        Mode::Forward => rule.forward.as_ref().map(|rule| &rule.shadows),
        Mode::Gradient | Mode::Augmented | Mode::Reverse => {
            rule.reverse.as_ref().map(|rule| &rule.shadows)
        }
    }
}

/// Whether a function of which the program says something may have a use for the shadow of an argument, in any mode.
pub(crate) fn looks_at_shadow(asked: Asked<'_>, position: u32) -> bool {
    let looks = |rule: &CustomRule, mode| {
        looked_at(rule, mode).is_none_or(|shadows| shadows.contains(&position))
    };
    match asked.what {
        Custom::Inactive => false,
        Custom::Rule(rule) => looks(rule, Mode::Forward) || looks(rule, Mode::Gradient),
    }
}

/// Classifies the callee of a call; `None` for other instructions.
pub(crate) fn target<'a>(inst: &'a Inst, registry: &'a Registry) -> Option<Target<'a>> {
    let Op::Call(callee) = &inst.op else {
        return None;
    };
    if let Callee::Direct {
        symbol, definition, ..
    } = callee
        && let Some(said) = registry.said(symbol)
    {
        return Some(match said {
            Said::Known(entry) => Target::Known(entry),
            Said::Custom(what) => Target::Custom(Asked {
                symbol,
                what,
                // What a pack says of a library's function stands for its body, whether it or a header that belongs to it says the rest: callers do
                // not share memory by it.
                whole: *definition == Definition::Whole
                    && registry.is_said_by_program_alone(symbol),
            }),
        });
    }
    Some(match callee {
        Callee::Assembly { .. } => Target::Assembly,
        Callee::Indirect { variadic: false } if registry.calls_through_shadows() => Target::Through,
        Callee::Indirect { .. } => Target::Indirect,
        // A body in the module is the truth: a program may define a `gamma` of its own.
        Callee::Direct {
            symbol,
            definition:
                Definition::Whole
                | Definition::Steps { .. }
                | Definition::Tile
                | Definition::Team
                | Definition::Task,
            ..
        } => Target::Defined(symbol),
        Callee::Direct {
            symbol,
            definition: Definition::Missing | Definition::Variadic | Definition::Replaceable,
            builtin,
            maps,
        } => match registry.lookup(symbol) {
            Some(entry) if is_meant(symbol, entry, *builtin, *maps) => Target::Known(entry),
            _ => Target::Unknown(symbol),
        },
    })
}

/// Whether an instruction may end heap memory.
pub(crate) fn may_free(inst: &Inst, registry: &Registry) -> bool {
    let frees = |what: &CalleeKind| {
        matches!(
            what,
            CalleeKind::Deallocator(_) | CalleeKind::Release | CalleeKind::Realloc(_)
        )
    };
    match target(inst, registry) {
        Some(Target::Known(entry)) => frees(&entry.what),
        Some(_) => true,
        None => false,
    }
}

/// Whether a function without body is the one of that name which the registry knows.
fn is_meant(symbol: &str, entry: &Entry, builtin: bool, maps: bool) -> bool {
    let family = matches!(entry.matcher, Symbols::Family(_));
    let intrinsic = symbol.starts_with("llvm.");
    match entry.what {
        // Said with other instructions, or not known here.
        CalleeKind::Lanes(_) | CalleeKind::Region(_) | CalleeKind::Instead(_) => false,
        CalleeKind::Scalar(_) | CalleeKind::OutResults(_) => builtin || intrinsic,
        // Of all that takes numbers and returns one, only steps such as `floor` are inactive: it is the program's own.
        CalleeKind::Inactive { .. } => !maps || family || intrinsic,
        CalleeKind::IntegerOp
        | CalleeKind::Linear(_)
        | CalleeKind::Carrier(_)
        | CalleeKind::PassThrough(_)
        | CalleeKind::Exclusive(_)
        | CalleeKind::Masked(_)
        | CalleeKind::Allocator(_)
        | CalleeKind::Realloc(_)
        | CalleeKind::Deallocator(_)
        | CalleeKind::Release
        | CalleeKind::Memory(_)
        | CalleeKind::NoReturn
        | CalleeKind::Mirrored(_)
        | CalleeKind::Array(_)
        | CalleeKind::LoopMark(_)
        | CalleeKind::Task(_)
        | CalleeKind::Thread(_)
        | CalleeKind::Refused(_) => true,
    }
}

/// The registry's kind of a call's callee, if it is known.
pub(crate) fn known<'a>(inst: &'a Inst, registry: &'a Registry) -> Option<&'a CalleeKind> {
    match target(inst, registry)? {
        Target::Known(entry) => Some(&entry.what),
        Target::Defined(_)
        | Target::Custom(_)
        | Target::Unknown(_)
        | Target::Through
        | Target::Indirect
        | Target::Assembly => None,
    }
}

/// Code that is not analysed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unseen {
    /// There is none.
    #[default]
    Nothing,
    /// Functions of other modules, which can name what this one shares with them.
    Elsewhere,
    /// Functions of this module, too, which can name all of its globals.
    Here,
}

/// The code that is not analysed and that an instruction may run, if that touches memory.
pub(crate) fn unseen(body: &Body, inst: &Inst, registry: &Registry) -> Unseen {
    if !inst.effects.reads && !inst.effects.writes {
        return Unseen::Nothing;
    }
    let is_function = |v: &ValueId| matches!(body.values[*v].kind, ValueKind::Function(_));
    let calls_back = inst.operands.iter().any(is_function);
    match (target(inst, registry), &inst.op) {
        (Some(Target::Through | Target::Indirect), _) => Unseen::Here,
        (Some(Target::Unknown(_)), Op::Call(Callee::Direct { definition, .. }))
            if *definition != Definition::Missing =>
        {
            Unseen::Here
        }
        (Some(Target::Unknown(_)), _) if calls_back => Unseen::Here,
        (Some(Target::Unknown(_) | Target::Assembly), _) => Unseen::Elsewhere,
        // What a rule of the program's covers, and what the program calls inactive, is its own affair.
        (Some(Target::Known(_) | Target::Defined(_) | Target::Custom(_)) | None, _) => {
            Unseen::Nothing
        }
    }
}

/// Whether an instruction calls something that may take what it is given anywhere: nothing is known
/// of it, or nothing that is used.
pub(crate) fn is_opaque(inst: &Inst, registry: &Registry) -> bool {
    let opaque = match target(inst, registry) {
        Some(Target::Unknown(_) | Target::Through | Target::Indirect | Target::Assembly) => true,
        Some(Target::Known(entry)) => {
            matches!(entry.what, CalleeKind::Realloc(_) | CalleeKind::Refused(_))
        }
        Some(Target::Defined(_) | Target::Custom(_)) | None => false,
    };
    opaque && (inst.effects.writes || inst.result.is_some())
}

/// The function of the module whose body says what memory a call uses.
pub(crate) fn looked_into<'a>(inst: &'a Inst, registry: &'a Registry) -> Option<&'a str> {
    match target(inst, registry)? {
        Target::Defined(symbol)
        | Target::Custom(Asked {
            symbol,
            whole: true,
            ..
        }) => Some(symbol),
        Target::Known(_)
        | Target::Custom(_)
        | Target::Unknown(_)
        | Target::Through
        | Target::Indirect
        | Target::Assembly => None,
    }
}

/// Whether numbers may go through a call to memory that only the callee's rule knows, or that only the function knows of
/// which the derivative lies behind a shadow.
pub(crate) fn may_hide(inst: &Inst, registry: &Registry) -> bool {
    let by_rule = rule(inst, registry).is_some() && looked_into(inst, registry).is_none();
    by_rule || is_through(inst, registry)
}

/// Whether a call goes through a pointer whose shadow may lead to derivatives.
pub(crate) fn is_through(inst: &Inst, registry: &Registry) -> bool {
    matches!(target(inst, registry), Some(Target::Through))
}

/// Whether a call runs steps that are run again from checkpoints in a reverse pass.
pub(crate) fn is_steps(inst: &Inst) -> bool {
    matches!(
        inst.op,
        Op::Call(Callee::Direct {
            definition: Definition::Steps { .. },
            ..
        })
    )
}

/// Whether these steps are the iterations of a loop with a mark.
pub(crate) fn is_marked(inst: &Inst) -> bool {
    matches!(
        inst.op,
        Op::Call(Callee::Direct {
            definition: Definition::Steps { marked: true },
            ..
        })
    )
}

/// Whether an instruction calls a function whose name begins as one of these.
pub(crate) fn is_one_of(inst: &Inst, names: &[&str]) -> bool {
    let name = symbol(inst);
    name.is_some_and(|name| names.iter().any(|begin| name.starts_with(begin)))
}

/// Whether a call runs an iteration of a loop.
pub(crate) fn is_tile(inst: &Inst) -> bool {
    matches!(
        inst.op,
        Op::Call(Callee::Direct {
            definition: Definition::Tile,
            ..
        })
    )
}

/// Whether a call starts a team, each worker of which runs the function that it calls.
pub(crate) fn is_team(inst: &Inst) -> bool {
    matches!(
        inst.op,
        Op::Call(Callee::Direct {
            definition: Definition::Team,
            ..
        })
    )
}

/// Whether a call hands in a task, which is the function that it calls.
pub(crate) fn is_task(inst: &Inst) -> bool {
    matches!(
        inst.op,
        Op::Call(Callee::Direct {
            definition: Definition::Task,
            ..
        })
    )
}

/// Symbol of a direct call.
pub(crate) fn symbol(inst: &Inst) -> Option<&str> {
    let Op::Call(Callee::Direct { symbol, .. }) = &inst.op else {
        return None;
    };
    Some(symbol)
}
