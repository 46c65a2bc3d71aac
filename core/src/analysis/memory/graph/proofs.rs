//! What says of which sort the scalar in a cell is, and where nothing does.
//!
//! Owns: what a cell is used for, the kind of numbers without gaps, and which cells are contested. Must not: decide what contests what (`contested` does).

use super::offsets::wrap;
use super::{CellId, Graph, NodeId, Pointer};
use crate::analysis::memory::scalar::Scalar;
use enzyme_rules::FloatKind;

impl Graph {
    /// Whether the same bytes may be accessed as another sort of scalar.
    pub(in crate::analysis::memory) fn is_contested(&self, cell: CellId) -> bool {
        self.cells[self.find_cell(cell).0 as usize].contested
    }

    /// Records that the bytes of an access may be accessed as another sort of scalar.
    pub(in crate::analysis::memory) fn contest(
        &mut self,
        node: NodeId,
        offset: i64,
        size: u64,
        scalar: Scalar,
    ) {
        let at = wrap(offset, self.stride(node));
        for (_, cell, _) in self.near(node, at, Some(size)) {
            if self.scalar(cell) == scalar {
                let root = self.find_cell(cell);
                self.cells[root.0 as usize].contested = true;
            }
        }
    }

    /// Records that the program does more with what is in a cell than to move it.
    pub(in crate::analysis::memory) fn mark_used(&mut self, cell: CellId) {
        let root = self.find_cell(cell);
        self.cells[root.0 as usize].used = true;
    }

    /// Whether the program computes with the number at a place, or makes the memory that the pointer there points to, or
    /// accesses that: what is only moved may be anything.
    pub(in crate::analysis::memory) fn is_used(
        &self,
        node: NodeId,
        offset: i64,
        size: u64,
        scalar: Scalar,
    ) -> bool {
        let at = wrap(offset, self.stride(node));
        let same = self.near(node, at, Some(size)).into_iter();
        let mut same = same.filter(|(_, cell, _)| {
            let held = self.scalar(*cell);
            held == scalar || held == Scalar::Mixed
        });
        same.any(|(_, cell, _)| {
            let leads = self.target(cell).is_some_and(|target| {
                let node = self.node(target.node);
                node.origins.is_made() || !node.fields.is_empty()
            });
            leads || self.cells[self.find_cell(cell).0 as usize].used
        })
    }

    /// The kind of the numbers that fill `size` bytes without gap and without anything else, in an array in each of its
    /// elements.
    pub(crate) fn uniform(&self, pointer: Pointer, size: u64) -> Option<FloatKind> {
        let at = self.find(pointer);
        let end = at.offset + size as i64;
        let stride = self.stride(at.node) as i64;
        if stride != 0 && end > stride {
            return None;
        }
        let typed: Vec<_> = self
            .near(at.node, at.offset, Some(size))
            .into_iter()
            .filter(|(_, cell, _)| self.scalar(*cell) != Scalar::Unknown)
            .collect();
        let (_, first, _) = typed.first()?;
        let Scalar::Float(kind) = self.scalar(*first) else {
            return None;
        };
        let alike = typed.iter().all(|(offset, cell, n)| {
            let inside = at.offset <= *offset && offset + *n as i64 <= end;
            inside && self.scalar(*cell) == Scalar::Float(kind)
        });
        let covered: u64 = typed.iter().map(|(_, _, n)| n).sum();
        (alike && covered == size).then_some(kind)
    }
}
