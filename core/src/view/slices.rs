//! Which part of memory an iteration accesses, in a loop whose iterations are shared out.
//!
//! Owns: the questions to LLVM (`slices.cpp` of the shim), in terms of the snapshot. Must not: know who shares iterations out.

use super::entity::{InstId, LoopId, ValueId};
use super::import::{Handles, Imported};
use super::polynomials::{Factor, Polynomial, Reader};
use enzyme_llvm_shim::analyses::{self, Fits, Loops, Shared};
use enzyme_llvm_shim::ir::Value;

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
    /// What base, origin, stride and spans are made of.
    pub(crate) leaves: Vec<ValueId>,
    /// The latter three, if they are sums of products.
    pub(crate) terms: Option<Terms>,
    /// Of the access.
    pub(crate) bytes: u64,
}

/// Parts of an address in bytes.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// From one iteration to the next.
    pub(crate) stride: Polynomial,
    /// From the base to what iteration 0 accesses first.
    pub(crate) origin: Polynomial,
    /// What each loop inside of the iteration adds to that: products, and how often each is taken. Two loops may add and take away the same product,
    /// at different times.
    pub(crate) spans: Vec<(Vec<Factor>, i64)>,
}

/// Who is asked about a function, which must stay as it is.
pub(crate) struct Slicer<'a> {
    handles: &'a Handles,
    reader: Reader<'a>,
    loops: Loops,
}

impl<'a> Slicer<'a> {
    pub(crate) fn of(function: Value, Imported { body, handles, .. }: &'a Imported) -> Self {
        Self {
            handles,
            reader: Reader::of(function, (body, handles)),
            loops: Loops::of(function),
        }
    }

    /// The slices of accesses through these addresses, of so many bytes; `bounds` and `advances` are loads of what a library wrote.
    pub(crate) fn slices(
        &self,
        (bounds, advances): (&[InstId], &[InstId]),
        accesses: &[(ValueId, u64)],
    ) -> Vec<Option<Slice>> {
        let insts = |ids: &[InstId]| ids.iter().map(|id| self.handles.inst(*id)).collect();
        let shared = Shared {
            bounds: insts(bounds),
            advances: insts(advances),
        };
        let addresses: Vec<(Value, u64)> = accesses
            .iter()
            .map(|(address, bytes)| (self.handles.value(*address), *bytes))
            .collect();
        let found = analyses::slices(&self.loops, &shared, &addresses).into_iter();
        let found = found.zip(accesses);
        found
            .map(|(slice, (_, bytes))| self.read(slice?, *bytes))
            .collect()
    }

    fn terms(&self, terms: &analyses::Terms) -> Option<Terms> {
        Some(Terms {
            stride: self.reader.polynomial(&terms.stride)?,
            origin: self.reader.polynomial(&terms.origin)?,
            spans: self.reader.products(&terms.spans)?,
        })
    }

    fn read(&self, slice: analyses::Slice, bytes: u64) -> Option<Slice> {
        let leaves = slice.leaves.iter().map(|leaf| self.reader.value(leaf));
        Some(Slice {
            terms: slice.terms.as_ref().and_then(|terms| self.terms(terms)),
            bytes,
            base: self.reader.value(&slice.base)?,
            of: self.reader.headed(slice.header)?,
            leader: slice.leader,
            window: slice.window,
            stride: slice.stride,
            within: slice.within,
            fits: slice.fits,
            offset: match &slice.offset {
                Some(offset) => Some(self.reader.value(offset)?),
                None => None,
            },
            leaves: leaves.collect::<Option<_>>()?,
        })
    }
}
