//! One store made of several. Owns who has what; keeps nothing itself.

use super::{Buffer, Entry, Fault, Kept, Owner, Store, StoreError, Traffic};
use std::collections::BTreeMap;

/// Several stores in a row, fastest first, with room in bytes each: a checkpoint goes to the first that has
/// room for it.
pub struct Tiered {
    tiers: Vec<Tier>,
    /// Generation → tier.
    placed: BTreeMap<u64, usize>,
}

struct Tier {
    store: Box<dyn Store>,
    room: u64,
    used: u64,
}

impl Tiered {
    /// These stores, each with its room in bytes.
    #[must_use]
    pub fn new(tiers: Vec<(Box<dyn Store>, u64)>) -> Self {
        let tier = |(store, room)| Tier {
            store,
            room,
            used: 0,
        };
        Self {
            tiers: tiers.into_iter().map(tier).collect(),
            placed: BTreeMap::new(),
        }
    }

    /// What each tier has moved so far.
    #[must_use]
    pub fn traffic_by_tier(&self) -> Vec<Traffic> {
        self.tiers.iter().map(|tier| tier.store.traffic()).collect()
    }

    /// Ranks could choose different tiers; and which tier has room may differ between a run and the same one resumed, which
    /// must not decide what is read back.
    fn refuse_unfit(&self) -> Result<(), StoreError> {
        if self.tiers.iter().any(|tier| tier.store.loss().is_some()) {
            let cause = "a lossy store cannot be one tier of several";
            let error = StoreError::of(Fault::Unsupported, "use", "lossy files", cause);
            return Err(
                error.with_remedy("give it a level of the schedule, or take files without loss")
            );
        }
        if self.tiers.iter().any(|tier| tier.store.is_shared()) {
            let cause = "a store of all ranks cannot be one tier of several";
            let error = StoreError::of(Fault::Unsupported, "use", "files of all ranks", cause);
            return Err(
                error.with_remedy("give it a level of the schedule, or take files of each rank")
            );
        }
        Ok(())
    }

    fn holding(&mut self, entry: &Entry) -> Option<&mut Tier> {
        let tier = *self.placed.get(&entry.generation)?;
        Some(&mut self.tiers[tier])
    }
}

impl Store for Tiered {
    fn write(&mut self, entry: &Entry, bytes: Buffer) -> Result<(), StoreError> {
        self.refuse_unfit()?;
        let size = bytes.len() as u64;
        let fits = |tier: &Tier| tier.room.saturating_sub(tier.used) >= size;
        let Some(k) = self.tiers.iter().position(fits) else {
            let cause = format!("no tier has room for {size} bytes more");
            let error = StoreError::new(Fault::Full, "write", entry, cause);
            return Err(error.with_remedy(
                "give the tiers more room, then run the same command again: a journalled run resumes; fewer slots on this \
                 level need less, but make it another run, which needs another journal",
            ));
        };
        self.tiers[k].store.write(entry, bytes)?;
        self.tiers[k].used += size;
        self.placed.insert(entry.generation, k);
        Ok(())
    }

    fn read(&mut self, entry: &Entry, take: &mut dyn FnMut(&[u8])) -> Result<(), StoreError> {
        match self.holding(entry) {
            Some(tier) => tier.store.read(entry, take),
            None => Err(StoreError::new(Fault::Missing, "read", entry, "in no tier")),
        }
    }

    fn discard(&mut self, entry: &Entry) -> Result<(), StoreError> {
        let Some(tier) = self.holding(entry) else {
            return Ok(());
        };
        tier.used -= entry.bytes() as u64;
        tier.store.discard(entry)?;
        self.placed.remove(&entry.generation);
        Ok(())
    }

    fn prefetch(&mut self, entry: &Entry) -> bool {
        self.holding(entry)
            .is_none_or(|tier| tier.store.prefetch(entry))
    }

    fn prefetches(&self) -> bool {
        self.tiers.iter().any(|tier| tier.store.prefetches())
    }

    fn room(&self) -> Option<u64> {
        let left = |tier: &Tier| tier.room.saturating_sub(tier.used);
        self.tiers.iter().map(left).max()
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        self.tiers
            .iter_mut()
            .try_for_each(|tier| tier.store.flush())
    }

    fn survives(&self, entry: &Entry) -> bool {
        let tier = self.placed.get(&entry.generation);
        tier.is_some_and(|k| self.tiers[*k].store.survives(entry))
    }

    fn recover(&mut self, owner: &Owner, keep: &[Kept]) -> Result<Vec<bool>, StoreError> {
        self.refuse_unfit()?;
        self.placed.clear();
        let mut found = vec![false; keep.len()];
        for (k, tier) in self.tiers.iter_mut().enumerate() {
            tier.used = 0;
            for (i, there) in tier.store.recover(owner, keep)?.into_iter().enumerate() {
                if there && !found[i] {
                    found[i] = true;
                    tier.used += keep[i].entry.bytes() as u64;
                    self.placed.insert(keep[i].entry.generation, k);
                }
            }
        }
        Ok(found)
    }

    fn traffic(&self) -> Traffic {
        let mut sum = Traffic::default();
        for tier in &self.tiers {
            sum.add(&tier.store.traffic());
        }
        sum
    }
}
