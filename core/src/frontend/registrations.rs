//! What a program says of its own functions and globals: registration globals, annotations, attributes.
//!
//! None of it is honoured yet. To differentiate a body that its author meant to replace would give a
//! derivative that nobody asked for, so that each is refused by name where a derivative is asked for.
//!
//! Owns: these names. Must not: look at hook calls.
//! Tests: `frontend/tests/refusing.rs`.

use crate::diag::{Diagnostic, codes};
use enzyme_llvm_shim::ir::{Module, Value};

/// Registration globals, by the part of the name behind `__enzyme_`, with what they ask for.
const GLOBALS: &[(&str, &str)] = &[
    ("register_gradient", "a reverse rule of the program's own"),
    ("register_derivative", "a forward rule of the program's own"),
    (
        "register_splitderivative",
        "a split forward rule of the program's own",
    ),
    ("inactivefn", "a function without derivative"),
    ("inactive_global", "a global without derivative"),
    ("nofree", "a function that frees nothing"),
    ("sparse_accumulate", "sparse accumulation"),
    ("shouldrecompute", "a function that is computed again"),
    ("function_like", "the rule of another function"),
    ("allocation_like", "an allocator of the program's own"),
];

/// Annotations (`__attribute__((annotate("…")))`) and string attributes of functions and globals.
const NOTES: &[(&str, &str)] = &[
    ("enzyme_inactive", "no derivative"),
    ("enzyme_function_like", "the rule of another function"),
    ("enzyme_math", "the rule of another function"),
    ("enzyme_nofree", "that it frees nothing"),
    ("enzyme_shouldrecompute", "that it is computed again"),
    ("enzyme_sparse_accumulate", "sparse accumulation"),
    ("enzyme_allocator", "an allocator of the program's own"),
    ("enzyme_deallocator", "an allocator of the program's own"),
];

/// What the module registers, as refusals.
pub(super) fn unsupported(module: Module) -> Vec<Diagnostic> {
    let globals = module.globals();
    let registered = globals.iter().filter_map(|global| registration(*global));
    let annotations = globals
        .iter()
        .filter(|global| global.name() == "llvm.global.annotations");
    let annotated = annotations.flat_map(|global| annotated(*global));
    let functions = module.functions();
    let attributes = functions.iter().flat_map(|function| attributes(*function));
    registered.chain(annotated).chain(attributes).collect()
}

fn registration(global: Value) -> Option<Diagnostic> {
    let name = global.name();
    let (_, tail) = name.split_once("__enzyme_")?;
    let (_, what) = GLOBALS.iter().find(|(known, _)| tail.starts_with(known))?;
    (!global.is_declaration()).then(|| refusal(&format!("the global `{name}` registers {what}")))
}

fn annotated(annotations: Value) -> Vec<Diagnostic> {
    let entries = annotations
        .initializer()
        .map_or(Vec::new(), Value::operands);
    let refused = entries.into_iter().filter_map(|entry| {
        let parts = entry.operands();
        let (subject, text) = (parts.first()?, parts.get(1)?);
        note(&subject.name(), &text.initializer()?.constant_text())
    });
    refused.collect()
}

fn attributes(function: Value) -> Vec<Diagnostic> {
    let stated = NOTES
        .iter()
        .filter(|(key, _)| function.has_string_attribute(key));
    stated
        .filter_map(|(key, _)| note(&function.name(), key))
        .collect()
}

fn note(subject: &str, text: &str) -> Option<Diagnostic> {
    let (_, what) = NOTES.iter().find(|(known, _)| text.starts_with(known))?;
    let message = format!("`{subject}` is marked `{text}`, which asks for {what}");
    Some(refusal(&message))
}

fn refusal(message: &str) -> Diagnostic {
    Diagnostic::new(codes::UNSUPPORTED_HOOK, message)
        .note("rules and facts that a program registers are not supported, and a derivative without them would not be the one that is meant")
        .help("leave it out if the derivative of the function as it is written will do")
        .help("else call the function outside of the differentiated code, or mark what goes into it enzyme_const")
}
