//! What each instruction contributes to the derivative, or why it is refused.
//!
//! Owns: [`Adjoint`], one variant a kind of contribution; forward and reverse emission dispatch on
//! it alone. Must not: decide what is kept.

use super::arrays::{ArrayPlan, array_call};
use super::bits::{active_bits, integer};
use super::calls;
use super::copies::{Bytes, memory_call};
use super::counts::{counts_bits, rounds_to_bits};
use super::disguised::{disguised, of_another_kind};
use super::integers::{is_parked, is_plain, meets_numbers, store, unknown_bits};
use super::intrinsics;
use super::masked::masked;
use super::missing::{foreign_memory, missing_shadows};
use super::recompute::static_alloca;
use super::refusal::Refusal;
use super::speculated::speculated;
use super::steps;
use super::through;
use super::unset;
use super::{Facts, accumulate};
use crate::analysis::callee::{self, Target};
use crate::analysis::mirrored;
use crate::analysis::ownership;
use crate::diag::codes;
use crate::request::{Activity, Mode, Returned};
use crate::view::entity::Map;
use crate::view::{Callee, CastOp, Definition, FloatOp, Inst, InstId, Op, Shape, TyId, ValueId};
use enzyme_rules::{
    AllocResult, CalleeKind, Data, Element, FloatKind, MaskedAccess, MemoryOp, MirrorRule, OutRule,
    ScalarRule,
};
use indexmap::IndexSet;
use std::sync::Arc;

/// The numbers inside a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Numbers {
    /// The value is a floating number or a vector of such.
    Whole,
    /// An integer that carries the bits of so many numbers.
    Carried(FloatKind, u32),
    /// An aggregate: index path, byte offset and type of each number.
    Leaves(Vec<(Vec<u32>, u64, TyId)>),
}

/// What an instruction contributes.
#[derive(Clone, Debug)]
pub(crate) enum Adjoint {
    /// Nothing: inactive.
    None,
    /// A row of the rule tables over the instruction's operands. A speculated one contributes nothing where its
    /// result is not wanted, whatever its partials are there.
    Rule {
        rule: Arc<ScalarRule>,
        speculated: bool,
    },
    /// A callee with several results.
    OutRule(Arc<OutRule>),
    /// Conversion between floating types.
    FloatCast,
    /// The same bits under another type.
    Bitcast,
    /// Sign bit cleared (`true`: flipped) by an integer mask on carried bits.
    SignBit { flipped: bool },
    /// A value passed on: freeze, pass-through calls; the operand's index.
    Same(u32),
    /// A phi of numbers.
    Phi,
    /// A select of numbers.
    Select,
    /// Moves of numbers between aggregates and vectors.
    Shuffle,
    /// Load of active numbers.
    Load(Numbers),
    /// Load of a pointer from this global, which may have been set where it got no shadow: checked at run time.
    LoadPointer(String),
    /// Load of an active number whose adjoint travels to the next iteration (see `plan::carry`): which
    /// of the plan's carries, and the element's place in it.
    Carry { carry: usize, place: usize },
    /// Store to memory that has a shadow; the stored numbers may be inactive.
    Store(Numbers),
    /// Store of a pointer to shadowed memory (or null), mirrored on the shadows when it happens.
    StorePointer,
    /// Load of active numbers, or store to memory that has a shadow, under a mask.
    Masked(MaskedAccess),
    /// Atomic sum into active memory.
    AtomicAdd,
    /// A copy between shadowed objects.
    Copy {
        op: MemoryOp,
        bytes: Bytes,
        from_shadowed: bool,
    },
    /// Active memory overwritten by bytes that carry no derivative. Where its pointers matter to
    /// others, `bytes` tells them from the numbers: they are null from then on.
    Reset { op: MemoryOp, bytes: Option<Bytes> },
    /// A call of a function with a body, or through a pointer whose shadow leads to its derivatives.
    Call(CallPlan),
    /// New memory whose object may have a shadow; the shadow is `slack` bytes longer than asked,
    /// where its usable size must not fall short of the primal's (see the lowering of `realloc`). A late
    /// shadow is made by the reverse pass (see `heap`).
    Allocate {
        shadowed: bool,
        late: bool,
        freed: bool,
        slack: u64,
    },
    /// The end of memory is put off to the reverse pass, or further: to where that releases its own tape.
    DeferredFree,
    /// A loop whose steps are run again from checkpoints; the activity of their context.
    Steps(Activity),
    /// A call that a run-time library mirrors.
    Mirror(MirrorPlan),
    /// A routine over arrays whose derivative a run-time library computes.
    Array(ArrayPlan),
}

