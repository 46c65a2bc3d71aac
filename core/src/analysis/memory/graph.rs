//! The unification graph of objects and cells.
//!
//! Owns: merging, with all that follows from it. Invariant: every public method leaves no pending
//! merge behind. Must not: know instructions.

mod circles;
mod computed;
mod gaps;
mod import;
mod proofs;

use super::origins::Origins;
use super::scalar::{Bits, Proof, Scalar, kept_apart};
use crate::analysis::callee::Unseen;
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
pub(super) struct Sighting {
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
    loose: u64,
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
    pub(super) sightings: Vec<Sighting>,
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

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Position modulo a stride.
fn wrap(offset: i64, stride: u64) -> i64 {
    if stride == 0 {
        offset
    } else {
        offset.rem_euclid(stride as i64)
    }
}

/// Whether two stretches (offset, bytes) share a byte, offsets being known modulo a stride.
pub(super) fn overlap(one: (i64, u64), other: (i64, u64), stride: u64) -> bool {
    let (mine, theirs) = (one.1 as i64, other.1 as i64);
    if stride == 0 {
        return one.0 < other.0 + theirs && other.0 < one.0 + mine;
    }
    let stride = stride as i64;
    (other.0 - one.0).rem_euclid(stride) < mine || (one.0 - other.0).rem_euclid(stride) < theirs
}

/// Where fields of up to `largest` bytes begin that may share a byte with a stretch (offset, bytes), offsets being
/// known modulo a stride: from, to (not included), in order and apart.
pub(super) fn windows(of: (i64, u64), largest: u64, stride: u64) -> Vec<(i64, i64)> {
    let (from, to) = (
        of.0.saturating_sub(largest as i64),
        of.0.saturating_add(of.1 as i64),
    );
    match stride as i64 {
        0 => vec![(from, to)],
        stride if to.saturating_sub(from) >= stride => vec![(i64::MIN, i64::MAX)],
        stride => [-stride, 0, stride].map(|by| (from + by, to + by)).to_vec(),
    }
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

    /// The pointer in terms of its object's representative.
    pub(crate) fn find(&self, pointer: Pointer) -> Pointer {
        let at = self.locate(pointer);
        Pointer {
            node: at.node,
            offset: wrap(at.offset, self.node(at.node).stride),
        }
    }

    /// The same without the knowledge that offsets repeat. The way is remembered, so that it is short next time.
    fn locate(&self, pointer: Pointer) -> Pointer {
        let above = |at: Pointer| {
            let up = self.node(at.node).up.get()?;
            Some(Pointer {
                node: up.node,
                offset: up.offset + at.offset,
            })
        };
        let root = std::iter::successors(Some(pointer), |at| above(*at)).last();
        let root = root.unwrap_or(pointer);
        let mut at = pointer;
        while let Some(next) = above(at).filter(|next| next.node != root.node) {
            self.node(at.node).up.set(Some(Pointer {
                node: root.node,
                offset: root.offset - at.offset,
            }));
            at = next;
        }
        root
    }

    /// Makes all ways to representatives short; nothing may be merged or made looser afterwards.
    pub(crate) fn flatten(&mut self) {
        for index in 0..self.nodes.len() {
            let start = Pointer {
                node: NodeId(index as u32),
                offset: 0,
            };
            let mut way = vec![start.node];
            // What was flattened before leads to its representative at once.
            while let Some(up) = self.node(way[way.len() - 1]).merged {
                way.push(up.node);
            }
            way.pop();
            let Some(last) = way.pop() else { continue };
            let top = self.node(last);
            let (mut merged, mut loose) = (top.merged, top.loose);
            while let Some(node) = way.pop() {
                let entry = &mut self.nodes[node.0 as usize];
                loose = gcd(entry.loose, loose);
                let own = entry.merged.map_or(0, |up| up.offset);
                merged = merged.map(|up| Pointer {
                    offset: up.offset + own,
                    ..up
                });
                (entry.merged, entry.loose) = (merged, loose);
            }
        }
    }

    /// Where exactly the pointer points, as far as that is known.
    pub(crate) fn view(&self, pointer: Pointer) -> View {
        let mut view = View {
            node: pointer.node,
            offset: pointer.offset,
            stride: 0,
        };
        loop {
            let node = self.node(view.node);
            view.stride = gcd(view.stride, node.loose);
            let Some(up) = node.merged else {
                return view;
            };
            view.node = up.node;
            view.offset += up.offset;
        }
    }

    /// The pointer `offset` bytes and any number of `stride` bytes (0: none) behind another.
    pub(crate) fn step(&mut self, base: Pointer, offset: i64, stride: u64) -> Pointer {
        let moved = Pointer {
            offset: base.offset + offset,
            ..base
        };
        if stride == 0 {
            return moved;
        }
        self.nodes.push(Node {
            merged: Some(moved),
            up: Known::new(Some(moved)),
            loose: stride,
            ..Node::default()
        });
        self.reduce_stride(moved, stride);
        Pointer {
            node: NodeId(self.nodes.len() as u32 - 1),
            offset: 0,
        }
    }

    /// The pointer that lies the distance between two others, or a multiple of it, behind another. How far that is, is known
    /// when all is: see [`Graph::measure`].
    pub(crate) fn step_between(
        &mut self,
        base: Pointer,
        between: (Pointer, Pointer),
        times: u64,
    ) -> Pointer {
        let moved = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            merged: Some(base),
            up: Known::new(Some(base)),
            ..Node::default()
        });
        let distance = Distance {
            moved,
            between,
            times,
        };
        self.distances.push(distance);
        Pointer {
            node: moved,
            offset: 0,
        }
    }

    /// Moves pointers by distances between others: within one object these are as exact as places in it, otherwise
    /// nothing is known. Returns whether anything new followed.
    pub(crate) fn measure(&mut self) -> bool {
        let before = self.findings;
        for Distance {
            moved,
            between: (one, other),
            times,
        } in self.distances.clone()
        {
            let (one, other) = (self.find(one), self.find(other));
            let apart = (one.offset - other.offset).unsigned_abs();
            let step = match one.node == other.node {
                true => gcd(self.stride(one.node), apart) * times,
                false => times,
            };
            let node = &mut self.nodes[moved.0 as usize];
            node.loose = gcd(node.loose, step);
            self.reduce_stride(
                Pointer {
                    node: moved,
                    offset: 0,
                },
                step,
            );
        }
        self.findings != before
    }

    /// Makes every pointer as loose as those it may be.
    pub(crate) fn loosen(&mut self) {
        let inclusions = self.inclusions.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for (whole, part) in &inclusions {
                let (outer, inner) = (self.view(*whole), self.view(*part));
                let apart = (outer.offset - inner.offset).unsigned_abs();
                let needed = gcd(outer.stride, gcd(inner.stride, apart));
                if needed != outer.stride {
                    let node = &mut self.nodes[whole.node.0 as usize];
                    node.loose = gcd(node.loose, needed);
                    changed = true;
                }
            }
        }
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

    /// Code that is not analysed may look at the globals that it can name.
    pub(crate) fn expose_globals(&mut self, runs: Unseen) {
        for origins in self.nodes.iter_mut().map(|n| &mut n.origins) {
            origins.shared |= runs == Unseen::Here && !origins.globals.is_empty();
            origins.exposed |= runs != Unseen::Nothing && origins.shared;
        }
    }

    /// Forgets that code which is not analysed knows some objects.
    pub(crate) fn hide(&mut self, nodes: impl Iterator<Item = NodeId>) {
        for node in nodes {
            self.nodes[node.0 as usize].origins.exposed = false;
        }
    }

    /// Whatever memory of unknown origin or exposed memory leads to is exposed, too.
    pub(crate) fn expose_reachable(&mut self) {
        let open = |root: &NodeId| self.origins(*root).unknown || self.origins(*root).exposed;
        let open: Vec<NodeId> = self.representatives().filter(open).collect();
        for root in self.reachable(open) {
            self.nodes[root.0 as usize].origins.exposed = true;
        }
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

    /// Fields that an access of `size` bytes of a sort at a wrapped offset means: more than one where one of them turned out
    /// to be anything.
    fn meant(&self, root: NodeId, at: i64, size: u64, scalar: Scalar) -> Vec<(Key, CellId)> {
        let node = self.node(root);
        let here = node.fields.range((at, 0, 0)..=(at, u64::MAX, u8::MAX));
        let same = |known: u64, cell: CellId| {
            if node.stride == 0 {
                return known == size;
            }
            (known == size || known > node.stride || size > node.stride)
                && self.scalar(cell).compatible(scalar)
        };
        let mut found: Vec<(Key, CellId)> = here
            .filter(|((_, known, _), cell)| same(*known, **cell))
            .map(|(key, cell)| (*key, *cell))
            .collect();
        found.sort_by_key(|(_, cell)| self.scalar(*cell) != scalar);
        let anything = |cell: CellId| self.scalar(cell) == Scalar::Mixed;
        let mut first = true;
        found.retain(|(_, cell)| std::mem::take(&mut first) || anything(*cell));
        found
    }

    /// Adds a field beside those that are there.
    fn add_field(&mut self, root: NodeId, at: i64, size: u64, cell: CellId) {
        let node = &mut self.nodes[root.0 as usize];
        let free = (0..=u8::MAX).find(|n| !node.fields.contains_key(&(at, size, *n)));
        node.fields
            .insert((at, size, free.unwrap_or(u8::MAX)), cell);
        node.largest = node.largest.max(size);
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

    /// Cells that an access of `size` bytes (`None`: any number of them) of a sort may meet.
    pub(super) fn met(&self, pointer: Pointer, size: Option<u64>, scalar: Scalar) -> Vec<CellId> {
        let at = self.find(pointer);
        let stride = self.stride(at.node);
        let whole = size.is_none_or(|n| stride != 0 && n >= stride);
        let near = self.near(at.node, at.offset, size.filter(|_| !whole));
        let near = near.into_iter().map(|(_, cell, _)| cell);
        let held = |cell: &CellId| (self.scalar(*cell), self.is_contested(*cell));
        match stride {
            0 => near.collect(),
            _ => kept_apart(near.collect(), scalar, held),
        }
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

    /// The cell that an access of `size` bytes reads or writes; `scalar` if the access says it.
    pub(crate) fn access(&mut self, pointer: Pointer, size: u64, scalar: Scalar) -> CellId {
        self.access_as(pointer, (size, size), scalar, Proof::Used)
    }

    /// The same as part of an access of `width` bytes; `proof` is what says the sort.
    pub(super) fn access_as(
        &mut self,
        pointer: Pointer,
        (size, width): (u64, u64),
        scalar: Scalar,
        proof: Proof,
    ) -> CellId {
        let cell = self.cell_at(pointer, size, scalar);
        let root = self.find_cell(cell);
        self.cells[root.0 as usize].gap = false;
        self.sightings.push(Sighting {
            pointer,
            size,
            width,
            scalar,
            proof,
            cell: Some(cell),
        });
        cell
    }

    pub(super) fn cell_at(&mut self, pointer: Pointer, size: u64, scalar: Scalar) -> CellId {
        let at = self.find(pointer);
        let meant = self.meant(at.node, at.offset, size, scalar);
        if let Some((key, cell)) = meant.first().copied() {
            self.resize(at.node, key, size);
            self.raise(cell, scalar);
            for (_, other) in &meant[1..] {
                self.unify_cells(cell, *other);
            }
            return cell;
        }
        let cell = self.new_cell();
        self.raise(cell, scalar);
        self.add_field(at.node, at.offset, size, cell);
        self.findings += 1;
        cell
    }

    /// The cell on the other side of a copy; that of a gap is one unless it is accessed there.
    fn twin_at(&mut self, pointer: Pointer, size: u64, scalar: Scalar, gap: bool) -> CellId {
        let cells = self.cells.len();
        let cell = self.cell_at(pointer, size, scalar);
        if cell.0 as usize >= cells {
            self.cells[cell.0 as usize].gap = gap;
        }
        cell
    }

    /// Memory that is only set or copied as a whole has one field all the same: whether it is
    /// active is a property of fields.
    pub(crate) fn mark_untyped(&mut self, pointer: Pointer) {
        if self.node(self.find(pointer).node).fields.is_empty() {
            self.cell_at(pointer, 1, Scalar::Unknown);
        }
    }

    /// A field is as large as its largest access.
    fn resize(&mut self, root: NodeId, key: Key, size: u64) {
        let fields = &mut self.nodes[root.0 as usize].fields;
        if size > key.1
            && let Some(cell) = fields.remove(&key)
        {
            self.add_field(root, key.0, size, cell);
        }
    }

    /// Records that offsets into the object are known only modulo `stride`.
    pub(crate) fn reduce_stride(&mut self, pointer: Pointer, stride: u64) {
        self.pending.push(Pending::Stride(pointer.node, stride));
        self.settle();
    }

    /// Records that a pointer may be another: a result and an operand, memory and what is stored.
    pub(crate) fn unify(&mut self, whole: Pointer, part: Pointer) {
        self.inclusions.push((whole, part));
        // The part stays the root: what is found out of the whole is nothing to the part.
        self.pending.push(Pending::Pointers(part, whole));
        self.settle();
    }

    /// Records that two cells hold the same scalar.
    pub(crate) fn unify_cells(&mut self, a: CellId, b: CellId) {
        self.pending.push(Pending::Cells(a, b));
        self.settle();
    }

    fn settle(&mut self) {
        while let Some(next) = self.pending.pop() {
            match next {
                Pending::Pointers(a, b) => self.merge_pointers(a, b),
                Pending::Cells(a, b) => self.merge_cells(a, b),
                Pending::Stride(node, stride) => self.narrow(node, stride),
            }
        }
    }

    fn narrow(&mut self, node: NodeId, stride: u64) {
        let root = self.find(Pointer { node, offset: 0 }).node;
        let entry = &mut self.nodes[root.0 as usize];
        let narrowed = gcd(entry.stride, stride);
        if narrowed == entry.stride || stride == 0 {
            return;
        }
        entry.stride = narrowed;
        self.findings += 1;
        let entry = &mut self.nodes[root.0 as usize];
        let fields = std::mem::take(&mut entry.fields);
        for ((offset, size, _), cell) in fields {
            self.place_field(root, offset, cell, size);
        }
    }

    fn place_field(&mut self, root: NodeId, offset: i64, cell: CellId, size: u64) {
        let at = wrap(offset, self.node(root).stride);
        let meant = self.meant(root, at, size, self.scalar(cell));
        match meant.first() {
            Some((key, _)) => self.resize(root, *key, size),
            None => self.add_field(root, at, size, cell),
        }
        let same = meant.into_iter();
        self.pending
            .extend(same.map(|(_, there)| Pending::Cells(there, cell)));
    }

    fn merge_pointers(&mut self, a: Pointer, b: Pointer) {
        let (a, b) = (self.locate(a), self.locate(b));
        let shift = a.offset - b.offset;
        if a.node == b.node {
            if shift != 0 {
                self.pending
                    .push(Pending::Stride(a.node, shift.unsigned_abs()));
            }
            return;
        }
        self.findings += 1;
        let taken = std::mem::take(&mut self.nodes[b.node.0 as usize]);
        let into = Pointer {
            node: a.node,
            offset: shift,
        };
        self.nodes[b.node.0 as usize].merged = Some(into);
        self.nodes[b.node.0 as usize].up.set(Some(into));
        self.nodes[a.node.0 as usize].origins.join(taken.origins);
        self.narrow(a.node, taken.stride);
        for ((offset, size, _), cell) in taken.fields {
            self.place_field(a.node, offset + shift, cell, size);
        }
    }

    fn merge_cells(&mut self, a: CellId, b: CellId) {
        let (a, b) = (self.find_cell(a), self.find_cell(b));
        if a == b {
            return;
        }
        let Cell {
            scalar,
            target,
            bits,
            gap,
            used,
            ..
        } = self.cells[b.0 as usize].clone();
        self.findings += 1;
        self.cells[b.0 as usize].merged = Some(a);
        self.cells[a.0 as usize].gap &= gap;
        self.cells[a.0 as usize].used |= used;
        self.raise(a, scalar);
        self.mark_bits(a, bits);
        match (self.cells[a.0 as usize].target, target) {
            (Some(mine), Some(theirs)) => {
                self.inclusions.extend([(mine, theirs), (theirs, mine)]);
                self.pending.push(Pending::Pointers(mine, theirs));
            }
            (None, theirs) => self.cells[a.0 as usize].target = theirs,
            (Some(_), None) => {}
        }
    }

    /// Records a copy of `length` bytes (unknown if `None`): cells at equal distances are one.
    /// Returns whether anything new followed; repeat until nothing does.
    pub(crate) fn copy(&mut self, to: Pointer, from: Pointer, length: Option<u64>) -> bool {
        let (to, from) = (self.find(to), self.find(from));
        let stride = gcd(self.stride(to.node), self.stride(from.node));
        let before = self.findings;
        if to.node == from.node {
            // A copy within one object: what lies at one offset lies at the other, and so on.
            self.reduce_stride(to, (to.offset - from.offset).unsigned_abs());
            return self.findings != before;
        }
        if stride != 0 {
            self.reduce_stride(to, stride);
            self.reduce_stride(from, stride);
        }
        for (source, target) in [(from, to), (to, from)] {
            self.mirror(source, target, length);
        }
        self.findings != before
    }

    /// Fields that may begin in `length` bytes at a found pointer.
    fn beginning_in(&self, at: Pointer, length: Option<u64>) -> Vec<(i64, CellId, u64)> {
        let whole = self.stride(at.node) != 0;
        let end = length.map_or(i64::MAX, |n| at.offset.saturating_add(n as i64));
        let (from, to) = match whole {
            true => (i64::MIN, i64::MAX),
            false => (at.offset, end),
        };
        let fields = self.node(at.node).fields.range((from, 0, 0)..);
        let fields = fields.take_while(|((offset, ..), _)| *offset < to);
        fields
            .map(|((offset, size, _), cell)| (*offset, *cell, *size))
            .collect()
    }

    fn mirror(&mut self, source: Pointer, target: Pointer, length: Option<u64>) {
        let source = self.find(source);
        for (offset, cell, size) in self.beginning_in(source, length) {
            let distance = wrap(offset - source.offset, self.stride(source.node));
            let inside = length.is_none_or(|n| distance >= 0 && (distance as u64) < n);
            if inside && (distance >= 0 || self.stride(source.node) != 0) {
                let at = self.find(target);
                let scalar = self.scalar(cell);
                let gap = self.cells[self.find_cell(cell).0 as usize].gap;
                let place = Pointer {
                    offset: at.offset + distance,
                    ..at
                };
                // It would be dropped there, and be made by the next round again.
                if gap && self.is_covered(place, size) {
                    continue;
                }
                let twin = self.twin_at(place, size, scalar, gap);
                self.unify_cells(twin, cell);
            }
        }
    }
}

#[cfg(test)]
mod tests;
