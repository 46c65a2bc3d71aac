//! Which functions are hooks, by name.
//!
//! Owns: the families of names of `__enzyme_*` functions. Must not: look at arguments.
//! Tests: `frontend/tests.rs`.

use crate::names::own;
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
    /// Bounds of rounding errors.
    Errors,
    /// A copy of a function with arithmetic of lower precision.
    Truncated,
    /// A call without derivative.
    CallInactive,
    /// Something of the known tool that this one does not offer.
    Unsupported(Refused),
    /// A name of the family that nobody knows.
    Unknown(String),
}

/// Hooks by the part of the name behind `__enzyme_`.
const OFFERED: &[(&str, Hook)] = &[
    ("autodiff", Hook::Derivative(Mode::Gradient)),
    ("fwddiff", Hook::Derivative(Mode::Forward)),
    ("fwdsplit", Hook::FromTape),
    ("error_estimate", Hook::Errors),
    ("augmentfwd", Hook::Derivative(Mode::Augmented)),
    ("augmentsize", Hook::TapeSize),
    ("reverse", Hook::Derivative(Mode::Reverse)),
    ("virtualreverse", Hook::Virtual(Mode::Augmented)),
    ("virtualforward", Hook::Virtual(Mode::Forward)),
    ("batch", Hook::Batch),
    ("truncate_op_func", Hook::Truncated),
    ("call_inactive", Hook::CallInactive),
];

/// What is not offered, and what to do instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refused {
    pub(super) what: &'static str,
    pub(super) remedy: &'static str,
}

const MEMORY_MODE: Refused = Refused {
    what: "numbers that lie in memory in lower precision",
    remedy: "round the operations: `__enzyme_truncate_op_func(f, 64, 32)`",
};
const SPARSE: Refused = Refused {
    what: "sparse storage",
    remedy: "compress columns that do not meet into one tangent: docs/second-derivatives.md has sparse Hessians by colouring",
};
const PROBABILISTIC: Refused = Refused {
    what: "probabilistic programming",
    remedy: "differentiate the logarithm of the density as a function of its parameters",
};

/// Hooks without support, by the part of the name behind `__enzyme_`.
const UNSUPPORTED: &[(&str, Refused)] = &[
    ("truncate_mem", MEMORY_MODE),
    ("expand_mem", MEMORY_MODE),
    ("trace", PROBABILISTIC),
    ("condition", PROBABILISTIC),
    ("likelihood", PROBABILISTIC),
    ("sample", PROBABILISTIC),
    ("observe", PROBABILISTIC),
    ("newtrace", PROBABILISTIC),
    ("todense", SPARSE),
    ("post_sparse_todense", SPARSE),
    ("product", SPARSE),
    ("sum", SPARSE),
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
    own(name).is_some_and(|tail| tail.starts_with(family))
}

/// The hook that a function's name stands for; mangled and suffixed names count.
pub(super) fn classify(name: &str) -> Option<Hook> {
    let tail = own(name)?;
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
        Some((_, refused)) => Hook::Unsupported(*refused),
        None => Hook::Unknown(super::markers::identifier(tail).to_owned()),
    })
}
