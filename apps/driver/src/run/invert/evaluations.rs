//! Objectives and gradients that an inversion has asked for, on disk: begun again, it comes to the same place without computing them once more.
//!
//! A file for each evaluation and rank, `evaluations/0003.rank0001`: the checksum of what was run, with its controls, then objective and gradient as they lie in
//! memory. It appears when it is whole.
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
    let (sum, numbers) = bytes.split_at_checked(8)?;
    let is_same = sum == checksum(run.as_bytes()).to_le_bytes();
    let is_whole = numbers.len() == 8 * (controls + 1);
    let numbers: Vec<f64> = pod_collect_to_vec(numbers.get(..8 * (controls + 1))?);
    (is_same && is_whole).then(|| Evaluation {
        objective: numbers[0],
        by_controls: numbers[1..].to_vec(),
    })
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
    let sum = checksum(run.as_bytes()).to_le_bytes();
    let objective = found.objective.to_le_bytes();
    let bytes = [&sum, &objective, cast_slice(&found.by_controls)].concat();
    whole_file::write(&path(folder, number, rank), bytes)
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
}
