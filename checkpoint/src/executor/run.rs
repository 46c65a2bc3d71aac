//! The loop over actions. Owns where the run stands; how it is saved and resumed is in `resume`.

use super::check::Hashes;
use super::error::RunError;
use super::levels::{Levels, Working};
use super::meter::Meters;
use super::report::{Event, Outcome, Progress, Report, plan_command};
use super::settings::Settings;
use super::stop::{Clock, DEADLINE, PROGRESS, SAVE, Stop};
use super::together::{self, Together};
use super::trial::AdjointTest;
use crate::binomial::least_advances;
use crate::cost::Count;
use crate::dot_product::DotProductError;
use crate::folder::Lock;
use crate::journal::{Held, Journal, RunId};
use crate::model::{Layout, Model, ModelError};
use crate::schedule::{Action, Data, Schedule, Slot, Spec};
use crate::store::{Buffer, Entry, Owner, Pool, Store, StoreError, checksum};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A run under way.
pub(super) struct Run<'a, M> {
    pub(super) model: &'a mut M,
    pub(super) schedule: Schedule,
    pub(super) levels: Levels,
    pub(super) hashes: Hashes,
    pub(super) count: Count,
    pub(super) at: At,
    pub(super) journal: Option<Journalled>,
    /// Whose the checkpoints are.
    pub(super) owner: Owner,
    pub(super) pool: Pool,
    pub(super) tally: Tally,
    pub(super) meters: Meters,
    /// To be made if the run is a new one.
    test: Option<AdjointTest<'a>>,
    /// What the whole run will have spent, and what it had when this process began, once somebody has asked.
    whole: Option<Count>,
    pub(super) before: Count,
    events: Box<dyn FnMut(&Event<'_>) + 'a>,
    clock: Clock,
    stop: Stop,
    pub(super) together: Together<'a>,
    /// What went wrong here and is not told to the other ranks yet.
    trouble: Option<RunError>,
    /// Layouts of a tape and a state, and of both together.
    stages: Option<[Arc<Layout>; 3]>,
}

/// Where a run stands.
#[derive(Debug)]
pub(super) struct At {
    /// Number of the working state.
    pub(super) state: Option<u64>,
    /// Step of the working tape.
    pub(super) tape: Option<u64>,
    /// State whose adjoint is at hand.
    pub(super) adjoint: Option<u64>,
    /// Adjoints completed.
    pub(super) adjoints: u32,
    pub(super) ended: bool,
    /// What is left of the advance drawn last.
    pub(super) pending: Option<(u64, u64)>,
    /// State from which the working state was computed.
    pub(super) since: u64,
    /// Generation of the lossy checkpoint that the working state was computed from last; 0: of none.
    pub(super) origin: u64,
    /// The same of the working tape.
    pub(super) tape_origin: u64,
}

/// The journal of a run.
pub(super) struct Journalled {
    pub(super) journal: Journal,
    pub(super) id: RunId,
    /// Held as long as the run goes on.
    pub(super) _lock: Lock,
    /// At every possible point.
    pub(super) always: bool,
    /// Number of the last save, from 1.
    pub(super) number: u64,
}

impl Journalled {
    fn new(
        journal: Journal,
        spec: &Spec,
        together: &Together<'_>,
        model: &impl Model,
        pool: &Pool,
        stores: &[Box<dyn Store>],
    ) -> Result<Self, RunError> {
        let mut journal = journal;
        let mut schedule = format!("{spec:?}, {:?} steps", model.steps());
        for (k, store) in stores.iter().enumerate() {
            let loss = store.loss();
            schedule +=
                &loss.map_or_else(String::new, |loss| format!(", level {k} lossy ({loss})"));
        }
        if together.several() {
            journal = journal.rank(together.peers().rank());
            schedule += &format!(", {} ranks", together.peers().size());
        }
        Ok(Self {
            _lock: journal.lock()?,
            id: RunId {
                model: model.identity(),
                schedule,
                start: format!("{:016x}", checksum(&state_of(model, pool, 0)?)),
            },
            always: journal.every.is_zero(),
            number: 0,
            journal,
        })
    }
}

