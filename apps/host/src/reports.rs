//! Reports as files: what every generated function of a module keeps.
//!
//! Owns: the form of the files. Must not: word what is kept (`enzyme_core::report`), or show it.

use enzyme_core::report::Derivative;
use serde::{Deserialize, Serialize};
use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
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

/// Writes reports to a file, or into a folder, where each module has a file of its own. A module is its source and the machine that it is for: one source is
/// compiled for the host and for devices.
///
/// # Errors
/// Where nothing can be written.
pub fn write(path: &Path, module: (&str, &str), derivatives: Vec<Derivative>) -> io::Result<()> {
    let path = file(path, &unique(module, &derivatives))?;
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

/// What the linker calls the module that it makes of all others.
const LINKED: &str = "ld-temp.o";

/// A name that another module of the build does not have: files of several folders are called alike, and so are all modules of the linker.
fn unique((module, machine): (&str, &str), derivatives: &[Derivative]) -> String {
    let mut hasher = DefaultHasher::new();
    env::current_dir().ok().hash(&mut hasher);
    let symbols = derivatives.iter().filter(|_| module == LINKED);
    symbols.for_each(|derivative| derivative.symbol.hash(&mut hasher));
    let machine = machine.split('-').next().unwrap_or_default();
    format!("{module}-{machine}-{:08x}", hasher.finish() as u32)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_module_has_a_file_in_a_folder() {
        let folder = env::temp_dir().join(format!("enzyme-rs-reports-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let for_machine =
            |module: &str, machine| file(&folder, &unique((module, machine), &[])).unwrap();
        let inside = |module: &str| for_machine(module, "x86_64-pc-linux-gnu");
        assert_ne!(inside("a.c"), inside("b.c"));
        assert_eq!(inside("a.c"), inside("a.c"));
        assert_ne!(inside("a.c"), for_machine("a.c", "nvptx64-nvidia-cuda"));
        assert_eq!(
            file(Path::new("kept.json"), "a.c").unwrap(),
            Path::new("kept.json")
        );
        fs::remove_dir(folder).unwrap();
    }
}
