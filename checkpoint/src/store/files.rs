//! Checkpoints as files. Owns names, atomic appearance, durability and clean-up; what a file looks like inside
//! is its format's affair.
//!
//! A checkpoint is one file: it is written under another name, then renamed, so that it is there completely
//! or not at all, and removing it gives its room back (HDF5 does not give back the room of a removed group).

use super::{
    Buffer, Entry, Fault, Kept, Owner, Pool, Store, StoreError, Traffic, checksum, owner, plain,
};
use crate::folder::{self, Lock};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How the numbers in a file are packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Filter {
    /// As they are.
    #[default]
    None,
    /// Bytes shuffled, then deflate (zlib) of this level, 0 to 9. Lossless; any HDF5 can read it.
    Deflate(u8),
    /// Zstandard of this level, 0 to 9, inside Blosc with shuffled bytes. Lossless. Needs the feature `blosc`; who
    /// reads the files elsewhere needs the Blosc plugin.
    Zstd(u8),
    /// zfp with this largest absolute error, at least 2⁻⁵²; *lossy*. Needs the feature `zfp`; who reads the files elsewhere
    /// needs the H5Z-ZFP plugin.
    ///
    /// Of a state, a field of floating-point numbers is packed if that makes it smaller, if all its numbers are finite,
    /// and if each of them is within the bound when it is read back, which is tried for every field written. All
    /// other fields, and tapes, are kept as they are. What it came to is in [`Traffic::max_error`].
    Zfp(f64),
}

/// What the files are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// HDF5: a group `checkpoint` with attributes that say what it is, and a dataset for each field. Needs
    /// the feature `hdf5`, which is on unless switched off.
    Hdf5,
    /// A header in JSON, then the bytes, with a checksum for each mebibyte. Needs no library.
    Plain,
}

/// How files are written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileOptions {
    /// What the files are.
    pub format: Format,
    /// How the numbers in them are packed; HDF5 only.
    pub filter: Filter,
    /// Size of a chunk in bytes, if a dataset is larger; `None`: one contiguous piece, or a mebibyte where a filter
    /// needs chunks. HDF5 only.
    pub chunk: Option<usize>,
    /// Which of the processes that share the folder this is.
    pub rank: u32,
}

impl Default for FileOptions {
    fn default() -> Self {
        Self {
            format: if cfg!(feature = "hdf5") {
                Format::Hdf5
            } else {
                Format::Plain
            },
            filter: Filter::None,
            chunk: None,
            rank: 0,
        }
    }
}

/// What a file looks like inside.
pub(super) trait Codec: Send {
    /// Writes a new file; the largest absolute difference between a number and what will be read of it.
    fn write(&self, path: &Path, entry: &Entry, bytes: &[u8]) -> Result<f64, StoreError>;
    /// Reads one into `out`, which has the right size, and checks that it is what `entry` says and undamaged.
    fn read(&self, path: &Path, entry: &Entry, out: &mut [u8]) -> Result<(), StoreError>;
}

/// Checkpoints as files in one folder, one file each and for each rank.
pub struct Files {
    folder: PathBuf,
    prefix: String,
    suffix: &'static str,
    codec: Box<dyn Codec>,
    /// See [`Store::loss`].
    loss: Option<String>,
    pool: Pool,
    /// Files whose content may not be on the device yet.
    unsynced: BTreeSet<PathBuf>,
    /// Held as long as this lives: the folder is ours.
    _lock: Lock,
    traffic: Traffic,
}

impl Files {
    /// Files in `folder`, which is made if it is not there.
    ///
    /// # Errors
    /// If the folder cannot be made or written, if another process uses it with the same rank, or if this build
    /// does not have the format or the filter.
    pub fn new(folder: impl Into<PathBuf>, options: &FileOptions) -> Result<Self, StoreError> {
        let folder = folder.into();
        let (codec, suffix) = codec(options).map_err(|e| e.in_file(&folder))?;
        let prefix = format!("rank{:04}", options.rank);
        folder::create(&folder)?;
        Ok(Self {
            _lock: folder::lock(&folder.join(format!("{prefix}.checkpoints.lock")))?,
            folder,
            prefix,
            suffix,
            codec,
            loss: loss(options),
            pool: Pool::new(),
            unsynced: BTreeSet::new(),
            traffic: Traffic::default(),
        })
    }

    fn path(&self, entry: &Entry) -> PathBuf {
        let (slot, generation) = (entry.slot, entry.generation);
        self.folder.join(format!(
            "{}-L{}-{:06}-g{generation:012}.{}",
            self.prefix, slot.level, slot.index, self.suffix
        ))
    }

    fn is_ours(&self, name: &str) -> bool {
        let Some(rest) = name.strip_prefix(&self.prefix) else {
            return false;
        };
        let rest = rest.strip_suffix(".part").unwrap_or(rest);
        rest.starts_with("-L") && rest.ends_with(self.suffix)
    }

