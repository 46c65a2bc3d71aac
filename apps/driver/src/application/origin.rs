//! What a simulation was made from.
//!
//! Owns: these things. Must not: make anything of them (`load` and `copy` do).

use enzyme_case::Section;
use std::path::PathBuf;

/// What a simulation was made from.
pub(super) struct Origin {
    pub(super) library: PathBuf,
    pub(super) parameters: Section,
    /// From where files are seen.
    pub(super) folder: PathBuf,
}
