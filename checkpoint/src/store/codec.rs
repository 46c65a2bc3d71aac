//! What a file looks like inside, whatever its format. Owns what formats have in common; knows none.

use crate::entry::{Entry, checksum};
use crate::fault::{Fault, StoreError};
use std::path::Path;

/// What a file looks like inside.
pub(super) trait Codec: Send {
    /// Writes a new file; the largest absolute difference between a number and what will be read of it.
    fn write(&self, path: &Path, entry: &Entry, bytes: &[u8]) -> Result<f64, StoreError>;
    /// Reads one into `out`, which has the right size, and checks that it is what `entry` says and undamaged.
    fn read(&self, path: &Path, entry: &Entry, out: &mut [u8]) -> Result<(), StoreError>;
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
