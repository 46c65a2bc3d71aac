//! Checkpoints in memory. Owns nothing but a table of buffers.

use super::{Buffer, Entry, Fault, Kept, Owner, Store, StoreError, Traffic};

/// Checkpoints in memory: a write keeps the buffer it is given, so that a checkpoint is copied once. What it
/// holds is lost with the process; a resumed run computes it again.
#[derive(Debug, Default)]
pub struct Memory {
    slots: Vec<Option<(u64, Buffer)>>,
    traffic: Traffic,
}

impl Memory {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Store for Memory {
    fn write(&mut self, entry: &Entry, bytes: Buffer) -> Result<(), StoreError> {
        let index = entry.slot.index as usize;
        if self.slots.len() <= index {
            self.slots.resize_with(index + 1, || None);
        }
        self.traffic.writes += 1;
        self.traffic.bytes_written += bytes.len() as u64;
        self.slots[index] = Some((entry.generation, bytes));
        Ok(())
    }

    fn read(&mut self, entry: &Entry, take: &mut dyn FnMut(&[u8])) -> Result<(), StoreError> {
        let found = self.slots.get(entry.slot.index as usize);
        let Some(Some((generation, bytes))) = found else {
            return Err(StoreError::new(Fault::Missing, "read", entry, "in memory"));
        };
        if *generation != entry.generation {
            return Err(StoreError::new(Fault::Missing, "read", entry, "in memory"));
        }
        take(bytes);
        self.traffic.reads += 1;
        self.traffic.bytes_read += bytes.len() as u64;
        Ok(())
    }

    fn discard(&mut self, entry: &Entry) -> Result<(), StoreError> {
        if let Some(slot) = self.slots.get_mut(entry.slot.index as usize)
            && slot.as_ref().is_some_and(|s| s.0 == entry.generation)
        {
            *slot = None;
        }
        Ok(())
    }

    fn is_timed(&self) -> bool {
        false
    }

    fn recover(&mut self, _owner: &Owner, keep: &[Kept]) -> Result<Vec<bool>, StoreError> {
        self.slots.clear();
        Ok(vec![false; keep.len()])
    }

    fn traffic(&self) -> Traffic {
        self.traffic
    }
}
