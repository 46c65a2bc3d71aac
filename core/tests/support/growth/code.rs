//! How much code is made of the benchmark programs of `apps/adbench`.
//!
//! Owns: their list, the compiling, and the counting of what is made of each. Must not: print.

use enzyme_core::{Options, differentiate_module};
use enzyme_llvm_shim::inkwell::context::Context;
use enzyme_llvm_shim::io::OwnedModule;
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_rules::{Registry, builtin};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Instructions of all derivatives of one mode for each of the primal.
pub(crate) const MOST: f64 = 6.0;

/// Instructions of functions that are differentiated, with all that they call, and of their derivatives.
pub(crate) struct Code {
    pub(crate) primal: usize,
    /// Forward, reverse.
    pub(crate) made: [usize; 2],
}

/// Generated functions by the mode in their names' suffixes.
const MODES: [&[&str]; 2] = [&["fwd"], &["grad", "aug", "rev"]];

/// The programs' main files.
pub(crate) fn benchmark_programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../apps/adbench/c");
    let mut sources: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with("_main.c"))
        .collect();
    sources.sort();
    sources
}

/// What is made of a program; nothing without a compiler.
pub(crate) fn of(source: &Path) -> Option<Code> {
    let text = compiled(source)?;
    let context = Context::create();
    let mut owned = OwnedModule::parse_text(&context, &text).ok()?;
    let module = owned.handle();
    let (sizes, callees) = (sizes(module), callees(module));
    let registry = Registry::builder().with(&builtin()).build().ok()?;
    differentiate_module(module, &registry, &Options::default());
    let (mut made, mut roots) = ([0; 2], BTreeSet::new());
    for (name, size) in self::sizes(module) {
        for (mode, suffixes) in MODES.iter().enumerate() {
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
    let primal = roots.iter().map(|name| sizes[name]).sum();
    Some(Code { primal, made })
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
