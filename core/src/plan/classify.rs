//! What each instruction contributes to the derivative, or why it is refused.
//!
//! Owns: the choice for each instruction, and which of several refusals are told. Must not: decide what is kept.

use super::accumulate;
use super::adjoints::{Adjoint, Classified};
use super::bounds;
use super::calls;
use super::counts::{counts_bits, rounds_to_bits};
use super::custom;
use super::disguised::{disguised, of_another_kind};
use super::facts::{Facts, opaque_call};
use super::integers::{is_parked, is_plain, meets_numbers, store};
use super::intrinsics;
use super::known;
use super::links;
use super::numbers::{kind, numbers};
use super::punned::{active_bits, integer};
use super::raises;
use super::refusal::{
    Refusal, atomic_refusal, in_source, refused_among_threads, refused_extreme_of_bits,
};
use super::shadow_check::{left_by_inactive, missing_shadows, unknown_provenance};
use super::speculated::speculated;
use super::steps;
use super::teams;
use super::through;
use super::unset;
use crate::analysis::callee::{self, Target};
use crate::analysis::memory::Maker;
use crate::diag::codes;
use crate::request::Mode;
use crate::view::entity::Map;
use crate::view::names::RUN_TIME;
use crate::view::{Callee, CastOp, Definition, FloatOp, Inst, InstId, Op, Shape, Update, ValueId};
use enzyme_rules::ScalarRule;
use indexmap::IndexSet;
use std::sync::Arc;

/// Classifies every instruction.
pub(crate) fn classify(facts: Facts<'_>) -> Result<Map<InstId, Adjoint>, Vec<Refusal>> {
    let mut refusals = Vec::new();
    // What leads to an exception or the end of the program has no derivative.
    let returns = facts.body.reach_exit();
    let adjoint = |id: InstId| {
        if !returns[facts.body.insts[id].block] {
            return Adjoint::None;
        }
        classify_one(facts, id).unwrap_or_else(|refusal| {
            refusals.push(refusal);
            Adjoint::None
        })
    };
    let mut adjoints: Map<InstId, Adjoint> = facts.body.insts.keys().map(adjoint).collect();
    for (id, sided) in speculated(facts).iter() {
        let sided = *sided || facts.request.replaced;
        match &mut adjoints[id] {
            Adjoint::Rule { speculated, .. } => *speculated = sided,
            Adjoint::Call(call) => call.replaced = sided,
            // Any other: it multiplies nothing.
            _ => {}
        }
    }
    for (id, refusal) in raises::refused(facts, &adjoints) {
        adjoints[id] = Adjoint::None;
        refusals.push(refusal);
    }
    refusals.extend(missing_shadows(facts));
    refusals.extend(left_by_inactive(facts));
    refusals.extend(teams::thread_locals(facts));
    // What is refused for another reason, as nothing is known of it, is said once.
    let of_order = teams::unordered(facts, &adjoints);
    let new = of_order
        .into_iter()
        .filter(|one| !refusals.iter().any(|other| other.at == one.at));
    refusals.extend(new.collect::<Vec<_>>());
    refusals.extend(teams::departing(facts));
    if refusals.is_empty() {
        Ok(adjoints)
    } else {
        Err(causes(facts, refusals))
    }
}

