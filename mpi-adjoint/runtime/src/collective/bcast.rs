//! MPI_Bcast. Tangent: a broadcast of the tangents. Adjoint: the sum over all ranks goes to the root; what
//! was received is zeroed.

use super::{datatype, pieces, sum_at_root};
use crate::adjoint::{self, Adjoint, Call, Queue, Reverse};
use crate::communicator::{self, ShadowComm};
use crate::datatype::Kind;
use crate::error::Site;
use crate::memory::{Shadow, Staging};
use crate::order::Place;
use crate::p2p::Data;
use crate::raw::{self, MPI_Comm, MPI_Status};
use crate::statistics::{self, Traffic};
use crate::transport::InFlight;
use std::ffi::c_int;
use std::sync::{Arc, Mutex, MutexGuard};

/// A broadcast.
pub(crate) struct Bcast<F> {
    pub(crate) data: Data,
    pub(crate) root: c_int,
    pub(crate) comm: MPI_Comm,
    pub(crate) primal: F,
}

impl<F: FnOnce() -> c_int> Call for Bcast<F> {
    fn tangent(self, site: Site) -> c_int {
        let status = (self.primal)();
        if status == raw::SUCCESS
            && let Some((shadow, comm)) = active(&self.data, self.comm, &site)
        {
            for kind in shadow.kinds() {
                let (shadow, mut data) = (shadow.of(kind), shadow.of(kind).gather());
                broadcast(&mut data, kind, self.root, &comm, &site);
                shadow.scatter(&data);
            }
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let number = adjoint::next_number();
        let status = (self.primal)();
        if status != raw::SUCCESS {
            return (status, Reverse::Nothing);
        }
        match active(&self.data, self.comm, &site) {
            None => (status, Reverse::Nothing),
            Some((shadow, comm)) => {
                let state = Mutex::new(State::Waiting);
                let sum = Sum {
                    site,
                    shadow,
                    root: self.root,
                    comm,
                    number,
                    state,
                };
                (status, Reverse::of(vec![Arc::new(sum)]))
            }
        }
    }
}

/// The shadow of the data and the communicator for it; `None` without numbers. Counts the call.
fn active(data: &Data, comm: MPI_Comm, site: &Site) -> Option<(Shadow, Arc<ShadowComm>)> {
    let shadow = data.shadow(site);
    statistics::sent(Traffic::Primal, shadow.bytes());
    (shadow.active() > 0).then(|| (shadow, communicator::shadow_of(comm, site)))
}

fn broadcast(data: &mut Staging, kind: Kind, root: c_int, comm: &ShadowComm, site: &Site) {
    statistics::sent(Traffic::Tangent, data.len());
    let start = data.as_mut_ptr();
    let flights = pieces(data.len() / kind.size(), site, |first, count, request| {
        // SAFETY: the piece lies in the buffer, which is not touched before the end of this function.
        unsafe {
            let piece = start.add(first * kind.size()).cast();
            raw::PMPI_Ibcast(piece, count, datatype(kind), root, comm.comm(), request)
        }
    });
    flights.into_iter().for_each(|flight| flight.wait(site));
}

/// The adjoint of a broadcast.
struct Sum {
    site: Site,
    shadow: Shadow,
    root: c_int,
    comm: Arc<ShadowComm>,
    number: u64,
    state: Mutex<State>,
}

enum State {
    Waiting,
    /// For each kind of number: what is summed up, and the sums under way.
    Started(Vec<(Kind, Staging, Vec<InFlight>)>),
    Done,
}

impl Sum {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(|poison| poison.into_inner())
    }
}

impl Adjoint for Sum {
    fn completed(&self, _: &MPI_Status) {}

    fn place(&self) -> Option<Place<Queue>> {
        Some(Place {
            queue: Queue::Collectives {
                comm: self.comm.id(),
            },
            number: self.number,
        })
    }

    fn start(&self) {
        let sums = self.shadow.kinds().into_iter().map(|kind| {
            let mut data = self.shadow.of(kind).gather();
            statistics::sent(Traffic::Adjoint, data.len());
            // SAFETY: the buffer's memory is kept with the sums, and read after them.
            let flights =
                unsafe { sum_at_root(&mut data, kind, self.root, &self.comm, &self.site) };
            (kind, data, flights)
        });
        *self.state() = State::Started(sums.collect());
    }

    fn finish(&self) {
        let State::Started(sums) = std::mem::replace(&mut *self.state(), State::Done) else {
            return;
        };
        let mut rank = 0;
        // SAFETY: a place for the answer.
        unsafe { raw::PMPI_Comm_rank(self.comm.comm(), &raw mut rank) };
        for (kind, data, flights) in sums {
            flights
                .into_iter()
                .for_each(|flight| flight.wait(&self.site));
            // The root's own adjoint is part of the sum.
            let shadow = self.shadow.of(kind);
            if rank == self.root {
                shadow.scatter(&data)
            } else {
                shadow.zero()
            }
        }
    }
}
