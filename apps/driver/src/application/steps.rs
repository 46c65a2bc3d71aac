//! What is run under checkpoints: steps from one state to the next, an objective, and their derivatives in reverse mode.
//!
//! Owns: what such a run must have, and how long its arrays are. Must not: know whether it is a simulation, or one with its tangent.

use super::fields::Field;
use super::missing::Missing;

/// Numbers of all fields.
pub(super) fn numbers(fields: &[Field]) -> usize {
    fields.last().map_or(0, |field| field.range.end)
}

/// Arrays are as long as the fields of their role: a simulation trusts that.
macro_rules! require {
    ($self:ident, $($array:ident as $fields:ident),*) => {
        $(assert_eq!($array.len(), $crate::application::steps::numbers(&$self.$fields), "an array of another length");)*
    };
}
pub(super) use require;

/// Such a run. Arrays are as long as the fields of their role.
pub(crate) trait Steps {
    fn controls(&self) -> &[Field];

    fn state(&self) -> &[Field];

    /// How many there are, if that is known before.
    fn steps(&self) -> Option<u64>;

    /// Whether the state is one with its tangent.
    fn is_doubled(&self) -> bool {
        false
    }

    /// Numbers of all controls on this rank.
    fn control_numbers(&self) -> usize {
        numbers(self.controls())
    }

    /// Numbers of a state on this rank.
    fn state_numbers(&self) -> usize {
        numbers(self.state())
    }

    fn initial(&self, controls: &[f64], state: &mut [f64]);

    fn step(&self, step: u64, controls: &[f64], before: &[f64], after: &mut [f64]);

    /// This rank's part of the objective.
    fn objective(&self, controls: &[f64], state: &[f64]) -> f64;

    /// Whether the state before a step is the last one; never, where the number of steps is known.
    fn done(&self, step: u64, state: &[f64]) -> bool;

    /// Adds to `dcontrols`, and uses up `dstate`; `state` is room.
    ///
    /// # Errors
    /// There is no such derivative; so it is with those below.
    fn initial_adjoint(
        &self,
        controls: &[f64],
        dcontrols: &mut [f64],
        state: &mut [f64],
        dstate: &mut [f64],
    ) -> Result<(), Missing>;

    /// Adds to `dcontrols` and `dbefore`, and uses up `dafter`; `after` is room.
    fn step_adjoint(
        &self,
        step: u64,
        controls: (&[f64], &mut [f64]),
        before: (&[f64], &mut [f64]),
        after: (&mut [f64], &mut [f64]),
    ) -> Result<(), Missing>;

    /// Adds to `dcontrols` and `dstate`.
    fn objective_adjoint(
        &self,
        controls: (&[f64], &mut [f64]),
        state: (&[f64], &mut [f64]),
    ) -> Result<(), Missing>;
}
