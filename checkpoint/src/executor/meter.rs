//! What steps cost, measured as the run goes on. Owns the clocks and which steps are measured; draws no conclusion.
//!
//! A look at the clock takes as long as a short step. So the first parts of a run are measured, and of the others
//! one of many.

use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// So many are measured at first,
const FIRST: u64 = 64;
/// and then one of as many.
const ONE_OF: u64 = 64;

/// What a step costs on average, as far as there were any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Costs {
    /// A step forward that keeps nothing.
    pub step: Option<Duration>,
    /// A step forward that is recorded.
    pub record: Option<Duration>,
    /// The adjoint of a step.
    pub reverse: Option<Duration>,
}

impl Costs {
    /// A step forward, if need be one that is recorded.
    #[must_use]
    pub fn forward(&self) -> Option<Duration> {
        self.step.or(self.record)
    }

    /// A step that is recorded and reversed.
    #[must_use]
    pub fn adjoint(&self) -> Option<Duration> {
        Some(self.record? + self.reverse?)
    }
}

/// Measures one kind of step.
#[derive(Debug, Default)]
pub(super) struct Meter {
    seen: u64,
    steps: u64,
    time: Duration,
}

impl Meter {
    /// One or several steps begin: the time, if they are to be measured.
    #[inline]
    pub(super) fn start(&mut self) -> Option<Instant> {
        self.seen += 1;
        let measured = self.seen <= FIRST || self.seen.is_multiple_of(ONE_OF);
        measured.then(Instant::now)
    }

    /// So many steps have ended.
    #[inline]
    pub(super) fn stop(&mut self, start: Option<Instant>, steps: u64) {
        if let Some(start) = start {
            self.time += start.elapsed();
            self.steps += steps;
        }
    }

    /// What one costs.
    pub(super) fn mean(&self) -> Option<Duration> {
        let mean = self.time.as_secs_f64() / self.steps as f64;
        Duration::try_from_secs_f64(mean).ok()
    }
}

/// What is measured.
#[derive(Debug, Default)]
pub(super) struct Meters {
    pub(super) step: Meter,
    pub(super) record: Meter,
    pub(super) reverse: Meter,
}

impl Meters {
    pub(super) fn costs(&self) -> Costs {
        Costs {
            step: self.step.mean(),
            record: self.record.mean(),
            reverse: self.reverse.mean(),
        }
    }
}
