//! Errors: what is said, and the end of the program. Owns the codes, which README.md lists.
//! Must not: return; after an error in the middle of a communication no rank can go on.

use crate::rank;
use crate::raw;
use std::ffi::{CStr, c_char, c_int};
use std::fmt::{self, Display};
use std::io::Write;
use std::time::Duration;

/// What went wrong, for readers and for scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// The communicator has no shadow.
    NoShadowCommunicator = 7001,
    /// A datatype whose parts are not known.
    Datatype = 7002,
    /// Bytes of unknown content that have a shadow.
    Bytes = 7003,
    /// The reverse of a start whose completion was never seen.
    NeverCompleted = 7004,
    /// A request that was started again, or given away, before it was completed.
    Reused = 7005,
    /// An active receive whose request was freed.
    Freed = 7006,
    /// A send of active data that was cancelled.
    Cancelled = 7008,
    /// An error that MPI reports.
    Mpi = 7009,
    /// An operator without a derivative.
    Operator = 7010,
    /// Packed data whose parts are not known.
    Packed = 7011,
    /// A tangent that is behind that of a message which was probed only.
    Probed = 7012,
    /// A collective call on an intercommunicator.
    Intercommunicator = 7013,
    /// A block with more numbers than a count can say.
    TooLarge = 7014,
    /// A window, or an access to one, that is not covered.
    Window = 7015,
    /// A request from outside of differentiated code.
    Foreign = 7016,
    /// Derivatives of another number of directions.
    Directions = 7017,
    /// Numbers to which several threads add, and no processor can atomically.
    Shared = 7018,
}

/// A call of the program, for messages. Every record has some of them: two words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    call: &'static &'static str,
    /// A text of C that is never changed or freed, or null.
    place: *const c_char,
}

// SAFETY: the text is never changed or freed.
unsafe impl Send for Site {}
// SAFETY: as above.
unsafe impl Sync for Site {}

impl Site {
    /// `place` is "file:line" or null.
    ///
    /// # Safety
    /// A `place` that is not null is a text of C that is never changed or freed.
    pub(crate) unsafe fn new(call: &'static &'static str, place: *const c_char) -> Site {
        Site { call, place }
    }

    /// The call and the place, which may be empty, as they are: no memory is needed.
    pub(crate) fn words(&self) -> (&'static str, &'static [u8]) {
        let place = match self.place.is_null() {
            true => &[],
            // SAFETY: what `new` asks for.
            false => unsafe { CStr::from_ptr(self.place) }.to_bytes(),
        };
        (self.call, place)
    }
}

impl Display for Site {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (call, place) = self.words();
        out.write_str(call)?;
        match place.is_empty() {
            true => Ok(()),
            false => write!(out, " at {}", String::from_utf8_lossy(place)),
        }
    }
}

/// Says what is wrong and how to mend it, and ends all ranks.
pub(crate) fn fail(code: Code, site: &Site, what: impl Display, remedy: &str) -> ! {
    report(code, site, what, remedy);
    abort(code)
}

/// The text of [`fail`] alone.
pub(crate) fn report(code: Code, site: impl Display, what: impl Display, remedy: &str) {
    let rank = rank::ask();
    let code = code as u32;
    let text = format!("enzyme-rs: rank {rank}: {site}: {what} [EZ{code}]; help: {remedy}\n");
    // At once, since all ranks write to the same place. If it cannot be said, the exit code is left.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Ends all ranks.
pub(crate) fn abort(code: Code) -> ! {
    // MPICH's mpirun may end before it has passed on what was written.
    std::thread::sleep(Duration::from_millis(300));
    // SAFETY: the world is a communicator; the call does not return, and the next line is for one that does.
    unsafe { raw::PMPI_Abort(raw::comm_world(), code as c_int % 256) };
    std::process::abort()
}

/// Goes on after success; an error of the library's own communication ends the program.
pub(crate) fn check(status: c_int, site: &Site) {
    if status != raw::SUCCESS {
        fail(
            Code::Mpi,
            site,
            format_args!("the communication of derivatives failed: {}", text(status)),
            "the message of MPI says why; its partner may run code that was not differentiated",
        );
    }
}

/// MPI's words for an error.
pub(crate) fn text(status: c_int) -> String {
    let mut words = [0 as c_char; raw::MPI_MAX_ERROR_STRING as usize + 1];
    let mut length = 0;
    // SAFETY: room for as many characters as MPI may write, and a final zero.
    unsafe {
        raw::PMPI_Error_string(status, words.as_mut_ptr(), &raw mut length);
        // Some MPIs add lines about their own functions.
        let words = CStr::from_ptr(words.as_ptr()).to_string_lossy();
        words.lines().collect::<Vec<_>>().join("; ")
    }
}
