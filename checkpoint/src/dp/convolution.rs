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
use std::ops::Add;

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
                || (high > low && rise(g, high) > rise(g, high + 1));
            if ends {
                if g[low] < NEVER {
                    queues.push(Queue {
                        low,
                        high,
                        candidates: VecDeque::new(),
                    });
                }
                low = high + 1;
            }
        }
        Self {
            g,
            queues,
            filled: 0,
        }
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
        self.queues
            .iter_mut()
            .map(|queue| queue.least(f, g, n))
            .min()
            .unwrap_or(NEVER)
    }
}

/// How much `g` rises (or falls, below zero) up to an argument.
fn rise(g: &[u64], to: usize) -> i128 {
    i128::from(g[to]) - i128::from(g[to - 1])
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
    fn overtakes(
        &self,
        f: &[u64],
        g: &[u64],
        (old, new): (usize, usize),
        range: (usize, usize),
    ) -> usize {
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
        if n - j > self.high {
            NEVER
        } else {
            f[j] + g[n - j]
        }
    }
}

/// The same for any `g`, where both functions never fall: looks at all candidates but those in stretches
/// that cannot hold the least. A stretch is ruled out by lines below both functions, whose sum is least at
/// an end; a block within it, `a..b`, by `f(a) + g(n - b + 1)`. Still O(n) for each `n`, but most of it is
/// not looked at, and the rest several candidates at a time: run it under `pulp::Arch::dispatch`.
#[derive(Debug)]
pub(crate) struct Blocks<T> {
    /// `g` backwards, so that both lists are read forwards.
    back: Vec<T>,
    below_g: Vec<Line>,
    below_f: Vec<Line>,
    never: T,
    /// Where the last least was found, the place to look first.
    found: usize,
}

/// Candidates with one line.
const STRETCH: usize = 256;

/// Candidates looked at together.
const BLOCK: usize = 128;

/// A lower bound `offset + slope i`.
#[derive(Clone, Copy, Debug)]
struct Line {
    offset: f64,
    slope: f64,
}

impl Line {
    /// Below the values of one stretch, the first of which has index `start`.
    fn below<T: Number>(values: &[T], start: usize, never: T) -> Self {
        let last = values.len() - 1;
        if values[0] >= never || values[last] >= never {
            return Self {
                offset: f64::NEG_INFINITY,
                slope: 0.0,
            };
        }
        let slope = (values[last].real() - values[0].real()) / last.max(1) as f64;
        let offsets = values
            .iter()
            .enumerate()
            .map(|(i, v)| v.real() - slope * (start + i) as f64);
        Self {
            offset: offsets.fold(f64::INFINITY, f64::min),
            slope,
        }
    }

    #[inline(always)]
    fn at(self, index: usize) -> f64 {
        self.offset + self.slope * index as f64
    }
}

/// What tables hold.
pub(crate) trait Number: Copy + Ord + Add<Output = Self> {
    fn real(self) -> f64;
}

impl Number for u32 {
    #[inline(always)]
    fn real(self) -> f64 {
        f64::from(self)
    }
}

impl Number for u64 {
    #[inline(always)]
    fn real(self) -> f64 {
        self as f64
    }
}

impl<T: Number> Blocks<T> {
    /// `never` is no less than any sum of interest.
    pub(crate) fn of(g: &[T], never: T) -> Self {
        debug_assert!(
            g.len() < 2 || g[1..].is_sorted(),
            "bounds need a function that never falls"
        );
        let back: Vec<T> = g.iter().rev().copied().collect();
        let below_g = back.chunks(STRETCH).enumerate();
        let below_g = below_g
            .map(|(k, part)| Line::below(part, k * STRETCH, never))
            .collect();
        Self {
            back,
            below_g,
            below_f: Vec::new(),
            never,
            found: 0,
        }
    }

