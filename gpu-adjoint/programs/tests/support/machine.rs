//! From device code to code of NVIDIA's machines, and what its kernels take of one.
//!
//! Owns: the command lines. Must not: judge.

#![allow(clippy::unwrap_used, reason = "helpers of tests, which may")]

use libtest_mimic::Failed;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Where everything is.
#[derive(Clone)]
pub(crate) struct Tools {
    plugin: PathBuf,
    /// With NVIDIA's assembler and library of mathematics.
    cuda: Option<PathBuf>,
}

/// What a kernel takes of a multiprocessor.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Kernel {
    pub(crate) name: String,
    pub(crate) registers: u64,
    /// Bytes of its threads' own memory; of registers that had no room, stored there.
    pub(crate) stack: u64,
    pub(crate) spilled: u64,
    pub(crate) shared: u64,
    /// Instructions of PTX, or of AMD's machine, and how many of them are atomic.
    pub(crate) instructions: usize,
    pub(crate) atomics: usize,
}

/// The programs of `device/`, in order.
pub(crate) fn programs() -> Vec<String> {
    let files = std::fs::read_dir(here("device")).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let sources = paths.filter(|path| path.extension().is_some_and(|kind| kind == "cu"));
    let mut names: Vec<String> = sources
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// What a command prints to both outputs, if it succeeds.
pub(crate) fn says(command: &mut Command) -> Result<String, Failed> {
    let output = command.output()?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    match output.status.success() {
        true => Ok(said),
        false => Err(format!("{command:?}\n{said}").into()),
    }
}

/// How the name of a program ends that includes another one and has an adjoint of it besides, written by hand.
pub(crate) const BY_HAND: &str = "_by_hand";

pub(crate) fn named<'a>(kernels: &'a [Kernel], name: &str) -> &'a Kernel {
    kernels.iter().find(|kernel| kernel.name == name).unwrap()
}

/// The version of PTX that device code is written in, as LLVM's feature: the lowest that has all instructions of derivatives is of CUDA 9.2.
fn ptx(architecture: &str) -> &'static str {
    match architecture {
        "sm_70" => "+ptx64",
        _ => "+ptx78",
    }
}

/// How clang makes device code for NVIDIA's machines, without headers and libraries.
pub(crate) fn cuda(architecture: &str) -> Vec<String> {
    let version = ptx(architecture);
    let flags = "-x cuda -nocudainc -nocudalib --cuda-device-only";
    let own = format!("--cuda-gpu-arch={architecture} --cuda-feature={version}");
    let words = flags.split(' ').chain(own.split(' '));
    words.map(str::to_owned).collect()
}

/// The same for AMD's.
pub(crate) fn hip(architecture: &str) -> Vec<String> {
    let flags = "-x hip -nogpuinc -nogpulib --offload-device-only";
    let own = format!("--offload-arch={architecture}");
    let words = flags.split(' ').chain([&*own]);
    words.map(str::to_owned).collect()
}

impl Tools {
    /// The plugin that was built, if there is a clang that takes it.
    pub(crate) fn find() -> Option<Self> {
        let target = env::var_os("CARGO_TARGET_DIR").map_or(here("../../target"), PathBuf::from);
        let build = env::var_os("ENZYME_RS_BUILD").map_or(target.join("release"), PathBuf::from);
        let plugin = build.join("libenzyme_rs.so");
        let clang = Command::new("clang-22").arg("--version").output().is_ok();
        let check = Command::new(here("../../scripts/cuda-headers.sh"))
            .arg("--check")
            .output();
        let folder = check.ok().filter(|check| check.status.success());
        let folder = folder.map(|check| String::from_utf8(check.stdout).unwrap());
        let cuda = folder.map(|folder| PathBuf::from(folder.trim()));
        let cuda = cuda.filter(|folder| folder.join("bin/ptxas").exists());
        (clang && plugin.exists()).then_some(Self { plugin, cuda })
    }

    pub(crate) fn has_assembler(&self) -> bool {
        self.cuda.is_some()
    }

    /// A module of device code, differentiated: a program of `device/`, or a path from there.
    pub(crate) fn module(
        &self,
        program: &str,
        flags: &[String],
        folder: &Path,
    ) -> Result<PathBuf, Failed> {
        let module = folder.join("device.bc");
        says(
            Command::new("clang-22")
                .args(flags)
                .args(["-O2", "-emit-llvm", "-c"])
                .arg(format!("-fpass-plugin={}", self.plugin.display()))
                .arg(here("device").join(format!("{program}.cu")))
                .arg("-o")
                .arg(&module),
        )?;
        Ok(module)
    }

