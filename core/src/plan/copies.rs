//! What lies in copied or set memory, and so what its adjoint moves.
//!
//! A layout of copied memory that repeats within the copy is believed only if the analysis of the closed world does not differ.
//!
//! Owns: the decision which analysis can tell it. Must not: emit.

use super::accumulate::{self, Addition};
use super::adjoints::{Adjoint, Classified};
use super::bytes::{Bytes, Row};
use super::facts::Facts;
use super::gaps::{Gaps, Stretch};
use super::refusal::Refusal;
use crate::analysis::activity::constant_length;
use crate::analysis::callee;
use crate::analysis::memory::{FieldId, Memory, Place, Run, Scalar, float_size, gcd};
use crate::analysis::ownership;
use crate::diag::codes;
use crate::request::Mode;
use crate::view::{Inst, InstId, Op, ValueId, ValueKind};
use enzyme_rules::{FloatKind, MemoryOp, MemorySource};
use std::collections::BTreeSet;

/// Rows of scalars of some sizes at some offsets, in order; joined where `join` says so.
fn rows<T: Copy + PartialEq>(
    scalars: impl IntoIterator<Item = (u64, T)>,
    size: impl Fn(T) -> u64,
    join: bool,
) -> Vec<(Row, T)> {
    let mut rows: Vec<(Row, T)> = Vec::new();
    for (offset, sort) in scalars {
        match rows.last_mut() {
            Some((row, of))
                if join && *of == sort && offset == row.offset + row.count * size(sort) =>
            {
                row.count += 1;
            }
            _ => rows.push((Row { offset, count: 1 }, sort)),
        }
    }
    rows
}

pub(super) fn memory_call(facts: Facts<'_>, id: InstId, inst: &Inst, op: &MemoryOp) -> Classified {
    let operand = |i: u8| inst.operands[usize::from(i)];
    let target = operand(op.dst);
    if !facts.shadowed(target) {
        return Ok(Adjoint::None);
    }
    let length = constant_length(facts.body, operand(op.len));
    if length == Some(0) {
        return Ok(Adjoint::None);
    }
    let Some(place) = facts.memory.place(target) else {
        return Ok(Adjoint::None);
    };
    match op.source {
        MemorySource::Byte(_) | MemorySource::Zero => reset(facts, id, op, (target, place), length),
        MemorySource::Copy(from) | MemorySource::Move(from) => {
            if cuts_number(facts, [target, operand(from)], length) {
                return Err(cut_number(id));
            }
            let told = copied_bytes(facts, id, target, operand(from), length);
            let is_untold = matches!(&told, Err(refusal) if refusal.code == codes::UNKNOWN_TYPE);
            let is_constant = is_untold && op.by.is_none() && is_constant(facts, operand(from));
            if is_constant && !holds_pointers(facts, target, length) {
                return Ok(Adjoint::Reset {
                    op: *op,
                    bytes: None,
                });
            }
            let bytes = match told {
                Err(refusal) if op.by.is_some() && refusal.code == codes::UNKNOWN_TYPE => {
                    Bytes::Untold
                }
                told if op.by.is_some() => {
                    untold_between(facts, [target, operand(from)], length, told?)
                }
                told => told?,
            };
            if op.by.is_some() && !is_plain(&bytes) && !is_one_structure(&bytes, length) {
                return Err(mixed_elsewhere(id));
            }
            let from_shadowed = facts.shadowed(operand(from));
            if from_shadowed {
                check_addition(facts, id, (inst, op), operand(from))?;
            }
            Ok(Adjoint::Copy {
                op: *op,
                bytes,
                from_shadowed,
            })
        }
    }
}

/// Whether it is read-only data without addresses: whatever the numbers are, none of them varies.
fn is_constant(facts: Facts<'_>, from: ValueId) -> bool {
    match &facts.body.values[facts.body.start_of(from)].kind {
        ValueKind::Global { constant, kept, .. } => *constant && kept.plain,
        ValueKind::Param(_)
        | ValueKind::Inst(_)
        | ValueKind::ConstInt(_)
        | ValueKind::ConstFloat(_)
        | ValueKind::Splat(_)
        | ValueKind::Constant
        | ValueKind::Zeroish
        | ValueKind::Function(_)
        | ValueKind::Other => false,
    }
}

