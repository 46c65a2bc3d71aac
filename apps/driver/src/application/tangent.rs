//! A simulation with its tangent along a direction, as one run that goes forward.
//!
//! Controls are c and a direction v, the state is u and its tangent along v, and the objective is the derivative of the simulation's along v.
//!
//! Owns: where both halves lie. Must not: know schedules, or what derivatives are for.

use super::fields::Field;
use super::foreign::foreign;
use super::instance::Application;
use super::missing::Missing;
use super::steps::{self, Steps};
use std::ffi::c_void;

/// Functions that such a run is made of.
struct Functions {
    initial: unsafe extern "C" fn(*const c_void, In, In, Out, Out),
    step: unsafe extern "C" fn(*const c_void, i64, In, In, In, In, Out, Out),
    objective: unsafe extern "C" fn(*const c_void, In, In, In, In) -> f64,
}

pub(super) type In = *const f64;
pub(super) type Out = *mut f64;

/// A simulation with its tangent.
pub(crate) struct Tangent<'a> {
    pub(super) app: &'a Application,
    functions: Functions,
    pub(super) controls: Vec<Field>,
    pub(super) state: Vec<Field>,
}

impl<'a> Tangent<'a> {
    /// Of a simulation.
    ///
    /// # Errors
    /// It has no tangents.
    pub(crate) fn of(app: &'a Application) -> Result<Self, Missing> {
        let table = app.table;
        Ok(Self {
            app,
            functions: Functions {
                initial: table.initial_tangent.ok_or(Missing("initial_tangent"))?,
                step: table.step_tangent.ok_or(Missing("step_tangent"))?,
                objective: table
                    .objective_tangent
                    .ok_or(Missing("objective_tangent"))?,
            },
            controls: twice(&app.controls),
            state: twice(&app.state),
        })
    }

    pub(super) fn instance(&self) -> *const c_void {
        self.app.instance
    }
}

/// Fields, and behind them the same once more for what belongs to the direction.
fn twice(fields: &[Field]) -> Vec<Field> {
    let numbers = steps::numbers(fields);
    let along = fields.iter().map(|field| Field {
        name: format!("{}_along", field.name),
        range: field.range.start + numbers..field.range.end + numbers,
        ..field.clone()
    });
    fields.iter().cloned().chain(along).collect()
}

/// Both halves of an array that is as long as these fields.
pub(super) fn halves(numbers: &[f64], fields: &[Field]) -> (In, In) {
    assert_eq!(
        numbers.len(),
        steps::numbers(fields),
        "an array of another length"
    );
    let (first, second) = numbers.split_at(numbers.len() / 2);
    (first.as_ptr(), second.as_ptr())
}

/// The same of one that is written to.
pub(super) fn halves_mut(numbers: &mut [f64], fields: &[Field]) -> (Out, Out) {
    assert_eq!(
        numbers.len(),
        steps::numbers(fields),
        "an array of another length"
    );
    let (first, second) = numbers.split_at_mut(numbers.len() / 2);
    (first.as_mut_ptr(), second.as_mut_ptr())
}

impl Steps for Tangent<'_> {
    fn controls(&self) -> &[Field] {
        &self.controls
    }

    fn state(&self) -> &[Field] {
        &self.state
    }

    fn steps(&self) -> Option<u64> {
        self.app.steps
    }

    fn is_doubled(&self) -> bool {
        true
    }

    fn initial(&self, controls: &[f64], state: &mut [f64]) {
        let (c, v) = halves(controls, &self.controls);
        let (u, along) = halves_mut(state, &self.state);
        foreign!((self.functions.initial)(self.instance(), c, v, u, along));
    }

    fn step(&self, step: u64, controls: &[f64], before: &[f64], after: &mut [f64]) {
        let (c, v) = halves(controls, &self.controls);
        let (u, along) = halves(before, &self.state);
        let (w, w_along) = halves_mut(after, &self.state);
        let (app, step) = (self.instance(), step as i64);
        foreign!((self.functions.step)(app, step, c, v, u, along, w, w_along));
    }

    fn objective(&self, controls: &[f64], state: &[f64]) -> f64 {
        let (c, v) = halves(controls, &self.controls);
        let (u, along) = halves(state, &self.state);
        foreign!((self.functions.objective)(self.instance(), c, v, u, along))
    }

    fn done(&self, step: u64, state: &[f64]) -> bool {
        self.app.done(step, &state[..self.app.state_numbers()])
    }

    fn initial_adjoint(
        &self,
        _: &[f64],
        _: &mut [f64],
        _: &mut [f64],
        _: &mut [f64],
    ) -> Result<(), Missing> {
        Err(Missing("initial_second"))
    }

    fn step_adjoint(
        &self,
        _: u64,
        _: (&[f64], &mut [f64]),
        _: (&[f64], &mut [f64]),
        _: (&mut [f64], &mut [f64]),
    ) -> Result<(), Missing> {
        Err(Missing("step_second"))
    }

    fn objective_adjoint(
        &self,
        _: (&[f64], &mut [f64]),
        _: (&[f64], &mut [f64]),
    ) -> Result<(), Missing> {
        Err(Missing("objective_second"))
    }
}
