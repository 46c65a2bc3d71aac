//! The directions of a derivative: a call has as many shadows of each buffer as there are directions, and all of them travel in
//! one message. Owns where the shadows of a buffer begin. Must not: know what lies in them.

use std::ffi::{c_int, c_void};
use std::sync::Arc;

/// Where the shadows of a buffer begin, one for each direction; null where nothing depends on the buffer.
#[derive(Clone, Debug)]
pub(crate) struct Bases {
    list: Arc<[Base]>,
    offset: isize,
}

/// Where one shadow begins.
#[derive(Clone, Copy, Debug)]
struct Base(*mut u8);

// SAFETY: the memory is the program's, which keeps other threads away from it as for the call itself.
unsafe impl Send for Base {}
// SAFETY: as above.
unsafe impl Sync for Base {}

impl Bases {
    /// As compiled code passes them: a null list stands for a buffer without shadows.
    ///
    /// # Safety
    /// `list` is null, or has `width` addresses.
    pub(crate) unsafe fn read(list: *const *mut c_void, width: c_int) -> Bases {
        let width = usize::try_from(width).unwrap_or(0);
        let one = |direction| match list.is_null() {
            true => Base(std::ptr::null_mut()),
            // SAFETY: what the caller owes.
            false => Base(unsafe { *list.add(direction) }.cast()),
        };
        Bases {
            list: (0..width).map(one).collect(),
            offset: 0,
        }
    }

    /// Of one direction.
    pub(crate) fn single(address: *mut c_void) -> Bases {
        Bases {
            list: Arc::new([Base(address.cast())]),
            offset: 0,
        }
    }

    /// Those of what lies so many bytes behind the buffer's beginning.
    pub(crate) fn moved(&self, by: isize) -> Bases {
        Bases {
            list: Arc::clone(&self.list),
            offset: self.offset + by,
        }
    }

    /// How many directions there are.
    pub(crate) fn width(&self) -> usize {
        self.list.len()
    }

    /// The beginnings, direction by direction.
    pub(crate) fn each(&self) -> impl Iterator<Item = *mut u8> {
        self.list.iter().map(|Base(base)| match base.is_null() {
            true => *base,
            false => base.wrapping_offset(self.offset),
        })
    }

    /// Those of the directions that have a shadow.
    pub(crate) fn known(&self) -> impl Iterator<Item = *mut u8> {
        self.each().filter(|base| !base.is_null())
    }

    /// Nothing depends on the buffer, in any direction.
    pub(crate) fn is_null(&self) -> bool {
        self.known().next().is_none()
    }
}