/// Whether somebody below the hook has pointers there, at any time.
fn holds_pointers(facts: Facts<'_>, at: ValueId, length: Option<u64>) -> bool {
    [facts.memory, facts.closed_world].iter().any(|memory| {
        let place = memory.place(at).into_iter();
        let fields = place.flat_map(|place| memory.fields_at(place, length));
        let mut scalars = fields.map(|f| memory.fields[f.0].scalar);
        scalars.any(|scalar| scalar == Scalar::Pointer)
    })
}

/// What code of the host does not access may be numbers to a device. Of an array of which it accesses some elements by themselves, and of bytes of which it accesses integers
/// here and there, a library finds out what the others are.
fn untold_between(
    facts: Facts<'_>,
    sides: [ValueId; 2],
    length: Option<u64>,
    bytes: Bytes,
) -> Bytes {
    let Bytes::Fields {
        floats,
        pointers,
        stride,
    } = &bytes
    else {
        return bytes;
    };
    let places = sides.iter().filter_map(|side| facts.memory.place(*side));
    let runs: Vec<Run> = places
        .flat_map(|place| facts.memory.layout(place, length))
        .collect();
    let is_number = |run: &Run| matches!(run.scalar, Scalar::Float(_) | Scalar::Unknown);
    let mut kinds = floats.iter().map(|(_, kind)| kind);
    let is_untold = match kinds.next() {
        Some(first) => kinds.all(|kind| kind == first) && runs.iter().all(is_number),
        None => !are_all(&runs, length.map_or(*stride, |length| length.min(*stride))),
    };
    match is_untold && pointers.is_empty() {
        true => Bytes::Untold,
        false => bytes,
    }
}

/// Whether integers are all of so many bytes.
fn are_all(runs: &[Run], bytes: u64) -> bool {
    let integers = runs.iter().filter(|run| run.scalar.is_integer());
    let mut sorted: Vec<(u64, u64)> = integers.map(|run| (run.offset, run.size)).collect();
    sorted.sort_unstable();
    let ends = |end: u64, (offset, size): (u64, u64)| match offset <= end {
        true => end.max(offset + size),
        false => end,
    };
    sorted.into_iter().fold(0, ends) >= bytes
}

/// A library that moves adjoints adds plainly.
fn check_addition(
    facts: Facts<'_>,
    id: InstId,
    (inst, op): (&Inst, &MemoryOp),
    from: ValueId,
) -> Result<(), Refusal> {
    let is_plain = || matches!(accumulate::addition(facts, id, from), Addition::Plain(_));
    if op.by.is_some() && !is_plain() {
        let symbol = callee::symbol(inst).unwrap_or("a copy");
        return Err(accumulate::unshared_call(facts, id, symbol));
    }
    accumulate::check_atomic(facts, id, from)
}

/// Whether numbers of one kind lie there and nothing else, or nothing that matters.
fn is_plain(bytes: &Bytes) -> bool {
    match bytes {
        Bytes::Floats(_) | Bytes::Untold => true,
        Bytes::Fields {
            floats, pointers, ..
        } => floats.is_empty() && pointers.is_empty(),
    }
}

/// Whether it is one structure with numbers, and without pointers: each row of its numbers is moved by itself.
fn is_one_structure(bytes: &Bytes, length: Option<u64>) -> bool {
    match bytes {
        Bytes::Fields {
            stride, pointers, ..
        } => pointers.is_empty() && length.is_some_and(|length| length <= *stride),
        Bytes::Floats(_) | Bytes::Untold => false,
    }
}

/// A library that copies shadows knows numbers of one kind, one behind the other.
fn mixed_elsewhere(id: InstId) -> Refusal {
    Refusal::new(
        codes::MIXED_TYPE,
        id,
        "arrays of structures, or pointers, are copied to or from memory of a device",
    )
    .note("the library that copies their shadows knows arrays of numbers, and single structures without pointers, of a size that is known when they are compiled")
    .help("copy arrays of one type each, and hand pointers to kernels as arguments")
}

