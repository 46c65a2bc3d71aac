//! What files need that must outlive the process: folders, locks, durability. Owns calls of the system and their
//! errors; knows no checkpoint.

use crate::fault::{Fault, StoreError};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

fn failed(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> StoreError {
    move |error| {
        let fault = StoreError::classify(&error);
        StoreError::of(fault, doing, "a file of the run", error).in_file(path)
    }
}

/// Makes a folder and those above it.
pub(crate) fn create(folder: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(folder).map_err(failed("make", folder))
}

/// The files in a folder.
pub(crate) fn list(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let entries = fs::read_dir(folder).map_err(failed("list", folder))?;
    entries
        .map(|entry| Ok(entry.map_err(failed("list", folder))?.path()))
        .collect()
}

/// Removes a file if it is there.
pub(crate) fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed("remove", path)(error)),
        _ => Ok(()),
    }
}

/// Makes the place of a file free: removes the file that is there, or a folder if there is nothing in it.
pub(crate) fn clear(path: &Path) -> Result<(), StoreError> {
    let is_folder = fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
    if !is_folder {
        return remove(path);
    }
    let cause =
        |error| format!("a folder has the name of a file of the run, move it away: {error}");
    let failed = |error| StoreError::of(Fault::Failed, "remove", "a folder", cause(error));
    fs::remove_dir(path).map_err(|error| failed(error).in_file(path))
}

/// Gives a file, if it is there, another name; what had that name is gone.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    match fs::rename(from, to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed("rename", from)(error)),
        _ => Ok(()),
    }
}

/// Waits until a file, or the names in a folder, are on the device.
pub(crate) fn sync(path: &Path) -> Result<(), StoreError> {
    let file = File::open(path).map_err(failed("sync", path))?;
    file.sync_all().map_err(failed("sync", path))
}

/// A lock on a file.
pub(crate) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing is not enough while a program just started still has the same file open.
        let _ = self.0.unlock();
    }
}

/// Takes the lock `path` for this process, until what is returned is dropped.
pub(crate) fn lock(path: &Path) -> Result<Lock, StoreError> {
    let file = File::create(path).map_err(failed("lock", path))?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => {
            let cause = "another process has locked it";
            Err(StoreError::of(Fault::Busy, "lock", "the folder of the run", cause).in_file(path))
        }
        Err(TryLockError::Error(error)) => Err(failed("lock", path)(error)),
    }
}

/// Replaces the content of a file by `pieces`: after a crash at any moment it holds the old content or the new.
pub(crate) fn replace(path: &Path, pieces: &[&[u8]]) -> Result<(), StoreError> {
    let part = path.with_extension("part");
    let write = || -> io::Result<()> {
        let mut file = File::create(&part)?;
        for piece in pieces {
            io::Write::write_all(&mut file, piece)?;
        }
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().map_err(failed("write", path))?;
    sync(path.parent().unwrap_or(Path::new(".")))
}
