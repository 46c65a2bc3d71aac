//! What a task or a thread is given: a copy of bytes, which its reverse pass is given again.
//!
//! Owns: [`Given`]. Must not: know what the bytes are.

use crate::words::Words;
use std::ffi::c_void;

/// A copy of bytes.
pub struct Given {
    words: Words,
    bytes: usize,
}

impl Given {
    /// Copies what lies at an address.
    ///
    /// # Safety
    /// So many bytes lie there.
    pub unsafe fn copy(from: *const c_void, bytes: usize) -> Self {
        let own = Self {
            words: Words::zeroed(bytes),
            bytes,
        };
        // SAFETY: the caller's promise; the words have room for it.
        unsafe { std::ptr::copy_nonoverlapping(from.cast::<u8>(), own.as_mut_ptr().cast(), bytes) }
        own
    }

    /// Copies it, as it is by now, to where its reverse pass wants it.
    ///
    /// # Safety
    /// There is room for it.
    pub unsafe fn give_back(&self, to: *mut c_void) {
        // SAFETY: the caller's promise.
        unsafe {
            std::ptr::copy_nonoverlapping(self.as_mut_ptr().cast::<u8>(), to.cast(), self.bytes)
        }
    }

    /// Where the copy begins, as generated code is handed it.
    pub fn as_mut_ptr(&self) -> *mut c_void {
        self.words.as_mut_ptr()
    }
}
