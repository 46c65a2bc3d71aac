//! What MPI says of a datatype: its name, its size, its extent. Must not: know what it is made of.

use crate::raw::{self, MPI_Aint, MPI_Datatype};

/// The name of a datatype, for messages.
pub(crate) fn name_of(datatype: MPI_Datatype) -> String {
    let mut name = [0; raw::MPI_MAX_OBJECT_NAME as usize + 1];
    let mut length = 0;
    // SAFETY: room for as many characters as MPI may write, and a final zero.
    let name = unsafe {
        raw::PMPI_Type_get_name(datatype, name.as_mut_ptr(), &raw mut length);
        std::ffi::CStr::from_ptr(name.as_ptr())
            .to_string_lossy()
            .into_owned()
    };
    if name.is_empty() {
        "a datatype without a name".into()
    } else {
        name
    }
}

/// Lower bound and extent, in bytes.
pub(super) fn extent(datatype: MPI_Datatype) -> (isize, isize) {
    let (mut low, mut extent): (MPI_Aint, MPI_Aint) = (0, 0);
    // SAFETY: two places for the answer.
    unsafe { raw::PMPI_Type_get_extent(datatype, &raw mut low, &raw mut extent) };
    (bytes(low), bytes(extent))
}

/// Bytes of data.
pub(crate) fn size_of(datatype: MPI_Datatype) -> usize {
    let mut size = 0;
    // SAFETY: a place for the answer.
    unsafe { raw::PMPI_Type_size(datatype, &raw mut size) };
    usize::try_from(size).unwrap_or(0)
}

/// An address of MPI as Rust has them.
#[allow(
    clippy::unnecessary_cast,
    reason = "the type of addresses differs between MPIs"
)]
pub(crate) fn bytes(address: MPI_Aint) -> isize {
    address as isize
}
