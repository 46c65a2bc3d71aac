//! The objective of an inversion by the variables of an optimiser: its gradients, and products with its Hessian.
//!
//! A product is the gradient of the derivative along a direction, of a run with its tangent; where a simulation has no second derivatives, it is a difference of
//! two gradients.
//!
//! Owns: what evaluations are for, and their course. Must not: choose where the next one is.

use super::best::Best;
use super::space::Vector;
use super::variables::Variables;
use crate::application::Doubled;
use crate::end::End;
use crate::output;
use crate::results::Evaluated;
use crate::run::evaluations::Evaluations;
use crate::run::folder::EVALUATIONS;
use crate::run::kept::Evaluation;
use crate::run::sums::{norm, own_product};
use crate::setting::Setting;
use argmin::core::Error;
use argmin_math::ArgminDot as _;
use enzyme_checkpoint::Peers as _;
use std::cell::{Cell, RefCell};

/// How far a gradient is taken from another one for a difference, in multiples of a variable's scale: rounding errors of gradients, some 1e-13 of them, and what
/// the Hessian itself changes, are small in such a difference.
const APART: f64 = 1e-6;

/// Another search begins only where the objective would fall by more than `TRIFLE` of what it has fallen so far. `TRIALS` steps inwards from limits are tried, each
/// `SHORTER` of the one before.
const TRIFLE: f64 = 1e-6;
const TRIALS: u32 = 4;
const SHORTER: f64 = 0.25;

/// The objective by the variables.
pub(super) struct Misfit<'a> {
    pub(super) setting: &'a Setting<'a>,
    doubled: Option<&'a Doubled<'a>>,
    pub(super) variables: Variables,
    runs: Evaluations<'a>,
    /// The gradient that was found last, and where.
    last: RefCell<Option<(Vec<f64>, Evaluation)>>,
    pub(super) course: RefCell<Vec<Evaluated>>,
    /// How an evaluation ended that had none.
    pub(super) end: RefCell<Option<End>>,
    /// Whether a run with its tangent has said which schedule it takes.
    has_said: Cell<bool>,
}

/// Where an optimiser is, and what was found there.
pub(super) struct Place {
    pub(super) at: Vector,
    controls: Vec<f64>,
    found: Evaluation,
    pub(super) gradient: Vector,
}

impl Place {
    pub(super) fn objective(&self) -> f64 {
        self.found.objective
    }

    pub(super) fn into_controls(self) -> Vec<f64> {
        self.controls
    }
}

impl<'a> Misfit<'a> {
    pub(super) fn new(setting: &'a Setting<'a>, doubled: Option<&'a Doubled<'a>>) -> Self {
        Self {
            setting,
            doubled,
            variables: Variables::of(setting),
            runs: Evaluations::new(setting, EVALUATIONS),
            last: RefCell::default(),
            course: RefCell::default(),
            end: RefCell::default(),
            has_said: Cell::default(),
        }
    }

