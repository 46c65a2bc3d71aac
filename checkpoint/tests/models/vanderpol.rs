//! The van der Pol oscillator y' = z, z' = mu ((1 - y²) z - y), stiff, by the trapezoidal rule with Newton's method.
//! Two adjoints of one forward run: the final y, then the final z, by the initial values and mu.

use enzyme_checkpoint::{Field, Layout, Model, ModelError};
use std::sync::Arc;

type V = [f64; 2];

pub(crate) struct VanDerPol {
    pub(crate) steps: u64,
    pub(crate) h: f64,
    pub(crate) mu: f64,
    u: V,
    /// State before and after the step.
    tape: [V; 2],
    /// Adjoint of the state, derivative by mu, then the results: (by y0, by z0, by mu) of y, and of z.
    adjoint: [f64; 9],
}

impl VanDerPol {
    pub(crate) fn new(mu: f64, h: f64, steps: u64) -> Self {
        let z = -2.0 / 3.0 + 10.0 / (81.0 * mu) - 292.0 / (2187.0 * mu * mu);
        Self {
            steps,
            h,
            mu,
            u: [2.0, z],
            tape: [[0.0; 2]; 2],
            adjoint: [0.0; 9],
        }
    }

    /// Derivative of the initial z by mu.
    pub(crate) fn start_by_mu(&self) -> f64 {
        -10.0 / (81.0 * self.mu.powi(2)) + 584.0 / (2187.0 * self.mu.powi(3))
    }

    /// Derivatives of the final y, and of the final z: by y0, by z0, by mu in the steps.
    pub(crate) fn results(&self) -> [[f64; 3]; 2] {
        let a = &self.adjoint;
        [[a[3], a[4], a[5]], [a[6], a[7], a[8]]]
    }

    fn rate(&self, [y, z]: V) -> V {
        [z, self.mu * ((1.0 - y * y) * z - y)]
    }

    fn jacobian(&self, [y, z]: V) -> [V; 2] {
        [
            [0.0, 1.0],
            [-self.mu * (2.0 * y * z + 1.0), self.mu * (1.0 - y * y)],
        ]
    }
}

fn solve(m: [V; 2], b: V) -> V {
    let det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    [
        (b[0] * m[1][1] - m[0][1] * b[1]) / det,
        (m[0][0] * b[1] - m[1][0] * b[0]) / det,
    ]
}

impl Model for VanDerPol {
    fn identity(&self) -> String {
        format!("van der Pol, mu {}, h {}", self.mu, self.h)
    }

    fn steps(&self) -> Option<u64> {
        Some(self.steps)
    }

    fn step(&mut self, step: u64) -> Result<(), ModelError> {
        let (c, old, before) = (self.h / 2.0, self.u, self.rate(self.u));
        let mut u = old;
        for _ in 0..50 {
            let (f, j) = (self.rate(u), self.jacobian(u));
            let r = [0, 1].map(|i| u[i] - old[i] - c * (before[i] + f[i]));
            let m = [
                [1.0 - c * j[0][0], -c * j[0][1]],
                [-c * j[1][0], 1.0 - c * j[1][1]],
            ];
            let d = solve(m, r);
            u = [u[0] - d[0], u[1] - d[1]];
            if d[0].abs() + d[1].abs() < 1e-15 * (u[0].abs() + u[1].abs()) {
                break;
            }
        }
        if !u[0].is_finite() {
            return Err(format!("Newton's method diverged in step {step}").into());
        }
        self.u = u;
        Ok(())
    }

    fn record(&mut self, step: u64) -> Result<(), ModelError> {
        self.tape[0] = self.u;
        self.step(step)?;
        self.tape[1] = self.u;
        Ok(())
    }

    fn seed(&mut self, adjoint: u32) -> Result<(), ModelError> {
        let one = f64::from(adjoint);
        self.adjoint[..3].copy_from_slice(&[1.0 - one, one, 0.0]);
        Ok(())
    }

    fn reverse(&mut self, _step: u64) -> Result<(), ModelError> {
        let (c, [u0, u1]) = (self.h / 2.0, self.tape);
        let (j0, j1) = (self.jacobian(u0), self.jacobian(u1));
        let transposed = [
            [1.0 - c * j1[0][0], -c * j1[1][0]],
            [-c * j1[0][1], 1.0 - c * j1[1][1]],
        ];
        let w = solve(transposed, [self.adjoint[0], self.adjoint[1]]);
        for i in 0..2 {
            self.adjoint[i] = w[i] + c * (j0[0][i] * w[0] + j0[1][i] * w[1]);
        }
        let by_mu = |[y, z]: V| (1.0 - y * y) * z - y;
        self.adjoint[2] += c * (by_mu(u0) + by_mu(u1)) * w[1];
        Ok(())
    }

    fn complete(&mut self, adjoint: u32) -> Result<(), ModelError> {
        let at = 3 + 3 * adjoint as usize;
        self.adjoint.copy_within(..3, at);
        Ok(())
    }

    fn state_layout(&self) -> Arc<Layout> {
        Arc::new(Layout::new([Field::f64("y", [1]), Field::f64("z", [1])]))
    }

    fn save_state(&self, out: &mut [u8]) -> Result<(), ModelError> {
        out.copy_from_slice(bytemuck::cast_slice(&self.u));
        Ok(())
    }

    fn load_state(&mut self, from: &[u8]) -> Result<(), ModelError> {
        bytemuck::cast_slice_mut(&mut self.u).copy_from_slice(from);
        Ok(())
    }

    fn adjoint_layout(&self) -> Arc<Layout> {
        Arc::new(Layout::new([Field::f64("adjoint", [9])]))
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
