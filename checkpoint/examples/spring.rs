//! How far a damped spring is from its rest after 100,000 steps, and how that depends on where it began: a model under an executor, with files for the
//! checkpoints that memory does not hold. Killed at any moment, the same command goes on where it was.
//!
//! `cargo run --release --example spring FOLDER`
#![allow(clippy::print_stdout, reason = "a program")]

use enzyme_checkpoint::{
    AdjointTest, Background, Executor, Field, FileOptions, Files, Journal, Layout, Memory, Model,
    ModelError, Spec, Stop,
};
use std::sync::Arc;
use std::time::Duration;

const STEPS: u64 = 100_000;
const DT: f64 = 1e-4;
const DAMPING: f64 = 0.1;

/// The place and the speed, and the adjoints of both.
struct Spring {
    state: [f64; 2],
    adjoint: [f64; 2],
}

impl Model for Spring {
    fn identity(&self) -> String {
        format!("spring, damping {DAMPING}, dt {DT}")
    }

    fn steps(&self) -> Option<u64> {
        Some(STEPS)
    }

    fn step(&mut self, _step: u64) -> Result<(), ModelError> {
        let [place, speed] = self.state;
        self.state = [place + DT * speed, speed - DT * (place + DAMPING * speed)];
        Ok(())
    }

    /// The step is linear, so that its adjoint reads nothing of the primal.
    fn record(&mut self, step: u64) -> Result<(), ModelError> {
        self.step(step)
    }

    fn seed(&mut self, _adjoint: u32) -> Result<(), ModelError> {
        self.adjoint = [1.0, 0.0];
        Ok(())
    }

    fn reverse(&mut self, _step: u64) -> Result<(), ModelError> {
        let [place, speed] = self.adjoint;
        self.adjoint = [place - DT * speed, speed + DT * (place - DAMPING * speed)];
        Ok(())
    }

    fn state_layout(&self) -> Arc<Layout> {
        Arc::new(Layout::new([Field::f64("state", [2])]))
    }

    fn save_state(&self, out: &mut [u8]) -> Result<(), ModelError> {
        out.copy_from_slice(bytemuck::cast_slice(&self.state));
        Ok(())
    }

    fn load_state(&mut self, from: &[u8]) -> Result<(), ModelError> {
        bytemuck::cast_slice_mut(&mut self.state).copy_from_slice(from);
        Ok(())
    }

    /// The name says of which field of the state it is the adjoint.
    fn adjoint_layout(&self) -> Arc<Layout> {
        Arc::new(Layout::new([Field::f64("adjoint_state", [2])]))
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

/// Runs in a folder, or goes on with what was begun there; gives the gradient if it came to the end, and the exit code.
pub(crate) fn gradient(
    folder: &std::path::Path,
) -> Result<([f64; 2], u8), Box<dyn std::error::Error>> {
    let mut model = Spring {
        state: [1.0, 0.0],
        adjoint: [0.0; 2],
    };
    let files = Files::new(folder, &FileOptions::default())?; // one file a checkpoint, HDF5 where it is built in
    let spec = Spec::Multistage {
        ram: 50,
        disk: 500,
        write: 4.0,
        read: 4.0,
    };
    let outcome = Executor::new(spec)
        .store(Memory::new())
        .store(Background::new(files, 4 << 30)?) // written and read while the model computes
        .journal(Journal::new(folder)) // resumes after kill -9, with the same bits
        .stop(
            Stop::new()
                .on_signals()?
                .before_job_end(Duration::from_secs(120)),
        )
        .test_adjoint(AdjointTest::new()) // refuses to begin with a wrong adjoint
        .run(&mut model)?;
    println!("{}", outcome.report());
    Ok((model.adjoint, outcome.exit_code())) // 75: run the same command again
}

#[allow(dead_code, reason = "the test of this program has no use for it")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: spring FOLDER")?;
    let (gradient, code) = gradient(folder.as_ref())?;
    println!(
        "by the place {:.6}, by the speed {:.6}",
        gradient[0], gradient[1]
    );
    std::process::exit(code.into());
}