/// Refusals without those that only follow from others: from a library's function, from that of the instruction that gives a pointer, or, of
/// bits, from that of an operand.
fn causes(facts: Facts<'_>, mut refusals: Vec<Refusal>) -> Vec<Refusal> {
    let alone = refusals.iter().find_map(|refusal| alone(facts, refusal));
    if let Some(alone) = alone {
        return vec![alone];
    }
    // What stands around a refused function that comes with its body is the library's, too.
    let of_library = |refusal: &Refusal| {
        let called = refusal.at.map(|id| &facts.body.insts[id]);
        let symbol = called.and_then(callee::symbol);
        symbol.is_some_and(|symbol| facts.registry.is_refused(symbol))
    };
    if refusals.iter().any(of_library) {
        refusals.retain(of_library);
    }
    let refused = refusals.iter().filter(|r| r.maker.is_none());
    let refused: IndexSet<InstId> = refused.filter_map(|r| r.at).collect();
    // What can be done for a function that has a name is said of it besides.
    let is_refused = |maker: &Maker| {
        maker.callee.is_none()
            && *maker.function == *facts.body.name
            && refused.contains(&maker.inst)
    };
    refusals.retain(|r| !r.maker.as_ref().is_some_and(is_refused));
    let of_bits = [codes::ACTIVE_BITS, codes::UNKNOWN_TYPE, codes::MIXED_TYPE];
    let is_bits = |r: &Refusal| of_bits.contains(&r.code);
    let refused = refusals.iter().filter(|r| is_bits(r)).filter_map(|r| r.at);
    let refused: IndexSet<InstId> = refused.collect();
    let follows = |refusal: &Refusal| {
        let at = refusal.at.filter(|_| is_bits(refusal));
        at.is_some_and(|at| {
            let operands = facts.body.insts[at].operands.iter();
            let mut made = operands.filter_map(|v| facts.body.def(*v));
            made.any(|def| def < at && refused.contains(&def))
        })
    };
    let is_cause: Vec<bool> = refusals.iter().map(|r| !follows(r)).collect();
    let told = refusals.into_iter().zip(is_cause);
    told.filter(|(_, cause)| *cause).map(|(r, _)| r).collect()
}

/// A refusal in other words, if it is about a call that changes a text or the links of a container, or about the memory that one gives: nothing that is said
/// besides of the memory around it means anything to the user.
fn alone(facts: Facts<'_>, refusal: &Refusal) -> Option<Refusal> {
    let here = |maker: &&Maker| *maker.function == *facts.body.name;
    let made = refusal.maker.as_ref().filter(here).map(|maker| maker.inst);
    let id = made.or(refusal.at)?;
    let inst = &facts.body.insts[id];
    let symbol = callee::symbol(inst).filter(|symbol| enzyme_rules::speaks_alone(symbol))?;
    Some(unknown_function(facts, id, inst, symbol))
}

fn classify_one(facts: Facts<'_>, id: InstId) -> Classified {
    let inst = &facts.body.insts[id];
    if makes_unusual_numbers(facts, inst) {
        return Err(unusual_numbers(id));
    }
    let hidden = facts.body.hides_pointers(inst);
    if hidden && inst.operands.iter().any(|v| facts.shadowed(*v)) {
        return Err(unknown_provenance(id));
    }
    if rounds_to_bits(facts, inst) {
        return Err(active_bits(id));
    }
    if let Some(refusal) = disguised(facts, id, inst) {
        return Err(refusal);
    }
    let result = inst.result.filter(|r| facts.activities.active(*r));
    match &inst.op {
        Op::Call(_) => call(facts, id, inst),
        Op::Store { ordered } => store(facts, id, inst, *ordered),
        Op::Load { .. } if let Some(global) = unset::global(facts, inst) => {
            Ok(Adjoint::LoadPointer(global))
        }
        Op::AtomicRmw(update) => atomic(facts, id, inst, Some(*update)),
        Op::CmpXchg => atomic(facts, id, inst, None),
        Op::Unsupported(name) => unsupported(facts, id, inst, name),
        Op::Alloca(_) if facts.request.globals && !facts.body.is_static_alloca(id) => {
            dynamic_stack(facts, id)
        }
        Op::Cast(CastOp::IntToFp) if counts_bits(facts, inst) => Err(active_bits(id)),
        Op::InsertValue(_) if carries_varied(facts, inst.operands[1]) => Err(active_bits(id)),
        Op::ExtractValue(_) if inst.result.is_some_and(|r| carries_varied(facts, r)) => {
            Err(active_bits(id))
        }
        Op::Float(_)
        | Op::Round
        | Op::Int(_)
        | Op::Cast(_)
        | Op::ICmp
        | Op::FCmp
        | Op::Select
        | Op::Phi(_)
        | Op::Alloca(_)
        | Op::Load { .. }
        | Op::Gep { .. }
        | Op::ExtractValue(_)
        | Op::InsertValue(_)
        | Op::ExtractElement
        | Op::InsertElement
        | Op::Shuffle(_)
        | Op::Freeze => result.map_or(Ok(Adjoint::None), |r| active(facts, id, inst, r)),
        // They have no result, and what they are given is constant between jumps or the function's own.
        Op::Fence | Op::Br | Op::Switch | Op::Ret | Op::Unreachable => Ok(Adjoint::None),
    }
}

