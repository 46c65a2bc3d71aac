//! The stores of a run and what they hold. Owns slots, waiting times, reading ahead, and the rules that whatever the
//! last save names stays until the next, which comes before a store is full of that, and that a lossy checkpoint stays as
//! long as something might have to be computed from it again.

use super::error::RunError;
use super::report::LevelReport;
use super::together::Together;
use crate::journal::{Held, Save};
use crate::schedule::{Action, Data, Schedule, Slot};
use crate::store::{Buffer, Entry, Fault, Kept, Owner, Store, StoreError};
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
    /// Discarded lossy checkpoints that are the origin of something.
    origins: Vec<Entry>,
    /// Lossy checkpoints that the save before the last one names, and the last one does not.
    former: Vec<Entry>,
    crowded: bool,
    /// Everything of this generation or before may be named by the last save.
    saved: u64,
    ahead: Option<Ahead>,
}

struct Level {
    store: Box<dyn Store>,
    slots: Vec<Option<Held>>,
    live: usize,
    /// Size of the largest checkpoint.
    largest: u64,
    /// The store has a limit of its own.
    limited: bool,
    timed: bool,
    lossy: bool,
    write_wait: Duration,
    read_wait: Duration,
}

/// What would have to be computed again after a crash, besides what is held: origins of working state and tape.
pub(super) type Working = [u64; 2];

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
    /// Whose checkpoints have up to `largest` bytes, unless they grow.
    pub(super) fn new(stores: Vec<Box<dyn Store>>, largest: usize) -> Self {
        let level = |store: Box<dyn Store>| Level {
            largest: largest as u64,
            limited: store.room().is_some(),
            timed: store.is_timed(),
            lossy: store.loss().is_some(),
            store,
            slots: Vec::new(),
            live: 0,
            write_wait: Duration::ZERO,
            read_wait: Duration::ZERO,
        };
        Self {
            levels: stores.into_iter().map(level).collect(),
            deferred: Vec::new(),
            origins: Vec::new(),
            former: Vec::new(),
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
        if level.limited {
            self.crowded |= self.is_full();
        }
        Ok(())
    }

    /// Hands over what is in `slot`; returns the origin of a state read there.
    pub(super) fn read(
        &mut self,
        slot: Slot,
        take: &mut dyn FnMut(&Entry, &[u8]),
    ) -> Result<u64, StoreError> {
        let level = &mut self.levels[usize::from(slot.level)];
        let held = level
            .slots
            .get(slot.index as usize)
            .and_then(Option::as_ref);
        let Some(held) = held else {
            let what = format!("the checkpoint in {slot}");
            return Err(StoreError::of(Fault::Missing, "read", what, "never stored"));
        };
        let (entry, origin) = (&held.entry, level.origin(held));
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
        Ok(origin)
    }

    /// Hands over the lossy checkpoint of this generation, in a slot or kept as an origin; its entry, if it is there.
    pub(super) fn read_origin(
        &mut self,
        generation: u64,
        take: &mut dyn FnMut(&[u8]),
    ) -> Result<Option<Entry>, StoreError> {
        let found = {
            let mut all = self.holds().map(|(_, entry)| entry).chain(&self.origins);
            all.find(|entry| entry.generation == generation).cloned()
        };
        let Some(entry) = found else {
            return Ok(None);
        };
        let level = &mut self.levels[usize::from(entry.slot.level)];
        level.store.read(&entry, take)?;
        Ok(Some(entry))
    }

    pub(super) fn discard(
        &mut self,
        slot: Slot,
        journalled: bool,
        working: Working,
    ) -> Result<(), StoreError> {
        let level = &mut self.levels[usize::from(slot.level)];
        let held = level
            .slots
            .get_mut(slot.index as usize)
            .and_then(Option::take);
        let Some(Held { entry, .. }) = held else {
            return Ok(());
        };
        level.live -= 1;
        let survives = journalled && level.store.survives(&entry);
        if survives && entry.generation <= self.saved {
            self.deferred.push(entry);
            let live: usize = self.levels.iter().map(|level| level.live).sum();
            self.crowded |= self.deferred.len() > live.max(FEW) || self.is_full();
        } else if survives && self.is_origin(&entry, working) {
            self.origins.push(entry);
        } else {
            self.remove(&entry)?;
        }
        self.release(working)
    }

    /// Whether a checkpoint does not fit, or may not, because of what waits for the next save.
    fn is_full(&self) -> bool {
        self.deferred.iter().any(|entry| {
            let level = &self.levels[usize::from(entry.slot.level)];
            let room = level.store.room();
            room.is_some_and(|room| room < level.largest)
        })
    }

    /// Whether the store has a limit of its own.
    pub(super) fn is_limited(&self, slot: Slot) -> bool {
        self.levels[usize::from(slot.level)].limited
    }

    /// Removes the discarded checkpoints that are no origin any more, unless the last save names them.
    fn release(&mut self, working: Working) -> Result<(), StoreError> {
        for entry in std::mem::take(&mut self.origins) {
            if entry.generation <= self.saved || self.is_origin(&entry, working) {
                self.origins.push(entry);
            } else {
                self.remove(&entry)?;
            }
        }
        Ok(())
    }

    fn remove(&mut self, entry: &Entry) -> Result<(), StoreError> {
        let level = &mut self.levels[usize::from(entry.slot.level)];
        level.store.discard(entry)
    }

    /// Whether something that would not survive was computed from it.
    fn is_origin(&self, entry: &Entry, working: Working) -> bool {
        let generation = entry.generation;
        if !self.is_lossy(entry) {
            return false;
        }
        let of_held = |level: &Level| {
            let mut held = level.slots.iter().flatten();
            held.any(|held| held.origin == generation && !level.store.survives(&held.entry))
        };
        working.contains(&generation) || self.levels.iter().any(of_held)
    }

    /// Whether it comes back with other bytes than it was given.
    fn is_lossy(&self, entry: &Entry) -> bool {
        let level = &self.levels[usize::from(entry.slot.level)];
        level.lossy && entry.data == Data::State
    }

    /// The discarded checkpoints that a save has to name.
    pub(super) fn origins(&self, working: Working) -> Vec<Entry> {
        let all = self.deferred.iter().chain(&self.origins);
        all.filter(|entry| self.is_origin(entry, working))
            .cloned()
            .collect()
    }

    /// Whether what is kept there is lost with the process.
    pub(super) fn is_memory(&self, slot: Slot) -> bool {
        !self.levels[usize::from(slot.level)].timed
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

    /// A save is there that names what is held now, and these origins: the rest may go, but for what was packed with
    /// loss. If this save is damaged, the run goes on from the one before, and cannot compute such a checkpoint again
    /// from which others were computed; so it stays for one save more.
    pub(super) fn saved(&mut self, generation: u64, origins: Vec<Entry>) -> Result<(), StoreError> {
        self.saved = generation;
        self.crowded = false;
        let named = |entry: &Entry| origins.iter().any(|named| named == entry);
        let discarded = self.deferred.drain(..).chain(self.origins.drain(..));
        let gone: Vec<Entry> = discarded.filter(|entry| !named(entry)).collect();
        self.origins = origins;
        let (kept, gone): (Vec<Entry>, Vec<Entry>) =
            gone.into_iter().partition(|entry| self.is_lossy(entry));
        let former = std::mem::replace(&mut self.former, kept);
        let mut gone = gone.iter().chain(&former);
        gone.try_for_each(|entry| self.remove(entry))
    }

    /// Of the save before the last one, what it names: to stay as in [`Levels::saved`].
    pub(super) fn expect(&mut self, former: &Save, last: &Save) {
        let all = |save: &Save| {
            let held = save.held.iter().map(|held| &held.entry);
            held.chain(&save.origins).cloned().collect::<Vec<Entry>>()
        };
        let named = all(last);
        let mut former = all(former);
        former.retain(|entry| self.is_lossy(entry) && !named.contains(entry));
        self.former = former;
    }

    /// Takes over what a save names, as far as all ranks still have it; returns what some have not. Of discarded
    /// origins, as far as they are here.
    pub(super) fn recover(
        &mut self,
        held: &[Held],
        origins: &[Entry],
        generation: u64,
        owner: &Owner,
        together: &mut Together<'_>,
    ) -> Result<Vec<Held>, RunError> {
        self.saved = generation;
        let mut lost = Vec::new();
        let former = std::mem::take(&mut self.former);
        for (k, level) in self.levels.iter_mut().enumerate() {
            let here: Vec<&Held> = held
                .iter()
                .filter(|held| usize::from(held.entry.slot.level) == k)
                .collect();
            let of_level = |entry: &&Entry| usize::from(entry.slot.level) == k;
            let discarded = origins.iter().filter(of_level);
            let origins_here = discarded.clone().count();
            let discarded = discarded.chain(former.iter().filter(of_level));
            let keep: Vec<Kept> = here
                .iter()
                .map(|held| level.kept(held))
                .chain(discarded.map(|entry| entry.clone().into()))
                .collect();
            // None of the ranks has failed with the level before.
            together.check()?;
            let mut found = level.store.recover(owner, &keep)?;
            together.check()?;
            let kept = keep[here.len()..].iter().zip(found.split_off(here.len()));
            for (at, (kept, there)) in kept.enumerate() {
                let into = match at < origins_here {
                    true => &mut self.origins,
                    false => &mut self.former,
                };
                into.extend(there.then(|| kept.entry.clone()));
            }
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

    /// All that is held, with the origin of a state read from it.
    pub(super) fn holds(&self) -> impl Iterator<Item = (u64, &Entry)> {
        self.levels.iter().flat_map(|level| {
            let held = level.slots.iter().flatten();
            held.map(|held| (level.origin(held), &held.entry))
        })
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
            largest: level.largest,
        };
        self.levels.iter().map(report).collect()
    }

    /// What has to be the same on all ranks.
    pub(super) fn describe(&self) -> String {
        let kind = |level: &Level| {
            let whose = if level.store.is_shared() {
                "shared"
            } else {
                "own"
            };
            let room = if level.limited { "limited" } else { "" };
            format!("{whose} {room} {:?} ", level.store.loss())
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
    /// What a store has to find of it.
    fn kept(&self, held: &Held) -> Kept {
        // A lossy store gives other bytes than it was given; its files have the checksum of those.
        let exact = !self.lossy || held.entry.data != Data::State;
        Kept {
            entry: held.entry.clone(),
            checksum: held.hash.filter(|_| exact),
        }
    }

    /// Origin of what is read of it.
    fn origin(&self, held: &Held) -> u64 {
        if self.lossy && held.entry.data == Data::State {
            held.entry.generation
        } else {
            held.origin
        }
    }

    fn put(&mut self, held: Held) {
        self.largest = self.largest.max(held.entry.bytes() as u64);
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by it")]
mod tests {
    use super::*;
    use crate::model::{Field, Layout};
    use crate::store::{Memory, Pool, Traffic};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A lossy store that survives, with the number of checkpoints that it holds.
    struct Lossy(Arc<AtomicUsize>);

    impl Store for Lossy {
        fn write(&mut self, _: &Entry, _: Buffer) -> Result<(), StoreError> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }

        fn read(&mut self, _: &Entry, _: &mut dyn FnMut(&[u8])) -> Result<(), StoreError> {
            Ok(())
        }

        fn discard(&mut self, _: &Entry) -> Result<(), StoreError> {
            self.0.fetch_sub(1, Ordering::Relaxed);
            Ok(())
        }

        fn loss(&self) -> Option<String> {
            Some("rounded".into())
        }

        fn survives(&self, _: &Entry) -> bool {
            true
        }

        fn recover(&mut self, _: &Owner, keep: &[Kept]) -> Result<Vec<bool>, StoreError> {
            Ok(vec![true; keep.len()])
        }

        fn traffic(&self) -> Traffic {
            Traffic::default()
        }
    }

    fn put(levels: &mut Levels, slot: Slot, generation: u64, origin: u64) {
        let layout = Arc::new(Layout::new([Field::f64("u", [1])]));
        let entry = Entry {
            slot,
            data: Data::State,
            step: generation,
            generation,
            layout,
            split: 0,
            run: 0,
        };
        let held = Held {
            entry,
            hash: None,
            origin,
            survives: false,
        };
        levels.write(held, Pool::new().take(8)).unwrap();
    }

    #[test]
    fn an_origin_stays_as_long_as_it_is_one() {
        let count = Arc::new(AtomicUsize::new(0));
        let held = || count.load(Ordering::Relaxed);
        let lossy = Box::new(Lossy(Arc::clone(&count)));
        let mut levels = Levels::new(vec![Box::new(Memory::new()), lossy], 8);
        let (memory, disk) = (Slot::ram(0), Slot::disk(0));
        put(&mut levels, disk, 1, 0);
        put(&mut levels, memory, 2, 1);
        levels.discard(disk, true, [0, 0]).unwrap();
        assert_eq!((held(), levels.origins([0, 0]).len()), (1, 1));
        // A save names it: it stays until the next.
        let origins = levels.origins([0, 0]);
        levels.saved(2, origins).unwrap();
        levels.discard(memory, true, [0, 0]).unwrap();
        assert_eq!((held(), levels.origins([0, 0]).len()), (1, 0));
        levels.saved(3, Vec::new()).unwrap();
        // This save may be damaged, and the run go on from the one before.
        assert_eq!(held(), 1);
        levels.saved(4, Vec::new()).unwrap();
        assert_eq!(held(), 0);
        // So does that of the working state, up to where that is replaced.
        put(&mut levels, disk, 5, 0);
        levels.discard(disk, true, [5, 0]).unwrap();
        assert_eq!((held(), levels.origins([5, 0]).len()), (1, 1));
        put(&mut levels, disk, 6, 0);
        levels.discard(disk, true, [0, 0]).unwrap();
        assert_eq!(held(), 0);
    }
}