/// What a report needs besides.
#[derive(Debug)]
pub(super) struct Tally {
    pub(super) start: Instant,
    pub(super) processes: u32,
    pub(super) rebuilt: u64,
    pub(super) saves: u64,
    pub(super) save_time: Duration,
    /// Of the test before the run.
    pub(super) adjoint_error: Option<f64>,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Go {
    On,
    Stop,
}

impl<'a, M: Model> Run<'a, M> {
    pub(super) fn new(
        settings: Settings<'a>,
        schedule: Schedule,
        model: &'a mut M,
    ) -> Result<Self, RunError> {
        let pool = Pool::new();
        let together = Together::new(settings.peers);
        let journal = match settings.journal {
            None => None,
            Some(journal) => Some(Journalled::new(
                journal,
                &settings.spec,
                &together,
                model,
                &pool,
                &settings.stores,
            )?),
        };
        let largest = largest(&settings.spec, model);
        let saves = journal.as_ref().filter(|journalled| !journalled.always);
        let clock = Clock::start(
            settings.stop.deadline,
            saves.map(|journalled| journalled.journal.every),
            settings.progress,
        );
        Ok(Self {
            count: Count::new(settings.spec.tape_units()),
            model,
            schedule,
            levels: Levels::new(settings.stores, largest),
            hashes: Hashes::new(settings.check),
            at: At {
                state: Some(0),
                tape: None,
                adjoint: None,
                adjoints: 0,
                ended: false,
                pending: None,
                since: 0,
                origin: 0,
                tape_origin: 0,
            },
            owner: Owner {
                // Known when it is clear where the run begins.
                run: 0,
                journal: journal.as_ref().map(|journalled| {
                    let path = journalled.journal.path();
                    // For whoever comes by from another folder.
                    std::path::absolute(&path).unwrap_or(path)
                }),
            },
            journal,
            pool,
            tally: Tally {
                start: Instant::now(),
                processes: 1,
                rebuilt: 0,
                saves: 0,
                save_time: Duration::ZERO,
                adjoint_error: None,
            },
            meters: Meters::default(),
            test: settings.test,
            whole: None,
            before: Count::new(settings.spec.tape_units()),
            events: settings.events,
            clock: clock.map_err(RunError::Clock)?,
            stop: settings.stop,
            together,
            trouble: None,
            stages: None,
        })
    }

    pub(super) fn execute(mut self) -> Result<Outcome, RunError> {
        if self.begin()? == Go::Stop {
            return self.stopped();
        }
        if self.schedule.steps().is_some() {
            self.levels.look_ahead(&self.schedule);
        }
        loop {
            if self.schedule.steps().is_none() {
                self.ask_for_end()?;
            }
            let action = match self.at.pending.take() {
                Some((from, to)) => Action::Advance { from, to },
                None => match self.schedule.next() {
                    Some(action) => action,
                    None => break,
                },
            };
            self.levels.prefetch(self.schedule.drawn());
            self.perform(action)?;
            if self.is_due() && self.attend()? == Go::Stop {
                return self.stopped();
            }
        }
        self.levels.flush()?;
        if self.journal.is_some() {
            self.save(true)?;
        }
        self.meet(0)?;
        Ok(Outcome::Done(self.report()))
    }

    /// Whether the run has come to its end, where that shows only now.
    fn ask_for_end(&mut self) -> Result<(), RunError> {
        let Some(state) = self.at.state.filter(|_| !self.at.ended) else {
            return Ok(());
        };
        let done = self.model.done(state);
        let (yes, no) = (together::DONE, together::NOT_DONE);
        let said = self.meet(if done { yes } else { no })?;
        if said & yes != 0 && said & no != 0 {
            let what = format!("whether state {state} is the final one");
            return Err(RunError::Apart { what });
        }
        if done {
            self.schedule.finish(state)?;
            self.levels.look_ahead(&self.schedule);
        }
        Ok(())
    }

    fn stopped(mut self) -> Result<Outcome, RunError> {
        self.levels.flush()?;
        self.meet(0)?;
        let resumable = self.journal.is_some();
        let report = self.report();
        Ok(Outcome::Stopped { report, resumable })
    }

