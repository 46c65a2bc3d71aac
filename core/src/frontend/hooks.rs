//! Which functions are hooks, by name.
//!
//! Owns: the families of names of `__enzyme_*` functions. Must not: look at arguments.
//! Tests: `frontend/tests.rs`.

use crate::request::Mode;

/// What calling a function of a given name asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hook {
    /// A derivative.
    Derivative(Mode),
    /// A tangent where there is a tape.
    FromTape,
    /// The bytes of an augmented primal's tape.
    TapeSize,
    /// The address of the derivatives of a function, for the shadow of a pointer to it: those of a mode.
    Virtual(Mode),
    /// Several calls of a function.
    Batch,
    /// A copy of a function with arithmetic of lower precision.
    Truncated,
    /// A call without derivative.
    CallInactive,
    /// Something of the known tool that this one does not offer.
    Unsupported(&'static str),
    /// A name of the family that nobody knows.
    Unknown(String),
}

/// Hooks by the part of the name behind `__enzyme_`.
const OFFERED: &[(&str, Hook)] = &[
    ("autodiff", Hook::Derivative(Mode::Gradient)),
    ("fwddiff", Hook::Derivative(Mode::Forward)),
    ("fwdsplit", Hook::FromTape),
    ("augmentfwd", Hook::Derivative(Mode::Augmented)),
    ("augmentsize", Hook::TapeSize),
    ("reverse", Hook::Derivative(Mode::Reverse)),
    ("virtualreverse", Hook::Virtual(Mode::Augmented)),
    ("virtualforward", Hook::Virtual(Mode::Forward)),
    ("batch", Hook::Batch),
    ("truncate_op_func", Hook::Truncated),
    ("call_inactive", Hook::CallInactive),
];

/// Hooks without support, by the part of the name behind `__enzyme_`, with what they ask for.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("error_estimate", "an estimate of rounding errors"),
    ("truncate", "arithmetic of lower precision"),
    ("expand_mem_value", "arithmetic of lower precision"),
    ("trace", "probabilistic programming"),
    ("condition", "probabilistic programming"),
    ("likelihood", "probabilistic programming"),
    ("sample", "probabilistic programming"),
    ("observe", "probabilistic programming"),
    ("newtrace", "probabilistic programming"),
    ("todense", "a sparse accessor"),
    ("post_sparse_todense", "a sparse accessor"),
    ("product", "a sparse operation"),
    ("sum", "a sparse operation"),
];

/// Names of the family that stand in the bodies of functions and are no hooks: assertions of
/// types, bounds of loops, and what run-time libraries define.
const NO_HOOKS: &[&str] = &["float", "double", "integer", "pointer", "iter", "fprt"];

/// Whether a function's name is that of a hook, offered or not.
pub(crate) fn is_hook(name: &str) -> bool {
    classify(name).is_some()
}

/// Whether a function's name is that of a hook of this family.
pub(crate) fn is_hook_of(name: &str, family: &str) -> bool {
    let tail = name.split_once("__enzyme_").map(|(_, tail)| tail);
    tail.is_some_and(|tail| tail.starts_with(family))
}

/// The hook that a function's name stands for; mangled and suffixed names count.
pub(super) fn classify(name: &str) -> Option<Hook> {
    let (_, tail) = name.split_once("__enzyme_")?;
    if let Some((_, hook)) = OFFERED.iter().find(|(name, _)| tail.starts_with(name)) {
        return Some(hook.clone());
    }
    if NO_HOOKS.iter().any(|known| tail.starts_with(known)) {
        return None;
    }
    let known = UNSUPPORTED
        .iter()
        .find(|(prefix, _)| tail.starts_with(prefix));
    Some(match known {
        Some((_, what)) => Hook::Unsupported(what),
        None => Hook::Unknown(super::markers::identifier(tail).to_owned()),
    })
}
