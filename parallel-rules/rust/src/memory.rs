//! Memory that workers write into, each where it belongs.
//!
//! A vector with a capacity computes its address with integers, where it may be empty; whose memory that is would be lost to the compiler plugin.
//!
//! Owns: how it is obtained. Must not: know what is written.

use std::alloc::{Layout, alloc, handle_alloc_error};
use std::ptr::NonNull;

/// Memory for so many items, which becomes a vector when all are written.
pub(crate) struct Room<T> {
    start: *mut T,
    count: usize,
}

impl<T> Room<T> {
    /// Memory for items, of which there is at least one.
    ///
    /// # Panics
    /// If they are more than memory has.
    #[inline]
    pub(crate) fn of(count: usize) -> Self {
        assert!(count > 0, "no room is needed");
        let layout = Layout::array::<T>(count).expect("more items than memory has");
        if layout.size() == 0 {
            return Self {
                start: NonNull::dangling().as_ptr(),
                count,
            };
        }
        // SAFETY: it has a size.
        let start = unsafe { alloc(layout) };
        if start.is_null() {
            handle_alloc_error(layout);
        }
        Self {
            start: start.cast(),
            count,
        }
    }

    pub(crate) fn start(&self) -> *mut T {
        self.start
    }

    /// The items as a vector, of which so many are there.
    ///
    /// # Safety
    /// They were written.
    #[inline]
    pub(crate) unsafe fn into_vec(self, written: usize) -> Vec<T> {
        // SAFETY: the memory is as a vector would have obtained it; the caller's promise.
        unsafe { Vec::from_raw_parts(self.start, written, self.count) }
    }
}
