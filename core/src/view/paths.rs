//! How loops move an address.
//!
//! Owns: [`Moved`], and the question to LLVM (`paths.cpp` of the shim) in terms of the snapshot. Must not: know what is accessed, or why it is asked.

use super::entity::{InstId, LoopId, ValueId};
use super::import::Imported;
use super::polynomials::{Polynomial, Reader};
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::ir::Value;
use indexmap::IndexMap;

/// A sum, by what loops have to do with it.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// What it is in the first iteration of all loops around.
    pub(crate) origin: Polynomial,
    /// What each iteration of a loop adds.
    pub(crate) steps: IndexMap<LoopId, Polynomial>,
}

/// An address where something is accessed.
#[derive(Clone, Debug)]
pub(crate) struct Moved {
    /// What it is made from.
    pub(crate) base: ValueId,
    /// The bytes from there.
    pub(crate) path: Path,
    /// Numbers in it that must fit into 32 bits, with their sign, for that.
    pub(crate) narrow: Vec<Path>,
}

/// How loops move the addresses where these instructions load or store, as far as that can be said.
pub(crate) fn paths(
    (function, imported): (Value, &Imported),
    accesses: &[InstId],
) -> IndexMap<InstId, Moved> {
    if accesses.is_empty() {
        return IndexMap::new();
    }
    let Imported { body, handles, .. } = imported;
    let reader = Reader::of(function, (body, handles));
    let accesses = accesses
        .iter()
        .filter_map(|id| Some((*id, body.accessed(*id)?.0)));
    let accesses: Vec<(InstId, ValueId)> = accesses.collect();
    let addresses = accesses.iter().map(|(_, pointer)| handles.value(*pointer));
    let addresses: Vec<Value> = addresses.collect();
    let path = |path: &analyses::Path| {
        let step = |(header, terms): &(_, Vec<_>)| {
            Some((reader.headed(*header)?, reader.polynomial(terms)?))
        };
        Some(Path {
            origin: reader.polynomial(&path.origin)?,
            steps: path.steps.iter().map(step).collect::<Option<_>>()?,
        })
    };
    let read = |moved: analyses::Moved| {
        Some(Moved {
            base: reader.value(&moved.base)?,
            path: path(&moved.path)?,
            narrow: moved.narrow.iter().map(path).collect::<Option<_>>()?,
        })
    };
    let found = analyses::paths(function, &addresses).into_iter();
    let found = accesses.iter().zip(found);
    found
        .filter_map(|((id, _), moved)| Some((*id, read(moved?)?)))
        .collect()
}
