//! The derivatives of the programs of `device/` as code of real GPUs: assembled for each architecture, without a device.
//!
//! Owns: what they must not have: calls of `malloc`, errors of the assembler. Must not: run anything. NVIDIA's assembler and libraries are those that
//! `scripts/cuda-headers.sh` has fetched; AMD's
//! code is made by LLVM, and linked where the library of mathematics is installed (Debian: rocm-device-libs).

#![allow(clippy::unwrap_used, reason = "tests may")]

#[path = "support/amd.rs"]
mod amd;
#[path = "support/machine.rs"]
mod machine;

use libtest_mimic::{Arguments, Failed, Trial};
use machine::{Tools, programs};

/// Architectures of NVIDIA's, and of AMD's.
const NVIDIA: [&str; 3] = ["sm_70", "sm_80", "sm_90"];
const AMD: [&str; 2] = ["gfx90a", "gfx942"];

fn nvidia(tools: &Tools, program: &str, architecture: &str) -> Result<(), Failed> {
    let kernels = tools.nvidia(program, architecture)?;
    for name in ["primal", "gradient", "tangent"] {
        let found = kernels.iter().any(|kernel| kernel.name == name);
        found
            .then_some(())
            .ok_or(format!("there is no kernel `{name}`"))?;
    }
    Ok(())
}

fn main() {
    let arguments = Arguments::from_args();
    let tools = Tools::find();
    let mut trials = Vec::new();
    for program in programs() {
        for architecture in NVIDIA {
            let (tools, program) = (tools.clone(), program.clone());
            let there = tools.as_ref().is_some_and(Tools::has_assembler);
            let name = format!("{program} {architecture}");
            let test = move || nvidia(tools.as_ref().unwrap(), &program, architecture);
            trials.push(Trial::test(name, test).with_ignored_flag(!there));
        }
        for architecture in AMD {
            let (tools, program) = (tools.clone(), program.clone());
            let there = tools.is_some();
            let name = format!("{program} {architecture}");
            let test = move || amd::code_object(tools.as_ref().unwrap(), &program, architecture);
            trials.push(Trial::test(name, test).with_ignored_flag(!there));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
