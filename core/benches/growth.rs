//! What differentiating costs as programs grow: time, code, and with which power of the size the time grows.
//!
//! `cargo bench -p enzyme-core --bench growth [-- NAME [SIZE...]]` prints a row a size: instructions in and out, their
//! ratio, the time of the whole run and that of the engine without LLVM's passes; and a row with the fitted exponents.
//! A second table has the code made of the programs of `apps/adbench`.
//! LLVM's own passes grow faster where a function has many loops or conditions, with the primal as well.

#![allow(clippy::unwrap_used, reason = "a benchmark may stop there")]

#[path = "../tests/support/growth/mod.rs"]
mod growth;

use enzyme_core::{Options, differentiate_module};
use enzyme_llvm_shim::inkwell::context::Context;
use enzyme_llvm_shim::io::OwnedModule;
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_rules::{Registry, builtin};
use growth::{Counts, Family, Grown, exponent, families, grow};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

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
    if wanted.is_empty() {
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

/// Generated functions by the mode in their names' suffixes.
const MODES: [(&str, &[&str]); 2] = [("forward", &["fwd"]), ("reverse", &["grad", "aug", "rev"])];

/// Instructions of derivatives over those of the functions that they are derivatives of, with all that these call.
fn benchmark_programs() {
    println!(
        "\n{:16}{:>9}{:>10}{:>10}",
        "program", "primal", MODES[0].0, MODES[1].0
    );
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../apps/adbench/c");
    let mut sources: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with("_main.c"))
        .collect();
    sources.sort();
    for source in sources {
        let name = source.file_stem().unwrap().to_string_lossy().into_owned();
        match code_of(&source) {
            Some((primal, made)) => {
                let ratio = |n: usize| format!("{:.1}", n as f64 / primal as f64);
                println!(
                    "{name:16}{primal:>9}{:>10}{:>10}",
                    ratio(made[0]),
                    ratio(made[1])
                );
            }
            None => println!("{name:16} not compiled: clang-22 is needed"),
        }
    }
}

fn code_of(source: &Path) -> Option<(usize, [usize; 2])> {
    let text = compiled(source)?;
    let context = Context::create();
    let mut owned = OwnedModule::parse_text(&context, &text).ok()?;
    let module = owned.handle();
    let (sizes, callees) = (sizes(module), callees(module));
    let registry = Registry::builder().with(&builtin()).build().ok()?;
    differentiate_module(module, &registry, &Options::default());
    let (mut made, mut roots) = ([0; 2], BTreeSet::new());
    for (name, size) in self::sizes(module) {
        for (mode, (_, suffixes)) in MODES.iter().enumerate() {
            let base = suffixes
                .iter()
                .find_map(|s| Some(name.rsplit_once(&format!(".{s}"))?.0));
            if let Some(base) = base.filter(|base| sizes.contains_key(*base)) {
                made[mode] += size;
                roots.insert(base.to_owned());
            }
        }
    }
    let mut work: Vec<String> = roots.iter().cloned().collect();
    while let Some(next) = work.pop() {
        let new = callees[&next].iter().filter(|c| sizes.contains_key(*c));
        work.extend(new.filter(|c| roots.insert((*c).clone())).cloned());
    }
    Some((roots.iter().map(|name| sizes[name]).sum(), made))
}

/// The IR that the plugin would see, as text.
fn compiled(source: &Path) -> Option<String> {
    let plain = ["-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"];
    let mut clang = Command::new("clang-22");
    clang
        .args(["-O2", "-w", "-S", "-emit-llvm", "-o", "-"])
        .args(plain)
        .arg(source);
    let output = clang.output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8(output.stdout).ok())?
}

fn defined(module: Module) -> impl Iterator<Item = Value> {
    let functions = module.functions().into_iter();
    functions.filter(|f| !f.is_declaration())
}

fn sizes(module: Module) -> BTreeMap<String, usize> {
    let size = |f: Value| f.blocks().iter().map(|b| b.instructions().len()).sum();
    defined(module).map(|f| (f.name(), size(f))).collect()
}

fn callees(module: Module) -> BTreeMap<String, Vec<String>> {
    let called = |f: Value| {
        let insts = f.blocks().into_iter().flat_map(|b| b.instructions());
        let calls = insts.filter(|i| i.print().contains("call "));
        calls.filter_map(Value::callee).map(Value::name).collect()
    };
    defined(module).map(|f| (f.name(), called(f))).collect()
}
