//! What may lie in copied bytes that nobody below the hook accesses, beside scalars that are known.
//!
//! They are padding, or a number or an integer of the caller's, and move as a number would: the shadow of padding or of an
//! integer is nobody's number.
//!
//! Owns: which numbers move there. Must not: decide whether a layout may have gaps (`copies`).

use crate::analysis::memory::{Run, float_size};
use enzyme_rules::FloatKind;
use std::collections::BTreeSet;

/// The smallest number; fewer bytes hold none.
const HALF: u64 = 2;

/// A copied stretch of bytes.
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    /// Where it begins in its object, as far as alignment goes: less than eight.
    pub(super) begin: u64,
    /// How many bytes are copied.
    pub(super) length: u64,
    /// Where what is known repeats; not less than `length`. What lies behind the copy is not known, and does not move.
    pub(super) period: u64,
}

/// Bytes of which nothing is known.
pub(super) struct Gaps {
    stretch: Stretch,
    /// Aligned pairs of bytes, counted from where the object begins.
    pairs: BTreeSet<u64>,
}

impl Gaps {
    /// Pairs of bytes in a stretch that no scalar touches; of a scalar, `offset` counts from where the stretch begins.
    pub(super) fn of(known: &[&Run], stretch: Stretch) -> Self {
        let touched = |run: &&Run| {
            let begin = stretch.begin + run.offset;
            begin / HALF..(begin + run.size).div_ceil(HALF)
        };
        let told: BTreeSet<u64> = known.iter().flat_map(touched).collect();
        let all = stretch.begin.div_ceil(HALF)..(stretch.begin + stretch.period) / HALF;
        let pairs = all.filter(|pair| !told.contains(pair)).collect();
        Self { stretch, pairs }
    }

    /// The pairs that are copied.
    fn moved(&self) -> impl Iterator<Item = u64> + '_ {
        let end = (self.stretch.begin + self.stretch.length).div_ceil(HALF);
        self.pairs.range(..end).copied()
    }

    /// Whether something is known of all that moves.
    pub(super) fn is_empty(&self) -> bool {
        self.moved().next().is_none()
    }

    /// Numbers that fill what moves, by offset: of four bytes where they are aligned, else of two. `None`: a pointer, a
    /// `double` or part of a number may lie there.
    pub(super) fn filled(&self) -> Option<Vec<(u64, FloatKind)>> {
        let mut numbers = Vec::new();
        for pair in self.moved() {
            let word = pair / 2;
            let number = match self.is_unknown(word) {
                true if self.is_unknown(word ^ 1) => return None,
                true if pair % 2 == 1 => continue,
                true => FloatKind::Float,
                false => FloatKind::Half,
            };
            let offset = pair * HALF - self.stretch.begin;
            if offset + float_size(number) > self.stretch.length {
                return None;
            }
            numbers.push((offset, number));
        }
        Some(numbers)
    }

    /// Whether nothing is known of an aligned word of four bytes.
    fn is_unknown(&self, word: u64) -> bool {
        [2 * word, 2 * word + 1]
            .iter()
            .all(|pair| self.pairs.contains(pair))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::memory::Scalar;

    /// What fills gaps among integers of some sizes at some offsets.
    fn filled(
        (begin, length, period): (u64, u64, u64),
        known: &[(u64, u64)],
    ) -> Option<Vec<(u64, FloatKind)>> {
        let run = |(offset, size): &(u64, u64)| Run {
            offset: *offset,
            size: *size,
            scalar: Scalar::Int,
        };
        let runs: Vec<Run> = known.iter().map(run).collect();
        let stretch = Stretch {
            begin,
            length,
            period,
        };
        Gaps::of(&runs.iter().collect::<Vec<_>>(), stretch).filled()
    }

    #[test]
    fn what_lies_behind_the_copy_does_not_move() {
        let filled = filled((0, 12, 20), &[(0, 4), (8, 4)]);
        assert_eq!(filled, Some(vec![(4, FloatKind::Float)]));
    }

    #[test]
    fn two_bytes_beside_a_short_are_a_gap() {
        let filled = filled((0, 6, 6), &[(2, 2), (4, 2)]);
        assert_eq!(filled, Some(vec![(0, FloatKind::Half)]));
    }

    #[test]
    fn a_double_may_lie_where_the_object_aligns_it() {
        let ends = [(0, 4), (12, 4)];
        let floats = vec![(4, FloatKind::Float), (8, FloatKind::Float)];
        assert_eq!(filled((0, 16, 16), &ends), Some(floats));
        assert_eq!(filled((4, 16, 16), &ends), None);
    }

    #[test]
    fn numbers_that_the_copy_would_cut_are_not_known() {
        assert_eq!(filled((0, 6, 8), &[(0, 4)]), None);
    }
}
