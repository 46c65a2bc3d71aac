//! Optimal values of chains over several storage levels. Owns the recurrences of H-Revolve and Disk-Revolve.
//!
//! Sources: Herrmann & Pallez, "H-Revolve", 2020, doi 10.1145/3378672; Aupy, Herrmann,
//! Hovland & Robert, "Optimal multistage algorithm for adjoint computation", SIAM J. Sci. Comput. 38(3),
//! 2016, doi 10.1137/15M1019222. Values count advances and transfers; every step's adjoint comes on top.
//!
//! With `n` steps, `u` the cost of an advance, `w_k` and `r_k` those of level k, `c_k` its slots:
//!
//! ```text
//! held_k(n, m) = min( below_k(n), min over j of j u + free_k(n - j, m - 1) + r_k + held_k(j, m) )
//! free_k(n, m) = min( below_k(n), w_k + held_k(n, m) )          free_k(1, m) = 0
//! below_k(n)   = free_(k-1)(n, c_(k-1))                         below_0(n)   = restart before each step
//! ```
//!
//! `held`: the first state lies in one of the m slots; `free`: it lies nowhere yet. A level without limit
//! needs no further write left of one: what is written there is written in the first sweep (Aupy et al.). This gives `once` in place of `held`, with `below` in place of `free`.
//!
//! Complexity: O(c n K) for c slots in all and K corners of the functions (see `convolution`), O(c n) memory. Level 0 at no cost is binomial: closed form.

use super::cache::Cache;
use super::convolution::{Corners, last_at};
use super::{NEVER, ticks};
use crate::binomial::least_advances;
use crate::prices::StorageLevel;
use pulp::Arch;
use std::sync::Arc;

/// What a table is made from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Problem {
    pub(crate) steps: usize,
    /// Cost of an advance, in ticks.
    forward: u64,
    levels: Vec<Level>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Level {
    slots: Option<usize>,
    write: u64,
    read: u64,
}

impl Problem {
    pub(crate) fn new(steps: u64, forward: f64, levels: &[StorageLevel]) -> Self {
        let costs: Vec<f64> = [forward]
            .into_iter()
            .chain(levels.iter().flat_map(|l| [l.write, l.read]))
            .collect();
        let whole = ticks(&costs);
        let levels = levels
            .iter()
            .zip(whole[1..].chunks_exact(2))
            .map(|(level, moves)| Level {
                // More slots than steps are of no use.
                slots: level.slots.map(|slots| slots.min(steps) as usize),
                write: moves[0],
                read: moves[1],
            });
        Self {
            steps: steps as usize,
            forward: whole[0],
            levels: levels.collect(),
        }
    }

    /// Whether a table made for `self` answers `other`: the same, for fewer steps.
    fn serves(&self, other: &Self) -> bool {
        self.steps >= other.steps && self.forward == other.forward && self.levels == other.levels
    }

    /// Entries of the table.
    pub(crate) fn entries(&self) -> u128 {
        let rows = self
            .levels
            .iter()
            .enumerate()
            .map(|(k, level)| match level.slots {
                Some(_) if k == 0 && level.write == 0 => 1,
                Some(slots) => slots as u128 + 1,
                None => 2,
            });
        rows.sum::<u128>() * self.steps as u128
    }
}

/// Values for all chains up to a length.
#[derive(Debug)]
pub(crate) struct Table {
    problem: Problem,
    levels: Vec<Rows>,
}

/// Values of one level, indexed by the number of steps.
#[derive(Debug)]
enum Rows {
    /// Costs nothing: Griewank & Walther's closed form.
    Closed { best: Vec<u64> },
    /// `held[m]` for each number of slots up to the last that serves; `best` is `free` with all of them.
    Slots { held: Vec<Vec<u64>>, best: Vec<u64> },
    /// No limit.
    Open { once: Vec<u64>, best: Vec<u64> },
}

/// What to do with a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Leave it to the levels below.
    Below,
    /// Keep the first state on this level.
    Keep,
    /// Advance so many steps and go on from there, with this level.
    Ahead(u64),
    /// Advance so many steps and go on from there with the levels below.
    AheadBelow(u64),
}

static TABLES: Cache<Problem, Table> = Cache::new();

impl Table {
    /// The table for a problem, from the cache if it is there.
    pub(crate) fn of(problem: Problem) -> Arc<Self> {
        let asked = problem.clone();
        TABLES.get(problem, |kept| kept.serves(&asked), Self::make)
    }

