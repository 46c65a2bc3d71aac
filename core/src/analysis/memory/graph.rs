//! The unification graph of objects and cells.
//!
//! [`offsets`]: arithmetic modulo strides. [`pointers`]: where pointers point. [`fields`]: which fields an access means. [`merging`]: what
//! follows when two objects or cells are one. [`copies`]: what a copy says; [`circles`]: copies that lead back to where they began; [`gaps`]:
//! bytes that are only copied. [`computed`]: memory at computed addresses. [`exposure`]: what code that is not analysed may look at. [`proofs`]: what
//! says of which sort a scalar is. [`import`]: a callee's objects in its caller's graph.
//!
//! Owns: objects and cells, and what is known of each. Invariant: every public method leaves no pending merge behind. Must not: know
//! instructions.

mod circles;
mod computed;
mod copies;
mod escape;
mod fields;
mod gaps;
mod import;
mod merging;
mod offsets;
mod pointers;
mod proofs;

pub(crate) use offsets::gcd;
pub(super) use offsets::{distances, overlap, period, windows, wrap};

use super::origins::Origins;
use super::scalar::{Bits, Proof, Scalar};
use std::cell::Cell as Known;
use std::collections::{BTreeMap, BTreeSet};

/// An object, or several that could not be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(u32);

/// A place that holds one scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct CellId(u32);

/// Into which object a pointer points, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pointer {
    pub(crate) node: NodeId,
    pub(crate) offset: i64,
}

/// A pointer in terms of an object's representative: the offset is known modulo the pointer's own
/// stride (0: exactly), whatever other pointers do in the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct View {
    pub(crate) node: NodeId,
    pub(crate) offset: i64,
    pub(crate) stride: u64,
}

/// A scalar that an instruction accesses, by the pointer that it uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) pointer: Pointer,
    pub(super) size: u64,
    /// Bytes of all that the instruction accesses, of which this may be one lane.
    pub(super) width: u64,
    /// What the access itself says.
    pub(super) scalar: Scalar,
    /// What says that.
    pub(super) proof: Proof,
    /// The cell that says the rest.
    pub(super) cell: Option<CellId>,
}

#[derive(Clone, Debug, Default)]
struct Node {
    /// Merged into another object, this many bytes from its start.
    merged: Option<Pointer>,
    /// An object further up the chain of merges, and how far from its start; found on the way.
    up: Known<Option<Pointer>>,
    /// Pointers that were made from this one point any number of these bytes off (0: exactly).
    pointer_stride: u64,
    /// Offsets are known modulo this; 0 means exactly.
    stride: u64,
    /// Cells by offset and size, with a number to tell equals apart. In an array several may share
    /// an offset: a number and an integer of a structure that holds an array (strict aliasing
    /// keeps them apart).
    fields: BTreeMap<Key, CellId>,
    /// Bytes of the largest field that there ever was.
    largest: u64,
    origins: Origins,
}

/// Offset, size, and a number to tell equals apart.
type Key = (i64, u64, u8);

#[derive(Clone, Debug)]
struct Cell {
    merged: Option<CellId>,
    scalar: Scalar,
    target: Option<Pointer>,
    bits: Bits,
    /// Bytes that are only copied as part of something larger.
    gap: bool,
    /// The program does more with what is there than to move it.
    used: bool,
    /// The same bytes may be accessed as another sort of scalar; see `contested`.
    contested: bool,
}

/// The graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    nodes: Vec<Node>,
    cells: Vec<Cell>,
    pending: Vec<Pending>,
    /// The first pointer may be the second.
    inclusions: Vec<(Pointer, Pointer)>,
    pub(super) accesses: Vec<Access>,
    /// All memory at computed addresses.
    pub(super) computed: Option<Pointer>,
    distances: Vec<Distance>,
    /// Grows whenever something is merged or found.
    findings: u64,
}

/// An object's pointers that are moved by a multiple of the distance between two pointers.
#[derive(Clone, Copy, Debug)]
struct Distance {
    moved: NodeId,
    between: (Pointer, Pointer),
    times: u64,
}

#[derive(Clone, Copy, Debug)]
enum Pending {
    Pointers(Pointer, Pointer),
    Cells(CellId, CellId),
    Stride(NodeId, u64),
}