/// Stack memory of a size known at run time only does not outlive a split derivative's first half.
fn dynamic_stack(facts: Facts<'_>, id: InstId) -> Classified {
    if facts.request.mode == Mode::Forward {
        return Ok(Adjoint::None);
    }
    Err(Refusal::new(
        codes::UNSUPPORTED_INSTRUCTION,
        id,
        "a variable-length array in a function that is called from differentiated code",
    )
    .note("its memory is gone when the reverse pass needs it")
    .help("allocate it with malloc, or give the array a constant length"))
}

/// Active data in a type that is not followed: scalable vectors, pairs of doubles as one number.
fn makes_unusual_numbers(facts: Facts<'_>, inst: &Inst) -> bool {
    let unusual = |v: &ValueId| {
        facts
            .body
            .types
            .holds_unusual_float(facts.body.values[*v].ty)
    };
    let touches = |v: &ValueId| facts.activities.varied(*v) || facts.shadowed(*v);
    let values = || inst.operands.iter().chain(&inst.result);
    values().any(unusual) && values().any(touches)
}

fn unusual_numbers(id: InstId) -> Refusal {
    Refusal::new(
        codes::UNSUPPORTED_INSTRUCTION,
        id,
        "active data in a type of numbers that is not differentiated",
    )
    .note("scalable vectors and 128-bit PowerPC numbers are not followed")
    .help("compile without scalable vectors, or with -mabi=ieeelongdouble")
}

/// A varying number in an integer: as a member of a structure value it would not be followed.
fn carries_varied(facts: Facts<'_>, value: ValueId) -> bool {
    matches!(facts.body.shape(value), Shape::Int(_)) && facts.activities.varied(value)
}

fn active(facts: Facts<'_>, id: InstId, inst: &Inst, result: ValueId) -> Classified {
    match &inst.op {
        Op::Float(op) => Ok(bounds::rule(facts, inst, float_rule(facts, *op))),
        Op::Cast(CastOp::FpTrunc | CastOp::FpExt) => Ok(Adjoint::FloatCast),
        Op::Cast(CastOp::Bitcast) => {
            let made = kind(facts, id, result)?;
            match kind(facts, id, inst.operands[0])? == made {
                true => Ok(Adjoint::Bitcast),
                false => Err(of_another_kind(facts, id, inst.operands[0])),
            }
        }
        Op::Freeze => Ok(Adjoint::Same(0)),
        Op::Phi(_) => numbers(facts, id, result).map(|_| Adjoint::Phi),
        Op::Select => numbers(facts, id, result).map(|_| Adjoint::Select),
        Op::ExtractValue(_)
        | Op::InsertValue(_)
        | Op::ExtractElement
        | Op::InsertElement
        | Op::Shuffle(_) => numbers(facts, id, result).map(|_| Adjoint::Shuffle),
        Op::Load { ordered: true, .. } => Err(atomic_refusal(id)),
        Op::Load { ordered: false, .. }
            if is_parked(facts, result)
                || is_plain(facts, result)
                || facts.moves_address(result) =>
        {
            Ok(Adjoint::None)
        }
        Op::Load { ordered: false, .. } => match numbers(facts, id, result) {
            Err(refusal)
                if refusal.code == codes::UNKNOWN_TYPE && facts.memory.is_computed_with(result) =>
            {
                Err(active_bits(id))
            }
            told => {
                accumulate::check_atomic(facts, id, inst.operands[0])?;
                told.map(Adjoint::Load)
            }
        },
        Op::Int(op) => integer(facts, id, inst, *op),
        // What is computed with it is looked at by itself.
        Op::Cast(CastOp::Trunc | CastOp::Extend | CastOp::SignExtend)
            if is_plain(facts, result) =>
        {
            Ok(Adjoint::None)
        }
        // Any other: a number comes out, and no rule says how.
        _ => Err(active_bits(id)),
    }
}

