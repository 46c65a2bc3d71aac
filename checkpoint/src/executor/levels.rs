//! The stores of a run and what they hold. Owns slots, waiting times, reading ahead, and the rule that whatever the
//! last save names stays until the next.

use super::RunError;
use super::report::LevelReport;
use super::together::Together;
use crate::journal::Held;
use crate::schedule::{Action, Data, Schedule, Slot};
use crate::store::{Buffer, Entry, Fault, Store, StoreError};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Checkpoints that are asked for before they are needed.
const AHEAD: usize = 2;
/// Actions that are looked at to find those.
const WINDOW: u64 = 4096;
/// So many discarded checkpoints may always wait for the next save.
const FEW: usize = 8;

pub(super) struct Levels {
    levels: Vec<Level>,
    /// Discarded, but named by the last save.
    deferred: Vec<Entry>,
    crowded: bool,
    /// Everything of this generation or before may be named by the last save.
    saved: u64,
    ahead: Option<Ahead>,
}

struct Level {
    store: Box<dyn Store>,
    slots: Vec<Option<Held>>,
    live: usize,
    timed: bool,
    write_wait: Duration,
    read_wait: Duration,
}

/// The same schedule, drawn some actions before the run does.
struct Ahead {
    schedule: Schedule,
    /// The next restores, in order.
    found: VecDeque<Next>,
}

/// A restore to come.
struct Next {
    /// Of its action.
    number: u64,
    slot: Slot,
    step: u64,
    data: Data,
    asked: bool,
}

impl Levels {
    pub(super) fn new(stores: Vec<Box<dyn Store>>) -> Self {
        let level = |store: Box<dyn Store>| Level {
            timed: store.is_timed(),
            store,
            slots: Vec::new(),
            live: 0,
            write_wait: Duration::ZERO,
            read_wait: Duration::ZERO,
        };
        Self {
            levels: stores.into_iter().map(level).collect(),
            deferred: Vec::new(),
            crowded: false,
            saved: 0,
            ahead: None,
        }
    }

    pub(super) fn write(&mut self, held: Held, bytes: Buffer) -> Result<(), StoreError> {
        let level = &mut self.levels[usize::from(held.entry.slot.level)];
        let start = level.timed.then(Instant::now);
        level.store.write(&held.entry, bytes)?;
        level.write_wait += start.map_or(Duration::ZERO, |start| start.elapsed());
        level.put(held);
        Ok(())
    }

    pub(super) fn read(
        &mut self,
        slot: Slot,
        take: &mut dyn FnMut(&Entry, &[u8]),
    ) -> Result<(), StoreError> {
        let level = &mut self.levels[usize::from(slot.level)];
        let held = level
            .slots
            .get(slot.index as usize)
            .and_then(Option::as_ref);
        let Some(Held { entry, .. }) = held else {
            let what = format!("the checkpoint in {slot}");
            return Err(StoreError::of(Fault::Missing, "read", what, "never stored"));
        };
        let start = level.timed.then(Instant::now);
        let mut copying = Duration::ZERO;
        level.store.read(entry, &mut |bytes| {
            let start = start.map(|_| Instant::now());
            take(entry, bytes);
            copying = start.map_or(Duration::ZERO, |start| start.elapsed());
        })?;
        // What the model does with the bytes is not waiting.
        let took = start.map_or(Duration::ZERO, |start| start.elapsed());
        level.read_wait += took.saturating_sub(copying);
        Ok(())
    }

    pub(super) fn discard(&mut self, slot: Slot, journalled: bool) -> Result<(), StoreError> {
        let level = &mut self.levels[usize::from(slot.level)];
        let held = level
            .slots
            .get_mut(slot.index as usize)
            .and_then(Option::take);
        let Some(Held { entry, .. }) = held else {
            return Ok(());
        };
        level.live -= 1;
        if journalled && entry.generation <= self.saved && level.store.survives(&entry) {
            self.deferred.push(entry);
            let live: usize = self.levels.iter().map(|level| level.live).sum();
            self.crowded = self.deferred.len() > live.max(FEW);
            return Ok(());
        }
        level.store.discard(&entry)
    }

    /// Whether so much waits for the next save that it should come now: as many checkpoints as are held.
    #[inline]
    pub(super) fn is_crowded(&self) -> bool {
        self.crowded
    }

    /// Whether all ranks work together on what is kept there.
    pub(super) fn is_shared(&self, slot: Slot) -> bool {
        let level = self.levels.get(usize::from(slot.level));
        level.is_some_and(|level| level.store.is_shared())
    }

    /// All that is held, with hashes of what would not survive; what does is on the device then.
    pub(super) fn settle(&mut self) -> Result<Vec<Held>, StoreError> {
        let mut all = Vec::new();
        for level in &mut self.levels {
            level.store.flush()?;
            for held in level.slots.iter_mut().flatten() {
                held.survives = level.store.survives(&held.entry);
                if held.hash.is_none() && !held.survives {
                    let mut hash = 0;
                    let take = &mut |bytes: &[u8]| hash = crate::store::checksum(bytes);
                    level.store.read(&held.entry, take)?;
                    held.hash = Some(hash);
                }
                all.push(held.clone());
            }
        }
        Ok(all)
    }