    fn perform(&mut self, action: Action) -> Result<(), RunError> {
        match action {
            Action::Advance { from, to } => return self.advance(from, to),
            Action::Record { step } => {
                self.remember_end()?;
                let start = self.meters.record.start();
                self.model
                    .record(step)
                    .map_err(failed("recording step", step))?;
                self.meters.record.stop(start, 1);
                self.at.tape = Some(step);
                self.at.tape_origin = self.at.origin;
                self.stepped()?;
                self.arrive(step + 1)?;
            }
            Action::Reverse { step } => {
                let start = self.meters.reverse.start();
                self.model
                    .reverse(step)
                    .map_err(failed("the adjoint of step", step))?;
                self.meters.reverse.stop(start, 1);
                self.at.adjoint = Some(step);
                self.at.state = None;
                self.at.tape = None;
                self.hashes.forget(step + 1);
                self.stepped()?;
            }
            Action::Store { data, step, slot } => {
                self.gather(slot)?;
                self.store(data, step, slot)?;
                self.meet(0)?;
            }
            Action::Restore { data, step, slot } => {
                self.gather(slot)?;
                self.restore(data, step, slot)?;
                self.meet(0)?;
            }
            Action::Discard { slot } => {
                let (journalled, working) = (self.journal.is_some(), self.working());
                let discarded = self.levels.discard(slot, journalled, working);
                self.or_later(discarded)?;
                if self.levels.is_limited(slot) {
                    // One rank may need a save before the next checkpoint fits.
                    self.meet(0)?;
                }
            }
            Action::EndForward => {
                self.remember_end()?;
                self.at.ended = true;
                let (now, adjoints) = (self.progress(), self.schedule.spec().adjoints());
                (self.events)(&Event::EndForward(now));
                if adjoints > 0 {
                    self.seed(0)?;
                }
            }
            Action::EndAdjoint => {
                let number = self.at.adjoints;
                self.model
                    .complete(number)
                    .map_err(failed("completing adjoint", number.into()))?;
                self.at.adjoints += 1;
                (self.events)(&Event::EndAdjoint(number));
                if self.at.adjoints < self.schedule.spec().adjoints() {
                    self.seed(number + 1)?;
                }
            }
        }
        self.count.add(action);
        Ok(())
    }

    /// Where the first forward run stops running steps without keeping anything, the steps since the last checkpoint
    /// are to be compared, too.
    fn remember_end(&mut self) -> Result<(), RunError> {
        if let Some(state) = self.at.state
            && self.at.tape.is_none()
            && !self.at.ended
            && self.hashes.wants(false)
        {
            let hash = checksum(&state_of(self.model, &self.pool, state)?);
            self.hashes.remember(state, self.at.origin, hash);
        }
        Ok(())
    }

    fn seed(&mut self, number: u32) -> Result<(), RunError> {
        self.at.adjoint = self.schedule.steps();
        self.model
            .seed(number)
            .map_err(failed("seeding adjoint", number.into()))
    }

    /// Runs steps until done or until something else is due; what is left is pending then.
    fn advance(&mut self, from: u64, to: u64) -> Result<(), RunError> {
        self.at.tape = None;
        let start = self.meters.step.start();
        let mut at = from;
        while at < to {
            self.model.step(at).map_err(failed("step", at))?;
            at += 1;
            self.stepped()?;
            if at < to && self.is_to_pause() {
                self.at.pending = Some((at, to));
                break;
            }
        }
        self.meters.step.stop(start, at - from);
        self.count.add(Action::Advance { from, to: at });
        self.arrive(at)
    }

    /// The working state is this one now, by computation.
    pub(super) fn arrive(&mut self, state: u64) -> Result<(), RunError> {
        self.at.state = Some(state);
        let origin = self.at.origin;
        if !self.hashes.knows(state, origin) {
            return Ok(());
        }
        let found = checksum(&state_of(self.model, &self.pool, state)?);
        let from = self.at.since;
        self.hashes
            .compare(state, origin, found)
            .map_err(|first| RunError::NotReproducible {
                state,
                from,
                first,
                found,
            })?;
        self.meet(0)?;
        Ok(())
    }

    fn store(&mut self, data: Data, step: u64, slot: Slot) -> Result<(), RunError> {
        let generation = self.schedule.drawn();
        let (entry, bytes) = self.capture(data, step, slot, generation)?;
        let compared = data == Data::State && self.hashes.wants(self.at.ended);
        // What is found, or computed, again is compared with this.
        let resumable = self.journal.is_some() && !self.levels.is_memory(slot);
        let hash = (compared || resumable).then(|| checksum(&bytes));
        let origin = if data == Data::Tape {
            self.at.tape_origin
        } else {
            self.at.origin
        };
        if let Some(hash) = hash.filter(|_| compared) {
            self.hashes.remember(step, origin, hash);
        }
        let held = Held {
            entry,
            hash,
            origin,
            survives: false,
        };
        self.levels.write(held, bytes)?;
        Ok(())
    }

