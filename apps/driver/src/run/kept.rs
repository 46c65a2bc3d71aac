//! What runs of a task have found, on disk: begun again, an inversion or a check comes to the same place without computing it once more.
//!
//! A file for each evaluation and rank, `evaluations/0003.rank0001`: a checksum of the rest, the checksum of what was run, with its controls, then objective and
//! gradient as they lie in memory. It appears when it is whole. What is damaged counts as not there.
//!
//! Owns: these files. Must not: compute.

use crate::whole_file;
use bytemuck::{cast_slice, pod_collect_to_vec};
use enzyme_checkpoint::store::checksum;
use std::path::{Path, PathBuf};

/// What was found at some controls.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Evaluation {
    /// Of all ranks.
    pub(super) objective: f64,
    /// This rank's part.
    pub(super) by_controls: Vec<f64>,
}

/// Where an evaluation lies.
fn path(folder: &Path, number: usize, rank: u32) -> PathBuf {
    folder.join(format!("{number:04}.rank{rank:04}"))
}

/// What an earlier process has found in this evaluation, if it was of the same run, with so many controls on this rank.
pub(super) fn read(
    folder: &Path,
    (number, rank): (usize, u32),
    (run, controls): (&str, usize),
) -> Option<Evaluation> {
    let bytes = std::fs::read(path(folder, number, rank)).ok()?;
    let (sum, content) = bytes.split_at_checked(8)?;
    let (of, numbers) = content.split_at_checked(8)?;
    let is_sound = sum == checksum(content).to_le_bytes();
    let is_same = of == checksum(run.as_bytes()).to_le_bytes();
    let is_whole = numbers.len() == 8 * (controls + 1);
    let numbers: Vec<f64> = pod_collect_to_vec(numbers.get(..8 * (controls + 1))?);
    (is_sound && is_same && is_whole).then(|| Evaluation {
        objective: numbers[0],
        by_controls: numbers[1..].to_vec(),
    })
}

/// Whether something is kept of this rank.
pub(super) fn is_there(folder: &Path, rank: u32) -> bool {
    path(folder, 0, rank).exists()
}

/// Keeps what was found.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write(
    folder: &Path,
    (number, rank): (usize, u32),
    run: &str,
    found: &Evaluation,
) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let of = checksum(run.as_bytes()).to_le_bytes();
    let objective = found.objective.to_le_bytes();
    let content = [&of, &objective, cast_slice(&found.by_controls)].concat();
    let sum = checksum(&content).to_le_bytes();
    whole_file::write(&path(folder, number, rank), [&sum[..], &content].concat())
}

/// Forgets all of a rank's.
///
/// # Errors
/// A file cannot be removed.
pub(super) fn forget(folder: &Path, rank: u32) -> std::io::Result<()> {
    let mut number = 0;
    loop {
        match std::fs::remove_file(path(folder, number, rank)) {
            Ok(()) => number += 1,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_run_has_the_same_evaluation() {
        let folder = tempfile::tempdir().unwrap();
        let found = Evaluation {
            objective: 3.5,
            by_controls: vec![1.0, -2.0],
        };
        write(folder.path(), (2, 1), "mu = 1", &found).unwrap();
        let read = |rank, run, controls| read(folder.path(), (2, rank), (run, controls));
        assert_eq!(read(1, "mu = 1", 2), Some(found));
        assert_eq!(read(1, "mu = 2", 2), None);
        assert_eq!(read(0, "mu = 1", 2), None);
        assert_eq!(read(1, "mu = 1", 1), None);
    }

    #[test]
    fn a_damaged_evaluation_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let found = Evaluation {
            objective: 3.5,
            by_controls: vec![1.0],
        };
        write(folder.path(), (0, 0), "mu = 1", &found).unwrap();
        let path = path(folder.path(), 0, 0);
        let whole = std::fs::read(&path).unwrap();
        let read = || read(folder.path(), (0, 0), ("mu = 1", 1));
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(read(), None, "byte {at}");
        }
        std::fs::write(&path, &whole).unwrap();
        assert_eq!(read(), Some(found));
    }
}
