//! Bytes that may be accessed as scalars of different sorts.
//!
//! A program may move a number as a pointer, two floats as a double, or anything as bytes and words: unions do, and containers of
//! `void *`, vector instructions and generic sorts. That two accesses have different types keeps them apart only if TBAA
//! says so of both (and not even then where memory holds pointers at one time and small numbers at another). Where it does not,
//! they are apart as members of a structure are: one of them is accessed at a known place, or they are arrays that begin at
//! different places, and the program does more with both than to move them.
//!
//! Owns: which cells are *contested* so, and whether an access is. Must not: know instructions.

use super::graph::{Graph, NodeId, View, gcd, overlap};
use super::scalar::{Proof, Scalar};
use super::shapes::{PlacedAccess, Shapes};
use enzyme_rules::FloatKind;
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// The accesses whose bytes may be accessed as another sort of scalar.
#[derive(Clone, Debug, Default)]
pub(super) struct Contested {
    /// Object, offset, stride and size of each, and whether TBAA says what is accessed.
    placed: BTreeSet<(NodeId, i64, u64, u64, bool)>,
}

impl Contested {
    /// Finds them in a settled graph, and marks their cells.
    pub(super) fn find(graph: &mut Graph, shapes: &Shapes) -> Self {
        let mut found = Self::default();
        for (node, placed) in shapes.objects() {
            let all: Vec<PlacedAccess> = match placed {
                Some(placed) => placed.iter().copied().collect(),
                None => by_fields(graph, node),
            };
            for access in contested(graph, node, &all) {
                graph.contest(node, access.offset, access.size, access.scalar);
                let stated = access.proof == Proof::Stated;
                found
                    .placed
                    .insert((node, access.offset, access.stride, access.size, stated));
            }
        }
        found
    }

    /// Whether an access of `size` bytes, `distance` bytes behind a pointer, is contested; `stated` if TBAA says its sort.
    pub(super) fn has(&self, at: View, (distance, size): (u64, u64), stated: bool) -> bool {
        let offset = at.offset + distance as i64;
        let known = (at.node, offset, at.stride, size, stated);
        self.placed.contains(&known)
    }
}

/// Accesses of an object where there are too many to tell, as the graph knows them.
fn by_fields(graph: &Graph, node: NodeId) -> Vec<PlacedAccess> {
    let fields = graph.fields(node);
    let access = |(offset, cell, size)| PlacedAccess {
        offset,
        stride: graph.stride(node),
        size,
        width: size,
        scalar: graph.scalar(cell),
        proof: Proof::Used,
    };
    fields.map(access).collect()
}

/// Those of the accesses of one object that others contest.
fn contested(graph: &Graph, node: NodeId, all: &[PlacedAccess]) -> Vec<PlacedAccess> {
    let sorts: IndexSet<Scalar> = all.iter().map(|access| access.scalar).collect();
    let differ = |one: &Scalar| sorts.iter().any(|other| one.differs_by_type(*other));
    let words = |access: &PlacedAccess| access.proof == Proof::Words;
    if !sorts.iter().any(differ) && !all.iter().any(words) {
        return Vec::new();
    }
    let is_contested = |one: &&PlacedAccess| {
        if words(one) {
            return cuts_others(one, all);
        }
        let stated = one.proof == Proof::Stated;
        let moved = runs(one) && one.proof == Proof::Moved;
        let used = !moved && (stated || graph.is_used(node, one.offset, one.size, one.scalar));
        all.iter().any(|other| contests(other, one, used))
    };
    all.iter().filter(is_contested).copied().collect()
}

/// Whether an access goes over memory without gaps: what it moves is whatever lies behind its beginning.
fn runs(one: &PlacedAccess) -> bool {
    (1..=one.width).contains(&one.stride)
}

/// Whether integers that are only moved are pieces of numbers or pointers, or of scalars of several sorts, or are taken for
/// what they are not. Arrays that they may lie in are asked where nothing lies for sure.
fn cuts_others(one: &PlacedAccess, all: &[PlacedAccess]) -> bool {
    let typed = |other: &&PlacedAccess| other.proof > Proof::Words && !other.scalar.is_integer();
    let met = |other: &&PlacedAccess| {
        let behind = one.offset < other.offset + other.size as i64;
        meet(one, other) && (runs(one) && behind || coincide(one, other))
    };
    let others: Vec<&PlacedAccess> = all.iter().filter(typed).filter(met).collect();
    if others.iter().any(|other| other.size > one.size) {
        return true;
    }
    let sorts: IndexSet<Scalar> = others.iter().map(|other| other.scalar).collect();
    match sorts.len() {
        0 => lies_between(one, all),
        1 => one.scalar.differs_by_type(sorts[0]),
        _ => true,
    }
}

/// Whether an access of nothing in particular may be of an element of arrays of several sorts.
fn lies_between(one: &PlacedAccess, all: &[PlacedAccess]) -> bool {
    let arrays = all
        .iter()
        .filter(|other| other.stride != 0 && other.proof != Proof::Words);
    let near = arrays.filter(|other| meet(one, other));
    let sorts: IndexSet<Scalar> = near.map(|other| other.scalar).collect();
    sorts.len() > 1
        && sorts
            .iter()
            .any(|sort| sort.holds_number() || *sort == Scalar::Pointer)
}

/// Whether two accesses may share a byte, as far as offsets are known.
fn meet(one: &PlacedAccess, other: &PlacedAccess) -> bool {
    let stride = gcd(one.stride, other.stride);
    overlap((one.offset, one.size), (other.offset, other.size), stride)
}

/// Whether two accesses that may share a byte do so for sure, begin together, or are of the same member of the structures of an
/// array.
fn coincide(one: &PlacedAccess, other: &PlacedAccess) -> bool {
    let size = one.size.max(other.size);
    let exact = one.stride == 0 && other.stride == 0;
    let together = one.offset.abs_diff(other.offset) < size;
    let member = one.stride == other.stride && one.stride > size;
    exact || together || member
}

/// Whether an access may be of the bytes that another one takes for another sort of scalar; `used` if the program does more
/// with that than to move it.
fn contests(other: &PlacedAccess, one: &PlacedAccess, used: bool) -> bool {
    if !one.scalar.differs_by_type(other.scalar) || other.proof <= Proof::Words {
        return false;
    }
    if !meet(one, other) {
        return false;
    }
    let coincide = coincide(one, other);
    match one.proof == Proof::Stated && other.proof == Proof::Stated {
        true => coincide && spoils(one.scalar, other.scalar),
        false => coincide || !used,
    }
}

/// Whether memory that holds pointers at one time and numbers at another has wrong adjoints: as a `double`, what is left of a shadow
/// pointer is too small to matter, but not as a number of another kind.
fn spoils(one: Scalar, other: Scalar) -> bool {
    let is_double = |scalar| scalar == Scalar::Float(FloatKind::Double);
    (one == Scalar::Pointer || other == Scalar::Pointer) && !is_double(one) && !is_double(other)
}
