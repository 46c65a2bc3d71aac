//! Optimal checkpoints for steps of different costs. Owns the programme over intervals.
//!
//! With W(a, b) the cost of advancing over the steps `a..b` and s slots, one of which holds state a:
//!
//! ```text
//! C_s(a, b) = min over a < m < b of W(a, m) + C_(s-1)(m, b) + C_s(a, m)
//! C_1(a, b) = sum over a < i < b of W(a, i),    C_s(a, a + 1) = 0
//! ```
//!
//! This is Griewank & Walther's recurrence with costs. W is additive, hence C
//! satisfies the quadrangle inequality (by induction: the minimum over m is a product of Monge matrices in
//! (min, +)), and the least minimiser grows with a and with b (Yao's argument): looking between those of
//! the two intervals that are shorter by one costs O(n^2) for each s instead of O(n^3).
//! Memory: 2 bytes for each of n (n + 1)/2 intervals and each s from 2, and 16 while the table is made.

use super::cache::Cache;
use super::ticks;
use std::sync::Arc;

/// Bytes that the making of a table takes at most. Steps fit into 16 bits then.
pub(crate) const LARGEST: u128 = 1_000_000_000;

/// Bytes that the making of a table takes.
pub(crate) fn bytes(steps: u64, slots: u64) -> u128 {
    let intervals = u128::from(steps) * (u128::from(steps) + 1) / 2;
    let each = match slots {
        0 | 1 => size_of::<u64>() as u128,
        _ => 2 * size_of::<u64>() as u128 + u128::from(slots - 1) * size_of::<u16>() as u128,
    };
    intervals.saturating_mul(each)
}

/// What a table is made from: costs of the steps in ticks, and slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    steps: Vec<u64>,
    slots: usize,
}

impl Problem {
    pub(crate) fn new(costs: &[f64], slots: u64) -> Self {
        Self {
            steps: ticks(costs),
            slots: slots.min(costs.len() as u64) as usize,
        }
    }
}

/// Where to put the next checkpoint, for every interval and number of slots from 2.
#[derive(Debug)]
pub(crate) struct Table {
    length: usize,
    middles: Vec<Vec<u16>>,
    #[cfg(test)]
    values: Vec<Vec<u64>>,
}

static TABLES: Cache<Problem, Table> = Cache::new();

impl Table {
    /// The table for a problem, from the cache if it is there.
    pub(crate) fn of(problem: Problem) -> Arc<Self> {
        let asked = problem.clone();
        TABLES.get(
            problem,
            |kept| kept.steps == asked.steps && kept.slots >= asked.slots,
            Self::make,
        )
    }

    fn make(problem: &Problem) -> Self {
        let length = problem.steps.len();
        let mut until = vec![0];
        for (i, cost) in problem.steps.iter().enumerate() {
            until.push(until[i] + cost);
        }
        let mut values = first_row(length, &until);
        let mut table = Self {
            length,
            middles: Vec::new(),
            #[cfg(test)]
            values: vec![values.clone()],
        };
        for _ in 2..=problem.slots {
            let (next, middles) = table.row(&values, &until);
            values = next;
            table.middles.push(middles);
            #[cfg(test)]
            table.values.push(values.clone());
        }
        table
    }

    /// C_s and its minimisers, from C_(s-1).
    fn row(&self, fewer: &[u64], until: &[u64]) -> (Vec<u64>, Vec<u16>) {
        let n = self.length;
        let mut values = vec![0; n * (n + 1) / 2];
        let mut middles = vec![0u16; values.len()];
        for length in 2..=n {
            for a in 0..=n - length {
                let b = a + length;
                let (low, high) = if length == 2 {
                    (a + 1, a + 1)
                } else {
                    let (left, right) = (middles[index(n, a, b - 1)], middles[index(n, a + 1, b)]);
                    (usize::from(left), usize::from(right.max(left)))
                };
                let cost =
                    |m: usize| until[m] - until[a] + fewer[index(n, m, b)] + values[index(n, a, m)];
                let (value, middle) = (low..=high).map(|m| (cost(m), m)).min().unwrap_or((0, low));
                let here = index(n, a, b);
                values[here] = value;
                middles[here] = middle as u16;
            }
        }
        (values, middles)
    }

