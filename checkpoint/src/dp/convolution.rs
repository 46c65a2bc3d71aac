//! The (min, +) convolution behind the recurrences: `c(n) = min over j of f(j) + g(n - j)`, where `f` may
//! depend on earlier `c`. Owns the algorithm; knows no checkpoints.
//!
//! Where `g` is convex, a candidate `j` that was overtaken by a later one stays behind for good, since
//! `f(j) + g(n - j)` grows the faster in `n` the older `j` is. So a queue of candidates with the points at
//! which each takes over gives every `c(n)` in O(log n) (the concave 1D/1D case of Galil & Park,
//! Theoret. Comput. Sci. 92, 1992). A `g` that is not convex is cut into convex pieces, one queue each: the
//! functions here have a kink where using another level begins to pay, so there are few.

use super::NEVER;
use std::collections::VecDeque;

/// The convex pieces of `g`, over arguments 1 and up; `g[0]` is not used.
#[derive(Debug)]
pub(crate) struct Pieces<'a> {
    g: &'a [u64],
    queues: Vec<Queue>,
    filled: usize,
}

#[derive(Debug)]
struct Queue {
    /// The arguments of `g` that belong to this piece: `low..=high`.
    low: usize,
    high: usize,
    /// Candidates, each with the first `n` at which it is the best.
    candidates: VecDeque<(usize, usize)>,
}

impl<'a> Pieces<'a> {
    /// Cuts `g` where its second difference is negative or where it begins or ceases to be finite.
    pub(crate) fn of(g: &'a [u64]) -> Self {
        let mut queues: Vec<Queue> = Vec::new();
        let mut low = 1;
        for high in 1..g.len() {
            let ends = high + 1 == g.len()
                || (g[high] >= NEVER) != (g[high + 1] >= NEVER)
                || (high > low && g[high] - g[high - 1] > g[high + 1].saturating_sub(g[high]));
            if ends {
                if g[low] < NEVER {
                    queues.push(Queue { low, high, candidates: VecDeque::new() });
                }
                low = high + 1;
            }
        }
        Self { g, queues, filled: 0 }
    }

    /// How many pieces there are.
    pub(crate) fn count(&self) -> usize {
        self.queues.len()
    }

    /// `c(n)`, for `n` = 2, 3, … in this order; `f[j]` must be set for all `1 <= j < n`.
    pub(crate) fn least(&mut self, f: &[u64], n: usize) -> u64 {
        debug_assert!(n > self.filled, "in increasing order");
        self.filled = n;
        let g = self.g;
        self.queues.iter_mut().map(|queue| queue.least(f, g, n)).min().unwrap_or(NEVER)
    }
}

impl Queue {
    fn least(&mut self, f: &[u64], g: &[u64], n: usize) -> u64 {
        if n <= self.low {
            return NEVER;
        }
        self.insert(f, g, n);
        while self.candidates.len() > 1 && self.candidates[1].1 <= n {
            self.candidates.pop_front();
        }
        let Some(&(j, _)) = self.candidates.front() else {
            return NEVER;
        };
        self.value(f, g, j, n)
    }

    /// Enters the candidate that can be used from `n` on.
    fn insert(&mut self, f: &[u64], g: &[u64], n: usize) {
        let j = n - self.low;
        if f[j] >= NEVER {
            return;
        }
        let last = g.len() - 1;
        let mut start = n;
        while let Some(&(old, old_start)) = self.candidates.back() {
            let from = old_start.max(n);
            if self.value(f, g, j, from) > self.value(f, g, old, from) {
                start = self.overtakes(f, g, (old, j), (from, last));
                break;
            }
            self.candidates.pop_back();
        }
        if start <= last {
            self.candidates.push_back((j, start));
        }
    }

    /// The first `n` in `range` where the later of two candidates is at least as good as the earlier; one
    /// past its end if there is none. At its beginning it is not.
    fn overtakes(&self, f: &[u64], g: &[u64], (old, new): (usize, usize), range: (usize, usize)) -> usize {
        let (mut behind, last) = range;
        let mut ahead = (last + 1).min(old + self.high + 1);
        while ahead - behind > 1 {
            let middle = behind.midpoint(ahead);
            if self.value(f, g, new, middle) <= self.value(f, g, old, middle) {
                ahead = middle;
            } else {
                behind = middle;
            }
        }
        ahead
    }

    fn value(&self, f: &[u64], g: &[u64], j: usize, n: usize) -> u64 {
        if n - j > self.high { NEVER } else { f[j] + g[n - j] }
    }
}

/// `min over 1 <= j < n of f(j) + g(n - j)`, by looking at all: the fallback and the test's truth.
pub(crate) fn least_of_all(f: &[u64], g: &[u64], n: usize) -> u64 {
    f[1..n].iter().zip(g[1..n].iter().rev()).map(|(a, b)| a + b).min().unwrap_or(NEVER)
}

/// The least `j` at which `f(j) + g(n - j)` is `value`.
pub(crate) fn first_at(f: impl Fn(usize) -> u64, g: impl Fn(usize) -> u64, n: usize, value: u64) -> Option<usize> {
    (1..n).find(|&j| f(j) + g(n - j) == value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// `f` is made of earlier results, `g` is anything.
        #[test]
        fn equals_the_plain_minimum(g in prop::collection::vec(0u64..60, 3..80), add in 0u64..9, cut in 0usize..20) {
            let mut g: Vec<u64> = g;
            for value in g.iter_mut().take(cut.min(20)).skip(15) {
                *value = NEVER;
            }
            check(&g, add)?;
        }

        #[test]
        fn equals_the_plain_minimum_on_two_convex_pieces(
            slopes in prop::collection::vec(0u64..5, 4..120), add in 0u64..9, kink in 2usize..100
        ) {
            let mut slope = 0;
            let mut g = vec![0];
            for (i, rise) in slopes.iter().enumerate() {
                slope = if i == kink { 0 } else { slope + rise };
                g.push(g[i] + slope);
            }
            prop_assert!(Pieces::of(&g).count() <= 2);
            check(&g, add)?;
        }
    }

    fn check(g: &[u64], add: u64) -> Result<(), TestCaseError> {
        let mut f = vec![0, add];
        let mut pieces = Pieces::of(g);
        for n in 2..g.len() {
            let value = pieces.least(&f, n);
            prop_assert_eq!(value.min(NEVER), least_of_all(&f, g, n).min(NEVER), "n = {}", n);
            f.push(value.min(NEVER) + add);
        }
        Ok(())
    }
}
