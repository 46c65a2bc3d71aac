//! From device code to code of AMD's machines, and what its kernels take of one.
//!
//! Owns: the command lines. Must not: judge.

use super::machine::{Kernel, Tools, atomics, hip, says};
use libtest_mimic::Failed;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A code object for AMD's machines.
pub(crate) fn code_object(tools: &Tools, program: &str, architecture: &str) -> Result<(), Failed> {
    let folder = TempDir::new()?;
    let [object, code] = ["code.o", "code.hsaco"].map(|name| folder.path().join(name));
    let mut module = tools.module(program, &hip(architecture), folder.path())?;
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

/// The kernels of a program that calls nothing of that library, as LLVM describes them.
pub(crate) fn kernels(
    tools: &Tools,
    program: &str,
    architecture: &str,
) -> Result<Vec<Kernel>, Failed> {
    kernels_with(tools, program, architecture, &[])
}

/// The same with flags of the program's.
pub(crate) fn kernels_with(
    tools: &Tools,
    program: &str,
    architecture: &str,
    flags: &[&str],
) -> Result<Vec<Kernel>, Failed> {
    let folder = TempDir::new()?;
    let mut all = hip(architecture);
    all.extend(flags.iter().map(|flag| (*flag).to_owned()));
    let module = tools.module(program, &all, folder.path())?;
    let text = says(
        Command::new("llc-22")
            .args([&format!("-mcpu={architecture}"), "-O2", "-o", "-"])
            .arg(module),
    )?;
    let (_, described) = text.split_once("amdhsa.kernels:").ok_or("no kernels")?;
    let all = described.split("\n  - .").skip(1);
    Ok(all.map(|about| kernel(&text, about)).collect())
}

/// What is said of a kernel behind the code.
fn kernel(text: &str, about: &str) -> Kernel {
    let said = |what: &str| {
        let mut lines = about.lines().map(str::trim);
        let value = lines.find_map(|line| line.trim_start_matches('.').strip_prefix(what));
        value.unwrap_or_default().trim().to_owned()
    };
    let number = |what: &str| said(what).parse().unwrap_or(0);
    let name = said("name:");
    let instructions = instructions(text, &name);
    Kernel {
        registers: number("vgpr_count:"),
        stack: number("private_segment_fixed_size:"),
        spilled: 4 * number("vgpr_spill_count:"),
        shared: number("group_segment_fixed_size:"),
        instructions: instructions.len(),
        atomics: atomics(
            &instructions,
            &["global_atomic_", "flat_atomic_", "ds_add_f64"],
        ),
        name,
    }
}

fn instructions<'a>(text: &'a str, kernel: &str) -> Vec<&'a str> {
    let begin = text.find(&format!("\n{kernel}:")).unwrap_or(0);
    let body = &text[begin..];
    let body = &body[..body.find("\n.Lfunc_end").unwrap_or(body.len())];
    let is_one = |line: &&str| {
        line.starts_with('\t') && !line.starts_with("\t.") && !line.starts_with("\t;")
    };
    body.lines().filter(is_one).collect()
}
