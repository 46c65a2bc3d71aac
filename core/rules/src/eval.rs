//! Formulas evaluated over `f64`: the partials of a rule at a point.
//!
//! Owns: the sink [`Eval`] and what follows from it. Used by tests. Must not: be the truth about derivatives; it knows
//! none. What functions are worth stands in `values.rs`.

use crate::expr::Cmp;
use crate::lower::{lower, lower_out};
use crate::outs::OutRule;
use crate::sink::Sink;
use crate::table::ScalarRule;

pub use crate::values::{call, call_out, digamma};

/// A sink that computes with `f64`; integers are whole numbers.
#[derive(Clone, Debug, Default)]
pub struct Eval {
    /// The callee's arguments.
    pub args: Vec<f64>,
    /// The callee's results.
    pub results: Vec<f64>,
}

impl Eval {
    /// A sink at the point, with the family's own result where it can be evaluated.
    pub fn at(rule: &ScalarRule, args: &[f64]) -> Self {
        let results = call(rule.name, args).into_iter().collect();
        Eval {
            args: args.to_vec(),
            results,
        }
    }

    /// The same for a function with several results.
    pub fn at_out(rule: &OutRule, args: &[f64]) -> Self {
        let results = call_out(rule.name, args).unwrap_or_default();
        Eval {
            args: args.to_vec(),
            results,
        }
    }
}

/// The partial at a point; NaN where there is none.
pub fn partial(rule: &ScalarRule, param: usize, args: &[f64]) -> f64 {
    lower(rule, param, &mut Eval::at(rule, args)).unwrap_or(f64::NAN)
}

/// The partial of a result at a point; zero where the result is inactive.
pub fn partial_out(rule: &OutRule, result: usize, param: usize, args: &[f64]) -> f64 {
    lower_out(rule, result, param, &mut Eval::at_out(rule, args)).unwrap_or(0.0)
}

fn pick(values: &[f64], index: u8) -> f64 {
    values.get(usize::from(index)).copied().unwrap_or(f64::NAN)
}

impl Sink for Eval {
    type V = f64;

    fn arg(&mut self, i: u8) -> f64 {
        pick(&self.args, i)
    }
    fn int_arg(&mut self, i: u8) -> f64 {
        pick(&self.args, i)
    }
    fn result(&mut self, i: u8) -> f64 {
        pick(&self.results, i)
    }
    fn constant(&mut self, value: f64) -> f64 {
        value
    }
    fn neg(&mut self, a: f64) -> f64 {
        -a
    }
    fn add(&mut self, a: f64, b: f64) -> f64 {
        a + b
    }
    fn sub(&mut self, a: f64, b: f64) -> f64 {
        a - b
    }
    fn mul(&mut self, a: f64, b: f64) -> f64 {
        a * b
    }
    fn div(&mut self, a: f64, b: f64) -> f64 {
        a / b
    }
    fn call(&mut self, family: &'static str, args: &[f64]) -> f64 {
        call(family, args).unwrap_or(f64::NAN)
    }
    fn select(&mut self, cmp: Cmp, sides: (f64, f64), then: f64, otherwise: f64) -> f64 {
        if cmp.holds(sides.0, sides.1) {
            then
        } else {
            otherwise
        }
    }
    fn int_to_float(&mut self, a: f64) -> f64 {
        a
    }
    fn int_add(&mut self, a: f64, constant: i64) -> f64 {
        a + constant as f64
    }
}
