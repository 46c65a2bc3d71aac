//! A simulation with known derivatives, and a case, in a folder.
//!
//! Owns: running it. Must not: know what is right.

use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

pub(crate) const CASE: &str = "application = \"liblogistic.so\"\n[parameters]\nsteps = 200\n\
    [checkpoints]\nram = \"640 B\"\ndisk = \"1 kB\"\nsave = \"1 min\"\n";

/// The same, which writes down where it stands behind each step.
pub(crate) fn saving() -> String {
    CASE.replace("1 min", "0s")
}

/// A folder with a simulation and a case.
pub(crate) struct Bench(pub(crate) TempDir);

impl Bench {
    pub(crate) fn new(case: &str) -> Self {
        Self::with(case, &[])
    }

    pub(crate) fn with(case: &str, flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let compiled = Command::new("cc")
            .args(["-O1", "-shared", "-fPIC", "-I"])
            .arg(package.join("../../include"))
            .arg(package.join("tests/model/logistic.c"))
            .args(flags)
            .arg("-o")
            .arg(folder.path().join("liblogistic.so"))
            .status();
        assert!(compiled.unwrap().success());
        std::fs::write(folder.path().join("case.toml"), case).unwrap();
        Self(folder)
    }

    pub(crate) fn command(&self, arguments: &str) -> Command {
        self.command_after(":", arguments)
    }

    /// In a shell that does something else before.
    pub(crate) fn command_after(&self, before: &str, arguments: &str) -> Command {
        let program = env!("CARGO_BIN_EXE_enzyme-rs-run");
        let mut command = Command::new("bash");
        command.args(["-c", &format!("{before}; exec {program} {arguments}")]);
        command.current_dir(self.0.path());
        command
    }

    pub(crate) fn run(&self, arguments: &str) -> Ran {
        Ran::of(self.command(arguments).output().unwrap())
    }
}

pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self {
            code: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }

    #[track_caller]
    pub(crate) fn says(self, words: &str) -> Self {
        let all = format!("{}\n{}", self.out, self.err);
        assert!(all.contains(words), "`{words}` is not in\n{all}");
        self
    }

    /// The line of a result that begins so.
    #[track_caller]
    pub(crate) fn line(&self, begin: &str) -> String {
        let found = self.out.lines().find(|line| line.starts_with(begin));
        found
            .unwrap_or_else(|| panic!("no `{begin}` in {}", self.out))
            .to_owned()
    }
}

/// The numbers of a dataset.
pub(crate) fn numbers(bench: &Bench, file: &str, name: &str) -> Vec<f64> {
    let path = bench.0.path().join("case.run").join(file);
    let file = hdf5::File::open(path).unwrap();
    file.dataset(name).unwrap().read_raw().unwrap()
}

/// Panics unless two numbers agree to round-off.
#[track_caller]
pub(crate) fn near(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() <= 1e-12 * expected.abs(),
        "{found} is not {expected}"
    );
}
