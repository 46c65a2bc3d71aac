//! `--emulate-gpu`: programs whose device code runs on the CPU.
//!
//! A source of CUDA or HIP is compiled twice, for the device as IR, which is lowered to an object file, and for the host, where the name of the device
//! code stands in the place of a GPU's binary; both are one object file then. So such a program is made by several commands, and not by becoming the
//! compiler.
//!
//! Owns: their order. Must not: know what device code becomes.

mod line;
mod passes;

use super::arguments::{Shape, expanded};
use super::link::{Needed, linked};
use super::words::joined;
use super::{checked, flags, showme};
use crate::exit::{Exit, Failure};
use crate::toolchain::{self, Compiler, Language};
use line::{Item, Line, Source};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// What asks for it.
pub(super) const FLAG: &str = "--emulate-gpu";
/// The same, with accesses that are not checked.
pub(super) const UNCHECKED: &str = "--emulate-gpu=unchecked";

const LIBRARY: &str = "enzyme_rs_emulated_gpu";

/// Whether the user's arguments ask for it.
pub(super) fn is_asked(user: &[OsString]) -> bool {
    user.iter().any(|word| word == FLAG || word == UNCHECKED)
}

/// Makes what the user's arguments ask for, and ends as the first command that fails.
pub(super) fn run(language: Language, user: &[OsString]) -> Result<Exit, Failure> {
    if showme::request(user).is_some() {
        return Err(Failure::usage(format!(
            "--showme shows one command, and {FLAG} runs several"
        ))
        .help("-v shows them as they run"));
    }
    if language == Language::Fortran {
        return Err(
            Failure::usage(format!("{FLAG} is for sources of CUDA and HIP"))
                .help("use enzyme-c++ or enzyme-cc"),
        );
    }
    let line = Line::read(&expanded(user))?;
    let maker = Maker::new(language, line)?;
    match maker.make()? {
        0 => Ok(Exit::Success),
        code => {
            drop(maker);
            std::process::exit(code)
        }
    }
}

/// Makes object files and programs.
struct Maker {
    compiler: Compiler,
    language: Language,
    line: Line,
    /// Where objects lie that only a program needs.
    folder: TempDir,
}

impl Maker {
    fn new(language: Language, line: Line) -> Result<Self, Failure> {
        let failed = |e| Failure::environment(format!("cannot make a folder to build in: {e}"));
        Ok(Maker {
            compiler: Compiler::find(language)?,
            language,
            line,
            folder: tempfile::tempdir().map_err(failed)?,
        })
    }

    /// The exit code of the first command that fails, or 0.
    fn make(&self) -> Result<i32, Failure> {
        match self.line.compiles {
            true => self.objects(),
            false => self.program(),
        }
    }

    /// Object files, one for each source, where the compiler would put them.
    fn objects(&self) -> Result<i32, Failure> {
        let sources = self.line.sources();
        if self.line.output.is_some() && self.line.inputs() > 1 {
            return Err(
                Failure::usage("-o names one object file, and there are several inputs")
                    .help("compile them one by one, or leave -o out"),
            );
        }
        for source in sources {
            let beside = || {
                Path::new(&source.path)
                    .with_extension("o")
                    .file_name()
                    .map(PathBuf::from)
            };
            let named = self.line.output.as_ref().map(PathBuf::from).or_else(beside);
            let code = self.object(source, &named.unwrap_or_default())?;
            if code != 0 {
                return Ok(code);
            }
        }
        match self.line.inputs() > self.line.sources().count() {
            true => self.others(),
            false => Ok(0),
        }
    }

    fn object(&self, source: &Source, to: &Path) -> Result<i32, Failure> {
        let shape = self.shape();
        let added = flags::compile_flags(self.language, &shape)?;
        let passes = passes::Passes {
            language: self.language,
            compiler: &self.compiler,
            line: &self.line,
            added,
            folder: self.folder.path(),
        };
        passes.object(source, to)
    }

    fn shape(&self) -> Shape {
        Shape::of(&self.line.plain(|_| None))
    }

    /// Compiles what is no source for a GPU.
    fn others(&self) -> Result<i32, Failure> {
        let words = self.line.plain(|_| None);
        let mut command = self.compiler.command();
        command.args(flags::compile_flags(self.language, &Shape::of(&words))?);
        command.args(words).arg("-c");
        if let Some(output) = &self.line.output {
            command.arg("-o").arg(output);
        }
        status(command)
    }

    /// A program, or a library.
    fn program(&self) -> Result<i32, Failure> {
        let mut objects = Vec::new();
        for (source, number) in self.line.sources().zip(0..) {
            let object = self.folder.path().join(format!("{number}.o"));
            let code = self.object(source, &object)?;
            if code != 0 {
                return Ok(code);
            }
            objects.push(object);
        }
        let mut next = objects.into_iter();
        let words = self.line.plain(|_| next.next());
        let shape = Shape::of(&words);
        let mut command = self.compiler.command();
        command.args(flags::added(self.language, &shape)?);
        let mut library = None;
        if checked::is_asked() {
            command.args(checked::flags(self.language, shape.lto));
            let compiled = || checked::Library::compiled(self.language, shape.lto);
            library = shape.links.then(compiled).transpose()?;
        }
        // In front, where no `-x` of the user's says what it is.
        command.args(library.as_ref().map(|library| &library.object));
        command.args(words);
        if let Some(output) = &self.line.output {
            command.arg("-o").arg(output);
        }
        if shape.links {
            command.args(libraries()?);
        }
        command.args(flags::added_behind(&shape)?);
        status(command)
    }
}

/// The run-time libraries of CUDA and HIP, which are one.
fn libraries() -> Result<Vec<OsString>, Failure> {
    let folder = toolchain::emulated_library()?;
    Ok(linked(folder, LIBRARY, Needed::Always))
}

/// Runs a command, and gives its exit code.
fn status(mut command: Command) -> Result<i32, Failure> {
    let status = command.status().map_err(|e| {
        let name = command.get_program().display();
        Failure::environment(format!("cannot start {name}: {e}"))
    })?;
    Ok(status.code().unwrap_or(Exit::Environment as i32))
}

/// Flags of the compiler for an input without the language of those before it.
fn as_object(path: &Path) -> [OsString; 3] {
    ["-x".into(), "none".into(), path.into()]
}

impl Line {
    /// The words for the compiler without sources for a GPU, in whose place are object files, if they are given.
    fn plain(&self, mut object: impl FnMut(&Source) -> Option<PathBuf>) -> Vec<OsString> {
        let mut words = Vec::new();
        for item in &self.items {
            match item {
                Item::Flag(flag) if line::is_of_devices(flag) => {}
                Item::Flag(flag) => words.extend(flag.iter().cloned()),
                Item::Gpu(source) => {
                    words.extend(object(source).iter().flat_map(|path| as_object(path)));
                }
                Item::Other { path, language } => {
                    words.extend(["-x".into(), language.clone().unwrap_or("none".into())]);
                    words.push(path.clone());
                }
            }
        }
        words
    }
}

/// A flag with its value in one word, for clang's front end.
fn for_front_end(flag: &str, value: &Path) -> [OsString; 4] {
    [
        "-Xclang".into(),
        flag.into(),
        "-Xclang".into(),
        value.into(),
    ]
}

/// A definition that device code and host code see.
fn defined(name: &str) -> OsString {
    joined("-D", name)
}
