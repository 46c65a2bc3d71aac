//! Checkpoints of all ranks of a communicator in one HDF5 file each, by MPI-IO. Owns the form of these files, and what
//! the ranks do together to write and find them.
//!
//! `/checkpoint` is as in the files of one rank (see `hdf5`), but for `ranks`, their number, in place of `rank`, and
//! for `bytes`, the sum of all. A field is a dataset of one dimension: the ranks' pieces one after the other, each
//! as it lies in memory. Where they begin and what they are stands in `/ranks`: for each field a dataset with a row
//! for each rank: number of the first element, checksum of the piece, extents.
//!
//! Writing is collective: every rank makes the same calls of HDF5 in the same order, whatever goes wrong with its
//! own piece, and then all learn whether all have succeeded. Reading is not: each rank opens the file by itself.
//!
//! Rank 0 renames when all ranks have succeeded. The communicator stays with the thread that made it, since MPI's handles do not move, so that there
//! is no background for shared files.

mod comm;
mod pieces;

use super::codec::{system, verify};
use super::hdf5::{Failure, GROUP, attributes, builder, set_attributes};
use super::{Buffer, Entry, Fault, Kept, Owner, Pool, Store, StoreError, Traffic, checksum, owner};
use crate::folder::{self, Lock};
use comm::Comm;
use mpi::topology::Communicator;
use pieces::{Pieces, read_piece, write_piece};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Group of the tables that say whose piece lies where.
const RANKS: &str = "ranks";

/// Checkpoints as HDF5 files in one folder, one file each for all ranks of a communicator together.
///
/// All ranks write, read and recover the same entries in the same order; what they give may differ in extents, not in
/// names, kinds and numbers of dimensions. It stays in the thread that made it, so not behind [`super::Background`].
/// By itself, without an [`crate::Executor`], nobody may discard what another rank still reads.
pub struct SharedFiles {
    folder: PathBuf,
    comm: Comm,
    pool: Pool,
    /// Files whose content may not be on the device yet.
    unsynced: BTreeSet<PathBuf>,
    /// Of rank 0, as long as this lives.
    _lock: Option<Lock>,
    traffic: Traffic,
}

impl SharedFiles {
    /// Files in `folder`, which all ranks see and which is made if it is not there. All ranks of `comm` call this; it
    /// works on a duplicate.
    ///
    /// # Errors
    /// If the folder cannot be made or written, or if another run uses it; on all ranks.
    pub fn new(folder: impl Into<PathBuf>, comm: &impl Communicator) -> Result<Self, StoreError> {
        let (folder, comm) = (folder.into(), Comm::new(comm));
        let lock = || {
            folder::create(&folder)?;
            folder::lock(&folder.join("shared.checkpoints.lock"))
        };
        let mine = match comm.rank {
            0 => lock().map(Some),
            _ => Ok(None),
        };
        let (lock, mine) = match mine {
            Ok(lock) => (lock, Ok(())),
            Err(error) => (None, Err(error)),
        };
        agree(&comm, mine, || {
            StoreError::of(Fault::Failed, "use", "the folder of the run", "").in_file(&folder)
        })?;
        Ok(Self {
            folder,
            comm,
            pool: Pool::new(),
            unsynced: BTreeSet::new(),
            _lock: lock,
            traffic: Traffic::default(),
        })
    }

    fn path(&self, entry: &Entry) -> PathBuf {
        let (slot, generation) = (entry.slot, entry.generation);
        self.folder.join(format!(
            "shared-L{}-{:06}-g{generation:012}.h5",
            slot.level, slot.index
        ))
    }

    /// All ranks have done something with `entry`: the same end for all.
    fn agree(
        &self,
        doing: &'static str,
        path: &Path,
        entry: &Entry,
        mine: Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        agree(&self.comm, mine, || {
            StoreError::new(Fault::Failed, doing, entry, "").in_file(path)
        })
    }

    /// What rank 0 does for all.
    fn first(&self, action: impl FnOnce() -> Result<(), StoreError>) -> Result<(), StoreError> {
        if self.comm.rank == 0 {
            action()
        } else {
            Ok(())
        }
    }

