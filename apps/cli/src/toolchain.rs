//! Finds what we work with: compilers, the plugin beside us, the headers.
//!
//! Owns: the names of the programs, the environment variables that override them, and the layout of
//! a build folder and of an installation. Must not: run anything.

use crate::exit::Failure;
use enzyme_llvm_shim::io::llvm_version;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

const PLUGIN: &str = "libenzyme_rs.so";
const MPI_LIBRARY: &str = "libenzyme_rs_mpi.so";
const BLAS_LIBRARY: &str = "libenzyme_rs_blas.so";
const OPENMP_LIBRARY: &str = "libenzyme_rs_omp.so";
const THREADS_LIBRARY: &str = "libenzyme_rs_threads.so";
const GPU_LIBRARY: &str = "libenzyme_rs_gpu.so";
const EMULATED_LIBRARY: &str = "libenzyme_rs_emulated_gpu.so";

/// Where the libraries are that need no MPI: beside us, or in an installation.
const PLACES: [&str; 3] = ["", "../lib", "../lib64"];

/// The languages we have wrappers for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// C.
    C,
    /// C++.
    Cxx,
    /// Fortran.
    Fortran,
}

impl Language {
    /// All of them.
    pub(crate) const ALL: [Language; 3] = [Language::C, Language::Cxx, Language::Fortran];

    /// Subcommand of `enzyme-rs`.
    pub(crate) fn command(self) -> &'static str {
        match self {
            Language::C => "cc",
            Language::Cxx => "c++",
            Language::Fortran => "fc",
        }
    }

    /// Name of the wrapper as a program.
    pub(crate) fn wrapper(self) -> &'static str {
        match self {
            Language::C => "enzyme-cc",
            Language::Cxx => "enzyme-c++",
            Language::Fortran => "enzyme-fc",
        }
    }

    /// Environment variable that names another compiler.
    pub(crate) fn variable(self) -> &'static str {
        match self {
            Language::C => "ENZYME_RS_CC",
            Language::Cxx => "ENZYME_RS_CXX",
            Language::Fortran => "ENZYME_RS_FC",
        }
    }

    /// The compiler's name in LLVM.
    fn program(self) -> &'static str {
        match self {
            Language::C => "clang",
            Language::Cxx => "clang++",
            Language::Fortran => "flang",
        }
    }

    /// Whether the program was started under a wrapper's name.
    pub(crate) fn of_program(program: &OsStr) -> Option<Self> {
        let name = Path::new(program).file_name()?.to_str()?;
        Self::ALL
            .into_iter()
            .find(|language| language.wrapper() == name)
    }

    /// Whether the first argument is a wrapper's subcommand.
    pub(crate) fn of_command(command: &OsStr) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|language| language.command() == command)
    }
}

/// A compiler: a program and arguments that always come first.
#[derive(Clone, Debug)]
pub(crate) struct Compiler {
    /// Never empty.
    pub(crate) words: Vec<OsString>,
}

impl Compiler {
    /// The one the environment names, else that of our LLVM.
    pub(crate) fn find(language: Language) -> Result<Self, Failure> {
        if let Some(value) = env::var_os(language.variable()).filter(|value| !value.is_empty()) {
            let words = words(&value);
            refuse_ourselves(language, &words)?;
            return Ok(Self { words });
        }
        let (major, ..) = llvm_version();
        let versioned = format!("{}-{major}", language.program());
        let in_llvm = Path::new(env!("ENZYME_LLVM_BINDIR")).join(language.program());
        let found = on_path(&versioned).map(|_| versioned.clone().into());
        let found = found.or_else(|| in_llvm.exists().then(|| in_llvm.into_os_string()));
        found
            .map(|program| Self {
                words: vec![program],
            })
            .ok_or_else(|| {
                Failure::environment(format!("cannot find {versioned}"))
                    .help(format!(
                        "install it (Debian: apt-get install {})",
                        package(language, major)
                    ))
                    .help(format!(
                        "or name a compiler of LLVM {major} in {}",
                        language.variable()
                    ))
            })
    }

