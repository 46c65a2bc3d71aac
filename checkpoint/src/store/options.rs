//! How files are written. Owns what a user can choose.

use serde::{Deserialize, Serialize};

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
    /// other fields, and tapes, are kept as they are. What it came to is in [`super::Traffic::max_error`].
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
