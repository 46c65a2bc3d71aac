//! A folder to compile programs in, by the wrappers, and to run them.
//!
//! Owns: the commands. Must not: judge what a program prints.

#![allow(clippy::unwrap_used, reason = "helpers of tests, which may")]

use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

pub(crate) fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A folder to work in, and the wrappers.
pub(crate) struct Bench {
    pub(crate) folder: TempDir,
    pub(crate) build: PathBuf,
}

/// What a command did.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Bench {
    pub(crate) fn new() -> Option<Self> {
        let usual = || here("../../target/release");
        let build = std::env::var_os("ENZYME_RS_BUILD").map_or_else(usual, PathBuf::from);
        let build = std::path::absolute(build).unwrap();
        for needed in [
            "enzyme-rs",
            "libenzyme_rs.so",
            "libenzyme_rs_emulated_gpu.so",
        ] {
            if !build.join(needed).exists() {
                println!("SKIPPED: no {needed} in {}", build.display());
                return None;
            }
        }
        let folder = tempfile::tempdir().unwrap();
        Some(Bench { folder, build })
    }

    /// Runs a line in the folder; `enzyme-c++` is the wrapper.
    pub(crate) fn run(&self, line: &str) -> Ran {
        self.run_with("", line)
    }

    /// The same with options of the engine.
    pub(crate) fn run_with(&self, options: &str, line: &str) -> Ran {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap();
        let mut command = match name {
            "enzyme-c++" => {
                let mut wrapper = Command::new(self.build.join("enzyme-rs"));
                wrapper.arg("c++");
                wrapper
            }
            "enzyme-rs" => Command::new(self.build.join("enzyme-rs")),
            program => Command::new(self.folder.path().join(program)),
        };
        command
            .args(words)
            .current_dir(self.folder.path())
            .env("ENZYME_RS_OPTIONS", options)
            .env_remove("ENZYME_RS_EMULATOR");
        let output = command.output().unwrap();
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    #[track_caller]
    pub(crate) fn succeeds(&self, line: &str) -> Ran {
        let ran = self.run(line);
        assert_eq!(ran.code, 0, "{line}: {}{}", ran.out, ran.err);
        ran
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.path().join(name), text).unwrap();
    }
}

/// Flags of a language without headers, and the begin of names of errors.
pub(crate) const LANGUAGES: [(&str, &str); 2] =
    [("-x cuda -nocudainc", "cuda"), ("-x hip -nogpuinc", "hip")];

/// The wrapper with the flags of a language, and where programs lie.
pub(crate) fn compiles(flags: &str) -> String {
    let bare = here("programs/bare");
    format!("enzyme-c++ --emulate-gpu -I{} {flags}", bare.display())
}

pub(crate) fn source(name: &str) -> String {
    here("programs").join(name).display().to_string()
}
