//! What steps and transfers cost. Owns these numbers; counts nothing.

use serde::{Deserialize, Serialize};

/// A storage level: how many checkpoints fit and what it costs to move one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StorageLevel {
    /// Checkpoints that fit; `None` is no limit.
    pub slots: Option<u64>,
    /// Seconds (or any unit that all costs share) to write one checkpoint.
    pub write: f64,
    /// The same to read one.
    pub read: f64,
}

impl StorageLevel {
    /// A level of `slots` checkpoints that costs nothing to access.
    #[must_use]
    pub fn free(slots: u64) -> Self {
        Self {
            slots: Some(slots),
            write: 0.0,
            read: 0.0,
        }
    }
}

/// Costs of one step of the model, in the unit of the levels' costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepCosts {
    /// One step forward that keeps nothing ("uf" in the literature).
    pub forward: f64,
    /// Recording one step and reversing it ("ub").
    pub adjoint: f64,
}

impl Default for StepCosts {
    fn default() -> Self {
        Self {
            forward: 1.0,
            adjoint: 1.0,
        }
    }
}

/// What a cost can be.
pub(crate) fn is_cost(cost: f64) -> bool {
    cost.is_finite() && cost >= 0.0
}
