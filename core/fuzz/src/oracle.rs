//! Turns the interpreter's duals into the numbers a compiled program must reproduce. Owns limits,
//! tolerances, random directions and adjoint seeds; must not know C.

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::ast::{Inputs, Program};
use crate::dual::Dual;
use crate::features::Feature;
use crate::interp::{self, Limits, Outcome};
use crate::memory::{Checked, Reject};
use crate::visit;

/// Relative tolerance on derivatives of programs in double precision.
const TOLERANCE: f64 = 1e-9;
/// The same when some of the arithmetic is single precision.
const FLOAT_TOLERANCE: f64 = 5e-4;
/// Steps of difference quotients; one of them must agree, to `QUOTIENT_TOLERANCE`.
pub(crate) const STEPS: [f64; 3] = [1e-5, 3e-6, 1e-6];
pub(crate) const QUOTIENT_TOLERANCE: f64 = 2e-5;

/// Gradients with respect to the initial values of x, y, a, b.
#[derive(Clone, Debug)]
pub(crate) struct Gradient {
    pub(crate) x: Vec<f64>,
    pub(crate) y: Vec<f64>,
    pub(crate) ab: [f64; 2],
}

/// Everything the test driver checks.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    pub(crate) outcome: Outcome,
    pub(crate) direction: Gradient,
    pub(crate) tangent_ret: f64,
    pub(crate) tangent_x: Vec<f64>,
    pub(crate) tangent_y: Vec<f64>,
    /// Adjoints of the final x and y on entry of the reverse pass.
    pub(crate) seed_x: Vec<f64>,
    pub(crate) seed_y: Vec<f64>,
    /// After one reverse pass, and after a second one on the same shadows.
    pub(crate) reverse: [Gradient; 2],
    /// How the first of them changes along the direction: difference quotients for one step size each. None of programs in single
    /// precision, whose gradients are too coarse for that, and of those that are exact in first derivatives only.
    pub(crate) second: Vec<Gradient>,
    pub(crate) tolerance: f64,
    pub(crate) floats: bool,
}

fn limits(floats: bool) -> Limits {
    let tangent = if floats { 50.0 } else { 1e3 };
    Limits {
        steps: 60_000,
        value: 1e3,
        tangent,
        step_margin: 2e-4,
        round_floats: true,
    }
}

/// Runs a program and refuses it when it is undefined, fragile or dull.
pub(crate) fn evaluate(program: &Program) -> Checked<Outcome> {
    let limits = limits(visit::uses_floats(program));
    interp::execute(program, &program.inputs, limits)
}

/// Whether enough of the Jacobian is non-zero to make the program worth compiling.
pub(crate) fn interesting(outcome: &Outcome) -> Checked<()> {
    let outputs = std::iter::once(&outcome.ret)
        .chain(&outcome.x)
        .chain(&outcome.y);
    let entries = outputs
        .map(|o| o.d.iter().filter(|t| t.abs() > 1e-8).count())
        .sum::<usize>();
    let of_result = outcome.ret.d.iter().filter(|t| t.abs() > 1e-6).count();
    if entries >= 4 && of_result >= 1 {
        Ok(())
    } else {
        Err(Reject::Dull)
    }
}

/// The expected numbers; directions and seeds depend on the program's seed only.
pub(crate) fn expect(program: &Program) -> Checked<Expected> {
    let outcome = evaluate(program)?;
    let floats = visit::uses_floats(program);
    let mut rng = ChaCha8Rng::seed_from_u64(program.seed ^ 0x5eed_d15e_c7ed);
    let mut draw = |n: usize| -> Vec<f64> {
        (0..n)
            .map(|_| f64::from(rng.random_range(-1000..=1000)) / 1000.0)
            .collect()
    };
    let (nx, ny) = (program.inputs.x.len(), program.inputs.y.len());
    let (vx, vy, vab) = (draw(nx), draw(ny), draw(2));
    let direction = Gradient {
        x: vx,
        y: vy,
        ab: [vab[0], vab[1]],
    };
    let (seed_x, seed_y) = (draw(nx), draw(ny));
    let first = pull_back(&outcome, &seed_x, &seed_y);
    let again = pull_back(&outcome, &first.x, &first.y);
    let second = match floats || is_only_once_exact(program) {
        true => Vec::new(),
        false => second(program, &direction, (&seed_x, &seed_y)),
    };
    Ok(Expected {
        second,
        tangent_ret: along(&outcome.ret, &direction),
        tangent_x: outcome.x.iter().map(|o| along(o, &direction)).collect(),
        tangent_y: outcome.y.iter().map(|o| along(o, &direction)).collect(),
        reverse: [first, again],
        tolerance: if floats { FLOAT_TOLERANCE } else { TOLERANCE },
        outcome,
        direction,
        seed_x,
        seed_y,
        floats,
    })
}

