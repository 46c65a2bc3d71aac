//! Calls that move each block to one place: MPI_Gather(v), MPI_Scatter(v), MPI_Alltoall(v, w).
//!
//! Tangent: the same movement of ẋ to ẏ. Adjoint: the movement back: ȳ of each block goes to where the block
//! came from; `ȳ → 0`, `x̄ += ` what comes. So a scatter is the adjoint of a gather, a gather that of a
//! scatter, an exchange with the counts swapped that of an exchange.
//!
//! Where blocks differ in size a rank cannot know whether numbers are moved elsewhere; it takes part always.

use super::blocks::{Blocks, Counts, Side, WORD};
use super::group::{Group, Ranks};
use super::operation::Operation;
use super::scheme::Scheme;
use crate::error::Site;
use crate::memory::Staging;
use crate::raw::{self, MPI_Comm, MPI_Request};
use crate::statistics::{self, Traffic};
use std::ffi::{c_int, c_void};

/// Who sends to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Route {
    ToRoot(c_int),
    FromRoot(c_int),
    Exchange,
}

impl Route {
    fn back(self) -> Route {
        match self {
            Route::ToRoot(root) => Route::FromRoot(root),
            Route::FromRoot(root) => Route::ToRoot(root),
            Route::Exchange => Route::Exchange,
        }
    }
}

struct Movement {
    group: Group,
    route: Route,
    /// All blocks have the same size.
    even: bool,
    sent: Blocks,
    received: Blocks,
    underway: Option<Operation>,
}

/// MPI_Gather and MPI_Gatherv.
pub(crate) fn gather(
    site: &Site,
    send: Side,
    receive: Side,
    root: c_int,
    comm: MPI_Comm,
) -> Option<Box<dyn Scheme>> {
    let ranks = Ranks::new(comm, send.is_active() || receive.is_active(), site)?;
    let at_root = ranks.rank as c_int == root;
    let sent = if send.in_place {
        Blocks(vec![receive.block(ranks.rank, site)])
    } else {
        send.blocks(1, site)
    };
    let received = if at_root {
        receive.blocks(ranks.size, site)
    } else {
        Blocks::none()
    };
    let even = receive.is_even();
    make(site, ranks, Route::ToRoot(root), even, sent, received)
}

/// MPI_Scatter and MPI_Scatterv.
pub(crate) fn scatter(
    site: &Site,
    send: Side,
    receive: Side,
    root: c_int,
    comm: MPI_Comm,
) -> Option<Box<dyn Scheme>> {
    let ranks = Ranks::new(comm, send.is_active() || receive.is_active(), site)?;
    let at_root = ranks.rank as c_int == root;
    let received = if receive.in_place {
        Blocks(vec![send.block(ranks.rank, site)])
    } else {
        receive.blocks(1, site)
    };
    let sent = if at_root {
        send.blocks(ranks.size, site)
    } else {
        Blocks::none()
    };
    let even = send.is_even();
    make(site, ranks, Route::FromRoot(root), even, sent, received)
}

/// MPI_Alltoall, MPI_Alltoallv and MPI_Alltoallw.
pub(crate) fn alltoall(
    site: &Site,
    send: Side,
    receive: Side,
    comm: MPI_Comm,
) -> Option<Box<dyn Scheme>> {
    let ranks = Ranks::new(comm, send.is_active() || receive.is_active(), site)?;
    let received = receive.blocks(ranks.size, site);
    let sent = if send.in_place {
        received.clone()
    } else {
        send.blocks(ranks.size, site)
    };
    let even = receive.is_even();
    make(site, ranks, Route::Exchange, even, sent, received)
}

fn make(
    site: &Site,
    ranks: Ranks,
    route: Route,
    even: bool,
    sent: Blocks,
    received: Blocks,
) -> Option<Box<dyn Scheme>> {
    statistics::sent(Traffic::Primal, sent.bytes());
    if even && sent.active() + received.active() == 0 {
        return None;
    }
    let group = ranks.group(site);
    Some(Box::new(Movement {
        group,
        route,
        even,
        sent,
        received,
        underway: None,
    }))
}

