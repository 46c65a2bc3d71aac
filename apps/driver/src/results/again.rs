//! What a copy of a simulation's library says, in which nothing was run before.
//!
//! A simulation that fills a table once, with controls, and reads it in each run, has the same table in all runs of a process: derivative and differences agree, and
//! are wrong. In a copy of its library it fills the table with others.
//!
//! Owns: when both say the same. Must not: run a simulation.

use crate::precision::Precision;
use serde::Serialize;

/// By which part of the change of an objective the two may differ, and by how much more than its rounding: threads may add in another order.
const PART: f64 = 1e-3;
const ROUNDING: f64 = 10.0;

/// The objective a step away from the controls.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Again {
    Compared {
        /// The length of the step along the direction.
        h: f64,
        /// By the library that has run before, and by the copy.
        objective: f64,
        of_the_copy: f64,
    },
    /// There is no copy, and why.
    LeftOut(String),
}

impl Again {
    /// Whether both say the same, where the objective is `from` without the step.
    pub(crate) fn is_same(&self, from: f64, precision: Precision) -> bool {
        match *self {
            Self::Compared {
                objective,
                of_the_copy,
                ..
            } => {
                let noise = ROUNDING * precision.noise * objective.abs();
                (objective - of_the_copy).abs() <= PART * (objective - from).abs() + noise
            }
            Self::LeftOut(_) => true,
        }
    }

    /// In words.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Compared {
                objective,
                of_the_copy,
                h,
            } => format!(
                "at h = {h:.1e}, a copy of the library that has run nothing before gives another objective by {:.1e}",
                (objective - of_the_copy).abs()
            ),
            Self::LeftOut(why) => {
                format!("not compared with a copy of the library: {why}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Again;
    use crate::precision::DOUBLE;

    #[test]
    fn rounding_is_no_difference() {
        let is_same = |of_the_copy| {
            let again = Again::Compared {
                h: 0.1,
                objective: 1.01,
                of_the_copy,
            };
            again.is_same(1.0, DOUBLE)
        };
        assert!(is_same(1.01) && is_same(1.01 + 1e-12));
        assert!(!is_same(1.0) && !is_same(1.0101) && !is_same(f64::NAN));
    }
}
