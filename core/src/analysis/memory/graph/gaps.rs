//! Bytes that are only copied as part of something larger.
//!
//! A caller may know a number there, so that they must be able to be active. They are fields of a word each, which go
//! when something else is known of the bytes.
//!
//! Where words cannot be told apart (strides that are no multiple of them or fold several, large structures), one byte stands for them all.
//!
//! Owns: the making and dropping of these fields. Must not: say what lies there.

use super::offsets::wrap;
use super::{CellId, Graph, Key, NodeId, Pointer, Scalar};

/// Bytes of the smallest number that is looked for where no access says anything.
const WORD: u64 = 4;
/// Words of one copy beyond which bytes that nobody accesses have no fields of their own.
const MOST_GAPS: u64 = 1 << 10;

impl Graph {
    /// Words of copied memory that no access covers have fields of their own: they may be active, as part of
    /// what is copied. Whether that could be said of each word.
    pub(crate) fn fill_gaps(&mut self, pointer: Pointer, length: Option<u64>) -> bool {
        let at = self.find(pointer);
        let stride = self.stride(at.node);
        let window = match (stride, length) {
            (0, Some(length)) => length,
            // How far the copy goes is not known.
            (0, None) => return false,
            (stride, length) => length.map_or(stride, |n| n.min(stride)),
        };
        if !stride.is_multiple_of(WORD) || window > MOST_GAPS * WORD {
            return false;
        }
        let folded = stride != 0 && length.is_none_or(|n| n > stride);
        let mut told = true;
        for word in 0..window / WORD {
            let offset = wrap(at.offset + (word * WORD) as i64, stride);
            let near = self.near(at.node, offset, Some(WORD));
            let number = |cell: CellId| self.scalar(cell).holds_number();
            // What is known of one of several words that are one here says nothing of the others.
            told &= near.is_empty() || !folded || near.iter().any(|(_, cell, _)| number(*cell));
            if near.is_empty() {
                let cell = self.new_cell();
                self.cells[cell.0 as usize].gap = true;
                self.add_field(at.node, offset, WORD, cell);
            }
        }
        told
    }

    /// Where words have no fields of their own, a byte stands for them all: whether they are active is a property of
    /// fields, and those that accesses met may be integers.
    pub(crate) fn add_blank(&mut self, pointer: Pointer) {
        let at = self.find(pointer);
        let first = self.near(at.node, at.offset, Some(1)).into_iter();
        let mut blanks =
            first.filter(|(_, cell, size)| *size == 1 && self.scalar(*cell) == Scalar::Unknown);
        if blanks.next().is_none() {
            let cell = self.new_cell();
            self.add_field(at.node, at.offset, 1, cell);
        }
    }

    /// Whether something that is accessed lies in some bytes.
    pub(super) fn is_covered(&self, pointer: Pointer, size: u64) -> bool {
        let at = self.find(pointer);
        let near = self.near(at.node, at.offset, Some(size)).into_iter();
        let mut accessed =
            near.filter(|(_, cell, _)| !self.cells[self.find_cell(*cell).0 as usize].gap);
        accessed.next().is_some()
    }

    /// Gaps that turned out to be part of something that is accessed are none.
    pub(crate) fn drop_gaps(&mut self) {
        let roots: Vec<NodeId> = self.representatives().collect();
        for root in roots {
            let is_gap = |cell: CellId| self.cells[self.find_cell(cell).0 as usize].gap;
            let covered = |key: &Key| {
                let place = Pointer {
                    node: root,
                    offset: key.0,
                };
                self.is_covered(place, key.1)
            };
            let all = self.node(root).fields.iter();
            let dropped: Vec<Key> = all
                .filter(|(key, cell)| is_gap(**cell) && covered(key))
                .map(|(key, _)| *key)
                .collect();
            for key in dropped {
                self.nodes[root.0 as usize].fields.remove(&key);
            }
        }
    }
}
