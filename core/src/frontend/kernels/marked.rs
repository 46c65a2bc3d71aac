//! Kernels whose launches are to be differentiated: the program marks them, or an option names them.
//!
//! Libraries have kernels that no program can mark. The option has patterns of names, which may be those of the source or symbols.
//!
//! Owns: which kernels these are. Must not: know what a mark means.

use super::beside::is_beside;
use crate::frontend::registrations::{KERNEL, KERNEL_INACTIVE, with_annotation};
use crate::names::readable;
use enzyme_llvm_shim::host::{Caller, caller};
use enzyme_llvm_shim::ir::{Module, Value};

/// Kernels of a device with a mark, and with a body.
pub(super) fn with_mark(module: Module, mark: &str) -> Vec<Value> {
    let marked = with_annotation(module, mark).into_iter();
    marked.filter(|f| is_kernel(*f)).collect()
}

fn is_kernel(function: Value) -> bool {
    !function.is_declaration() && caller(function) == Caller::Host
}

/// Kernels of a device that only the option names.
pub(super) fn by_option(module: Module, patterns: &[String]) -> Vec<Value> {
    if patterns.is_empty() {
        return Vec::new();
    }
    let marked = [KERNEL, KERNEL_INACTIVE].map(|mark| with_annotation(module, mark));
    let functions = module.functions().into_iter().filter(|f| is_kernel(*f));
    let others = functions.filter(|f| !marked.iter().any(|list| list.contains(f)));
    others.filter(|f| is_named(patterns, &f.name())).collect()
}

/// Whether the option names the kernel of a symbol.
pub(in crate::frontend) fn is_named(patterns: &[String], symbol: &str) -> bool {
    if is_beside(symbol) {
        return false;
    }
    let name = readable(of_source(symbol), &[]);
    let mut patterns = patterns.iter();
    patterns.any(|pattern| fits(pattern, &name) || fits(pattern, symbol))
}

/// The symbol without what clang adds to that of a kernel that only its file knows, where device code of several files is linked.
fn of_source(symbol: &str) -> &str {
    const ADDED: [&str; 2] = [".intern.", "__intern__"];
    let mut ends = ADDED.iter().filter_map(|added| symbol.rfind(added));
    ends.next().map_or(symbol, |end| &symbol[..end])
}

/// Whether a text is as a pattern says, in which `*` stands for any text.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((begin, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(text) = text.strip_prefix(begin) else {
        return false;
    };
    let mut ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    ends.any(|at| fits(rest, &text[at..]))
}

#[cfg(test)]
mod tests {
    use super::{fits, is_named};

    #[test]
    fn patterns_are_of_whole_names() {
        for (pattern, text, does) in [
            ("*", "", true),
            ("*", "a::b<c>", true),
            ("a::*", "a::b<c>", true),
            ("a::*", "b::a::c", false),
            ("*b*c>", "a::b<c, c>", true),
            ("a", "ab", false),
            ("*a", "ab", false),
        ] {
            assert_eq!(fits(pattern, text), does, "{pattern} {text}");
        }
    }

    #[test]
    fn kernels_are_named_as_in_the_source_or_by_their_symbols() {
        let meant = |pattern: &str, symbol: &str| is_named(&[pattern.to_owned()], symbol);
        assert!(meant("step", "_Z4stepPd") && meant("_Z4stepPd", "_Z4stepPd"));
        assert!(meant("step", "_ZL4stepPd__intern__6aabee9509de1ae9"));
        assert!(meant("step", "_ZL4stepPd.intern.1b14be820b5c29dc"));
        assert!(!meant("steps", "_Z4stepPd"));
        assert!(!meant("*", "_Z4stepPd__enzyme_rs_facts"));
    }
}
