//! Follows a rank through its phases.
//!
//! Owns: looking at clocks, and when that is left out. Must not: keep more than the bins do.

use super::bins::Bins;
use super::lines::Lines;
use super::phase::Phase;
use crate::application::{Ranks, Waited};
use enzyme_checkpoint::{Event, Peers as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Follows a rank through its phases. Its copies are one clock.
#[derive(Clone)]
pub(crate) struct Clock(Arc<Mutex<Running>>);

impl Clock {
    /// Begins now, on all ranks at once.
    pub(crate) fn begin(ranks: Ranks, waited: Option<Waited>) -> Self {
        ranks.union(0);
        let asked = waited.map_or(0.0, |waited| waited());
        Self(Arc::new(Mutex::new(Running {
            begin: Instant::now(),
            waited,
            phase: Phase::Around,
            reached: 0,
            last: Moment {
                time: 0.0,
                waited: asked,
            },
            skipped: 0,
            most_skipped: 0,
            bins: Bins::default(),
        })))
    }

    /// Goes on in this phase, and gives the one before.
    pub(crate) fn enter(&self, phase: Phase) -> Phase {
        self.running().enter(phase)
    }

    /// Goes on with this step of a run, which is a repeated one if the run has come further before.
    pub(crate) fn step(&self, step: u64) {
        let mut running = self.running();
        let phase = match step < running.reached {
            true => Phase::Repeated,
            false => Phase::Primal,
        };
        running.reached = running.reached.max(step + 1);
        running.enter(phase);
    }

    /// So many steps have been run.
    pub(crate) fn reached(&self, steps: u64) {
        self.running().reached = steps;
    }

    /// Takes note of what the run tells.
    pub(crate) fn hear(&self, event: &Event<'_>) {
        match event {
            Event::Resumed { progress, .. } => self.reached(progress.forward),
            Event::Saved { took } => self.took(Phase::Writing, *took),
            Event::Lost(_)
            | Event::JournalDamaged(_)
            | Event::Progress(_)
            | Event::EndForward(_)
            | Event::EndAdjoint(_) => {}
        }
    }

    /// Does something in a phase of its own.
    pub(crate) fn during<R>(&self, phase: Phase, work: impl FnOnce() -> R) -> R {
        let before = self.enter(phase);
        let result = work();
        self.enter(before);
        result
    }

    /// Something that took so long in this phase has just ended.
    fn took(&self, phase: Phase, time: Duration) {
        let mut running = self.running();
        let now = running.now();
        let begun = (now.time - time.as_secs_f64()).max(running.last.time);
        let then = running.last.between(now, begun);
        running.mark(then);
        let before = std::mem::replace(&mut running.phase, phase);
        running.mark(now);
        running.phase = before;
    }

    /// The time lines of all ranks up to now, on the first one. All ranks ask.
    pub(crate) fn lines(&self, ranks: Ranks) -> Option<Lines> {
        let mut running = self.running();
        let now = running.now();
        running.mark(now);
        Lines::gather(ranks, &running.bins, running.waited.is_some())
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A time since the beginning, and how long this rank had waited by then.
#[derive(Clone, Copy)]
struct Moment {
    time: f64,
    waited: f64,
}

impl Moment {
    /// A time from this moment to another one, as if it had waited evenly.
    fn between(self, end: Self, time: f64) -> Self {
        let part = (time - self.time) / (end.time - self.time).max(f64::MIN_POSITIVE);
        Self {
            time,
            waited: self.waited + part * (end.waited - self.waited),
        }
    }
}

struct Running {
    begin: Instant,
    waited: Option<Waited>,
    phase: Phase,
    /// Steps that the run has come to.
    reached: u64,
    /// The moment up to which all time is in the bins.
    last: Moment,
    /// Looking at the clock may take as long as a short step does. So it is looked at only once in some steps of one phase: how many have gone by since the last
    /// look, and how many may.
    skipped: u32,
    most_skipped: u32,
    bins: Bins,
}

impl Running {
    fn enter(&mut self, phase: Phase) -> Phase {
        let before = self.phase;
        if phase == before {
            if self.skipped < self.most_skipped {
                self.skipped += 1;
                return before;
            }
            let (now, last) = (self.now(), self.last.time);
            // More steps go by without a look, as long as all of them together are much shorter than a bin, which would else be filled unevenly.
            self.most_skipped = match now.time - last < self.bins.width() / 4.0 {
                true => 2 * self.most_skipped + 1,
                false => self.most_skipped / 2,
            };
            self.mark(now);
        } else {
            let now = self.now();
            self.mark(now);
        }
        self.skipped = 0;
        self.phase = phase;
        before
    }

    fn now(&self) -> Moment {
        Moment {
            time: self.begin.elapsed().as_secs_f64(),
            waited: self.waited.map_or(0.0, |waited| waited()),
        }
    }

    /// Adds the time since the last moment to the bins, as time in the phase.
    fn mark(&mut self, now: Moment) {
        let waited = now.waited - self.last.waited;
        self.bins
            .add(self.phase, (self.last.time, now.time), waited);
        self.last = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;

    /// The phases make up the time, one inside of another one included; what has just ended is taken from the phase that it was in.
    #[test]
    fn phases_follow_each_other() {
        let clock = Clock::begin(Ranks::one(), None);
        clock.enter(Phase::Primal);
        let nap = Duration::from_millis(5);
        clock.during(Phase::Writing, || sleep(nap));
        sleep(nap);
        clock.took(Phase::Reading, nap);
        for _ in 0..100_000 {
            clock.enter(Phase::Adjoint);
        }
        let lines = clock.lines(Ranks::one()).unwrap();
        let spent = lines.ranks[0].spent;
        let of = |phase: Phase| spent[phase as usize];
        assert!(of(Phase::Writing) >= 5e-3, "{spent:?}");
        assert!((of(Phase::Reading) - 5e-3).abs() < 1e-9, "{spent:?}");
        assert!(of(Phase::Adjoint) > 0.0, "{spent:?}");
        assert!(of(Phase::Check) == 0.0, "{spent:?}");
    }
}