    fn make(problem: &Problem) -> Self {
        let mut table = Self {
            problem: problem.clone(),
            levels: Vec::new(),
        };
        for (k, level) in problem.levels.iter().enumerate() {
            let rows = match level.slots {
                Some(slots) if k == 0 && level.write == 0 => table.closed(slots, level.read),
                Some(slots) => table.slots(k, slots),
                None => table.open(k),
            };
            table.levels.push(rows);
        }
        table
    }

    /// The repeated restarts of level 0 cost a read each; so does each leaf but one of any schedule.
    fn closed(&self, slots: usize, read: u64) -> Rows {
        let value = |n: usize| match least_advances(n as u64, slots as u64) {
            Some(t) => (t * self.problem.forward + (n as u64).saturating_sub(1) * read).min(NEVER),
            None => NEVER,
        };
        Rows::Closed {
            best: (0..=self.problem.steps).map(value).collect(),
        }
    }

    fn slots(&self, k: usize, slots: usize) -> Rows {
        let Level { write, read, .. } = self.problem.levels[k];
        let below = self.below(k);
        let mut free = unheld(k, &below);
        let mut held = vec![Vec::new()];
        for _ in 0..slots {
            let row = self.sweep(&below, &free, read);
            if held.last() == Some(&row) {
                // Nor does any further slot serve.
                break;
            }
            free = free_of(&row, if k == 0 { None } else { Some(&below) }, write);
            held.push(row);
        }
        Rows::Slots { held, best: free }
    }

    fn open(&self, k: usize) -> Rows {
        let Level { write, read, .. } = self.problem.levels[k];
        let below = self.below(k);
        let after = unheld(k, &below);
        let once = self.sweep(&below, &after, read);
        // best(n) = min( below, w + once(n), w + min over j of j u + best(n - j) + r + once(j) )
        let left: Vec<u64> = once
            .iter()
            .enumerate()
            .map(|(j, v)| self.left(j, *v, read))
            .collect();
        let arch = Arch::new();
        let best = arch.dispatch(|| {
            let mut corners = Corners::of(&left, NEVER);
            let mut best = vec![0, 0];
            for n in 2..=self.problem.steps {
                let split = corners.least(&best, n).min(once[n]);
                best.push(below[n].min(write + split).min(NEVER));
            }
            best.truncate(self.problem.steps + 1);
            best
        });
        Rows::Open { once, best }
    }

    /// `row(n) = min( below(n), min over j of j u + free(n - j) + r + row(j) )`.
    fn sweep(&self, below: &[u64], free: &[u64], read: u64) -> Vec<u64> {
        Arch::new().dispatch(|| {
            let mut corners = Corners::of(free, NEVER);
            let mut row = vec![0, 0];
            let mut left = vec![NEVER, self.left(1, 0, read)];
            for n in 2..=self.problem.steps {
                let value = corners.least(&left, n).min(below[n]).min(NEVER);
                row.push(value);
                left.push(self.left(n, value, read));
            }
            row.truncate(self.problem.steps + 1);
            row
        })
    }

    /// The left part of a split: advance over it, later read its start and reverse it.
    fn left(&self, steps: usize, value: u64, read: u64) -> u64 {
        (steps as u64 * self.problem.forward + read + value).min(NEVER)
    }

    fn below(&self, k: usize) -> Vec<u64> {
        match k.checked_sub(1) {
            Some(below) => self.levels[below].best().to_vec(),
            None => {
                let Problem {
                    forward,
                    ref levels,
                    steps,
                } = self.problem;
                let again = |n: u64| n * n.saturating_sub(1) / 2 * forward;
                let value = |n: u64| (again(n) + n.saturating_sub(1) * levels[0].read).min(NEVER);
                (0..=steps as u64).map(value).collect()
            }
        }
    }

    /// Whether level `level` is of the binomial kind.
    pub(crate) fn is_closed(&self, level: u8) -> bool {
        matches!(self.levels[usize::from(level)], Rows::Closed { .. })
    }

    /// Whether level `level` has no limit.
    pub(crate) fn is_open(&self, level: u8) -> bool {
        matches!(self.levels[usize::from(level)], Rows::Open { .. })
    }