/// How a call is mirrored by a run-time library.
#[derive(Clone, Debug)]
pub(crate) struct MirrorPlan {
    pub(crate) rule: Arc<MirrorRule>,
    /// Of the rule's data, in order: the operand, if its memory has a shadow.
    pub(crate) shadows: Vec<Option<u8>>,
}

/// Whose derivatives are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Called {
    /// Those of this function.
    Function(String),
    /// Those behind the shadow of the pointer that the call goes through, its last operand.
    Through,
}

/// How a call is differentiated.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CallPlan {
    pub(crate) called: Called,
    /// Of the arguments, in order.
    pub(crate) params: Vec<Activity>,
    pub(crate) returned: Returned,
    pub(crate) halves: Halves,
    /// The call whose returned memory this function frees: by this instruction, in the reverse pass.
    pub(crate) freed: Option<InstId>,
    /// The result may be replaced on a branch (see `speculated`).
    pub(crate) replaced: bool,
    /// The callee has to find out at run time which memory is active (see `accumulate`).
    pub(crate) runtime_activity: bool,
}

/// When the two halves of a call's derivative run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halves {
    /// The augmented half in the forward sweep, the reverse half in the reverse pass.
    Split {
        /// The caller may overwrite what the callee read before its reverse half runs.
        overwritten: bool,
    },
    /// Both in the reverse pass, as one function that leaves no tape.
    Combined,
    /// The primal in the forward sweep, and both halves in the reverse pass, as one function that leaves no tape.
    Repeated,
}

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
    refusals.extend(missing_shadows(facts));
    if refusals.is_empty() {
        Ok(adjoints)
    } else {
        Err(causes(facts, refusals))
    }
}

/// Refusals of bits without those that only follow from an earlier one: an operand was refused before.
fn causes(facts: Facts<'_>, refusals: Vec<Refusal>) -> Vec<Refusal> {
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

pub(super) type Classified = Result<Adjoint, Refusal>;

fn classify_one(facts: Facts<'_>, id: InstId) -> Classified {
    let inst = &facts.body.insts[id];
    if makes_foreign_numbers(facts, inst) {
        return Err(foreign_numbers(id));
    }
    let hidden = facts.body.hides_pointers(inst);
    if hidden && inst.operands.iter().any(|v| facts.shadowed(*v)) {
        return Err(foreign_memory(id));
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
        Op::AtomicRmw { float_add } => atomic(facts, id, inst, *float_add),
        Op::CmpXchg => atomic(facts, id, inst, false),
        Op::Unsupported(name) => unsupported(facts, id, inst, name),
        Op::Alloca(_) if facts.request.globals && !static_alloca(facts.body, id) => {
            dynamic_stack(facts, id)
        }
        Op::Cast(CastOp::IntToFp) if counts_bits(facts, inst) => Err(active_bits(id)),
        Op::InsertValue(_) if carries_varied(facts, inst.operands[1]) => Err(active_bits(id)),
        Op::ExtractValue(_) if inst.result.is_some_and(|r| carries_varied(facts, r)) => {
            Err(active_bits(id))
        }
        Op::Float(_)
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
fn makes_foreign_numbers(facts: Facts<'_>, inst: &Inst) -> bool {
    let foreign = |v: &ValueId| facts.body.types.holds_foreign(facts.body.values[*v].ty);
    let touches = |v: &ValueId| facts.activities.varied(*v) || facts.shadowed(*v);
    let values = || inst.operands.iter().chain(&inst.result);
    values().any(foreign) && values().any(touches)
}

fn foreign_numbers(id: InstId) -> Refusal {
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
        Op::Float(op) => Ok(plain_rule(float_rule(facts, *op))),
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
        // Any other: a number comes out, and no rule says how.
        _ => Err(active_bits(id)),
    }
}

fn plain_rule(rule: Arc<ScalarRule>) -> Adjoint {
    Adjoint::Rule {
        rule,
        speculated: false,
    }
}

fn float_rule(facts: Facts<'_>, op: FloatOp) -> Arc<ScalarRule> {
    facts
        .registry
        .scalar(op.rule())
        .expect("the built-in pack has the float instructions")
        .clone()
}

/// The numbers inside an active value.
pub(crate) fn numbers(facts: Facts<'_>, id: InstId, value: ValueId) -> Result<Numbers, Refusal> {
    let types = &facts.body.types;
    let ty = facts.body.values[value].ty;
    if types.float_lanes(ty).is_some() {
        return Ok(Numbers::Whole);
    }
    if let Shape::Int(bits) = types.shape(ty) {
        return match facts.carried(value, *bits) {
            Some((kind, count)) => Ok(Numbers::Carried(kind, count)),
            None => Err(unknown_bits(facts, id, value)),
        };
    }
    let mut leaves = Vec::new();
    collect_leaves(facts, ty, &mut Vec::new(), 0, &mut leaves);
    if leaves.is_empty() {
        Err(unknown_bits(facts, id, value))
    } else {
        Ok(Numbers::Leaves(leaves))
    }
}

/// The kind of the numbers that an active value is, or whose bits it carries.
fn kind(facts: Facts<'_>, id: InstId, value: ValueId) -> Result<Option<FloatKind>, Refusal> {
    let types = &facts.body.types;
    let whole = types.float_lanes(facts.body.values[value].ty);
    Ok(match numbers(facts, id, value)? {
        Numbers::Carried(kind, _) => Some(kind),
        Numbers::Whole => whole,
        // Structures are not cast.
        Numbers::Leaves(_) => None,
    })
}

fn collect_leaves(
    facts: Facts<'_>,
    ty: TyId,
    path: &mut Vec<u32>,
    at: u64,
    out: &mut Vec<(Vec<u32>, u64, TyId)>,
) {
    let types = &facts.body.types;
    let mut visit = |index: u32, field: TyId, offset: u64, out: &mut Vec<_>| {
        path.push(index);
        collect_leaves(facts, field, path, at + offset, out);
        path.pop();
    };
    match types.shape(ty) {
        Shape::Struct(fields) => {
            for (index, (field, offset)) in fields.iter().enumerate() {
                visit(index as u32, *field, *offset, out);
            }
        }
        Shape::Array(element, length) => {
            let step = types.get(*element).alloc_size;
            for index in 0..*length {
                visit(index as u32, *element, index * step, out);
            }
        }
        _ if types.float_lanes(ty).is_some() => out.push((path.clone(), at, ty)),
        _ => {}
    }
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
        .help("compile with -fno-exceptions, or mark what is called noexcept")),
        _ if touches || inst.result.is_none() => Err(Refusal::new(
            codes::UNSUPPORTED_INSTRUCTION,
            id,
            format!("the instruction `{name}` is not differentiated"),
        )
        .help("rewrite the source without it, or mark the data enzyme_const")),
        _ => Ok(Adjoint::None),
    }
}

