//! What ThreadSanitizer is told of: it does not see into this library.
//!
//! Owns: looking for its functions, which are in programs that were compiled with it. Must not: change what the program does.

use std::ffi::{c_char, c_void};
use std::sync::OnceLock;

type Told = unsafe extern "C" fn(*const c_void);

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// A function of the program, if it has one of that name.
fn function(name: &std::ffi::CStr) -> Option<Told> {
    // SAFETY: null stands for all that is loaded.
    let found = unsafe { dlsym(std::ptr::null_mut(), name.as_ptr()) };
    // SAFETY: the sanitizer's functions of these names take an address.
    (!found.is_null()).then(|| unsafe { std::mem::transmute::<*mut c_void, Told>(found) })
}

/// What others did before they told of the same thing has happened before.
pub fn acquired<T>(at: &T) {
    static TOLD: OnceLock<Option<Told>> = OnceLock::new();
    tell(*TOLD.get_or_init(|| function(c"__tsan_acquire")), at);
}

/// What happened so far has happened before those go on who are told of the same thing.
pub fn released<T>(at: &T) {
    static TOLD: OnceLock<Option<Told>> = OnceLock::new();
    tell(*TOLD.get_or_init(|| function(c"__tsan_release")), at);
}

fn tell<T>(told: Option<Told>, at: &T) {
    if let Some(told) = told {
        // SAFETY: it only remembers the address.
        unsafe { told(std::ptr::from_ref(at).cast()) }
    }
}
