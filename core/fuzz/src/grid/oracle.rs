//! The numbers that a kernel and its derivatives must give, from runs of the interpreter with a few inputs at a time. Owns limits, tolerances, random
//! directions and seeds; must not know how kernels are spelt.

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::dual::{Dual, LANES};
use crate::memory::{Checked, Reject};

use super::ast::Program;
use super::interp::{self, Limits};
use super::visit;

/// Everything that the driver checks, of x and of y.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    /// Tangents of the inputs.
    pub(crate) direction: [Vec<f64>; 2],
    /// The final y, and its tangent.
    pub(crate) value: Vec<f64>,
    pub(crate) tangent: Vec<f64>,
    /// What the shadows hold in front of the reverse pass, and behind it: the reverse pass adds to that of x.
    pub(crate) seed: [Vec<f64>; 2],
    pub(crate) adjoint: [Vec<f64>; 2],
    /// Relative to the largest number of an array: of values, of derivatives.
    pub(crate) tolerance: [f64; 2],
}

/// Of programs in double precision: lanes and blocks add in any order.
const TOLERANCE: [f64; 2] = [1e-11, 1e-9];
const FLOAT_TOLERANCE: [f64; 2] = [1e-4, 5e-4];

fn limits(program: &Program) -> Limits {
    let floats = visit::uses_floats(program);
    Limits {
        steps: 150_000,
        value: if floats { 1e2 } else { 1e3 },
        tangent: if floats { 50.0 } else { 1e3 },
        tie: if floats { 1e-3 } else { 1e-6 },
    }
}

/// How many inputs a program has: those of x, and what y holds at first.
fn inputs(program: &Program) -> usize {
    program.x.len() + program.y.len()
}

/// The final y, with derivatives with respect to some inputs, from this one on.
pub(crate) fn window(program: &Program, warp: usize, first: usize) -> Checked<Vec<Dual>> {
    let input = |(k, v): (usize, &f64)| match k.checked_sub(first) {
        Some(lane) if lane < LANES => Dual::input(*v, lane),
        _ => Dual::constant(*v),
    };
    let all = program.x.iter().chain(&program.y).enumerate().map(input);
    let all: Vec<Dual> = all.collect();
    let (x, y) = all.split_at(program.x.len());
    interp::execute(program, warp, (x, y), limits(program))
}

/// Row by row, the derivatives of the final y, and y itself.
fn jacobian(program: &Program, warp: usize) -> Checked<(Vec<Vec<f64>>, Vec<f64>)> {
    let count = inputs(program);
    let mut rows = vec![vec![0.0; count]; program.y.len()];
    let mut value = Vec::new();
    for first in (0..count).step_by(LANES) {
        let outputs = window(program, warp, first)?;
        for (row, output) in rows.iter_mut().zip(&outputs) {
            let columns = row[first..].iter_mut().zip(&output.d);
            columns.for_each(|(to, from)| *to = *from);
        }
        value = outputs.iter().map(|o| o.v).collect();
    }
    Ok((rows, value))
}

/// The expected numbers; directions and seeds depend on the program's seed only.
pub(crate) fn expect(program: &Program, warp: usize) -> Checked<Expected> {
    let (rows, value) = jacobian(program, warp)?;
    let nx = program.x.len();
    let of_x = rows.iter().flat_map(|row| &row[..nx]);
    if of_x.filter(|d| d.abs() > 1e-6).count() < 4 {
        return Err(Reject::Dull);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(program.seed ^ 0x9e1d_5eed);
    let mut draw = |n: usize| -> Vec<f64> {
        (0..n)
            .map(|_| f64::from(rng.random_range(-1000..=1000)) / 1000.0)
            .collect()
    };
    let direction = [draw(nx), draw(program.y.len())];
    let seed = [draw(nx), draw(program.y.len())];
    let along = direction.concat();
    let tangent = rows.iter().map(|row| dot(row, &along)).collect();
    let mut adjoint = vec![0.0; inputs(program)];
    for (row, seed) in rows.iter().zip(&seed[1]) {
        adjoint
            .iter_mut()
            .zip(row)
            .for_each(|(a, d)| *a += seed * d);
    }
    let of_y = adjoint.split_off(nx);
    adjoint.iter_mut().zip(&seed[0]).for_each(|(a, s)| *a += s);
    Ok(Expected {
        direction,
        value,
        tangent,
        seed,
        adjoint: [adjoint, of_y],
        tolerance: match visit::uses_floats(program) {
            true => FLOAT_TOLERANCE,
            false => TOLERANCE,
        },
    })
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
