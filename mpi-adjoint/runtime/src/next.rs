//! Functions of MPI that come behind those of this library: a tool's, or the MPI's own.
//!
//! Owns: finding them, once each. Must not: call them.

use std::ffi::{CStr, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

/// What comes behind this library under a name.
pub(crate) struct Next {
    name: &'static CStr,
    found: AtomicPtr<c_void>,
}

/// A name of this library's, as a text of C.
macro_rules! name {
    ($name:ident) => {
        match ::std::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
            Ok(name) => name,
            Err(_) => panic!("a name has no zero byte"),
        }
    };
}
pub(crate) use name;

impl Next {
    /// Not looked for yet.
    pub(crate) const fn new(name: &'static CStr) -> Self {
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
        // SAFETY: the name is a text of C. Two threads that look at the same time find the same.
        let found = unsafe { libc::dlsym(libc::RTLD_NEXT, self.name.as_ptr()) };
        let found = if found.is_null() { otherwise } else { found };
        self.found.store(found, Ordering::Relaxed);
        found
    }
}