pub(super) fn atomic_refusal(id: InstId) -> Refusal {
    Refusal::new(
        codes::ATOMIC_ACCESS,
        id,
        "volatile or atomic access to active memory",
    )
    .help("use plain accesses in the differentiated code")
}

fn atomic(facts: Facts<'_>, id: InstId, inst: &Inst, float_add: bool) -> Classified {
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
    match float_add && !result_used {
        true if shadowed => Ok(Adjoint::AtomicAdd),
        // A counter beside numbers is no number.
        _ if active || shadowed && (moves_shadow || meets_numbers(facts, id)) => {
            Err(atomic_refusal(id))
        }
        _ => Ok(Adjoint::None),
    }
}

fn call(facts: Facts<'_>, id: InstId, inst: &Inst) -> Classified {
    match callee::target(inst, facts.registry) {
        Some(Target::Known(entry)) => known_call(facts, id, inst, &entry.what),
        Some(Target::Defined(symbol)) if callee::is_steps(inst) => {
            steps::call(facts, id, inst, symbol)
        }
        Some(Target::Defined(symbol)) => calls::defined(facts, id, inst, symbol),
        Some(Target::Custom(asked)) => calls::custom(facts, id, inst, asked),
        Some(Target::Unknown(symbol)) if symbol.starts_with("llvm.") => {
            intrinsics::refused(facts, id, inst, symbol).map_or(Ok(Adjoint::None), Err)
        }
        Some(Target::Unknown(symbol)) => opaque_call(facts, inst).map_or(Ok(Adjoint::None), |_| {
            Err(unknown_function(id, inst, symbol))
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
            .help("replace the assembly by C, or mark the data enzyme_const"))
        }),
        None => Ok(Adjoint::None),
    }
}

