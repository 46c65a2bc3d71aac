//! Copies of the program's items. Owns their layout, which is that of the program's buffer. Must not:
//! communicate.

use crate::bases::Bases;
use crate::datatype::{self, TypeMap};
use crate::memory::{Shadow, Staging};
use crate::raw::{self, MPI_Aint, MPI_Datatype};
use std::ffi::c_void;

/// Memory with items of a datatype.
pub(super) struct Values {
    pub(super) memory: Staging,
    /// Of the first item's origin, in bytes.
    pub(super) origin: usize,
}

impl Values {
    /// Room for items, zero at first.
    pub(super) fn room(datatype: MPI_Datatype, map: &TypeMap, items: usize) -> Values {
        let (low, high) = span(datatype, map, items);
        // The origin keeps the alignment of the buffer.
        let origin = low.min(0).unsigned_abs().next_multiple_of(16);
        Values {
            memory: Staging::new(origin + high.max(0) as usize),
            origin,
        }
    }

    /// # Safety
    /// `address` has as many items.
    pub(super) unsafe fn copy(
        address: *const c_void,
        datatype: MPI_Datatype,
        map: &TypeMap,
        items: usize,
    ) -> Values {
        let mut values = Values::room(datatype, map, items);
        let (low, high) = span(datatype, map, items);
        let start = values.origin.wrapping_add_signed(low);
        // SAFETY: what the caller owes; the room has the same bytes.
        unsafe {
            std::ptr::copy_nonoverlapping(
                address.cast::<u8>().offset(low),
                values.memory.as_mut_ptr().add(start),
                (high - low) as usize,
            );
        }
        values
    }

    /// The origin of an item.
    pub(super) fn item(&self, i: usize, map: &TypeMap) -> *const u8 {
        let offset = i as isize * map.extent;
        // SAFETY: the items lie in the memory.
        unsafe { self.memory.as_ptr().add(self.origin).offset(offset) }
    }

    /// The first item's origin.
    pub(super) fn address(&mut self) -> *mut c_void {
        // SAFETY: within the memory.
        unsafe { self.memory.as_mut_ptr().add(self.origin).cast() }
    }

    /// The numbers of the items.
    pub(super) fn shadow(&mut self, map: &TypeMap, items: usize) -> Shadow {
        // SAFETY: the items lie in the memory; the caller uses it before that goes.
        unsafe { Shadow::new(Bases::single(self.address()), map, items) }
    }
}

/// From the first byte to behind the last one, relative to the origin of the first of the items.
fn span(datatype: MPI_Datatype, map: &TypeMap, items: usize) -> (isize, isize) {
    let (mut low, mut extent): (MPI_Aint, MPI_Aint) = (0, 0);
    // SAFETY: two places for the answer.
    unsafe { raw::PMPI_Type_get_true_extent(datatype, &raw mut low, &raw mut extent) };
    let (low, extent) = (datatype::bytes(low), datatype::bytes(extent));
    let last = (items as isize - 1).max(0) * map.extent;
    (low + last.min(0), low + last.max(0) + extent)
}
