//! Builds and runs the C programs. Owns the compiler's command lines and the reading of what fails;
//! judges no number. Every program is built once, whatever the number of its instances.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::json::ProgramReport;
use crate::problems::Instance;
use crate::verdict::Mode;

/// Why there is no report: one line, and what the tool said.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// What did not work.
    pub(crate) summary: String,
    /// Output of the compiler or program, possibly empty.
    pub(crate) details: String,
}

/// How long to time.
pub(crate) struct Timing {
    /// Samples per median.
    pub(crate) reps: u32,
    /// Least length of a sample in milliseconds.
    pub(crate) min_ms: u32,
}

/// A compiler with its flags, the sources and a folder to build in.
pub(crate) struct Toolchain {
    cc: PathBuf,
    flags: Vec<String>,
    source: PathBuf,
    work: PathBuf,
    built: BTreeMap<&'static str, Result<PathBuf, Failure>>,
}

impl Toolchain {
    /// The compiler given or the mode's default, with -O2 unless flags are given.
    pub(crate) fn new(
        cc: Option<PathBuf>,
        flags: &[String],
        mode: Mode,
        source: &Path,
        work: &Path,
    ) -> Self {
        let mut flags = if flags.is_empty() {
            vec!["-O2".to_owned()]
        } else {
            flags.to_vec()
        };
        if mode == Mode::NoAd {
            flags.push("-DNO_AD".to_owned());
        }
        Toolchain {
            cc: cc.unwrap_or_else(|| default_compiler(mode)),
            flags,
            source: source.to_owned(),
            work: work.to_owned(),
            built: BTreeMap::new(),
        }
    }

    /// Builds the program if need be, runs it on the instance's data and reads its report.
    pub(crate) fn measure(
        &mut self,
        instance: &Instance,
        timing: &Timing,
    ) -> Result<ProgramReport, Failure> {
        let name = instance.problem.name;
        if !self.built.contains_key(name) {
            let program = self.build(name);
            self.built.insert(name, program);
        }
        let program = self.built[name].clone()?;
        self.run(&program, instance, timing)
    }

    /// Compiles the problem, the harness, and links both.
    fn build(&self, name: &str) -> Result<PathBuf, Failure> {
        let object = self.compile(&format!("{name}_main"))?;
        let harness = self.compile("harness")?;
        let program = self.work.join(name);
        let mut command = Command::new(&self.cc);
        command
            .args(&self.flags)
            .args([&object, &harness])
            .arg("-o")
            .arg(&program)
            .arg("-lm");
        checked(&mut command, &format!("cannot link {name}"))?;
        Ok(program)
    }

    fn compile(&self, stem: &str) -> Result<PathBuf, Failure> {
        let source = self.source.join("c").join(format!("{stem}.c"));
        let object = self.work.join(format!("{stem}.o"));
        let mut command = Command::new(&self.cc);
        command
            .args(&self.flags)
            .arg("-c")
            .arg(&source)
            .arg("-o")
            .arg(&object);
        checked(&mut command, &format!("cannot compile {stem}.c"))?;
        Ok(object)
    }

    fn run(
        &self,
        program: &Path,
        instance: &Instance,
        timing: &Timing,
    ) -> Result<ProgramReport, Failure> {
        let mut command = Command::new(program);
        command.args(
            instance
                .data
                .map(|file| self.source.join("data").join(file)),
        );
        command.args(["--reps", &timing.reps.to_string()]);
        command.args(["--min-ms", &timing.min_ms.to_string()]);
        let output = checked(&mut command, "the program failed")?;
        let text = String::from_utf8_lossy(&output.stdout);
        ProgramReport::parse(&text).map_err(|error| Failure {
            summary: format!("{error:#}"),
            details: text.into_owned(),
        })
    }
}

fn default_compiler(mode: Mode) -> PathBuf {
    match mode {
        Mode::Ad => PathBuf::from("target/release/enzyme-cc"),
        Mode::NoAd => PathBuf::from("clang-22"),
    }
}

/// Runs a command; anything but success is a failure that quotes the command and its output.
fn checked(command: &mut Command, what: &str) -> Result<Output, Failure> {
    let output = command.output().map_err(|error| Failure {
        summary: format!(
            "{what}: cannot start {}: {error}",
            command.get_program().display()
        ),
        details: String::new(),
    })?;
    if output.status.success() {
        return Ok(output);
    }
    Err(Failure {
        summary: format!("{what}: {}", output.status),
        details: format!("{command:?}\n{}", String::from_utf8_lossy(&output.stderr)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems;

    fn toolchain(cc: &str, mode: Mode) -> Toolchain {
        let cc = Some(PathBuf::from(cc));
        Toolchain::new(cc, &[], mode, Path::new("/nowhere"), Path::new("/nowhere"))
    }

    #[test]
    fn the_mode_is_a_macro_for_the_programs() {
        assert_eq!(toolchain("cc", Mode::Ad).flags, ["-O2"]);
        assert_eq!(toolchain("cc", Mode::NoAd).flags, ["-O2", "-DNO_AD"]);
    }

    #[test]
    fn a_compiler_that_fails_is_named_once_and_remembered() {
        let timing = Timing { reps: 1, min_ms: 1 };
        let mut failing = toolchain("false", Mode::Ad);
        let failure = failing.measure(&problems::demo()[0], &timing).unwrap_err();
        assert!(
            failure.summary.starts_with("cannot compile gmm_main.c"),
            "{}",
            failure.summary
        );
        assert!(failure.details.contains("gmm_main.c"));
        assert_eq!(failing.built.len(), 1);
        assert!(failing.measure(&problems::demo()[1], &timing).is_err());
    }

    #[test]
    fn a_compiler_that_is_not_there_is_named() {
        let timing = Timing { reps: 1, min_ms: 1 };
        let mut missing = toolchain("/nowhere/enzyme-cc", Mode::Ad);
        let failure = missing.measure(&problems::demo()[0], &timing).unwrap_err();
        assert!(failure.summary.contains("cannot start /nowhere/enzyme-cc"));
    }
}
