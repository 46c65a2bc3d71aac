//! Loads of elements beside elements that their worker writes.
//!
//! A worker that reads an element of an array and surely writes the element with the same index of another one, with no meeting in between, is ordered with
//! all others that write there. If all that read the first array write the second one so, no two of them read the same element at the same time (J.
//! Hückelheim, L. Hascoët et al.: FormAD, 2022, for index expressions of loops). So it is with the edges of one colour, whose nodes are read and added to.
//!
//! That is known of one array. What else lies in the same memory may be known, too, or is found out when the program runs.
//!
//! Owns: these conditions. Must not: know how that is found out.

use super::phases::Phases;
use super::slices::Readers;
use super::written::{goes_with, is_plain_store};
use crate::analysis::uniform::Uniform;
use crate::view::{Body, InstId, Op, ValueId, ValueKind};
use indexmap::{IndexMap, IndexSet};

/// The loads.
#[derive(Default)]
pub(super) struct Beside {
    /// No other worker reads the same numbers at the same time.
    pub(super) own: IndexSet<InstId>,
    /// The same, if what workers read behind other addresses is other memory.
    pub(super) if_apart: IndexSet<InstId>,
}

/// An element of an array.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Element {
    array: ValueId,
    index: ValueId,
    /// Bytes from one element to the next.
    stride: i64,
    /// Bytes from the element's beginning.
    constant: i64,
}

/// Where elements of an array lie: its address, bytes from one to the next, bytes from an element's beginning.
type Array = (ValueId, i64, i64);

/// A load.
struct Reader {
    id: InstId,
    element: Element,
    bytes: u64,
    /// The arrays whose element with the same index the worker writes.
    written: IndexSet<Array>,
}

/// Finds these loads among those of numbers that workers do not write.
pub(super) fn of(readers: &Readers<'_>, written: &IndexSet<InstId>) -> Beside {
    let mut beside = Beside::default();
    let body = &readers.imported.body;
    let Some(uniform) = readers.uniform else {
        return beside;
    };
    let loads: Vec<InstId> = readers.loads(written).collect();
    let stores = stores(body, uniform);
    let known = loads
        .iter()
        .filter_map(|id| reader(readers, &stores, *id, uniform));
    let known: IndexMap<InstId, Reader> = known.map(|one| (one.id, one)).collect();
    if known.is_empty() {
        return beside;
    }
    let phases = Phases::of(body, readers.workers);
    let wild: Vec<InstId> = readers.wild().collect();
    for one in known.values() {
        let overlaps = |other: &&InstId| phases.overlap(one.id, **other);
        let array = |id: &&InstId| body.start_of(body.insts[**id].operands[0]);
        let (same, others): (Vec<_>, Vec<_>) = loads
            .iter()
            .filter(overlaps)
            .partition(|id| array(id) == one.element.array);
        let same: Option<Vec<&Reader>> = same.into_iter().map(|id| known.get(id)).collect();
        if !same.is_some_and(|all| agree(&all)) {
            continue;
        }
        beside.if_apart.insert(one.id);
        let clobbers = &readers.imported.clobbers;
        let mut others = others.into_iter();
        let mut wild = wild.iter();
        if others.all(|other| clobbers.loads_apart(one.id, *other)) && !wild.any(|id| overlaps(&id))
        {
            beside.own.insert(one.id);
        }
    }
    beside
}

/// Whether loads behind one address read the same bytes only if they read the same element, and the worker writes the same element of one array for all of them.
fn agree(all: &[&Reader]) -> bool {
    let Some(first) = all.first() else {
        return false;
    };
    let stride = first.element.stride;
    let from = all.iter().map(|one| one.element.constant).min();
    let end = |one: &&Reader| one.element.constant.saturating_add_unsigned(one.bytes);
    let to = all.iter().map(end).max();
    let within = from
        .zip(to)
        .is_some_and(|(from, to)| from.abs_diff(to) <= stride.unsigned_abs());
    let mut arrays = first.written.iter();
    within
        && all.iter().all(|one| one.element.stride == stride)
        && arrays.any(|array| all.iter().all(|one| one.written.contains(array)))
}

/// What is known of a load of an element; nothing if that is little.
fn reader(
    readers: &Readers<'_>,
    stores: &IndexMap<ValueId, Vec<(InstId, Array)>>,
    id: InstId,
    uniform: &Uniform<'_>,
) -> Option<Reader> {
    let body = &readers.imported.body;
    let (pointer, bytes) = body.accessed(id)?;
    let element = element(body, pointer).filter(|element| uniform.holds(element.array))?;
    let beside = stores.get(&element.index)?.iter();
    let surely = beside.filter(|(store, _)| goes_with(body, readers.workers, id, *store));
    let written: IndexSet<Array> = surely.map(|(_, array)| *array).collect();
    (!written.is_empty()).then_some(Reader {
        id,
        element,
        bytes,
        written,
    })
}

/// Stores of numbers that are computed, in arrays of all workers, by their index. Of constants, programs write the same from several workers without harm.
fn stores(body: &Body, uniform: &Uniform<'_>) -> IndexMap<ValueId, Vec<(InstId, Array)>> {
    let mut all: IndexMap<ValueId, Vec<(InstId, Array)>> = IndexMap::new();
    for (id, inst) in body.insts.iter().filter(|(_, inst)| is_plain_store(inst)) {
        let value = &body.values[inst.operands[0]];
        let is_computed = matches!(value.kind, ValueKind::Inst(_));
        if is_computed
            && body.types.float_lanes(value.ty).is_some()
            && let Some(element) = element(body, inst.operands[1])
            && uniform.holds(element.array)
        {
            let array = (element.array, element.stride, element.constant);
            all.entry(element.index).or_default().push((id, array));
        }
    }
    all
}

/// The element behind an address that is made with one index.
fn element(body: &Body, pointer: ValueId) -> Option<Element> {
    let (mut array, mut constant, mut index) = (pointer, 0_i64, None);
    while let Some(id) = body.def(array)
        && let Op::Gep {
            constant: bytes,
            steps,
        } = &body.insts[id].op
    {
        constant = constant.checked_add((*bytes)?)?;
        let operands = &body.insts[id].operands;
        for (step, by) in steps.iter().zip(&operands[1..]) {
            if index.replace((*by, step.bytes)).is_some() {
                return None;
            }
        }
        array = operands[0];
    }
    let (index, stride) = index?;
    Some(Element {
        array,
        index,
        stride,
        constant,
    })
}
