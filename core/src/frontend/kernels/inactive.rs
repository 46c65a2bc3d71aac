//! Kernels that are said to have no derivative: a launch of one is what it is in the primal, and nothing in the reverse pass.
//!
//! That is right where they write nothing but integers, or memory without a derivative. Launches ask for the latter, for all memory that their arguments point
//! to; what a kernel writes elsewhere is refused.
//!
//! Owns: which kernels these are, and what is said where they write elsewhere. Must not: find out what they write (`launched`).

use super::beside::{Param, body, kernel_of, params};
use super::marked::with_mark;
use crate::diag::{Diagnostic, codes};
use crate::frontend::registrations::{KERNEL, KERNEL_INACTIVE};
use crate::names::readable;
use enzyme_llvm_shim::ir::{Module, Value};
use indexmap::IndexSet;

/// What such a kernel does that no launch can ask about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// It writes more than integers to a variable of the device.
    Variable(String),
    /// It writes more than integers to memory that none of its arguments points to.
    Elsewhere,
}

/// These kernels, or functions that do what they do and take generic pointers.
pub(crate) fn kernels(module: Module) -> IndexSet<Value> {
    let all = with_mark(module, KERNEL_INACTIVE).into_iter();
    all.map(|kernel| module.function(&body(kernel)).unwrap_or(kernel))
        .collect()
}

/// The pointers that a kernel is handed, by themselves or in structures: positions of parameters, and offsets in these.
pub(crate) fn handed(module: Module, function: Value) -> Vec<(usize, Option<u64>)> {
    let kernel = module.function(kernel_of(&function.name()));
    let params = kernel.and_then(|kernel| params(module, kernel).ok());
    let all = params.unwrap_or_default().into_iter().enumerate();
    let pointers = all.flat_map(|(position, param)| match param {
        Param::Pointer => vec![(position, None)],
        Param::Record(_, _, pointers) => {
            let offsets = pointers.into_iter();
            offsets.map(|at| (position, Some(at))).collect()
        }
        Param::Integer | Param::Number => Vec::new(),
    });
    pointers.collect()
}

/// A kernel is marked with both.
pub(super) fn is_both(kernel: Value) -> Diagnostic {
    let message = format!("a kernel is marked `{KERNEL}` and `{KERNEL_INACTIVE}`");
    Diagnostic::new(codes::CUSTOM_MISFIT, message)
        .at(kernel, None)
        .help("leave one of the two out")
}

/// What helps, whatever it does.
const MARK: &str = "mark it ENZYME_RS_KERNEL, if its launches have a derivative";

/// That a kernel does such a thing.
pub(crate) fn writes_beyond(kernel: Value, beyond: &Beyond) -> Diagnostic {
    let (to, note, help) = match beyond {
        Beyond::Variable(name) => (
            format!("the variable `{}` of the device", readable(name, &[])),
            "to others that read the variable, nothing in it would vary",
            "if no derivative of the variable is wanted, say so: `__enzyme_inactive_global` (docs/user-rules.md)",
        ),
        Beyond::Elsewhere => (
            "memory that none of its arguments points to".to_owned(),
            "a launch asks of what its arguments point to whether it has a derivative, which would be lost",
            "hand it a pointer to the memory",
        ),
    };
    let message =
        format!("a kernel is said to have no derivative, and writes more than integers to {to}");
    Diagnostic::new(codes::CUSTOM_SHADOW, message)
        .at(kernel, None)
        .note(note)
        .help(MARK)
        .help(help)
}

/// That a kernel, itself or below, runs code that may write anything.
pub(crate) fn runs_unseen(function: Value, instruction: Value, symbol: Option<&str>) -> Diagnostic {
    let called = symbol.map_or("code that is not seen".to_owned(), |name| {
        format!("`{}`, which is not seen", readable(name, &[]))
    });
    let message = format!("a kernel is said to have no derivative, and runs {called}");
    Diagnostic::new(codes::CUSTOM_SHADOW, message)
        .at(function, Some(instruction))
        .note("it may write numbers to memory with a derivative, which would be lost")
        .help(MARK)
        .help("define what it calls in this source file, or in a header")
}
