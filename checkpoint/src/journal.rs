//! What a run writes down so that it can go on after a crash. Owns the file `rankNNNN.journal` and its form.
//!
//! The file holds one *save*: where the schedule stands, what is kept where, the adjoint, and the working state if
//! it is needed. A new save replaces the old one by a rename, after it and every checkpoint that it names are on the
//! device; whatever the old one names is removed only after that. So a crash at any moment leaves a save with all
//! that it needs. Checkpoints in memory are named with their hashes only: they are computed again.
//!
//! The save before is kept as well (`rankNNNN.previous.journal`). A run goes on from it if the last one is damaged, and
//! computes again what has been removed since; what was packed with loss, and could not be, is removed a save later. Where several ranks run together, a crash can leave one of them with a
//! save that another has not written yet: what the save before names stays until all ranks have the next. Saves are
//! numbered: ranks go on from the last number that all of them have.
//!
//! Form: magic number, length and checksum of the header, header in JSON, state, adjoint, each as long as
//! the header says and with its checksum there.

use crate::cost::Count;
use crate::entry::{Entry, checksum};
use crate::fault::{Fault, StoreError};
use crate::folder::{self, Lock};
use crate::schedule::Cursor;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const MAGIC: &[u8; 8] = b"EZRSJNL1";
/// Version of [`Save`].
pub(crate) const VERSION: u32 = 4;

/// Where and how often a run writes down where it stands.
#[derive(Clone, Debug)]
pub struct Journal {
    pub(crate) folder: PathBuf,
    pub(crate) every: Duration,
    pub(crate) rank: u32,
}

impl Journal {
    /// In `folder`, each minute.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            every: Duration::from_secs(60),
            rank: 0,
        }
    }

    /// How long the model runs between two saves; what a crash can cost. Zero: at every point where that is possible.
    #[must_use]
    pub fn every(mut self, every: Duration) -> Self {
        self.every = every;
        self
    }

    /// Which of the processes that share the folder this is.
    #[must_use]
    pub fn rank(mut self, rank: u32) -> Self {
        self.rank = rank;
        self
    }

    /// Whether a run has left one here, finished or not.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.path().exists() || self.previous().exists()
    }

    /// Forgets a finished run, so that the same command starts a new one. Call it when the gradient is safe.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub fn clear(&self) -> Result<(), StoreError> {
        folder::remove(&self.previous())?;
        folder::remove(&self.path())
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.join(format!("rank{:04}.journal", self.rank))
    }

    fn previous(&self) -> PathBuf {
        previous(&self.path())
    }

    /// Makes the folder and takes it for this process.
    pub(crate) fn lock(&self) -> Result<Lock, StoreError> {
        folder::create(&self.folder)?;
        let name = format!("rank{:04}.journal.lock", self.rank);
        folder::lock(&self.folder.join(name))
    }
}

/// Where the save before that of `path` lies.
fn previous(path: &Path) -> PathBuf {
    path.with_extension("previous.journal")
}

/// Why a run cannot go on from its journal.
#[derive(Clone, Debug, thiserror::Error)]
pub enum JournalError {
    /// The file is damaged.
    #[error(
        "the journal is damaged: {what}\n  file: {}\n  help: remove its folder to start anew; check the disk",
        file.display()
    )]
    Corrupt {
        /// The journal.
        file: PathBuf,
        /// What does not fit.
        what: String,
    },
    /// Written by another version of this library.
    #[error(
        "the journal is of version {found}, this program reads version {VERSION}\n  file: {}\n  \
         help: resume with the program that wrote it, or remove its folder to start anew",
        file.display()
    )]
    Version {
        /// The journal.
        file: PathBuf,
        /// Its version.
        found: u32,
    },
    /// It belongs to another run.
    #[error(
        "the journal is that of another run: {what} differs\n  here: {here}\n  there: {there}\n  file: {}\n  \
         help: resume with the same parameters, or name another folder, or remove this one to start anew",
        file.display()
    )]
    Other {
        /// The journal.
        file: PathBuf,
        /// What differs.
        what: &'static str,
        /// As it is in this run.
        here: String,
        /// As it was in that run.
        there: String,
    },
    /// The ranks of a run have no save in common.
    #[error(
        "the journals of the ranks do not belong together: this one has the saves {here:?}, and the last that all could \
         have is number {common}\n  file: {}\n  \
         help: resume with the journals of all ranks in place, or remove them all to start anew",
        file.display()
    )]
    Apart {
        /// The journal.
        file: PathBuf,
        /// Numbers of the saves that it has.
        here: Vec<u64>,
        /// The least of the ranks' last numbers.
        common: u64,
    },
}