    /// What to do with a chain that is held nowhere, with `slots` free on `level`.
    pub(crate) fn free(&self, level: u8, steps: u64, slots: u64) -> Choice {
        let (k, n) = (usize::from(level), steps as usize);
        if k == 0 {
            return Choice::Keep;
        }
        let (below, write) = (self.levels[k - 1].best()[n], self.problem.levels[k].write);
        let kept = match &self.levels[k] {
            Rows::Closed { .. } => NEVER,
            Rows::Slots { held, .. } if slots > 0 => write + of_slots(held, slots)[n],
            Rows::Slots { .. } => NEVER,
            Rows::Open { best, .. } => best[n],
        };
        // At a tie, what writes less.
        if below <= kept {
            Choice::Below
        } else {
            Choice::Keep
        }
    }

    /// What to do with a chain whose first state is held on `level`, one of `slots`; `first` if it was
    /// written in the sweep that is going on, so that more may follow on a level without limit.
    pub(crate) fn held(&self, level: u8, steps: u64, slots: u64, first: bool) -> Choice {
        let (k, n) = (usize::from(level), steps as usize);
        let Level { read, .. } = self.problem.levels[k];
        let below = if k == 0 {
            None
        } else {
            Some(self.levels[k - 1].best())
        };
        let again =
            |n: usize| n as u64 * (n as u64 - 1) / 2 * self.problem.forward + (n as u64 - 1) * read;
        let alternative = below.map_or_else(|| again(n), |row| row[n]);
        let (value, split) = match &self.levels[k] {
            Rows::Closed { .. } => return Choice::Below,
            Rows::Slots { held, .. } => {
                let (row, right) = (of_slots(held, slots), of_slots(held, slots - 1));
                let write = self.problem.levels[k].write;
                let free = |n: usize| free_value(n, below, right, write);
                (
                    row[n],
                    last_at(|j| self.left(j, row[j], read), free, n, row[n]),
                )
            }
            Rows::Open { once, best } if first => {
                // Less, where nothing is written: then there is no such split.
                let value = best[n].saturating_sub(self.problem.levels[k].write);
                (
                    value,
                    last_at(|j| self.left(j, once[j], read), |i| best[i], n, value),
                )
            }
            Rows::Open { once, .. } => {
                let free = |i: usize| {
                    if i == 1 {
                        0
                    } else {
                        below.map_or(NEVER, |row| row[i])
                    }
                };
                (
                    once[n],
                    last_at(|j| self.left(j, once[j], read), free, n, once[n]),
                )
            }
        };
        let open = matches!(self.levels[k], Rows::Open { .. });
        match split {
            _ if alternative == value => Choice::Below,
            Some(ahead) if open && !first => Choice::AheadBelow(ahead as u64),
            Some(ahead) => Choice::Ahead(ahead as u64),
            // The first sweep of a level without limit writes no more: as if it were over.
            None => self.held(level, steps, slots, false),
        }
    }
}

impl Rows {
    fn best(&self) -> &[u64] {
        match self {
            Self::Closed { best } | Self::Slots { best, .. } | Self::Open { best, .. } => best,
        }
    }
}

/// The row for so many slots.
fn of_slots(held: &[Vec<u64>], slots: u64) -> &[u64] {
    &held[(slots as usize).min(held.len() - 1)]
}

/// `free(n, m)` for all `n`, from `held(n, m)`.
fn free_of(held: &[u64], below: Option<&[u64]>, write: u64) -> Vec<u64> {
    (0..held.len())
        .map(|n| free_value(n, below, held, write))
        .collect()
}

/// `free(n, m)`; an empty row of `held` stands for no slot.
fn free_value(n: usize, below: Option<&[u64]>, held: &[u64], write: u64) -> u64 {
    if n <= 1 {
        return 0;
    }
    let kept = held.get(n).map_or(NEVER, |value| write + value);
    below.map_or(kept, |row| row[n].min(kept)).min(NEVER)
}

/// A chain of one step, whose state is at hand, costs nothing. Where there is no step at all, there is no such chain.
/// A chain whose first state is held on no level from `k` on: by the levels below, or not at all.
fn unheld(k: usize, below: &[u64]) -> Vec<u64> {
    one_is_free(if k == 0 {
        vec![NEVER; below.len()]
    } else {
        below.to_vec()
    })
}

fn one_is_free(mut row: Vec<u64>) -> Vec<u64> {
    if let Some(one) = row.get_mut(1) {
        *one = 0;
    }
    row
}
