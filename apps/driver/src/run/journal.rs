//! Where a run writes down how far it has come.
//!
//! Owns: its place, and how often. Must not: write.

use crate::application::Ranks;
use crate::case::Case;
use enzyme_checkpoint::{Journal, Peers as _};

/// The journal of a rank.
pub(super) fn journal(case: &Case, ranks: Ranks) -> Journal {
    let journal = Journal::new(case.output.join("journal"));
    journal.every(case.checkpoints.save).rank(ranks.rank())
}