/// Whether a copy begins or ends inside of a number that anybody below the hook accesses there.
fn cuts_number(facts: Facts<'_>, sides: [ValueId; 2], length: Option<u64>) -> bool {
    let whole = |side: ValueId| {
        let made = facts.body.def(side).map(|id| &facts.body.insts[id].op);
        matches!(made, Some(Op::Alloca(_)))
    };
    let cut = |memory: &Memory| {
        let mut places = sides
            .iter()
            .filter_map(|side| Some((memory.place(*side)?, whole(*side))));
        places.any(|(place, whole)| memory.cuts_number(place, length, whole))
    };
    cut(facts.memory) || cut(facts.closed_world)
}

fn cut_number(id: InstId) -> Refusal {
    Refusal::new(
        codes::ACTIVE_BITS,
        id,
        "a copy may begin or end inside of an active number",
    )
    .note("parts of a number have no derivative; members of a structure count as one array where they are reached by an index")
    .help("copy whole numbers, or a structure member by member")
    .help("mark the data enzyme_const if no derivative is wanted")
}

fn reset(
    facts: Facts<'_>,
    id: InstId,
    op: &MemoryOp,
    (target, place): (ValueId, Place),
    length: Option<u64>,
) -> Classified {
    let fields = facts.memory.fields_at(place, length);
    let is_pointer = |f: &FieldId| facts.memory.fields[f.0].scalar == Scalar::Pointer;
    let below = facts.closed_world.place(target);
    // The caller may be part of the differentiated code, and its callers may not see the memory.
    let private =
        facts.memory.is_private(place) || below.is_some_and(|p| facts.closed_world.is_private(p));
    let seen = !private && !ownership::is_own_stack(facts.body, target);
    // In forward mode, the shadow is set as the primal is.
    if fields.iter().any(is_pointer) && seen && facts.request.mode != Mode::Forward {
        return reset_apart(facts, id, op, length);
    }
    let active = fields.is_empty()
        || fields
            .iter()
            .any(|f| facts.activities.active_field(*f) || is_pointer(f));
    if active {
        Ok(Adjoint::Reset {
            op: *op,
            bytes: None,
        })
    } else {
        Ok(Adjoint::None)
    }
}

/// Numbers and pointers zeroed together: the adjoints of the numbers end, the pointers are null.
fn reset_apart(facts: Facts<'_>, id: InstId, op: &MemoryOp, length: Option<u64>) -> Classified {
    let inst = &facts.body.insts[id];
    let target = inst.operands[usize::from(op.dst)];
    let zero = match op.source {
        MemorySource::Byte(arg) => {
            let byte = &facts.body.values[inst.operands[usize::from(arg)]].kind;
            *byte == ValueKind::ConstInt(Some(0))
        }
        _ => true,
    };
    match copied_bytes(facts, id, target, target, length) {
        Ok(bytes) if zero => Ok(Adjoint::Reset {
            op: *op,
            bytes: Some(bytes),
        }),
        _ => Err(Refusal::new(
            codes::MIXED_TYPE,
            id,
            "memory that holds pointers, seen by the caller, is set as a whole",
        )
        .note("the reverse pass would clear the pointers of its shadow, too")
        .help("set the numbers field by field")),
    }
}

/// Scalars, and the period at which they repeat (0: they do not).
type Runs = (Vec<Run>, u64);

