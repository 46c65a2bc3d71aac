//! From a derived datatype to its map: reads envelopes and contents. Owns one rule for each constructor
//! (MPI 4.0, 5.1.13). Must not: cache.

use super::ask::{bytes, extent, name_of, size_of};
use super::basic::{self, Basic};
use super::map::TypeMap;
use super::node::Node;
use crate::raw::{self, MPI_Aint, MPI_Datatype};
use std::ffi::c_int;
use std::sync::Arc;

/// Type constructors, in the order of the table in constants.c.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Combiner {
    Named,
    Dup,
    Contiguous,
    Vector,
    Hvector,
    Indexed,
    Hindexed,
    IndexedBlock,
    HindexedBlock,
    Struct,
    Subarray,
    Resized,
    F90Real,
    F90Complex,
    F90Integer,
}

const COMBINERS: [Combiner; 15] = [
    Combiner::Named,
    Combiner::Dup,
    Combiner::Contiguous,
    Combiner::Vector,
    Combiner::Hvector,
    Combiner::Indexed,
    Combiner::Hindexed,
    Combiner::IndexedBlock,
    Combiner::HindexedBlock,
    Combiner::Struct,
    Combiner::Subarray,
    Combiner::Resized,
    Combiner::F90Real,
    Combiner::F90Complex,
    Combiner::F90Integer,
];

/// What a datatype was made from.
struct Contents {
    combiner: Combiner,
    integers: Vec<c_int>,
    addresses: Vec<isize>,
    types: Vec<MPI_Datatype>,
}

/// The map of a datatype that is not basic, with `inner` for those it is made from. The error is what of it
/// is not known.
pub(super) fn walk(
    datatype: MPI_Datatype,
    inner: &mut dyn FnMut(MPI_Datatype) -> Arc<TypeMap>,
) -> Result<TypeMap, String> {
    if let Some(basic) = by_precision(datatype) {
        return chosen(datatype, basic).ok_or_else(|| name_of(datatype));
    }
    let contents = Contents::read(datatype)?;
    let maps: Vec<Arc<TypeMap>> = contents.types.iter().map(|part| inner(*part)).collect();
    let node = contents.node(&maps, datatype)?;
    for part in contents.types {
        release(part);
    }
    Ok(TypeMap::new(node, extent(datatype).1))
}

/// What a datatype is made of that Fortran has asked for by precision and range.
fn by_precision(datatype: MPI_Datatype) -> Option<Basic> {
    match envelope(datatype).1? {
        Combiner::F90Real => Some(Basic::Real),
        Combiner::F90Complex => Some(Basic::Complex),
        Combiner::F90Integer => Some(Basic::Integer),
        _ => None,
    }
}

/// The map of such a datatype; `None` of numbers that are longer than `double`: of two sorts, which the size does not
/// tell apart.
fn chosen(datatype: MPI_Datatype, basic: Basic) -> Option<TypeMap> {
    let size = size_of(datatype);
    let longest = match basic {
        Basic::Real => std::mem::size_of::<f64>(),
        _ => 2 * std::mem::size_of::<f64>(),
    };
    let map = basic::map(basic as c_int, size, extent(datatype).1);
    map.filter(|_| size <= longest)
}

impl Contents {
    fn read(datatype: MPI_Datatype) -> Result<Contents, String> {
        let (counts, combiner) = envelope(datatype);
        let combiner = combiner
            .ok_or_else(|| format!("{} (made by an unknown constructor)", name_of(datatype)))?;
        if matches!(
            combiner,
            Combiner::Named | Combiner::F90Real | Combiner::F90Complex | Combiner::F90Integer
        ) {
            return Err(name_of(datatype));
        }
        let [integers, addresses, types] = counts;
        let mut listed: Vec<MPI_Aint> = vec![0; addresses];
        let mut contents = Contents {
            combiner,
            integers: vec![0; integers],
            addresses: Vec::new(),
            types: vec![raw::datatype_null(); types],
        };
        // SAFETY: the arrays are as long as the envelope says.
        unsafe {
            raw::PMPI_Type_get_contents(
                datatype,
                integers as c_int,
                addresses as c_int,
                types as c_int,
                contents.integers.as_mut_ptr(),
                listed.as_mut_ptr(),
                contents.types.as_mut_ptr(),
            );
        }
        contents.addresses = listed.into_iter().map(bytes).collect();
        Ok(contents)
    }