/// Whether a program may iterate towards a number without carrying its curvature: one step of Newton's method from a number that was found by
/// halving intervals has the right derivative, and another second one.
fn is_only_once_exact(program: &Program) -> bool {
    visit::idiom_features(program).contains(&Feature::Numerics)
}

/// Difference quotients of gradients along a direction, for each step size at which the program is not fragile.
fn second(program: &Program, v: &Gradient, (x, y): (&[f64], &[f64])) -> Vec<Gradient> {
    let at = |h: f64| {
        let inputs = along_direction(&program.inputs, v, h);
        let moved = interp::execute(program, &inputs, limits(false)).ok()?;
        Some(pull_back(&moved, x, y))
    };
    let quotient = |h: f64| {
        let (up, down) = (at(h)?, at(-h)?);
        let of = |up: &[f64], down: &[f64]| {
            let pairs = up.iter().zip(down);
            pairs.map(|(u, d)| (u - d) / (2.0 * h)).collect::<Vec<_>>()
        };
        let ab = of(&up.ab, &down.ab);
        Some(Gradient {
            x: of(&up.x, &down.x),
            y: of(&up.y, &down.y),
            ab: [ab[0], ab[1]],
        })
    };
    STEPS.into_iter().filter_map(quotient).collect()
}

fn along_direction(inputs: &Inputs, v: &Gradient, h: f64) -> Inputs {
    let mut moved = inputs.clone();
    let Inputs { x, y, a, b, .. } = &mut moved;
    let targets = x.iter_mut().chain(y.iter_mut()).chain([a, b]);
    let steps = v.x.iter().chain(&v.y).chain(&v.ab);
    targets.zip(steps).for_each(|(t, v)| *t += h * v);
    moved
}

/// The derivative of one output in direction `v`.
fn along(output: &Dual, v: &Gradient) -> f64 {
    let lanes = v.x.iter().chain(&v.y).chain(&v.ab);
    output.d.iter().zip(lanes).map(|(t, v)| t * v).sum()
}

/// The Jacobian's transpose applied to the result's seed 1 and the given adjoints.
fn pull_back(outcome: &Outcome, seed_x: &[f64], seed_y: &[f64]) -> Gradient {
    let mut lanes = outcome.ret.d;
    let seeded = outcome
        .x
        .iter()
        .zip(seed_x)
        .chain(outcome.y.iter().zip(seed_y));
    for (output, seed) in seeded {
        lanes
            .iter_mut()
            .zip(&output.d)
            .for_each(|(g, t)| *g += seed * t);
    }
    let (nx, ny) = (seed_x.len(), seed_y.len());
    Gradient {
        x: lanes[..nx].to_vec(),
        y: lanes[nx..nx + ny].to_vec(),
        ab: [lanes[nx + ny], lanes[nx + ny + 1]],
    }
}

/// Compares the tangents with difference quotients of the interpreter itself, with floats widened
/// to double so that the quotients are meaningful. Returns the first disagreement.
pub(crate) fn self_check(program: &Program) -> Result<(), String> {
    let wide = Limits {
        round_floats: false,
        ..limits(false)
    };
    let run = |inputs: &Inputs| interp::execute(program, inputs, wide);
    let Ok(base) = run(&program.inputs) else {
        return Ok(());
    };
    let inputs = &program.inputs;
    for lane in 0..inputs.active() {
        let agrees = STEPS.iter().any(|h| {
            let moved = |by: f64| run(&shifted(inputs, lane, by)).map(|o| flat(&o));
            match (moved(*h), moved(-h)) {
                (Ok(up), Ok(down)) => quotients_agree(&base, lane, *h, (&up, &down)),
                // A shifted run may be rejected for a tie; that says nothing about tangents.
                _ => true,
            }
        });
        if !agrees {
            return Err(format!(
                "program {}: lane {lane} is not its quotient",
                program.seed
            ));
        }
    }
    Ok(())
}

fn quotients_agree(base: &Outcome, lane: usize, h: f64, (up, down): (&[f64], &[f64])) -> bool {
    let outputs = std::iter::once(&base.ret).chain(&base.x).chain(&base.y);
    outputs.zip(up.iter().zip(down)).all(|(o, (u, d))| {
        let (quotient, tangent) = ((u - d) / (2.0 * h), o.d[lane]);
        (quotient - tangent).abs() <= QUOTIENT_TOLERANCE * (1.0 + tangent.abs())
    })
}

fn flat(outcome: &Outcome) -> Vec<f64> {
    std::iter::once(&outcome.ret)
        .chain(&outcome.x)
        .chain(&outcome.y)
        .map(|o| o.v)
        .collect()
}

fn shifted(inputs: &Inputs, lane: usize, by: f64) -> Inputs {
    let mut moved = inputs.clone();
    let Inputs { x, y, a, b, .. } = &mut moved;
    let target = x.iter_mut().chain(y.iter_mut()).chain([a, b]).nth(lane);
    target.into_iter().for_each(|t| *t += by);
    moved
}
