//! What fields are the numbers of.
//!
//! Owns: the names of their files. Must not: hold numbers.

use serde::{Deserialize, Serialize};

/// What fields are the numbers of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum What {
    /// The last state.
    State,
    /// The gradient by the controls.
    Gradient,
    /// The controls that an inversion has come to.
    Estimate,
}

impl What {
    /// The name of its files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::Gradient => "gradient",
            Self::Estimate => "estimate",
        }
    }
}
