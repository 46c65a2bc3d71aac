//! What a schedule does over time, thinned out to what a picture can show.
//!
//! Owns: the numbers of the picture. Must not: draw.

use enzyme_checkpoint::{Action, Budget, Candidate, Count, Schedule, ScheduleError};

/// Columns that a picture resolves.
const COLUMNS: usize = 1200;

/// A checkpoint written or read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Move {
    pub(crate) time: f64,
    pub(crate) step: u64,
    pub(crate) level: u8,
}

/// A schedule over time, in the unit of the costs.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    /// From time and step to time and step: runs of the primal.
    pub(crate) forward: Vec<[(f64, f64); 2]>,
    /// Time and step of the adjoint.
    pub(crate) adjoint: Vec<(f64, f64)>,
    /// Checkpoints written.
    pub(crate) writes: Vec<Move>,
    /// Checkpoints held after each moment, by level.
    pub(crate) held: Vec<(f64, [u64; 2])>,
    /// When all is done.
    pub(crate) end: f64,
}

impl Trace {
    /// Draws the schedule of a candidate and follows it.
    pub(crate) fn of(candidate: &Candidate, budget: &Budget) -> Result<Self, ScheduleError> {
        let schedule = Schedule::new(candidate.spec.clone(), Some(budget.steps))?;
        let mut count = Count::new(candidate.spec.tape_units());
        let mut trace = Self::default();
        let mut now = 0.0;
        for action in schedule {
            count.add(action);
            let then = count.time(budget.step, &budget.levels);
            trace.follow(action, now, then);
            let held = [count.level(0).live, count.level(1).live];
            if trace.held.last().is_none_or(|(_, last)| *last != held) {
                trace.held.push((then, held));
            }
            now = then;
        }
        trace.end = now;
        trace.thin();
        Ok(trace)
    }

    fn follow(&mut self, action: Action, now: f64, then: f64) {
        match action {
            Action::Advance { from, to } => {
                self.forward.push([(now, from as f64), (then, to as f64)]);
            }
            Action::Reverse { step } => self.adjoint.push((then, step as f64)),
            Action::Store { step, slot, .. } => self.writes.push(Move {
                time: then,
                step,
                level: slot.level,
            }),
            _ => {}
        }
    }

    /// At most a few marks a column: a picture of a million marks shows no more.
    fn thin(&mut self) {
        let width = self.end.max(f64::MIN_POSITIVE) / COLUMNS as f64;
        let column = |time: f64| (time / width) as u64;
        if self.forward.len() > COLUMNS {
            // Short runs in one column become one stroke over the steps that they cover.
            self.forward = merged(&self.forward, &column);
        }
        if self.adjoint.len() > COLUMNS {
            self.adjoint.dedup_by_key(|(time, _)| column(*time));
        }
        if self.held.len() > 2 * COLUMNS {
            self.held = fullest(&self.held, &column);
        }
        let (mut seen, rows) = (std::collections::BTreeSet::new(), COLUMNS as u64 / 8);
        let height = self.writes.iter().map(|w| w.step).max().unwrap_or(0) / rows + 1;
        if self.writes.len() > COLUMNS {
            self.writes
                .retain(|w| seen.insert((w.level, column(w.time) / 8, w.step / height)));
        }
    }
}

/// Runs that begin and end in one column, as one stroke from the lowest step to the highest.
fn merged(runs: &[[(f64, f64); 2]], column: &dyn Fn(f64) -> u64) -> Vec<[(f64, f64); 2]> {
    let mut all: Vec<[(f64, f64); 2]> = Vec::new();
    for run in runs {
        let [(start, low), (end, high)] = *run;
        match all.last_mut() {
            Some([(t, a), (_, b)])
                if column(*t) == column(start) && column(start) == column(end) =>
            {
                (*a, *b) = (a.min(low), b.max(high));
            }
            _ => all.push(*run),
        }
    }
    all
}

/// The most that was held on each level in each column.
fn fullest(held: &[(f64, [u64; 2])], column: &dyn Fn(f64) -> u64) -> Vec<(f64, [u64; 2])> {
    let mut all: Vec<(f64, [u64; 2])> = Vec::new();
    for (time, now) in held {
        match all.last_mut() {
            Some((t, most)) if column(*t) == column(*time) => {
                *most = [most[0].max(now[0]), most[1].max(now[1])];
            }
            _ => all.push((*time, *now)),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(steps: u64, ram: u64) -> Trace {
        let budget = Budget::memory(steps, ram);
        let plan = enzyme_checkpoint::plan(&budget).unwrap();
        Trace::of(plan.best(), &budget).unwrap()
    }

    #[test]
    fn a_short_schedule_is_drawn_whole() {
        let trace = trace(10, 3);
        let advances: f64 = trace.forward.iter().map(|[(_, a), (_, b)]| b - a).sum();
        // Revolve (10, 3): 25 forward steps, 10 of them recorded.
        assert_eq!(advances, 15.0);
        assert_eq!(trace.adjoint.len(), 10);
        assert_eq!(trace.writes.len(), 6);
        assert_eq!(trace.held.iter().map(|(_, held)| held[0]).max(), Some(3));
    }

    #[test]
    fn a_long_one_keeps_its_extent() {
        let trace = trace(100_000, 50);
        assert!(trace.forward.len() < 3 * COLUMNS && trace.adjoint.len() <= COLUMNS + 1);
        let top = trace
            .forward
            .iter()
            .map(|[_, (_, b)]| *b)
            .fold(0.0, f64::max);
        assert_eq!(top, 99_999.0);
        assert_eq!(trace.held.iter().map(|(_, held)| held[0]).max(), Some(50));
    }
}
