//! Where checkpoints lie. Owns the trait that all stores share.
//!
//! - [`Memory`]: buffers from a pool;
//! - [`Files`]: one file a checkpoint, complete or not there, in HDF5 or plain ([`Format`]);
//! - `SharedFiles`, with the feature `mpio`: one file a checkpoint for all ranks;
//! - [`Tiered`]: several stores with room each, the first with room takes it;
//! - [`Background`]: any of them behind a thread of its own.
//!
//! A store keeps what it is given until it is told to discard it. When that is, and which checkpoint goes to
//! which level, is the executor's affair. A store that survives the process never changes a checkpoint in
//! place: what replaces it is another [`Entry`].

mod background;
mod buffer;
mod codec;
mod files;
#[cfg(feature = "hdf5")]
mod hdf5;
mod memory;
mod options;
mod owner;
mod plain;
#[cfg(feature = "mpio")]
mod shared;
mod tiered;
#[cfg(feature = "hdf5")]
mod zfp;

pub use background::Background;
pub use buffer::{Buffer, Pool};
pub use files::Files;
pub use memory::Memory;
pub use options::{FileOptions, Filter, Format};
pub use owner::Owner;
pub(crate) use owner::draw;
#[cfg(feature = "mpio")]
pub use shared::SharedFiles;
pub use tiered::Tiered;

pub use crate::entry::{Entry, Kept, checksum};
pub use crate::fault::{Fault, StoreError};

use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// What a store has moved so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Traffic {
    /// Checkpoints written.
    pub writes: u64,
    /// Checkpoints read.
    pub reads: u64,
    /// Bytes written.
    pub bytes_written: u64,
    /// Bytes read.
    pub bytes_read: u64,
    /// Time that writing took, whoever did it.
    pub write_time: Duration,
    /// Time that reading took, whoever did it.
    pub read_time: Duration,
    /// Reads that found their data brought in before.
    pub prefetched: u64,
    /// Writes that were not needed any more before they began.
    pub cancelled: u64,
    /// Largest absolute difference between a number written and the same number as it is read back: 0, unless the store
    /// is lossy.
    pub max_error: f64,
}

impl Traffic {
    /// Counts a checkpoint written since `start`.
    fn wrote(&mut self, bytes: usize, start: Instant) {
        self.writes += 1;
        self.bytes_written += bytes as u64;
        self.write_time += start.elapsed();
    }

    /// Counts a checkpoint read since `start`.
    fn read(&mut self, bytes: usize, start: Instant) {
        self.reads += 1;
        self.bytes_read += bytes as u64;
        self.read_time += start.elapsed();
    }

    /// Adds what another has moved.
    pub fn add(&mut self, other: &Self) {
        self.writes += other.writes;
        self.reads += other.reads;
        self.bytes_written += other.bytes_written;
        self.bytes_read += other.bytes_read;
        self.write_time += other.write_time;
        self.read_time += other.read_time;
        self.prefetched += other.prefetched;
        self.cancelled += other.cancelled;
        self.max_error = self.max_error.max(other.max_error);
    }
}

/// A place for checkpoints.
///
/// Errors of work that a store does later may come back from any later call.
pub trait Store: Send {
    /// Keeps `bytes` under `entry`.
    ///
    /// # Errors
    /// No room, no right, no device.
    fn write(&mut self, entry: &Entry, bytes: Buffer) -> Result<(), StoreError>;

    /// Hands the bytes under `entry` to `take`; they stay where they are.
    ///
    /// # Errors
    /// Not there, or not as written.
    fn read(&mut self, entry: &Entry, take: &mut dyn FnMut(&[u8])) -> Result<(), StoreError>;

    /// Forgets `entry`.
    ///
    /// # Errors
    /// If the room cannot be had back.
    fn discard(&mut self, entry: &Entry) -> Result<(), StoreError>;

    /// `entry` will be read soon. Whether this store has taken note; if it has no room for it now, it may be asked again.
    fn prefetch(&mut self, entry: &Entry) -> bool {
        let _ = entry;
        true
    }

    /// Whether [`Store::prefetch`] is of use.
    fn prefetches(&self) -> bool {
        false
    }

    /// Whether it is worth while to measure how long it takes: not where that is a copy in memory.
    fn is_timed(&self) -> bool {
        true
    }

    /// Size in bytes of the largest checkpoint that still fits, if the store has a limit of its own.
    fn room(&self) -> Option<u64> {
        None
    }

    /// Whether [`Store::write`], [`Store::read`] and [`Store::recover`] are done by all ranks of a run together, each with
    /// its part of the same entry and in the same order.
    fn is_shared(&self) -> bool {
        false
    }

    /// In words, how the bytes of a [`crate::Data::State`] that are read may differ from those that were written; `None`: not at
    /// all. Whatever else is kept there comes back as it was. A run is resumed only with a store of the same words, and
    /// the same bytes written have to give the same bytes read, each time.
    fn loss(&self) -> Option<String> {
        None
    }

    /// Waits until all that was written would survive the process and the machine, if it is such a store.
    ///
    /// # Errors
    /// As [`Store::write`].
    fn flush(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Whether `entry` is still there when the process has ended.
    fn survives(&self, entry: &Entry) -> bool {
        let _ = entry;
        false
    }

    /// At the start of a run, that of `owner`: of the checkpoints of `keep`, says which are there, whole, undamaged and
    /// those of this run; removes whatever else an earlier run with the same files has left.
    ///
    /// # Errors
    /// If the place cannot be used at all, or keeps checkpoints that another run needs.
    fn recover(&mut self, owner: &Owner, keep: &[Kept]) -> Result<Vec<bool>, StoreError>;

    /// What was moved so far.
    fn traffic(&self) -> Traffic;
}
