//! Whether the adjoint of a model's step belongs to the step, by the dot-product test. Owns the test and its directions;
//! knows no schedule and no store.
//!
//! With the step's Jacobian J, a direction v of the state and an adjoint w of the state behind the step,
//! `w . (J v) = (Jᵀ w) . v`. The left side comes from steps run from two states on both sides of the working one,
//! the right side from [`Model::record`] and [`Model::reverse`]. Before it the tape of the next step is recorded, so
//! that a model whose `record` forgets its tape reverses with a wrong one here, as it would in a run.

use crate::model::{Field, Kind, Layout, Model, ModelError};
use crate::store::checksum;

/// Directions that are tried.
const TRIALS: u64 = 3;

/// Lengths of differences, relative to the numbers of a field: the best of them counts.
const STEPS: [f64; 4] = [1e-3, 1e-4, 1e-5, 1e-6];

/// What the test has found: the worst of some directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DotProduct {
    /// `w . (J v)` by central differences.
    pub by_differences: f64,
    /// `(Jᵀ w) . v` by the adjoint.
    pub by_adjoint: f64,
    /// Their difference over the larger of the two.
    pub error: f64,
}

impl DotProduct {
    fn of(by_differences: f64, by_adjoint: f64) -> Self {
        let (size, apart) = (
            by_differences.abs().max(by_adjoint.abs()),
            (by_differences - by_adjoint).abs(),
        );
        Self {
            by_differences,
            by_adjoint,
            error: if apart > 0.0 || apart.is_nan() {
                // Infinity over infinity has a sign.
                (apart / size).abs()
            } else {
                0.0
            },
        }
    }
}

/// Why the adjoint of a step is not to be relied on.
#[derive(Debug, thiserror::Error)]
pub enum DotProductError {
    /// The two sides differ.
    #[error(
        "the adjoint of step {step} does not belong to the step: w . (J v) is {:e} by differences, (Jt w) . v is {:e} by \
         the adjoint\n  help: let `record` keep in the tape all that `reverse` reads of the primal, let `reverse` read \
         nothing else, and replace the adjoint of the state behind the step by that of the state before it",
        found.by_differences,
        found.by_adjoint
    )]
    Different {
        /// The step.
        step: u64,
        /// Both sides.
        found: DotProduct,
    },
    /// The fields named do not belong together.
    #[error(
        "cannot compare field `{state}` of the state with field `{adjoint}` of the adjoint: {what}"
    )]
    Fields {
        /// Of the state.
        state: String,
        /// Of the adjoint.
        adjoint: String,
        /// What is wrong.
        what: &'static str,
    },
    /// There is nothing to compare.
    #[error(
        "the adjoint has no field of `f64` with the size and the name of one of the state, nor with that name behind \
         `adjoint_`\n  help: name the fields that belong together"
    )]
    NoFields,
    /// The ranks of a run have parts of a product each.
    #[error(
        "the adjoint of a model of several ranks cannot be tested before the run\n  help: test it in a program of one \
         rank, and run it without the test"
    )]
    Ranks,
    /// The model could not go on.
    #[error("the model failed at step {step}: {error}")]
    Model {
        /// The step.
        step: u64,
        /// What it says.
        error: ModelError,
    },
}

/// Tests the adjoint of step `step` of `model`, whose working state is that before the step; it is again afterwards, and
/// so is the adjoint. `pairs` names fields of `f64` of the state, each with the field of the adjoint that has the
/// adjoints of its numbers. `varies` says whether the number at this index of a field of the state is one of those that
/// the adjoint is for, and not, say, a value at the border that never changes. `tolerance` is the largest error; 1e-6 suits
/// most models. The next step is recorded as well, if there is one.
///
/// # Errors
/// If the error is larger, fields do not fit, or the model fails.
pub fn dot_product(
    model: &mut impl Model,
    step: u64,
    pairs: &[(&str, &str)],
    varies: impl Fn(&str, usize) -> bool,
    tolerance: f64,
) -> Result<DotProduct, DotProductError> {
    let parts = parts(model, pairs, varies)?;
    let failed = |error| DotProductError::Model { step, error };
    let start = Start::of(model).map_err(failed)?;
    let mut found = DotProduct::of(0.0, 0.0);
    for trial in 0..TRIALS {
        let next = try_one(model, step, &parts, &start, trial).map_err(failed)?;
        // An error that is no number is larger than all.
        if next.error.total_cmp(&found.error).is_gt() || trial == 0 {
            found = next;
        }
    }
    start.restore(model).map_err(failed)?;
    if found.error <= tolerance {
        return Ok(found);
    }
    Err(DotProductError::Different { step, found })
}

/// Where the numbers of a pair of fields begin, in bytes, and which of them there are.
struct Part {
    state: usize,
    adjoint: usize,
    varies: Vec<bool>,
}

fn parts(
    model: &impl Model,
    pairs: &[(&str, &str)],
    varies: impl Fn(&str, usize) -> bool,
) -> Result<Vec<Part>, DotProductError> {
    let (state, adjoint) = (model.state_layout(), model.adjoint_layout());
    let part = |(of_state, of_adjoint): &(&str, &str)| {
        let wrong = |what| DotProductError::Fields {
            state: (*of_state).into(),
            adjoint: (*of_adjoint).into(),
            what,
        };
        let (at, one) =
            find(&state, of_state).ok_or_else(|| wrong("the state has no such field"))?;
        let (behind, other) =
            find(&adjoint, of_adjoint).ok_or_else(|| wrong("the adjoint has no such field"))?;
        if one.kind != Kind::F64 || other.kind != Kind::F64 {
            return Err(wrong("both have to be of `f64`"));
        }
        if one.bytes() != other.bytes() {
            return Err(wrong("they do not have as many numbers"));
        }
        Ok(Part {
            state: at,
            adjoint: behind,
            varies: (0..one.bytes() / 8).map(|k| varies(of_state, k)).collect(),
        })
    };
    pairs.iter().map(part).collect()
}

