//! The map of a datatype: what lies where in one item. Must not: know MPI.

use super::node::Node;

/// One item of a datatype.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TypeMap {
    /// Its basic elements, in the order of the type signature.
    pub(crate) node: Node,
    /// From one item to the next, in bytes.
    pub(crate) extent: isize,
    /// Bytes of data, holes left out.
    pub(crate) size: usize,
    /// Bytes of numbers that have derivatives.
    pub(crate) active: usize,
    /// It has bytes of which nobody says what they are (`MPI_BYTE`, `MPI_PACKED`).
    pub(crate) opaque: bool,
}

impl TypeMap {
    pub(super) fn new(node: Node, extent: isize) -> TypeMap {
        let mut map = TypeMap {
            extent,
            size: node.size(),
            active: 0,
            opaque: false,
            node,
        };
        map.active = map.node.active();
        map.opaque = map.node.is_opaque();
        map
    }

    /// The elements of `count` items one after the other.
    pub(crate) fn items(&self, count: usize) -> Node {
        self.node.repeat(count, self.extent)
    }
}
