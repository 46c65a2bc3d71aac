//! What the kernels of a source of CUDA or HIP take of a device, as its assembler says.
//!
//! Owns: how compilers are asked, what they answer, the table. Must not: compile, or judge.

use crate::table::table;
use enzyme_core::report::Derivative;
use enzyme_llvm_shim::analyses::demangled;
use std::path::Path;

/// What a kernel takes for each of its threads; of shared memory, for each block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Kernel {
    symbol: String,
    /// Where a source is compiled for several; AMD's compiler does not say it.
    device: Option<String>,
    registers: u64,
    /// Bytes of memory of the thread's own.
    stack: u64,
    /// Bytes of registers that had no room.
    spilled: u64,
    shared: u64,
}

/// The flags by which compilers say it.
pub(super) fn asked(file: &Path, flags: &[std::ffi::OsString]) -> [&'static str; 2] {
    let is_hip = file.extension().is_some_and(|kind| kind == "hip")
        || flags.iter().any(|flag| flag == "hip" || flag == "-xhip");
    match is_hip {
        true => [REMARKS, "-fno-caret-diagnostics"],
        false => ["-Xcuda-ptxas", "-v"],
    }
}

const REMARKS: &str = "-Rpass-analysis=kernel-resource-usage";

/// How the names of kernels go on that the compiler puts beside one whose launches are differentiated, and what they are.
const BESIDE: [(&str, &str); 3] = [
    ("__enzyme_rs_tangent", ", tangent"),
    ("__enzyme_rs_augmented", ", augmented"),
    ("__enzyme_rs_reverse", ", reverse"),
];

/// Those that only say what the host asks, and look what is there behind a launch.
const HELPERS: [&str; 2] = ["__enzyme_rs_facts", "__enzyme_rs_settled"];

/// The table, of what the compiler has said, and of what derivatives keep from an augmented launch to its reverse; none if nothing is said of kernels.
pub(super) fn text(said: &str, derivatives: &[Derivative]) -> Option<String> {
    let mut kernels = read(said);
    kernels.retain(|kernel| !HELPERS.iter().any(|name| kernel.symbol.ends_with(name)));
    kernels.sort_by_cached_key(|kernel| (named(&kernel.symbol).0, place(&kernel.symbol)));
    let rows: Vec<[String; 6]> = kernels.iter().map(|one| row(one, derivatives)).collect();
    let header = [
        "kernel",
        "keeps B",
        "registers",
        "stack B",
        "spilled B",
        "shared B",
    ];
    (!rows.is_empty()).then(|| table(header, rows))
}

/// The symbol of the kernel that one stands beside, or its own, and what it is.
fn primal(symbol: &str) -> (&str, &'static str) {
    let mut all = BESIDE.into_iter();
    let beside = all.find_map(|(end, what)| Some((symbol.strip_suffix(end)?, what)));
    beside.unwrap_or((symbol, ""))
}

/// Where it stands among those of one kernel.
fn place(symbol: &str) -> usize {
    let beside = BESIDE.iter().position(|(end, _)| symbol.ends_with(end));
    beside.map_or(0, |index| index + 1)
}

/// The kernel as the source calls it, and what this one is beside it.
fn named(symbol: &str) -> (String, &'static str) {
    let (primal, what) = primal(symbol);
    let name = demangled(primal).unwrap_or_else(|| primal.to_owned());
    (name, what)
}

/// Bytes that a thread keeps in the device's memory from an augmented launch to its reverse.
fn keeps(symbol: &str, derivatives: &[Derivative]) -> String {
    let (primal, what) = primal(symbol);
    if !matches!(what, ", augmented" | ", reverse") {
        return String::new();
    }
    let symbols = ["", ".body"].map(|body| format!("{primal}{body}.aug"));
    let mut all = derivatives.iter();
    let Some(augmented) = all.find(|one| symbols.contains(&one.symbol)) else {
        return String::new();
    };
    let frame = augmented.frame.unwrap_or_default().next_multiple_of(16);
    match augmented.keeps_more() {
        true => format!("{frame} + loops"),
        false => frame.to_string(),
    }
}

fn row(kernel: &Kernel, derivatives: &[Derivative]) -> [String; 6] {
    let (name, what) = named(&kernel.symbol);
    let keeps = keeps(&kernel.symbol, derivatives);
    let device = kernel.device.as_ref().map(|device| format!(" ({device})"));
    let numbers = [
        kernel.registers,
        kernel.stack,
        kernel.spilled,
        kernel.shared,
    ];
    let [registers, stack, spilled, shared] = numbers.map(|number| number.to_string());
    let name = name + what + &device.unwrap_or_default();
    [name, keeps, registers, stack, spilled, shared]
}

fn read(said: &str) -> Vec<Kernel> {
    let mut kernels = Vec::new();
    // Whether lines are about the last kernel, and not about a function that it calls.
    let mut of_kernel = false;
    for line in said.lines() {
        match line.strip_suffix(&format!(" [{REMARKS}]")) {
            Some(remark) => of_amd(&mut kernels, remark),
            None => of_nvidia(&mut kernels, &mut of_kernel, line),
        }
    }
    kernels
}

