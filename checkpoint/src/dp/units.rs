//! Optimal values where a unit of storage holds a state, or several hold the stages of a step with the state
//! after it. Owns the recurrence of stage checkpoints; that of plain tapes has a closed form (`mixed`).
//!
//! Source: Zhang & Constantinescu, "Optimal checkpointing for adjoint of multistage time-stepping schemes",
//! arXiv 2106.13879. Values are forward steps, recording included. With s free units and stages of d units:
//!
//! ```text
//! p(n, s) = min( min over j of j + p(n - j, s - 1) + p(j, s),  1 + q(n - 1, s - d) )
//! q(n, s) = min( p(n, s),  min over j of j + p(n - j, s) + q(j, s),  1 + q(n - 1, s - d) )
//! p(1, s) = q(1, s) = 1,   p(n, 0) = never
//! ```
//!
//! p keeps the state or the stages of the first step; in q the first state can be had at no further cost, from
//! the stages of the step before. p is not convex in n, but has few corners: O(s n K) time (see
//! `convolution`), O(s n) memory.

use super::cache::Cache;
use super::convolution::Corners;
use pulp::Arch;
use std::sync::Arc;

/// No way to do it, or dearer than any optimum within the limit on steps. Sums of two do not overflow.
const NEVER: u32 = u32::MAX / 4;

/// Longest chain: p(n, 2) is below `NEVER` up to here. p(n, 1), which is not, is chosen only where nothing else can be.
pub(crate) const LONGEST: u64 = 1_000_000;

/// What a table is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) steps: usize,
    pub(crate) units: usize,
    /// Units that the stages of a step take, at least one.
    pub(crate) stages: usize,
}

/// Values for all chains up to a length and all numbers of units.
#[derive(Debug)]
pub(crate) struct Table {
    problem: Problem,
    p: Vec<Vec<u32>>,
    q: Vec<Vec<u32>>,
}

/// What to do with a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Keep the state, advance so far.
    State(u64),
    /// Record the first step and keep its tape or stages.
    Tape,
    /// The first state can be had from the slot beside: advance so far.
    Beside(u64),
    /// Forget the slot beside.
    Alone,
}

static TABLES: Cache<Problem, Table> = Cache::new();

impl Table {
    /// The table for a problem, from the cache if it is there.
    pub(crate) fn of(problem: Problem) -> Arc<Self> {
        let serves = move |kept: &Problem| {
            kept.steps >= problem.steps
                && kept.units >= problem.units
                && kept.stages == problem.stages
        };
        TABLES.get(problem, serves, |problem| Self::make(*problem))
    }

    fn make(problem: Problem) -> Self {
        let mut table = Self {
            problem,
            p: Vec::new(),
            q: Vec::new(),
        };
        let arch = Arch::new();
        for s in 0..=problem.units {
            let row = arch.dispatch(|| table.row_p(s));
            table.p.push(row);
            let row = arch.dispatch(|| table.row_q(s));
            table.q.push(row);
        }
        table
    }

    #[inline(always)]
    fn row_p(&self, s: usize) -> Vec<u32> {
        if s == 0 {
            return once_only(self.problem.steps);
        }
        // `left[j] = j + p(j, s)`.
        let (mut left, mut row) = (vec![NEVER, 2], vec![0, 1]);
        let mut corners = Corners::of(&self.p[s - 1], NEVER);
        for n in 2..=self.problem.steps {
            let value = corners.least(&left, n).min(self.tape(n, s));
            row.push(value);
            left.push((value + n as u32).min(NEVER));
        }
        row
    }

    #[inline(always)]
    fn row_q(&self, s: usize) -> Vec<u32> {
        let p = &self.p[s];
        let (mut left, mut row) = (vec![NEVER, 2], vec![0, 1]);
        let mut corners = Corners::of(p, NEVER);
        for n in 2..=self.problem.steps {
            let value = corners.least(&left, n).min(p[n]).min(self.tape(n, s));
            row.push(value);
            left.push((value + n as u32).min(NEVER));
        }
        row
    }

    /// The cost if the stages of the first of `n` steps are kept.
    #[inline(always)]
    fn tape(&self, n: usize, s: usize) -> u32 {
        let rest = s.checked_sub(self.problem.stages).map(|s| self.q[s][n - 1]);
        rest.map_or(NEVER, |rest| (rest + 1).min(NEVER))
    }

    /// What to do with a chain of at least two steps with `units` free. At a tie the state is kept, and the
    /// run goes as far as it may: that writes least.
    pub(crate) fn alone(&self, steps: u64, units: u64) -> Choice {
        let (n, s) = (steps as usize, units as usize);
        let row = &self.p[s];
        if row[n] == NEVER {
            // One unit, and a chain too long for the values: nothing else can be done with it.
            return Choice::State(steps - 1);
        }
        let right = &self.p[s - 1];
        let cost = |j: &usize| *j as u32 + right[n - j] + row[*j];
        let ahead = (1..n).find(|j| cost(j) == row[n]);
        ahead.map_or(Choice::Tape, |j| Choice::State(j as u64))
    }

    /// The same where the first state can be had again.
    pub(crate) fn beside(&self, steps: u64, units: u64) -> Choice {
        let (n, s) = (steps as usize, units as usize);
        let (row, right) = (&self.q[s], &self.p[s]);
        if self.tape(n, s) == row[n] {
            return Choice::Tape;
        }
        if right[n] == row[n] {
            return Choice::Alone;
        }
        let cost = |j: &usize| *j as u32 + right[n - j] + row[*j];
        Choice::Beside((1..n).find(|j| cost(j) == row[n]).map_or(1, |j| j as u64))
    }
}

/// With nothing to store in, one step can be reversed.
fn once_only(steps: usize) -> Vec<u32> {
    let mut row = vec![NEVER; steps + 1];
    row[0] = 0;
    if steps >= 1 {
        row[1] = 1;
    }
    row
}
