//! Compiles batches of kernels for a vendor's device with the plugin, lowers them to the CPU, and runs them there. Owns the commands; must not know what
//! a correct result is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::run::{self, Failure};

use super::ast::Program;
use super::emit;
use super::harness;
use super::oracle::Expected;

/// A vendor's language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Language {
    Cuda,
    Hip,
}

impl Language {
    /// For the device alone, without the vendor's headers and library.
    fn flags(self) -> &'static str {
        match self {
            Language::Cuda => {
                "-x cuda -nocudainc -nocudalib --cuda-gpu-arch=sm_90 --cuda-device-only --cuda-feature=+ptx78"
            }
            Language::Hip => {
                "-x hip -nogpuinc -nogpulib --offload-arch=gfx90a --offload-device-only"
            }
        }
    }

    /// Lanes of a warp.
    pub(crate) fn warp(self) -> usize {
        match self {
            Language::Cuda => 32,
            Language::Hip => 64,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Language::Cuda => "cuda",
            Language::Hip => "hip",
        }
    }
}

/// A program with the numbers that it must give in a language.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) program: Program,
    pub(crate) expected: Expected,
}

/// How to compile and run.
#[derive(Clone, Debug)]
pub(crate) struct Toolchain {
    /// Clang, as typed in a shell.
    pub(crate) cc: String,
    /// Beside the plugin lie `enzyme-rs`, which lowers, and the emulator's library.
    pub(crate) plugin: PathBuf,
    /// Options of the engine.
    pub(crate) options: String,
    /// Seconds that a batch may take to compile.
    pub(crate) timeout: u64,
    /// For temporary files.
    pub(crate) dir: PathBuf,
}

/// Seconds after which a binary stands still.
const STANDS_STILL: u64 = 60;

impl Toolchain {
    /// Fails where something is missing that is needed.
    pub(crate) fn is_there(&self) -> Result<(), String> {
        let beside = ["enzyme-rs", "libenzyme_rs_emulator.a"].map(|name| self.beside(name));
        let needed = [self.plugin.clone()].into_iter().chain(beside);
        let missing = needed.into_iter().find(|file| !file.exists());
        missing.map_or(Ok(()), |file| {
            Err(format!("{} is not there", file.display()))
        })
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.plugin.with_file_name(name)
    }

    /// The command line that makes an executable of a test file.
    pub(crate) fn command(
        &self,
        (language, opt): (Language, &str),
        source: &Path,
        binary: &Path,
    ) -> String {
        let options = &self.options;
        let (cc, source, binary) = (&self.cc, source.display(), binary.display());
        format!(
            "export ENZYME_RS_OPTIONS='device-checker,{options}' && {cc} {flags} -{opt} -ffp-contract=off -gline-tables-only -w -emit-llvm -c -fpass-plugin='{plugin}' '{source}' -o '{binary}.bc' && \
             '{lower}' emulate --module program -o '{binary}.o' '{binary}.bc' && \
             {cc} -w -DWARP={warp} -x c '{source}' -x none '{binary}.o' '{emulator}' -rdynamic -lm -lpthread -ldl -o '{binary}'",
            flags = language.flags(),
            plugin = self.plugin.display(),
            lower = self.beside("enzyme-rs").display(),
            warp = language.warp(),
            emulator = self.beside("libenzyme_rs_emulator.a").display(),
        )
    }

    /// Tests a batch; one result per case. `tag` keeps the files of concurrent workers apart.
    pub(crate) fn test(
        &self,
        cases: &[Case],
        how: (Language, &str),
        tag: &str,
    ) -> io::Result<Vec<Option<Failure>>> {
        let source = self.dir.join(format!("{tag}.cu"));
        let binary = self.dir.join(format!("{tag}.bin"));
        let pairs: Vec<_> = cases.iter().map(|c| (&c.program, &c.expected)).collect();
        fs::write(&source, harness::file(&pairs, ""))?;
        let limit = self.timeout + 2 * cases.len() as u64;
        let built = run::limited(limit, &self.command(how, &source, &binary))?;
        if built.status.success() {
            return run::run_all(cases.len(), |first| {
                let command = format!("exec '{}' {first}", binary.display());
                run::limited(STANDS_STILL + cases.len() as u64, &command)
            });
        }
        if let [_] = cases {
            return Ok(vec![Some(run::compile_failure(&built))]);
        }
        let text = String::from_utf8_lossy(&built.stderr);
        let blamed =
            |case: &Case| run::refusal(&format!("{}_", emit::prefix(&case.program)), &text);
        run::isolate(cases, blamed, |cases| self.test(cases, how, tag))
    }

    /// Tests one case on its own.
    pub(crate) fn test_one(
        &self,
        case: &Case,
        how: (Language, &str),
        tag: &str,
    ) -> io::Result<Option<Failure>> {
        let results = self.test(std::slice::from_ref(case), how, tag)?;
        Ok(results.into_iter().next().flatten())
    }
}
