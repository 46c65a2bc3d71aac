//! The long texts behind the diagnostic codes: code, title, explanation.
//!
//! Owns: the words that `enzyme-rs explain` prints. Must not: contain logic.

/// Code, one-line title, text.
pub(crate) const TEXTS: &[(u16, &str, &str)] = &[(
    1,
    "malformed IR",
    "The input is not valid LLVM IR or bitcode.",
)];
