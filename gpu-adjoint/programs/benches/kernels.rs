//! What derivatives of kernels take of a multiprocessor, over what the kernels do: registers, memory of threads, instructions; and beside adjoints that were
//! written by hand. It needs no device. These are counts of compilers, not times.
//!
//!     cargo bench -p enzyme-gpu-programs
//!
//! Owns: the tables. Must not: run kernels.

#![allow(clippy::unwrap_used, reason = "a benchmark may stop there")]

#[path = "../tests/support/amd.rs"]
#[allow(dead_code, reason = "code objects are made by tests")]
mod amd;
#[path = "../tests/support/machine.rs"]
mod machine;

use libtest_mimic::Failed;
use machine::{BY_HAND, Kernel, Tools, cuda, hip, named, programs};

fn main() {
    let Some(tools) = Tools::find().filter(Tools::has_assembler) else {
        println!("SKIPPED: no plugin, or no assembler: scripts/cuda-headers.sh");
        return;
    };
    let (by_hand, alone): (Vec<String>, Vec<String>) = programs()
        .into_iter()
        .partition(|name| name.ends_with(BY_HAND));
    over_kernels(&tools, &alone);
    for program in &by_hand {
        let kept = got(tools.kept(program, &cuda("sm_90")));
        beside(program, "sm_90", &got(tools.nvidia(program, "sm_90")), kept);
        let kept = got(tools.kept(program, &hip("gfx90a")));
        let kernels = got(amd::kernels(&tools, program, "gfx90a"));
        beside(program, "gfx90a", &kernels, kept);
    }
}

fn got<T>(result: Result<T, Failed>) -> T {
    result.unwrap_or_else(|failed| panic!("{}", failed.message().unwrap_or_default()))
}

fn over_kernels(tools: &Tools, programs: &[String]) {
    println!("Kernels for sm_90, by ptxas: the kernel, its tangent and its gradient\n");
    println!(
        "| kernel | registers | stack, bytes | spilled | shared, bytes | instructions | gradient / kernel |"
    );
    println!("|---|---|---|---|---|---|---|");
    for program in programs {
        let kernels = got(tools.nvidia(program, "sm_90"));
        let all = ["primal", "tangent", "gradient"].map(|name| named(&kernels, name));
        let each = |of: fn(&Kernel) -> u64| all.map(|kernel| of(kernel).to_string()).join(", ");
        println!(
            "| {program} | {} | {} | {} | {} | {} | {:.1} |",
            each(|kernel| kernel.registers),
            each(|kernel| kernel.stack),
            each(|kernel| kernel.spilled),
            each(|kernel| kernel.shared),
            each(|kernel| kernel.instructions as u64),
            all[2].instructions as f64 / all[0].instructions as f64,
        );
    }
}

/// Ours and what was written by hand: all of the gradient, then the adjoint alone.
fn beside(program: &str, architecture: &str, kernels: &[Kernel], kept: u64) {
    println!("\n{program} for {architecture}\n");
    println!(
        "| launches | tape, bytes a thread | registers | stack, bytes | spilled | shared, bytes | instructions | over those by hand | atomic |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let row = |what: &str, names: &[&str], tape: u64, over: &[&str]| {
        let sum = |names: &[&str]| -> usize {
            let all = names.iter().map(|name| named(kernels, name));
            all.map(|kernel| kernel.instructions).sum()
        };
        let each = |of: fn(&Kernel) -> u64| {
            let all = names
                .iter()
                .map(|name| of(named(kernels, name)).to_string());
            all.collect::<Vec<_>>().join(", ")
        };
        println!(
            "| {what} | {tape} | {} | {} | {} | {} | {} | {:.2} | {} |",
            each(|kernel| kernel.registers),
            each(|kernel| kernel.stack),
            each(|kernel| kernel.spilled),
            each(|kernel| kernel.shared),
            each(|kernel| kernel.instructions as u64),
            sum(names) as f64 / sum(over) as f64,
            each(|kernel| kernel.atomics as u64),
        );
    };
    let halves = ["primal__enzyme_rs_augmented", "primal__enzyme_rs_reverse"];
    let (hand, adjoint) = (["primal", "by_hand"], ["by_hand"]);
    row("kernel, adjoint by hand", &hand, 0, &hand);
    row("gradient", &["gradient"], 0, &hand);
    row("augmented, reverse", &halves, kept, &hand);
    row("reverse alone", &halves[1..], kept, &adjoint);
}
