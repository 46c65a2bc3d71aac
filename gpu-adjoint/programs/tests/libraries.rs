//! Programs with RAJA and Kokkos on a device, run on the CPU, where these are installed with their CUDA or HIP back ends.
//!
//! `RAJA_CUDA_ROOT`, `RAJA_HIP_ROOT`, `Kokkos_CUDA_ROOT` and `Kokkos_HIP_ROOT` name the installations, which were compiled with `--emulate-gpu` (docs/gpu-libraries.md says how); without, a test is ignored.
//! Owns: how the programs of `programs/libraries` are compiled. Must not: judge: they print what is wrong.

#![allow(clippy::unwrap_used, reason = "tests may")]

use libtest_mimic::{Arguments, Failed, Trial};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[derive(Clone, Copy)]
enum Vendor {
    Cuda,
    Hip,
}

/// A library and its programs.
struct Library {
    vendor: Vendor,
    root: &'static str,
    /// A header that says whether there is the back end, and how.
    says: (&'static str, &'static str),
    programs: &'static [&'static str],
    /// Says which kernels are its own.
    options: &'static str,
    link: &'static [&'static str],
    levels: &'static [&'static [&'static str]],
}

const LIBRARIES: &[Library] = &[
    Library {
        vendor: Vendor::Cuda,
        root: "RAJA_CUDA_ROOT",
        says: ("RAJA/config.hpp", "#define RAJA_ENABLE_CUDA"),
        programs: RAJA,
        options: "mark-kernels=RAJA::*",
        link: &["-lRAJA", "-lcamp"],
        levels: &[&["-O0"], OPTIMISED[0], OPTIMISED[1]],
    },
    Library {
        vendor: Vendor::Hip,
        root: "RAJA_HIP_ROOT",
        says: ("RAJA/config.hpp", "#define RAJA_ENABLE_HIP"),
        programs: RAJA,
        options: "mark-kernels=RAJA::*",
        link: &["-lRAJA", "-lcamp", "-lamdhip64"],
        levels: OPTIMISED,
    },
    // Lanes of HIP hand each other numbers by more functions, which all have to come in line.
    Library {
        vendor: Vendor::Hip,
        root: "RAJA_HIP_ROOT",
        says: ("RAJA/config.hpp", "#define RAJA_ENABLE_HIP"),
        programs: RAJA,
        options: "mark-kernels=RAJA::*,inline-growth=32",
        link: &["-lRAJA", "-lcamp", "-lamdhip64"],
        levels: &[&["-O0"]],
    },
    Library {
        vendor: Vendor::Cuda,
        root: "Kokkos_CUDA_ROOT",
        says: ("KokkosCore_config.h", "#define KOKKOS_ENABLE_CUDA"),
        programs: KOKKOS,
        options: "mark-kernels=Kokkos::*",
        link: &["-lkokkoscontainers", "-lkokkoscore", "-ldl"],
        levels: &[&["-O1"], &["-O2"]],
    },
    Library {
        vendor: Vendor::Hip,
        root: "Kokkos_HIP_ROOT",
        says: ("KokkosCore_config.h", "#define KOKKOS_ENABLE_HIP"),
        programs: KOKKOS,
        options: "mark-kernels=Kokkos::*",
        link: &["-lkokkoscontainers", "-lkokkoscore", "-ldl", "-lamdhip64"],
        levels: &[&["-O1"], &["-O2"]],
    },
];

const RAJA: &[&str] = &["raja.cu", "raja_sums.cu"];

const OPTIMISED: &[&[&str]] = &[&["-O1", "-DOPTIMISED"], &["-O2", "-DOPTIMISED"]];

const KOKKOS: &[&str] = &[
    "kokkos.cu",
    "kokkos_sums.cu",
    "kokkos_scans.cu",
    "kokkos_teams.cu",
];

