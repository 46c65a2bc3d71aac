//! From device code to a program that ran.
//!
//! Owns: how clang is called. Must not: judge.

use enzyme_gpu_lower::{Error, Options, lower};
use enzyme_llvm_shim::inkwell::context::Context;
use enzyme_llvm_shim::io::OwnedModule;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const CLANG: &str = "clang-22";

/// A language of device code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    Cuda,
    Hip,
}

pub(crate) const LANGUAGES: [Language; 2] = [Language::Cuda, Language::Hip];

impl Language {
    /// Flags of clang for the device alone.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Language::Cuda => &[
                "-x",
                "cuda",
                "-nocudainc",
                "-nocudalib",
                "--cuda-gpu-arch=sm_90",
                "--cuda-device-only",
                "--cuda-feature=+ptx78",
            ],
            Language::Hip => &[
                "-x",
                "hip",
                "-nogpuinc",
                "-nogpulib",
                "--offload-arch=gfx90a",
                "--offload-device-only",
            ],
        }
    }

    pub(crate) fn warp(self) -> u32 {
        match self {
            Language::Cuda => 32,
            Language::Hip => 64,
        }
    }
}

/// With the checker, under the name that host programs of these tests ask for.
pub(crate) fn options(level: u8) -> Options {
    Options {
        module: "test".to_owned(),
        level,
        checked: true,
    }
}

/// Whether there is a compiler; the tests are not tried without.
pub(crate) fn has_clang() -> bool {
    let found = Command::new(CLANG).arg("--version").output().is_ok();
    if !found {
        println!("not tried: there is no {CLANG}");
    }
    found
}

pub(crate) fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/device")
        .join(name)
}

/// Where a program is made.
pub(crate) struct Bench {
    folder: TempDir,
}

fn succeeds(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    output
}

impl Bench {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Bench { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Compiles device code.
    pub(crate) fn device(&self, language: Language, level: u8, file: &Path) -> PathBuf {
        self.device_with(&[], language, level, file)
    }

    /// The same with more flags.
    pub(crate) fn device_with(
        &self,
        flags: &[&str],
        language: Language,
        level: u8,
        file: &Path,
    ) -> PathBuf {
        let module = self.path("device.bc");
        succeeds(
            Command::new(CLANG)
                .args(language.flags())
                .args(flags)
                .args([&format!("-O{level}"), "-gline-tables-only"])
                .args(["-emit-llvm", "-c", "-o"])
                .args([module.as_path(), file]),
        );
        module
    }

    /// Lowers it.
    pub(crate) fn lowered(&self, module: &Path, options: &Options) -> Result<PathBuf, Error> {
        let context = Context::create();
        let mut module = OwnedModule::read(&context, module).unwrap();
        let object = self.path("device.o");
        lower(&mut module, options)?.write_object(&object)?;
        Ok(object)
    }

    /// Links it with a host program of C, and with the emulator that was built together with these tests.
    pub(crate) fn program(&self, object: &Path, host: &str, warp: u32) -> PathBuf {
        let library = std::env::current_exe().unwrap();
        let library = library.with_file_name("libenzyme_rs_emulator.a");
        let program = self.path("program");
        succeeds(
            Command::new(CLANG)
                .arg(format!("-DWARP={warp}"))
                .args([source(host), object.to_owned(), library])
                .args(["-rdynamic", "-lm", "-lpthread", "-ldl", "-o"])
                .arg(&program),
        );
        program
    }

    /// The whole way, with the checker.
    pub(crate) fn built(&self, language: Language, level: u8, device: &str, host: &str) -> PathBuf {
        let module = self.device(language, level, &source(device));
        let object = self.lowered(&module, &options(level)).unwrap();
        self.program(&object, host, language.warp())
    }
}

/// What a program has printed, as the standard output and error.
pub(crate) fn ran(program: &Path, arguments: &[&str]) -> (String, String) {
    let mut command = Command::new(program);
    command.args(arguments).env_remove("ENZYME_RS_EMULATOR");
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}