    /// `c(n)`, for `n` = 2, 3, … in this order; `f[j]` must be set for all `1 <= j < n`.
    #[inline(always)]
    pub(crate) fn least(&mut self, f: &[T], n: usize) -> T {
        let f = &f[1..n];
        if self.below_f.len() < f.len() / STRETCH {
            let start = self.below_f.len() * STRETCH;
            self.below_f
                .push(Line::below(&f[start..start + STRETCH], start, self.never));
        }
        let shift = self.back.len() - n;
        let g = &self.back[shift..][..n - 1];
        let first = self.found.min((n - 2) / BLOCK * BLOCK);
        let mut best = self.never.min(least_sum(block(f, first), block(g, first)));
        for stretch in (0..n - 1).step_by(STRETCH) {
            if self.exceeds(stretch, shift, best) {
                continue;
            }
            for start in (stretch..(stretch + STRETCH).min(n - 1)).step_by(BLOCK) {
                let (f, g) = (block(f, start), block(g, start));
                if start == first || f[0] + g[g.len() - 1] >= best {
                    continue;
                }
                let least = least_sum(f, g);
                if least < best {
                    (best, self.found) = (least, start);
                }
            }
        }
        best
    }

    /// Whether no sum in the stretch from `start` is below `best`, as far as lines can tell.
    #[inline(always)]
    fn exceeds(&self, start: usize, shift: usize, best: T) -> bool {
        let Some(f) = self.below_f.get(start / STRETCH) else {
            return false;
        };
        // The stretch of f meets two of g.
        let end = start + STRETCH - 1;
        let number = (start + shift) / STRETCH;
        let middle = ((number + 1) * STRETCH - shift).min(end + 1);
        let sum = |g: Line, i: usize| f.at(i) + g.at(i + shift);
        let left = self.below_g[number];
        let mut bound = sum(left, start).min(sum(left, middle - 1));
        if middle <= end {
            let right = self.below_g[number + 1];
            bound = bound.min(sum(right, middle)).min(sum(right, end));
        }
        // Values are whole: above `best - 1` is not below `best`. The rest is room for rounding.
        bound - bound.abs() * 1e-12 > best.real() - 0.9
    }
}

#[inline(always)]
fn block<T>(values: &[T], start: usize) -> &[T] {
    &values[start..values.len().min(start + BLOCK)]
}

#[inline(always)]
fn least_sum<T: Number>(f: &[T], g: &[T]) -> T {
    let sums = f.iter().zip(g).map(|(x, y)| *x + *y);
    // Blocks are not empty; a fold from their first sum becomes a loop over lanes.
    sums.fold(f[0] + g[0], Ord::min)
}

/// `min over 1 <= j < n of f(j) + g(n - j)`, by looking at all.
#[cfg(test)]
fn least_of_all(f: &[u64], g: &[u64], n: usize) -> u64 {
    f[1..n]
        .iter()
        .zip(g[1..n].iter().rev())
        .map(|(a, b)| a + b)
        .min()
        .unwrap_or(NEVER)
}

/// The `j` at which `f(j) + g(n - j)` is `value`; of several the greatest, which makes for the fewest writes.
pub(crate) fn last_at(
    f: impl Fn(usize) -> u64,
    g: impl Fn(usize) -> u64,
    n: usize,
    value: u64,
) -> Option<usize> {
    (1..n).rev().find(|&j| f(j) + g(n - j) == value)
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
        fn equals_the_plain_minimum_where_nothing_falls(
            slopes in prop::collection::vec(0u64..5, 300..600), add in 0u64..9
        ) {
            let mut g = vec![0];
            slopes.iter().for_each(|slope| g.push(g[g.len() - 1] + slope));
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

    /// A stretch that is level and then falls is not convex: found by the random test above.
    #[test]
    fn a_fall_behind_a_level_stretch_is_a_piece_of_its_own() {
        assert_eq!(Pieces::of(&[0, 5, 5, 3]).count(), 2);
        let random = [
            0, 8, 12, 28, 28, 9, 21, 1, 5, 15, 25, 29, 9, 21, 2, 2, 21, 38, 38, 1, 0, 0, 0, 1, 1,
            0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 11, 0,
        ];
        check(&random, 8).unwrap();
    }

    fn check(g: &[u64], add: u64) -> Result<(), TestCaseError> {
        let mut f = vec![0, add];
        let mut pieces = Pieces::of(g);
        let mut blocks = g[1..].is_sorted().then(|| Blocks::of(g, NEVER));
        for n in 2..g.len() {
            let value = pieces.least(&f, n);
            let truth = least_of_all(&f, g, n).min(NEVER);
            prop_assert_eq!(value.min(NEVER), truth, "n = {}", n);
            if let (true, Some(blocks)) = (f[1..].is_sorted(), &mut blocks) {
                prop_assert_eq!(blocks.least(&f, n).min(NEVER), truth, "n = {}", n);
            }
            f.push(value.min(NEVER) + add);
        }
        Ok(())
    }
}
