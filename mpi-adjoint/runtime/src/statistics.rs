//! Counters of what was communicated. Owns them and their C form; a message counts where it is sent.

use std::sync::atomic::{AtomicU64, Ordering};

/// What this rank has sent, and what it holds. Bytes are those of the data.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Messages and collective calls of the program, as far as they went through the library.
    pub primal_messages: u64,
    /// Bytes of them.
    pub primal_bytes: u64,
    /// Messages and collective calls with tangents.
    pub tangent_messages: u64,
    /// Bytes of them.
    pub tangent_bytes: u64,
    /// Messages and collective calls with adjoints.
    pub adjoint_messages: u64,
    /// Bytes of them.
    pub adjoint_bytes: u64,
    /// Bytes that the library holds: buffers, and the fixed parts of the records of calls that are not yet reversed.
    pub held_bytes: u64,
    /// The most that it has held since the start, or since enzyme_rs_mpi_statistics_reset.
    pub held_bytes_peak: u64,
}

/// A kind of communication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Traffic {
    Primal,
    Tangent,
    Adjoint,
}

const fn zeros<const N: usize>() -> [AtomicU64; N] {
    [const { AtomicU64::new(0) }; N]
}

static MESSAGES: [AtomicU64; 3] = zeros();
static BYTES: [AtomicU64; 3] = zeros();
static HELD: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);

/// Counts one message.
pub(crate) fn sent(traffic: Traffic, bytes: usize) {
    MESSAGES[traffic as usize].fetch_add(1, Ordering::Relaxed);
    BYTES[traffic as usize].fetch_add(bytes as u64, Ordering::Relaxed);
}

/// Bytes of memory, counted as long as this lives.
#[derive(Debug, Default)]
pub(crate) struct Held(usize);

impl Held {
    pub(crate) fn new(bytes: usize) -> Held {
        let held = HELD.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        PEAK.fetch_max(held, Ordering::Relaxed);
        Held(bytes)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        HELD.fetch_sub(self.0 as u64, Ordering::Relaxed);
    }
}

/// The counters at this moment.
pub(crate) fn read() -> Statistics {
    let messages = |traffic: Traffic| MESSAGES[traffic as usize].load(Ordering::Relaxed);
    let bytes = |traffic: Traffic| BYTES[traffic as usize].load(Ordering::Relaxed);
    Statistics {
        primal_messages: messages(Traffic::Primal),
        primal_bytes: bytes(Traffic::Primal),
        tangent_messages: messages(Traffic::Tangent),
        tangent_bytes: bytes(Traffic::Tangent),
        adjoint_messages: messages(Traffic::Adjoint),
        adjoint_bytes: bytes(Traffic::Adjoint),
        held_bytes: HELD.load(Ordering::Relaxed),
        held_bytes_peak: PEAK.load(Ordering::Relaxed),
    }
}

/// Sets the counters to zero and the peak to what is held.
pub(crate) fn reset() {
    for counter in MESSAGES.iter().chain(&BYTES) {
        counter.store(0, Ordering::Relaxed);
    }
    PEAK.store(HELD.load(Ordering::Relaxed), Ordering::Relaxed);
}