    /// Copies working data out of the model.
    pub(super) fn capture(
        &mut self,
        data: Data,
        step: u64,
        slot: Slot,
        generation: u64,
    ) -> Result<(Entry, Buffer), RunError> {
        let no_tapes = RunError::NoTapes {
            schedule: self.schedule.spec().name(),
        };
        let (layout, split) = match data {
            Data::State => (self.model.state_layout(), 0),
            Data::Tape => (self.model.tape_layout().ok_or(no_tapes)?, 0),
            Data::Stages => {
                let tape = self.model.tape_layout().ok_or(no_tapes)?;
                let split = tape.bytes();
                (self.both(tape), split)
            }
        };
        let mut bytes = self.pool.take(layout.bytes());
        let saved = match data {
            Data::State => self.model.save_state(&mut bytes),
            Data::Tape => self.model.save_tape(&mut bytes),
            Data::Stages => {
                let (tape, state) = bytes.split_at_mut(split);
                let saved = self.model.save_tape(tape);
                saved.and_then(|()| self.model.save_state(state))
            }
        };
        saved.map_err(failed("saving the checkpoint of step", step))?;
        let entry = Entry {
            slot,
            data,
            step,
            generation,
            layout,
            split,
            run: self.owner.run,
        };
        Ok((entry, bytes))
    }

    /// The layout of a tape and the working state together; made anew only where one of them has changed.
    fn both(&mut self, tape: Arc<Layout>) -> Arc<Layout> {
        let state = self.model.state_layout();
        if let Some([old_tape, old_state, both]) = &self.stages
            && *old_tape == tape
            && *old_state == state
        {
            return Arc::clone(both);
        }
        let both = Arc::new(tape.followed_by(&state));
        self.stages = Some([tape, state, Arc::clone(&both)]);
        both
    }

    pub(super) fn restore(&mut self, data: Data, step: u64, slot: Slot) -> Result<(), RunError> {
        let (levels, model) = (&mut self.levels, &mut *self.model);
        let mut loaded = Ok(());
        let origin = levels.read(slot, &mut |entry, bytes| {
            let (tape, state) = match entry.data {
                Data::State => (bytes, bytes),
                Data::Tape => (bytes, bytes),
                Data::Stages => bytes.split_at(entry.split),
            };
            loaded = match data {
                Data::State => model.load_state(state),
                _ => model.load_tape(tape),
            };
        })?;
        loaded.map_err(failed("loading the checkpoint of step", step))?;
        if data == Data::State {
            self.at.state = Some(step);
            self.at.since = step;
            self.at.origin = origin;
        } else {
            self.at.tape = Some(step);
            self.at.tape_origin = origin;
        }
        Ok(())
    }

    /// What the working data were computed from.
    pub(super) fn working(&self) -> Working {
        [self.at.origin, self.at.tape_origin]
    }

    /// Whether there is something to do besides the next action.
    #[inline]
    fn is_due(&self) -> bool {
        self.is_to_pause() || self.clock.flags() & PROGRESS != 0
    }

    /// Whether that interrupts an advance: on all ranks or on none.
    #[inline]
    fn is_to_pause(&self) -> bool {
        let asked = if self.together.several() {
            self.together.asked() != 0
        } else {
            self.clock.flags() != 0 || self.stop.is_requested() || self.levels.is_crowded()
        };
        asked
            || self
                .journal
                .as_ref()
                .is_some_and(|journalled| journalled.always)
    }

    /// A step is run: it may be time to hear of the other ranks.
    #[inline]
    pub(super) fn stepped(&mut self) -> Result<(), RunError> {
        if self.together.step() {
            self.meet(0)?;
        }
        Ok(())
    }

    /// Meets the other ranks, if there are any: says `said` and what is due here; what any of them has said.
    pub(super) fn meet(&mut self, said: u64) -> Result<u64, RunError> {
        if !self.together.several() {
            return Ok(said);
        }
        if let Some(trouble) = self.trouble.take() {
            return Err(trouble);
        }
        let mut due = said;
        if self.clock.flags() & DEADLINE != 0 || self.stop.is_requested() {
            due |= together::STOP;
        }
        if self.clock.flags() & SAVE != 0 || self.levels.is_crowded() {
            due |= together::SAVE;
        }
        self.together.meet(due)
    }

    /// Before what all ranks do together in a store: none of them may have left.
    pub(super) fn gather(&mut self, slot: Slot) -> Result<(), RunError> {
        if self.levels.is_shared(slot) {
            self.meet(0)?;
        }
        Ok(())
    }

    /// Where the other ranks go on without a meeting, an error has to wait for the next.
    pub(super) fn or_later(&mut self, done: Result<(), StoreError>) -> Result<(), RunError> {
        match done {
            Err(error) if self.together.several() => {
                self.trouble.get_or_insert(error.into());
                Ok(())
            }
            done => Ok(done?),
        }
    }

