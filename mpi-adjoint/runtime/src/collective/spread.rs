//! Calls that copy blocks to many places: MPI_Bcast, MPI_Allgather(v).
//!
//! Tangent: the same for ẋ. Adjoint: the sum over all copies, `ȳ → 0`, `x̄ += Σ ȳ`: a reduction to the root
//! for a broadcast, a reduction whose result is scattered for an allgather. Memory: that of the buffers.

use super::blocks::{Blocks, Side, WORD};
use super::group::{Group, Ranks};
use super::operation::{Combined, Operation};
use super::scheme::Scheme;
use crate::datatype::Kind;
use crate::error::Site;
use crate::memory::{Shadow, Staging};
use crate::raw::{self, MPI_Comm};
use crate::statistics::{self, Traffic};
use std::ffi::c_int;

enum Route {
    FromRoot(c_int),
    /// Of every rank to all; `even`: blocks of one size.
    ToAll {
        even: bool,
    },
}

struct Spread {
    group: Group,
    route: Route,
    sent: Blocks,
    received: Blocks,
    underway: Vec<(Kind, Operation)>,
    tangent: Option<Operation>,
}

/// MPI_Bcast.
pub(crate) fn bcast(
    site: &Site,
    buffer: Side,
    root: c_int,
    comm: MPI_Comm,
) -> Option<Box<dyn Scheme>> {
    let ranks = Ranks::new(comm, buffer.is_active(), site)?;
    let received = buffer.blocks(1, site);
    // The root's buffer is one of the copies.
    let sent = if ranks.rank as c_int == root {
        received.clone()
    } else {
        Blocks::none()
    };
    make(site, ranks, Route::FromRoot(root), sent, received)
}

/// MPI_Allgather and MPI_Allgatherv.
pub(crate) fn allgather(
    site: &Site,
    send: Side,
    receive: Side,
    comm: MPI_Comm,
) -> Option<Box<dyn Scheme>> {
    let ranks = Ranks::new(comm, send.is_active() || receive.is_active(), site)?;
    let received = receive.blocks(ranks.size, site);
    let sent: Shadow = if send.in_place {
        receive.block(ranks.rank, site)
    } else {
        send.block(0, site)
    };
    let even = receive.is_even();
    let sent = Blocks(vec![sent]);
    make(site, ranks, Route::ToAll { even }, sent, received)
}

/// All ranks receive the same: so they agree on whether there are numbers, and of which kinds.
fn make(
    site: &Site,
    ranks: Ranks,
    route: Route,
    sent: Blocks,
    received: Blocks,
) -> Option<Box<dyn Scheme>> {
    statistics::sent(Traffic::Primal, sent.bytes());
    if received.active() == 0 {
        return None;
    }
    let group = ranks.group(site);
    Some(Box::new(Spread {
        group,
        route,
        sent,
        received,
        underway: Vec::new(),
        tangent: None,
    }))
}

impl Spread {
    fn copy(&self) -> Operation {
        let (group, traffic) = (&self.group, Traffic::Tangent);
        let even = match self.route {
            Route::FromRoot(root) => {
                return Operation::bcast(group, traffic, self.received.gather(), root);
            }
            Route::ToAll { even } => even,
        };
        let buffers = (self.sent.gather(), Staging::new(self.received.active()));
        let counts = vec![
            self.sent.counts(1, WORD, &group.site),
            self.received.counts(group.size, WORD, &group.site),
        ];
        Operation::movement(
            group,
            traffic,
            buffers,
            counts,
            |from, to, counts, request| {
                let (own, all) = (counts[0].counts[0], &counts[1]);
                let (word, comm) = (raw::word(), group.comm());
                // SAFETY: the buffers are as long as the counts say, and stay with the operation.
                unsafe {
                    if even {
                        let each = all.counts[0];
                        raw::PMPI_Iallgather(from, own, word, to, each, word, comm, request)
                    } else {
                        let (counts, starts) = (all.counts.as_ptr(), all.starts.as_ptr());
                        raw::PMPI_Iallgatherv(
                            from, own, word, to, counts, starts, word, comm, request,
                        )
                    }
                }
            },
        )
    }

    fn sum(&self, kind: Kind) -> Operation {
        let (group, traffic, how) = (&self.group, Traffic::Adjoint, Combined::sum(kind));
        let received = self.received.of(kind);
        match self.route {
            Route::FromRoot(root) => {
                Operation::reduce(group, traffic, received.gather(), how, root)
            }
            Route::ToAll { .. } => {
                let counts = received.counts(group.size, kind.size(), &group.site);
                Operation::reduce_scatter(group, traffic, received.gather(), how, counts)
            }
        }
    }
}

impl Scheme for Spread {
    fn comm(&self) -> u64 {
        self.group.shadow.id()
    }

    fn tangent(&mut self, _: bool) {
        self.tangent = Some(self.copy());
    }

    fn tangent_end(&mut self) {
        if let Some(operation) = self.tangent.take() {
            self.received.scatter(&operation.wait(&self.group.site));
        }
    }

    fn start(&mut self) {
        let kinds = self.received.kinds().into_iter();
        self.underway = kinds.map(|kind| (kind, self.sum(kind))).collect();
    }

    fn finish(&mut self) {
        for (kind, operation) in std::mem::take(&mut self.underway) {
            let sum = operation.wait(&self.group.site);
            self.received.of(kind).zero();
            self.sent.of(kind).accumulate(&sum);
        }
    }
}
