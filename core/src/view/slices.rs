//! Which part of memory an iteration accesses, in a loop whose iterations are shared out.
//!
//! Owns: the questions to LLVM (`slices.cpp` of the shim), in terms of the snapshot. Must not: know who shares iterations out.

use super::entity::{BlockId, Entity, InstId, LoopId, ValueId};
use super::import::Imported;
use enzyme_llvm_shim::analyses::{self, Fits, Shared};
use enzyme_llvm_shim::ir::{Block, Value};
use indexmap::{IndexMap, IndexSet};

/// An access at the iteration's number times a stride, behind an origin, behind a base.
#[derive(Clone, Debug)]
pub(crate) struct Slice {
    /// What its address is made from.
    pub(crate) base: ValueId,
    /// The loop whose iterations are numbered.
    pub(crate) of: LoopId,
    /// The first access with the same stride whose origin is at a constant distance, each behind its base.
    pub(crate) leader: usize,
    /// Bytes from that one's origin to what is accessed, and to its end, if they are constant.
    pub(crate) window: Option<(i64, i64)>,
    /// Bytes from one iteration to the next, if they are constant.
    pub(crate) stride: Option<i64>,
    /// Whether the access begins at that origin and ends before the next iteration's begins.
    pub(crate) within: bool,
    /// Which numbers of iterations this holds for, if not for all.
    pub(crate) fits: Option<Fits>,
    /// What must lie between the same numbers, if anything.
    pub(crate) offset: Option<ValueId>,
    /// What base, origin and stride are made of.
    pub(crate) leaves: Vec<ValueId>,
}

/// The slices of accesses through these addresses, of so many bytes; `bounds` and `advances` are loads of what a library wrote.
pub(crate) fn slices(
    prepared: (Value, &Imported),
    (bounds, advances): (&[InstId], &[InstId]),
    accesses: &[(ValueId, u64)],
) -> Vec<Option<Slice>> {
    let (function, Imported { body, handles, .. }) = prepared;
    let insts = |ids: &[InstId]| ids.iter().map(|id| handles.inst(*id)).collect();
    let shared = Shared {
        bounds: insts(bounds),
        advances: insts(advances),
    };
    let addresses: Vec<(Value, u64)> = accesses
        .iter()
        .map(|(address, bytes)| (handles.value(*address), *bytes))
        .collect();
    let known: IndexMap<Value, ValueId> = body
        .values
        .keys()
        .map(|id| (handles.value(id), id))
        .collect();
    let found = analyses::slices(function, &shared, &addresses).into_iter();
    let id = |value: &Value| known.get(value).copied();
    // The snapshot has the blocks in their order.
    let blocks: IndexSet<Block> = function.blocks().into_iter().collect();
    let headed = |header: Block| body.headed(BlockId::at(blocks.get_index_of(&header)?));
    let read = |slice: analyses::Slice| {
        Some(Slice {
            base: id(&slice.base)?,
            of: headed(slice.header)?,
            leader: slice.leader,
            window: slice.window,
            stride: slice.stride,
            within: slice.within,
            fits: slice.fits,
            offset: match &slice.offset {
                Some(offset) => Some(id(offset)?),
                None => None,
            },
            leaves: slice.leaves.iter().map(id).collect::<Option<_>>()?,
        })
    };
    found.map(|slice| slice.and_then(read)).collect()
}
