//! The data of a call of the program, with their shadow. Owns which data cannot have one. Must not: communicate.

use crate::bases::Bases;
use crate::datatype;
use crate::error::{self, Code, Site};
use crate::memory::Shadow;
use crate::raw::MPI_Datatype;
use std::ffi::{c_int, c_void};

/// The data of a call, with their shadow in each direction.
#[derive(Clone)]
pub(crate) struct Data {
    pub(crate) address: *const c_void,
    pub(crate) count: c_int,
    pub(crate) datatype: MPI_Datatype,
    pub(crate) shadow: Bases,
}

impl Data {
    /// The shadow; bytes of unknown content must not have one.
    pub(crate) fn shadow(&self, site: &Site) -> Shadow {
        self.shadows(1, site)
    }

    /// That of `blocks` such buffers one behind the other.
    pub(crate) fn shadows(&self, blocks: usize, site: &Site) -> Shadow {
        let map = datatype::map_of(self.datatype, site);
        if map.opaque && !self.shadow.is_null() {
            error::fail(
                Code::Bytes,
                site,
                "MPI_BYTE or MPI_PACKED data carry active numbers",
                "communicate them with the datatype of the numbers",
            );
        }
        let count = usize::try_from(self.count).unwrap_or(0);
        // What has a shadow is known by where a buffer begins; addresses in datatypes tell nothing of it.
        if self.address.is_null() && blocks * count * map.active > 0 {
            error::fail(
                Code::Datatype,
                site,
                "the buffer is MPI_BOTTOM, so that it is not known where the derivatives of its numbers are",
                "pass the variable itself, and a datatype with displacements from it",
            );
        }
        // SAFETY: the compiler passes the shadow of the call's buffer, which is as large as the buffer.
        unsafe { Shadow::new(self.shadow.clone(), &map, blocks * count) }
    }
}
