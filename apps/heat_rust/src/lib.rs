//! The heat equation u_t = u_xx + u_yy on the unit square, zero on its border, over MPI.
//!
//! Controls: the temperatures at the beginning. Objective: half the sum of squares of what the temperatures at the end differ from those that were measured.
//! Explicit Euler; each rank has a block of the points and exchanges its border with its neighbours in every step.
//!
//! Owns: the equation. Must not: know how its gradient is made, checkpointed or drawn.
#![forbid(unsafe_code)]

mod block;
mod halo;
mod measured;

use block::Block;
use enzyme_rs_application::{Refusal, Setup, Simulation, application};
use halo::Halo;
use std::f64::consts::PI;

struct Heat {
    block: Block,
    /// Time step over square of the spacing.
    mu: f64,
    /// On this rank's points, if anything was.
    measured: Option<Vec<f64>>,
}

application!(Heat, "the heat equation on a square, zero on its border");

impl Simulation for Heat {
    fn create(setup: &mut Setup<'_>) -> Result<Self, Refusal> {
        let points = setup.count("points", 64, "points a side, without the border");
        let mu = setup.number("mu", 0.2, "", "time step over the square of the spacing");
        let steps = setup.count("steps", 1000, "time steps");
        let deviation = "standard deviation of the measurements";
        let deviation = setup.number("noise", 0.01, "K", deviation);
        let data = "what was measured at the end: \"none\", or \"made\" of a known beginning";
        let data = setup.text("data", "none", data);
        setup.steps(steps);
        if !(2..=1 << 14).contains(&points) {
            return Err(setup.refuse("points", "must be from 2 to 16384"));
        }
        if !(mu > 0.0 && mu <= 0.25) {
            let why = "must be above 0, and at most 0.25, where the scheme is stable";
            return Err(setup.refuse("mu", why));
        }
        let block = Block::of(points);
        if block.count.contains(&0) {
            return Err(setup.refuse("points", "are too few: some ranks would have none"));
        }
        let temperature = block.field("temperature").unit("K");
        setup.control(&temperature.named("start"));
        setup.state(&temperature);
        let measured = None;
        let mut heat = Self {
            block,
            mu,
            measured,
        };
        match &*data {
            "none" => {}
            "made" => heat.measured = Some(heat.measure(steps, deviation)),
            _ => return Err(setup.refuse("data", "must be \"none\" or \"made\"")),
        }
        Ok(heat)
    }

    /// Where nothing was measured, one wave, whose gradient is known in closed form; else nothing.
    fn guess(&self, controls: &mut [f64]) {
        for (u, [i, j]) in controls.iter_mut().zip(self.block.places()) {
            *u = match &self.measured {
                None => self.sine(3, i) * self.sine(2, j),
                Some(_) => 0.0,
            };
        }
    }

    fn initial(&self, controls: &[f64], state: &mut [f64]) {
        state.copy_from_slice(controls);
    }

    fn step(&self, _: usize, _: &[f64], before: &[f64], after: &mut [f64]) {
        let [rows, columns] = self.block.count;
        let halo = Halo::exchange(&self.block, before);
        let row = |i: usize| &before[i * columns..(i + 1) * columns];
        let mut wide = vec![0.0; columns + 2];
        for (i, new) in after.chunks_mut(columns).enumerate() {
            let up = if i > 0 { row(i - 1) } else { &halo.up };
            let down = if i + 1 < rows { row(i + 1) } else { &halo.down };
            wide[0] = halo.left[i];
            wide[1..=columns].copy_from_slice(row(i));
            wide[columns + 1] = halo.right[i];
            for (((new, u), up), down) in new.iter_mut().zip(wide.windows(3)).zip(up).zip(down) {
                *new = u[1] + self.mu * (u[0] + u[2] + up + down - 4.0 * u[1]);
            }
        }
    }

    fn objective(&self, _: &[f64], state: &[f64]) -> f64 {
        let squares: f64 = match &self.measured {
            None => state.iter().map(|u| u * u).sum(),
            Some(measured) => state
                .iter()
                .zip(measured)
                .map(|(u, d)| (u - d).powi(2))
                .sum(),
        };
        squares / 2.0
    }
}

impl Heat {
    /// sin(k pi x) at a point of a side: the product of two is an eigenvector of a step.
    fn sine(&self, k: u32, point: usize) -> f64 {
        (f64::from(k) * PI * self.block.spacing() * (point as f64 + 1.0)).sin()
    }

    /// What a known beginning comes to, with noise.
    fn measure(&self, steps: usize, deviation: f64) -> Vec<f64> {
        let at = |point: usize| (point as f64 + 1.0) * self.block.spacing();
        let places = self.block.places();
        let mut u: Vec<f64> = places
            .map(|[i, j]| measured::beginning(at(i), at(j)))
            .collect();
        let mut next = vec![0.0; u.len()];
        for step in 0..steps {
            self.step(step, &[], &u, &mut next);
            std::mem::swap(&mut u, &mut next);
        }
        for (u, [i, j]) in u.iter_mut().zip(self.block.places()) {
            *u += deviation * measured::noise((i * self.block.points + j) as u64);
        }
        u
    }
}