    fn write_file(&self, path: &Path, entry: &Entry, bytes: &[u8]) -> Result<(), StoreError> {
        let pieces = Pieces::gather(&self.comm, entry, bytes).map_err(|e| e.in_file(path))?;
        let comm = self.comm.raw()?;
        let write = || -> Result<(), Failure> {
            let mut builder = builder();
            builder.with_fapl(|access| access.mpio(comm, None));
            let file = builder.create(path)?;
            let group = file.create_group(GROUP)?;
            set_attributes(&group, entry, self.own(pieces.bytes))?;
            let ranks = file.create_group(RANKS)?;
            // What fails on one rank must not keep it from what all do together.
            let mut done = Ok(());
            let mut rest = bytes;
            for (k, field) in entry.layout.fields().iter().enumerate() {
                let (these, others) = rest.split_at(field.bytes());
                rest = others;
                let written = write_piece(&group, &ranks, field, these, pieces.of(k))
                    .map_err(|failure| failure.of(&field.name))?;
                done = done.and(written.map_err(|failure| failure.of(&field.name)));
            }
            drop((group, ranks));
            let closed = file.flush().and_then(|()| file.close());
            done?;
            Ok(closed?)
        };
        write().map_err(|failure| {
            let error = failure.wrap("write", path, entry);
            match self.probe(path, bytes) {
                Some(fault) if error.fault() == Fault::Failed => error.with_fault(fault),
                _ => error,
            }
        })
    }

    /// Why a write has failed: MPI-IO does not say, but an ordinary file of the same size may fail for the same reason.
    fn probe(&self, path: &Path, bytes: &[u8]) -> Option<Fault> {
        let path = path.with_extension(format!("part{}.part", self.comm.rank));
        let written = fs::write(&path, bytes);
        // There may be nothing to remove.
        let _ = fs::remove_file(&path);
        written.err().map(|error| StoreError::classify(&error))
    }

    fn own(&self, bytes: u64) -> [(&'static str, u64); 2] {
        [("ranks", self.comm.size as u64), ("bytes", bytes)]
    }

    /// Reads and checks the own piece; `Err(Ok(_))` names what is wrong in the words of stores.
    fn read_file(
        &self,
        path: &Path,
        entry: &Entry,
        out: &mut [u8],
    ) -> Result<(), Result<StoreError, Failure>> {
        let file = builder().open(path).map_err(Failure::from).map_err(Err)?;
        let group = file.group(GROUP).map_err(Failure::from).map_err(Err)?;
        let ranks = file.group(RANKS).map_err(Failure::from).map_err(Err)?;
        let bytes = group.attr("bytes").and_then(|a| a.read_scalar::<u64>());
        let bytes = bytes.map_err(Failure::from).map_err(Err)?;
        let expected = attributes(entry, self.own(bytes));
        super::hdf5::compare(&group, path, entry, expected)?;
        let mut rest = out;
        for field in entry.layout.fields() {
            let (these, others) = rest.split_at_mut(field.bytes());
            rest = others;
            let (rank, size) = (self.comm.rank, self.comm.size);
            let sum = read_piece(&group, &ranks, field, these, [rank, size])
                .map_err(|failure| Err(failure.of(&field.name)))?;
            let dataset = format!("{GROUP}/{}", field.name);
            verify(these, sum, path, entry, &dataset).map_err(Ok)?;
        }
        Ok(())
    }

    /// Reads the own piece.
    fn load(&self, entry: &Entry) -> Result<Buffer, StoreError> {
        let path = self.path(entry);
        let mut buffer = self.pool.take(entry.bytes());
        let read = super::hdf5::found(&path, entry).and_then(|()| {
            let read = self.read_file(&path, entry, &mut buffer);
            read.map_err(|error| match error {
                Ok(error) => error,
                Err(failure) => failure.wrap("read", &path, entry),
            })
        });
        read.map_err(|error| error.on_rank(self.comm.rank))?;
        Ok(buffer)
    }

    /// Removes what is left of earlier runs, but for these files.
    fn clean(&self, names: &BTreeSet<PathBuf>) -> Result<(), StoreError> {
        for path in folder::list(&self.folder)? {
            let name = path.file_name().and_then(|name| name.to_str());
            let ours = name.is_some_and(|name| {
                name.starts_with("shared-L") && (name.ends_with(".h5") || name.ends_with(".part"))
            });
            if ours && !names.contains(&path) {
                folder::clear(&path)?;
            }
        }
        Ok(())
    }
}

/// The same end for all ranks: the error of the first that has failed, where there is no own one.
fn agree(
    comm: &Comm,
    mine: Result<(), StoreError>,
    other: impl FnOnce() -> StoreError,
) -> Result<(), StoreError> {
    let code = match &mine {
        Ok(()) => u64::MAX,
        Err(error) => (comm.rank as u64) << 8 | error.fault().code(),
    };
    let first = comm.min(code)?;
    mine.map_err(|error| error.on_rank(comm.rank))?;
    if first == u64::MAX {
        return Ok(());
    }
    Err(other()
        .with_fault(Fault::from_code(first & 0xff))
        .on_rank((first >> 8) as usize))
}

impl Store for SharedFiles {
    fn write(&mut self, entry: &Entry, bytes: Buffer) -> Result<(), StoreError> {
        let start = Instant::now();
        let path = self.path(entry);
        let part = path.with_extension("h5.part");
        let written = self.write_file(&part, entry, &bytes);
        if let Err(error) = self.agree("write", &part, entry, written) {
            // Half a file is of no use, and the room may be needed for what is to be saved yet.
            self.first(|| folder::remove(&part)).unwrap_or_default();
            return Err(error);
        }
        let renamed = self.first(|| {
            let renamed = fs::rename(&part, &path);
            renamed.map_err(system("write", &path, entry))
        });
        self.agree("write", &path, entry, renamed)?;
        self.unsynced.insert(path);
        self.traffic.wrote(bytes.len(), start);
        Ok(())
    }

