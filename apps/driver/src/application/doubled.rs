//! A simulation with its tangent, as one run that has an adjoint: what a gradient of gives products with the Hessian.
//!
//! Its gradient by the controls c is the product of the Hessian with the direction v, and that by v is the simulation's gradient.
//!
//! Owns: second derivatives. Must not: know schedules, or what products are for.

use super::fields::Field;
use super::foreign::foreign;
use super::instance::Application;
use super::missing::Missing;
use super::steps::Steps;
use super::tangent::{Tangent, halves, halves_mut};
use enzyme_rs_application_abi as abi;

/// A simulation with its tangent, and the adjoint of both.
pub(crate) struct Doubled<'a> {
    tangent: Tangent<'a>,
    initial: abi::InitialSecond,
    step: abi::StepSecond,
    objective: abi::ObjectiveSecond,
}

impl<'a> Doubled<'a> {
    /// Of a simulation; nothing, if it has no second derivatives.
    pub(crate) fn of(app: &'a Application) -> Option<Self> {
        let table = app.table;
        Some(Self {
            tangent: Tangent::of(app).ok()?,
            initial: table.initial_second?,
            step: table.step_second?,
            objective: table.objective_second?,
        })
    }
}

impl Steps for Doubled<'_> {
    fn controls(&self) -> &[Field] {
        self.tangent.controls()
    }

    fn state(&self) -> &[Field] {
        self.tangent.state()
    }

    fn steps(&self) -> Option<u64> {
        self.tangent.steps()
    }

    fn is_doubled(&self) -> bool {
        true
    }

    fn initial(&self, controls: &[f64], state: &mut [f64]) {
        self.tangent.initial(controls, state);
    }

    fn step(&self, step: u64, controls: &[f64], before: &[f64], after: &mut [f64]) {
        self.tangent.step(step, controls, before, after);
    }

    fn objective(&self, controls: &[f64], state: &[f64]) -> f64 {
        self.tangent.objective(controls, state)
    }

    fn done(&self, step: u64, state: &[f64]) -> bool {
        self.tangent.done(step, state)
    }

    fn initial_adjoint(
        &self,
        controls: &[f64],
        dcontrols: &mut [f64],
        state: &mut [f64],
        dstate: &mut [f64],
    ) -> Result<(), Missing> {
        let (c, v) = halves(controls, self.controls());
        let (dc, dv) = halves_mut(dcontrols, self.controls());
        let (u, along) = halves_mut(state, self.state());
        let (du, dalong) = halves_mut(dstate, self.state());
        let app = self.tangent.instance();
        foreign!((self.initial)(app, c, dc, v, dv, u, du, along, dalong));
        Ok(())
    }

    fn step_adjoint(
        &self,
        step: u64,
        (controls, dcontrols): (&[f64], &mut [f64]),
        (before, dbefore): (&[f64], &mut [f64]),
        (after, dafter): (&mut [f64], &mut [f64]),
    ) -> Result<(), Missing> {
        let (c, v) = halves(controls, self.controls());
        let (dc, dv) = halves_mut(dcontrols, self.controls());
        let (u, along) = halves(before, self.state());
        let (du, dalong) = halves_mut(dbefore, self.state());
        let (w, w_along) = halves_mut(after, self.state());
        let (dw, dw_along) = halves_mut(dafter, self.state());
        let (app, step) = (self.tangent.instance(), step as i64);
        foreign!((self.step)(
            app, step, c, dc, v, dv, u, du, along, dalong, w, dw, w_along, dw_along,
        ));
        Ok(())
    }

    fn objective_adjoint(
        &self,
        (controls, dcontrols): (&[f64], &mut [f64]),
        (state, dstate): (&[f64], &mut [f64]),
    ) -> Result<(), Missing> {
        let (c, v) = halves(controls, self.controls());
        let (dc, dv) = halves_mut(dcontrols, self.controls());
        let (u, along) = halves(state, self.state());
        let (du, dalong) = halves_mut(dstate, self.state());
        let app = self.tangent.instance();
        foreign!((self.objective)(app, c, dc, v, dv, u, du, along, dalong));
        Ok(())
    }
}
