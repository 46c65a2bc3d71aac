//! Whether a simulation keeps within its fields, and sets all of them. Arrays are as long as the fields that it has named: one that it has forgotten to name would be
//! written behind them.
//!
//! Owns: a trial of one step, in arrays with room around them. Must not: judge numbers.

use super::fields::Field;
use super::foreign::foreign;
use super::instance::Application;
use super::steps::{self, Steps as _};
use enzyme_case::Complaint;

/// So many numbers in front of an array are looked at, and at least so many behind it, for whether the step has written there. There is room for more behind these, as many
/// as the array has, so that a step which writes beyond its fields does not end the process before that can be said.
const WATCHED: usize = 512;
const SPARE: usize = 1 << 20;

/// What nobody has written: no number, and none that arithmetic gives.
const UNTOUCHED: u64 = 0x7ff8_5afe_5afe_5afe;

fn is_touched(number: &f64) -> bool {
    number.to_bits() != UNTOUCHED
}

/// An array with room around it.
struct Guarded {
    numbers: Vec<f64>,
    length: usize,
}

impl Guarded {
    fn of(length: usize) -> Self {
        let watched = WATCHED + length + length.max(WATCHED);
        // Room that nobody touches takes no memory.
        let mut numbers = Vec::with_capacity(watched + SPARE);
        numbers.resize(watched, f64::from_bits(UNTOUCHED));
        Self { numbers, length }
    }

    /// Where the array begins.
    fn pointer(&mut self) -> *mut f64 {
        self.numbers[WATCHED..].as_mut_ptr()
    }

    /// The array alone.
    fn array(&self) -> &[f64] {
        &self.numbers[WATCHED..][..self.length]
    }

    /// The array, after a function has written it.
    ///
    /// # Errors
    /// It has written around it, or has left something of it out.
    fn written(&self, function: &str, array: &str, fields: &[Field]) -> Result<&[f64], Complaint> {
        let (front, behind) = (
            &self.numbers[..WATCHED],
            &self.numbers[WATCHED + self.length..],
        );
        if front.iter().chain(behind).any(is_touched) {
            return Err(overrun(function, array, fields));
        }
        match self.array().iter().position(|number| !is_touched(number)) {
            Some(at) => Err(unset(function, fields, at)),
            None => Ok(self.array()),
        }
    }
}

impl Application {
    /// The first guess of all controls.
    ///
    /// # Errors
    /// It is written around them, or lacks one.
    pub(crate) fn first_guess(&self) -> Result<Vec<f64>, Complaint> {
        let mut controls = Guarded::of(self.control_numbers());
        foreign!((self.functions.guess)(self.instance, controls.pointer()));
        let written = controls.written("guess", "controls", &self.controls);
        written.map(<[f64]>::to_vec)
    }

    /// Tries the initial state and a step.
    ///
    /// # Errors
    /// One of them writes around the state, or leaves something of it out.
    pub(crate) fn try_step(&self, controls: &[f64]) -> Result<(), Complaint> {
        let states = || Guarded::of(self.state_numbers());
        let (mut before, mut after) = (states(), states());
        let controls = controls.as_ptr();
        let (initial, step) = (self.functions.initial, self.functions.step);
        foreign!(initial(self.instance, controls, before.pointer()));
        let begins = before.written("initial", "state", &self.state)?;
        if self.steps == Some(0) || self.done(0, begins) {
            return Ok(());
        }
        let (from, to) = (begins.as_ptr(), after.pointer());
        foreign!(step(self.instance, 0, controls, from, to));
        after.written("step", "state", &self.state).map(drop)
    }
}

fn overrun(function: &str, array: &str, fields: &[Field]) -> Complaint {
    let named: Vec<String> = fields
        .iter()
        .map(|field| format!("{} ({})", field.name, field.range.len()))
        .collect();
    let numbers = steps::numbers(fields);
    let what = format!(
        "the simulation's `{function}` writes outside of the {numbers} numbers of its {array}: {}",
        named.join(", ")
    );
    Complaint::new(what)
        .help("name all fields in `create`, each with as many numbers as this rank has of it")
        .help("look at the indices that it writes at, the first and the last")
}

/// That the number at this place of all fields has not been written.
fn unset(function: &str, fields: &[Field], at: usize) -> Complaint {
    let field = fields.iter().find(|field| field.range.contains(&at));
    let (name, at) = field.map_or(("", at), |field| (&*field.name, at - field.range.start));
    Complaint::new(format!(
        "the simulation's `{function}` does not set number {at} of this rank's `{name}`"
    ))
    .help("arrays come with any numbers: let it write all of them")
}
