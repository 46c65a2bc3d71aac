//! The last thing this process did with MPI, as a text that a signal handler may print. Owns what is noted, and the
//! buffer of the text, which is written when it is asked for. Must not: allocate when read, nor write a text at each call.

use crate::error::Site;
use crate::rank;
use std::cell::UnsafeCell;
use std::ffi::c_char;
use std::io::{Cursor, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const LENGTH: usize = 256;

/// What was noted: two of them take turns.
struct Noted([UnsafeCell<Option<(Phase, Site)>>; 2]);

// SAFETY: written under the lock, and only the one that readers are not led to.
unsafe impl Sync for Noted {}

struct Text(UnsafeCell<[u8; LENGTH]>);

// SAFETY: written by whoever asks for the text. Two that ask at the same time write what is noted at that moment, byte by
// byte, in front of a zero that is never overwritten.
unsafe impl Sync for Text {}

static NOTED: Noted = Noted([const { UnsafeCell::new(None) }; 2]);
static TEXT: Text = Text(UnsafeCell::new([0; LENGTH]));
static SHOWN: AtomicUsize = AtomicUsize::new(0);
static WRITER: Mutex<()> = Mutex::new(());

/// What is done at a call of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Phase {
    Tangent,
    Augmented,
    Reverse,
}

/// Notes what comes next.
pub(crate) fn note(phase: Phase, site: &Site) {
    // Known by now: who reads must not ask the MPI.
    rank::ask();
    let _turn = WRITER.lock().unwrap_or_else(|poison| poison.into_inner());
    let next = 1 - SHOWN.load(Ordering::Relaxed);
    // SAFETY: this thread holds the lock, and readers are led to the other one.
    unsafe { *NOTED.0[next].get() = Some((phase, *site)) };
    SHOWN.store(next, Ordering::Release);
}

/// The text, ended by a zero; empty before the first action. It is that of the moment until the next call.
pub(crate) fn text() -> *const c_char {
    // SAFETY: writers are at the other one.
    let noted = unsafe { *NOTED.0[SHOWN.load(Ordering::Acquire)].get() };
    if let Some((phase, site)) = noted {
        let words: &[u8] = match phase {
            Phase::Tangent => b"tangent ",
            Phase::Augmented => b"augmented ",
            Phase::Reverse => b"reverse ",
        };
        let (call, place) = site.words();
        let at: &[u8] = if place.is_empty() { b"" } else { b" at " };
        // SAFETY: see `Text`.
        let buffer = unsafe { &mut *TEXT.0.get() };
        let mut cursor = Cursor::new(&mut buffer[..LENGTH - 1]);
        // A text that is too long is cut.
        let _ = write!(cursor, "rank {}: ", rank::known());
        for part in [words, call.as_bytes(), at, place] {
            let _ = cursor.write_all(part);
        }
        let end = cursor.position() as usize;
        buffer[end] = 0;
    }
    TEXT.0.get().cast()
}
