//! Functions that do not come back.
//!
//! Owns: their names in C, C++ and Rust. A throw may be caught further up; within the function
//! that calls it, what follows is dead all the same.

use crate::callee::CalleeKind;
use crate::registry::{Entry, Said, Symbols};

pub(super) fn entries() -> Vec<Entry> {
    let exact = EXACT
        .iter()
        .map(|&name| Entry::exact(name, CalleeKind::NoReturn));
    let std_throw = STD_THROW.iter().map(|name| {
        Entry::prefix(
            format!("_ZSt{}__throw_{name}", "__throw_".len() + name.len()),
            CalleeKind::NoReturn,
        )
    });
    let rust = RUST
        .iter()
        .map(|&part| Entry::contains(part, CalleeKind::NoReturn));
    let traps = TRAPS
        .iter()
        .map(|&name| Entry::intrinsic(name, CalleeKind::NoReturn));
    exact.chain(std_throw).chain(rust).chain(traps).collect()
}

/// The same of Rust's own library, of which a linker may show the bodies: what they do on their way out reaches all of it.
pub(super) fn said() -> Vec<(Symbols, Said)> {
    let entries = RUST
        .iter()
        .map(|&part| Entry::contains(part, CalleeKind::NoReturn));
    let said = entries.map(|entry| (entry.matcher.clone(), Said::Known(entry)));
    said.collect()
}

#[rustfmt::skip] // a table
const EXACT: &[&str] = &[
    "_Exit", "_exit", "abort", "exit", "quick_exit", "longjmp", "siglongjmp",
    "__assert_fail", "__assertfail", "__assert_perror_fail", "__assert_rtn", "__assert",
    "__chk_fail", "__stack_chk_fail", "__fortify_fail",
    "__cxa_bad_cast", "__cxa_bad_typeid", "__cxa_call_unexpected", "__cxa_deleted_virtual",
    "__cxa_pure_virtual", "__cxa_rethrow", "__cxa_throw", "__cxa_throw_bad_array_new_length",
    "__clang_call_terminate", "_Unwind_Resume", "enzyme_rs_unknown_function", "enzyme_rs_unlike_arrays",
    "_ZSt9terminatev", "_ZSt10unexpectedv",
    "rust_begin_unwind", "rust_panic", "__rust_start_panic",
    "_FortranAStopStatement", "_FortranAStopStatementText", "_FortranAFailImageStatement",
    "_FortranAProgramEndStatement", "_FortranAExit", "_FortranAAbort",
];

/// `std::__throw_…` of libstdc++.
#[rustfmt::skip] // a table
const STD_THROW: &[&str] = &[
    "bad_alloc", "bad_array_new_length", "bad_cast", "bad_exception", "bad_function_call",
    "bad_optional_access", "bad_typeid", "bad_variant_access", "domain_error", "format_error", "future_error",
    "invalid_argument", "ios_failure", "length_error", "logic_error", "out_of_range",
    "out_of_range_fmt", "overflow_error", "range_error", "regex_error", "runtime_error",
    "system_error", "underflow_error",
];

/// Parts of mangled Rust names, in the old and the new scheme alike.
#[rustfmt::skip] // a table
const RUST: &[&str] = &[
    "18handle_alloc_error", "15begin_panic", "19rust_panic_with_hook", "18rust_begin_unwind",
    "4core9panicking", "6option13expect_failed", "6option13unwrap_failed",
    "6result13unwrap_failed", "7raw_vec12handle_error", "7raw_vec17capacity_overflow",
    "4cell22panic_already_borrowed", "4cell30panic_already_mutably_borrowed",
    "len_mismatch_fail", "slice_index_fail", "slice_index_order_fail", "slice_end_index_len_fail",
    "slice_start_index_len_fail", "slice_error_fail",
];

const TRAPS: &[&str] = &["llvm.trap", "llvm.ubsantrap", "llvm.eh.sjlj.longjmp"];
