//! Places that jumps come back to.
//!
//! Owns: the functions that return more than once. What runs again then is not in the control flow that is reversed.
//! Must not: list what jumps (`noreturn.rs`).

use crate::callee::CalleeKind;
use crate::registry::Entry;

const SET: &[&str] = &["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"];

const REMEDY: &str =
    "return an error code, or set the place to jump to outside of the differentiated code";

pub(super) fn entries() -> Vec<Entry> {
    let refused = || CalleeKind::Refused(REMEDY.into());
    let functions = SET.iter().map(|&name| Entry::exact(name, refused()));
    let intrinsic = Entry::intrinsic("llvm.eh.sjlj.setjmp", refused());
    functions.chain([intrinsic]).collect()
}