    /// How products with the Hessian are found, in words.
    pub(super) fn way_of_products(&self) -> &'static str {
        match self.doubled {
            Some(_) => "by second derivatives",
            None => "by differences of gradients: the simulation has no second derivatives",
        }
    }

    /// Whether they are exact to rounding.
    pub(super) fn is_exact(&self) -> bool {
        self.doubled.is_some()
    }

    /// Sees to it that a step along the gradient at these controls is a moderate one.
    pub(super) fn moderate(&mut self, controls: &[f64]) -> Result<(), End> {
        // As the search will come to them: not every number comes back from its variable.
        let controls = self
            .variables
            .controls(&self.variables.of_controls(controls));
        let found = self.found(&controls)?;
        self.variables
            .moderate(self.setting, (&controls, &found.by_controls));
        Ok(())
    }

    /// The variables of controls.
    pub(super) fn start(&self, controls: &[f64]) -> Vector {
        let variables = self.variables.of_controls(controls);
        Vector::of(self.setting.app, self.setting.ranks, variables)
    }

    /// Controls further inside of limits, where the objective is less by more than a trifle of what it has fallen since the beginning, and how many of all ranks
    /// have left a limit for that. Nothing, if there are none.
    pub(super) fn inside(&self, best: &Best) -> Result<Option<(usize, Vec<f64>)>, End> {
        let mut inwards = self.variables.inwards(&best.controls);
        let ranks = self.setting.ranks;
        if ranks.agree(inwards.iter().all(|step| *step == 0.0)) {
            return Ok(None);
        }
        let fallen = self.fallen(best);
        let by_controls = self.found(&best.controls)?.by_controls;
        for (step, by_control) in inwards.iter_mut().zip(&by_controls) {
            let falls = -by_control * *step > TRIFLE * fallen;
            if !falls {
                *step = 0.0;
            }
        }
        let held = inwards.iter().map(|step| f64::from(*step != 0.0));
        let held: Vec<f64> = held.collect();
        let held = ranks.total(own_product(self.setting, &held, &held)) as usize;
        let mut part = 1.0;
        let trials = if held > 0 { TRIALS } else { 0 };
        for _ in 0..trials {
            let moved = best.controls.iter().zip(&inwards);
            let moved: Vec<f64> = moved.map(|(control, step)| control + part * step).collect();
            if self.is_worth(best, self.found(&moved)?.objective) {
                return Ok(Some((held, moved)));
            }
            part *= SHORTER;
        }
        Ok(None)
    }

    /// How far the objective has fallen since the beginning.
    fn fallen(&self, best: &Best) -> f64 {
        let begun = self.course.borrow().iter().find_map(|one| one.gradient());
        begun.map_or(0.0, |(begun, _)| (begun - best.objective).max(0.0))
    }

    /// Whether an objective is less than the best by more than a trifle of what that has fallen.
    pub(super) fn is_worth(&self, best: &Best, objective: f64) -> bool {
        best.objective - objective > TRIFLE * self.fallen(best)
    }

    /// Objective and gradient by the variables.
    pub(super) fn at(&self, place: &Vector) -> Result<(f64, Vector), End> {
        let place = self.place(place.clone())?;
        Ok((place.objective(), place.gradient))
    }

    /// The same, with all that products there need.
    pub(super) fn place(&self, at: Vector) -> Result<Place, End> {
        let controls = self.variables.controls(&at.numbers);
        let found = self.found(&controls)?;
        let gradient = self.variables.gradient(&controls, &found.by_controls);
        let gradient = at.with(gradient);
        Ok(Place {
            at,
            controls,
            found,
            gradient,
        })
    }

    /// The Hessian there, times a direction.
    pub(super) fn product(&self, place: &Place, direction: &Vector) -> Result<Vector, End> {
        let (variables, controls) = (&self.variables, &place.controls);
        let along = variables.gradient(controls, &direction.numbers);
        let by_controls = match self.doubled {
            Some(doubled) => self.derivative(doubled, controls, &along)?,
            None => self.difference(place, &along, self.apart(direction))?,
        };
        let mut product = variables.gradient(controls, &by_controls);
        let bends = variables.bends(controls, &place.found.by_controls);
        for (k, bend) in bends.iter().enumerate() {
            product[k] += bend * direction.numbers[k];
        }
        let product = direction.with(product);
        let curvature = direction.dot(&product) / direction.dot(direction);
        self.leave(Evaluated::Product { curvature });
        Ok(product)
    }

    /// The Hessian by controls times a direction, by a run with its tangent.
    fn derivative(
        &self,
        doubled: &Doubled<'_>,
        controls: &[f64],
        along: &[f64],
    ) -> Result<Vec<f64>, End> {
        let both = [controls, along].concat();
        let is_quiet = self.has_said.replace(true);
        let mut found = self.runs.gradient(doubled, both, is_quiet)?.by_controls;
        found.truncate(controls.len());
        Ok(found)
    }

    /// The same by a gradient that is so far away along the direction.
    fn difference(&self, place: &Place, along: &[f64], apart: f64) -> Result<Vec<f64>, End> {
        let moved = place.controls.iter().zip(along);
        let moved = moved.map(|(c, d)| c + apart * d).collect();
        let there = self.runs.gradient(self.setting.app, moved, true)?;
        let there = there.by_controls;
        let both = there.iter().zip(&place.found.by_controls);
        Ok(both.map(|(there, here)| (there - here) / apart).collect())
    }

    /// How far away another gradient is for a difference along a direction.
    fn apart(&self, direction: &Vector) -> f64 {
        APART / self.greatest(direction)
    }

    /// The greatest of all numbers of a vector, without their signs.
    pub(super) fn greatest(&self, vector: &Vector) -> f64 {
        let mine = vector.numbers.iter();
        let mine = mine.fold(0.0, |max: f64, number| max.max(number.abs()));
        self.setting.ranks.extremes(mine).1
    }

    /// What an evaluation of the gradient finds; that before it is remembered.
    fn found(&self, controls: &[f64]) -> Result<Evaluation, End> {
        let last = self.last.borrow().clone();
        let known = last.filter(|(place, _)| place == controls);
        // A rank may have controls that stay where they are, or none, while those of others move.
        if self.setting.ranks.agree(known.is_some())
            && let Some((_, found)) = known
        {
            return Ok(found);
        }
        let is_quiet = !self.course.borrow().is_empty();
        let app = self.setting.app;
        let found = self.runs.gradient(app, controls.to_vec(), is_quiet)?;
        self.leave(Evaluated::Gradient {
            objective: found.objective,
            norm: norm(self.setting, &found.by_controls),
        });
        *self.last.borrow_mut() = Some((controls.to_vec(), found.clone()));
        Ok(found)
    }

    /// Counts an evaluation, and says what it has found.
    fn leave(&self, evaluated: Evaluated) {
        let number = self.course.borrow().len();
        self.course.borrow_mut().push(evaluated);
        if self.setting.ranks.is_first() {
            output::text::evaluated(number, evaluated);
        }
    }

    /// Objective and gradient for a library, which is told of no more than that there is none.
    pub(super) fn asked(&self, place: &Vector) -> Result<(f64, Vector), Error> {
        self.at(place).map_err(|end| {
            *self.end.borrow_mut() = Some(end);
            Error::msg("an evaluation has ended without its result")
        })
    }
}
