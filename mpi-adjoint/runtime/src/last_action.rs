//! The last thing this process did with MPI, as a text that a signal handler may print. Owns the two
//! buffers that take turns. Must not: allocate when read.

use crate::error::Site;
use crate::raw;
use std::cell::UnsafeCell;
use std::ffi::c_char;
use std::io::{Cursor, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

const LENGTH: usize = 256;

struct Buffers([UnsafeCell<[u8; LENGTH]>; 2]);

// SAFETY: written under the lock, and only the one that readers are not led to.
unsafe impl Sync for Buffers {}

static TEXT: Buffers = Buffers([UnsafeCell::new([0; LENGTH]), UnsafeCell::new([0; LENGTH])]);
static SHOWN: AtomicUsize = AtomicUsize::new(0);
static WRITER: Mutex<()> = Mutex::new(());
static RANK: AtomicI32 = AtomicI32::new(-1);

/// What is done at a call of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Phase {
    Tangent,
    Augmented,
    Reverse,
}

/// Notes what comes next.
pub(crate) fn note(phase: Phase, site: &Site) {
    let words = match phase {
        Phase::Tangent => "tangent",
        Phase::Augmented => "augmented",
        Phase::Reverse => "reverse",
    };
    let _turn = WRITER.lock().unwrap_or_else(|poison| poison.into_inner());
    let next = 1 - SHOWN.load(Ordering::Relaxed);
    // SAFETY: this thread holds the lock, and readers are led to the other buffer.
    let buffer = unsafe { &mut *TEXT.0[next].get() };
    let mut cursor = Cursor::new(&mut buffer[..LENGTH - 1]);
    // A text that is too long is cut.
    let _ = write!(cursor, "rank {}: {words} {site}", rank());
    let end = cursor.position() as usize;
    buffer[end] = 0;
    SHOWN.store(next, Ordering::Release);
}

/// The text, ended by a zero; empty before the first action.
pub(crate) fn text() -> *const c_char {
    TEXT.0[SHOWN.load(Ordering::Acquire)].get().cast()
}

/// The rank in the world; -1 before MPI_Init.
pub(crate) fn rank() -> i32 {
    let known = RANK.load(Ordering::Relaxed);
    if known >= 0 {
        return known;
    }
    let (mut rank, mut running) = (known, 0);
    // SAFETY: places for the answers; may be asked at any time.
    unsafe {
        raw::PMPI_Initialized(&raw mut running);
        if running != 0 {
            raw::PMPI_Comm_rank(raw::comm_world(), &raw mut rank);
        }
    }
    RANK.store(rank, Ordering::Relaxed);
    rank
}
