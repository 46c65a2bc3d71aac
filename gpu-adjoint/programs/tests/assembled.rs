//! The derivatives of the programs of `device/` as code of real GPUs: assembled for each architecture, without a device.
//!
//! Owns: what they must not have: calls of `malloc`, errors of the assembler, more of what launches keep and do than not much more than adjoints by hand. Must not: run anything. NVIDIA's assembler and libraries are those that
//! `scripts/cuda-headers.sh` has fetched; AMD's
//! code is made by LLVM, and linked where the library of mathematics is installed (Debian: rocm-device-libs).

#![allow(clippy::unwrap_used, reason = "tests may")]

#[path = "support/amd.rs"]
mod amd;
#[path = "support/machine.rs"]
mod machine;

use libtest_mimic::{Arguments, Failed, Trial};
use machine::{BY_HAND, Kernel, Tools, cuda, hip, named, programs};

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

/// A reverse launch takes less than twice the instructions of an adjoint by hand, and keeps little.
fn beside(kernels: &[Kernel], kept: u64) -> Result<(), Failed> {
    let [ours, by_hand] = ["primal__enzyme_rs_reverse", "by_hand"].map(|name| named(kernels, name));
    let few = ours.instructions < 2 * by_hand.instructions && by_hand.atomics == 0;
    let fine = few && kept <= 48;
    let said = || format!("{kept} bytes are kept: {ours:?}, {by_hand:?}").into();
    fine.then_some(()).ok_or_else(said)
}

fn beside_on_nvidia(tools: &Tools, program: &str) -> Result<(), Failed> {
    let kept = tools.kept(program, &cuda("sm_90"))?;
    beside(&tools.nvidia(program, "sm_90")?, kept)
}

fn beside_on_amd(tools: &Tools, program: &str) -> Result<(), Failed> {
    let kept = tools.kept(program, &hip("gfx90a"))?;
    beside(&amd::kernels(tools, program, "gfx90a")?, kept)
}

/// A program whose arrays in shared memory have shadows for which there is no room, and the flags for it.
const LARGE: &str = "../programs/large";
const BARE: &str = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/programs/bare");
const LAUNCHES: [&str; 2] = ["-Xclang", "-target-sdk-version=12.0"];

fn large_on_nvidia(tools: &Tools) -> Result<(), Failed> {
    let [first, second] = LAUNCHES;
    let kernels = tools.nvidia_with(LARGE, "sm_90", &[BARE, first, second])?;
    has_room(&kernels, 48 << 10)
}

fn large_on_amd(tools: &Tools) -> Result<(), Failed> {
    let kernels = amd::kernels_with(tools, LARGE, "gfx90a", &[BARE])?;
    has_room(&kernels, 64 << 10)
}

/// A tangent has all arrays of its kernel, of 40960 bytes here, and the shadows of those for which there is room.
fn has_room(kernels: &[Kernel], most: u64) -> Result<(), Failed> {
    let mut all = kernels.iter();
    let is_tangent =
        |one: &&Kernel| one.name.contains("product") && one.name.ends_with("__enzyme_rs_tangent");
    let tangent = all.find(is_tangent).ok_or("there is no tangent")?;
    let fine = tangent.shared >= 40960 && kernels.iter().all(|one| one.shared <= most);
    fine.then_some(())
        .ok_or_else(|| format!("{kernels:?}").into())
}

fn main() {
    let arguments = Arguments::from_args();
    let tools = Tools::find();
    let mut trials = Vec::new();
    type Large = fn(&Tools) -> Result<(), Failed>;
    let assembled = tools.as_ref().is_some_and(Tools::has_assembler);
    let vendors: [(&str, Large, bool); 2] = [
        ("sm_90", large_on_nvidia, assembled),
        ("gfx90a", large_on_amd, tools.is_some()),
    ];
    for (architecture, test, there) in vendors {
        let tools = tools.clone();
        let test = move || test(tools.as_ref().unwrap());
        let name = format!("large {architecture}");
        trials.push(Trial::test(name, test).with_ignored_flag(!there));
    }
    let by_hand = programs().into_iter();
    for program in by_hand.filter(|name| name.ends_with(BY_HAND)) {
        let assembled = tools.as_ref().is_some_and(Tools::has_assembler);
        type Beside = fn(&Tools, &str) -> Result<(), Failed>;
        let vendors: [(&str, Beside, bool); 2] = [
            ("sm_90", beside_on_nvidia, assembled),
            ("gfx90a", beside_on_amd, tools.is_some()),
        ];
        for (architecture, test, there) in vendors {
            let (tools, program) = (tools.clone(), program.clone());
            let name = format!("ours beside {program}, {architecture}");
            let test = move || test(tools.as_ref().unwrap(), &program);
            trials.push(Trial::test(name, test).with_ignored_flag(!there));
        }
    }
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
