//! The time lines of all ranks, on the first one.
//!
//! Owns: how they come together: bins of one width, so many rows at most, and the seconds of each rank. Must not: judge.

use super::bins::{Bin, Bins};
use super::phase::{PHASES, Phase};
use crate::application::Ranks;
use enzyme_checkpoint::Peers as _;

/// Rows of a picture at most: of more ranks, some that follow each other share one.
const ROWS: u32 = 64;

/// Seconds by phase.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Seconds {
    pub(crate) spent: [f64; PHASES.len()],
    /// Those of them that were spent waiting.
    pub(crate) waited: [f64; PHASES.len()],
}

impl Seconds {
    fn add(&mut self, bin: &Bin) {
        let (spent, waited) = bin.split_at(PHASES.len());
        for k in 0..PHASES.len() {
            self.spent[k] += spent[k];
            self.waited[k] += waited[k];
        }
    }

    fn scale(&mut self, factor: f64) {
        for number in self.spent.iter_mut().chain(&mut self.waited) {
            *number *= factor;
        }
    }

    /// How long it waited during the run itself, and which part of that this was.
    pub(crate) fn waiting(&self) -> (f64, f64) {
        let run = Phase::Primal as usize..;
        let sum = |numbers: &[f64; PHASES.len()]| -> f64 { numbers[run.clone()].iter().sum() };
        let waited = sum(&self.waited);
        (waited, waited / sum(&self.spent).max(f64::MIN_POSITIVE))
    }
}

/// What one or several ranks did.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// The mean of their seconds in each bin.
    pub(crate) bins: Vec<Seconds>,
}

/// The time lines of a run.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// Seconds of a bin.
    pub(crate) width: f64,
    pub(crate) rows: Vec<Row>,
    /// The seconds of each rank.
    pub(crate) ranks: Vec<Seconds>,
    /// Whether somebody has told how long ranks have waited.
    pub(crate) is_told: bool,
}

impl Lines {
    /// From the bins of all ranks.
    pub(super) fn gather(ranks: Ranks, mine: &Bins, is_told: bool) -> Option<Self> {
        let mut mine = mine.clone();
        let merged = ranks.max(u64::from(mine.merged));
        while u64::from(mine.merged) < merged {
            mine.merge();
        }
        let length = ranks.max(mine.all.len() as u64) as usize;
        mine.all.resize(length, Bin::default());
        let together = ranks.size().div_ceil(ROWS);
        let mut lines = Self {
            width: mine.width(),
            rows: Vec::new(),
            ranks: Vec::new(),
            is_told: ranks.agree(is_told),
        };
        ranks.gather(mine.all.as_flattened(), |rank, theirs| {
            lines.take(rank, theirs.as_chunks().0, together);
        });
        for row in &mut lines.rows {
            let share = 1.0 / f64::from(row.last - row.first + 1);
            row.bins.iter_mut().for_each(|bin| bin.scale(share));
        }
        ranks.is_first().then_some(lines)
    }

    fn take(&mut self, rank: u32, bins: &[Bin], together: u32) {
        if rank.is_multiple_of(together) {
            self.rows.push(Row {
                first: rank,
                last: rank,
                bins: vec![Seconds::default(); bins.len()],
            });
        }
        let mut whole = Seconds::default();
        if let Some(row) = self.rows.last_mut() {
            row.last = rank;
            for (bin, own) in row.bins.iter_mut().zip(bins) {
                bin.add(own);
                whole.add(own);
            }
        }
        self.ranks.push(whole);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More ranks than rows: each row is the mean of its ranks, and each rank keeps its own seconds.
    #[test]
    fn ranks_share_rows() {
        let mut lines = Lines {
            width: 1.0,
            rows: Vec::new(),
            ranks: Vec::new(),
            is_told: true,
        };
        for rank in 0..5u32 {
            let mut bin = Bin::default();
            bin[2] = f64::from(rank);
            lines.take(rank, &[bin, bin], 2);
        }
        let rows: Vec<_> = lines.rows.iter().map(|row| (row.first, row.last)).collect();
        assert_eq!(rows, [(0, 1), (2, 3), (4, 4)]);
        assert_eq!(lines.rows[1].bins[1].spent[2], 5.0);
        assert_eq!(lines.ranks[3].spent[2], 6.0);
    }
}
