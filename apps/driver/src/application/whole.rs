//! The whole run of a simulation in one function.
//!
//! Owns: calling that, and its derivative. Must not: know single steps.

use super::foreign::foreign;
use super::instance::Application;
use super::steps::{Steps as _, require};
use std::ffi::c_void;

/// The whole run of a simulation in one function.
pub(crate) struct Whole<'a> {
    app: &'a Application,
    objective: unsafe extern "C" fn(*const c_void, i64, *const f64, i64) -> f64,
    adjoint: unsafe extern "C" fn(*const c_void, i64, *const f64, *mut f64, i64),
}

impl Application {
    /// The whole run in one function, with its derivative, if the simulation has that.
    pub(crate) fn whole(&self) -> Option<Whole<'_>> {
        Some(Whole {
            app: self,
            objective: self.table.whole?,
            adjoint: self.table.whole_adjoint?,
        })
    }
}

impl Whole<'_> {
    /// This rank's part of the objective.
    pub(crate) fn objective(&self, steps: u64, controls: &[f64]) -> f64 {
        let app = self.app;
        require!(app, controls as controls);
        foreign!((self.objective)(
            app.instance,
            steps as i64,
            controls.as_ptr(),
            app.state_numbers() as i64,
        ))
    }

    /// Adds the gradient, and keeps in memory what it needs for that.
    pub(crate) fn adjoint(&self, steps: u64, controls: &[f64], dcontrols: &mut [f64]) {
        let app = self.app;
        require!(app, controls as controls, dcontrols as controls);
        let (controls, dcontrols) = (controls.as_ptr(), dcontrols.as_mut_ptr());
        foreign!((self.adjoint)(
            app.instance,
            steps as i64,
            controls,
            dcontrols,
            app.state_numbers() as i64,
        ));
    }
}
