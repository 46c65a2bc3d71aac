//! Copies of unknown length that lead from an object back to itself.
//!
//! A field goes with such a copy wherever it leads. Around a circle of copies it comes back at another offset, and so on
//! without end, unless the distances add up to nothing: what lies at one offset lies at all that are a circle's distance
//! from there, and that is the stride.
//!
//! Owns: finding the circles. Must not: move fields.

use super::{Graph, NodeId, Pointer};
use crate::analysis::memory::touches::Copied;
use std::collections::BTreeMap;

/// Objects that copies join: for each another one of its class, and how far its start lies behind the start of that.
#[derive(Default)]
struct Classes {
    up: BTreeMap<NodeId, (NodeId, i64)>,
}

impl Classes {
    /// The object that stands for the class of another one, and where in it a place of that lies.
    fn locate(&self, at: Pointer) -> Pointer {
        let mut at = at;
        while let Some((node, distance)) = self.up.get(&at.node) {
            at = Pointer {
                node: *node,
                offset: at.offset + distance,
            };
        }
        at
    }
}

impl Graph {
    /// Makes offsets repeat around circles of copies. Returns whether anything new followed.
    pub(crate) fn close_circles(&mut self, copies: &[Copied]) -> bool {
        let before = self.findings;
        let mut classes = Classes::default();
        let mut circles = Vec::new();
        for copy in copies.iter().filter(|copy| copy.length.is_none()) {
            let (to, from) = (self.find(copy.to), self.find(copy.from));
            let (one, other) = (classes.locate(to), classes.locate(from));
            let apart = other.offset - one.offset;
            if one.node != other.node {
                classes.up.insert(one.node, (other.node, apart));
            } else if apart != 0 {
                circles.push((one.node, apart.unsigned_abs()));
            }
        }
        let joined: Vec<NodeId> = match circles.is_empty() {
            true => Vec::new(),
            false => self.representatives().collect(),
        };
        // A class may have become part of another one after its circle was found.
        let class = |node: NodeId| classes.locate(Pointer { node, offset: 0 }).node;
        for node in joined {
            for (_, around) in circles.iter().filter(|(of, _)| class(*of) == class(node)) {
                self.reduce_stride(Pointer { node, offset: 0 }, *around);
            }
        }
        self.findings != before
    }
}