fn float_rule(facts: Facts<'_>, op: FloatOp) -> &Arc<ScalarRule> {
    let rule = facts.registry.scalar(op.rule());
    rule.expect("the built-in pack has the float instructions")
}

fn unsupported(facts: Facts<'_>, id: InstId, inst: &Inst, name: &str) -> Classified {
    let touches = inst
        .operands
        .iter()
        .any(|v| facts.activities.varied(*v) || facts.shadowed(*v))
        || inst
            .result
            .is_some_and(|r| facts.body.types.holds_float(facts.body.values[r].ty));
    match name {
        "invoke" | "landingpad" | "resume" | "cleanupret" | "catchret" => Err(Refusal::new(
            codes::UNWINDING,
            id,
            "an exception may pass through differentiated code",
        )
        .note("the reverse pass cannot run through an unwinding path")
        .help("compile with -fno-exceptions, or mark what is called noexcept")
        .help("where the source itself says `try` or `throw`, compile with -fignore-exceptions: handlers and destructors of this file then never run for an exception")),
        _ if touches || inst.result.is_none() => Err(Refusal::new(
            codes::UNSUPPORTED_INSTRUCTION,
            id,
            format!("the instruction `{name}` is not differentiated"),
        )
        .help("rewrite the source without it, or mark the data enzyme_const")),
        _ => Ok(Adjoint::None),
    }
}

/// An atomic operation; of a comparison and exchange it is not said what it does.
fn atomic(facts: Facts<'_>, id: InstId, inst: &Inst, update: Option<Update>) -> Classified {
    if update == Some(Update::Settled) {
        return Ok(Adjoint::None);
    }
    let result_used = inst
        .result
        .is_some_and(|r| !facts.body.values[r].uses.is_empty());
    let pointer = |v: &ValueId| facts.body.types.is_pointer(facts.body.values[*v].ty);
    let moves_shadow = inst.operands[1..].iter().any(pointer);
    let active = inst
        .operands
        .iter()
        .chain(&inst.result)
        .any(|v| facts.activities.active(*v));
    let shadowed = facts.shadowed(inst.operands[0]);
    if let Some(Update::Extreme(_)) = update
        && !result_used
        && shadowed
        && raises::is_of_numbers(facts, inst)
    {
        // Whether it is settled is asked of all of them together: `raises::refused`.
        return Ok(Adjoint::Raise);
    }
    match update == Some(Update::Sum) && !result_used {
        true if shadowed => Ok(Adjoint::AtomicAdd),
        // A counter beside numbers is no number.
        _ if active || shadowed && (moves_shadow || meets_numbers(facts, id)) => {
            let of_bits =
                matches!(update, Some(Update::Extreme(_))) && !raises::is_of_numbers(facts, inst);
            Err(match facts.registry.grid() {
                Some(_) if of_bits => refused_extreme_of_bits(id),
                Some(_) => refused_among_threads(id, update),
                None => atomic_refusal(id),
            })
        }
        _ => Ok(Adjoint::None),
    }
}

fn steps_again(facts: Facts<'_>, id: InstId, inst: &Inst, symbol: &str) -> Classified {
    match steps::call(facts, id, inst, symbol)? {
        Adjoint::Steps(..) if links::is_idle(facts, id) => Ok(Adjoint::None),
        Adjoint::Steps(context, _) => {
            let places = links::kept(facts, id, inst, context)?;
            Ok(Adjoint::Steps(context, places))
        }
        // Any other: nothing is run again.
        plain => Ok(plain),
    }
}

