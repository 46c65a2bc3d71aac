//! Memory at computed addresses.
//!
//! Any two computed addresses may be the same, and a pointer that is read at one may lead anywhere.
//!
//! Owns: which memory this is, besides what instructions say ([`Origins::computed`]), and what follows for other
//! objects. Must not: know who computes addresses.

use super::{CellId, Graph, NodeId, Origins, Pointer, overlap};
use crate::analysis::memory::touches::Touch;
use std::collections::BTreeSet;

impl Graph {
    /// Distrusts memory whose address was computed (`integers`) or put together (`pieces`), and makes one object of all
    /// memory at computed addresses. To what `given` leads, callers or others may have put addresses: they know more.
    ///
    /// Everything else must be known: memory is distrusted where nothing says what it is, and what is found later might.
    pub(crate) fn join_computed<'t>(
        &mut self,
        given: &[Pointer],
        integers: &[CellId],
        pieces: impl Iterator<Item = &'t Touch>,
    ) {
        let led: Vec<Pointer> = integers.iter().filter_map(|c| self.target(*c)).collect();
        for target in led {
            self.distrust(target.node);
        }
        let given = self.reachable(given.iter().map(|r| self.find(*r).node).collect());
        for piece in pieces {
            self.spoil(piece, &given);
        }
        let lost: Vec<NodeId> = self
            .representatives()
            .filter(|node| self.origins(*node).from_integer && self.is_lost(*node, &given))
            .collect();
        for node in lost {
            self.distrust(node);
        }
        self.join();
    }

    /// Pieces were written to memory: a pointer there that is wider than they are, or that was never written as a whole,
    /// may lead anywhere.
    fn spoil(&mut self, piece: &Touch, given: &BTreeSet<NodeId>) {
        let at = self.find(piece.pointer);
        let stride = self.stride(at.node);
        let met = self
            .fields(at.node)
            .filter(|(offset, _, size)| overlap((at.offset, piece.size), (*offset, *size), stride));
        let led: Vec<(u64, NodeId)> = met
            .filter_map(|(_, cell, size)| Some((size, self.target(cell)?.node)))
            .collect();
        for (size, node) in led {
            let cut = stride == 0 && piece.size < size && !piece.number;
            if cut || self.is_lost(node, given) {
                self.distrust(node);
            }
        }
    }

    /// Whether nothing that was seen says what memory this is.
    fn is_lost(&self, node: NodeId, given: &BTreeSet<NodeId>) -> bool {
        self.origins(node).unmade() && !given.contains(&node)
    }

    fn distrust(&mut self, node: NodeId) {
        let computed = Origins {
            computed: true,
            ..Origins::default()
        };
        self.nodes[node.0 as usize].origins.join(computed);
    }

    fn join(&mut self) {
        let all = self.representatives();
        let mut all = all.filter(|node| self.origins(*node).computed);
        let Some(first) = all.next() else { return };
        let others: Vec<NodeId> = all.collect();
        let start = |node| Pointer { node, offset: 0 };
        self.reduce_stride(start(first), 1);
        for other in others {
            self.unify(start(first), start(other));
        }
        self.computed = Some(start(first));
        for node in self.reachable(vec![self.find(start(first)).node]) {
            self.distrust(node);
        }
    }
}
