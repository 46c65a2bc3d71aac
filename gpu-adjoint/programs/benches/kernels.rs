//! What derivatives of kernels take of a multiprocessor, over what the kernels do: registers, memory of threads, instructions. It needs no device.
//!
//!     cargo bench -p enzyme-gpu-programs
//!
//! Owns: the table. Must not: run kernels.

#![allow(clippy::unwrap_used, reason = "a benchmark may stop there")]

#[path = "../tests/support/machine.rs"]
mod machine;

use machine::{Kernel, Tools, programs};

fn main() {
    let Some(tools) = Tools::find().filter(Tools::has_assembler) else {
        println!("SKIPPED: no plugin, or no assembler: scripts/cuda-headers.sh");
        return;
    };
    println!("Kernels for sm_90, by ptxas: the kernel, its tangent and its gradient\n");
    println!(
        "| kernel | registers | stack, bytes | spilled | shared, bytes | instructions | gradient / kernel |"
    );
    println!("|---|---|---|---|---|---|---|");
    for program in programs() {
        let kernels = tools
            .nvidia(&program, "sm_90")
            .unwrap_or_else(|failed| panic!("{}", failed.message().unwrap_or_default()));
        let named = |name: &str| kernels.iter().find(|kernel| kernel.name == name).unwrap();
        let all = ["primal", "tangent", "gradient"].map(named);
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