/// The layout of a copy by the first analysis that can tell; the refusal is that of the first.
fn copied_bytes(
    facts: Facts<'_>,
    id: InstId,
    target: ValueId,
    from: ValueId,
    length: Option<u64>,
) -> Result<Bytes, Refusal> {
    let both = (target, from);
    let here = Known {
        packed: is_packed(facts.memory, both) || is_packed(facts.closed_world, both),
        seen: Seen::by(facts, facts.memory, both),
        presumed: Scalar::Unknown,
        fills: false,
        begin: begin(facts, target),
    };
    // Where the whole program below the hook is analysed, what a caller sees may be nobody else's, and
    // what is computed with as an integer everywhere is one.
    let below = Known {
        seen: here.seen.and(Seen::by(facts, facts.closed_world, both)),
        presumed: Scalar::Int,
        ..here
    };
    let filled = Known {
        fills: true,
        ..below
    };
    let places = |memory: &Memory| -> Vec<Place> {
        let both = [target, from].into_iter();
        both.filter_map(|value| memory.place(value)).collect()
    };
    let coarse = |memory: &Memory| {
        let places = places(memory);
        let stride = |place: &Place| memory.object(place.object).stride;
        let strides: BTreeSet<u64> = places.iter().map(stride).collect();
        let layout = |place: &Place| memory.layout(*place, length);
        match (strides.len() > 1, length) {
            // Each of two repeats in its own way.
            (true, Some(length)) => {
                let all = |place: &Place| memory.whole_layout(*place, length);
                (places.iter().flat_map(all).collect(), 0)
            }
            _ => {
                let stride = strides.first().copied().unwrap_or(0);
                (places.iter().flat_map(layout).collect(), stride)
            }
        }
    };
    let exact = |memory: &Memory, known: Known| {
        let shape = memory.shape(&places(memory), length, known.seen.target)?;
        Some((shape, known))
    };
    let told = |(shape, known): (Runs, Known)| arranged(id, shape, length, known).ok();
    let first = coarse(facts.memory);
    let sure = !differ(&first, &coarse(facts.closed_world));
    let first = arranged(id, first, length, here);
    let nearer = || {
        let found = exact(facts.memory, here)?;
        let (wider, _) = exact(facts.closed_world, below)?;
        (!differ(&found.0, &wider)).then(|| told(found)).flatten()
    };
    let first = match first {
        Ok(_) if !sure => Err(contradiction(id)),
        first => first,
    };
    first.or_else(|refusal| {
        arranged(id, coarse(facts.closed_world), length, below)
            .ok()
            .or_else(nearer)
            .or_else(|| exact(facts.closed_world, below).and_then(told))
            .or_else(|| unused(facts, below.seen, target, length))
            .or_else(|| arranged(id, coarse(facts.closed_world), length, filled).ok())
            .or_else(|| exact(facts.closed_world, filled).and_then(told))
            .ok_or(refusal)
    })
}

/// Where memory begins in its object, as far as alignment goes.
fn begin(facts: Facts<'_>, target: ValueId) -> u64 {
    let offset = facts
        .closed_world
        .place(target)
        .map_or(0, |place| place.offset);
    offset.rem_euclid(8).unsigned_abs()
}

/// A copy into memory of our own that nobody looks at moves nothing that matters: no shadow of it is ever looked for, be it of a number or of a
/// pointer. Who copies it on puts it where nobody looks, either: that is asked of the closed world, which has all who might.
fn unused(facts: Facts<'_>, seen: Seen, target: ValueId, length: Option<u64>) -> Option<Bytes> {
    let untouched = |memory: &Memory| {
        let place = memory.place(target);
        place.is_none_or(|place| memory.layout(place, length).is_empty())
    };
    let nothing = Bytes::Fields {
        stride: length?,
        floats: Vec::new(),
        pointers: Vec::new(),
    };
    let below = facts.closed_world;
    let only_moved = || {
        let place = below.place(target);
        place.is_some_and(|place| below.only_moved(place, length))
    };
    let unused = || untouched(facts.memory) && untouched(below) || only_moved();
    (!seen.target && unused()).then_some(nothing)
}

/// Whether numbers in one of two objects may lie at places that are not aligned to their size.
fn is_packed(memory: &Memory, (target, source): (ValueId, ValueId)) -> bool {
    let mut places = [target, source].into_iter().filter_map(|v| memory.place(v));
    places.any(|place| memory.object(place.object).origins.packed)
}

