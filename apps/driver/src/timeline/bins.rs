//! Seconds of all phases in bins of equal width.
//!
//! Owns: how an interval is spread over bins, and their merging. Must not: look at a clock.

use super::phase::{PHASES, Phase};

/// Bins at most; from half as many on, they are as wide as they have to be.
const MOST: usize = 1024;

/// The width of the first ones, in seconds.
const FINEST: f64 = 1e-4;

/// Seconds of each phase, and those of them that were spent waiting.
pub(super) type Bin = [f64; 2 * PHASES.len()];

/// The bins of one rank.
#[derive(Clone, Debug, Default)]
pub(super) struct Bins {
    /// How often they were merged.
    pub(super) merged: u32,
    pub(super) all: Vec<Bin>,
}

impl Bins {
    /// Seconds of a bin.
    pub(super) fn width(&self) -> f64 {
        FINEST * f64::from(self.merged).exp2()
    }

    /// Adds an interval, of which so many seconds were spent waiting.
    pub(super) fn add(&mut self, phase: Phase, (from, to): (f64, f64), waited: f64) {
        while to >= self.width() * MOST as f64 {
            self.merge();
        }
        let width = self.width();
        let (first, last) = ((from / width) as usize, (to / width) as usize);
        if self.all.len() <= last {
            self.all.resize(last + 1, Bin::default());
        }
        let share = waited / (to - from).max(f64::MIN_POSITIVE);
        for (k, bin) in (first..=last).zip(&mut self.all[first..=last]) {
            let (begin, end) = (k as f64 * width, (k + 1) as f64 * width);
            let inside = (to.min(end) - from.max(begin)).max(0.0);
            bin[phase as usize] += inside;
            bin[PHASES.len() + phase as usize] += share * inside;
        }
    }

    /// Makes one of two.
    pub(super) fn merge(&mut self) {
        let pairs = self.all.chunks(2);
        let sum = |pair: &[Bin]| std::array::from_fn(|k| pair.iter().map(|bin| bin[k]).sum());
        self.all = pairs.map(sum).collect();
        self.merged += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However long a run is, there are no more bins, and no second is lost.
    #[test]
    fn bins_are_bounded_and_keep_all_seconds() {
        let mut bins = Bins::default();
        let mut now = 0.0;
        for k in 0..20_000 {
            let phase = [Phase::Primal, Phase::Adjoint][k % 2];
            let then = now + 1e-5 * (1 + k % 7) as f64 * (1.0 + k as f64 / 100.0);
            bins.add(phase, (now, then), 0.25 * (then - now));
            now = then;
        }
        assert!((MOST / 2..=MOST).contains(&bins.all.len()));
        let sum = |k: usize| -> f64 { bins.all.iter().map(|bin| bin[k]).sum() };
        let spent: f64 = (0..PHASES.len()).map(sum).sum();
        let waited: f64 = (PHASES.len()..2 * PHASES.len()).map(sum).sum();
        assert!((spent / now - 1.0).abs() < 1e-9, "{spent} of {now}");
        assert!((waited / now - 0.25).abs() < 1e-9, "{waited} of {now}");
        // No bin has more seconds than it is wide.
        let fullest = bins
            .all
            .iter()
            .map(|bin| bin[..PHASES.len()].iter().sum::<f64>());
        assert!(fullest.fold(0.0, f64::max) < bins.width() * (1.0 + 1e-9));
    }
}