/// A remark of LLVM for AMD's devices: a name, or one number.
fn of_amd(kernels: &mut Vec<Kernel>, remark: &str) {
    let Some((name, value)) = remark
        .rsplit_once("remark: ")
        .and_then(|(_, text)| text.trim().split_once(": "))
    else {
        return;
    };
    if name == "Function Name" {
        kernels.push(Kernel {
            symbol: value.to_owned(),
            ..Kernel::default()
        });
    }
    let (Some(kernel), Ok(number)) = (kernels.last_mut(), value.parse::<u64>()) else {
        return;
    };
    match name {
        "VGPRs" | "AGPRs" => kernel.registers += number,
        "ScratchSize [bytes/lane]" => kernel.stack = number,
        "VGPRs Spill" => kernel.spilled = 4 * number,
        "LDS Size [bytes/block]" => kernel.shared = number,
        _ => {}
    }
}

/// A line of `ptxas -v`.
fn of_nvidia(kernels: &mut Vec<Kernel>, of_kernel: &mut bool, line: &str) {
    if let Some((_, rest)) = line.split_once("Compiling entry function '") {
        let mut words = rest.split('\'');
        let (symbol, device) = (words.next(), words.nth(1));
        kernels.push(Kernel {
            symbol: symbol.unwrap_or_default().to_owned(),
            device: device.map(str::to_owned),
            ..Kernel::default()
        });
    }
    let Some(kernel) = kernels.last_mut() else {
        return;
    };
    if let Some((_, name)) = line.split_once("Function properties for ") {
        *of_kernel = kernel.symbol == name.trim();
    }
    if let Some(bytes) = before(line, " bytes stack frame").filter(|_| *of_kernel) {
        kernel.stack = bytes;
        kernel.spilled = before(line, " bytes spill stores").unwrap_or(0);
    }
    // With what functions take that it calls.
    kernel.stack = before(line, " bytes cumulative stack size").unwrap_or(kernel.stack);
    kernel.registers = before(line, " registers").unwrap_or(kernel.registers);
    kernel.shared = before(line, " bytes smem").unwrap_or(kernel.shared);
}

/// The number in front of some words.
fn before(line: &str, words: &str) -> Option<u64> {
    let (text, _) = line.split_once(words)?;
    let digits = |c: char| c.is_ascii_digit();
    text[text.trim_end_matches(digits).len()..].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nvidias_assembler_says_is_read() {
        let said = "\
ptxas info    : 464 bytes gmem, 32 bytes cmem[4]
ptxas info    : Compiling entry function '_Z8gradientPKdPd' for 'sm_80'
ptxas info    : Function properties for _Z8gradientPKdPd
    40 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 56 registers, used 0 barriers, 48 bytes cumulative stack size, 1032 bytes smem, 384 bytes cmem[0]
ptxas info    : Function properties for __internal_accurate_pow
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
";
        let shown = "kernel            keeps B  registers  stack B  spilled B  shared B\ngradient (sm_80)                  56       48          8      1032\n";
        assert_eq!(text(said, &[]).as_deref(), Some(shown));
        assert_eq!(text("a.cu: warning: b\n", &[]), None);
    }

    #[test]
    fn derivatives_stand_beside_their_kernel() {
        let line = |kernel: &str| {
            format!(
                "ptxas info    : Compiling entry function '_Z4stepPd{kernel}' for 'sm_80'\nptxas info    : Used 8 registers\n"
            )
        };
        let all = [
            "__enzyme_rs_reverse",
            "__enzyme_rs_facts",
            "__enzyme_rs_augmented",
            "",
        ];
        let said = all.map(line).concat();
        let derivative = serde_json::json!({
            "symbol": "_Z4stepPd.aug", "name": "step.aug", "function": "step", "mode": "augmented",
            "arguments": [], "returns_active": false, "active": [], "calls": [], "frame": 24,
            "loops": [{"line": null, "within": null, "iterations": null, "counted": true}],
            "kept": [{"what": "a", "line": null, "why": "b", "because": null, "remedy": null, "bytes": 8, "loops": [0]}],
        });
        let derivatives = [serde_json::from_value(derivative).unwrap()];
        let shown = "\
kernel                  keeps B     registers  stack B  spilled B  shared B
step (sm_80)                                8        0          0         0
step, augmented (sm_80)  32 + loops          8        0          0         0
step, reverse (sm_80)    32 + loops          8        0          0         0
";
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let text = text(&said, &derivatives).unwrap();
        assert_eq!(words(&text), words(shown));
    }

    #[test]
    fn what_llvm_says_for_amd_is_read() {
        let remark = |text: &str| format!("a.hip:2:1: remark: {text} [{REMARKS}]\n");
        let said: String = [
            "Function Name: _Z6primalPKdPd",
            "    TotalSGPRs: 41",
            "    VGPRs: 36",
            "    AGPRs: 2",
            "    ScratchSize [bytes/lane]: 16",
            "    Dynamic Stack: False",
            "    VGPRs Spill: 3",
            "    LDS Size [bytes/block]: 64",
        ]
        .map(remark)
        .concat();
        let shown = "kernel  keeps B  registers  stack B  spilled B  shared B\nprimal                  38       16         12        64\n";
        assert_eq!(text(&said, &[]).as_deref(), Some(shown));
    }
}
