//! What the parameters of a generated function promise of their memory, and accesses of shadows of its type.
//!
//! A generated function is called with the pointers that the primal function is called with, so what the
//! primal's parameters promise holds for them: the derivative accesses the primal's memory where the primal does, and
//! shadows are other memory. A shadow is as large as its primal, which the hook asks for, and aligned as its numbers
//! are; for `noalias` that is no reason (see `scopes`).
//!
//! An argument that the source passes by value in memory is a plain pointer here, to memory that the
//! caller has other names for.
//!
//! Owns: the table, and which types hold for shadows. Must not: touch a handle.

use crate::analysis::memory::{Scalar, named_scalar};
use crate::view::Inst;

/// Whether the type that an access states is the numbers' own. What is only read may be read as part of several objects
/// (structures, arguments of Fortran), and reverse mode writes its shadow: of other types nothing is said there.
pub(crate) fn states_number(inst: &Inst) -> bool {
    named_scalar(&inst.tbaa) != Scalar::Unknown
}

/// Whom an attribute of a primal parameter holds for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// The parameter of the generated function that stands for it.
    Primal,
    /// Its shadow, too.
    Both,
}

/// An attribute that generated functions take over.
pub(crate) struct Promise {
    pub(crate) attribute: &'static str,
    pub(crate) holder: Holder,
}

/// All of them.
pub(crate) const PROMISES: &[Promise] = &[
    promise("noalias", Holder::Primal),
    promise("nonnull", Holder::Both),
    promise("align", Holder::Primal),
    promise("dereferenceable", Holder::Both),
    promise("dereferenceable_or_null", Holder::Both),
];

const fn promise(attribute: &'static str, holder: Holder) -> Promise {
    Promise { attribute, holder }
}

/// Attributes of parameters that are passed by value in memory.
pub(crate) const BY_VALUE: &[&str] = &["byval", "inalloca", "preallocated", "byref"];
