//! The same simulation from a copy of its library, in which global and static variables are as they were before anything was run.
//!
//! Owns: loading the copy. Must not: run it, or compare.

use super::instance::Application;
use super::load;
use enzyme_case::Complaint;
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::ffi::c_int;

impl Application {
    /// The same simulation, from a copy of its library, which stays until the program ends.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn copy(&self) -> Result<Self, String> {
        let origin = &self.origin;
        let room = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = room.path().join("copy.so");
        std::fs::copy(&origin.library, &file).map_err(|error| error.to_string())?;
        // SAFETY: initialisers of the library run, as they have run before.
        let opened = unsafe { Library::open(Some(&file), RTLD_NOW | RTLD_LOCAL | own_first()) };
        let library = opened.map_err(|error| error.to_string())?;
        let loaded = load::of(library, &origin.library);
        let made = loaded
            .map_err(|complaint| vec![complaint])
            .and_then(|loaded| loaded.create(origin.parameters.clone(), &origin.folder));
        made.map_err(|complaints| {
            let complaints = complaints.iter().map(Complaint::title);
            complaints.collect::<Vec<_>>().join("; ")
        })
    }
}

/// The flag by which the copy has its own global variables, and not those of the library that was loaded first. What was preloaded is to stay in front: an
/// allocator gets back what it gave.
fn own_first() -> c_int {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if std::env::var_os("LD_PRELOAD").is_none_or(|names| names.is_empty()) {
        return libc::RTLD_DEEPBIND;
    }
    0
}
