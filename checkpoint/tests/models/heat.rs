//! The heat equation on an interval, explicit Euler: u_j <- u_j + mu (u_{j-1} - 2 u_j + u_{j+1}), u = 0 at the ends.
//! The matrix of a step is symmetric, so that of the objective ½‖u_N‖² with u_0 = sin(k pi x) the gradient is
//! lambda^{2N} u_0 with lambda = 1 - 4 mu sin²(k pi h / 2).

use enzyme_checkpoint::{Field, Layout, Model, ModelError};
use std::f64::consts::PI;
use std::sync::Arc;

pub(crate) struct Heat {
    pub(crate) steps: Option<u64>,
    /// The end, where `steps` does not say it before.
    pub(crate) end: u64,
    pub(crate) mu: f64,
    /// Values at the inner points, with one zero at each side.
    pub(crate) u: Vec<f64>,
    next: Vec<f64>,
    tape: Vec<f64>,
    /// Adjoint of `u`, then the final `u`, from which each adjoint begins, then the objective.
    adjoint: Vec<f64>,
    state_layout: Arc<Layout>,
    adjoint_layout: Arc<Layout>,
    /// Steps that give another result when they are run again, as a careless model would.
    pub(crate) flaky: Option<u64>,
    runs_of_flaky: u32,
    pub(crate) wavenumber: f64,
}

impl Heat {
    /// `intervals` intervals, `steps` steps.
    pub(crate) fn new(intervals: usize, wavenumber: u32, steps: u64) -> Self {
        let (h, k) = (1.0 / intervals as f64, f64::from(wavenumber));
        let mut u: Vec<f64> = (0..=intervals)
            .map(|j| (k * PI * h * j as f64).sin())
            .collect();
        u[intervals] = 0.0;
        let count = intervals + 1;
        Self {
            steps: Some(steps),
            end: steps,
            mu: 0.4,
            next: vec![0.0; count],
            tape: vec![0.0; count],
            adjoint: vec![0.0; 2 * count + 1],
            state_layout: Arc::new(Layout::new([Field::f64("u", [count])])),
            adjoint_layout: Arc::new(Layout::new([
                Field::f64("adjoint_u", [count]),
                Field::f64("final_u", [count]),
                Field::f64("objective", [1]),
            ])),
            u,
            flaky: None,
            runs_of_flaky: 0,
            wavenumber: k,
        }
    }

    pub(crate) fn gradient(&self) -> &[f64] {
        &self.adjoint[..self.u.len()]
    }

    pub(crate) fn exact_gradient(&self, steps: u64) -> Vec<f64> {
        let intervals = self.u.len() - 1;
        let fresh = Self::new(intervals, self.wavenumber as u32, steps);
        let s = (self.wavenumber * PI / (2.0 * intervals as f64)).sin();
        let factor = (2.0 * steps as f64 * (1.0 - 4.0 * self.mu * s * s).ln()).exp();
        fresh.u.iter().map(|u| factor * u).collect()
    }

    /// Largest difference to the exact gradient, relative to its largest value.
    pub(crate) fn error(&self, steps: u64) -> f64 {
        let exact = self.exact_gradient(steps);
        let size = exact.iter().fold(0.0, |max: f64, g| max.max(g.abs()));
        let pairs = self.gradient().iter().zip(&exact);
        pairs.fold(0.0, |max: f64, (a, b)| max.max((a - b).abs())) / size
    }
}

fn apply(mu: f64, from: &[f64], to: &mut [f64]) {
    for (out, w) in to[1..].iter_mut().zip(from.windows(3)) {
        *out = w[1] + mu * (w[0] - 2.0 * w[1] + w[2]);
    }
}

impl Model for Heat {
    fn identity(&self) -> String {
        format!("heat, {} points, mu {}", self.u.len(), self.mu)
    }

    fn steps(&self) -> Option<u64> {
        self.steps
    }

    fn done(&mut self, step: u64) -> bool {
        step == self.end
    }

    fn step(&mut self, step: u64) -> Result<(), ModelError> {
        apply(self.mu, &self.u, &mut self.next);
        std::mem::swap(&mut self.u, &mut self.next);
        if self.flaky == Some(step) {
            self.runs_of_flaky += 1;
            // Large enough not to be rounded away in the steps that follow.
            self.u[1] += 1e-12 * f64::from(self.runs_of_flaky);
        }
        Ok(())
    }

    fn record(&mut self, step: u64) -> Result<(), ModelError> {
        self.tape.copy_from_slice(&self.u);
        self.step(step)
    }

    fn seed(&mut self, adjoint: u32) -> Result<(), ModelError> {
        let count = self.u.len();
        if adjoint == 0 {
            self.adjoint[count..2 * count].copy_from_slice(&self.u);
            self.adjoint[2 * count] = 0.5 * self.u.iter().map(|u| u * u).sum::<f64>();
        }
        self.adjoint.copy_within(count..2 * count, 0);
        Ok(())
    }

    fn reverse(&mut self, _step: u64) -> Result<(), ModelError> {
        let count = self.u.len();
        apply(self.mu, &self.adjoint[..count], &mut self.next);
        self.adjoint[..count].copy_from_slice(&self.next);
        Ok(())
    }

    fn state_layout(&self) -> Arc<Layout> {
        Arc::clone(&self.state_layout)
    }

    fn save_state(&self, out: &mut [u8]) -> Result<(), ModelError> {
        out.copy_from_slice(bytemuck::cast_slice(&self.u));
        Ok(())
    }

    fn load_state(&mut self, from: &[u8]) -> Result<(), ModelError> {
        bytemuck::cast_slice_mut(&mut self.u).copy_from_slice(from);
        Ok(())
    }

    fn tape_layout(&self) -> Option<Arc<Layout>> {
        Some(self.state_layout())
    }

    fn save_tape(&self, out: &mut [u8]) -> Result<(), ModelError> {
        out.copy_from_slice(bytemuck::cast_slice(&self.tape));
        Ok(())
    }

    fn load_tape(&mut self, from: &[u8]) -> Result<(), ModelError> {
        bytemuck::cast_slice_mut(&mut self.tape).copy_from_slice(from);
        Ok(())
    }

    fn adjoint_layout(&self) -> Arc<Layout> {
        Arc::clone(&self.adjoint_layout)
    }

    fn save_adjoint(&self, out: &mut [u8]) -> Result<(), ModelError> {
        out.copy_from_slice(bytemuck::cast_slice(&self.adjoint));
        Ok(())
    }

    fn load_adjoint(&mut self, from: &[u8]) -> Result<(), ModelError> {
        bytemuck::cast_slice_mut(&mut self.adjoint).copy_from_slice(from);
        Ok(())
    }
}
