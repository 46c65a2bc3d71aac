//! A callee's objects in the graph of its caller.
//!
//! Owns: the copying of what some pointers reach. Must not: merge anything.

use super::{Graph, NodeId, Pointer};
use std::collections::BTreeMap;

impl Graph {
    /// Copies the part of `other` that `roots` reach into this graph; returns the copies of the
    /// roots and of the objects met on the way.
    pub(crate) fn import(
        &mut self,
        other: &Graph,
        roots: &[Pointer],
    ) -> (Vec<Pointer>, BTreeMap<NodeId, NodeId>) {
        let mut map = BTreeMap::new();
        let mut cells = BTreeMap::new();
        let mut work: Vec<NodeId> = roots.iter().map(|r| other.find(*r).node).collect();
        while let Some(node) = work.pop() {
            if map.contains_key(&node) {
                continue;
            }
            let mut origins = other.origins(node).clone();
            origins.params.clear();
            // What the caller can reach and the callee frees is freed whenever the callee likes.
            let freed = std::mem::take(&mut origins.freed);
            origins.freed_below |= freed;
            let copy = self.new_node(origins);
            self.nodes[copy.0 as usize].stride = other.stride(node);
            map.insert(node, copy);
            work.extend(
                other
                    .fields(node)
                    .filter_map(|(_, c, _)| other.target(c))
                    .map(|t| t.node),
            );
        }
        for (node, copy) in &map {
            for (offset, cell, size) in other.fields(*node) {
                let root = other.find_cell(cell);
                let twin = *cells.entry(root).or_insert_with(|| self.new_cell());
                self.add_field(*copy, offset, size, twin);
                self.raise(twin, other.scalar(root));
                self.mark_bits(twin, other.bits(root));
                let known = &other.cells[root.0 as usize];
                self.cells[twin.0 as usize].gap = known.gap;
                self.cells[twin.0 as usize].used = known.used;
                let target = known.target;
                let moved = target.and_then(|t| self.carry(other, &map, t));
                self.cells[twin.0 as usize].target = moved;
            }
        }
        let carried = |r: &Pointer| self.carry(other, &map, *r).expect("roots are copied");
        (roots.iter().map(carried).collect(), map)
    }

    /// A pointer of `other` in terms of this graph, if its object was copied.
    pub(crate) fn carry(
        &mut self,
        other: &Graph,
        map: &BTreeMap<NodeId, NodeId>,
        pointer: Pointer,
    ) -> Option<Pointer> {
        let view = other.view(pointer);
        let base = Pointer {
            node: *map.get(&view.node)?,
            offset: 0,
        };
        Some(self.step(base, view.offset, view.stride))
    }
}