/// How the scalars in copied memory are read.
#[derive(Clone, Copy)]
struct Known {
    /// Whether numbers may lie at places that are not aligned to their size.
    packed: bool,
    seen: Seen,
    /// What a presumed integer is taken for.
    presumed: Scalar,
    /// Whether bytes that nobody below the hook accesses move as numbers would; else the layout is not known.
    fills: bool,
    /// Where the copied memory begins in its object, as far as alignment goes.
    begin: u64,
}

/// Which side of a copy others may look at.
#[derive(Clone, Copy)]
struct Seen {
    target: bool,
    source: bool,
}

impl Seen {
    /// What functions see that an analysis does not cover, kernels among them.
    fn by(facts: Facts<'_>, memory: &Memory, (target, source): (ValueId, ValueId)) -> Self {
        let seen = |value: ValueId| {
            memory.place(value).is_some_and(|p| {
                let own = ownership::is_own_stack(facts.body, value)
                    || ownership::is_own_heap(facts.body, memory, facts.registry, value);
                !memory.is_unseen(p) && !own || memory.is_copied_out(p) || memory.is_handed(p)
            })
        };
        Self {
            target: seen(target),
            source: seen(source),
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            target: self.target && other.target,
            source: self.source && other.source,
        }
    }
}

/// What is moved where these scalars lie; `stride`: the period at which they repeat, 0 if not.
fn arranged(
    id: InstId,
    (mut runs, stride): (Vec<Run>, u64),
    length: Option<u64>,
    known: Known,
) -> Result<Bytes, Refusal> {
    let Known { seen, .. } = known;
    for run in &mut runs {
        if run.scalar == Scalar::Presumed {
            run.scalar = known.presumed;
        }
    }
    runs.sort_by_key(|r| (r.offset, r.size));
    runs.dedup();
    // Shadows of integers that only this function sees are zero: to move them as numbers is
    // harmless.
    let floats = runs.iter().any(|r| matches!(r.scalar, Scalar::Float(_)));
    let drop_integers = floats && !seen.target && !seen.source;
    let matters =
        |r: &&Run| r.scalar != Scalar::Unknown && !(drop_integers && r.scalar.is_integer());
    let told: Vec<&Run> = runs.iter().filter(matters).collect();
    if told.is_empty() {
        return Err(Refusal::new(
            codes::UNKNOWN_TYPE,
            id,
            "cannot deduce the type of the copied memory",
        )
        .note("nothing in the program loads or stores these bytes with a known type")
        .help("compile with optimisation and strict aliasing, so that type facts remain")
        .help("copy with a typed loop instead of memcpy"));
    }
    if contradictory(&told) {
        return Err(contradiction(id));
    }
    arrange(&told, stride, length, known).ok_or_else(|| {
        Refusal::new(
            codes::UNKNOWN_TYPE,
            id,
            "cannot deduce the layout of the copied memory",
        )
        .note("part of it is neither loaded nor stored with a known type in this program")
        .help("compile with optimisation and strict aliasing, so that type facts remain")
        .help("copy with a typed loop (or field by field) instead of memcpy")
    })
}

/// Whether two layouts of the same memory say different things of one byte. Where one repeats, an access stands for many
/// places, at most of which it may never have been.
fn differ((one, stride): &Runs, (other, wider): &Runs) -> bool {
    let period = gcd(*stride, *wider);
    let fold = |run: &Run| Run {
        offset: run.offset.checked_rem(period).unwrap_or(run.offset),
        ..run.clone()
    };
    let told = one.iter().chain(other);
    let told: Vec<Run> = told
        .filter(|r| r.scalar != Scalar::Unknown)
        .map(fold)
        .collect();
    contradictory(&told.iter().collect::<Vec<_>>())
}

fn contradiction(id: InstId) -> Refusal {
    Refusal::new(
        codes::MIXED_TYPE,
        id,
        "copied memory holds floating and other data at one place",
    )
    .help("keep numbers and integers in separate fields where they are active")
}

