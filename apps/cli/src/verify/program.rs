//! From sources to a program that ran: the compilers' command lines.
//!
//! Owns: every file in the working folder, and what is said when a step fails.
//! Must not: know signatures.

use crate::exit::{Exit, Failure};
use crate::progress;
use crate::toolchain::{self, Compiler, Language};
use crate::wrapper::behind;
use enzyme_host::settings::VARIABLE;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder to build in and what all steps share.
pub(super) struct Workshop {
    folder: PathBuf,
    _temporary: Option<TempDir>,
    level: String,
    flags: Vec<OsString>,
    options: String,
}

/// What the suffix of a file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// To be compiled.
    Program(Language),
    /// A program of CUDA or HIP.
    Gpu,
    /// IR or bitcode.
    Module,
}

impl Source {
    /// From the suffix.
    pub(super) fn of(file: &Path) -> Result<Self, Failure> {
        match file.extension().and_then(OsStr::to_str).unwrap_or_default() {
            "c" => Ok(Source::Program(Language::C)),
            "cc" | "cpp" | "cxx" | "c++" | "C" => Ok(Source::Program(Language::Cxx)),
            "f90" | "F90" | "f95" | "f03" | "f08" | "f" | "F" => Ok(Source::Program(Language::Fortran)),
            "cu" | "hip" => Ok(Source::Gpu),
            "ll" | "bc" => Ok(Source::Module),
            _ => Err(
                Failure::usage(format!("cannot tell what {} is", file.display()))
                    .help("give C (.c), C++ (.cpp, .cc, .cxx), Fortran (.f90), textual IR (.ll) or bitcode (.bc)"),
            ),
        }
    }
}

impl Workshop {
    /// In the folder given, which then stays, or in a temporary one.
    pub(super) fn new(
        keep: Option<&Path>,
        level: &str,
        flags: &[OsString],
        options: String,
    ) -> Result<Self, Failure> {
        let failed = |e| Failure::environment(format!("cannot make a folder to build in: {e}"));
        let (folder, temporary) = match keep {
            Some(folder) => {
                std::fs::create_dir_all(folder).map_err(failed)?;
                (folder.to_owned(), None)
            }
            None => {
                let folder = tempfile::tempdir().map_err(failed)?;
                (folder.path().to_owned(), Some(folder))
            }
        };
        let (level, flags) = (format!("-O{level}"), flags.to_vec());
        Ok(Self {
            folder,
            _temporary: temporary,
            level,
            flags,
            options,
        })
    }

    /// The engine's options.
    pub(super) fn options(&self) -> &str {
        &self.options
    }

    /// The flag for the level of optimisation.
    pub(super) fn level(&self) -> &str {
        &self.level
    }

    /// A file of the folder.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file of the folder.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let path = self.path(name);
        std::fs::write(&path, text)
            .map_err(|e| Failure::environment(format!("cannot write {}: {e}", path.display())))?;
        Ok(path)
    }

    /// Compiles a source to IR that is not optimised yet but may be; with `all`, unused static and
    /// inline functions are kept.
    pub(super) fn emit_ir(
        &self,
        language: Language,
        file: &Path,
        all: bool,
    ) -> Result<PathBuf, Failure> {
        let output = self.path("source.ll");
        let mut command = Compiler::find(language)?.command();
        command
            .arg(&self.level)
            .args(["-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes"]);
        // Types of the source say what pointers lead to.
        command.args(["-fno-discard-value-names", "-g"]);
        command.args((language == Language::Cxx).then_some("-fstandalone-debug"));
        command.arg("-Wno-unused-command-line-argument");
        if let Some(include) = toolchain::include() {
            command.arg("-I").arg(include);
        }
        command.args(all.then_some("-femit-all-decls"));
        self.compile(command, file, output)
    }

    /// The same for Fortran, whose compiler optimises before it writes.
    pub(super) fn emit_fortran_ir(&self, file: &Path) -> Result<PathBuf, Failure> {
        let output = self.path("source.ll");
        let mut command = Compiler::find(Language::Fortran)?.command();
        command.arg(&self.level).args(["-g", "-S", "-emit-llvm"]);
        command.arg("-module-dir").arg(&self.folder);
        self.compile(command, file, output)
    }

    /// Compiles a source with the user's flags.
    fn compile(
        &self,
        mut command: Command,
        file: &Path,
        output: PathBuf,
    ) -> Result<PathBuf, Failure> {
        let flags = self.flags.iter().filter(|flag| is_compile_flag(flag));
        command.args(flags).arg(file).arg("-o").arg(&output);
        run(
            &mut command,
            Exit::Input,
            &format!("cannot compile {}", file.display()),
        )?;
        Ok(output)
    }

    /// Differentiates and compiles the module.
    pub(super) fn differentiate(&self, module: &Path) -> Result<PathBuf, Failure> {
        let mut plugin = OsString::from("-fpass-plugin=");
        plugin.push(toolchain::plugin()?);
        let output = self.path("module.o");
        let mut command = Compiler::find(Language::C)?.command();
        command
            // Clang has read no source, and so shows no line of it.
            .env(VARIABLE, format!("excerpts,{}", self.options))
            .arg(&self.level)
            .arg(plugin)
            .arg("-c");
        command
            .arg("-Wno-override-module")
            .arg(module)
            .arg("-o")
            .arg(&output);
        run(
            &mut command,
            Exit::Refused,
            "the derivative was not generated",
        )?;
        Ok(output)
    }

    /// Compiles the driver and links the program.
    pub(super) fn link(
        &self,
        language: Language,
        driver: &Path,
        module: &Path,
    ) -> Result<PathBuf, Failure> {
        let object = self.path("driver.o");
        let mut command = Compiler::find(Language::C)?.command();
        command
            .args(["-O1", "-fno-strict-aliasing", "-c"])
            .arg(driver)
            .arg("-o")
            .arg(&object);
        run(&mut command, Exit::Environment, "cannot compile the driver")?;
        let program = self.path("program");
        let mut command = Compiler::find(language)?.command();
        command.arg(&self.level).arg(&object).arg(module);
        if language != Language::Fortran {
            command.arg("-Wno-unused-command-line-argument");
        }
        command.args(&self.flags).args(behind(&self.flags)?);
        command.arg("-lm").arg("-o").arg(&program);
        run(&mut command, Exit::Environment, "cannot link the program").map_err(|failure| {
            failure.help("give further sources, objects and libraries after `--`")
        })?;
        Ok(program)
    }

    /// Runs the program; what it wrote to its report file. `array` says what an argument is, for a message about its end.
    pub(super) fn execute(
        &self,
        program: &Path,
        limit: Duration,
        array: &dyn Fn(usize) -> String,
    ) -> Result<String, Failure> {
        let report = self.path("report.txt");
        let program = std::path::absolute(program).unwrap_or_else(|_| program.to_owned());
        let mut command = Command::new(program);
        // What the function prints is none of ours.
        command
            .arg(&report)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let _under_way = progress::limited("comparing derivatives", limit);
        match ended(&mut command, limit)? {
            Some(status) if status.success() => {}
            Some(status) => {
                if let Some(argument) = passed(&report) {
                    return Err(past_the_end(&array(argument)));
                }
                return Err(
                    Failure::new(Exit::Refused, format!("the program failed: {status}"))
                        .help("`--keep DIR` leaves the program in DIR, to be run in a debugger"),
                );
            }
            None => {
                let seconds = limit.as_secs();
                let message = format!("the program ran for more than {seconds} seconds");
                return Err(Failure::new(Exit::Refused, message)
                    .help("take a smaller --length or a longer --timeout"));
            }
        }
        std::fs::read_to_string(&report)
            .map_err(|e| Failure::environment(format!("cannot read {}: {e}", report.display())))
    }
}

