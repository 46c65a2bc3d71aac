//! The directions of a derivative: a call has as many shadows of each buffer as there are directions, and all of them travel in
//! one message. Owns where the shadows of a buffer begin. Must not: know what lies in them.

use std::ffi::{c_int, c_void};
use std::sync::Arc;

/// Where the shadows of a buffer begin, one for each direction; null where nothing depends on the buffer. Of one direction, which every
/// record may have to keep, it is no memory of its own.
#[derive(Clone, Debug)]
pub(crate) enum Bases {
    One(Base),
    Several(Arc<Vec<Base>>),
}

/// Where one shadow begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base(*mut u8);

// SAFETY: the memory is the program's, which keeps other threads away from it as for the call itself.
unsafe impl Send for Base {}
// SAFETY: as above.
unsafe impl Sync for Base {}

impl Base {
    fn moved(self, by: isize) -> Base {
        match self.0.is_null() {
            true => self,
            false => Base(self.0.wrapping_offset(by)),
        }
    }
}

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
        match width {
            1 => Bases::One(one(0)),
            _ => Bases::Several(Arc::new((0..width).map(one).collect())),
        }
    }

    /// Of one direction.
    pub(crate) fn single(address: *mut c_void) -> Bases {
        Bases::One(Base(address.cast()))
    }

    /// Those of what lies so many bytes behind the buffer's beginning.
    pub(crate) fn moved(&self, by: isize) -> Bases {
        match self {
            Bases::One(base) => Bases::One(base.moved(by)),
            Bases::Several(list) => {
                let moved = list.iter().map(|base| base.moved(by));
                Bases::Several(Arc::new(moved.collect()))
            }
        }
    }

    fn list(&self) -> &[Base] {
        match self {
            Bases::One(base) => std::slice::from_ref(base),
            Bases::Several(list) => list,
        }
    }

    /// How many directions there are.
    pub(crate) fn width(&self) -> usize {
        self.list().len()
    }

    /// The beginnings, direction by direction.
    pub(crate) fn each(&self) -> impl Iterator<Item = *mut u8> {
        self.list().iter().map(|base| base.0)
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
