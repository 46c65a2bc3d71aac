//! The numbers of binomial checkpointing. Owns the closed formulas; no actions.
//!
//! Source: Griewank & Walther, "Algorithm 799: revolve", ACM TOMS 26(1), 2000, doi 10.1145/347837.347846.
//! Throughout, `slots` counts the one that holds the initial state.
//!
//! Chains need no table: the repetition number of a part follows from that of the whole by a few multiplications.

/// `a * b / c`, where the quotient is known to be whole. Saturates.
pub(crate) fn mul_div(a: u64, b: u64, c: u64) -> u64 {
    match a.checked_mul(b) {
        Some(product) => product / c,
        None => u64::try_from(u128::from(a) * u128::from(b) / u128::from(c)).unwrap_or(u64::MAX),
    }
}

/// beta(s, r) = C(s + r, s): the longest chain that `s` slots reverse with no step run more than `r`
/// times (ibid.). Saturates at `u64::MAX`.
#[must_use]
pub fn beta(slots: u64, repetitions: u64) -> u64 {
    u64::try_from(wide_beta(slots, repetitions)).unwrap_or(u64::MAX)
}

/// The same, saturating at `u128::MAX`.
fn wide_beta(slots: u64, repetitions: u64) -> u128 {
    let (small, large) = (slots.min(repetitions), slots.max(repetitions));
    let mut value: u128 = 1;
    for i in 1..=u128::from(small) {
        match value.checked_mul(u128::from(large) + i) {
            Some(product) => value = product / i,
            None => return u128::MAX,
        }
    }
    value
}

/// Fewest steps advanced beyond the recording of each: t(n, s) = r n - beta(s + 1, r - 1) with the least r
/// such that n <= beta(s, r) (ibid.). `None` if there are steps to repeat and no slot to start from.
/// Saturates at `u64::MAX`.
///
/// The number of forward steps is `n + t`.
#[must_use]
pub fn least_advances(steps: u64, slots: u64) -> Option<u64> {
    match (steps, slots) {
        (0 | 1, _) => Some(0),
        (_, 0) => None,
        (n, 1) => Some(mul_div(n, n - 1, 2)),
        (n, s) => {
            // More slots than steps are of no use.
            let s = s.min(n);
            let r = Level::of(n, s).repetitions;
            let advances = u128::from(r) * u128::from(n) - wide_beta(s + 1, r - 1);
            Some(u64::try_from(advances).unwrap_or(u64::MAX))
        }
    }
}

/// The least repetition number of a chain, with beta for it. Children of a chain get theirs by a few
/// multiplications, which is what makes drawing a schedule cheap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    /// r
    pub(crate) repetitions: u64,
    /// beta(s, r)
    pub(crate) reach: u64,
}

impl Level {
    /// For a chain of at least two steps and at least two slots.
    pub(crate) fn of(steps: u64, slots: u64) -> Self {
        let repetitions = at_least(steps, slots);
        let mut level = Self {
            repetitions,
            reach: beta(slots, repetitions),
        };
        while level.reach < steps {
            level.repetitions += 1;
            let r = level.repetitions;
            level.reach = mul_div(level.reach, slots + r, r);
        }
        level
    }

    /// beta(s, r - 1), from beta(s, r).
    fn below(self, slots: u64) -> u64 {
        mul_div(self.reach, self.repetitions, slots + self.repetitions)
    }

    /// The same for a chain of fewer steps.
    pub(crate) fn for_steps(mut self, steps: u64, slots: u64) -> Self {
        while self.repetitions > 1 {
            let below = self.below(slots);
            if steps > below {
                break;
            }
            self = Self {
                repetitions: self.repetitions - 1,
                reach: below,
            };
        }
        self
    }

    /// The same with one slot less: beta(s - 1, r) = beta(s, r) s / (s + r).
    pub(crate) fn with_slot_less(self, slots: u64) -> Self {
        let reach = mul_div(self.reach, slots, slots + self.repetitions);
        Self { reach, ..self }
    }

