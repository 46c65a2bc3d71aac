//! What a schedule spends. Owns counting and the time model; decides nothing.

use crate::schedule::{Action, Data, Slot};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

pub use crate::prices::{StepCosts, StorageLevel};

/// What is spent on one storage level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelCount {
    /// Checkpoints written.
    pub writes: u64,
    /// Checkpoints read.
    pub reads: u64,
    /// Most units in use at one time.
    pub peak: u64,
    /// Units in use now.
    pub live: u64,
}

/// What a valid schedule spends: a running count over its actions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Steps run without recording.
    pub advances: u64,
    /// Steps run with recording.
    pub records: u64,
    /// Adjoint steps.
    pub reverses: u64,
    /// Per storage level.
    pub levels: Vec<LevelCount>,
    /// Actions seen.
    pub actions: u64,
    /// Units that a tape or the stages of a step take; a state takes one.
    tape_units: u64,
    /// Slots that hold anything but a state, if that takes more room.
    tapes: BTreeSet<Slot>,
}

impl Count {
    /// For a schedule whose tapes take `tape_units` units of storage, a state being one unit.
    #[must_use]
    pub fn new(tape_units: u64) -> Self {
        Self {
            tape_units,
            ..Self::default()
        }
    }

    /// Everything that `actions` spend.
    #[must_use]
    pub fn of(actions: impl IntoIterator<Item = Action>, tape_units: u64) -> Self {
        let mut count = Self::new(tape_units);
        for action in actions {
            count.add(action);
        }
        count
    }

    /// Counts one action.
    pub fn add(&mut self, action: Action) {
        self.actions += 1;
        match action {
            Action::Advance { from, to } => self.advances += to.saturating_sub(from),
            Action::Record { .. } => self.records += 1,
            Action::Reverse { .. } => self.reverses += 1,
            Action::Store { data, slot, .. } => {
                let large = data != Data::State && self.tape_units != 1;
                if large {
                    self.tapes.insert(slot);
                }
                let units = if large { self.tape_units } else { 1 };
                let level = self.level_mut(slot);
                level.writes += 1;
                level.live = level.live.saturating_add(units);
                level.peak = level.peak.max(level.live);
            }
            Action::Restore { slot, .. } => self.level_mut(slot).reads += 1,
            Action::Discard { slot } => {
                let large = self.tape_units != 1 && self.tapes.remove(&slot);
                let units = if large { self.tape_units } else { 1 };
                let level = self.level_mut(slot);
                level.live = level.live.saturating_sub(units);
            }
            Action::EndForward | Action::EndAdjoint => {}
        }
    }

    /// Steps run forward, recording or not.
    #[must_use]
    pub fn forward_steps(&self) -> u64 {
        self.advances + self.records
    }

    /// Checkpoints written, on all levels.
    #[must_use]
    pub fn writes(&self) -> u64 {
        self.levels.iter().map(|level| level.writes).sum()
    }

    /// Checkpoints read, on all levels.
    #[must_use]
    pub fn reads(&self) -> u64 {
        self.levels.iter().map(|level| level.reads).sum()
    }

    /// What is spent on a level; zeros for one never touched.
    #[must_use]
    pub fn level(&self, level: usize) -> LevelCount {
        self.levels.get(level).copied().unwrap_or_default()
    }

    /// The time that all this takes: advances, adjoint steps (each with its recording), writes and reads.
    /// This is the makespan of Herrmann & Pallez, "H-Revolve", 2020, doi 10.1145/3378672.
    #[must_use]
    pub fn time(&self, step: StepCosts, levels: &[StorageLevel]) -> f64 {
        let moved = self.levels.iter().zip(levels).map(|(count, level)| {
            count.writes as f64 * level.write + count.reads as f64 * level.read
        });
        self.advances as f64 * step.forward
            + self.reverses as f64 * step.adjoint
            + moved.sum::<f64>()
    }

    fn level_mut(&mut self, slot: Slot) -> &mut LevelCount {
        let level = usize::from(slot.level);
        if self.levels.len() <= level {
            self.levels.resize(level + 1, LevelCount::default());
        }
        &mut self.levels[level]
    }
}
