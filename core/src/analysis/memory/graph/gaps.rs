//! Bytes that are only copied as part of something larger.
//!
//! A caller may know a number there, so that they must be able to be active. They are fields of a word each, which go
//! when something else is known of the bytes.
//!
//! Owns: the making and dropping of these fields. Must not: say what lies there.

use super::{CellId, Graph, Key, NodeId, Pointer, wrap};

/// Bytes of the smallest number that is looked for where no access says anything.
const WORD: u64 = 4;
/// Words of one copy beyond which bytes that nobody accesses have no fields of their own.
const MOST_GAPS: u64 = 1 << 10;

impl Graph {
    /// Words of copied memory that no access covers have fields of their own: they may be active, as part of
    /// what is copied.
    pub(crate) fn fill_gaps(&mut self, pointer: Pointer, length: Option<u64>) {
        let at = self.find(pointer);
        let stride = self.stride(at.node);
        let window = match (stride, length) {
            (0, Some(length)) => length,
            (0, None) => return,
            (stride, length) => length.map_or(stride, |n| n.min(stride)),
        };
        if !stride.is_multiple_of(WORD) || window > MOST_GAPS * WORD {
            return;
        }
        for word in 0..window / WORD {
            let offset = wrap(at.offset + (word * WORD) as i64, stride);
            if self.near(at.node, offset, Some(WORD)).is_empty() {
                let cell = self.new_cell();
                self.cells[cell.0 as usize].gap = true;
                self.add_field(at.node, offset, WORD, cell);
            }
        }
    }

    /// Gaps that turned out to be part of something that is accessed are none.
    pub(crate) fn drop_gaps(&mut self) {
        let roots: Vec<NodeId> = self.representatives().collect();
        for root in roots {
            let is_gap = |cell: CellId| self.cells[self.find_cell(cell).0 as usize].gap;
            let covered = |key: &Key| {
                let others = self.near(root, key.0, Some(key.1)).into_iter();
                others.filter(|(_, cell, _)| !is_gap(*cell)).count() != 0
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