    /// Does that.
    fn attend(&mut self) -> Result<Go, RunError> {
        let flags = self.clock.flags();
        if flags & PROGRESS != 0 {
            self.clock.lower(PROGRESS);
            let now = self.progress();
            self.tell(&Event::Progress(now));
        }
        let stop = self.wants_stop();
        if self.journal.is_none() {
            self.together.saved();
            return Ok(if stop { Go::Stop } else { Go::On });
        }
        if !self.is_to_pause() || !self.save(false)? {
            // Where no save is possible the run goes on to where it is: one step, at most two.
            return Ok(Go::On);
        }
        self.clock.lower(SAVE);
        self.together.saved();
        Ok(if stop { Go::Stop } else { Go::On })
    }

    /// Whether the run is to stop: on all ranks or on none.
    pub(super) fn wants_stop(&self) -> bool {
        if self.together.several() {
            return self.together.asked() & together::STOP != 0;
        }
        self.clock.flags() & DEADLINE != 0 || self.stop.is_requested()
    }

    pub(super) fn tell(&mut self, event: &Event<'_>) {
        (self.events)(event);
    }

    pub(super) fn progress(&mut self) -> Progress {
        let elapsed = self.tally.start.elapsed();
        Progress {
            steps: self.schedule.steps(),
            forward: self.count.forward_steps(),
            reverse: self.count.reverses,
            elapsed,
            left: self.left(elapsed),
        }
    }

    /// How long the rest takes, if this process goes on as it has done: steps are weighed with what they have cost, and what
    /// reading and writing takes besides is taken to go with them. Nothing before an adjoint step has been measured.
    fn left(&mut self, elapsed: Duration) -> Option<Duration> {
        self.schedule.steps()?;
        let costs = self.meters.costs();
        let (step, adjoint) = (costs.forward()?, costs.adjoint()?);
        let work = |count: &Count| {
            count.advances as f64 * step.as_secs_f64()
                + count.reverses as f64 * adjoint.as_secs_f64()
        };
        let whole = self.whole.get_or_insert_with(|| {
            let mut whole = self.count.clone();
            if let Some((from, to)) = self.at.pending {
                whole.add(Action::Advance { from, to });
            }
            self.schedule.clone().for_each(|action| whole.add(action));
            whole
        });
        let done = work(&self.count) - work(&self.before);
        let left = work(whole) - work(&self.count);
        Duration::try_from_secs_f64(elapsed.as_secs_f64() * left.max(0.0) / done).ok()
    }

    /// Tests the adjoint, if that is wanted, where the working state is the initial one.
    pub(super) fn test_adjoint(&mut self) -> Result<(), RunError> {
        let Some(test) = self.test.take() else {
            return Ok(());
        };
        if self.together.several() {
            return Err(DotProductError::Ranks.into());
        }
        self.tally.adjoint_error = Some(test.run(self.model)?.error);
        Ok(())
    }

    fn report(&self) -> Report {
        let spec = self.schedule.spec();
        let mut limits = spec.limits().into_iter();
        let slots = limits.try_fold(0u64, |sum, slots| sum.checked_add(slots?));
        let steps = self.schedule.steps();
        let optimum = steps
            .zip(slots)
            .and_then(|(steps, slots)| Some(steps + least_advances(steps, slots)?));
        let (costs, levels) = (self.meters.costs(), self.levels.report());
        Report {
            plan: plan_command(spec, steps, &self.count, costs, &levels),
            costs,
            adjoint_error: self.tally.adjoint_error,
            schedule: spec.name().into(),
            steps,
            count: self.count.clone(),
            optimum,
            processes: self.tally.processes,
            ranks: self.together.peers().size(),
            messages: self.together.meetings,
            rebuilt_steps: self.tally.rebuilt,
            checked: self.hashes.checked,
            saves: self.tally.saves,
            save_time: self.tally.save_time,
            elapsed: self.tally.start.elapsed(),
            levels,
        }
    }
}

/// Size of the largest checkpoint that this schedule takes of the model as it is now.
fn largest(spec: &Spec, model: &impl Model) -> usize {
    let state = model.state_layout().bytes();
    let tape = model.tape_layout().map_or(0, |layout| layout.bytes());
    match spec {
        Spec::Stages { .. } => state + tape,
        Spec::StoreAll { .. } | Spec::Periodic { .. } | Spec::Mixed { .. } => state.max(tape),
        _ => state,
    }
}

/// A copy of the working state, which is this one.
pub(super) fn state_of(model: &impl Model, pool: &Pool, number: u64) -> Result<Buffer, RunError> {
    let mut bytes = pool.take(model.state_layout().bytes());
    let saved = model.save_state(&mut bytes);
    saved.map_err(failed("saving state", number))?;
    Ok(bytes)
}

/// The model's error with what it was to do.
pub(super) fn failed(doing: &'static str, step: u64) -> impl FnOnce(ModelError) -> RunError {
    move |error| RunError::Model { doing, step, error }
}
