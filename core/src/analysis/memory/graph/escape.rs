//! What code that is not analysed may look at.
//!
//! Owns: how escape spreads through the graph. Must not: know which code that is.

use super::{Graph, NodeId};
use crate::analysis::callee::Unseen;

impl Graph {
    /// Code that is not analysed may look at the globals that it can name.
    pub(crate) fn expose_globals(&mut self, runs: Unseen) {
        for origins in self.nodes.iter_mut().map(|n| &mut n.origins) {
            origins.shared |= runs == Unseen::Here && !origins.globals.is_empty();
            origins.escaped |= runs != Unseen::Nothing && origins.shared;
        }
    }

    /// Forgets that code which is not analysed knows some objects.
    pub(crate) fn hide(&mut self, nodes: impl Iterator<Item = NodeId>) {
        for node in nodes {
            self.nodes[node.0 as usize].origins.escaped = false;
        }
    }

    /// Whatever memory of unknown origin or escaped memory leads to has escaped, too.
    pub(crate) fn expose_reachable(&mut self) {
        let open = |root: &NodeId| self.origins(*root).unknown || self.origins(*root).escaped;
        let open: Vec<NodeId> = self.representatives().filter(open).collect();
        for root in self.reachable(open) {
            self.nodes[root.0 as usize].origins.escaped = true;
        }
    }
}
