//! How a member has ended.
//!
//! Owns: the ways of that. Must not: start one.

use crate::member::Kept;

/// How a member has ended.
#[derive(Debug)]
pub(super) enum Ended {
    Finished(Box<Kept>),
    /// It was stopped, and can go on.
    Stopped,
    Failed(Failure),
}

/// How a member has failed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Failure {
    /// In words: `exit code 1`.
    pub(super) how: String,
    /// What it has said last.
    pub(super) lines: String,
}