/// Why saves cannot be read.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// The system does not let them be read.
    Store(StoreError),
    /// They are there and do not fit.
    Journal(JournalError),
}

impl From<StoreError> for ReadError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<JournalError> for ReadError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

/// What tells runs apart that are to have different results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RunId {
    pub(crate) model: String,
    pub(crate) schedule: String,
    /// Hash of the initial state.
    pub(crate) start: String,
}

/// A checkpoint that is held.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Held {
    pub(crate) entry: Entry,
    /// Checksum of the bytes given to the store, where known.
    pub(crate) hash: Option<u64>,
    /// Of the lossy checkpoint that it was computed from last, the generation; 0: of none, from the initial state.
    pub(crate) origin: u64,
    /// When it was saved: whether it outlives the process.
    pub(crate) survives: bool,
}

/// Where a run stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Save {
    pub(crate) version: u32,
    /// Of the run's saves, from 1; the same on all ranks.
    pub(crate) number: u64,
    pub(crate) run: RunId,
    /// Drawn when the run began: that of all its checkpoints, the same on all ranks.
    pub(crate) owner: u64,
    pub(crate) cursor: Cursor,
    /// What is left of the advance drawn last.
    pub(crate) pending: Option<(u64, u64)>,
    /// Number of the working state, if it is part of the save.
    pub(crate) state: Option<u64>,
    /// The adjoint of this state is part of the save.
    pub(crate) adjoint: Option<u64>,
    /// Adjoints completed.
    pub(crate) adjoints: u32,
    pub(crate) ended: bool,
    /// Origin of the working state, as that of [`Held`].
    pub(crate) origin: u64,
    pub(crate) held: Vec<Held>,
    /// Lossy checkpoints that the schedule has discarded and that are an origin of something which may have to be computed
    /// again.
    pub(crate) origins: Vec<Entry>,
    /// Hashes of states to be compared with when they are computed again: state, its origin, hash.
    pub(crate) hashes: Vec<(u64, u64, u64)>,
    pub(crate) count: Count,
    /// Processes that have worked on this run.
    pub(crate) processes: u32,
}

#[derive(Serialize, Deserialize)]
struct Header {
    /// First, so that it is found whatever else has changed.
    version: u32,
    state: (usize, u64),
    adjoint: (usize, u64),
    save: serde_json::Value,
}

/// Writes a save in place of the one before, and keeps that as the previous one.
pub(crate) fn write(
    journal: &Journal,
    save: &Save,
    [state, adjoint]: [&[u8]; 2],
) -> Result<(), StoreError> {
    let path = journal.path();
    let encode = || {
        serde_json::to_vec(&Header {
            version: save.version,
            state: (state.len(), checksum(state)),
            adjoint: (adjoint.len(), checksum(adjoint)),
            save: serde_json::to_value(save)?,
        })
    };
    let header = encode().map_err(|error: serde_json::Error| {
        StoreError::of(Fault::Failed, "write", "the journal", error).in_file(&path)
    })?;
    folder::rename(&path, &journal.previous())?;
    let length = (header.len() as u64).to_le_bytes();
    let sum = checksum(&header).to_le_bytes();
    folder::replace(&path, &[MAGIC, &length, &sum, &header, state, adjoint])
}

/// A save as read: with working state and adjoint, empty where they are no part of it.
pub(crate) struct Found {
    file: PathBuf,
    pub(crate) save: Save,
    pub(crate) state: Vec<u8>,
    pub(crate) adjoint: Vec<u8>,
}

/// The saves that are there.
pub(crate) struct Saves {
    /// The last one, and the one before.
    pub(crate) found: Vec<Found>,
    /// What is wrong with the last one, if it is damaged.
    pub(crate) damage: Option<JournalError>,
}

/// Reads the last save and the one before, as far as they are there; fails if that is damage and nothing else.
pub(crate) fn read(journal: &Journal) -> Result<Saves, ReadError> {
    read_at(&journal.path())
}

