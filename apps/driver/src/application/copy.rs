//! The same simulation from a copy of its library, in which global and static variables are as they were before anything was run.
//!
//! Owns: loading the copy. Must not: run it, or compare.

use super::instance::Application;
use super::load::{self, Loaded};
use super::unique;
use enzyme_case::Complaint;
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::ffi::c_int;
use std::io::Write as _;
use std::path::Path;
use tempfile::NamedTempFile;

impl Application {
    /// A copy of its library, which stays until the program ends. No other rank is asked.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn copy_library(&self) -> Result<Loaded, String> {
        if std::env::var_os("LD_PRELOAD").is_some_and(|names| !names.is_empty()) {
            return Err("with LD_PRELOAD set, it would not have variables of its own".to_owned());
        }
        let library = &self.origin.library;
        let file = written(library).map_err(|error| error.to_string())?;
        // SAFETY: initialisers of the library run, as they have run before.
        let opened = unsafe { Library::open(Some(file.path()), RTLD_NOW | RTLD_LOCAL | OWN_FIRST) };
        let opened = opened.map_err(|error| error.to_string())?;
        load::of(opened, library).map_err(|complaint| complaint.title().to_owned())
    }

    /// The same simulation, from a copy of its library; all ranks make it.
    ///
    /// # Errors
    /// Why it is not made.
    pub(crate) fn made_again(&self, copy: Loaded) -> Result<Self, String> {
        let made = copy.create(self.origin.parameters.clone(), &self.origin.folder);
        made.map_err(|complaints| {
            let complaints = complaints.iter().map(Complaint::title);
            complaints.collect::<Vec<_>>().join("; ")
        })
    }
}

/// A copy of a library, in its folder, for it may look there for other files; where nobody may write there, it is in that of temporary files. It is there until it is loaded.
fn written(library: &Path) -> std::io::Result<NamedTempFile> {
    let mut content = std::fs::read(library)?;
    unique::make_own(&mut content);
    let library = std::path::absolute(library)?;
    let folder = library.parent().unwrap_or(Path::new("/"));
    let mut hidden = tempfile::Builder::new();
    hidden.prefix(".copy-").suffix(".so");
    let beside = hidden.tempfile_in(folder);
    let mut file = beside.or_else(|_| hidden.tempfile())?;
    file.write_all(&content)?;
    file.flush()?;
    Ok(file)
}

/// The flag by which the copy has its own global variables, and not those of the library that was loaded first. What was preloaded would be passed over: an allocator
/// would get back what it never gave.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const OWN_FIRST: c_int = libc::RTLD_DEEPBIND;
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
const OWN_FIRST: c_int = 0;
