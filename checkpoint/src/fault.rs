//! What goes wrong with stored data. Owns the kinds, the wording and the remedies.

use crate::entry::Entry;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Kind of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No room left, or beyond a quota or a limit.
    Full,
    /// Fewer bytes than there should be.
    Short,
    /// The bytes are not those that were written.
    Corrupt,
    /// Not there.
    Missing,
    /// No right to do this.
    Denied,
    /// What was asked for is not part of this build or of this system's libraries.
    Unsupported,
    /// A run in another process uses the same folder.
    Busy,
    /// Any other failure of the system or of a library.
    Failed,
}

impl Fault {
    /// As a number, for other ranks.
    #[cfg(feature = "mpio")]
    pub(crate) fn code(self) -> u64 {
        self as u64
    }

    #[cfg(feature = "mpio")]
    pub(crate) fn from_code(code: u64) -> Self {
        let all = [
            Self::Full,
            Self::Short,
            Self::Corrupt,
            Self::Missing,
            Self::Denied,
            Self::Unsupported,
            Self::Busy,
        ];
        let found = all.into_iter().find(|fault| fault.code() == code);
        found.unwrap_or(Self::Failed)
    }

    fn remedy(self) -> &'static str {
        match self {
            Self::Full => {
                "free some room, then run the same command again: a journalled run resumes; with fewer checkpoints there, \
                 or in a folder with more room, it begins anew"
            }
            Self::Short | Self::Corrupt => {
                "run the same command again: a journalled run computes this checkpoint anew; if it happens \
                 again, check the disk"
            }
            Self::Missing => {
                "nothing but the run itself may remove files of its folder; run the same command again: a \
                 journalled run computes this checkpoint anew"
            }
            Self::Denied => {
                "give the process the right to read and write there, or name another folder"
            }
            Self::Unsupported => {
                "choose another filter or format, or build with the feature that has it"
            }
            Self::Busy => "let the other run end first, or name another folder",
            Self::Failed => "see the cause; a journalled run resumes with the same command",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "no room left",
            Self::Short => "shorter than it should be",
            Self::Corrupt => "not as it was written",
            Self::Missing => "not there",
            Self::Denied => "permission denied",
            Self::Unsupported => "not supported",
            Self::Busy => "in use",
            Self::Failed => "failed",
        })
    }
}

/// A failure of a store, with the place.
#[derive(Clone, Debug)]
pub struct StoreError(Box<Details>);

#[derive(Clone, Debug)]
struct Details {
    fault: Fault,
    doing: &'static str,
    what: String,
    file: Option<PathBuf>,
    dataset: Option<String>,
    step: Option<u64>,
    rank: Option<usize>,
    cause: String,
    /// In place of that of the kind.
    remedy: Option<&'static str>,
}

impl StoreError {
    /// A failure of `doing` (an infinitive) something with the checkpoint `entry`.
    #[must_use]
    pub fn new(fault: Fault, doing: &'static str, entry: &Entry, cause: impl fmt::Display) -> Self {
        let mut error = Self::of(fault, doing, entry.to_string(), cause);
        error.0.step = Some(entry.step);
        error
    }

    /// A failure that concerns no single checkpoint.
    #[must_use]
    pub fn of(
        fault: Fault,
        doing: &'static str,
        what: impl Into<String>,
        cause: impl fmt::Display,
    ) -> Self {
        Self(Box::new(Details {
            fault,
            doing,
            what: what.into(),
            file: None,
            dataset: None,
            step: None,
            rank: None,
            cause: cause.to_string(),
            remedy: None,
        }))
    }

    /// The kind of a failure of the system.
    #[must_use]
    pub fn classify(error: &io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => Fault::Full,
            io::ErrorKind::WriteZero | io::ErrorKind::UnexpectedEof => Fault::Short,
            io::ErrorKind::NotFound => Fault::Missing,
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Fault::Denied,
            _ => Fault::Failed,
        }
    }

    /// The same with another remedy than what helps against most failures of this kind.
    #[must_use]
    pub fn with_remedy(mut self, remedy: &'static str) -> Self {
        self.0.remedy = Some(remedy);
        self
    }

    /// Adds the file.
    #[must_use]
    pub fn in_file(mut self, file: &Path) -> Self {
        self.0.file.get_or_insert_with(|| file.to_owned());
        self
    }

    /// Adds the dataset within the file.
    #[must_use]
    pub fn in_dataset(mut self, dataset: &str) -> Self {
        self.0.dataset.get_or_insert_with(|| dataset.to_owned());
        self
    }

    /// Adds the rank on which it happened.
    #[must_use]
    pub fn on_rank(mut self, rank: usize) -> Self {
        self.0.rank.get_or_insert(rank);
        self
    }

    /// The same with another kind of failure.
    #[cfg(feature = "mpio")]
    #[must_use]
    pub(crate) fn with_fault(mut self, fault: Fault) -> Self {
        self.0.fault = fault;
        self
    }

    /// The rank on which it happened, where several work together.
    #[must_use]
    pub fn rank(&self) -> Option<usize> {
        self.0.rank
    }

    /// The kind of failure.
    #[must_use]
    pub fn fault(&self) -> Fault {
        self.0.fault
    }

    /// The file concerned.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.0.file.as_deref()
    }

    /// The dataset concerned.
    #[must_use]
    pub fn dataset(&self) -> Option<&str> {
        self.0.dataset.as_deref()
    }

    /// The step of the state or tape concerned.
    #[must_use]
    pub fn step(&self) -> Option<u64> {
        self.0.step
    }

    /// What the user can do.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        self.0.remedy.unwrap_or(self.0.fault.remedy())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Details {
            fault,
            doing,
            what,
            file,
            dataset,
            rank,
            cause,
            ..
        } = &*self.0;
        write!(f, "cannot {doing} {what}: {fault}")?;
        if !cause.is_empty() {
            write!(f, " ({cause})")?;
        }
        if let Some(file) = file {
            write!(f, "\n  file: {}", file.display())?;
        }
        if let Some(dataset) = dataset {
            write!(f, "\n  dataset: {dataset}")?;
        }
        if let Some(rank) = rank {
            write!(f, "\n  rank: {rank}")?;
        }
        write!(f, "\n  help: {}", self.remedy())
    }
}

impl std::error::Error for StoreError {}