    /// The command without further arguments.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]);
        command
    }
}

fn package(language: Language, major: u32) -> String {
    match language {
        Language::C | Language::Cxx => format!("clang-{major}"),
        Language::Fortran => format!("flang-{major}"),
    }
}

/// `ccache clang-22` is two words, unless a file of that name exists.
fn words(value: &OsStr) -> Vec<OsString> {
    match value.to_str() {
        Some(text) if !Path::new(value).exists() && !text.trim().is_empty() => {
            text.split_whitespace().map(OsString::from).collect()
        }
        _ => vec![value.to_owned()],
    }
}

/// A wrapper that starts itself would do so for ever.
fn refuse_ourselves(language: Language, words: &[OsString]) -> Result<(), Failure> {
    let us = env::current_exe().and_then(std::fs::canonicalize).ok();
    let named = Path::new(&words[0]);
    let path = if named.components().count() > 1 {
        Some(named.to_owned())
    } else {
        named.to_str().and_then(on_path)
    };
    let program = path.and_then(|p| std::fs::canonicalize(p).ok());
    if us.is_none() || program != us {
        return Ok(());
    }
    let variable = language.variable();
    Err(
        Failure::environment(format!("{variable} names this wrapper itself")).help(format!(
            "set {variable} to the compiler that is to be wrapped, or unset it"
        )),
    )
}

fn on_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// The linker of our LLVM, which can load the plugin.
pub(crate) fn linker() -> Result<PathBuf, Failure> {
    let (major, ..) = llvm_version();
    let name = format!("ld.lld-{major}");
    let in_llvm = Path::new(env!("ENZYME_LLVM_BINDIR")).join("ld.lld");
    let found = on_path(&name).or_else(|| in_llvm.exists().then_some(in_llvm));
    found.ok_or_else(|| {
        Failure::environment(format!("cannot find {name}"))
            .help(format!("install it (Debian: apt-get install lld-{major})"))
    })
}

/// The plugin: named by `ENZYME_RS_PLUGIN`, beside us, or in `../lib`.
pub(crate) fn plugin() -> Result<PathBuf, Failure> {
    let wanted = env::var_os("ENZYME_RS_PLUGIN").filter(|value| !value.is_empty());
    let candidates: Vec<PathBuf> = match wanted {
        Some(path) => vec![path.into()],
        None => folders(&["", "../lib", "../lib64"], PLUGIN),
    };
    candidates
        .iter()
        .find(|path| path.is_file())
        .cloned()
        .ok_or_else(|| {
            let tried: Vec<_> = candidates.iter().map(|p| p.display().to_string()).collect();
            Failure::environment(format!(
                "cannot find the plugin; tried {}",
                tried.join(", ")
            ))
            .help("build it with `make build`, or name it in ENZYME_RS_PLUGIN")
        })
}

/// The folder of the library of MPI's adjoints, built for `kind` of MPI: named by `ENZYME_RS_MPI` (`none`: not to
/// be linked), beside us, or in `../lib/enzyme_rs`.
pub(crate) fn mpi_library(kind: &str) -> Result<Option<PathBuf>, Failure> {
    let places = ["", "../lib/enzyme_rs", "../lib64/enzyme_rs"];
    runtime_library("ENZYME_RS_MPI", MPI_LIBRARY, || folders(&places, kind))
}

/// The folder of the library of BLAS's adjoints: named by `ENZYME_RS_BLAS` (`none`: not to be linked), beside us, or in
/// `../lib`.
pub(crate) fn blas_library() -> Result<Option<PathBuf>, Failure> {
    runtime_library("ENZYME_RS_BLAS", BLAS_LIBRARY, || folders(&PLACES, ""))
}

/// The folder of the library of OpenMP's adjoints, by `ENZYME_RS_OPENMP`.
pub(crate) fn openmp_library() -> Result<Option<PathBuf>, Failure> {
    runtime_library("ENZYME_RS_OPENMP", OPENMP_LIBRARY, || folders(&PLACES, ""))
}

