//! Reports as files: what every generated function of a module keeps.
//!
//! Owns: the form of the files. Must not: word what is kept (`enzyme_core::report`), or show it.

use enzyme_core::report::Derivative;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Grows when readers of older files would misread newer ones.
pub const VERSION: u32 = 1;

/// What a file holds.
#[derive(Debug, Serialize, Deserialize)]
pub struct Reports {
    /// [`VERSION`].
    pub version: u32,
    /// The generated functions, in the order in which they were made.
    pub derivatives: Vec<Derivative>,
}

/// Writes reports to a file, or into a folder, where each module has a file of its own.
///
/// # Errors
/// Where nothing can be written.
pub fn write(path: &Path, module: &str, derivatives: Vec<Derivative>) -> io::Result<()> {
    let path = file(path, module)?;
    let reports = Reports {
        version: VERSION,
        derivatives,
    };
    fs::write(path, serde_json::to_vec_pretty(&reports)?)
}

/// Reads a file.
///
/// # Errors
/// What is not such a file, or of a newer version.
pub fn read(path: &Path) -> io::Result<Reports> {
    let reports: Reports = serde_json::from_slice(&fs::read(path)?)?;
    match reports.version {
        VERSION => Ok(reports),
        other => Err(io::Error::other(format!(
            "it is of version {other}, and this program reads version {VERSION}"
        ))),
    }
}

/// A folder is one that there is, or that a path with a slash at its end names.
fn file(path: &Path, module: &str) -> io::Result<PathBuf> {
    let named = path.to_string_lossy().ends_with('/');
    if !named && !path.is_dir() {
        return Ok(path.to_owned());
    }
    fs::create_dir_all(path)?;
    let kept = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let name: String = module
        .chars()
        .map(|c| if kept(c) { c } else { '_' })
        .collect();
    Ok(path.join(format!("{name}.json")))
}
