//! Whether a simulation keeps within its fields. Arrays are as long as the fields that it has named: one that it has forgotten to name would be written behind them.
//!
//! Owns: a trial of one step, in arrays with room behind them. Must not: judge numbers.

use super::fields::Field;
use super::foreign::foreign;
use super::instance::Application;
use super::steps::{self, Steps as _};
use enzyme_case::Complaint;

/// So many numbers behind an array are looked at, for whether the step has written there. There is room for more behind these, as many as the array has, so that a step which
/// writes beyond its fields does not end the process before that can be said.
const WATCHED: usize = 512;
const SPARE: usize = 1 << 20;

/// What nobody has written: no number, and none that arithmetic gives.
const UNTOUCHED: u64 = 0x7ff8_5afe_5afe_5afe;

/// An array with room behind it.
struct Guarded {
    numbers: Vec<f64>,
    length: usize,
}

impl Guarded {
    fn of(length: usize) -> Self {
        let watched = length + WATCHED;
        // Room that nobody touches takes no memory.
        let mut numbers = Vec::with_capacity(watched + length + SPARE);
        numbers.resize(length, 0.0);
        numbers.resize(watched, f64::from_bits(UNTOUCHED));
        Self { numbers, length }
    }

    /// The array alone; the room lies behind it.
    fn array(&self) -> &[f64] {
        &self.numbers[..self.length]
    }

    fn is_overrun(&self) -> bool {
        let watched = &self.numbers[self.length..];
        watched.iter().any(|number| number.to_bits() != UNTOUCHED)
    }
}

impl Application {
    /// The first guess of all controls.
    ///
    /// # Errors
    /// It is written behind them.
    pub(crate) fn first_guess(&self) -> Result<Vec<f64>, Complaint> {
        let mut controls = Guarded::of(self.control_numbers());
        foreign!((self.functions.guess)(
            self.instance,
            controls.numbers.as_mut_ptr()
        ));
        if controls.is_overrun() {
            return Err(overrun("guess", "controls", &self.controls));
        }
        Ok(controls.array().to_vec())
    }

    /// Tries the initial state and a step.
    ///
    /// # Errors
    /// One of them writes behind the state.
    pub(crate) fn try_step(&self, controls: &[f64]) -> Result<(), Complaint> {
        let states = || Guarded::of(self.state_numbers());
        let (mut before, mut after) = (states(), states());
        let controls = controls.as_ptr();
        foreign!((self.functions.initial)(
            self.instance,
            controls,
            before.numbers.as_mut_ptr()
        ));
        if before.is_overrun() {
            return Err(overrun("initial", "state", &self.state));
        }
        if self.steps == Some(0) || self.done(0, before.array()) {
            return Ok(());
        }
        let (from, to) = (before.numbers.as_ptr(), after.numbers.as_mut_ptr());
        foreign!((self.functions.step)(self.instance, 0, controls, from, to));
        match after.is_overrun() {
            true => Err(overrun("step", "state", &self.state)),
            false => Ok(()),
        }
    }
}

fn overrun(function: &str, array: &str, fields: &[Field]) -> Complaint {
    let named: Vec<String> = fields
        .iter()
        .map(|field| format!("{} ({})", field.name, field.range.len()))
        .collect();
    let numbers = steps::numbers(fields);
    let what = format!(
        "the simulation's `{function}` writes behind the {numbers} numbers of its {array}: {}",
        named.join(", ")
    );
    Complaint::new(what)
        .help("name all fields in `create`, each with as many numbers as this rank has of it")
}
