//! The numbers of mixed checkpointing, where a unit of storage holds a state or the tape of one step. Owns
//! the closed formulas; no actions.
//!
//! The problem and its recurrence are Maddison's, "Step-based checkpointing with high-level algorithmic
//! differentiation", 2024, doi 10.1016/j.jocs.2024.102405. With p(n, s) the fewest
//! forward steps, recordings included, for n steps and s units:
//!
//! ```text
//! p(n, s) = min over 0 < j < n of L_s(j) + p(n - j, s - 1),   p(1, s) = 1,   p(n, 0) = never for n > 1
//! L_s(1) = 1,   L_s(j) = j + p(j, s)
//! ```
//!
//! where j = 1 keeps the tape of the first step, and any other j its state. This has a solution:
//! **p(n, s) is H_s(n) rounded up**, where H_s is the convex function with H_s(1) = 1 and these slopes, in
//! this order: 1 over s steps; then for r = 2, 3, … and within each r for k = s, s - 1, …, 1
//!
//! ```text
//! r + 1/k   over k C(r - 2 + s - k, s - k) steps
//! ```
//!
//! that is, in blocks of k steps that take k r + 1 forward steps. Phase r ends at beta(s, r).
//!
//! *Not less.* By induction L_s lies above its convex hull, which begins by L_s(1) = 1, rises by 2 + 1/s over
//! s steps, and is j + H_s(j) from s + 1 on; p(., s - 1) lies above H_(s-1). The least sum of two convex
//! functions takes all their slopes in order, and Pascal's rule for the lengths makes that H_s.
//! *Not more.* At the ends of blocks H_s is whole. Let all blocks but the last one begun be whole in both
//! parts; then only one part is rounded. [`split`] does this.

use crate::binomial::{Level, beta, mul_div};

/// Fewest forward steps, recordings included, for up to 2^40 steps and 2^24 units. `None` if there are steps to
/// repeat and no unit to start from. With one unit it saturates at `u64::MAX`.
pub(crate) fn least_forward_steps(steps: u64, units: u64) -> Option<u64> {
    match (steps, units) {
        (0 | 1, _) => Some(steps),
        (_, 0) => None,
        (n, s) if n - 1 <= s => Some(n),
        (n, 1) => Some(mul_div(n - 1, n + 2, 2)),
        (n, s) => {
            let piece = Piece::of(n, s);
            let r = piece.phase;
            // What the phases before take, then the steps of this one, then one for each block begun.
            let before = s * beta(s + 1, r - 2) + beta(s, r - 2);
            let blocks = piece.blocks_before + piece.into.div_ceil(piece.block);
            Some(before + r * (n - beta(s, r - 1)) + blocks)
        }
    }
}

/// How far to advance before the next checkpoint if the state is kept; `None` if the tape of the first step
/// is kept instead. At least two steps, at least one unit.
///
/// Of the distances that need the fewest forward steps, one that leads to few writes: by the end of a piece
/// of H_s if that will do, else the least one that leaves whole blocks.
pub(crate) fn split(steps: u64, units: u64) -> Option<u64> {
    if steps - 1 <= units {
        return None;
    }
    if units == 1 {
        return Some(steps - 1);
    }
    let piece = Piece::of(steps, units);
    if piece.phase == 2 {
        let first = piece.block == units;
        return Some(1 + if first { piece.into } else { units });
    }
    let best = least_forward_steps(steps, units);
    let takes = |ahead: u64| {
        let left = least_forward_steps(ahead, units)?;
        Some(ahead + left + least_forward_steps(steps - ahead, units - 1)?)
    };
    let ends = [piece.left - piece.left_last, piece.left];
    let end = ends.into_iter().find(|ahead| takes(*ahead) == best);
    Some(end.unwrap_or(piece.left + piece.into.saturating_sub(piece.right_blocks * piece.block)))
}

