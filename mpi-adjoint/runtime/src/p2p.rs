//! Point-to-point communication. Owns what its calls have in common. Must not: know the C symbols.

mod inbox;
mod receive;
mod send;
mod transfer;

pub(crate) use receive::Receive;
pub(crate) use send::Send;

use crate::datatype::{self, TypeMap};
use crate::error::{self, Code, Site};
use crate::memory::Shadow;
use crate::raw::{self, MPI_Comm, MPI_Count, MPI_Datatype, MPI_Status};
use std::ffi::{c_int, c_void};
use std::sync::Arc;

/// The data of a call, with their shadow.
#[derive(Clone, Copy)]
pub(crate) struct Data {
    pub(crate) count: c_int,
    pub(crate) datatype: MPI_Datatype,
    pub(crate) shadow: *mut c_void,
}

impl Data {
    fn map(&self, site: &Site) -> Arc<TypeMap> {
        datatype::map_of(self.datatype, site)
    }

    /// The shadow; bytes of unknown content must not have one.
    pub(crate) fn shadow(&self, site: &Site) -> Shadow {
        let map = self.map(site);
        if map.opaque && !self.shadow.is_null() {
            error::fail(
                Code::Bytes,
                site,
                "MPI_BYTE or MPI_PACKED data carry active numbers",
                "communicate them with the datatype of the numbers",
            );
        }
        // SAFETY: the compiler passes the shadow of the call's buffer, which is as large as the buffer.
        unsafe { Shadow::new(self.shadow, map, usize::try_from(self.count).unwrap_or(0)) }
    }
}

/// The other side as the program says it; may be a wildcard.
#[derive(Clone, Copy)]
pub(crate) struct Envelope {
    pub(crate) rank: c_int,
    pub(crate) tag: c_int,
    pub(crate) comm: MPI_Comm,
}

/// The message that a receive has got.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matched {
    pub(crate) rank: c_int,
    pub(crate) tag: c_int,
    /// Of data.
    pub(crate) bytes: usize,
    pub(crate) cancelled: bool,
}

impl Matched {
    pub(crate) fn new(status: &MPI_Status) -> Matched {
        let (mut bytes, mut cancelled): (MPI_Count, c_int) = (0, 0);
        // SAFETY: a status that MPI has filled in; places for the answers.
        unsafe {
            raw::PMPI_Get_elements_x(status, raw::byte(), &raw mut bytes);
            raw::PMPI_Test_cancelled(status, &raw mut cancelled);
        }
        Matched {
            rank: status.MPI_SOURCE,
            tag: status.MPI_TAG,
            bytes: usize::try_from(bytes).unwrap_or(0),
            cancelled: cancelled != 0,
        }
    }
}

/// A status of the library's own where the program passes none, and the program's else.
pub(crate) struct StatusPlace {
    own: MPI_Status,
    program: *mut MPI_Status,
}

impl StatusPlace {
    pub(crate) fn new(program: *mut MPI_Status) -> StatusPlace {
        StatusPlace {
            own: raw::empty_status(),
            program,
        }
    }

    /// Where MPI is to write.
    pub(crate) fn as_mut_ptr(&mut self) -> *mut MPI_Status {
        if self.program == raw::status_ignore() {
            &raw mut self.own
        } else {
            self.program
        }
    }

    /// What MPI has written.
    pub(crate) fn read(&mut self) -> MPI_Status {
        // SAFETY: the program's place for a status, or our own.
        unsafe { *self.as_mut_ptr() }
    }
}
