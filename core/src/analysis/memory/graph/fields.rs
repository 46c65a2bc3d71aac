//! Which fields an access means, and the making of fields.
//!
//! Owns: finding a field by offset, size and sort, and how large it is. Must not: merge cells (it asks for it), or know instructions.

use super::{Access, CellId, Graph, Key, NodeId, Pointer};
use crate::analysis::memory::scalar::{Proof, Scalar, kept_apart};

impl Graph {
    /// Fields that an access of `size` bytes of a sort at a wrapped offset means: more than one where one of them turned out
    /// to be anything.
    pub(super) fn meant(
        &self,
        root: NodeId,
        at: i64,
        size: u64,
        scalar: Scalar,
    ) -> Vec<(Key, CellId)> {
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
    pub(super) fn add_field(&mut self, root: NodeId, at: i64, size: u64, cell: CellId) {
        let node = &mut self.nodes[root.0 as usize];
        let free = (0..=u8::MAX).find(|n| !node.fields.contains_key(&(at, size, *n)));
        node.fields
            .insert((at, size, free.unwrap_or(u8::MAX)), cell);
        node.largest = node.largest.max(size);
    }

    /// Cells that an access of `size` bytes (`None`: any number of them) of a sort may meet.
    pub(in crate::analysis::memory) fn met(
        &self,
        pointer: Pointer,
        size: Option<u64>,
        scalar: Scalar,
    ) -> Vec<CellId> {
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

    /// The cell that an access of `size` bytes reads or writes; `scalar` if the access says it.
    pub(crate) fn access(&mut self, pointer: Pointer, size: u64, scalar: Scalar) -> CellId {
        self.access_as(pointer, (size, size), scalar, Proof::Used)
    }

    /// The same as part of an access of `width` bytes; `proof` is what says the sort.
    pub(in crate::analysis::memory) fn access_as(
        &mut self,
        pointer: Pointer,
        (size, width): (u64, u64),
        scalar: Scalar,
        proof: Proof,
    ) -> CellId {
        let cell = self.cell_at(pointer, size, scalar);
        let root = self.find_cell(cell);
        self.cells[root.0 as usize].gap = false;
        self.accesses.push(Access {
            pointer,
            size,
            width,
            scalar,
            proof,
            cell: Some(cell),
        });
        cell
    }

    pub(in crate::analysis::memory) fn cell_at(
        &mut self,
        pointer: Pointer,
        size: u64,
        scalar: Scalar,
    ) -> CellId {
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
    pub(super) fn twin_at(
        &mut self,
        pointer: Pointer,
        size: u64,
        scalar: Scalar,
        gap: bool,
    ) -> CellId {
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
    pub(super) fn resize(&mut self, root: NodeId, key: Key, size: u64) {
        let fields = &mut self.nodes[root.0 as usize].fields;
        if size > key.1
            && let Some(cell) = fields.remove(&key)
        {
            self.add_field(root, key.0, size, cell);
        }
    }
}