impl Vendor {
    /// The flags of a compiler for programs of the vendor's, if its headers are there.
    fn flags(self) -> Option<Vec<String>> {
        match self {
            Vendor::Cuda => {
                let path = format!("--cuda-path={}", cuda()?);
                Some(vec![path, "-Wno-unknown-cuda-version".into()])
            }
            Vendor::Hip => Path::new(HIP).exists().then(|| {
                let functions = here("programs/libraries/hip_fp16.h");
                let functions = functions.display().to_string();
                let flags = OF_HIP.split(' ').map(str::to_owned);
                let flags = flags.chain(["-include".to_owned(), functions]);
                flags.collect()
            }),
        }
    }

    /// How its name is told in those of tests.
    fn name(self) -> &'static str {
        match self {
            Vendor::Cuda => "CUDA",
            Vendor::Hip => "HIP",
        }
    }
}

/// Whether there is HIP, with the system.
const HIP: &str = "/usr/include/hip/hip_runtime.h";

/// How its programs are compiled. Its headers do not define how many lanes a wavefront has before HIP 5.3.
const OF_HIP: &str = "-x hip --rocm-path=/usr -D__AMDGCN_WAVEFRONT_SIZE=64";

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The wrapper, if it was built.
fn wrapper() -> Option<PathBuf> {
    let root = here("../..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let build = env::var_os("ENZYME_RS_BUILD").map_or(target.join("release"), PathBuf::from);
    let wrapper = build.join("enzyme-rs");
    wrapper.exists().then_some(wrapper)
}

/// The folder of CUDA's headers, if they were fetched.
fn cuda() -> Option<String> {
    let script = here("../../scripts/cuda-headers.sh");
    let found = Command::new(script).arg("--check").output().unwrap();
    let folder = String::from_utf8(found.stdout).unwrap();
    found.status.success().then(|| folder.trim().to_owned())
}

impl Library {
    /// Where it is installed, if it has the back end.
    fn root(&self) -> Option<PathBuf> {
        let root = PathBuf::from(env::var_os(self.root)?);
        let (header, word) = self.says;
        let text = std::fs::read_to_string(root.join("include").join(header)).ok()?;
        text.contains(word).then_some(root)
    }
}

fn said(output: &Output) -> String {
    let all = [output.stdout.as_slice(), &output.stderr].concat();
    String::from_utf8_lossy(&all).into_owned()
}

fn check(
    (library, program): (&Library, &str),
    (wrapper, flags, root): (&Path, &[String], &Path),
    level: &[&str],
) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let executable = folder.path().join("program");
    let mut include = std::ffi::OsString::from("-I");
    include.push(root.join("include"));
    let mut libraries = std::ffi::OsString::from("-L");
    libraries.push(root.join("lib"));
    let compiled = Command::new(wrapper)
        .args(["c++", "--emulate-gpu", "-std=c++17", "-w"])
        .args(flags)
        .args(level)
        .arg(include)
        .arg(here("programs/libraries").join(program))
        .arg("-o")
        .arg(&executable)
        .args(["-x", "none"])
        .arg(libraries)
        .args(library.link)
        .env("ENZYME_RS_OPTIONS", library.options)
        .output()?;
    if !compiled.status.success() {
        return Err(said(&compiled).into());
    }
    let ran = Command::new(&executable)
        .env_remove("ENZYME_RS_EMULATOR")
        .output()?;
    let is_well = ran.status.success() && ran.stdout == b"all is well\n";
    is_well.then_some(()).ok_or_else(|| said(&ran).into())
}

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for library in LIBRARIES {
        let programs = library.programs.iter();
        let all = programs.flat_map(|program| library.levels.iter().map(move |l| (*program, *l)));
        for (program, level) in all {
            let there = (wrapper(), library.vendor.flags(), library.root());
            let vendor = library.vendor.name();
            let name = format!("{program} on {vendor} {}", level.join(" "));
            let is_there = matches!(there, (Some(_), Some(_), Some(_)));
            let test = move || match there {
                (Some(wrapper), Some(flags), Some(root)) => {
                    check((library, program), (&wrapper, &flags, &root), level)
                }
                _ => Err("not installed".into()),
            };
            trials.push(Trial::test(name, test).with_ignored_flag(!is_there));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
