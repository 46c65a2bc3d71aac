//! What a simulation lacks.
//!
//! Owns: saying so. Must not: know what it is needed for.

/// A function that a simulation does not have, and that is needed for what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Missing(pub(crate) &'static str);

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the simulation has no `{}`", self.0)
    }
}

impl std::error::Error for Missing {}