    /// Bytes that each thread keeps of a device's memory from one launch to the other, as the host has room for them: in multiples of 16.
    pub(crate) fn kept(&self, program: &str, flags: &[String]) -> Result<u64, Failed> {
        let folder = TempDir::new()?;
        let module = self.module(program, flags, folder.path())?;
        let text = says(Command::new("opt-22").args(["-S", "-o", "-"]).arg(module))?;
        let facts = text.split_once("@primal__enzyme_rs_facts(");
        let (_, facts) = facts.ok_or("no kernel says what is kept")?;
        let mut words = facts.lines().filter_map(|line| {
            let (_, word) = line.split_once("store i64 ")?;
            word.split(',').next()?.parse::<u64>().ok()
        });
        let bytes = words.nth(1).ok_or("it is not known what is kept")?;
        Ok(bytes.next_multiple_of(16))
    }

    /// The kernels of a program for NVIDIA's machines, as their assembler describes them.
    pub(crate) fn nvidia(&self, program: &str, architecture: &str) -> Result<Vec<Kernel>, Failed> {
        self.nvidia_with(program, architecture, &[])
    }

    /// The same with flags of the program's.
    pub(crate) fn nvidia_with(
        &self,
        program: &str,
        architecture: &str,
        flags: &[&str],
    ) -> Result<Vec<Kernel>, Failed> {
        let folder = TempDir::new()?;
        let library = self.cuda.as_ref().ok_or("no assembler")?;
        let [linked, good, text, code] =
            ["linked.bc", "good.bc", "code.ptx", "code.cubin"].map(|name| folder.path().join(name));
        let mut all = cuda(architecture);
        all.extend(flags.iter().map(|flag| (*flag).to_owned()));
        let module = self.module(program, &all, folder.path())?;
        says(
            Command::new("llvm-link-22")
                .args([
                    "--only-needed",
                    "--internalize",
                    "--suppress-warnings",
                    "-o",
                ])
                .arg(&linked)
                .arg(module)
                .arg(library.join("nvvm/libdevice/libdevice.10.bc")),
        )?;
        says(
            Command::new("opt-22")
                .arg("-passes=nvvm-reflect,default<O2>")
                .args([&linked, Path::new("-o"), &good]),
        )?;
        says(
            Command::new("llc-22")
                .arg(format!("-mcpu={architecture}"))
                .arg(format!("-mattr={}", ptx(architecture)))
                .args([&good, Path::new("-o"), &text]),
        )?;
        let ptx = std::fs::read_to_string(&text)?;
        if ptx.contains("malloc") {
            return Err("a kernel calls `malloc`".into());
        }
        let said = says(
            Command::new(library.join("bin/ptxas"))
                .args([&format!("-arch={architecture}"), "-v"])
                .args([&text, Path::new("-o"), &code]),
        )?;
        Ok(kernels(&said, &ptx))
    }
}

/// Reads what `ptxas -v` says.
fn kernels(said: &str, ptx: &str) -> Vec<Kernel> {
    let mut all: Vec<Kernel> = Vec::new();
    let mut of_kernel = false;
    for line in said.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            let name = rest.split('\'').next().unwrap_or_default().to_owned();
            let instructions = instructions(ptx, &name);
            all.push(Kernel {
                name,
                instructions: instructions.len(),
                atomics: atomics(&instructions, &["atom.", "red."]),
                ..Kernel::default()
            });
        } else if let Some((_, name)) = line.split_once("Function properties for ") {
            of_kernel = all.last().is_some_and(|kernel| kernel.name == name.trim());
        }
        let Some(kernel) = all.last_mut() else {
            continue;
        };
        let before = |word: &str| {
            let (text, _) = line.split_once(word)?;
            text.split([' ', ','])
                .rfind(|word| !word.is_empty())?
                .parse()
                .ok()
        };
        if of_kernel && let Some(bytes) = before(" bytes stack frame") {
            kernel.stack = bytes;
            kernel.spilled = before(" bytes spill stores").unwrap_or(0);
        }
        kernel.registers = before(" registers").unwrap_or(kernel.registers);
        kernel.shared = before(" bytes smem").unwrap_or(kernel.shared);
    }
    all
}

/// How many instructions have a word that begins so.
pub(crate) fn atomics(instructions: &[&str], beginnings: &[&str]) -> usize {
    let begins = |word: &str| beginnings.iter().any(|begin| word.starts_with(begin));
    let is_atomic = |line: &&&str| line.split_whitespace().any(begins);
    instructions.iter().filter(is_atomic).count()
}

/// Instructions of a kernel's text, those of functions that it calls not among them.
fn instructions<'a>(ptx: &'a str, kernel: &str) -> Vec<&'a str> {
    let begin = ptx.find(&format!(".entry {kernel}(")).unwrap_or(0);
    let body = &ptx[begin..];
    let body = &body[..body.find("\n}").unwrap_or(body.len())];
    let lines = body.lines().map(str::trim);
    lines
        .filter(|line| line.ends_with(';') && !line.starts_with('.'))
        .collect()
}
