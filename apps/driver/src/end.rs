//! How a run ends besides well.
//!
//! Owns: the kinds of ends and their exit codes; that all ranks come to one. Must not: print.

use crate::application::Ranks;
use enzyme_case::Complaint;
use enzyme_checkpoint::Peers as _;

/// How a run ends besides well.
#[derive(Debug)]
pub(crate) enum End {
    /// The gradient is wrong, or a run was refused.
    Refused(Vec<Complaint>),
    /// The case or the command line is wrong.
    Case(Vec<Complaint>),
    /// A file or library lets us down.
    Environment(Vec<Complaint>),
    /// Not finished: the same command goes on.
    Unfinished,
}

impl End {
    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Refused(_) => 1,
            Self::Case(_) => 2,
            Self::Environment(_) => 4,
            Self::Unfinished => enzyme_checkpoint::RESUME_EXIT_CODE,
        }
    }

    /// What is said of it.
    pub(crate) fn complaints(&self) -> &[Complaint] {
        match self {
            Self::Refused(all) | Self::Case(all) | Self::Environment(all) => all,
            Self::Unfinished => &[],
        }
    }
}

/// A file or folder that lets us down.
pub(crate) fn environment(what: &str, error: &std::io::Error) -> End {
    End::Environment(vec![Complaint::new(format!("{what}: {error}"))])
}

/// What all ranks have, or the end of all if one has come to one.
pub(crate) fn together<T>(mine: Result<T, End>, ranks: Ranks) -> Result<T, End> {
    match (ranks.agree(mine.is_ok()), mine) {
        (_, Err(end)) => Err(end),
        (true, Ok(had)) => Ok(had),
        // The rank that failed says why.
        (false, Ok(_)) => Err(End::Refused(Vec::new())),
    }
}
