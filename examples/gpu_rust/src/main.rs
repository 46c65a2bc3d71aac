//! The gradient of a simulation whose steps are kernels of CUDA, by the crate cust: against differences.
//!
//! Beside `step`, which is marked `ENZYME_RS_KERNEL`, lie kernels that the compiler has put there. A program of C++ need not know them, since its launches are
//! differentiated; this one launches them itself:
//!
//! * `step__enzyme_rs_facts(words)` says how many bytes each thread keeps,
//! * `step__enzyme_rs_augmented(u, du, v, dv, dt, n, room, bytes, note)` does what `step` does, and keeps in `room` what the reverse needs, so many bytes for each
//!   thread; behind each array stands its shadow,
//! * `step__enzyme_rs_reverse(u, du, v, dv, dt, ddt, n, room, bytes, note)` takes the adjoints of `v` from `dv`, and adds those of `u` to `du` and that of `dt` to the
//!   number that `ddt` leads to.

mod ring;

use cust::error::CudaResult;
use ring::Ring;
use std::process::ExitCode;

/// Numbers of the ring, and steps.
const N: usize = 1000;
const STEPS: usize = 20;

/// The sum of squares at the end.
fn objective(ring: &Ring, initial: &[f64], dt: f64) -> CudaResult<f64> {
    let last = ring.simulate(initial, dt, STEPS)?;
    Ok(last.iter().map(|u| u * u).sum())
}

fn run() -> CudaResult<bool> {
    let ring = Ring::new(N)?;
    let initial: Vec<f64> = (0..N).map(|i| (0.02 * i as f64).sin()).collect();
    let dt = 0.1;

    let gradient = ring.gradient(&initial, dt, STEPS, |last| {
        last.iter().map(|u| 2.0 * u).collect()
    })?;

    let h = 1e-5;
    let by_dt =
        (objective(&ring, &initial, dt + h)? - objective(&ring, &initial, dt - h)?) / (2.0 * h);
    println!("by dt {:.6}, by differences {by_dt:.6}", gradient.dt);
    let mut worst = (gradient.dt - by_dt).abs() / by_dt.abs();

    for i in (0..N).step_by(N / 5) {
        let moved = |by: f64| {
            let mut there = initial.clone();
            there[i] += by;
            objective(&ring, &there, dt)
        };
        let slope = (moved(h)? - moved(-h)?) / (2.0 * h);
        println!(
            "by u[{i}] {:.6}, by differences {slope:.6}",
            gradient.initial[i]
        );
        worst = worst.max((gradient.initial[i] - slope).abs() / slope.abs().max(1.0));
    }
    Ok(worst < 1e-6)
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => {
            println!("the gradient is that of differences");
            ExitCode::SUCCESS
        }
        Ok(false) => {
            println!("wrong");
            ExitCode::FAILURE
        }
        // Without a device or its driver, this is where it ends.
        Err(error) => {
            eprintln!("CUDA: {error:?}");
            ExitCode::from(2)
        }
    }
}