/// A field, and where it begins.
fn find<'a>(layout: &'a Layout, name: &str) -> Option<(usize, &'a Field)> {
    let mut at = 0;
    for field in layout.fields() {
        if field.name == name {
            return Some((at, field));
        }
        at += field.bytes();
    }
    None
}

/// Working state and adjoint at the start.
struct Start {
    state: Vec<u8>,
    adjoint: Vec<u8>,
}

impl Start {
    fn of(model: &impl Model) -> Result<Self, ModelError> {
        let adjoint = adjoint_of(model)?;
        let state = state_of(model)?;
        Ok(Self { state, adjoint })
    }

    fn restore(&self, model: &mut impl Model) -> Result<(), ModelError> {
        model.load_state(&self.state)?;
        model.load_adjoint(&self.adjoint)
    }
}

fn state_of(model: &impl Model) -> Result<Vec<u8>, ModelError> {
    let mut bytes = vec![0; model.state_layout().bytes()];
    model.save_state(&mut bytes)?;
    Ok(bytes)
}

fn adjoint_of(model: &impl Model) -> Result<Vec<u8>, ModelError> {
    let mut bytes = vec![0; model.adjoint_layout().bytes()];
    model.save_adjoint(&mut bytes)?;
    Ok(bytes)
}

fn try_one(
    model: &mut impl Model,
    step: u64,
    parts: &[Part],
    start: &Start,
    trial: u64,
) -> Result<DotProduct, ModelError> {
    let count: usize = parts.iter().map(|part| part.varies.len()).sum();
    let v = direction(2 * trial, count);
    let w = direction(2 * trial + 1, count);
    let by_adjoint = by_adjoint(model, step, parts, start, [&v, &w])?;
    let mut best = DotProduct::of(f64::NAN, by_adjoint);
    for length in STEPS {
        let by_differences = by_differences(model, step, parts, start, ([&v, &w], length))?;
        let found = DotProduct::of(by_differences, by_adjoint);
        if found.error.total_cmp(&best.error).is_lt() {
            best = found;
        }
    }
    Ok(best)
}

fn by_adjoint(
    model: &mut impl Model,
    step: u64,
    parts: &[Part],
    start: &Start,
    [v, w]: [&[f64]; 2],
) -> Result<f64, ModelError> {
    start.restore(model)?;
    model.record(step)?;
    let next = model
        .steps()
        .map_or_else(|| !model.done(step + 1), |n| step + 1 < n);
    if next {
        model.record(step + 1)?;
    }
    model.load_state(&start.state)?;
    model.record(step)?;
    let mut adjoint = start.adjoint.clone();
    for (place, w) in places(parts, |part| part.adjoint).zip(w) {
        adjoint[place..place + 8].copy_from_slice(&w.to_ne_bytes());
    }
    model.load_adjoint(&adjoint)?;
    model.reverse(step)?;
    let adjoint = adjoint_of(model)?;
    Ok(dot(parts, |part| part.adjoint, &adjoint, v))
}

fn by_differences(
    model: &mut impl Model,
    step: u64,
    parts: &[Part],
    start: &Start,
    ([v, w], length): ([&[f64]; 2], f64),
) -> Result<f64, ModelError> {
    let numbers = places(parts, |part| part.state).map(|place| number(&start.state, place));
    let largest = numbers.fold(0.0, |max: f64, number| max.max(number.abs()));
    let length = length * if largest > 0.0 { largest } else { 1.0 };
    let mut run = |length: f64| {
        let mut state = start.state.clone();
        for (place, v) in places(parts, |part| part.state).zip(v) {
            let moved = number(&state, place) + length * v;
            state[place..place + 8].copy_from_slice(&moved.to_ne_bytes());
        }
        model.load_state(&state)?;
        model.step(step)?;
        let state = state_of(model)?;
        Ok::<f64, ModelError>(dot(parts, |part| part.state, &state, w))
    };
    Ok((run(length)? - run(-length)?) / (2.0 * length))
}

/// Where the numbers of all parts lie.
fn places(parts: &[Part], start: impl Fn(&Part) -> usize) -> impl Iterator<Item = usize> {
    parts.iter().flat_map(move |part| {
        let start = start(part);
        let varying = part
            .varies
            .iter()
            .enumerate()
            .filter(|(_, varies)| **varies);
        varying.map(move |(k, _)| start + 8 * k)
    })
}

fn number(bytes: &[u8], place: usize) -> f64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[place..place + 8]);
    f64::from_ne_bytes(number)
}

fn dot(parts: &[Part], start: impl Fn(&Part) -> usize, bytes: &[u8], with: &[f64]) -> f64 {
    let places = places(parts, start);
    let products = places.zip(with).map(|(place, x)| number(bytes, place) * x);
    products.sum()
}

/// Numbers between -1 and 1 without pattern, the same each time.
fn direction(seed: u64, count: usize) -> Vec<f64> {
    let number = |k: usize| {
        let mut text = seed.to_ne_bytes().to_vec();
        text.extend_from_slice(&k.to_ne_bytes());
        (checksum(&text) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..count).map(number).collect()
}
