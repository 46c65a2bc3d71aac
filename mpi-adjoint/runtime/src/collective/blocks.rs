//! The buffers of a call, block by block. Owns how counts, displacements and datatypes of MPI's argument
//! lists become shadows. Must not: communicate.

use super::group::count;
use crate::bases::Bases;
use crate::data::Data;
use crate::datatype::{self, Kind};
use crate::error::Site;
use crate::memory::{Shadow, Staging};
use crate::raw::{self, MPI_Aint, MPI_Datatype};
use std::ffi::{c_int, c_void};

/// Bytes of what data are moved in: all kinds of numbers are made of such words.
pub(super) const WORD: usize = 4;

/// Where the blocks of a buffer lie. Lists are the program's, and as long as there are blocks.
#[derive(Clone, Copy)]
pub(crate) enum Layout {
    /// One behind the other, all of the same size.
    Even {
        count: c_int,
        datatype: MPI_Datatype,
    },
    /// Displacements in items.
    Listed {
        counts: *const c_int,
        displacements: *const c_int,
        datatype: MPI_Datatype,
    },
    /// A datatype for each block; displacements in bytes.
    Typed {
        counts: *const c_int,
        displacements: *const c_int,
        datatypes: *const MPI_Datatype,
    },
    /// The same with wide displacements.
    TypedWide {
        counts: *const c_int,
        displacements: *const MPI_Aint,
        datatypes: *const MPI_Datatype,
    },
}

/// One of the two buffers of a call.
#[derive(Clone)]
pub(crate) struct Side {
    pub(crate) address: *const c_void,
    pub(crate) layout: Layout,
    pub(crate) shadow: Bases,
    /// It is `MPI_IN_PLACE`; then nothing else is looked at.
    pub(crate) in_place: bool,
}

impl Side {
    /// All blocks have the same signature on all ranks.
    pub(super) fn is_even(&self) -> bool {
        matches!(self.layout, Layout::Even { .. })
    }

    pub(super) fn is_active(&self) -> bool {
        !self.in_place && !self.shadow.is_null()
    }

    /// All of them. Each block travels with its directions one behind the other, so that only those of one direction
    /// are one large block.
    pub(super) fn blocks(&self, number: usize, site: &Site) -> Blocks {
        match self.layout {
            Layout::Even { count, datatype } if self.shadow.width() == 1 => {
                let data = Data {
                    address: self.address,
                    count,
                    datatype,
                    shadow: self.shadow.clone(),
                };
                Blocks(vec![data.shadows(number, site)])
            }
            _ => Blocks((0..number).map(|i| self.block(i, site)).collect()),
        }
    }

    /// One of them.
    pub(super) fn block(&self, i: usize, site: &Site) -> Shadow {
        let extent = |datatype| datatype::map_of(datatype, site).extent;
        // SAFETY: MPI asks for lists with an entry for each block.
        let (count, datatype, offset) = unsafe {
            match self.layout {
                Layout::Even { count, datatype } => (
                    count,
                    datatype,
                    i as isize * count as isize * extent(datatype),
                ),
                Layout::Listed {
                    counts,
                    displacements,
                    datatype,
                } => (
                    *counts.add(i),
                    datatype,
                    *displacements.add(i) as isize * extent(datatype),
                ),
                Layout::Typed {
                    counts,
                    displacements,
                    datatypes,
                } => (
                    *counts.add(i),
                    *datatypes.add(i),
                    *displacements.add(i) as isize,
                ),
                Layout::TypedWide {
                    counts,
                    displacements,
                    datatypes,
                } => (
                    *counts.add(i),
                    *datatypes.add(i),
                    datatype::bytes(*displacements.add(i)),
                ),
            }
        };
        Data {
            address: self.address,
            count,
            datatype,
            shadow: self.shadow.moved(offset),
        }
        .shadow(site)
    }
}

/// The address is `MPI_IN_PLACE`.
pub(crate) fn in_place(address: *const c_void) -> bool {
    address == raw::in_place()
}

/// Shadows of blocks, which travel one behind the other.
#[derive(Clone, Debug)]
pub(super) struct Blocks(pub(super) Vec<Shadow>);

impl Blocks {
    pub(super) fn none() -> Blocks {
        Blocks(Vec::new())
    }

    /// Bytes of all data.
    pub(super) fn bytes(&self) -> usize {
        self.0.iter().map(Shadow::bytes).sum()
    }

    /// Bytes of numbers.
    pub(super) fn active(&self) -> usize {
        self.0.iter().map(Shadow::active).sum()
    }

    /// Only the numbers of a kind.
    pub(super) fn of(&self, kind: Kind) -> Blocks {
        Blocks(self.0.iter().map(|block| block.of(kind)).collect())
    }

    /// The kinds of all numbers, ascending.
    pub(super) fn kinds(&self) -> Vec<Kind> {
        let active = self.0.iter().filter(|block| block.active() > 0);
        let mut kinds: Vec<Kind> = active.flat_map(Shadow::kinds).collect();
        kinds.sort();
        kinds.dedup();
        kinds
    }

    pub(super) fn gather(&self) -> Staging {
        let mut staging = Staging::new(self.active());
        self.each(|block, start| block.gather_at(&mut staging, start));
        staging
    }

    pub(super) fn scatter(&self, staging: &Staging) {
        self.each(|block, start| block.scatter_from(staging, start));
    }

    pub(super) fn accumulate(&self, staging: &Staging) {
        self.each(|block, start| block.accumulate_from(staging, start));
    }

    pub(super) fn zero(&self) {
        self.0.iter().for_each(Shadow::zero);
    }

    fn each(&self, mut visit: impl FnMut(&Shadow, usize)) {
        let mut start = 0;
        for block in &self.0 {
            visit(block, start);
            start += block.active();
        }
    }

    /// Elements of each of `number` blocks, where an element has `size` bytes.
    pub(super) fn counts(&self, number: usize, size: usize, site: &Site) -> Counts {
        let counts = if self.0.len() == number {
            let counts = self.0.iter().map(|block| block.active() / size);
            counts.collect()
        } else {
            vec![self.active() / size / number.max(1); number]
        };
        Counts::new(&counts, site)
    }
}

/// Counts and displacements of blocks that lie one behind the other.
pub(super) struct Counts {
    pub(super) counts: Vec<c_int>,
    pub(super) starts: Vec<c_int>,
}

impl Counts {
    pub(super) fn new(counts: &[usize], site: &Site) -> Counts {
        let mut start = 0;
        let mut starts = Vec::with_capacity(counts.len());
        for elements in counts {
            starts.push(count(start, site));
            start += elements;
        }
        let counts = counts.iter().map(|elements| count(*elements, site));
        Counts {
            counts: counts.collect(),
            starts,
        }
    }
}