/// The piece of H_s in which a number of steps lies, from phase 2 on; and how the steps before it fall to the
/// two parts of a chain, the left one being L_s.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// r
    phase: u64,
    /// k: steps in a block.
    block: u64,
    /// Steps beyond the beginning of the piece.
    into: u64,
    /// Blocks of this phase in the pieces before.
    blocks_before: u64,
    /// Steps of the left part in all pieces before, and in the last of these.
    left: u64,
    left_last: u64,
    /// Blocks of the right part in this piece.
    right_blocks: u64,
}

impl Piece {
    /// `units >= 2`, `steps > units + 1`.
    fn of(steps: u64, units: u64) -> Self {
        let phase = Level::of(steps, units).repetitions;
        let mut piece = Self {
            phase,
            block: units,
            into: steps - beta(units, phase - 1),
            blocks_before: 0,
            left: beta(units, phase - 2),
            // The last piece of a phase has blocks of one step.
            left_last: beta(units - 1, phase - 2).min(1),
            right_blocks: 0,
        };
        // C(r - 2 + i, i) blocks in the i-th piece; C(r - 3 + i, i) of them fall to the left part.
        let mut blocks = 1;
        let mut index = 0;
        while piece.into > blocks * piece.block {
            let left = blocks - piece.right_blocks;
            piece.into -= blocks * piece.block;
            piece.blocks_before += blocks;
            piece.left_last = left * piece.block;
            piece.left += piece.left_last;
            index += 1;
            piece.block -= 1;
            // C(r - 3 + i, i - 1) = C(r - 2 + i, i) i / (r - 2 + i)
            blocks = mul_div(blocks, phase - 2 + index, index);
            piece.right_blocks = mul_div(blocks, index, phase - 2 + index);
        }
        piece
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: u64 = 1 << 40;

    /// p straight from the recurrence.
    fn exact(n: usize, s: usize) -> Vec<Vec<u64>> {
        let mut p = vec![vec![NEVER; n + 1]; s + 1];
        for units in 0..=s {
            p[units][1] = 1;
            for steps in 2..=n {
                let tape = units.checked_sub(1).map(|fewer| 1 + p[fewer][steps - 1]);
                let state = |j: usize| j as u64 + p[units.max(1) - 1][steps - j] + p[units][j];
                let states = (1..steps).filter(|_| units > 0).map(state);
                p[units][steps] = states.chain(tape).min().unwrap_or(NEVER);
            }
        }
        p
    }

    #[test]
    fn forward_steps_are_least() {
        let p = exact(600, 14);
        for s in 1..=14 {
            for n in 1..=600 {
                let least = least_forward_steps(n as u64, s as u64);
                assert_eq!(least, Some(p[s][n]), "n={n} s={s}");
            }
        }
    }

    #[test]
    fn splits_attain_them() {
        for s in 1..=40u64 {
            for n in (2..=3000u64).chain([100_000, 1_234_567]) {
                let least = least_forward_steps(n, s);
                let taken = match split(n, s) {
                    None => least_forward_steps(n - 1, s - 1).map(|rest| 1 + rest),
                    Some(ahead) => {
                        let left = least_forward_steps(ahead, s).unwrap();
                        least_forward_steps(n - ahead, s - 1).map(|rest| ahead + left + rest)
                    }
                };
                assert_eq!(taken, least, "n={n} s={s}: {:?}", split(n, s));
            }
        }
    }

    #[test]
    fn known_values() {
        let cases = [
            (10, 3, 19),
            (100, 5, 352),
            (100, 10, 237),
            (1000, 10, 3921),
            (1000, 20, 2823),
            (10_000, 25, 37_110),
            (100_000, 50, 378_805),
        ];
        for (n, s, p) in cases {
            assert_eq!(least_forward_steps(n, s), Some(p));
        }
        assert_eq!(least_forward_steps(5, 0), None);
        assert_eq!(least_forward_steps(1 << 40, 1), Some(u64::MAX));
        assert_eq!(least_forward_steps(1 << 40, 1 << 40), Some(1 << 40));
    }
}
