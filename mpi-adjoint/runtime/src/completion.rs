//! Calls that complete, start or free requests. Owns how their outputs are read. Must not: know what the
//! requests are of.

use crate::adjoint::{self, Adjoint, Call, Reverse};
use crate::error::Site;
use crate::raw::{self, MPI_Request, MPI_Status};
use crate::request::{self, Begun, Pending};
use std::ffi::c_int;
use std::sync::Arc;

/// MPI_Wait, MPI_Test and their kin; MPI_Request_get_status, behind which what has come may be read, too.
pub(crate) struct Complete<P, D> {
    pub(crate) requests: Requests,
    /// The call only looks: the program completes the requests again.
    pub(crate) looks: bool,
    pub(crate) statuses: Statuses,
    /// Gets the places of the statuses, which are never ignored.
    pub(crate) primal: P,
    /// The indices of the requests that are complete, in the order of their statuses.
    pub(crate) done: D,
}

impl<P, D> Complete<P, D>
where
    P: FnOnce(*mut MPI_Status) -> c_int,
    D: FnOnce() -> Vec<c_int>,
{
    /// What is known of the requests is taken before the primal, which gives back the handles of those that complete:
    /// another thread may get them again at once.
    fn run(mut self, site: Site) -> (c_int, Vec<Arc<dyn Adjoint>>) {
        let mut taken = request::take(&self.requests.0);
        let status = (self.primal)(self.statuses.as_mut_ptr());
        let partly = status == raw::MPI_ERR_IN_STATUS as c_int;
        let mut adjoints = Vec::new();
        if status == raw::SUCCESS || partly {
            for (position, index) in (self.done)().into_iter().enumerate() {
                let Some(taken) = usize::try_from(index).ok().and_then(|i| taken.get_mut(i)) else {
                    continue;
                };
                let status = self.statuses.read(position);
                match status.MPI_ERROR {
                    _ if !partly => adjoints.extend(taken.complete(&status, self.looks, &site)),
                    raw::SUCCESS => adjoints.extend(taken.complete(&status, self.looks, &site)),
                    PENDING => {}
                    _ => taken.fail(),
                }
            }
        }
        request::put_back(taken);
        (status, adjoints)
    }
}

/// In a status: the communication has neither failed nor completed.
const PENDING: c_int = raw::MPI_ERR_PENDING as c_int;

impl<P, D> Call for Complete<P, D>
where
    P: FnOnce(*mut MPI_Status) -> c_int,
    D: FnOnce() -> Vec<c_int>,
{
    fn tangent(self, site: Site) -> c_int {
        self.run(site).0
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let (status, adjoints) = self.run(site);
        (status, Reverse::Start(adjoints))
    }
}

/// The handles of a call, as they were before it: those of requests that complete are overwritten.
pub(crate) struct Requests(Vec<MPI_Request>);

impl Requests {
    /// # Safety
    /// `requests` has `count` handles.
    pub(crate) unsafe fn read(requests: *const MPI_Request, count: c_int) -> Requests {
        let count = usize::try_from(count).unwrap_or(0);
        // SAFETY: what the caller owes; the pointer of an empty list may be anything.
        Requests((0..count).map(|i| unsafe { *requests.add(i) }).collect())
    }
}

/// Statuses of a call: the program's, or the library's own where the program ignores them.
pub(crate) struct Statuses {
    program: *mut MPI_Status,
    own: Vec<MPI_Status>,
}

impl Statuses {
    /// `ignored` is what the program passes if it wants none.
    pub(crate) fn new(
        program: *mut MPI_Status,
        count: c_int,
        ignored: *mut MPI_Status,
    ) -> Statuses {
        let count = usize::try_from(count).unwrap_or(0);
        let own = if program == ignored {
            vec![raw::empty_status(); count]
        } else {
            Vec::new()
        };
        Statuses { program, own }
    }

    /// For one status.
    pub(crate) fn one(program: *mut MPI_Status) -> Statuses {
        Statuses::new(program, 1, raw::status_ignore())
    }

    /// For a list.
    pub(crate) fn many(program: *mut MPI_Status, count: c_int) -> Statuses {
        Statuses::new(program, count, raw::statuses_ignore())
    }

    /// Where MPI is to write.
    pub(crate) fn as_mut_ptr(&mut self) -> *mut MPI_Status {
        if self.own.is_empty() {
            self.program
        } else {
            self.own.as_mut_ptr()
        }
    }

    /// What MPI has written.
    pub(crate) fn read(&self, position: usize) -> MPI_Status {
        match self.own.get(position) {
            Some(status) => *status,
            // SAFETY: the program's list is as long as MPI asks for.
            None => unsafe { *self.program.add(position) },
        }
    }
}

/// MPI_Start and MPI_Startall.
pub(crate) struct Begin<F> {
    pub(crate) requests: Requests,
    pub(crate) primal: F,
}

impl<F: FnOnce() -> c_int> Begin<F> {
    /// Calls `begun` for each request that passes numbers on, after the primal has started it.
    fn run(
        self,
        site: Site,
        mut begun: impl FnMut(Box<dyn Begun>, MPI_Request) -> Pending,
    ) -> c_int {
        let starts = self.requests.0.iter().map(|request| {
            let template = request::template(*request, &site);
            (*request, template.begin(adjoint::next_number(), site))
        });
        let starts: Vec<_> = starts.collect();
        let status = (self.primal)();
        if status == raw::SUCCESS {
            for (request, start) in starts {
                let pending = start.map_or(Pending::Nothing, |start| begun(start, request));
                request::run(request, pending, site);
            }
        }
        status
    }
}

impl<F: FnOnce() -> c_int> Call for Begin<F> {
    fn tangent(self, site: Site) -> c_int {
        self.run(site, |start, request| {
            Pending::Tangent(start.tangent(request))
        })
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let mut adjoints = Vec::new();
        let status = self.run(site, |start, _| {
            let adjoint = start.adjoint();
            adjoints.push(Arc::clone(&adjoint));
            Pending::Adjoint(adjoint)
        });
        // Those that were started last come first in reverse.
        adjoints.reverse();
        (status, Reverse::of(adjoints))
    }
}

/// MPI_Request_free.
pub(crate) struct Free<F> {
    pub(crate) request: Requests,
    pub(crate) primal: F,
}

impl<F: FnOnce() -> c_int> Call for Free<F> {
    fn tangent(self, site: Site) -> c_int {
        for request in self.request.0 {
            request::free(request, &site);
        }
        (self.primal)()
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        (self.tangent(site), Reverse::Nothing)
    }
}

/// A call that communicates nothing with a derivative, and whose reverse does nothing.
pub(crate) struct Passive<F>(pub(crate) F);

impl<F: FnOnce() -> c_int> Call for Passive<F> {
    fn tangent(self, _: Site) -> c_int {
        (self.0)()
    }

    fn augmented(self, _: Site) -> (c_int, Reverse) {
        ((self.0)(), Reverse::Nothing)
    }
}
