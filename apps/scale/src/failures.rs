//! Nodes fail: how often a run is to be saved, and how long it takes with what is lost.
//!
//! Owns: these formulas. Must not: know what a save consists of.

/// What failures and the provisions against them cost, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Failures {
    /// Mean time between failures of all that the run uses together, exponentially distributed.
    pub between: f64,
    /// Writing a save.
    pub save: f64,
    /// From a failure to where the run stood at its last save.
    pub restart: f64,
}

impl Failures {
    /// The time between two saves for which the run takes least: with the cost δ of a save and the mean time M between failures,
    /// sqrt(2 δ M) [1 + sqrt(δ/(2M))/3 + δ/(18M)] - δ, and M where δ ≥ 2M.
    ///
    /// J. T. Daly, "A higher order estimate of the optimum checkpoint interval for restart dumps", 2006, doi 10.1016/j.future.2004.11.016; the
    /// first factor alone is J. W. Young's, "A first order approximation to the optimum checkpoint interval", 1974, doi 10.1145/361147.361115.
    #[must_use]
    pub fn interval(&self) -> f64 {
        let Self { between, save, .. } = *self;
        if save >= 2.0 * between {
            return between;
        }
        let part = save / (2.0 * between);
        (2.0 * save * between).sqrt() * (1.0 + part.sqrt() / 3.0 + part / 9.0) - save
    }

    /// The expected time of so much work, saved each time when `interval` of it is done: M e^(R/M) (e^((τ+δ)/M) - 1) for each of
    /// them, where failures may also come while the run is saved or starts again (Daly 2006). Infinite, where it never ends.
    #[must_use]
    pub fn expected(&self, work: f64, interval: f64) -> f64 {
        let Self {
            between,
            save,
            restart,
        } = *self;
        if work <= 0.0 {
            return 0.0;
        }
        let interval = interval.min(work);
        let part = ((interval + save) / between).exp_m1() * between * (restart / between).exp();
        part * work / interval
    }
}

#[cfg(test)]
mod tests {
    use super::Failures;
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    /// One run, event by event.
    fn simulated(costs: &Failures, parts: u32, interval: f64, random: &mut ChaCha8Rng) -> f64 {
        let mut time = 0.0;
        let mut next = |time: f64| time - costs.between * (1.0 - random.random::<f64>()).ln();
        let mut failure = next(0.0);
        for _ in 0..parts {
            let mut done = false;
            while !done {
                let mut end = time + interval + costs.save;
                done = failure >= end;
                while failure < end {
                    // Work, or a restart, is cut off; another restart follows.
                    time = failure;
                    failure = next(time);
                    end = time + costs.restart;
                }
                time = end;
            }
        }
        time
    }

    #[test]
    fn the_expected_time_is_that_of_simulated_runs() {
        let seed = 20_060_201;
        println!("seed {seed}");
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for (between, save, restart) in [(1e4, 60.0, 120.0), (500.0, 30.0, 100.0)] {
            let costs = Failures {
                between,
                save,
                restart,
            };
            let interval = costs.interval();
            let (runs, parts) = (20_000, 20);
            let all = (0..runs).map(|_| simulated(&costs, parts, interval, &mut random));
            let mean = all.sum::<f64>() / f64::from(runs);
            let expected = costs.expected(interval * f64::from(parts), interval);
            let apart = (mean / expected - 1.0).abs();
            assert!(apart < 0.01, "{mean} simulated, {expected} expected");
        }
    }

    /// Looked for on a fine scale, nothing is better by more than a thousandth.
    #[test]
    fn the_interval_is_the_best() {
        for save in [1.0, 60.0, 600.0] {
            let costs = Failures {
                between: 1e4,
                save,
                restart: 100.0,
            };
            let work = 1e6;
            let found = costs.expected(work, costs.interval());
            let scale = (-300..300).map(|k| costs.interval() * 1.01f64.powi(k));
            let least = scale.map(|interval| costs.expected(work, interval));
            let least = least.fold(f64::INFINITY, f64::min);
            assert!(found <= least * 1.001, "{save}: {found}, {least}");
        }
    }

    #[test]
    fn saves_that_take_longer_than_nodes_last() {
        let costs = Failures {
            between: 10.0,
            save: 30.0,
            restart: 1e5,
        };
        assert_eq!(costs.interval(), 10.0);
        assert_eq!(costs.expected(1e9, 10.0), f64::INFINITY);
        assert_eq!(costs.expected(0.0, 10.0), 0.0);
    }
}
