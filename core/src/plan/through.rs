//! Calls through pointers whose shadows lead to the derivatives of the function that is called.
//!
//! Which function it is, is not known. So its derivatives follow one convention for each type of function ([`convention`]): all
//! pointers have shadows, all numbers are active, and nothing is presumed of memory between its halves, nor that shadows are other
//! memory than the primal's.
//!
//! Owns: that convention, and which calls can keep it. Must not: know where the derivatives lie.

use super::accumulate;
use super::adjoints::{Adjoint, CallPlan, Called, Classified, Halves};
use super::facts::Facts;
use super::punned::active_bits;
use super::refusal::Refusal;
use crate::diag::codes;
use crate::request::{Activity, Mode, Request, Returned, Same, TapeOwner, Team};
use crate::view::{Inst, InstId, Shape, TyId, ValueId, ValueKind};
use enzyme_llvm_shim::ir::Value;

/// What is asked of a function whose derivative is called through a shadow; `function` may be the pointer to it.
pub(crate) fn convention(
    function: Value,
    mode: Mode,
    (params, returned): (Vec<Activity>, Returned),
) -> Request {
    Request {
        function,
        mode,
        params,
        returned,
        overwritten: mode.is_reverse(),
        same: Same::default(),
        globals: true,
        unneeded: Vec::new(),
        behind: Vec::new(),
        replaced: mode.is_reverse(),
        tape: match mode.is_reverse() {
            true => TapeOwner::Program { again: false },
            false => TapeOwner::Thread,
        },
        width: 1,
        runtime_activity: true,
        atomic_add: false,
        team: Team::None,
        sweep: false,
        restores: Vec::new(),
        errors: false,
    }
}

/// What a parameter or a result is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sort {
    /// A pointer.
    Pointer,
    /// Numbers, perhaps with integers.
    Number,
    /// Integers.
    Other,
}

impl Sort {
    /// The activity of such a parameter.
    pub(crate) fn activity(self, mode: Mode) -> Activity {
        match self {
            Self::Pointer => Activity::Dup,
            Self::Number if mode == Mode::Forward => Activity::Dup,
            Self::Number => Activity::Out,
            Self::Other => Activity::Const,
        }
    }

    /// What is asked about such a result, which is no pointer; about none, if there is none.
    pub(crate) fn returned(of: Option<Self>) -> Returned {
        Returned {
            active: of == Some(Self::Number),
            primal: of.is_some(),
        }
    }
}

/// A call through a pointer that touches active data.
pub(super) fn call(facts: Facts<'_>, id: InstId, inst: &Inst) -> Classified {
    let Some((pointer, args)) = inst.operands.split_last() else {
        return Err(unknown(id));
    };
    if !facts.shadowed(*pointer) {
        return Err(unknown(id));
    }
    if facts.request.width > 1 {
        return Err(misfit(
            id,
            "makes one derivative at a time, and `enzyme_width` asks for several",
        )
        .help("call the hook once for each direction"));
    }
    if accumulate::is_atomic(facts) {
        return Err(
            misfit(id, "adds plainly, and `enzyme_atomic_add` asks for more")
                .help("give each thread a shadow of its own, and add them up behind the calls"),
        );
    }
    if let Some(global) = facts.activities.behind_globals().first() {
        let what =
            format!("may use what the global `{global}` leads to, of whose shadow it is not told");
        return Err(misfit(id, &what).help("pass that memory as an argument"));
    }
    let params = args.iter().map(|value| argument(facts, id, *value));
    let params = params.collect::<Result<Vec<Activity>, Refusal>>()?;
    let result = inst.result.map(|r| sort(facts, facts.body.values[r].ty));
    if matches!(result, Some(None | Some(Sort::Pointer))) {
        return Err(misfit(id, "returns a pointer, whose shadow is not known")
            .help("let the function store the pointer where an argument points"));
    }
    let result = result.flatten();
    if result == Some(Sort::Other) && inst.result.is_some_and(|r| facts.activities.active(r)) {
        return Err(active_bits(id));
    }
    Ok(Adjoint::Call(CallPlan {
        called: Called::Through,
        params,
        returned: Sort::returned(result),
        halves: Halves::Split { overwritten: true },
        same: Same::default(),
        sweep: false,
        restores: Vec::new(),
        unneeded: Vec::new(),
        freed: None,
        replaced: true,
        runtime_activity: true,
    }))
}

/// What the convention makes of an argument.
fn argument(facts: Facts<'_>, id: InstId, value: ValueId) -> Result<Activity, Refusal> {
    let is_null = facts.body.values[value].kind == ValueKind::Zeroish;
    match sort(facts, facts.body.values[value].ty) {
        Some(Sort::Pointer) if facts.shadowed(value) || is_null => Ok(Activity::Dup),
        Some(Sort::Pointer) => {
            let name = facts.body.in_words(value);
            Err(misfit(id, &format!("wants a shadow of {name}, which has none"))
                .note("each pointer is passed with its shadow, whatever the function does with it")
                .help("pass the memory as enzyme_dup with a zeroed shadow, or a copy of it"))
        }
        Some(Sort::Other) if facts.activities.active(value) => Err(active_bits(id)),
        Some(sort) => Ok(sort.activity(facts.request.mode)),
        None => Err(misfit(id, "takes a structure that holds pointers")
            .help("pass a pointer to the structure")),
    }
}

/// What a type holds; nothing if it is pointers together with something else.
fn sort(facts: Facts<'_>, ty: TyId) -> Option<Sort> {
    let types = &facts.body.types;
    match types.shape(ty) {
        _ if types.is_pointer(ty) => Some(Sort::Pointer),
        _ if types.holds_pointer(ty) => None,
        Shape::Int(_) => Some(Sort::Other),
        _ if types.holds_float(ty) => Some(Sort::Number),
        _ => Some(Sort::Other),
    }
}

/// That it is not known which function is called.
pub(super) fn unknown(id: InstId) -> Refusal {
    Refusal::new(
        codes::INDIRECT_CALL,
        id,
        "a call through a pointer touches active data",
    )
    .note("which function is called is not known, nor a shadow of the pointer")
    .help("call the function directly, or make the pointer a compile-time constant")
    .help("or let its shadow lead to the function's derivatives (`__enzyme_virtualreverse`), and compile with virtual-calls")
}

fn misfit(id: InstId, what: &str) -> Refusal {
    let message = format!("a derivative that is called through the shadow of a pointer {what}");
    Refusal::new(codes::THROUGH_SHADOW, id, message)
}
