//! A simulation with its tangent, as one run: what a gradient of gives products with the Hessian.
//!
//! Controls are c and a direction v, the state is u and its tangent along v, and the objective is the derivative of the simulation's along v. Its gradient by c
//! is the product of the Hessian with v, and that by v is the simulation's gradient.
//!
//! Owns: where both halves lie. Must not: know schedules, or what products are for.

use super::fields::Field;
use super::foreign::foreign;
use super::instance::Application;
use super::missing::Missing;
use super::steps::{self, Steps};
use enzyme_rs_application_abi as abi;
use std::ffi::c_void;

/// Functions that such a run is made of.
struct Functions {
    initial_tangent: unsafe extern "C" fn(*const c_void, In, In, Out, Out),
    step_tangent: unsafe extern "C" fn(*const c_void, i64, In, In, In, In, Out, Out),
    objective_tangent: unsafe extern "C" fn(*const c_void, In, In, In, In) -> f64,
    initial_second: abi::InitialSecond,
    step_second: abi::StepSecond,
    objective_second: abi::ObjectiveSecond,
}

type In = *const f64;
type Out = *mut f64;

/// A simulation with its tangent.
pub(crate) struct Doubled<'a> {
    app: &'a Application,
    functions: Functions,
    controls: Vec<Field>,
    state: Vec<Field>,
}

impl<'a> Doubled<'a> {
    /// Of a simulation; nothing, if it has no second derivatives.
    pub(crate) fn of(app: &'a Application) -> Option<Self> {
        let table = app.table;
        Some(Self {
            app,
            functions: Functions {
                initial_tangent: table.initial_tangent?,
                step_tangent: table.step_tangent?,
                objective_tangent: table.objective_tangent?,
                initial_second: table.initial_second?,
                step_second: table.step_second?,
                objective_second: table.objective_second?,
            },
            controls: twice(&app.controls),
            state: twice(&app.state),
        })
    }

    fn instance(&self) -> *const c_void {
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
fn halves(numbers: &[f64], fields: &[Field]) -> (In, In) {
    assert_eq!(
        numbers.len(),
        steps::numbers(fields),
        "an array of another length"
    );
    let (first, second) = numbers.split_at(numbers.len() / 2);
    (first.as_ptr(), second.as_ptr())
}

/// The same of one that is written to.
fn halves_mut(numbers: &mut [f64], fields: &[Field]) -> (Out, Out) {
    assert_eq!(
        numbers.len(),
        steps::numbers(fields),
        "an array of another length"
    );
    let (first, second) = numbers.split_at_mut(numbers.len() / 2);
    (first.as_mut_ptr(), second.as_mut_ptr())
}

impl Steps for Doubled<'_> {
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
        foreign!((self.functions.initial_tangent)(
            self.instance(),
            c,
            v,
            u,
            along
        ));
    }

    fn step(&self, step: u64, controls: &[f64], before: &[f64], after: &mut [f64]) {
        let (c, v) = halves(controls, &self.controls);
        let (u, along) = halves(before, &self.state);
        let (w, w_along) = halves_mut(after, &self.state);
        let step = step as i64;
        foreign!((self.functions.step_tangent)(
            self.instance(),
            step,
            c,
            v,
            u,
            along,
            w,
            w_along
        ));
    }

    fn objective(&self, controls: &[f64], state: &[f64]) -> f64 {
        let (c, v) = halves(controls, &self.controls);
        let (u, along) = halves(state, &self.state);
        foreign!((self.functions.objective_tangent)(
            self.instance(),
            c,
            v,
            u,
            along
        ))
    }

    fn done(&self, step: u64, state: &[f64]) -> bool {
        self.app.done(step, &state[..self.app.state_numbers()])
    }

    fn initial_adjoint(
        &self,
        controls: &[f64],
        dcontrols: &mut [f64],
        state: &mut [f64],
        dstate: &mut [f64],
    ) -> Result<(), Missing> {
        let (c, v) = halves(controls, &self.controls);
        let (dc, dv) = halves_mut(dcontrols, &self.controls);
        let (u, along) = halves_mut(state, &self.state);
        let (du, dalong) = halves_mut(dstate, &self.state);
        let app = self.instance();
        foreign!((self.functions.initial_second)(
            app, c, dc, v, dv, u, du, along, dalong
        ));
        Ok(())
    }

    fn step_adjoint(
        &self,
        step: u64,
        (controls, dcontrols): (&[f64], &mut [f64]),
        (before, dbefore): (&[f64], &mut [f64]),
        (after, dafter): (&mut [f64], &mut [f64]),
    ) -> Result<(), Missing> {
        let (c, v) = halves(controls, &self.controls);
        let (dc, dv) = halves_mut(dcontrols, &self.controls);
        let (u, along) = halves(before, &self.state);
        let (du, dalong) = halves_mut(dbefore, &self.state);
        let (w, w_along) = halves_mut(after, &self.state);
        let (dw, dw_along) = halves_mut(dafter, &self.state);
        let (app, step) = (self.instance(), step as i64);
        foreign!((self.functions.step_second)(
            app, step, c, dc, v, dv, u, du, along, dalong, w, dw, w_along, dw_along,
        ));
        Ok(())
    }

    fn objective_adjoint(
        &self,
        (controls, dcontrols): (&[f64], &mut [f64]),
        (state, dstate): (&[f64], &mut [f64]),
    ) -> Result<(), Missing> {
        let (c, v) = halves(controls, &self.controls);
        let (dc, dv) = halves_mut(dcontrols, &self.controls);
        let (u, along) = halves(state, &self.state);
        let (du, dalong) = halves_mut(dstate, &self.state);
        let app = self.instance();
        foreign!((self.functions.objective_second)(
            app, c, dc, v, dv, u, du, along, dalong
        ));
        Ok(())
    }
}