/// The argument whose end the program passed, if that is what ended it.
fn passed(report: &Path) -> Option<usize> {
    let text = std::fs::read_to_string(report).ok()?;
    let last = text.lines().last()?.strip_prefix("past ")?;
    last.parse().ok()
}

fn past_the_end(array: &str) -> Failure {
    let message = format!("the function reads or writes past the end of {array}");
    Failure::new(Exit::Refused, message)
        .help("say in `--args` how many elements it has: `NAME:double[N]`")
        .help("what arguments that are integers are, `--args` says as well: `n:int=N`")
}

/// How long a program that has run too long may take to end what it has started.
const LAST: Duration = Duration::from_secs(2);

/// Runs a program to its end; nothing if that did not come within the limit.
pub(super) fn ended(command: &mut Command, limit: Duration) -> Result<Option<ExitStatus>, Failure> {
    let failed = |e| Failure::environment(format!("cannot run the program: {e}"));
    let mut child = command.spawn().map_err(failed)?;
    let start = Instant::now();
    let mut is_told = false;
    loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            return Ok(Some(status).filter(|_| !is_told));
        }
        let over = start.elapsed().saturating_sub(limit);
        if !over.is_zero() && !is_told {
            // `mpirun` and shells pass it on to what they have started.
            let _ = Command::new("kill").arg(child.id().to_string()).status();
            is_told = true;
        }
        if over > LAST {
            // It may have ended just now, which is as good.
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a flag after `--` concerns the compilation of the file, and not other files or libraries.
fn is_compile_flag(flag: &OsStr) -> bool {
    let text = flag.to_string_lossy();
    text.starts_with('-')
        && !["-l", "-L", "-Wl,"]
            .iter()
            .any(|prefix| text.starts_with(prefix))
}

/// Runs a tool; its messages go to our standard error.
pub(super) fn run(command: &mut Command, exit: Exit, what: &str) -> Result<(), Failure> {
    let program = command.get_program().display().to_string();
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(Failure::new(exit, what)),
        Err(e) => Err(Failure::environment(format!(
            "{what}: cannot start {program}: {e}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_told_by_their_suffix() {
        assert_eq!(
            Source::of(Path::new("a.cpp")).unwrap(),
            Source::Program(Language::Cxx)
        );
        assert_eq!(Source::of(Path::new("a.ll")).unwrap(), Source::Module);
        assert_eq!(
            Source::of(Path::new("a.f90")).unwrap(),
            Source::Program(Language::Fortran)
        );
        assert!(Source::of(Path::new("a.py")).is_err());
    }

    #[test]
    fn libraries_and_other_files_are_for_the_linker() {
        assert!(is_compile_flag(OsStr::new("-DN=3")));
        assert!(!is_compile_flag(OsStr::new("-lm")));
        assert!(!is_compile_flag(OsStr::new("other.c")));
    }
}
