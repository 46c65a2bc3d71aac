//! What the engine knows of its own run-time library, when it differentiates code that it generated.
//!
//! The tape hands out memory as a stack. What one derivative releases, the derivative of that derivative may still read: in reverse
//! mode nothing is released before its own end, where everything above its own mark goes.
//!
//! Owns: one row for each function of `runtime.ll` and `check.ll` that generated code calls. Must not: list what is differentiated as
//! code (`move.ll`).

use enzyme_rules::{
    Align, AllocResult, AllocSpec, CalleeKind, Dealloc, DeallocArg, DeallocSymbol, Effects, Entry,
    Said, SizeExpr,
};
use std::collections::BTreeMap;

const PUSH: &str = "enzyme_rs_tape_push";
const RELEASE: &str = "enzyme_rs_tape_release";

/// Functions that only look at the tape, or end the program.
const INACTIVE: &[&str] = &[
    "enzyme_rs_tape_mark",
    "enzyme_rs_tape_give_back",
    "enzyme_rs_tape_peak_bytes",
    "enzyme_rs_check_shadow",
];

/// What is said of the library's functions, whose bodies are in the module.
pub(crate) fn said() -> BTreeMap<String, Said> {
    // They write nothing that a program can name.
    let inactive = INACTIVE
        .iter()
        .map(|name| (*name, CalleeKind::inactive(Effects::ERRNO)));
    let rows = inactive.chain([
        (PUSH, CalleeKind::Allocator(push())),
        (RELEASE, CalleeKind::Release),
    ]);
    rows.map(|(name, what)| (name.to_owned(), Said::Known(Entry::exact(name, what))))
        .collect()
}

/// Memory that ends with a release, together with all that is pushed later.
fn push() -> AllocSpec {
    AllocSpec {
        size: SizeExpr::Arg(0),
        zeroed: false,
        result: AllocResult::Returned,
        align: Align::Default,
        may_fail: false,
        dealloc: Dealloc {
            symbol: DeallocSymbol::Named(RELEASE.into()),
            args: vec![DeallocArg::Pointer],
        },
    }
}