    fn node(&self, maps: &[Arc<TypeMap>], datatype: MPI_Datatype) -> Result<Node, String> {
        let ints = |i: usize| self.integers[i] as usize;
        let first = maps.first().ok_or_else(|| name_of(datatype))?;
        // The lists of the constructors with a block count begin behind it.
        let blocks = self.integers.first().map_or(0, |count| *count as usize);
        Ok(match self.combiner {
            Combiner::Dup | Combiner::Resized => first.node.clone(),
            Combiner::Contiguous => first.items(ints(0)),
            Combiner::Vector => first
                .items(ints(1))
                .repeat(ints(0), self.integers[2] as isize * first.extent),
            Combiner::Hvector => first.items(ints(1)).repeat(ints(0), self.addresses[0]),
            Combiner::Indexed => parts(blocks, |i| {
                (
                    self.integers[1 + blocks + i] as isize * first.extent,
                    first.items(ints(1 + i)),
                )
            }),
            Combiner::Hindexed => parts(blocks, |i| (self.addresses[i], first.items(ints(1 + i)))),
            Combiner::IndexedBlock => parts(blocks, |i| {
                (
                    self.integers[2 + i] as isize * first.extent,
                    first.items(ints(1)),
                )
            }),
            Combiner::HindexedBlock => parts(blocks, |i| (self.addresses[i], first.items(ints(1)))),
            Combiner::Struct => parts(blocks, |i| (self.addresses[i], maps[i].items(ints(1 + i)))),
            Combiner::Subarray => self.subarray(first),
            Combiner::Named | Combiner::F90Real | Combiner::F90Complex | Combiner::F90Integer => {
                return Err(name_of(datatype));
            }
        })
    }

    /// Dimensions, sizes, subsizes, starts, order. The contiguous dimension is the last in C's order.
    fn subarray(&self, item: &TypeMap) -> Node {
        let dimensions = self.integers[0] as usize;
        let list = |which: usize, i: usize| self.integers[1 + which * dimensions + i] as usize;
        let c_order = self.integers[1 + 3 * dimensions] == raw::order_c();
        let mut node = Node::Parts(vec![(0, item.node.clone())]);
        if let Node::Block { .. } | Node::Passive { .. } = item.node {
            node = item.node.clone();
        }
        let (mut stride, mut start) = (item.extent, 0);
        for fastest in 0..dimensions {
            let i = if c_order {
                dimensions - 1 - fastest
            } else {
                fastest
            };
            node = node.repeat(list(1, i), stride);
            start += list(2, i) as isize * stride;
            stride *= list(0, i) as isize;
        }
        Node::Parts(vec![(start, node)])
    }
}

/// Blocks one after the other; empty ones are left out.
fn parts(count: usize, block: impl Fn(usize) -> (isize, Node)) -> Node {
    Node::Parts(
        (0..count)
            .map(block)
            .filter(|(_, node)| node.size() > 0)
            .collect(),
    )
}

/// How many integers, addresses and datatypes a constructor was given, and which one it was.
fn envelope(datatype: MPI_Datatype) -> ([usize; 3], Option<Combiner>) {
    let (mut integers, mut addresses, mut types, mut code) = (0, 0, 0, 0);
    // SAFETY: four places for the answer.
    unsafe {
        raw::PMPI_Type_get_envelope(
            datatype,
            &raw mut integers,
            &raw mut addresses,
            &raw mut types,
            &raw mut code,
        );
    }
    let which = raw::combiners().iter().position(|known| *known == code);
    (
        [integers as usize, addresses as usize, types as usize],
        which.map(|i| COMBINERS[i]),
    )
}

/// Gives back a handle of `MPI_Type_get_contents`; those of datatypes that MPI has by itself are not to be freed.
fn release(mut datatype: MPI_Datatype) {
    let named = envelope(datatype).1 == Some(Combiner::Named);
    if !named && by_precision(datatype).is_none() {
        // SAFETY: the handle is ours, and no longer used.
        unsafe { raw::PMPI_Type_free(&raw mut datatype) };
    }
}
