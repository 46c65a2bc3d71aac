//! The edges of a topology. A process may be a neighbour several times (a periodic dimension of one or
//! two processes), and which of its blocks then goes where differs between MPIs and their functions. So the
//! shadow asks MPI once for each, when it is made, by passing numbers of blocks instead of data. Only the functions with
//! a datatype for each block are asked when they are called first, for that of MPICH 4.0 loses messages, which later
//! communicators find. Must not: know what is passed along the edges.

use crate::error::{self, Code, Site};
use crate::raw::{self, MPI_Aint, MPI_Comm};
use std::ffi::c_int;
use std::sync::OnceLock;

/// The end of an edge: a process, and the number of the block there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) rank: c_int,
    /// Of the edge, as the sender numbers it.
    pub(crate) number: c_int,
}

/// How a call lists its blocks: MPIs pair those of processes that are neighbours twice by their function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listing {
    Even,
    Listed,
    Typed,
}

/// The edges of one process.
#[derive(Clone, Debug)]
pub(crate) struct Neighbours {
    sources: Vec<c_int>,
    destinations: Vec<c_int>,
    /// `None` if there are never two edges from one process to another: all have number 0.
    numbers: Option<Numbers>,
}

/// For each source the sender's number of the edge: by [`Listing`], in blocking calls and nonblocking ones.
type Numbers = [[OnceLock<Vec<c_int>>; 2]; 3];

impl Neighbours {
    /// Of a communicator with a topology. Collective.
    pub(crate) fn of(comm: MPI_Comm) -> Option<Neighbours> {
        let (sources, destinations) = lists(comm)?;
        let numbers = is_multiple(comm, &destinations).then(Numbers::default);
        let neighbours = Neighbours {
            sources,
            destinations,
            numbers,
        };
        for listing in [Listing::Even, Listing::Listed] {
            for immediate in [false, true] {
                neighbours.numbers(comm, listing, immediate);
            }
        }
        Some(neighbours)
    }

    /// Collective at the first time.
    fn numbers(&self, comm: MPI_Comm, listing: Listing, immediate: bool) -> Option<&[c_int]> {
        let known = &self.numbers.as_ref()?[listing as usize][usize::from(immediate)];
        let (sources, destinations) = (self.sources.len(), self.destinations.len());
        Some(known.get_or_init(|| paired(comm, sources, destinations, listing, immediate)))
    }

    pub(crate) fn outgoing(&self) -> impl Iterator<Item = End> {
        let ends = self.destinations.iter().zip(0..);
        ends.map(|(rank, number)| End {
            rank: *rank,
            number: if self.numbers.is_some() { number } else { 0 },
        })
    }

    /// Ends the program if the MPI has lost one.
    pub(crate) fn incoming(
        &self,
        comm: MPI_Comm,
        listing: Listing,
        immediate: bool,
        site: &Site,
    ) -> Vec<End> {
        let numbers = self.numbers(comm, listing, immediate);
        let ends = self.sources.iter().enumerate().map(|(edge, rank)| End {
            rank: *rank,
            number: numbers.map_or(0, |numbers| numbers[edge]),
        });
        let ends: Vec<End> = ends.collect();
        if ends.iter().any(|end| end.number == LOST && end.rank >= 0) {
            error::fail(
                Code::Mpi,
                site,
                "the MPI loses blocks in this call, where a process has several edges to itself or to another one",
                "this is a fault of MPICH 4.0; use MPI_Neighbor_alltoallv, or one edge to each process",
            )
        }
        ends
    }
}

/// The number of a block that has not come.
const LOST: c_int = -1;

/// Whether some process has two edges to another one; those to nobody do not count. Collective.
fn is_multiple(comm: MPI_Comm, destinations: &[c_int]) -> bool {
    let mut sorted = destinations.to_vec();
    sorted.sort_unstable();
    let here = c_int::from(
        sorted
            .windows(2)
            .any(|pair| pair[0] == pair[1] && pair[0] >= 0),
    );
    let mut anywhere = 0;
    let (from, to) = ((&raw const here).cast(), (&raw mut anywhere).cast());
    // SAFETY: one integer here, and the place for one.
    unsafe { raw::PMPI_Allreduce(from, to, 1, raw::int(), raw::max(), comm) };
    anywhere != 0
}

