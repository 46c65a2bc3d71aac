//! What collective calls have in common: the order of events of a derivative. Must not: know what each call
//! communicates.

use crate::adjoint::{self, Adjoint, Call, Queue, Reverse, Tangent};
use crate::error::Site;
use crate::order::Place;
use crate::raw::{self, MPI_Request, MPI_Status};
use crate::request::{self, Pending, Sort};
use std::ffi::c_int;
use std::sync::{Arc, Mutex, MutexGuard};

/// The derivative of one collective call on this rank. It is made before the primal runs, so that it can
/// keep what the primal overwrites. None of the functions that start something waits for another rank.
pub(crate) trait Scheme: Send {
    /// The shadow communicator.
    fn comm(&self) -> u64;
    /// Starts the tangents; the primal has been started. `immediate`: it may not have completed.
    fn tangent(&mut self, immediate: bool);
    /// Waits for the tangents, and writes them.
    fn tangent_end(&mut self);
    /// Starts to fetch what the reverse needs of the primal's numbers; the primal has been started. `immediate`: it
    /// may not have completed.
    fn record(&mut self, immediate: bool) {
        let _ = immediate;
    }
    /// Starts the adjoint.
    fn start(&mut self);
    /// Waits for it; zeroes the shadows of what was received, and adds to those of what was sent.
    fn finish(&mut self);
}

/// A collective call.
pub(crate) struct Collective<M, F> {
    /// The derivative; `None` if no numbers are passed on any rank.
    pub(crate) make: M,
    /// The place of the request of a nonblocking call.
    pub(crate) request: Option<*mut MPI_Request>,
    pub(crate) primal: F,
}

impl<M, F> Call for Collective<M, F>
where
    M: FnOnce(&Site) -> Option<Box<dyn Scheme>>,
    F: FnOnce() -> c_int,
{
    fn tangent(self, site: Site) -> c_int {
        let scheme = (self.make)(&site);
        let status = (self.primal)();
        if scheme.is_none() {
            passive(status, self.request, site);
        }
        if status == raw::SUCCESS
            && let Some(mut scheme) = scheme
        {
            scheme.tangent(self.request.is_some());
            match self.request {
                None => scheme.tangent_end(),
                Some(request) => {
                    let pending = Pending::Tangent(Arc::new(Underway(Mutex::new(scheme))));
                    note(request, pending, site);
                }
            }
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let number = adjoint::next_number();
        let scheme = (self.make)(&site);
        let status = (self.primal)();
        if status == raw::SUCCESS
            && let Some(mut scheme) = scheme
        {
            scheme.record(self.request.is_some());
            let mirror = Mirror::of(scheme, number);
            if let Some(request) = self.request {
                note(request, Pending::Adjoint(Arc::clone(&mirror)), site);
            }
            return (status, Reverse::of(vec![mirror]));
        }
        passive(status, self.request, site);
        (status, Reverse::Nothing)
    }
}

/// A call that passes no numbers on.
fn passive(status: c_int, request: Option<*mut MPI_Request>, site: Site) {
    if let Some(request) = request {
        // SAFETY: the program's place, which the primal has written.
        request::passive(status, unsafe { *request }, site);
    }
}

/// Waits with the request of a nonblocking call.
fn note(request: *mut MPI_Request, pending: Pending, site: Site) {
    // SAFETY: the program's place, which the primal has written.
    unsafe {
        request::distinct(request);
        request::register(*request, pending, Sort::Receive, site);
    }
}

/// Tangents of a nonblocking call.
pub(super) struct Underway(pub(super) Mutex<Box<dyn Scheme>>);

impl Tangent for Underway {
    fn completed(&self, _: &MPI_Status) {
        let mut scheme = self.0.lock().unwrap_or_else(|poison| poison.into_inner());
        scheme.tangent_end();
    }
}

/// The adjoint of a call, in its place among those of the communicator.
pub(super) struct Mirror {
    comm: u64,
    number: u64,
    state: Mutex<(Phase, Box<dyn Scheme>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Waiting,
    Started,
    Done,
}

impl Mirror {
    pub(super) fn of(scheme: Box<dyn Scheme>, number: u64) -> Arc<dyn Adjoint> {
        Arc::new(Mirror {
            comm: scheme.comm(),
            number,
            state: Mutex::new((Phase::Waiting, scheme)),
        })
    }

    fn state(&self) -> MutexGuard<'_, (Phase, Box<dyn Scheme>)> {
        self.state
            .lock()
            .unwrap_or_else(|poison| poison.into_inner())
    }
}

impl Adjoint for Mirror {
    fn completed(&self, _: &MPI_Status) {}

    fn place(&self) -> Option<Place<Queue>> {
        (self.state().0 == Phase::Waiting).then_some(Place {
            queue: Queue::Collectives { comm: self.comm },
            number: self.number,
        })
    }

    fn start(&self) {
        let mut state = self.state();
        if state.0 == Phase::Waiting {
            state.0 = Phase::Started;
            state.1.start();
        }
    }

    fn finish(&self) {
        let mut state = self.state();
        if state.0 == Phase::Started {
            state.0 = Phase::Done;
            state.1.finish();
        }
    }

    fn owned(&self) -> usize {
        size_of_val(&*self.state().1)
    }
}
