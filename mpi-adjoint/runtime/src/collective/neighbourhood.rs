//! Neighbourhood collectives. Tangent: the same passage of ẋ. Adjoint: along each edge ȳ goes back,
//! `ȳ → 0`, `x̄ += `: for MPI_Neighbor_allgather(v) the sum over all edges that leave, for
//! MPI_Neighbor_alltoall(v, w) block by block. Edges to MPI_PROC_NULL pass nothing, either way.
//! Derivatives are messages along the edges, in the reversed communicator, where no other messages are.

use super::blocks::{Layout, Side};
use super::group::{Group, Ranks};
use super::scheme::Scheme;
use crate::communicator::{End, Listing};
use crate::error::{self, Code, Site};
use crate::memory::{Shadow, Staging};
use crate::raw::{self, MPI_Comm};
use crate::statistics::{self, Traffic};
use crate::transport::{self, InFlight, Peer};
use std::ffi::c_int;

/// A block at this end of an edge.
struct Edge {
    end: End,
    shadow: Shadow,
}

struct Neighbourhood {
    group: Group,
    sent: Vec<Edge>,
    received: Vec<Edge>,
    underway: Vec<(usize, InFlight, Staging)>,
    departed: Vec<(InFlight, Staging)>,
}

/// MPI_Neighbor_allgather(v).
pub(crate) fn neighbour_allgather(
    site: &Site,
    send: Side,
    receive: Side,
    comm: MPI_Comm,
    immediate: bool,
) -> Option<Box<dyn Scheme>> {
    make(site, receive, send, comm, immediate, |_| 0)
}

/// MPI_Neighbor_alltoall(v, w).
pub(crate) fn neighbour_alltoall(
    site: &Site,
    send: Side,
    receive: Side,
    comm: MPI_Comm,
    immediate: bool,
) -> Option<Box<dyn Scheme>> {
    make(site, receive, send, comm, immediate, |number| number)
}

/// `block`: which block of the send buffer an edge takes.
fn make(
    site: &Site,
    receive: Side,
    send: Side,
    comm: MPI_Comm,
    immediate: bool,
    block: impl Fn(usize) -> usize,
) -> Option<Box<dyn Scheme>> {
    let ranks = Ranks::new(comm, send.is_active() || receive.is_active(), site)?;
    let group = ranks.group(site);
    let Some(neighbours) = group.shadow.neighbours().cloned() else {
        error::fail(
            Code::NoShadowCommunicator,
            site,
            "a neighbourhood collective on a communicator without a topology",
            "make the communicator by MPI_Cart_create, MPI_Graph_create or MPI_Dist_graph_create",
        )
    };
    let edges = |side: Side, ends: Vec<End>, block: &dyn Fn(usize) -> usize| {
        let known = ends.into_iter().enumerate();
        let real = known.filter(|(_, end)| end.rank != raw::MPI_PROC_NULL);
        let edges = real.map(|(number, end)| Edge {
            end,
            shadow: side.block(block(number), site),
        });
        edges.collect::<Vec<Edge>>()
    };
    let sent = edges(send, neighbours.outgoing().collect(), &block);
    let incoming = neighbours.incoming(group.comm(), listing(&receive), immediate, site);
    let received = edges(receive, incoming, &|number| number);
    for edge in &sent {
        statistics::sent(Traffic::Primal, edge.shadow.bytes());
    }
    Some(Box::new(Neighbourhood {
        group,
        sent,
        received,
        underway: Vec::new(),
        departed: Vec::new(),
    }))
}

/// How a call lists the blocks of a side.
fn listing(side: &Side) -> Listing {
    match side.layout {
        Layout::Even { .. } => Listing::Even,
        Layout::Listed { .. } => Listing::Listed,
        Layout::Typed { .. } | Layout::TypedWide { .. } => Listing::Typed,
    }
}

impl Neighbourhood {
    /// Passes the numbers along the edges that have any.
    fn pass(&mut self, traffic: Traffic, back: bool) {
        let (from, to) = if back {
            (&self.received, &self.sent)
        } else {
            (&self.sent, &self.received)
        };
        let (comm, site) = (self.group.reversed(), &self.group.site);
        let last = self.group.size as c_int - 1;
        let peer = |edge: &Edge| Peer {
            comm,
            rank: last - edge.end.rank,
            tag: edge.end.number,
        };
        for (i, edge) in to.iter().enumerate() {
            let mut data = Staging::new(edge.shadow.active());
            if data.len() > 0 {
                // SAFETY: the buffer's memory stays with the flight.
                let flight = unsafe { transport::receive(&mut data, peer(edge), site) };
                self.underway.push((i, flight, data));
            }
        }
        for edge in from {
            let data = edge.shadow.gather();
            if data.len() > 0 {
                let (start, bytes) = (data.as_ptr(), data.len());
                // SAFETY: the buffer's memory stays with the flight.
                let flight = unsafe { transport::send(start, bytes, peer(edge), traffic, site) };
                self.departed.push((flight, data));
            }
        }
    }

    /// What has come, by the edge; the data that left may go.
    fn wait(&mut self) -> Vec<(usize, Staging)> {
        let site = &self.group.site;
        let come = self.underway.drain(..).map(|(edge, flight, data)| {
            flight.arrive(&data, site);
            (edge, data)
        });
        let come = come.collect();
        for (flight, _data) in self.departed.drain(..) {
            flight.wait(site);
        }
        come
    }
}

impl Scheme for Neighbourhood {
    fn comm(&self) -> u64 {
        self.group.shadow.id()
    }

    fn tangent(&mut self, _: bool) {
        self.pass(Traffic::Tangent, false);
    }

    fn tangent_end(&mut self) {
        for (edge, data) in self.wait() {
            self.received[edge].shadow.scatter(&data);
        }
    }

    fn start(&mut self) {
        self.pass(Traffic::Adjoint, true);
    }

    fn finish(&mut self) {
        let come = self.wait();
        for edge in &self.received {
            edge.shadow.zero();
        }
        for (edge, data) in come {
            self.sent[edge].shadow.accumulate(&data);
        }
    }
}
