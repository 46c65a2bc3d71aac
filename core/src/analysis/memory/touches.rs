//! What instructions access, as the graph knows it: accesses, copies, calls.
//!
//! Owns: these records. Must not: find them in instructions (`build`), or answer questions (`facts`).

use super::graph::{CellId, Graph, Pointer};
use super::scalar::Scalar;
use crate::view::InstId;
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// One access of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Touch {
    pub(crate) pointer: Pointer,
    pub(crate) size: u64,
    pub(crate) writes: bool,
    /// What is accessed, where the access itself says it in a way that tells it from other sorts.
    pub(crate) scalar: Scalar,
    /// A number is moved, or an integer that carries bits of one.
    pub(crate) number: bool,
    /// What is written may be a piece of a pointer: bits that came from elsewhere, but not as a pointer.
    pub(crate) piece: bool,
    /// A copy reads it: what becomes of it is asked of where it goes.
    pub(crate) copied: bool,
    /// A rule may read it, whatever the function itself does.
    pub(crate) ruled: bool,
    /// So may be touched whatever pointers there lead to. Callers know of more such pointers than the function does.
    pub(crate) leads_on: bool,
    /// It is a list of the addresses of what a launch hands over. The kernel may write wherever pointers lead that lie there.
    pub(crate) hands: bool,
}

/// A memory copy between two pointers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copied {
    pub(crate) to: Pointer,
    pub(crate) from: Pointer,
    pub(crate) length: Option<u64>,
}

/// What is known of calls of functions with a body, or with a rule of the program's.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls {
    /// Those within the component.
    pub(super) inner: IndexSet<InstId>,
    /// Those of other functions that return memory which was obtained in the call, and no other.
    pub(super) obtaining: IndexSet<InstId>,
    /// Arguments that the callee may free.
    pub(super) freed: IndexSet<(InstId, u32)>,
    /// Those of functions without a body that may read and write all that their arguments lead to.
    pub(super) reaching: IndexSet<InstId>,
    /// Of these, pointers that a rule says to lead to no memory of the program, by position.
    pub(super) handles: IndexSet<(InstId, u32)>,
    /// Of these, those that launch a function on a device.
    pub(super) launching: IndexSet<InstId>,
    /// Those with a rule, which may read what the function itself does not: all that the arguments lead to whose shadows its functions look at.
    pub(super) ruled: IndexSet<InstId>,
}

/// Accesses by instruction.
#[derive(Clone, Debug)]
pub(crate) struct Touched {
    /// For a call, those of the callee.
    pub(crate) by_inst: IndexMap<InstId, Vec<Touch>>,
    pub(crate) calls: Calls,
    /// What any function of the component touches.
    pub(crate) by_all: Rc<[Touch]>,
    /// What any call within the component may touch of it: memory that the calling function has made for itself is not the callee's.
    pub(crate) by_inner: Rc<[Touch]>,
    /// The cell that a load or store of one integer accesses.
    pub(crate) integers: IndexMap<InstId, CellId>,
}

/// Touches that differ in a settled graph: a callee that is called twice, and callees of such, would double
/// them at each level of calls.
pub(super) fn distinct(graph: &Graph, touches: impl IntoIterator<Item = Touch>) -> Vec<Touch> {
    let settled = touches.into_iter().map(|touch| Touch {
        pointer: graph.find(touch.pointer),
        ..touch
    });
    let different: IndexSet<Touch> = settled.collect();
    different.into_iter().collect()
}

/// Sizes that no access has mean "any extent".
pub(super) fn known_size(size: u64) -> Option<u64> {
    (size < 1 << 40).then_some(size)
}
