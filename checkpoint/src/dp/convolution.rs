//! The (min, +) convolution behind the recurrences: `c(n) = min over 0 < j < n of f(j) + g(n - j)`, where `f`
//! may depend on earlier `c`, and neither function falls. Owns the algorithm; knows no checkpoints.
//!
//! Only corners count. Let j be the least place where `f(j) + g(k)`, `j + k = n`, is least, and not an end.
//! Then it falls on the way to j and does not fall behind it:
//!
//! ```text
//! f(j) - f(j-1) < g(k+1) - g(k)     and     g(k) - g(k-1) <= f(j+1) - f(j)
//! ```
//!
//! If neither function bent upwards there, `f(j+1) - f(j) <= f(j) - f(j-1)` and `g(k+1) - g(k) <= g(k) - g(k-1)`
//! would make a circle of these, with one of them strict. So f bends upwards at j, or g at k. The functions of
//! checkpointing are straight over long stretches, with a few hundred corners over a hundred thousand arguments.
//!
//! O(n K) time for K corners, many arguments at a time: run it under `pulp::Arch::dispatch`.

use std::ops::Add;

/// Arguments computed together. Between them `f` is known at its time only: all `j` among them are looked at.
const CHUNK: usize = 64;

/// The state of a convolution with `g`, over arguments 1 and up; `g[0]` is not used.
#[derive(Debug)]
pub(crate) struct Corners<'a, T> {
    g: &'a [T],
    of_g: Vec<usize>,
    of_f: Vec<usize>,
    never: T,
    /// The chunk begins here.
    start: usize,
    /// The least sums with `j` before the chunk.
    chunk: [T; CHUNK],
}

impl<'a, T: Copy + Ord + Add<Output = T>> Corners<'a, T> {
    /// `never` is no less than any sum of interest, and no value is above it.
    pub(crate) fn of(g: &'a [T], never: T) -> Self {
        debug_assert!(g.len() < 2 || g[1..].is_sorted(), "falls");
        let inner = 2..g.len().saturating_sub(1);
        Self {
            g,
            // The ends are always looked at.
            of_g: [1]
                .into_iter()
                .chain(inner.filter(|k| bends(g, *k)))
                .collect(),
            of_f: vec![1],
            never,
            start: 0,
            chunk: [never; CHUNK],
        }
    }

    /// `c(n)`, for `n` = 2, 3, … in this order; `f[j]` must be set for all `1 <= j < n`.
    #[inline(always)]
    pub(crate) fn least(&mut self, f: &[T], n: usize) -> T {
        if n == 2 || n == self.start + CHUNK {
            self.begin(f, n);
        }
        let (start, g) = (self.start, self.g);
        let here = f[start..n].iter().zip(g[1..=n - start].iter().rev());
        let least = self.chunk[n - start];
        here.fold(least, |least, (f, g)| least.min(*f + *g))
    }

    /// Looks at all `j` before the chunk that begins at `start`.
    #[inline(always)]
    fn begin(&mut self, f: &[T], start: usize) {
        let g = self.g;
        // Whether f bends at `start - 1` is not known yet: it is looked at, and looked at again later.
        let known = self.start.max(2) - 1..start - 1;
        self.of_f.extend(known.filter(|j| *j > 1 && bends(f, *j)));
        self.start = start;
        let end = (start + CHUNK).min(g.len());
        let chunk = &mut self.chunk[..end - start];
        chunk.fill(self.never);
        // Nothing falls: whoever is of use is less at the beginning than the least sum at the end.
        let last = end - 1;
        let behind = self.of_g.partition_point(|k| *k < last);
        let (of_f, of_g) = (&self.of_f[..], &self.of_g[..behind]);
        let by_f = of_f.iter().map(|j| f[*j] + g[last - j]);
        let near = |k: usize| last - k < start;
        let by_g = of_g
            .iter()
            .filter(|k| near(**k))
            .map(|k| f[last - k] + g[*k]);
        let most = by_f.chain(by_g).fold(self.never, Ord::min);
        for &j in of_f.iter().chain([&(start - 1)]) {
            if f[j] + g[start - j] <= most {
                lower(chunk, &g[start - j..], f[j]);
            }
        }
        for &k in of_g.iter().take_while(|k| g[**k] <= most) {
            let (first, end) = (start.max(k + 1), end.min(start + k));
            if f[first - k] + g[k] <= most {
                lower(
                    &mut chunk[first - start..end - start],
                    &f[first - k..],
                    g[k],
                );
            }
        }
    }
}

/// Lowers each value to that beside it plus `add`.
#[inline(always)]
fn lower<T: Copy + Ord + Add<Output = T>>(values: &mut [T], beside: &[T], add: T) {
    for (value, other) in values.iter_mut().zip(beside) {
        *value = (*value).min(*other + add);
    }
}

/// Whether the values rise more steeply behind an argument than before it.
#[inline(always)]
fn bends<T: Copy + Ord + Add<Output = T>>(values: &[T], at: usize) -> bool {
    values[at - 1] + values[at + 1] > values[at] + values[at]
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
    use super::super::NEVER;
    use super::*;
    use proptest::prelude::*;

    /// `min over 1 <= j < n of f(j) + g(n - j)`, by looking at all.
    fn least_of_all(f: &[u64], g: &[u64], n: usize) -> u64 {
        let sums = f[1..n].iter().zip(g[1..n].iter().rev());
        sums.map(|(a, b)| a + b).min().unwrap_or(NEVER)
    }

    /// A function that never falls, made of `slopes`, and not finite from `end` on.
    fn rising(slopes: &[u64], end: usize) -> Vec<u64> {
        let mut values = vec![0];
        for (i, slope) in slopes.iter().enumerate() {
            let value = if i >= end { NEVER } else { values[i] + slope };
            values.push(value);
        }
        values
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

        /// `f` is made of earlier results; `g` has corners everywhere.
        #[test]
        fn equals_the_plain_minimum(
            slopes in prop::collection::vec(0u64..5, 3..600), add in 0u64..9, end in 1usize..900
        ) {
            check(&rising(&slopes, end), add)?;
        }

        /// Straight for long stretches.
        #[test]
        fn equals_the_plain_minimum_with_few_corners(
            runs in prop::collection::vec((0u64..9, 1usize..90), 1..12), add in 0u64..9
        ) {
            let slopes: Vec<u64> = runs.iter().flat_map(|(slope, length)| vec![*slope; *length]).collect();
            check(&rising(&slopes, slopes.len()), add)?;
        }
    }

    fn check(g: &[u64], add: u64) -> Result<(), TestCaseError> {
        // Like the left part of a chain: advance over it, restore its start, reverse it.
        let left = |n: usize, value: u64| (value + add + n as u64).min(NEVER);
        let mut f = vec![NEVER, left(1, 0)];
        let mut corners = Corners::of(g, NEVER);
        for n in 2..g.len() {
            let value = corners.least(&f, n).min(NEVER);
            prop_assert_eq!(value, least_of_all(&f, g, n).min(NEVER), "n = {}", n);
            f.push(left(n, value));
        }
        Ok(())
    }
}
