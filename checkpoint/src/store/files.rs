//! Checkpoints as files. Owns names, atomic appearance, durability and clean-up; what a file looks like inside
//! is its format's affair.
//!
//! A checkpoint is one file: it is written under another name, then renamed, so that it is there completely
//! or not at all, and removing it gives its room back (HDF5 does not give back the room of a removed group).
//!
//! Files appear by a rename, and a checkpoint is one file: HDF5 does not give back the room of a removed group, and a file that is open when the
//! process dies is lost as a whole.

use super::codec::{Codec, system};
use super::{
    Buffer, Entry, Fault, FileOptions, Filter, Format, Kept, Owner, Pool, Store, StoreError,
    Traffic, owner, plain,
};
use crate::folder::{self, Lock};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

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
