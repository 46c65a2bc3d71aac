//! Saves, and going on from one. Owns when a run can be saved and how what was lost is computed again.

use super::error::RunError;
use super::report::Event;
use super::run::{Go, Journalled, Run, failed, state_of};
use crate::journal::{self, Found, Held, JournalError, Save};
use crate::model::Model;
use crate::schedule::{Action, Data, Schedule, Slot};
use crate::store::{Buffer, Entry, checksum, draw};
use std::time::Instant;

impl<M: Model> Run<'_, M> {
    /// Finds out where to begin: at the start, or where the journal says.
    pub(super) fn begin(&mut self) -> Result<Go, RunError> {
        self.compare_with_peers()?;
        let found = if self.together.several() {
            self.find_common_save()?
        } else {
            self.find_save()?
        };
        let Some(found) = found else {
            self.owner.run = self.together.peers().min(draw());
            let owner = &self.owner;
            self.levels
                .recover(&[], &[], 0, owner, &mut self.together)?;
            self.meet(0)?;
            self.test_adjoint()?;
            return Ok(Go::On);
        };
        let save = found.save;
        self.owner.run = save.owner;
        let generation = save.cursor.drawn();
        self.schedule = Schedule::resume(save.cursor)?;
        self.before = save.count.clone();
        self.count = save.count;
        self.tally.processes = save.processes + 1;
        let lost = self.levels.recover(
            &save.held,
            &save.origins,
            generation,
            &self.owner,
            &mut self.together,
        )?;
        self.meet(0)?;
        for held in lost.iter().filter(|held| held.survives) {
            self.tell(&Event::Lost(&held.entry));
        }
        let progress = self.progress();
        self.tell(&Event::Resumed {
            progress,
            again: lost.len(),
        });
        if self.rebuild(lost)? == Go::Stop {
            return Ok(Go::Stop);
        }
        self.hashes.resume(&save.hashes);
        self.at.ended = save.ended;
        self.at.adjoints = save.adjoints;
        self.at.pending = save.pending;
        self.at.state = save.state;
        self.at.origin = save.origin;
        self.at.adjoint = save.adjoint;
        if let Some(step) = save.state {
            self.model
                .load_state(&found.state)
                .map_err(failed("loading state", step))?;
            self.at.since = step;
        }
        if let Some(step) = save.adjoint {
            let loaded = self.model.load_adjoint(&found.adjoint);
            loaded.map_err(failed("loading the adjoint of state", step))?;
        }
        self.meet(0)?;
        Ok(Go::On)
    }

    /// Whether all ranks are about to do the same.
    fn compare_with_peers(&mut self) -> Result<(), RunError> {
        if !self.together.several() {
            return Ok(());
        }
        self.meet(0)?;
        let journal = self.journal.as_ref().map(|journalled| journalled.always);
        let settings = [
            ("the schedule", format!("{:?}", self.schedule.spec())),
            (
                "the number of steps",
                format!("{:?}", self.schedule.steps()),
            ),
            ("what is checked", format!("{:?}", self.hashes.check)),
            ("the journal", format!("{journal:?}")),
            ("the stores", self.levels.describe()),
        ];
        for (what, here) in settings {
            self.together.same(what, checksum(here.as_bytes()))?;
        }
        Ok(())
    }

    /// The save to go on from.
    fn find_save(&mut self) -> Result<Option<Found>, RunError> {
        let Some(journalled) = &mut self.journal else {
            return Ok(None);
        };
        let saves = journal::read(&journalled.journal)?;
        let mut all = saves.found.into_iter();
        let (found, former) = (all.next(), all.next());
        if let (Some(found), Some(former)) = (&found, &former) {
            self.levels.expect(&former.save, &found.save);
        }
        if let Some(found) = &found {
            journalled.id.check(&found.save.run, &journalled.journal)?;
            journalled.number = found.save.number;
            journal::go_back(&journalled.journal, Some(found))?;
        }
        if let Some(damage) = &saves.damage {
            self.tell(&Event::JournalDamaged(damage));
        }
        Ok(found)
    }

    /// The save to go on from: the last one that all ranks have.
    fn find_common_save(&mut self) -> Result<Option<Found>, RunError> {
        let Some(Journalled { journal, id, .. }) = &self.journal else {
            return Ok(None);
        };
        let journal = journal.clone();
        let saves = journal::read(&journal)?;
        let found = saves.found;
        for found in &found {
            id.check(&found.save.run, &journal)?;
        }
        if let Some(damage) = &saves.damage {
            self.tell(&Event::JournalDamaged(damage));
        }
        let numbers: Vec<u64> = found.iter().map(|found| found.save.number).collect();
        let last = numbers.iter().copied().max().unwrap_or(0);
        self.meet(0)?;
        let common = self.together.peers().min(last);
        let chosen = journal::choose(found, common);
        if !self.together.peers().agree(chosen.is_some()) {
            let (file, here) = (journal.path(), numbers);
            return Err(JournalError::Apart { file, here, common }.into());
        }
        let chosen = chosen.flatten();
        journal::go_back(&journal, chosen.as_ref())?;
        if let Some(journalled) = &mut self.journal {
            journalled.number = common;
        }
        self.meet(0)?;
        // Journals of runs with the same identity may still be those of different runs.
        let run = chosen.as_ref().map_or(0, |found| found.save.owner);
        let held = chosen.iter().flat_map(|found| &found.save.held);
        let names = held.map(|held| format!("{} {};", held.entry, held.entry.generation));
        let names = names.fold(format!("{run}: "), |all, name| all + &name);
        let what = "the run and the checkpoints of the save";
        self.together.same(what, checksum(names.as_bytes()))?;
        Ok(chosen)
    }

    /// Computes again what is not there any more, in one sweep from the initial state and one from each lossy checkpoint
    /// that something was computed from; what is there shortens it.
    fn rebuild(&mut self, mut lost: Vec<Held>) -> Result<Go, RunError> {
        // An origin is older than what was computed from it.
        lost.sort_by_key(|held| {
            let entry = &held.entry;
            (
                held.origin,
                entry.step,
                entry.data != Data::State,
                entry.generation,
            )
        });
        // The model comes with its initial state; where a tape needs a state again, it comes from here.
        let (mut origin, mut at) = (0, 0);
        for held in lost {
            let Held { entry, hash, .. } = &held;
            if held.origin != origin {
                origin = held.origin;
                at = self.load_origin(origin, entry)?;
            }
            if let Some((state, slot)) = self.nearest(origin, at, entry.step) {
                self.gather(slot)?;
                self.restore(Data::State, state, slot)?;
                self.meet(0)?;
                at = state;
            }
            while at < entry.step {
                if self.wants_stop() {
                    // The journal is as it was.
                    return Ok(Go::Stop);
                }
                self.model.step(at).map_err(failed("step", at))?;
                self.tally.rebuilt += 1;
                at += 1;
                self.stepped()?;
            }
            // Unless that is what was recorded last.
            if entry.data != Data::State && at == entry.step {
                self.model
                    .record(at)
                    .map_err(failed("recording step", at))?;
                self.tally.rebuilt += 1;
                at += 1;
            }
            let made = self.capture(entry.data, entry.step, entry.slot, entry.generation)?;
            let (again, bytes) = made;
            if again != *entry || hash.is_some_and(|hash| hash != checksum(&bytes)) {
                return Err(RunError::NotResumable(again));
            }
            self.meet(0)?;
            self.levels.write(held, bytes)?;
            self.meet(0)?;
        }
        Ok(Go::On)
    }

    /// Makes the lossy checkpoint of generation `origin`, from which `entry` is to be computed, the working state;
    /// returns which state that is.
    fn load_origin(&mut self, origin: u64, entry: &Entry) -> Result<u64, RunError> {
        let model = &mut *self.model;
        let mut loaded = Ok(());
        let take = &mut |bytes: &[u8]| loaded = model.load_state(bytes);
        let Some(from) = self.levels.read_origin(origin, take)? else {
            return Err(RunError::NoOrigin(entry.clone()));
        };
        loaded.map_err(failed("loading the checkpoint of step", from.step))?;
        self.meet(0)?;
        Ok(from.step)
    }

    /// The last state of this origin beyond `at`, and up to `step`, that is held somewhere.
    fn nearest(&self, origin: u64, at: u64, step: u64) -> Option<(u64, Slot)> {
        let held = self.levels.holds().filter(|(of, _)| *of == origin);
        let states = held.filter_map(|(_, entry)| match entry.data {
            Data::State => Some((entry.step, entry.slot)),
            Data::Stages => Some((entry.step + 1, entry.slot)),
            Data::Tape => None,
        });
        let within = states.filter(|(state, _)| (at + 1..=step).contains(state));
        within.max_by_key(|(state, _)| *state)
    }

    /// Writes the journal, if the run can be resumed from here; says whether it did. Of a finished run that had no
    /// adjoint the final state is the result.
    pub(super) fn save(&mut self, finished: bool) -> Result<bool, RunError> {
        let (state, tape) = self.needed();
        if tape {
            return Ok(false);
        }
        let state = self.at.state.filter(|_| state || finished);
        let Some(journalled) = &self.journal else {
            return Ok(false);
        };
        let start = Instant::now();
        let held = self.levels.settle()?;
        let origins = self.levels.origins(self.working());
        let state_bytes = match state {
            Some(number) => state_of(self.model, &self.pool, number)?,
            None => self.pool.take(0),
        };
        let adjoint_bytes = self.adjoint()?;
        let save = Save {
            version: journal::VERSION,
            number: journalled.number + 1,
            run: journalled.id.clone(),
            owner: self.owner.run,
            cursor: self.schedule.cursor(),
            pending: self.at.pending,
            state,
            adjoint: self.at.adjoint,
            adjoints: self.at.adjoints,
            ended: self.at.ended,
            origin: self.at.origin,
            held,
            origins,
            hashes: self.hashes.to_save(),
            count: self.count.clone(),
            processes: self.tally.processes,
        };
        journal::write(&journalled.journal, &save, [&state_bytes, &adjoint_bytes])?;
        // What the save before names may go when all ranks have this one.
        self.meet(0)?;
        if let Some(journalled) = &mut self.journal {
            journalled.number += 1;
        }
        let removed = self.levels.saved(self.schedule.drawn(), save.origins);
        self.or_later(removed)?;
        self.tally.saves += 1;
        let took = start.elapsed();
        self.tally.save_time += took;
        self.tell(&Event::Saved { took });
        Ok(true)
    }

    /// A copy of the adjoint, empty if there is none yet.
    fn adjoint(&self) -> Result<Buffer, RunError> {
        let Some(state) = self.at.adjoint else {
            return Ok(self.pool.take(0));
        };
        let mut bytes = self.pool.take(self.model.adjoint_layout().bytes());
        let saved = self.model.save_adjoint(&mut bytes);
        saved.map_err(failed("saving the adjoint of state", state))?;
        Ok(bytes)
    }

    /// Whether what comes next reads the working state, and the working tape.
    fn needed(&self) -> (bool, bool) {
        if self.at.pending.is_some() {
            return (true, false);
        }
        let mut state = self.at.state.is_none().then_some(false);
        let mut tape = self.at.tape.is_none().then_some(false);
        for action in self.schedule.clone() {
            let (reads_state, reads_tape) = match action {
                Action::Advance { .. } | Action::Record { .. } => (Some(true), Some(false)),
                Action::Reverse { .. } => (Some(false), Some(true)),
                Action::Store { data, .. } => (
                    (data != Data::Tape).then_some(true),
                    (data != Data::State).then_some(true),
                ),
                Action::Restore { data, .. } => (
                    (data == Data::State).then_some(false),
                    (data != Data::State).then_some(false),
                ),
                Action::EndForward => (Some(true), None),
                Action::Discard { .. } | Action::EndAdjoint => (None, None),
            };
            state = state.or(reads_state);
            tape = tape.or(reads_tape);
            if state.is_some() && tape.is_some() {
                break;
            }
        }
        (state.unwrap_or(false), tape.unwrap_or(false))
    }
}
