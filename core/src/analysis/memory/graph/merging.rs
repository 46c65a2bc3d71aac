//! Merging of objects and cells, with all that follows from it.
//!
//! Owns: the queue of pending merges. Invariant: every method that others can call leaves no pending merge behind. Must not: know why
//! two are one.

use super::offsets::{gcd, wrap};
use super::{Cell, CellId, Graph, NodeId, Pending, Pointer};

impl Graph {
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
}