    /// The next checkpoint of a chain of at least two steps with at least two slots.
    pub(crate) fn middle(&self, from: u64, to: u64, slots: u64) -> u64 {
        let row = (slots as usize - 2).min(self.middles.len() - 1);
        u64::from(self.middles[row][index(self.length, from as usize, to as usize)])
    }
}

/// Intervals `a..b`, those of one length side by side: rows are filled by length.
fn index(n: usize, a: usize, b: usize) -> usize {
    let shorter = b - a - 1;
    // Before them are n + (n - 1) + … intervals of lengths 1 to `shorter`.
    shorter * (2 * n - shorter + 1) / 2 + a
}

/// C_1.
fn first_row(n: usize, until: &[u64]) -> Vec<u64> {
    let mut values = vec![0; n * (n + 1) / 2];
    for length in 2..=n {
        for a in 0..=n - length {
            let b = a + length;
            values[index(n, a, b)] = values[index(n, a, b - 1)] + until[b - 1] - until[a];
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binomial::least_advances;
    use proptest::prelude::*;

    /// C_s without the bounds on m.
    fn plain(costs: &[u64], slots: usize) -> Vec<Vec<u64>> {
        let n = costs.len();
        let mut until = vec![0];
        costs
            .iter()
            .for_each(|cost| until.push(until[until.len() - 1] + cost));
        let mut rows = vec![first_row(n, &until)];
        for s in 1..slots {
            let mut row = vec![0; n * (n + 1) / 2];
            for length in 2..=n {
                for a in 0..=n - length {
                    let b = a + length;
                    let cost = |m: usize| {
                        until[m] - until[a] + rows[s - 1][index(n, m, b)] + row[index(n, a, m)]
                    };
                    row[index(n, a, b)] = (a + 1..b).map(cost).min().unwrap();
                }
            }
            rows.push(row);
        }
        rows
    }

    /// The least cost of one chain by trying all, one decision after the other.
    fn brute(costs: &[u64], slots: usize) -> u64 {
        if costs.len() <= 1 {
            return 0;
        }
        // From the first state to the last step, then without that one.
        let ahead: u64 = costs[..costs.len() - 1].iter().sum();
        let again = ahead + brute(&costs[..costs.len() - 1], slots);
        let kept = (1..costs.len()).filter(|_| slots > 1).map(|m| {
            let ahead: u64 = costs[..m].iter().sum();
            ahead + brute(&costs[m..], slots - 1) + brute(&costs[..m], slots)
        });
        kept.chain([again]).min().unwrap_or(again)
    }

    proptest! {
        #[test]
        fn nothing_is_cheaper(costs in prop::collection::vec(0u32..50, 1..=12), slots in 1u64..5) {
            let costs: Vec<f64> = costs.into_iter().map(f64::from).collect();
            let problem = Problem::new(&costs, slots);
            let whole = index(costs.len(), 0, costs.len());
            let last = Table::make(&problem).values.pop().unwrap();
            prop_assert_eq!(last[whole], brute(&problem.steps, problem.slots));
        }

        #[test]
        fn bounds_lose_nothing(costs in prop::collection::vec(0u32..50, 1..40), slots in 1u64..6) {
            let costs: Vec<f64> = costs.into_iter().map(f64::from).collect();
            let problem = Problem::new(&costs, slots);
            let truth = plain(&problem.steps, problem.slots);
            prop_assert_eq!(&Table::make(&problem).values, &truth);
        }
    }

    #[test]
    fn steps_of_the_largest_tables_fit() {
        for slots in [1, 2, 3, 50, 1000, u64::MAX] {
            assert!(bytes(u64::from(u16::MAX), slots) > LARGEST);
        }
        assert!(bytes(u64::MAX, u64::MAX) > LARGEST);
    }

    #[test]
    fn equal_steps_are_binomial() {
        for slots in 1..8 {
            for n in 1..60 {
                let table = Table::make(&Problem::new(&vec![1.0; n], slots));
                let last = table.values.last().unwrap();
                assert_eq!(last.last().copied(), least_advances(n as u64, slots));
            }
        }
    }
}
