//! A simulation as the checkpointing library runs it.
//!
//! Owns: the working state, the state before it (all that the adjoint of a step needs), and the adjoint, with room around each. Must not: know schedules.

use crate::application::{Field, Guarded, Missing, Overrun, Role, Steps};
use crate::timeline::{Clock, Phase};
use bytemuck::{bytes_of_mut, cast_slice, cast_slice_mut};
use enzyme_checkpoint::{Field as Stored, Layout, Model, ModelError};
use std::sync::Arc;

/// A run of a simulation with its adjoint.
pub(crate) struct Simulation<'a> {
    app: &'a dyn Steps,
    clock: &'a Clock,
    identity: String,
    controls: Guarded,
    state: Guarded,
    before: Guarded,
    /// The step that was recorded and has not run yet. The derivative of a step runs it by itself, so here it runs only if somebody asks for its result.
    pending: Option<u64>,
    /// This rank's part of the objective.
    pub(crate) objective: f64,
    /// The gradient by the controls, as far as the reverse pass has come: this rank's part of it.
    dcontrols: Guarded,
    dstate: Guarded,
    dbefore: Guarded,
    room: Guarded,
}

impl<'a> Simulation<'a> {
    /// At its initial state, with these controls.
    pub(crate) fn begin(
        (app, clock): (&'a dyn Steps, &'a Clock),
        identity: String,
        controls: &[f64],
    ) -> Self {
        let numbers = || Guarded::zeros(app.state_numbers(), Role::State);
        let controls = Guarded::of(controls, Role::Controls);
        let mut state = numbers();
        clock.reached(0);
        clock.enter(Phase::Primal);
        app.initial(&controls, &mut state);
        Self {
            app,
            clock,
            identity,
            dcontrols: Guarded::zeros(controls.len(), Role::Controls),
            controls,
            state,
            before: numbers(),
            pending: None,
            objective: 0.0,
            dstate: numbers(),
            dbefore: numbers(),
            room: numbers(),
        }
    }

    /// The state behind the last step.
    pub(crate) fn into_state(mut self) -> Guarded {
        self.settle();
        self.state
    }

    /// The gradient by the controls.
    pub(crate) fn into_gradient(self) -> Vec<f64> {
        self.dcontrols.to_vec()
    }

    /// What has written around an array, and what the array belongs to. It is enough to look once, behind a run: what lies there is never set again.
    pub(crate) fn overrun(&self) -> Option<Overrun> {
        let states = [&self.state, &self.before, &self.room, &self.controls];
        let adjoints = [&self.dstate, &self.dbefore, &self.dcontrols];
        let steps = states.map(|array| ("later `step`", array));
        let adjoints = adjoints.map(|array| ("adjoint", array));
        let mut all = steps.into_iter().chain(adjoints);
        let left = all.find(|(_, array)| !array.is_intact());
        left.map(|(what, array)| (what, array.role()))
    }

    /// Runs the step that was recorded.
    fn settle(&mut self) {
        if let Some(step) = self.pending.take() {
            self.clock.step(step);
            self.app
                .step(step, &self.controls, &self.before, &mut self.state);
        }
    }
}

fn layout(fields: &[Field], prefix: &str) -> Vec<Stored> {
    // What a rank has none of has no place in a file.
    let there = fields.iter().filter(|field| !field.range.is_empty());
    let stored =
        |field: &Field| Stored::f64(&format!("{prefix}{}", field.name), &*field.block.count);
    there.map(stored).collect()
}

fn set(numbers: &mut [f64], bytes: &[u8]) -> Result<(), ModelError> {
    if bytes.len() != size_of_val(numbers) {
        return Err("a checkpoint of another simulation".into());
    }
    cast_slice_mut(numbers).copy_from_slice(bytes);
    Ok(())
}