impl Graph {
    /// A new object.
    pub(crate) fn new_node(&mut self, origins: Origins) -> NodeId {
        self.nodes.push(Node {
            origins,
            ..Node::default()
        });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// A pointer to the start of a new object.
    pub(crate) fn new_pointer(&mut self, origins: Origins) -> Pointer {
        Pointer {
            node: self.new_node(origins),
            offset: 0,
        }
    }

    /// A new cell.
    pub(crate) fn new_cell(&mut self) -> CellId {
        self.cells.push(Cell {
            merged: None,
            scalar: Scalar::Unknown,
            target: None,
            bits: Bits::default(),
            gap: false,
            used: false,
            contested: false,
        });
        CellId(self.cells.len() as u32 - 1)
    }

    /// A cell's representative.
    pub(crate) fn find_cell(&self, cell: CellId) -> CellId {
        let mut at = cell;
        while let Some(up) = self.cells[at.0 as usize].merged {
            at = up;
        }
        at
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Representatives of all objects, in order of their making.
    pub(crate) fn representatives(&self) -> impl Iterator<Item = NodeId> + '_ {
        let alive = self
            .nodes
            .iter()
            .enumerate()
            .filter(|(_, n)| n.merged.is_none());
        alive.map(|(i, _)| NodeId(i as u32))
    }

    /// Stride of a representative.
    pub(crate) fn stride(&self, root: NodeId) -> u64 {
        self.node(root).stride
    }

    /// Origins of a representative.
    pub(crate) fn origins(&self, root: NodeId) -> &Origins {
        &self.node(root).origins
    }

    /// Adds to the origins of the object a pointer points into.
    pub(crate) fn add_origins(&mut self, pointer: Pointer, origins: Origins) {
        let root = self.find(pointer).node;
        self.nodes[root.0 as usize].origins.join(origins);
    }

    /// Fields of a representative: offset, cell, size.
    pub(crate) fn fields(&self, root: NodeId) -> impl Iterator<Item = (i64, CellId, u64)> + '_ {
        self.node(root)
            .fields
            .iter()
            .map(|((at, size, _), cell)| (*at, *cell, *size))
    }

    /// Fields of a representative that share a byte with `size` bytes at a wrapped offset; all of them if `size` is `None`.
    fn near(&self, root: NodeId, at: i64, size: Option<u64>) -> Vec<(i64, CellId, u64)> {
        let node = self.node(root);
        let windows = match size {
            None => vec![(i64::MIN, i64::MAX)],
            Some(size) => windows((at, size), node.largest, node.stride),
        };
        let within = |(from, to): (i64, i64)| node.fields.range((from, 0, 0)..(to, 0, 0));
        let fields = windows.into_iter().flat_map(within);
        let met = |(offset, bytes): (i64, u64)| {
            size.is_none_or(|n| overlap((at, n), (offset, bytes), node.stride))
        };
        fields
            .filter(|((offset, bytes, _), _)| met((*offset, *bytes)))
            .map(|((offset, bytes, _), cell)| (*offset, *cell, *bytes))
            .collect()
    }

    /// All objects to which some lead, and these.
    pub(crate) fn reachable(&self, from: Vec<NodeId>) -> BTreeSet<NodeId> {
        let mut seen: BTreeSet<NodeId> = from.iter().copied().collect();
        let mut work = from;
        while let Some(root) = work.pop() {
            let targets = self.fields(root).filter_map(|(_, c, _)| self.target(c));
            work.extend(targets.map(|t| t.node).filter(|t| seen.insert(*t)));
        }
        seen
    }

    /// Nodes to which pointers in a node lead.
    pub(crate) fn targets(&self, from: NodeId) -> Vec<NodeId> {
        let targets = self.fields(from).filter_map(|(_, c, _)| self.target(c));
        targets.map(|target| target.node).collect()
    }

    /// What a cell holds.
    pub(crate) fn scalar(&self, cell: CellId) -> Scalar {
        self.cells[self.find_cell(cell).0 as usize].scalar
    }

    /// Where the pointer in a cell points, if anything is known of it.
    pub(crate) fn target(&self, cell: CellId) -> Option<Pointer> {
        self.cells[self.find_cell(cell).0 as usize]
            .target
            .map(|p| self.find(p))
    }

    /// Records that a cell holds a scalar of this sort.
    pub(crate) fn raise(&mut self, cell: CellId, scalar: Scalar) {
        let root = self.find_cell(cell);
        let entry = &mut self.cells[root.0 as usize];
        entry.scalar = entry.scalar.join(scalar);
    }

    /// Where the bits in a cell come from and go to.
    pub(super) fn bits(&self, cell: CellId) -> Bits {
        self.cells[self.find_cell(cell).0 as usize].bits
    }

    /// Adds to what is known of the bits in a cell; whether that was new.
    pub(super) fn mark_bits(&mut self, cell: CellId, bits: Bits) -> bool {
        let root = self.find_cell(cell);
        let entry = &mut self.cells[root.0 as usize];
        let joined = entry.bits.join(bits);
        std::mem::replace(&mut entry.bits, joined) != joined
    }

    /// The pointer that a cell holds, made up if nothing was known.
    pub(crate) fn target_of(&mut self, cell: CellId) -> Pointer {
        if let Some(pointer) = self.cells[self.find_cell(cell).0 as usize].target {
            return pointer;
        }
        let pointer = self.new_pointer(Origins::default());
        let root = self.find_cell(cell);
        self.cells[root.0 as usize].target = Some(pointer);
        pointer
    }
}

#[cfg(test)]
mod tests;
