//! A folder to work in, with the wrappers beside a plugin that is up to date.
//!
//! Owns: finding and starting programs. Must not: judge.

#![allow(clippy::unwrap_used, reason = "helpers of tests, which may")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;

/// A temporary folder with links to the wrappers.
pub(crate) struct Bench {
    folder: TempDir,
}

/// What a command did.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Bench {
    pub(crate) fn new() -> Self {
        build_plugin();
        let folder = tempfile::tempdir().unwrap();
        for name in ["enzyme-cc", "enzyme-c++", "enzyme-fc"] {
            std::os::unix::fs::symlink(program(), folder.path().join(name)).unwrap();
        }
        Self { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Self {
        std::fs::write(self.path(name), text).unwrap();
        self
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs a line in the folder. The first word may be a wrapper or `enzyme-rs`; words are split at
    /// blanks; `A=b` words in front are environment variables.
    pub(crate) fn run(&self, line: &str) -> Ran {
        self.run_with(line, "")
    }

    /// The same, with standard input.
    pub(crate) fn run_with(&self, line: &str, input: &str) -> Ran {
        let mut words = line.split_whitespace().peekable();
        let mut variables = Vec::new();
        while let Some(pair) = words.peek().and_then(|word| word.split_once('=')) {
            variables.push(pair);
            words.next();
        }
        let mut command = Command::new(self.resolve(words.next().unwrap()));
        command.args(words).current_dir(self.folder.path());
        for name in ["ENZYME_RS_OPTIONS", "ENZYME_RS_CC", "ENZYME_RS_PLUGIN"] {
            command.env_remove(name);
        }
        command.envs(variables);
        finish(command, input, line)
    }

    fn resolve(&self, name: &str) -> PathBuf {
        match name {
            "enzyme-rs" => program(),
            "enzyme-cc" | "enzyme-c++" | "enzyme-fc" => self.path(name),
            _ if name.starts_with("./") => self.path(&name[2..]),
            _ => name.into(),
        }
    }
}

impl Ran {
    /// Panics unless the exit code is this one.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(
            self.code, code,
            "\n--- out\n{}\n--- err\n{}",
            self.out, self.err
        );
        self
    }

    /// Panics unless standard error contains the text.
    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Self {
        assert!(self.err.contains(text), "no `{text}` in\n{}", self.err);
        self
    }
}

/// Runs a command with standard input; `line` is what it is called if it cannot start.
pub(crate) fn finish(mut command: Command, input: &str, line: &str) -> Ran {
    use std::io::Write;
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .unwrap_or_else(|e| panic!("cannot start `{line}`: {e}"));
    // A program that does not read its input is fine.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Output {
        status,
        stdout,
        stderr,
    } = child.wait_with_output().unwrap();
    Ran {
        code: status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&stdout).into_owned(),
        err: String::from_utf8_lossy(&stderr).into_owned(),
    }
}

/// The program under test.
pub(crate) fn program() -> PathBuf {
    env!("CARGO_BIN_EXE_enzyme-rs").into()
}

/// The plugin beside it.
pub(crate) fn plugin() -> PathBuf {
    build_plugin();
    program().with_file_name("libenzyme_rs.so")
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of built things.
pub(crate) fn build() -> PathBuf {
    plugin().parent().unwrap().into()
}

/// An installation of what is built under a DESTDIR, moved to where nobody knew that it would be.
pub(crate) fn installed() -> &'static Path {
    static PLACE: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, prefix) = PLACE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let staged = folder.path().join("stage/usr/local");
        let prefix = folder.path().join("moved");
        let mut install = Command::new(root().join("scripts/install.sh"));
        install.args([&build(), &staged]);
        finish(install, "", "scripts/install.sh").exits(0);
        std::fs::rename(staged, &prefix).unwrap();
        (folder, prefix)
    });
    prefix
}

/// Whether all programs are there; says which is not.
pub(crate) fn are_there(programs: &[&str]) -> bool {
    let missing = programs.iter().find(|program| {
        let found = Command::new("which").arg(program).output();
        !found.is_ok_and(|output| output.status.success())
    });
    if let Some(program) = missing {
        println!("SKIPPED: no {program}");
    }
    missing.is_none()
}

/// Variables of Open MPI: root as in a container, more ranks than cores.
pub(crate) const MPI_AS_ROOT: [(&str, &str); 3] = [
    ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
    ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
    ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
];

/// Cargo builds programs for tests, but not the plugins of other packages. All are built, as `make build` does: the plugin alone would be another one, of libraries
/// with fewer features, and take its place.
fn build_plugin() {
    static BUILT: OnceLock<()> = OnceLock::new();
    BUILT.get_or_init(|| {
        let program = program();
        let profile = program.parent().unwrap();
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.args(["build", "--quiet", "--manifest-path"]);
        cargo.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml"));
        cargo.arg("--target-dir").arg(profile.parent().unwrap());
        cargo.args(profile.ends_with("release").then_some("--release"));
        assert!(cargo.status().unwrap().success(), "cannot build the plugin");
    });
}
