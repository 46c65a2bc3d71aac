//! A simulation that was made.
//!
//! Owns: its fields, and calling its functions with arrays that are long enough. Must not: make it, or run more than one step.

use super::fields::Field;
use super::foreign::foreign;
use super::missing::Missing;
use super::origin::Origin;
use super::ranks::Ranks;
use super::setup::Asked;
use super::sources::Source;
use super::steps::{Steps, require};
use enzyme_rs_application_abi as abi;
use std::ffi::c_void;

/// Tells for how many seconds the calling thread has waited in MPI so far.
pub(crate) type Waited = extern "C" fn() -> f64;

/// Functions that a simulation must have.
pub(super) struct Functions {
    pub(super) destroy: unsafe extern "C" fn(*mut c_void),
    pub(super) guess: unsafe extern "C" fn(*const c_void, *mut f64),
    pub(super) initial: unsafe extern "C" fn(*const c_void, *const f64, *mut f64),
    pub(super) step: unsafe extern "C" fn(*const c_void, i64, *const f64, *const f64, *mut f64),
    pub(super) objective: unsafe extern "C" fn(*const c_void, *const f64, *const f64) -> f64,
}

/// A simulation that was made.
pub(crate) struct Application {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(super) table: &'static abi::Application,
    pub(super) waited: Option<Waited>,
    pub(super) functions: Functions,
    pub(super) instance: *mut c_void,
    pub(crate) asked: Vec<Asked>,
    pub(crate) controls: Vec<Field>,
    pub(crate) state: Vec<Field>,
    pub(crate) steps: Option<u64>,
    /// What tells it from others of the same name and parameters: its library, and the files that it reads.
    pub(crate) sources: Vec<Source>,
    /// The files that its controls begin with.
    pub(crate) begins_with: Vec<Source>,
    /// What it was made from.
    pub(super) origin: Origin,
    pub(super) _texts: Vec<std::ffi::CString>,
}

impl Application {
    /// Finds out what all ranks have; all of them call it.
    ///
    /// # Errors
    /// What is wrong with that, on the first rank; the others know that something is.
    pub(crate) fn share(&mut self, ranks: Ranks) -> Result<(), Option<String>> {
        Field::share(&mut self.controls, ranks);
        Field::share(&mut self.state, ranks);
        // Of a control that two ranks have, each would have a part of the gradient; states may have the same point twice, as nodes between elements.
        Field::share_out(&self.controls, ranks)
    }

    /// What tells how long this rank has waited in MPI, if something does.
    pub(crate) fn waited(&self) -> Option<Waited> {
        self.waited
    }
}

impl Steps for Application {
    fn controls(&self) -> &[Field] {
        &self.controls
    }

    fn state(&self) -> &[Field] {
        &self.state
    }

    fn steps(&self) -> Option<u64> {
        self.steps
    }

    fn initial(&self, controls: &[f64], state: &mut [f64]) {
        require!(self, controls as controls, state as state);
        foreign!((self.functions.initial)(
            self.instance,
            controls.as_ptr(),
            state.as_mut_ptr()
        ));
    }

    fn step(&self, step: u64, controls: &[f64], before: &[f64], after: &mut [f64]) {
        require!(self, controls as controls, before as state, after as state);
        let (controls, before) = (controls.as_ptr(), before.as_ptr());
        foreign!((self.functions.step)(
            self.instance,
            step as i64,
            controls,
            before,
            after.as_mut_ptr(),
        ));
    }

    fn objective(&self, controls: &[f64], state: &[f64]) -> f64 {
        require!(self, controls as controls, state as state);
        foreign!((self.functions.objective)(
            self.instance,
            controls.as_ptr(),
            state.as_ptr()
        ))
    }

    fn done(&self, step: u64, state: &[f64]) -> bool {
        require!(self, state as state);
        let done = self.table.done;
        done.is_some_and(|done| foreign!(done(self.instance, step as i64, state.as_ptr())) != 0)
    }

    fn initial_adjoint(
        &self,
        controls: &[f64],
        dcontrols: &mut [f64],
        state: &mut [f64],
        dstate: &mut [f64],
    ) -> Result<(), Missing> {
        require!(
            self,
            controls as controls,
            dcontrols as controls,
            state as state,
            dstate as state
        );
        let adjoint = self
            .table
            .initial_adjoint
            .ok_or(Missing("initial_adjoint"))?;
        let (dcontrols, dstate) = (dcontrols.as_mut_ptr(), dstate.as_mut_ptr());
        foreign!(adjoint(
            self.instance,
            controls.as_ptr(),
            dcontrols,
            state.as_mut_ptr(),
            dstate,
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
        require!(
            self,
            controls as controls,
            dcontrols as controls,
            before as state
        );
        require!(self, dbefore as state, after as state, dafter as state);
        let adjoint = self.table.step_adjoint.ok_or(Missing("step_adjoint"))?;
        let (controls, dcontrols) = (controls.as_ptr(), dcontrols.as_mut_ptr());
        let (before, dbefore) = (before.as_ptr(), dbefore.as_mut_ptr());
        let (after, dafter) = (after.as_mut_ptr(), dafter.as_mut_ptr());
        foreign!(adjoint(
            self.instance,
            step as i64,
            controls,
            dcontrols,
            before,
            dbefore,
            after,
            dafter,
        ));
        Ok(())
    }

    fn objective_adjoint(
        &self,
        (controls, dcontrols): (&[f64], &mut [f64]),
        (state, dstate): (&[f64], &mut [f64]),
    ) -> Result<(), Missing> {
        require!(
            self,
            controls as controls,
            dcontrols as controls,
            state as state,
            dstate as state
        );
        let adjoint = self
            .table
            .objective_adjoint
            .ok_or(Missing("objective_adjoint"))?;
        let (controls, dcontrols) = (controls.as_ptr(), dcontrols.as_mut_ptr());
        foreign!(adjoint(
            self.instance,
            controls,
            dcontrols,
            state.as_ptr(),
            dstate.as_mut_ptr(),
        ));
        Ok(())
    }
}

impl Drop for Application {
    fn drop(&mut self) {
        foreign!((self.functions.destroy)(self.instance));
    }
}