/// Whether one byte is said to belong to scalars of two sorts, or to two numbers or pointers, or only a part of a number to be there.
fn contradictory(known: &[&Run]) -> bool {
    let is_whole = |run: &Run| match run.scalar {
        Scalar::Float(kind) => run.size == float_size(kind),
        _ => true,
    };
    let whole_there = |part: &Run| {
        known
            .iter()
            .any(|run| is_whole(run) && run.scalar == part.scalar && run.offset == part.offset)
    };
    if known.iter().any(|run| !is_whole(run) && !whole_there(run)) {
        return true;
    }
    let agree =
        |a: &Run, b: &Run| a.scalar == b.scalar && (a.scalar.is_integer() || a.offset == b.offset);
    let mut known = known.to_vec();
    known.sort_by_key(|run| run.offset);
    // Those before that reach beyond where one begins.
    let mut open: Vec<&Run> = Vec::new();
    known.into_iter().any(|run| {
        open.retain(|before| run.offset < before.offset + before.size);
        let differs = open.iter().any(|before| !agree(run, before));
        open.push(run);
        differs || run.scalar == Scalar::Mixed
    })
}

/// Bytes of a pointer.
const POINTER: u64 = 8;

/// More bytes than any copy has: what repeats after so many does not repeat.
const FARTHEST: u64 = 1 << 48;

/// Where the numbers and pointers of copied memory lie; `None` if that is not certain.
fn arrange(
    known: &[&Run],
    stride: u64,
    length: Option<u64>,
    Known {
        packed,
        seen,
        fills,
        begin,
        ..
    }: Known,
) -> Option<Bytes> {
    let mut floats: Vec<(u64, FloatKind)> = known
        .iter()
        .filter_map(|r| match r.scalar {
            Scalar::Float(kind) => Some((r.offset, kind)),
            _ => None,
        })
        .collect();
    let uniform = floats.len() == known.len() && floats.windows(2).all(|p| p[0].1 == p[1].1);
    let period = if stride != 0 { Some(stride) } else { length };
    if let (true, Some((first, kind))) = (uniform, floats.first()) {
        let size = float_size(*kind);
        // Numbers of one kind without a gap are an array of them. Where they repeat at less than their size, their
        // alignment says where they lie.
        let dense = match period {
            Some(n) if n < size => !packed,
            Some(n) => covers(known, size, n),
            None => !(seen.target || seen.source),
        };
        if dense && *first == 0 {
            return Some(Bytes::Floats(*kind));
        }
    }
    let overlap = |n: u64| floats.iter().any(|(_, kind)| n < float_size(*kind));
    // However long it is: in memory of our own that is accessed at known places alone, others do not matter.
    let period = period.or((!seen.target).then_some(FARTHEST));
    let period = period.filter(|n| !overlap(*n))?;
    // What nobody accesses in a target of our own has no adjoint that would have to move.
    if seen.target {
        let length = length.map_or(period, |n| n.min(period));
        let unknown = Gaps::of(
            known,
            Stretch {
                begin,
                length,
                period,
            },
        );
        if !unknown.is_empty() {
            floats.extend(unknown.filled().filter(|_| fills && !packed)?);
            floats.sort_unstable();
        }
    }
    let pointers = known
        .iter()
        .filter(|r| r.scalar == Scalar::Pointer)
        .map(|r| (r.offset, ()));
    // Pointers nearer to each other than their size are an array of them, at offsets not known.
    let packed = floats.is_empty() && stride != 0 && stride < POINTER;
    let once = !packed && length.is_some_and(|n| n <= period);
    let pointers = rows(pointers, |()| POINTER, once);
    Some(Bytes::Fields {
        stride: if packed { POINTER } else { period },
        pointers: pointers.into_iter().map(|(row, ())| row).collect(),
        floats: rows(floats, float_size, once),
    })
}

/// Whether numbers of one size fill a length without gaps.
fn covers(runs: &[&Run], size: u64, length: u64) -> bool {
    let begins: BTreeSet<u64> = runs.iter().map(|run| run.offset).collect();
    (0..length / size).all(|k| begins.contains(&(k * size))) && length.is_multiple_of(size)
}
