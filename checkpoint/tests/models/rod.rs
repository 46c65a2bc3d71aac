//! A rod that conducts heat and reacts, with a cost at all times: u_j <- u_j + mu (u_{j-1} - 2 u_j + u_{j+1}) + r (u_j - u_j³),
//! u = 0 at the ends, J = ½ Σ_{n<N} ‖u_n‖². Its adjoint needs every state. For r = 0 and u_0 = sin(k pi x) the gradient is
//! Σ_{n<N} lambda^{2n} u_0 with lambda = 1 - 4 mu sin²(k pi h / 2).

use enzyme_checkpoint::{Field, Layout, Model, ModelError, Stop};
use std::f64::consts::PI;
use std::sync::Arc;

const MU: f64 = 0.4;

pub(crate) struct Rod {
    steps: u64,
    reaction: f64,
    wavenumber: f64,
    u: Vec<f64>,
    tape: Vec<f64>,
    adjoint: Vec<f64>,
    layout: Arc<Layout>,
    /// Steps, forward or back, that are left until the model fails.
    pub(crate) left: Option<u64>,
    /// Steps until a stop is asked for.
    pub(crate) stop: Option<(u64, Stop)>,
    /// This step gives another result each time.
    pub(crate) flaky: Option<u64>,
    calls: u64,
}

impl Rod {
    pub(crate) fn new(intervals: usize, wavenumber: u32, steps: u64, reaction: f64) -> Self {
        let (h, k) = (1.0 / intervals as f64, f64::from(wavenumber));
        let mut u: Vec<f64> = (0..=intervals)
            .map(|j| (k * PI * h * j as f64).sin())
            .collect();
        u[intervals] = 0.0;
        Self {
            steps,
            reaction,
            wavenumber: k,
            tape: vec![0.0; u.len()],
            adjoint: vec![0.0; u.len()],
            layout: Arc::new(Layout::new([Field::f64("u", [u.len()])])),
            u,
            left: None,
            stop: None,
            flaky: None,
            calls: 0,
        }
    }

    pub(crate) fn gradient(&self) -> &[f64] {
        &self.adjoint
    }

    /// Largest difference to the exact gradient of a rod without reaction.
    pub(crate) fn error(&self) -> f64 {
        let intervals = self.u.len() - 1;
        let fresh = Self::new(intervals, self.wavenumber as u32, self.steps, 0.0);
        let s = (self.wavenumber * PI / (2.0 * intervals as f64)).sin();
        let lambda = 1.0 - 4.0 * MU * s * s;
        let factor: f64 = (0..self.steps).map(|n| lambda.powi(2 * n as i32)).sum();
        let pairs = self.adjoint.iter().zip(&fresh.u);
        pairs.fold(0.0, |max: f64, (g, u)| max.max((g - factor * u).abs()))
    }

    fn called(&mut self) -> Result<(), ModelError> {
        self.calls += 1;
        if self.left.is_some_and(|left| self.calls > left) {
            return Err("the machine is switched off".into());
        }
        if let Some((_, stop)) = self.stop.as_ref().filter(|(at, _)| *at == self.calls) {
            stop.request();
        }
        Ok(())
    }
}

fn conduct(u: &[f64], j: usize) -> f64 {
    u[j] + MU * (u[j - 1] - 2.0 * u[j] + u[j + 1])
}

impl Model for Rod {
    fn identity(&self) -> String {
        format!("rod, {} points, r {}", self.u.len(), self.reaction)
    }

    fn steps(&self) -> Option<u64> {
        Some(self.steps)
    }

    fn done(&mut self, step: u64) -> bool {
        step == self.steps
    }

    fn step(&mut self, step: u64) -> Result<(), ModelError> {
        self.called()?;
        let (u, r) = (self.u.clone(), self.reaction);
        for j in 1..u.len() - 1 {
            self.u[j] = conduct(&u, j) + r * (u[j] - u[j].powi(3));
        }
        if self.flaky == Some(step) {
            self.u[1] += 1e-9 * self.calls as f64;
        }
        Ok(())
    }

    fn record(&mut self, step: u64) -> Result<(), ModelError> {
        self.tape.copy_from_slice(&self.u);
        self.step(step)
    }

    fn seed(&mut self, _adjoint: u32) -> Result<(), ModelError> {
        self.adjoint.fill(0.0);
        Ok(())
    }

    fn reverse(&mut self, _step: u64) -> Result<(), ModelError> {
        self.called()?;
        let (a, u, r) = (self.adjoint.clone(), &self.tape, self.reaction);
        for j in 1..u.len() - 1 {
            self.adjoint[j] = conduct(&a, j) + r * (1.0 - 3.0 * u[j] * u[j]) * a[j] + u[j];
        }
        Ok(())
    }

    fn state_layout(&self) -> Arc<Layout> {
        Arc::clone(&self.layout)
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
        self.state_layout()
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