    /// How far to advance before the next checkpoint: of the distances that need the fewest advances,
    /// one that leads to the fewest writes (ibid.). `slots >= 2`, `steps >= 2`.
    pub(crate) fn split(self, steps: u64, slots: u64) -> u64 {
        let (s, r) = (slots, self.repetitions);
        if r == 1 {
            return 1;
        }
        let b1 = self.below(s); // beta(s, r-1)
        let b2 = mul_div(b1, s, s + r - 1); // beta(s-1, r-1)
        let b3 = mul_div(b2, s - 1, s + r - 2); // beta(s-2, r-1)
        let b5 = if s < 3 { 0 } else { mul_div(b3, s - 2, r) }; // beta(s-3, r)
        if steps <= b1 + b3 {
            mul_div(b2, r - 1, s) // beta(s, r-2)
        } else if steps >= self.reach - b5 {
            b1
        } else {
            steps - b2 - b3
        }
    }
}

/// A repetition number that is surely not too great, and near for few slots: beta(s, r) is a product of s
/// factors over s!, their mean being r + (s + 1) / 2, which bounds it by that mean's power.
fn at_least(steps: u64, slots: u64) -> u64 {
    const FEW: u64 = 8;
    if slots >= FEW {
        return 1;
    }
    let factorial = (1..=slots).product::<u64>() as f64;
    let mean = (factorial * steps as f64).powf(1.0 / slots as f64);
    (mean - (slots as f64 + 1.0) / 2.0 - 1.0).max(1.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fewest (advances, writes), in this order, for all chains up to `n` and slots up to `s`; the write
    /// of the initial state is not counted.
    fn exact(n: usize, s: usize) -> Vec<Vec<(u64, u64)>> {
        let mut table = vec![vec![(0, 0); n + 1]; s + 1];
        for l in 2..=n {
            table[1][l] = ((l * (l - 1) / 2) as u64, 0);
        }
        for k in 2..=s {
            for l in 2..=n {
                let best = |m: usize| {
                    let right = l - m;
                    let (a, w) = table[k - 1][right];
                    let (b, v) = table[k][m];
                    (m as u64 + a + b, w + v + u64::from(right > 1))
                };
                table[k][l] = (1..l).map(best).min().unwrap();
            }
        }
        table
    }

    fn drawn(n: u64, s: u64) -> (u64, u64) {
        if n <= 1 {
            return (0, 0);
        }
        if s == 1 {
            return (n * (n - 1) / 2, 0);
        }
        let m = Level::of(n, s).split(n, s);
        let (a, w) = drawn(n - m, s - 1);
        let (b, v) = drawn(m, s);
        (m + a + b, w + v + u64::from(n - m > 1))
    }

    #[test]
    fn advances_and_writes_are_least() {
        let table = exact(200, 12);
        for s in 1..=12 {
            for n in 1..=200 {
                let exact = table[s][n];
                assert_eq!(
                    least_advances(n as u64, s as u64),
                    Some(exact.0),
                    "n={n} s={s}"
                );
                assert_eq!(drawn(n as u64, s as u64), exact, "n={n} s={s}");
            }
        }
    }

    #[test]
    fn levels_follow_from_their_parents() {
        for s in 2..=9 {
            for n in 2..=600 {
                let parent = Level::of(n, s);
                for m in 2..n {
                    assert_eq!(parent.for_steps(m, s), Level::of(m, s));
                }
                if s > 2 {
                    let m = parent.split(n, s);
                    if n - m > 1 {
                        let right = parent.with_slot_less(s).for_steps(n - m, s - 1);
                        assert_eq!(right, Level::of(n - m, s - 1), "n={n} s={s}");
                    }
                }
            }
        }
    }

    #[test]
    fn published_values() {
        let cases = [
            (10, 3, 15),
            (100, 5, 316),
            (100, 10, 222),
            (1000, 10, 3636),
            (14, 3, 27),
        ];
        for (n, s, t) in cases {
            assert_eq!(least_advances(n, s), Some(t));
        }
        assert_eq!(least_advances(100_000, 50), Some(375_196));
        assert_eq!(least_advances(5, 0), None);
        assert_eq!(beta(50, 4), 316_251);
        assert_eq!(beta(200, 200), u64::MAX);
    }
}