fn read_at(path: &Path) -> Result<Saves, ReadError> {
    let (mut found, mut damage) = (Vec::new(), None);
    for file in [path, &previous(path)] {
        match read_file(file) {
            Ok(there) => found.extend(there),
            Err(ReadError::Journal(error @ JournalError::Corrupt { .. })) => {
                // Of no interest where the last save is whole.
                if found.is_empty() {
                    damage = damage.or(Some(error));
                }
            }
            Err(error) => return Err(error),
        }
    }
    match damage {
        Some(damage) if found.is_empty() => Err(damage.into()),
        damage => Ok(Saves { found, damage }),
    }
}

/// Whether the run of this number goes on with the journal `path`, and needs checkpoints in files for it. What cannot
/// be read may.
pub(crate) fn names_files(path: &Path, run: u64) -> bool {
    let Ok(saves) = read_at(path) else {
        return true;
    };
    let last = saves.found.first().map(|found| &found.save);
    last.is_some_and(|save| {
        let in_files = save.held.iter().any(|held| held.survives);
        save.owner == run && (in_files || !save.origins.is_empty())
    })
}

/// Of the saves `found`, the one with this number, where 0 stands for the start. `None`: it is not there.
pub(crate) fn choose(found: Vec<Found>, number: u64) -> Option<Option<Found>> {
    if number == 0 {
        // Who has saved a second time has known that all ranks had the first.
        let first = found.iter().all(|found| found.save.number <= 1);
        return first.then_some(None);
    }
    let mut found = found.into_iter();
    found.find(|found| found.save.number == number).map(Some)
}

/// Makes `chosen`, or the start, the last save: what is the last now is damaged, or not all ranks have it.
pub(crate) fn go_back(journal: &Journal, chosen: Option<&Found>) -> Result<(), StoreError> {
    match chosen {
        None => journal.clear(),
        Some(found) => found.make_last(journal),
    }
}

impl Found {
    fn make_last(&self, journal: &Journal) -> Result<(), StoreError> {
        if self.file == journal.path() {
            return Ok(());
        }
        folder::rename(&self.file, &journal.path())
    }
}

fn read_file(path: &Path) -> Result<Option<Found>, ReadError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            let fault = StoreError::classify(&error);
            let error = StoreError::of(fault, "read", "the journal", error);
            return Err(error.in_file(path).into());
        }
    };
    Ok(Some(decode(path, &bytes)?))
}

fn decode(path: &Path, bytes: &[u8]) -> Result<Found, JournalError> {
    let corrupt = |what: &str| JournalError::Corrupt {
        file: path.into(),
        what: what.into(),
    };
    let number = |at: usize| {
        let word = bytes.get(at..at + 8)?;
        Some(u64::from_le_bytes(word.try_into().ok()?))
    };
    let mut rest = bytes.get(24..).unwrap_or_default();
    let mut piece = |length: usize, sum: u64, name: &str| {
        let (these, others) = rest
            .split_at_checked(length)
            .ok_or_else(|| corrupt("too short"))?;
        rest = others;
        if checksum(these) != sum {
            return Err(corrupt(&format!("checksum of the {name}")));
        }
        Ok(these)
    };
    if bytes.get(..8) != Some(MAGIC) {
        return Err(corrupt("no journal at all"));
    }
    let (Some(length), Some(sum)) = (number(8), number(16)) else {
        return Err(corrupt("too short"));
    };
    let header = piece(length as usize, sum, "header")?;
    let header: Header =
        serde_json::from_slice(header).map_err(|error| corrupt(&error.to_string()))?;
    if header.version != VERSION {
        return Err(JournalError::Version {
            file: path.into(),
            found: header.version,
        });
    }
    let state = piece(header.state.0, header.state.1, "state")?.to_vec();
    let adjoint = piece(header.adjoint.0, header.adjoint.1, "adjoint")?.to_vec();
    let save = serde_json::from_value(header.save).map_err(|error| corrupt(&error.to_string()))?;
    Ok(Found {
        file: path.into(),
        save,
        state,
        adjoint,
    })
}

impl RunId {
    /// Refuses to go on with the save of another run.
    pub(crate) fn check(&self, there: &Self, journal: &Journal) -> Result<(), JournalError> {
        let parts = [
            ("the model", &self.model, &there.model),
            ("the schedule", &self.schedule, &there.schedule),
            ("the initial state", &self.start, &there.start),
        ];
        for (what, here, there) in parts {
            if here != there {
                return Err(JournalError::Other {
                    file: journal.path(),
                    what,
                    here: here.clone(),
                    there: there.clone(),
                });
            }
        }
        Ok(())
    }
}
