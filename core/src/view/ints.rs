//! Code that reads the `int`s which functions of the C library set beside their results: `errno`, and the `signgam` of `lgamma`.
//!
//! Owns: [`are_read`]. Must not: know who sets them.

use enzyme_llvm_shim::ir::{Module, Value, ValueKind};
use indexmap::IndexSet;

/// Functions that say where `errno` is: of glibc and musl, BSD and macOS, Solaris, Windows.
const PLACES: [&str; 4] = ["__errno_location", "__error", "___errno", "_errno"];

/// Globals that are such an `int`.
const INTS: [&str; 3] = ["signgam", "__signgam", "errno"];

/// Whether some functions, or what they mention, use one of these.
pub(crate) fn are_read(module: Module, functions: &IndexSet<Value>) -> bool {
    let places = PLACES.iter().filter_map(|name| module.function(name));
    let ints = INTS.iter().filter_map(|name| module.global(name));
    let read: Vec<Value> = places
        .chain(ints)
        .filter(|v| !v.users().is_empty())
        .collect();
    if read.is_empty() {
        return false;
    }
    let mut seen: IndexSet<Value> = functions.clone();
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        let blocks = value.blocks().into_iter();
        let insts = blocks.flat_map(|block| block.instructions());
        for operand in insts.flat_map(|inst| inst.operands()) {
            if read.contains(&operand) {
                return true;
            }
            if operand.kind() == ValueKind::LLVMFunctionValueKind {
                seen.insert(operand);
            }
        }
    }
    false
}
