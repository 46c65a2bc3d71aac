//! The heat equation of `heat`, its inner points divided among ranks, which exchange the values at their edges in each
//! step. Every number is computed as there, so gradients agree to the last bit.

use enzyme_checkpoint::{Field, Layout, Model, ModelError};
use std::f64::consts::PI;
use std::sync::Arc;

/// How a rank reaches its neighbours.
pub(crate) trait Link {
    /// Sends the first value to the left and the last to the right; what comes from there, zero where nobody is.
    fn exchange(&mut self, first: f64, last: f64) -> Result<(f64, f64), ModelError>;
}

pub(crate) type Watch = Box<dyn Fn(&str, u64)>;

pub(crate) struct SplitHeat<L> {
    link: L,
    /// Steps, and whether that is said before.
    pub(crate) end: u64,
    pub(crate) known: bool,
    /// Own points, with one of the neighbour's, or zero, at each side.
    u: Vec<f64>,
    next: Vec<f64>,
    tape: Vec<f64>,
    /// Adjoint of `u`, then the final `u`.
    adjoint: Vec<f64>,
    layouts: [Arc<Layout>; 2],
    /// This step gives another result each time.
    pub(crate) flaky: Option<u64>,
    flakes: u32,
    /// This step fails.
    pub(crate) failing: Option<u64>,
    /// Called with what is about to be done.
    pub(crate) watch: Watch,
}

const MU: f64 = 0.4;

impl<L: Link> SplitHeat<L> {
    /// `intervals` intervals in all, `steps` steps, the part of `rank` among `size`.
    pub(crate) fn new(intervals: usize, steps: u64, [rank, size]: [usize; 2], link: L) -> Self {
        let inner = intervals - 1;
        let range = inner * rank / size..inner * (rank + 1) / size;
        let h = 1.0 / intervals as f64;
        let mut u = vec![0.0];
        u.extend(range.map(|j| (PI * h * (j + 1) as f64).sin()));
        u.push(0.0);
        let own = u.len() - 2;
        Self {
            link,
            end: steps,
            known: true,
            next: vec![0.0; u.len()],
            tape: vec![0.0; own],
            adjoint: vec![0.0; 2 * own],
            layouts: [
                Arc::new(Layout::new([
                    Field::f64("u", [own]),
                    Field::f64("grid", [1, 1]),
                ])),
                Arc::new(Layout::new([Field::f64("adjoint_u", [2, own])])),
            ],
            u,
            flaky: None,
            flakes: 0,
            failing: None,
            watch: Box::new(|_, _| {}),
        }
    }

    fn own(&self) -> &[f64] {
        &self.u[1..self.u.len() - 1]
    }

    pub(crate) fn gradient(&self) -> &[f64] {
        &self.adjoint[..self.tape.len()]
    }

    fn apply(&mut self) -> Result<(), ModelError> {
        let last = self.u.len() - 1;
        let (left, right) = self.link.exchange(self.u[1], self.u[last - 1])?;
        (self.u[0], self.u[last]) = (left, right);
        for (out, w) in self.next[1..].iter_mut().zip(self.u.windows(3)) {
            *out = w[1] + MU * (w[0] - 2.0 * w[1] + w[2]);
        }
        std::mem::swap(&mut self.u, &mut self.next);
        Ok(())
    }
}

impl<L: Link> Model for SplitHeat<L> {
    fn identity(&self) -> String {
        format!("heat on {} points of this rank", self.tape.len())
    }

    fn steps(&self) -> Option<u64> {
        self.known.then_some(self.end)
    }

    fn done(&mut self, step: u64) -> bool {
        step == self.end
    }

    fn step(&mut self, step: u64) -> Result<(), ModelError> {
        (self.watch)("step", step);
        if self.failing == Some(step) {
            return Err("this step fails".into());
        }
        self.apply()?;
        if self.flaky == Some(step) {
            self.flakes += 1;
            self.u[1] += 1e-12 * f64::from(self.flakes);
        }
        Ok(())
    }

    fn record(&mut self, step: u64) -> Result<(), ModelError> {
        let own = self.tape.len();
        self.tape.copy_from_slice(&self.u[1..=own]);
        self.step(step)
    }

    fn seed(&mut self, adjoint: u32) -> Result<(), ModelError> {
        let own = self.tape.len();
        if adjoint == 0 {
            let (_, last) = self.adjoint.split_at_mut(own);
            last.copy_from_slice(&self.u[1..=own]);
        }
        self.adjoint.copy_within(own.., 0);
        Ok(())
    }

    fn reverse(&mut self, step: u64) -> Result<(), ModelError> {
        (self.watch)("adjoint of step", step);
        let own = self.tape.len();
        self.u[1..=own].copy_from_slice(&self.adjoint[..own]);
        self.apply()?;
        self.adjoint[..own].copy_from_slice(&self.u[1..=own]);
        Ok(())
    }

    fn state_layout(&self) -> Arc<Layout> {
        Arc::clone(&self.layouts[0])
    }

    fn save_state(&self, out: &mut [u8]) -> Result<(), ModelError> {
        (self.watch)("saving a state", 0);
        let (u, grid) = out.split_at_mut(8 * self.tape.len());
        u.copy_from_slice(bytemuck::cast_slice(self.own()));
        grid.copy_from_slice(&MU.to_ne_bytes());
        Ok(())
    }

    fn load_state(&mut self, from: &[u8]) -> Result<(), ModelError> {
        (self.watch)("loading a state", 0);
        let own = self.tape.len();
        let to = bytemuck::cast_slice_mut(&mut self.u[1..=own]);
        to.copy_from_slice(&from[..8 * own]);
        Ok(())
    }

    fn tape_layout(&self) -> Option<Arc<Layout>> {
        Some(Arc::new(Layout::new([Field::f64("u", [self.tape.len()])])))
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
        Arc::clone(&self.layouts[1])
    }

    fn save_adjoint(&self, out: &mut [u8]) -> Result<(), ModelError> {
        (self.watch)("saving the adjoint", 0);
        out.copy_from_slice(bytemuck::cast_slice(&self.adjoint));
        Ok(())
    }

    fn load_adjoint(&mut self, from: &[u8]) -> Result<(), ModelError> {
        bytemuck::cast_slice_mut(&mut self.adjoint).copy_from_slice(from);
        Ok(())
    }
}