/// The folder of the library of threads' adjoints, by `ENZYME_RS_THREADS`.
pub(crate) fn threads_library() -> Result<Option<PathBuf>, Failure> {
    runtime_library("ENZYME_RS_THREADS", THREADS_LIBRARY, || {
        folders(&PLACES, "")
    })
}

/// The folder of the library of adjoints of launches, by `ENZYME_RS_GPU`.
pub(crate) fn gpu_library() -> Result<Option<PathBuf>, Failure> {
    runtime_library("ENZYME_RS_GPU", GPU_LIBRARY, || folders(&PLACES, ""))
}

/// The folder of the run-time libraries of CUDA and HIP on the CPU, by `ENZYME_RS_EMULATED_GPU`.
pub(crate) fn emulated_library() -> Result<PathBuf, Failure> {
    let variable = "ENZYME_RS_EMULATED_GPU";
    let found = runtime_library(variable, EMULATED_LIBRARY, || folders(&PLACES, ""))?;
    found.ok_or_else(|| {
        Failure::environment(format!("cannot find {EMULATED_LIBRARY}")).help(format!(
            "build it with `make build`, or name its folder in {variable}"
        ))
    })
}

/// The folder of a run-time library: named by a variable (`none`: not to be linked), or one of some places.
fn runtime_library(
    variable: &str,
    library: &str,
    places: impl FnOnce() -> Vec<PathBuf>,
) -> Result<Option<PathBuf>, Failure> {
    let holds = |folder: &PathBuf| folder.join(library).is_file();
    match env::var_os(variable).filter(|value| !value.is_empty()) {
        Some(word) if word == "none" => Ok(None),
        Some(folder) => {
            let folder = PathBuf::from(folder);
            let shown = format!("{variable}: {} holds no {library}", folder.display());
            let found = holds(&folder).then_some(folder);
            found.map(Some).ok_or_else(|| {
                Failure::environment(shown)
                    .help("name the folder that holds it, or `none` to link without it")
            })
        }
        None => Ok(places().into_iter().find(holds)),
    }
}

/// The folder that holds `enzyme_rs/enzyme.h`: an installation's, or the source's.
pub(crate) fn include() -> Option<PathBuf> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../include");
    let named = env::var_os("ENZYME_RS_INCLUDE").filter(|value| !value.is_empty());
    let mut candidates: Vec<PathBuf> = named.into_iter().map(PathBuf::from).collect();
    candidates.extend(folders(&["../include", "../../include"], ""));
    candidates.push(source.into());
    let found = candidates
        .into_iter()
        .find(|path| path.join("enzyme_rs/enzyme.h").is_file())?;
    std::fs::canonicalize(found).ok()
}

/// The file in folders relative to the one that holds this program.
fn folders(relative: &[&str], file: &str) -> Vec<PathBuf> {
    let program = env::current_exe()
        .and_then(std::fs::canonicalize)
        .unwrap_or_default();
    let own = program.parent().unwrap_or(Path::new("."));
    let parent = own.parent().unwrap_or(own);
    relative
        .iter()
        .map(|folder| match folder.strip_prefix("../") {
            Some(rest) => parent.join(rest).join(file),
            None => own.join(folder).join(file),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrappers_are_known_by_any_path() {
        assert_eq!(
            Language::of_program(OsStr::new("/usr/bin/enzyme-c++")),
            Some(Language::Cxx)
        );
        assert_eq!(Language::of_program(OsStr::new("enzyme-rs")), None);
        assert_eq!(
            Language::of_command(OsStr::new("fc")),
            Some(Language::Fortran)
        );
    }

    #[test]
    fn a_compiler_may_be_several_words() {
        assert_eq!(words(OsStr::new("ccache clang-22")), ["ccache", "clang-22"]);
        assert_eq!(words(OsStr::new("clang-22")), ["clang-22"]);
    }
}
