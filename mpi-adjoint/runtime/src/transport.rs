//! Messages of the library's own. Owns their form: bytes, as many as both sides know of, so that all ranks
//! need the same representation of numbers. Must not: know whose they are.

use crate::communicator::ShadowComm;
use crate::error::{self, Code, Site};
use crate::memory::Staging;
use crate::raw::{self, MPI_Aint, MPI_Datatype, MPI_Request, MPI_Status, Shared};
use crate::statistics::{self, Traffic};
use std::ffi::c_int;
use std::sync::Mutex;

/// The other side of a message on a shadow communicator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer<'a> {
    pub(crate) comm: &'a ShadowComm,
    pub(crate) rank: c_int,
    pub(crate) tag: c_int,
}

/// A communication that was started.
#[derive(Debug)]
#[must_use]
pub(crate) struct InFlight {
    request: Shared<MPI_Request>,
}

impl InFlight {
    /// One of a nonblocking function of MPI.
    pub(crate) fn new(request: MPI_Request) -> InFlight {
        InFlight {
            request: Shared(request),
        }
    }

    /// Until it is complete.
    pub(crate) fn wait(self, site: &Site) {
        self.end(site);
    }

    /// Until what was to be received is there, of which as much must come as there is room for.
    pub(crate) fn arrive(self, room: &Staging, site: &Site) {
        let (came, expected) = (raw::bytes_of(&self.end(site)), room.len());
        if came != expected {
            error::fail(
                Code::Directions,
                site,
                format_args!("{came} bytes of derivatives came, and not {expected}"),
                "call the hook with the same enzyme_width on all ranks",
            );
        }
    }

    fn end(mut self, site: &Site) -> MPI_Status {
        let mut place = raw::empty_status();
        // SAFETY: the request is of this library and active; a place for the status.
        let status = unsafe { raw::PMPI_Wait(&raw mut self.request.0, &raw mut place) };
        error::check(status, site);
        place
    }

    /// It is complete.
    fn is_done(&mut self) -> bool {
        let mut flag = 0;
        // SAFETY: the request is of this library; MPI_REQUEST_NULL counts as complete.
        unsafe { raw::PMPI_Test(&raw mut self.request.0, &raw mut flag, raw::status_ignore()) };
        flag != 0
    }
}

/// Starts to send.
///
/// # Safety
/// `data` has `bytes` bytes, which nobody changes before the message is complete.
pub(crate) unsafe fn send(
    data: *const u8,
    bytes: usize,
    to: Peer<'_>,
    traffic: Traffic,
    site: &Site,
) -> InFlight {
    statistics::sent(traffic, bytes);
    let mut request = raw::request_null();
    let whole = Whole::new(bytes);
    // SAFETY: what the caller owes.
    let status = unsafe {
        let (comm, request) = (to.comm.comm(), &raw mut request);
        raw::PMPI_Isend(
            data.cast(),
            whole.count,
            whole.datatype,
            to.rank,
            to.tag,
            comm,
            request,
        )
    };
    error::check(status, site);
    InFlight::new(request)
}

/// Starts to receive as much as the buffer holds.
///
/// # Safety
/// The buffer stays where it is, and nobody touches it before the message is complete.
pub(crate) unsafe fn receive(buffer: &mut Staging, from: Peer<'_>, site: &Site) -> InFlight {
    let mut request = raw::request_null();
    let whole = Whole::new(buffer.len());
    // SAFETY: what the caller owes.
    let status = unsafe {
        let (data, comm, request) = (
            buffer.as_mut_ptr().cast(),
            from.comm.comm(),
            &raw mut request,
        );
        raw::PMPI_Irecv(
            data,
            whole.count,
            whole.datatype,
            from.rank,
            from.tag,
            comm,
            request,
        )
    };
    error::check(status, site);
    InFlight::new(request)
}

/// A message of `bytes` bytes from a peer.
pub(crate) fn receive_now(bytes: usize, from: Peer<'_>, site: &Site) -> Staging {
    let mut buffer = Staging::new(bytes);
    // SAFETY: waited for before anything else happens to the buffer.
    let flight = unsafe { receive(&mut buffer, from, site) };
    flight.arrive(&buffer, site);
    buffer
}

/// Sends, and waits for nothing: so the program is never held up where its own messages did not hold it up.
/// The data are kept until they have been received.
pub(crate) fn post(data: Staging, to: Peer<'_>, traffic: Traffic, site: &Site) {
    // SAFETY: the buffer's memory stays where it is until the message is complete.
    let flight = unsafe { send(data.as_ptr(), data.len(), to, traffic, site) };
    let mut posted = posted();
    posted.retain_mut(|(flight, _)| !flight.is_done());
    posted.push((flight, data));
}

/// Waits for all that [`post`] has sent.
pub(crate) fn drain(site: &Site) {
    let all = std::mem::take(&mut *posted());
    for (flight, _data) in all {
        flight.wait(site);
    }
}

fn posted() -> std::sync::MutexGuard<'static, Vec<(InFlight, Staging)>> {
    static POSTED: Mutex<Vec<(InFlight, Staging)>> = Mutex::new(Vec::new());
    POSTED.lock().unwrap_or_else(|poison| poison.into_inner())
}

/// A count and a datatype for any number of bytes; MPI's counts end at `INT_MAX`.
struct Whole {
    count: c_int,
    datatype: MPI_Datatype,
    made: bool,
}

impl Whole {
    fn new(bytes: usize) -> Whole {
        match c_int::try_from(bytes) {
            Ok(count) => Whole {
                count,
                datatype: raw::byte(),
                made: false,
            },
            Err(_) => Whole {
                count: 1,
                datatype: large(bytes),
                made: true,
            },
        }
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if self.made {
            // SAFETY: a datatype of ours; MPI keeps it for messages under way.
            unsafe { raw::PMPI_Type_free(&raw mut self.datatype) };
        }
    }
}

/// A datatype of more bytes than a count can say: pieces of 2^30 bytes, and the rest.
fn large(bytes: usize) -> MPI_Datatype {
    const PIECE: usize = 1 << 30;
    let pieces = bytes / PIECE;
    let lengths = [1, (bytes % PIECE) as c_int];
    let offsets = [0, (pieces * PIECE) as MPI_Aint];
    let (mut piece, mut head, mut whole) = (
        raw::datatype_null(),
        raw::datatype_null(),
        raw::datatype_null(),
    );
    // SAFETY: places for the new handles, two entries in each list.
    unsafe {
        raw::PMPI_Type_contiguous(PIECE as c_int, raw::byte(), &raw mut piece);
        raw::PMPI_Type_contiguous(pieces as c_int, piece, &raw mut head);
        let parts = [head, raw::byte()];
        raw::PMPI_Type_create_struct(
            2,
            lengths.as_ptr(),
            offsets.as_ptr(),
            parts.as_ptr(),
            &raw mut whole,
        );
        raw::PMPI_Type_commit(&raw mut whole);
        raw::PMPI_Type_free(&raw mut piece);
        raw::PMPI_Type_free(&raw mut head);
    }
    whole
}