/// Passes the number of each edge along it.
fn paired(
    comm: MPI_Comm,
    sources: usize,
    destinations: usize,
    listing: Listing,
    immediate: bool,
) -> Vec<c_int> {
    let numbers: Vec<c_int> = (0..destinations as c_int).collect();
    let mut come = vec![LOST; sources];
    let edges = sources.max(destinations);
    let (ones, types) = (vec![1; edges], vec![raw::int(); edges]);
    let starts: Vec<c_int> = (0..edges as c_int).collect();
    let wide: Vec<MPI_Aint> = (0..edges as MPI_Aint).map(|i| 4 * i).collect();
    let (n, at, wide, types) = (
        ones.as_ptr(),
        starts.as_ptr(),
        wide.as_ptr(),
        types.as_ptr(),
    );
    let (from, to) = (numbers.as_ptr().cast(), come.as_mut_ptr().cast());
    let mut request = raw::request_null();
    let q = &raw mut request;
    // SAFETY: one integer for each edge; all lists stay to the end.
    unsafe {
        let int = raw::int();
        match (listing, immediate) {
            (Listing::Even, false) => raw::PMPI_Neighbor_alltoall(from, 1, int, to, 1, int, comm),
            (Listing::Even, true) => {
                raw::PMPI_Ineighbor_alltoall(from, 1, int, to, 1, int, comm, q)
            }
            (Listing::Listed, false) => {
                raw::PMPI_Neighbor_alltoallv(from, n, at, int, to, n, at, int, comm)
            }
            (Listing::Listed, true) => {
                raw::PMPI_Ineighbor_alltoallv(from, n, at, int, to, n, at, int, comm, q)
            }
            (Listing::Typed, false) => {
                raw::PMPI_Neighbor_alltoallw(from, n, wide, types, to, n, wide, types, comm)
            }
            (Listing::Typed, true) => {
                raw::PMPI_Ineighbor_alltoallw(from, n, wide, types, to, n, wide, types, comm, q)
            }
        };
        raw::PMPI_Wait(q, raw::status_ignore());
    }
    come
}

/// The processes that blocks come from and go to, in the order of the blocks (MPI 4.0, 8.6).
pub(crate) fn lists(comm: MPI_Comm) -> Option<(Vec<c_int>, Vec<c_int>)> {
    let mut topology = 0;
    // SAFETY: a place for the answer.
    unsafe {
        raw::PMPI_Topo_test(comm, &raw mut topology);
        if topology == raw::RSMPI_CART {
            let both = cartesian(comm);
            Some((both.clone(), both))
        } else if topology == raw::RSMPI_GRAPH {
            let both = graph(comm);
            Some((both.clone(), both))
        } else if topology == raw::RSMPI_DIST_GRAPH {
            Some(distributed(comm))
        } else {
            None
        }
    }
}

/// In each dimension the process before and the one behind.
fn cartesian(comm: MPI_Comm) -> Vec<c_int> {
    let mut dimensions = 0;
    // SAFETY: places for the answers.
    unsafe { raw::PMPI_Cartdim_get(comm, &raw mut dimensions) };
    let both = (0..dimensions).map(|dimension| {
        let (mut before, mut behind) = (0, 0);
        // SAFETY: places for the answers.
        unsafe { raw::PMPI_Cart_shift(comm, dimension, 1, &raw mut before, &raw mut behind) };
        [before, behind]
    });
    both.flatten().collect()
}

fn graph(comm: MPI_Comm) -> Vec<c_int> {
    let (mut rank, mut number) = (0, 0);
    // SAFETY: places for the answers; the list is as long as MPI says.
    unsafe {
        raw::PMPI_Comm_rank(comm, &raw mut rank);
        raw::PMPI_Graph_neighbors_count(comm, rank, &raw mut number);
        let mut list = vec![0; number as usize];
        raw::PMPI_Graph_neighbors(comm, rank, number, list.as_mut_ptr());
        list
    }
}

fn distributed(comm: MPI_Comm) -> (Vec<c_int>, Vec<c_int>) {
    let (mut sources, mut destinations, mut weighted) = (0, 0, 0);
    // SAFETY: places for the answers; the lists are as long as MPI says.
    unsafe {
        raw::PMPI_Dist_graph_neighbors_count(
            comm,
            &raw mut sources,
            &raw mut destinations,
            &raw mut weighted,
        );
        let mut from = vec![0; sources as usize];
        let mut to = vec![0; destinations as usize];
        let (mut from_weights, mut to_weights) = (from.clone(), to.clone());
        raw::PMPI_Dist_graph_neighbors(
            comm,
            sources,
            from.as_mut_ptr(),
            from_weights.as_mut_ptr(),
            destinations,
            to.as_mut_ptr(),
            to_weights.as_mut_ptr(),
        );
        (from, to)
    }
}
