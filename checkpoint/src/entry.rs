//! One checkpoint: what it is, how it is found again, and by what its bytes are known. Owns the description; stores
//! nothing.

use crate::model::Layout;
use crate::schedule::{Data, Slot};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// One checkpoint: what it is and how it is found again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its place in the schedule.
    pub slot: Slot,
    /// What lies in it.
    pub data: Data,
    /// Of which step.
    pub step: u64,
    /// Tells apart what lies in the same slot at different times; grows in the course of a run and is the
    /// same again when the run is resumed.
    pub generation: u64,
    /// What the bytes are.
    pub layout: Arc<Layout>,
    /// Of [`Data::Stages`], where the state begins, in bytes: behind the tape.
    pub split: usize,
    /// Of which run: [`crate::store::Owner::run`].
    pub run: u64,
}

impl Entry {
    /// Size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.layout.bytes()
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} in {}", self.data, self.step, self.slot)
    }
}

/// A checkpoint that a save names.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Which one.
    pub entry: Entry,
    /// [`checksum`] of the bytes that a read has to give, where that is known.
    pub checksum: Option<u64>,
}

/// With any content.
impl From<Entry> for Kept {
    fn from(entry: Entry) -> Self {
        Self {
            entry,
            checksum: None,
        }
    }
}

impl Kept {
    /// Whether what was read is what was kept.
    pub(crate) fn is(&self, bytes: &[u8]) -> bool {
        self.checksum.is_none_or(|sum| sum == checksum(bytes))
    }
}

/// The checksum of checkpoints and the fingerprint of states: XXH3, 64 bits. It finds damage and differences,
/// not malice.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}
