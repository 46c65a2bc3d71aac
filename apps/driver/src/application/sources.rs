//! Which files a simulation comes from: its library, and what it reads. With others it is another simulation.
//!
//! Owns: their checksums. Must not: know what is in them.

use enzyme_checkpoint::store::checksum;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

/// Bytes of a piece, and how many pieces of a file are looked at. All of a file that is no longer than they are together; of a longer one, pieces all over
/// it: each rank looks, and may read no more than its part of the rest.
const PIECE: u64 = 1 << 20;
const PIECES: u64 = 64;

/// A file that a simulation comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Source {
    /// What it is to the simulation: its library, or the value of this parameter or control.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    /// What tells its content.
    pub(crate) content: String,
}

impl Source {
    /// A file as it is now.
    pub(crate) fn of(name: &str, path: &Path) -> Self {
        Self {
            name: name.to_owned(),
            path: path.to_owned(),
            content: content(path),
        }
    }
}

/// What tells the content of a file from others; of one that cannot be read, nothing does.
pub(crate) fn content(path: &Path) -> String {
    let sum = sum(path).unwrap_or_default();
    format!("{sum:016x}")
}

fn sum(path: &Path) -> std::io::Result<u64> {
    let mut file = File::open(path)?;
    let bytes = file.metadata()?.len();
    let mut sums = bytes.to_le_bytes().to_vec();
    let count = bytes.div_ceil(PIECE).min(PIECES);
    let mut piece = Vec::new();
    for number in 0..count {
        // The last piece ends where the file does.
        let begin = match count {
            1 => 0,
            _ => number * bytes.saturating_sub(PIECE) / (count - 1),
        };
        file.seek(SeekFrom::Start(begin))?;
        piece.clear();
        (&mut file).take(PIECE).read_to_end(&mut piece)?;
        sums.extend(checksum(&piece).to_le_bytes());
    }
    Ok(checksum(&sums))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_content_has_another_sum() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        let of = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            content(&path)
        };
        let mut bytes = vec![7; 3 * PIECE as usize + 5];
        let whole = of(&bytes);
        for at in [0, PIECE as usize - 1, 2 * PIECE as usize, bytes.len() - 1] {
            bytes[at] ^= 1;
            assert_ne!(of(&bytes), whole, "{at}");
            bytes[at] ^= 1;
        }
        assert_eq!(of(&bytes), whole);
        assert_ne!(of(&bytes[1..]), whole);
        assert_ne!(of(b""), of(b"7"));
    }
}
