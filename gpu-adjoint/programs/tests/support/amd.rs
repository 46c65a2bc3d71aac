//! Code objects for AMD's machines.
//!
//! Owns: the command lines. Must not: judge.

use super::machine::{Tools, says};
use libtest_mimic::Failed;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A code object for AMD's machines.
pub(crate) fn code_object(tools: &Tools, program: &str, architecture: &str) -> Result<(), Failed> {
    let folder = TempDir::new()?;
    let [object, code] = ["code.o", "code.hsaco"].map(|name| folder.path().join(name));
    let flags = [
        "-x",
        "hip",
        "-nogpuinc",
        "-nogpulib",
        "--offload-device-only",
        &format!("--offload-arch={architecture}"),
    ];
    let mut module = tools.module(program, &flags, folder.path())?;
    let library = ocml(architecture);
    if let Some(files) = &library {
        let linked = folder.path().join("linked.bc");
        says(
            Command::new("llvm-link-22")
                .args([
                    "--only-needed",
                    "--internalize",
                    "--suppress-warnings",
                    "-o",
                ])
                .args([&linked, &module])
                .args(files),
        )?;
        module = linked;
    }
    says(
        Command::new("llc-22")
            .args([&format!("-mcpu={architecture}"), "-O2", "-filetype=obj"])
            .args([&module, Path::new("-o"), &object]),
    )?;
    if library.is_some() {
        let lld = ["-shared", "--no-undefined"];
        says(
            Command::new("ld.lld-22")
                .args(lld)
                .args([&object, Path::new("-o"), &code]),
        )?;
    }
    Ok(())
}

/// AMD's library of mathematics, where it is installed, and what it is told.
fn ocml(architecture: &str) -> Option<Vec<PathBuf>> {
    let folder = Path::new("/usr/lib/x86_64-linux-gnu/amdgcn/bitcode");
    let version = match architecture {
        "gfx942" => "940",
        other => other.strip_prefix("gfx")?,
    };
    let settings = [
        "ocml.bc",
        "ockl.bc",
        "oclc_daz_opt_off.bc",
        "oclc_finite_only_off.bc",
        "oclc_unsafe_math_off.bc",
        "oclc_wavefrontsize64_on.bc",
        "oclc_correctly_rounded_sqrt_on.bc",
        "oclc_abi_version_500.bc",
        &format!("oclc_isa_version_{version}.bc"),
    ];
    let files = settings.map(|name| folder.join(name));
    files
        .iter()
        .all(|file| file.exists())
        .then(|| files.to_vec())
}