/// Why a call of a function that is not looked into is refused.
fn unknown_function(id: InstId, inst: &Inst, symbol: &str) -> Refusal {
    let refusal = |what: &str| {
        Refusal::new(
            codes::UNKNOWN_FUNCTION,
            id,
            format!("`{symbol}` is called on active data and {what}"),
        )
    };
    let inactive = "mark the arguments enzyme_const if no derivative is wanted";
    match inst.op {
        Op::Call(Callee::Direct {
            definition: Definition::Replaceable,
            ..
        }) => refusal("another definition may take its place when the program is linked")
            .note("it is a weak function: the body that is seen here need not be the one that runs")
            .help("remove the attribute `weak`, or build with -flto and let the linker load the plugin"),
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

/// Whether a call of something unknown touches active data.
pub(super) fn opaque_call(facts: Facts<'_>, inst: &Inst) -> Option<ValueId> {
    let touches = |v: &&ValueId| {
        (facts.activities.varied(**v) && inst.effects.writes)
            || facts.activities.active(**v)
            || facts.shadowed(**v)
    };
    inst.operands.iter().find(touches).copied().or_else(|| {
        inst.result
            .filter(|r| facts.activities.active(*r) || facts.shadowed(*r))
    })
}

fn known_call(facts: Facts<'_>, id: InstId, inst: &Inst, kind: &CalleeKind) -> Classified {
    let result_active = inst.result.is_some_and(|r| facts.activities.active(r));
    match kind {
        CalleeKind::Scalar(rule) if result_active => Ok(plain_rule(rule.clone())),
        CalleeKind::PassThrough(arg) if result_active => Ok(Adjoint::Same(u32::from(*arg))),
        CalleeKind::OutResults(rule) => out_results(facts, id, inst, rule),
        CalleeKind::Memory(op) => memory_call(facts, id, inst, op),
        CalleeKind::Masked(access) => masked(facts, id, inst, *access),
        CalleeKind::Allocator(spec) => match spec.result {
            AllocResult::Returned => Ok(allocation(facts, inst)),
            AllocResult::Through(arg) => through_allocation(facts, id, inst, arg),
        },
        CalleeKind::Release if facts.request.mode == Mode::Forward => Ok(Adjoint::None),
        CalleeKind::Deallocator(_) | CalleeKind::Release => {
            let put_off = ownership::is_deferred(facts.body, facts.memory, facts.registry, id);
            Ok(match put_off {
                true => Adjoint::DeferredFree,
                false => Adjoint::None,
            })
        }
        CalleeKind::IntegerOp if result_active => Err(active_bits(id)),
        CalleeKind::Inactive { .. } if result_active => Err(text(id, inst)),
        CalleeKind::Inactive { effects, .. } => inactive_call(facts, id, inst, effects),
        CalleeKind::Mirrored(rule) => mirrored_call(facts, id, inst, rule),
        CalleeKind::Array(rule) => array_call(facts, id, inst, rule),
        CalleeKind::LoopMark(_) => steps::left_over(facts, id),
        CalleeKind::Refused(remedy) => Err(never_mirrored(id, inst, remedy)),
        CalleeKind::Realloc(_) => match opaque_call(facts, inst) {
            None => Ok(Adjoint::None),
            Some(_) => Err(Refusal::new(
                codes::UNKNOWN_FUNCTION,
                id,
                "this call on active data has no derivative yet",
            )
            .help("use malloc, memcpy and free in its place")),
        },
        // No number comes out.
        CalleeKind::Scalar(_) | CalleeKind::PassThrough(_) | CalleeKind::IntegerOp => {
            Ok(Adjoint::None)
        }
        // What follows has no derivative; calls of the other sort are never taken for known.
        CalleeKind::NoReturn | CalleeKind::Lanes(_) | CalleeKind::Region(_) => Ok(Adjoint::None),
    }
}

/// New memory that is returned.
fn allocation(facts: Facts<'_>, inst: &Inst) -> Adjoint {
    let made = inst.result.and_then(|p| Some((p, facts.memory.place(p)?)));
    let Some((pointer, place)) = made else {
        return Adjoint::None;
    };
    let origins = &facts.memory.object(place.object).origins;
    let freed_here = origins.freed && ownership::is_local_heap(facts.memory, place);
    Adjoint::Allocate {
        shadowed: facts.activities.shadowed(place.object),
        late: false,
        freed: freed_here || owned_free(facts, pointer).is_some(),
        slack: match callee::symbol(inst) {
            Some("malloc" | "calloc") => 64,
            _ => 0,
        },
    }
}

fn never_mirrored(id: InstId, inst: &Inst, remedy: &str) -> Refusal {
    let name = callee::symbol(inst).unwrap_or("this call");
    let message = format!("`{name}` has no derivative");
    Refusal::new(codes::UNKNOWN_FUNCTION, id, message)
        .note("what it does is not mirrored in the derivative, whatever its data are")
        .help(remedy)
}

fn mirrored_call(facts: Facts<'_>, id: InstId, inst: &Inst, rule: &Arc<MirrorRule>) -> Classified {
    let behind = inst.operands.iter().skip(rule.params.len());
    let mut types = behind.map(|v| facts.body.values[*v].ty);
    if !rule.takes(inst.operands.len()) || !types.all(|ty| facts.body.types.is_integer(ty)) {
        let symbol = callee::symbol(inst).unwrap_or("this function");
        return Err(Refusal::new(
            codes::UNKNOWN_FUNCTION,
            id,
            format!(
                "`{symbol}` is called with {} arguments, and takes {}",
                inst.operands.len(),
                rule.params.len()
            ),
        )
        .note("so it is not the library function of that name")
        .help("include the library's header, or give your own function another name"));
    }
    if accumulate::is_atomic(facts) {
        let symbol = callee::symbol(inst).unwrap_or("this function");
        return Err(accumulate::unshared_call(id, symbol));
    }
    let shadow = |(position, data): (u8, Data)| {
        let passive = mirrored::element(facts.body, inst, rule, data) == Some(Element::Passive);
        let shadowed = facts.shadowed(inst.operands[usize::from(position)]);
        (shadowed && !passive).then_some(position)
    };
    Ok(Adjoint::Mirror(MirrorPlan {
        rule: rule.clone(),
        shadows: rule.data().map(shadow).collect(),
    }))
}

/// The deallocation of memory that this function obtained through `pointer`.
pub(super) fn owned_free(facts: Facts<'_>, pointer: ValueId) -> Option<InstId> {
    ownership::owned(facts.body, facts.memory, facts.registry, pointer)
}

fn through_allocation(facts: Facts<'_>, id: InstId, inst: &Inst, arg: u8) -> Classified {
    match facts.shadowed(inst.operands[usize::from(arg)]) {
        false => Ok(Adjoint::None),
        true => Err(Refusal::new(
            codes::UNSUPPORTED_INSTRUCTION,
            id,
            "memory for active data is allocated through a pointer argument",
        )
        .help("use aligned_alloc, which returns the pointer")),
    }
}

fn text(id: InstId, inst: &Inst) -> Refusal {
    let symbol = callee::symbol(inst).unwrap_or("this call");
    Refusal::new(
        codes::UNKNOWN_FUNCTION,
        id,
        format!("`{symbol}` makes a number of memory that active numbers were written to"),
    )
    .note("a derivative does not pass through text or bytes")
    .help("hand the number over as a number; printing it is allowed")
}

/// Inactive callees that write active memory would leave stale shadows.
fn inactive_call(
    facts: Facts<'_>,
    id: InstId,
    inst: &Inst,
    effects: &enzyme_rules::Effects,
) -> Classified {
    let writes_active = inst
        .operands
        .iter()
        .enumerate()
        .any(|(i, v)| effects.writes.has(i.min(255) as u8) && facts.shadowed(*v));
    if writes_active {
        return Err(Refusal::new(
            codes::UNKNOWN_FUNCTION,
            id,
            "an inactive function writes into active memory",
        )
        .note("how much of the shadow it makes stale is not known")
        .help("read into a separate buffer and copy it"));
    }
    Ok(Adjoint::None)
}

fn out_results(facts: Facts<'_>, id: InstId, inst: &Inst, rule: &Arc<OutRule>) -> Classified {
    let active = inst
        .operands
        .iter()
        .take(rule.params.len())
        .any(|v| facts.activities.active(*v));
    let returned = inst.result.is_some_and(|r| facts.activities.active(r));
    let written = facts.memory.touched(id, true);
    let into_active = written.iter().any(|f| {
        facts.activities.active_field(*f) && !facts.memory.fields[f.0].scalar.is_integer()
    });
    let through = |k: usize| matches!(rule.results[k].place, enzyme_rules::Place::Through(_));
    let read = rule.needs(
        &vec![true; rule.params.len()],
        &rule.results.iter().map(|r| r.active).collect::<Vec<_>>(),
    );
    let reads_back = (0..rule.results.len()).any(|k| through(k) && read.results & (1 << k) != 0);
    let symbol = callee::symbol(inst).unwrap_or(rule.name);
    if into_active || (active && returned && reads_back) {
        return Err(Refusal::new(
            codes::UNKNOWN_FUNCTION,
            id,
            format!("`{symbol}` gives active results through pointers"),
        )
        .note("only results that a function returns are differentiated")
        .help("call the functions that return one result each (sin and cos, trunc, …)"));
    }
    Ok(if active && returned {
        Adjoint::OutRule(rule.clone())
    } else {
        Adjoint::None
    })
}
