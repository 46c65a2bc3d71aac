//! What differentiating costs as programs grow: time, code, and with which power of the size the time grows.
//!
//! `cargo bench -p enzyme-core --bench growth [-- NAME [SIZE...]]` prints a row a size: instructions in and out, their
//! ratio, the time of the whole run and that of the engine without LLVM's passes; and a row with the fitted exponents.
//! A second table has the code made of the programs of `apps/adbench`; alone: `-- programs`.
//! LLVM's own passes grow faster where a function has many loops or conditions, with the primal as well.

#![allow(clippy::unwrap_used, reason = "a benchmark may stop there")]

#[path = "../tests/support/growth/mod.rs"]
mod growth;

use growth::code::{self, Code};
use growth::{Counts, Family, Grown, exponent, families, grow};

/// Steps of sizes end where a run takes longer than this, in seconds.
const LONG: f64 = 4.0;

fn main() {
    let arguments = std::env::args().skip(1).filter(|a| !a.starts_with('-'));
    let arguments: Vec<String> = arguments.collect();
    let wanted = arguments.first().map_or("", String::as_str);
    let sizes: Vec<usize> = arguments
        .iter()
        .skip(1)
        .map(|a| a.parse().unwrap())
        .collect();
    println!(
        "{:16}{:>9}{:>9}{:>10}{:>7}{:>10}{:>10}",
        "program", "size", "in", "out", "out/in", "total s", "own s"
    );
    for family in families().iter().filter(|f| f.name.contains(wanted)) {
        let sizes = if sizes.is_empty() {
            usual(family)
        } else {
            sizes.clone()
        };
        rows(family, &sizes);
    }
    if wanted.is_empty() || wanted == "programs" {
        benchmark_programs();
    }
}

/// Three decades would take an hour where LLVM's passes grow with the square.
fn usual(family: &Family) -> Vec<usize> {
    match family.counts {
        Counts::Instructions => vec![1_000, 3_000, 10_000, 30_000, 100_000],
        Counts::Functions => vec![100, 300, 1_000, 3_000, 10_000],
    }
}

fn rows(family: &Family, sizes: &[usize]) {
    let mut grown: Vec<Grown> = Vec::new();
    for size in sizes {
        let run = grow(&(family.program)(*size)).unwrap();
        println!(
            "{:16}{size:>9}{:>9}{:>10}{:>7.1}{:>10.3}{:>10.3}",
            family.name,
            run.before,
            run.made,
            run.made as f64 / run.before as f64,
            run.total,
            run.own
        );
        let long = run.total > LONG;
        grown.push(run);
        if long {
            break;
        }
    }
    if grown.len() > 1 {
        let total = exponent(&grown, |run| run.total);
        let own = exponent(&grown, |run| run.own);
        println!("{:51}n^{total:<8.2}n^{own:.2}", family.name);
    }
}

/// Instructions of derivatives over those of the functions that they are derivatives of, with all that these call.
fn benchmark_programs() {
    println!(
        "\n{:16}{:>9}{:>10}{:>10}",
        "program", "primal", "forward", "reverse"
    );
    for source in code::benchmark_programs() {
        let name = source.file_stem().unwrap().to_string_lossy().into_owned();
        match code::of(&source) {
            Some(Code { primal, made }) => {
                let [forward, reverse] = made.map(|n| n as f64 / primal as f64);
                println!("{name:16}{primal:>9}{forward:>10.1}{reverse:>10.1}");
            }
            None => println!("{name:16} not compiled: clang-22 is needed"),
        }
    }
    println!("{:25}{:>10.1}{:>10.1}", "at most", code::MOST, code::MOST);
}