    fn read(&mut self, entry: &Entry, take: &mut dyn FnMut(&[u8])) -> Result<(), StoreError> {
        let start = Instant::now();
        let buffer = self.load(entry)?;
        take(&buffer);
        self.traffic.read(buffer.len(), start);
        Ok(())
    }

    fn discard(&mut self, entry: &Entry) -> Result<(), StoreError> {
        let path = self.path(entry);
        self.unsynced.remove(&path);
        self.first(|| folder::remove(&path))
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        let start = Instant::now();
        if self.unsynced.is_empty() {
            return Ok(());
        }
        // Each rank: a file system may keep what it wrote on its own node until then.
        while let Some(path) = self.unsynced.pop_first() {
            folder::sync(&path).map_err(|error| error.on_rank(self.comm.rank))?;
        }
        self.first(|| folder::sync(&self.folder))?;
        self.traffic.write_time += start.elapsed();
        Ok(())
    }

    fn survives(&self, _entry: &Entry) -> bool {
        true
    }

    fn recover(&mut self, owner: &Owner, keep: &[Kept]) -> Result<Vec<bool>, StoreError> {
        let names = keep.iter().map(|kept| self.path(&kept.entry));
        let names: BTreeSet<PathBuf> = names.collect();
        // Before anything is removed: whether this is the thread of the communicator.
        self.comm.raw()?;
        let cleaned = self.first(|| {
            owner::take(&self.folder, "shared", owner)?;
            self.clean(&names)
        });
        agree(&self.comm, cleaned, || {
            let what = "what an earlier run has left";
            StoreError::of(Fault::Failed, "remove", what, "").in_file(&self.folder)
        })?;
        let mut found = Vec::new();
        for kept in keep {
            let entry = &kept.entry;
            let path = self.path(entry);
            let (here, mine) = match self.load(entry) {
                Ok(bytes) => (kept.is(&bytes), Ok(())),
                Err(error) => match error.fault() {
                    Fault::Missing | Fault::Corrupt | Fault::Short | Fault::Failed => {
                        (false, Ok(()))
                    }
                    _ => (false, Err(error)),
                },
            };
            self.agree("read", &path, entry, mine)?;
            let everywhere = self.comm.min(here.into())? == 1;
            if !everywhere {
                // Computed anew under the same name.
                let removed = self.first(|| folder::clear(&path));
                self.agree("remove", &path, entry, removed)?;
            }
            found.push(everywhere);
        }
        Ok(found)
    }

    fn traffic(&self) -> Traffic {
        self.traffic
    }
}
