//! What the library says: to the standard error, or to who listens.
//!
//! Owns: where messages go. Must not: know what they are about.

use std::cell::Cell;
use std::ffi::{CString, c_char, c_void};
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

/// What is called with a message, and with what was given together with it.
pub type Listener = extern "C" fn(*const c_char, *mut c_void);

/// Where messages of a launch go.
#[derive(Clone, Copy)]
pub(crate) struct Ear {
    listener: Option<Listener>,
    data: *mut c_void,
}

// SAFETY: who gives a listener promises that any thread may call it, one at a time.
unsafe impl Send for Ear {}
// SAFETY: as above.
unsafe impl Sync for Ear {}

thread_local! {
    static EAR: Cell<Ear> = const { Cell::new(Ear { listener: None, data: std::ptr::null_mut() }) };
}

/// One message at a time.
static SPEAKING: Mutex<()> = Mutex::new(());

impl Ear {
    /// That of the calling thread.
    pub(crate) fn here() -> Self {
        EAR.get()
    }

    /// Says something.
    pub(crate) fn hears(&self, message: &str) {
        let _one = SPEAKING.lock().unwrap_or_else(PoisonError::into_inner);
        match self.listener {
            Some(listener) => {
                let text = CString::new(message.replace('\0', " ")).unwrap_or_default();
                listener(text.as_ptr(), self.data);
            }
            None => {
                // There is nowhere to report that nothing can be reported.
                let _ = writeln!(std::io::stderr(), "enzyme-rs emulator: {message}");
            }
        }
    }
}

/// Messages of launches of the calling thread go to this listener from now on; without one to the standard error, as at first.
///
/// Any thread may call the listener during a launch, one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_listen(listener: Option<Listener>, data: *mut c_void) {
    EAR.set(Ear { listener, data });
}
