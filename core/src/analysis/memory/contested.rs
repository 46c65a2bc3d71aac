//! Bytes that may be accessed as scalars of different sorts.
//!
//! A program may move a number as a pointer, or two floats as a double: unions do, and containers of `void *`, and
//! vector instructions. That two accesses have different types keeps them apart only if TBAA says so of both, and then not always: memory
//! may hold pointers at one time and numbers at another. Where it does not, they are apart as members of a structure are: one of them is accessed at known places, or they are arrays that begin at
//! different places, and the program does more with both than to move them.
//!
//! Owns: which cells are *contested* so, and whether an access is. Must not: know instructions.

use super::graph::{Graph, NodeId, Proof, View, gcd, overlap};
use super::scalar::Scalar;
use super::shapes::{Shapes, Sight};
use enzyme_rules::FloatKind;
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// The accesses whose bytes may be accessed as another sort of scalar.
#[derive(Clone, Debug, Default)]
pub(super) struct Contested {
    sights: BTreeSet<(NodeId, i64, u64, u64)>,
}

impl Contested {
    /// Finds them in a settled graph, and marks their cells.
    pub(super) fn find(graph: &mut Graph, shapes: &Shapes) -> Self {
        let mut found = Self::default();
        for (node, sights) in shapes.objects() {
            let all: Vec<Sight> = match sights {
                Some(sights) => sights.iter().copied().collect(),
                None => by_fields(graph, node),
            };
            for sight in contested(graph, node, &all) {
                graph.contest(node, sight.offset, sight.size, sight.scalar);
                found
                    .sights
                    .insert((node, sight.offset, sight.stride, sight.size));
            }
        }
        found
    }

    /// Whether an access of `size` bytes, `distance` bytes behind a pointer, is contested.
    pub(super) fn has(&self, at: View, distance: u64, size: u64) -> bool {
        let offset = at.offset + distance as i64;
        self.sights.contains(&(at.node, offset, at.stride, size))
    }
}

/// Accesses of an object where there are too many to tell, as the graph knows them.
fn by_fields(graph: &Graph, node: NodeId) -> Vec<Sight> {
    let fields = graph.fields(node);
    let sight = |(offset, cell, size)| Sight {
        offset,
        stride: graph.stride(node),
        size,
        scalar: graph.scalar(cell),
        proof: Proof::Type,
    };
    fields.map(sight).collect()
}

/// Those of the accesses of one object that others contest.
fn contested(graph: &Graph, node: NodeId, all: &[Sight]) -> Vec<Sight> {
    let sorts: IndexSet<Scalar> = all.iter().map(|sight| sight.scalar).collect();
    let differ = |one: &Scalar| sorts.iter().any(|other| one.differs_by_type(*other));
    if !sorts.iter().any(differ) {
        return Vec::new();
    }
    let is_contested = |one: &&Sight| {
        let used = graph.is_used(node, one.offset, one.size, one.scalar);
        all.iter().any(|other| contests(other, one, used))
    };
    all.iter().filter(is_contested).copied().collect()
}

/// Whether an access may be of the bytes that another one takes for another sort of scalar; `used` if the program does more
/// with that than to move it.
fn contests(other: &Sight, one: &Sight, used: bool) -> bool {
    if !one.scalar.differs_by_type(other.scalar) || other.proof == Proof::None {
        return false;
    }
    let stride = gcd(one.stride, other.stride);
    if !overlap((one.offset, one.size), (other.offset, other.size), stride) {
        return false;
    }
    let size = one.size.max(other.size);
    let together = one.offset.abs_diff(other.offset) < size;
    // The same member of the structures of an array.
    let member = one.stride == other.stride && stride > size;
    let coincide = stride == 0 || together || member;
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
