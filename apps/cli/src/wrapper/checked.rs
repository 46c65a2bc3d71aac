//! Builds whose programs compare their derivatives where they ask for them (`check-hooks`).
//!
//! Owns: the flags of such a build, and the library that it is linked with. Must not: know what is compared.

use super::arguments::Lto;
use crate::exit::{Exit, Failure};
use crate::toolchain::{Compiler, Language};
use enzyme_host::settings::{Settings, VARIABLE};
use std::ffi::OsString;
use std::path::PathBuf;
use tempfile::TempDir;

/// Its parts are one file to the compiler.
const LIBRARY: &str = concat!(
    include_str!("in_place/hook.h"),
    include_str!("in_place/lengths.c"),
    include_str!("in_place/walk.c"),
    include_str!("in_place/report.c"),
    include_str!("in_place/compare.c"),
    include_str!("in_place/check.c"),
);

/// The library, as an object in a folder of its own that goes when this does.
pub(super) struct Library {
    _folder: TempDir,
    pub(super) object: PathBuf,
}

/// Whether the environment asks for it. What else it says there, and wrongly, the plugin will tell.
pub(super) fn is_asked() -> bool {
    let options = std::env::var(VARIABLE).unwrap_or_default();
    Settings::parse(&options).is_ok_and(|settings| settings.options.check_hooks)
}

/// What the library needs: types of the source, and a sanitizer that knows how long arrays are, where there can be one.
pub(super) fn flags(language: Language, lto: Lto) -> Vec<OsString> {
    let types: &[&str] = match language {
        Language::Fortran | Language::C => &["-g"],
        Language::Cxx => &["-g", "-fstandalone-debug"],
    };
    let sanitizer = is_watched(language, lto).then_some(SANITIZER);
    types
        .iter()
        .copied()
        .chain(sanitizer)
        .map(OsString::from)
        .collect()
}

const SANITIZER: &str = "-fsanitize=address";

/// Flang has no sanitizer. Where the linker optimises, that of the compile steps would come before the derivatives.
fn is_watched(language: Language, lto: Lto) -> bool {
    language != Language::Fortran && lto == Lto::Off
}

impl Library {
    /// Compiles it for programs of a language.
    pub(super) fn compiled(language: Language, lto: Lto) -> Result<Self, Failure> {
        let failed = |e| Failure::environment(format!("cannot make a folder to build in: {e}"));
        let folder = tempfile::tempdir().map_err(failed)?;
        let (source, object) = (
            folder.path().join("in_place.c"),
            folder.path().join("in_place.o"),
        );
        std::fs::write(&source, LIBRARY)
            .map_err(|e| Failure::environment(format!("cannot write {}: {e}", source.display())))?;
        let mut command = Compiler::find(Language::C)?.command();
        command.args(["-O1", "-fno-strict-aliasing", "-fPIC", "-c"]);
        command.args(is_watched(language, lto).then_some(SANITIZER));
        let status = command.arg(&source).arg("-o").arg(&object).status();
        match status {
            Ok(status) if status.success() => Ok(Self {
                _folder: folder,
                object,
            }),
            _ => Err(Failure::new(
                Exit::Environment,
                "cannot compile the library that compares derivatives (check-hooks)",
            )),
        }
    }
}