fn call(facts: Facts<'_>, id: InstId, inst: &Inst) -> Classified {
    match callee::target(inst, facts.registry) {
        Some(Target::Known(entry)) => known::call(facts, id, inst, &entry.what),
        Some(Target::Defined(symbol)) if callee::is_steps(inst) => {
            steps_again(facts, id, inst, symbol)
        }
        Some(Target::Defined(symbol)) if callee::is_team(inst) => {
            teams::call(facts, id, inst, symbol)
        }
        Some(Target::Defined(symbol)) if callee::is_task(inst) => {
            teams::task(facts, id, inst, symbol)
        }
        Some(Target::Defined(symbol)) => calls::defined(facts, id, inst, symbol),
        Some(Target::Custom(asked)) => custom::call(facts, id, inst, asked),
        Some(Target::Unknown(symbol)) if symbol.starts_with("llvm.") => {
            intrinsics::refused(facts, id, inst, symbol).map_or(Ok(Adjoint::None), Err)
        }
        Some(Target::Unknown(symbol)) => opaque_call(facts, inst).map_or(Ok(Adjoint::None), |_| {
            Err(unknown_function(facts, id, inst, symbol))
        }),
        Some(Target::Through) => {
            opaque_call(facts, inst).map_or(Ok(Adjoint::None), |_| through::call(facts, id, inst))
        }
        Some(Target::Indirect) => {
            opaque_call(facts, inst).map_or(Ok(Adjoint::None), |_| Err(through::unknown(id)))
        }
        Some(Target::Assembly) => opaque_call(facts, inst).map_or(Ok(Adjoint::None), |_| {
            Err(Refusal::new(
                codes::INLINE_ASSEMBLY,
                id,
                "inline assembly touches active data",
            )
            .help("replace the assembly by C, or mark the data enzyme_const")
            .help("where it is a library's: call another function, which does the same without"))
        }),
        None => Ok(Adjoint::None),
    }
}

/// Why a call of a function that is not looked into is refused.
fn unknown_function(facts: Facts<'_>, id: InstId, inst: &Inst, symbol: &str) -> Refusal {
    let refusal = |what: &str| {
        Refusal::new(
            codes::UNKNOWN_FUNCTION,
            id,
            format!("`{symbol}` is called on active data and {what}"),
        )
    };
    let inactive = "mark the arguments enzyme_const if no derivative is wanted";
    if let Some((what, instead)) = enzyme_rules::advice(symbol) {
        return refusal("has no derivative")
            .note(in_source(what))
            .help(instead)
            .help(inactive);
    }
    if let Some(remedy) = facts.registry.remedy(symbol) {
        return refusal("has no derivative").help(remedy).help(inactive);
    }
    match &inst.op {
        // Reversed before, a call of a library's routine is one of our library.
        Op::Call(Callee::Direct { symbol, .. }) if symbol.starts_with(RUN_TIME) => {
            refusal("has no derivative itself: it is part of that of a library's routine, of a parallel region, or of a kernel's launch")
                .note("derivatives of BLAS, LAPACK, MPI, parallel regions and launches are computed with libraries, which are not differentiated again")
                .help("take differences of gradients")
                .help("or, where second derivatives are wanted, have what is differentiated do without: a routine in the language of the program, a loop without -fopenmp, a function of the host")
        }
        Op::Call(Callee::Direct {
            definition: Definition::Replaceable,
            ..
        }) => refusal("another definition may take its place when the program is linked")
            .note("it is a weak function: the body that is seen here need not be the one that runs")
            .help("remove the attribute `weak`, or build with -flto, not -flto=thin, and let the linker load the plugin"),
        Op::Call(Callee::Direct {
            definition: Definition::Variadic,
            ..
        }) => refusal("it takes a variable number of arguments")
            .note("functions that end in `...` are not differentiated: which of their numbers is which argument is not known")
            .help("if it only prints, or the derivative does not depend on it, say so: `__enzyme_inactivefn` (docs/user-rules.md)")
            .help("or give it a fixed number of arguments, or a template's pack of them (`Args... args`)"),
        Op::Call(Callee::Direct { builtin: false, .. }) => refusal("nothing is known of it")
            .note("it was compiled with -fno-builtin, or the like: its name says nothing")
            .help("compile without -fno-builtin, if it is the function of the C library")
            .help("make its source visible: same translation unit, or -flto"),
        // Any other: only its name is known.
        _ => refusal("nothing is known of it")
            .note("neither its body nor a derivative rule is available")
            .help("make its source visible: same translation unit, or -flto")
            .help("or say what its derivative is: `__enzyme_register_gradient` (docs/user-rules.md)"),
    }
    .help(inactive)
}