    /// A save is there that names what is held now: the rest may go.
    pub(super) fn saved(&mut self, generation: u64) -> Result<(), StoreError> {
        self.saved = generation;
        self.crowded = false;
        while let Some(entry) = self.deferred.pop() {
            let level = usize::from(entry.slot.level);
            self.levels[level].store.discard(&entry)?;
        }
        Ok(())
    }

    /// Takes over what a save names, as far as all ranks still have it; returns what some have not.
    pub(super) fn recover(
        &mut self,
        held: &[Held],
        generation: u64,
        together: &mut Together<'_>,
    ) -> Result<Vec<Held>, RunError> {
        self.saved = generation;
        let mut lost = Vec::new();
        for (k, level) in self.levels.iter_mut().enumerate() {
            let here: Vec<&Held> = held
                .iter()
                .filter(|held| usize::from(held.entry.slot.level) == k)
                .collect();
            let entries: Vec<Entry> = here.iter().map(|held| held.entry.clone()).collect();
            // None of the ranks has failed with the level before.
            together.check()?;
            let found = level.store.recover(&entries)?;
            together.check()?;
            let mut missing: Vec<bool> = found.iter().map(|there| !there).collect();
            together.any(&mut missing);
            for ((held, here), missing) in here.into_iter().zip(found).zip(missing) {
                if !missing {
                    level.put(held.clone());
                    continue;
                }
                lost.push(held.clone());
                if here {
                    level.store.discard(&held.entry)?;
                }
            }
        }
        Ok(lost)
    }

    pub(super) fn holds(&self) -> impl Iterator<Item = &Entry> {
        let slots = self.levels.iter().flat_map(|level| &level.slots);
        slots.flatten().map(|held| &held.entry)
    }

    /// Begins to read ahead: from now on the schedule is known to its end.
    pub(super) fn look_ahead(&mut self, schedule: &Schedule) {
        if self.levels.iter().any(|level| level.store.prefetches()) {
            self.ahead = Some(Ahead {
                schedule: schedule.clone(),
                found: VecDeque::new(),
            });
        }
    }

    /// The run has drawn `drawn` actions: asks for what comes next.
    #[inline]
    pub(super) fn prefetch(&mut self, drawn: u64) {
        if let Some(ahead) = &mut self.ahead {
            ahead.advance(drawn, &mut self.levels);
        }
    }

    pub(super) fn report(&self) -> Vec<LevelReport> {
        let report = |level: &Level| LevelReport {
            traffic: level.store.traffic(),
            write_wait: level.write_wait,
            read_wait: level.read_wait,
        };
        self.levels.iter().map(report).collect()
    }

    /// What has to be the same on all ranks.
    pub(super) fn describe(&self) -> String {
        let kind = |level: &Level| {
            if level.store.is_shared() {
                "shared "
            } else {
                "own "
            }
        };
        self.levels.iter().map(kind).collect()
    }

    /// Waits for all that is under way.
    pub(super) fn flush(&mut self) -> Result<(), StoreError> {
        self.levels
            .iter_mut()
            .try_for_each(|level| level.store.flush())
    }
}

impl Level {
    fn put(&mut self, held: Held) {
        let index = held.entry.slot.index as usize;
        if self.slots.len() <= index {
            self.slots.resize_with(index + 1, || None);
        }
        self.live += usize::from(self.slots[index].is_none());
        self.slots[index] = Some(held);
    }
}

impl Ahead {
    fn advance(&mut self, drawn: u64, levels: &mut [Level]) {
        while self.found.front().is_some_and(|next| next.number <= drawn) {
            self.found.pop_front();
        }
        for next in self.found.iter_mut().filter(|next| !next.asked) {
            next.ask(levels);
        }
        // A little more than the run draws, so that the window is filled without a halt.
        for _ in 0..8 {
            if self.found.len() >= AHEAD || self.schedule.drawn() > drawn + WINDOW {
                return;
            }
            let Some(action) = self.schedule.next() else {
                return;
            };
            let number = self.schedule.drawn();
            if let Action::Restore { slot, step, data } = action
                && number > drawn
                && levels[usize::from(slot.level)].store.prefetches()
            {
                let mut next = Next {
                    number,
                    slot,
                    step,
                    data,
                    asked: false,
                };
                next.ask(levels);
                self.found.push_back(next);
            }
        }
    }
}

impl Next {
    /// Asks for it, if it is stored already.
    fn ask(&mut self, levels: &mut [Level]) {
        let level = &mut levels[usize::from(self.slot.level)];
        let held = level.slots.get(self.slot.index as usize);
        let Some(Held { entry, .. }) = held.and_then(Option::as_ref) else {
            return;
        };
        let is_it = match entry.data {
            Data::Stages if self.data == Data::State => entry.step + 1 == self.step,
            _ => entry.step == self.step,
        };
        self.asked = is_it && level.store.prefetch(entry);
    }
}
