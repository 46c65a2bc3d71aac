//! The shadow of a communicator. Owns its life, and what is known of it. Must not: know how a communicator leads to it.

use super::topology::Neighbours;
use crate::raw::{self, MPI_Comm, MPI_Request, Shared};
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The shadow of a communicator. It lives as long as the communicator, or a record that needs it.
#[derive(Debug)]
pub(crate) struct ShadowComm {
    comm: Mutex<Made>,
    /// Differs between all shadows of this process.
    id: u64,
    /// The same on all of its ranks, if another communicator may get it; otherwise 0.
    name: u64,
    /// The same processes in the reverse order, with a context of its own; none of an intercommunicator.
    reversed: Option<Arc<ShadowComm>>,
    /// Who passes what to whom in neighbourhood collectives, if it has a topology.
    neighbours: Option<Arc<Neighbours>>,
    /// Its communicator is freed, or about to be.
    retired: AtomicBool,
    /// Receives that are under way on it in tangent mode.
    expected: AtomicUsize,
}

/// Each rank frees its part when its last record is gone. The standard calls that collective, so that an MPI might
/// wait for the others; none does, for communicators that nobody sends on any more.
impl Drop for ShadowComm {
    fn drop(&mut self) {
        ALIVE.fetch_sub(1, Ordering::Relaxed);
        if *self.retired.get_mut() {
            let mut comm = self.comm();
            // SAFETY: ours, and this was the last reference.
            unsafe { raw::PMPI_Comm_free(&raw mut comm) };
        }
    }
}

#[derive(Debug)]
pub(super) enum Made {
    Ready(Shared<MPI_Comm>),
    /// By `MPI_Comm_idup`, which writes to the box.
    Underway(Box<Shared<MPI_Comm>>, Shared<MPI_Request>),
}

impl ShadowComm {
    pub(super) fn new(
        comm: Made,
        name: u64,
        reversed: Option<Made>,
        neighbours: Option<Arc<Neighbours>>,
    ) -> Arc<ShadowComm> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        ALIVE.fetch_add(1, Ordering::Relaxed);
        Arc::new(ShadowComm {
            comm: Mutex::new(comm),
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            name,
            reversed: reversed.map(|comm| ShadowComm::new(comm, 0, None, None)),
            neighbours,
            retired: AtomicBool::new(false),
            expected: AtomicUsize::new(0),
        })
    }

    /// The same processes, counted from the last; none of an intercommunicator.
    pub(crate) fn reversed(&self) -> Option<&Arc<ShadowComm>> {
        self.reversed.as_ref()
    }

    pub(crate) fn neighbours(&self) -> Option<&Arc<Neighbours>> {
        self.neighbours.as_ref()
    }

    /// Whether it goes when nobody needs it any more.
    pub(super) fn retire(&self, retired: bool) {
        self.retired.store(retired, Ordering::Relaxed);
        if let Some(reversed) = &self.reversed {
            reversed.retire(retired);
        }
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn name(&self) -> u64 {
        self.name
    }

    /// Notes a receive in tangent mode, until what is given is dropped.
    pub(crate) fn expect(self: &Arc<ShadowComm>) -> Expecting {
        self.expected.fetch_add(1, Ordering::Relaxed);
        Expecting(Arc::clone(self))
    }

    /// A receive in tangent mode is under way on it.
    pub(super) fn is_expected(&self) -> bool {
        self.expected.load(Ordering::Relaxed) > 0
    }

    /// The communicator, made by then.
    pub(crate) fn comm(&self) -> MPI_Comm {
        let mut made = self
            .comm
            .lock()
            .unwrap_or_else(|poison| poison.into_inner());
        if let Made::Underway(comm, request) = &mut *made {
            // SAFETY: a request of `MPI_Comm_idup`, which every rank has called.
            unsafe { raw::PMPI_Wait(&raw mut request.0, raw::status_ignore()) };
            let comm = **comm;
            quiet(comm.0);
            *made = Made::Ready(comm);
        }
        match &*made {
            Made::Ready(comm) => comm.0,
            Made::Underway(comm, _) => comm.0,
        }
    }
}

/// A receive under way.
#[derive(Debug)]
pub(crate) struct Expecting(Arc<ShadowComm>);

impl Drop for Expecting {
    fn drop(&mut self) {
        self.0.expected.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Communicators of the MPI that are held for derivatives.
static ALIVE: AtomicUsize = AtomicUsize::new(0);

/// How many communicators of the MPI are held for derivatives.
pub(crate) fn alive() -> usize {
    ALIVE.load(Ordering::Relaxed)
}

/// Starts to duplicate a communicator.
pub(super) fn start_duplicate(comm: MPI_Comm) -> Result<Made, c_int> {
    let mut made = Box::new(Shared(raw::comm_null()));
    let mut request = raw::request_null();
    // SAFETY: the box stays where it is until the request is completed.
    let status = unsafe { raw::PMPI_Comm_idup(comm, &raw mut made.0, &raw mut request) };
    if status == raw::SUCCESS {
        Ok(Made::Underway(made, Shared(request)))
    } else {
        Err(status)
    }
}

/// Errors on a shadow come back, so that they are reported with the call they belong to.
pub(super) fn quiet(comm: MPI_Comm) {
    // SAFETY: a communicator of ours.
    unsafe { raw::PMPI_Comm_set_errhandler(comm, raw::errors_return()) };
}