impl Model for Simulation<'_> {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn steps(&self) -> Option<u64> {
        self.app.steps()
    }

    fn done(&mut self, step: u64) -> bool {
        self.settle();
        self.app.done(step, &self.state)
    }

    fn step(&mut self, step: u64) -> Result<(), ModelError> {
        self.settle();
        self.clock.step(step);
        std::mem::swap(&mut self.state, &mut self.before);
        self.app
            .step(step, &self.controls, &self.before, &mut self.state);
        Ok(())
    }

    fn record(&mut self, step: u64) -> Result<(), ModelError> {
        self.settle();
        std::mem::swap(&mut self.state, &mut self.before);
        self.pending = Some(step);
        Ok(())
    }

    fn seed(&mut self, _: u32) -> Result<(), ModelError> {
        self.settle();
        self.clock.enter(Phase::Adjoint);
        self.objective = self.app.objective(&self.controls, &self.state);
        self.dcontrols.fill(0.0);
        self.dstate.fill(0.0);
        let (controls, state) = (&*self.controls, &*self.state);
        let dstate = &mut *self.dstate;
        let dcontrols = &mut *self.dcontrols;
        let seeded = self
            .app
            .objective_adjoint((controls, dcontrols), (state, dstate));
        Ok(seeded?)
    }

    fn reverse(&mut self, step: u64) -> Result<(), ModelError> {
        self.clock.enter(Phase::Adjoint);
        self.pending = None;
        self.dbefore.fill(0.0);
        self.app.step_adjoint(
            step,
            (&self.controls, &mut self.dcontrols),
            (&self.before, &mut self.dbefore),
            (&mut self.room, &mut self.dstate),
        )?;
        std::mem::swap(&mut self.dstate, &mut self.dbefore);
        Ok(())
    }

    fn complete(&mut self, _: u32) -> Result<(), ModelError> {
        let (controls, dcontrols) = (&*self.controls, &mut *self.dcontrols);
        let (state, dstate) = (&mut *self.room, &mut *self.dstate);
        Ok(self
            .app
            .initial_adjoint(controls, dcontrols, state, dstate)?)
    }

    fn state_layout(&self) -> Arc<Layout> {
        Arc::new(Layout::new(layout(self.app.state(), "")))
    }

    fn save_state(&self, out: &mut [u8]) -> Result<(), ModelError> {
        match self.pending {
            None => out.copy_from_slice(cast_slice::<f64, u8>(&self.state)),
            Some(step) => {
                self.clock.step(step);
                let mut after = Guarded::zeros(self.state.len(), Role::State);
                self.app
                    .step(step, &self.controls, &self.before, &mut after);
                out.copy_from_slice(cast_slice::<f64, u8>(&after));
            }
        }
        Ok(())
    }

    fn load_state(&mut self, from: &[u8]) -> Result<(), ModelError> {
        self.pending = None;
        set(&mut self.state, from)
    }

    fn adjoint_layout(&self) -> Arc<Layout> {
        let mut fields = vec![Stored::f64("objective", [])];
        fields.extend(layout(self.app.controls(), "control_"));
        fields.extend(layout(self.app.state(), "adjoint_"));
        Arc::new(Layout::new(fields))
    }

    fn save_adjoint(&self, out: &mut [u8]) -> Result<(), ModelError> {
        let parts = [&[self.objective][..], &self.dcontrols, &self.dstate];
        let mut rest = out;
        for part in parts {
            let (own, behind) = rest.split_at_mut(size_of_val(part));
            own.copy_from_slice(cast_slice(part));
            rest = behind;
        }
        Ok(())
    }

    fn load_adjoint(&mut self, from: &[u8]) -> Result<(), ModelError> {
        let (objective, rest) = from
            .split_at_checked(8)
            .ok_or("an adjoint that is cut off")?;
        bytes_of_mut(&mut self.objective).copy_from_slice(objective);
        let controls = size_of_val(&*self.dcontrols);
        let (controls, state) = rest
            .split_at_checked(controls)
            .ok_or("an adjoint that is cut off")?;
        set(&mut self.dcontrols, controls)?;
        set(&mut self.dstate, state)
    }
}

impl From<Missing> for String {
    fn from(missing: Missing) -> Self {
        missing.to_string()
    }
}