impl Movement {
    /// Words of the blocks of all ranks at a root, of one's own block elsewhere.
    fn counts(&self, blocks: &Blocks, number: usize) -> Counts {
        blocks.counts(number, WORD, &self.group.site)
    }

    fn transfer(&self, route: Route, traffic: Traffic, from: &Blocks, to: &Blocks) -> Operation {
        let buffers = (from.gather(), Staging::new(to.active()));
        let size = self.group.size;
        let here = |root: c_int| self.group.rank as c_int == root;
        let side = |blocks: &Blocks, many: bool| self.counts(blocks, if many { size } else { 1 });
        let counts = match route {
            Route::ToRoot(root) => {
                let all = if here(root) { to } else { &Blocks::none() };
                vec![side(from, false), side(all, true)]
            }
            Route::FromRoot(root) => {
                let all = if here(root) { from } else { &Blocks::none() };
                vec![side(all, true), side(to, false)]
            }
            Route::Exchange => vec![side(from, true), side(to, true)],
        };
        Operation::movement(
            &self.group,
            traffic,
            buffers,
            counts,
            |from, to, counts, request| {
                if self.even {
                    self.start_even(route, from, to, counts, request)
                } else {
                    self.start_listed(route, from, to, counts, request)
                }
            },
        )
    }

    fn start_even(
        &self,
        route: Route,
        from: *mut c_void,
        to: *mut c_void,
        counts: &[Counts],
        request: *mut MPI_Request,
    ) -> c_int {
        let (word, comm) = (raw::word(), self.group.comm());
        let (sent, received) = (counts[0].counts[0], counts[1].counts[0]);
        // SAFETY: the buffers are as long as the counts say, and stay with the operation.
        unsafe {
            match route {
                Route::ToRoot(root) => {
                    raw::PMPI_Igather(from, sent, word, to, received, word, root, comm, request)
                }
                Route::FromRoot(root) => {
                    raw::PMPI_Iscatter(from, sent, word, to, received, word, root, comm, request)
                }
                Route::Exchange => {
                    raw::PMPI_Ialltoall(from, sent, word, to, received, word, comm, request)
                }
            }
        }
    }

    fn start_listed(
        &self,
        route: Route,
        from: *mut c_void,
        to: *mut c_void,
        counts: &[Counts],
        request: *mut MPI_Request,
    ) -> c_int {
        let (word, comm) = (raw::word(), self.group.comm());
        let [(sent, sent_at), (received, received_at)] =
            [&counts[0], &counts[1]].map(|counts| (counts.counts.as_ptr(), counts.starts.as_ptr()));
        // SAFETY: the buffers are as long as the counts say, and stay with the operation, as do the counts.
        unsafe {
            match route {
                Route::ToRoot(root) => raw::PMPI_Igatherv(
                    from,
                    *sent,
                    word,
                    to,
                    received,
                    received_at,
                    word,
                    root,
                    comm,
                    request,
                ),
                Route::FromRoot(root) => raw::PMPI_Iscatterv(
                    from, sent, sent_at, word, to, *received, word, root, comm, request,
                ),
                Route::Exchange => raw::PMPI_Ialltoallv(
                    from,
                    sent,
                    sent_at,
                    word,
                    to,
                    received,
                    received_at,
                    word,
                    comm,
                    request,
                ),
            }
        }
    }

    fn wait(&mut self) -> Option<Staging> {
        let site = self.group.site;
        self.underway.take().map(|operation| operation.wait(&site))
    }
}

impl Scheme for Movement {
    fn comm(&self) -> u64 {
        self.group.shadow.id()
    }

    fn tangent(&mut self, _: bool) {
        let operation = self.transfer(self.route, Traffic::Tangent, &self.sent, &self.received);
        self.underway = Some(operation);
    }

    fn tangent_end(&mut self) {
        if let Some(data) = self.wait() {
            self.received.scatter(&data);
        }
    }

    fn start(&mut self) {
        let (route, traffic) = (self.route.back(), Traffic::Adjoint);
        self.underway = Some(self.transfer(route, traffic, &self.received, &self.sent));
    }

    fn finish(&mut self) {
        if let Some(data) = self.wait() {
            self.received.zero();
            self.sent.accumulate(&data);
        }
    }
}