    /// Reads and checks; the file is the one of `entry`.
    fn load(&mut self, entry: &Entry) -> Result<Buffer, StoreError> {
        let mut buffer = self.pool.take(entry.bytes());
        self.codec.read(&self.path(entry), entry, &mut buffer)?;
        Ok(buffer)
    }
}

fn codec(options: &FileOptions) -> Result<(Box<dyn Codec>, &'static str), StoreError> {
    let unsupported =
        |what: &str| StoreError::of(Fault::Unsupported, "make", "files for checkpoints", what);
    match options.format {
        Format::Plain if options.filter != Filter::None => {
            Err(unsupported("the plain format has no filters"))
        }
        Format::Plain => Ok((Box::new(plain::Plain), "ckpt")),
        #[cfg(feature = "hdf5")]
        Format::Hdf5 => {
            let hdf5 = super::hdf5::Hdf5::new(options).map_err(|what| unsupported(&what))?;
            Ok((Box::new(hdf5), "h5"))
        }
        #[cfg(not(feature = "hdf5"))]
        Format::Hdf5 => Err(unsupported("this build is without the feature `hdf5`")),
    }
}

/// All that decides what is read back of a state.
fn loss(options: &FileOptions) -> Option<String> {
    let Filter::Zfp(bound) = options.filter else {
        return None;
    };
    let chunk = options.chunk;
    Some(format!("zfp, errors up to {bound:e}, chunk {chunk:?}"))
}

/// What a file says about a failure of the system.
pub(super) fn system(
    doing: &'static str,
    path: &Path,
    entry: &Entry,
) -> impl Fn(std::io::Error) -> StoreError {
    move |error| StoreError::new(StoreError::classify(&error), doing, entry, error).in_file(path)
}

/// Compares a checksum of a dataset or block.
pub(super) fn verify(
    bytes: &[u8],
    expected: u64,
    path: &Path,
    entry: &Entry,
    dataset: &str,
) -> Result<(), StoreError> {
    let found = checksum(bytes);
    if found == expected {
        return Ok(());
    }
    let cause = format!("checksum {found:016x}, written as {expected:016x}");
    let error = StoreError::new(Fault::Corrupt, "read", entry, cause);
    Err(error.in_file(path).in_dataset(dataset))
}

impl Store for Files {
    fn write(&mut self, entry: &Entry, bytes: Buffer) -> Result<(), StoreError> {
        let start = Instant::now();
        let path = self.path(entry);
        let part = path.with_extension(format!("{}.part", self.suffix));
        let written = self.codec.write(&part, entry, &bytes);
        let written = written.and_then(|max_error| {
            let renamed = fs::rename(&part, &path).map_err(system("write", &path, entry));
            renamed.map(|()| max_error)
        });
        let max_error = written.inspect_err(|_| {
            // Half a file is of no use, and the room may be needed for what is to be saved yet.
            let _ = fs::remove_file(&part);
        })?;
        self.unsynced.insert(path);
        self.traffic.wrote(bytes.len(), start);
        self.traffic.max_error = self.traffic.max_error.max(max_error);
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
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(system("remove", &path, entry)(error))
            }
            _ => Ok(()),
        }
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        let start = Instant::now();
        if self.unsynced.is_empty() {
            return Ok(());
        }
        while let Some(path) = self.unsynced.pop_first() {
            folder::sync(&path)?;
        }
        folder::sync(&self.folder)?;
        self.traffic.write_time += start.elapsed();
        Ok(())
    }

    fn loss(&self) -> Option<String> {
        self.loss.clone()
    }

    fn survives(&self, _entry: &Entry) -> bool {
        true
    }

    fn recover(&mut self, owner: &Owner, keep: &[Kept]) -> Result<Vec<bool>, StoreError> {
        owner::take(&self.folder, &self.prefix, owner)?;
        let names = keep.iter().map(|kept| self.path(&kept.entry));
        let names: BTreeSet<PathBuf> = names.collect();
        for path in folder::list(&self.folder)? {
            let name = path.file_name().and_then(|name| name.to_str());
            if name.is_some_and(|name| self.is_ours(name)) && !names.contains(&path) {
                folder::clear(&path)?;
            }
        }
        let mut found = Vec::new();
        for kept in keep {
            let there = match self.load(&kept.entry) {
                Ok(bytes) => kept.is(&bytes),
                Err(error) => match error.fault() {
                    Fault::Missing | Fault::Corrupt | Fault::Short | Fault::Failed => false,
                    _ => return Err(error),
                },
            };
            if !there {
                // Computed anew under the same name.
                folder::clear(&self.path(&kept.entry))?;
            }
            found.push(there);
        }
        Ok(found)
    }

    fn traffic(&self) -> Traffic {
        self.traffic
    }
}
