//! Files of a run that are damaged or lost between a kill and the next start.
//!
//! Owns: choosing and changing them. Must not: know what is in them.

use rand::Rng as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;
use std::fs;
use std::path::{Path, PathBuf};

/// Files of a folder whose names end so, in the order of their names.
fn ending(folder: &Path, end: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = files.map(|file| file.path());
    let mut files: Vec<PathBuf> = files.filter(|file| name(file).ends_with(end)).collect();
    files.sort();
    files
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// Any checkpoint on disk.
pub(crate) fn checkpoint(output: &Path, random: &mut ChaCha8Rng) -> Option<PathBuf> {
    let all = ending(&output.join("checkpoints"), ".h5");
    all.choose(random).cloned()
}

/// The newest journal of a rank that has one before it as well, which is left alone: where there is nothing to go back to, a run does not go on.
pub(crate) fn journal(output: &Path, random: &mut ChaCha8Rng) -> Option<PathBuf> {
    let mut all = ending(&output.join("journal"), ".journal");
    all.retain(|path| path.with_extension("previous.journal").exists());
    all.choose(random).cloned()
}

/// Cuts a file off anywhere; says what it did.
pub(crate) fn cut(path: &Path, random: &mut ChaCha8Rng) -> String {
    let bytes = fs::read(path).unwrap();
    let at = random.random_range(0..bytes.len().max(1));
    fs::write(path, &bytes[..at]).unwrap();
    format!("{} cut off at byte {at} of {}", name(path), bytes.len())
}

/// Changes one bit anywhere in a file; says what it did.
pub(crate) fn flip(path: &Path, random: &mut ChaCha8Rng) -> String {
    let mut bytes = fs::read(path).unwrap();
    let (at, bit) = (
        random.random_range(0..bytes.len()),
        random.random_range(0..8),
    );
    bytes[at] ^= 1 << bit;
    fs::write(path, &bytes).unwrap();
    format!(
        "{}: bit {bit} of byte {at} of {} flipped",
        name(path),
        bytes.len()
    )
}

/// Removes all that a rank has on disk in the folder of checkpoints, as a lost node does; says how many files.
pub(crate) fn lose(output: &Path, rank: usize) -> String {
    let folder = output.join("checkpoints");
    let begin = format!("rank{rank:04}");
    let mut lost = ending(&folder, "");
    lost.retain(|path| name(path).starts_with(&begin));
    lost.iter().for_each(|path| fs::remove_file(path).unwrap());
    let checkpoints = lost.iter().filter(|path| name(path).ends_with(".h5"));
    format!(
        "rank {rank}'s {} checkpoints on disk lost",
        checkpoints.count()
    )
}
