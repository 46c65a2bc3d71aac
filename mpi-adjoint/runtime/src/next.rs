//! Functions of MPI that come behind those of this library: a tool's, or the MPI's own.
//!
//! Owns: finding them, once each. Must not: call them.

use std::ffi::{c_char, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

/// What comes behind this library under a name.
pub(crate) struct Next {
    /// Ends in a zero byte.
    name: &'static str,
    found: AtomicPtr<c_void>,
}

impl Next {
    /// Not looked for yet.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self {
            name,
            found: AtomicPtr::new(null_mut()),
        }
    }

    /// Its address, or the other one where there is none: with an MPI that is linked as an archive.
    pub(crate) fn find(&self, otherwise: *mut c_void) -> *mut c_void {
        let found = self.found.load(Ordering::Relaxed);
        if !found.is_null() {
            return found;
        }
        let name: *const c_char = self.name.as_ptr().cast();
        // SAFETY: the name ends in a zero byte. Two threads that look at the same time find the same.
        let found = unsafe { libc::dlsym(libc::RTLD_NEXT, name) };
        let found = if found.is_null() { otherwise } else { found };
        self.found.store(found, Ordering::Relaxed);
        found
    }
}
