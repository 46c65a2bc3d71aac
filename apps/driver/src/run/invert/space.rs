//! Controls of all ranks as vectors, for a library of optimisers.
//!
//! Owns: their arithmetic; products are those of all ranks, in which what all ranks have counts once. Must not: know what is minimised.

use crate::application::{Application, Ranks};
use argmin_math::{
    ArgminAdd, ArgminDot, ArgminL1Norm, ArgminL2Norm, ArgminMinMax, ArgminMul, ArgminScaledAdd,
    ArgminSignum, ArgminSub, ArgminZeroLike,
};
use std::ops::Range;
use std::rc::Rc;

/// Which of a rank's numbers count in a product.
struct Space {
    ranks: Ranks,
    counted: Vec<Range<usize>>,
}

/// A rank's part of a vector.
#[derive(Clone)]
pub(super) struct Vector {
    pub(super) numbers: Vec<f64>,
    space: Rc<Space>,
}

impl Vector {
    /// Of the controls of a simulation.
    pub(super) fn of(app: &Application, ranks: Ranks, numbers: Vec<f64>) -> Self {
        let counted = app.controls.iter();
        let counted = counted.filter(|field| ranks.is_first() || !field.is_shared);
        let counted = counted.map(|field| field.range.clone()).collect();
        let space = Rc::new(Space { ranks, counted });
        Self { numbers, space }
    }

    /// Another one of the same space.
    pub(super) fn with(&self, numbers: Vec<f64>) -> Self {
        Self {
            numbers,
            space: Rc::clone(&self.space),
        }
    }

    fn each(&self, then: impl Fn(f64) -> f64) -> Self {
        self.with(self.numbers.iter().map(|x| then(*x)).collect())
    }

    fn both(&self, other: &Self, then: impl Fn(f64, f64) -> f64) -> Self {
        let pairs = self.numbers.iter().zip(&other.numbers);
        self.with(pairs.map(|(x, y)| then(*x, *y)).collect())
    }

    fn sum(&self, of: impl Fn(usize) -> f64) -> f64 {
        let counted = self.space.counted.iter().cloned().flatten();
        self.space.ranks.total(counted.map(of).sum())
    }
}

impl ArgminAdd<Self, Self> for Vector {
    fn add(&self, other: &Self) -> Self {
        self.both(other, |x, y| x + y)
    }
}

impl ArgminAdd<f64, Self> for Vector {
    fn add(&self, other: &f64) -> Self {
        self.each(|x| x + other)
    }
}

impl ArgminSub<Self, Self> for Vector {
    fn sub(&self, other: &Self) -> Self {
        self.both(other, |x, y| x - y)
    }
}

impl ArgminSub<f64, Self> for Vector {
    fn sub(&self, other: &f64) -> Self {
        self.each(|x| x - other)
    }
}

impl ArgminMul<f64, Self> for Vector {
    fn mul(&self, other: &f64) -> Self {
        self.each(|x| x * other)
    }
}

impl ArgminMul<Self, Self> for Vector {
    fn mul(&self, other: &Self) -> Self {
        self.both(other, |x, y| x * y)
    }
}

impl ArgminScaledAdd<Self, f64, Self> for Vector {
    fn scaled_add(&self, factor: &f64, other: &Self) -> Self {
        self.both(other, |x, y| x + factor * y)
    }
}

impl ArgminDot<Self, f64> for Vector {
    fn dot(&self, other: &Self) -> f64 {
        self.sum(|k| self.numbers[k] * other.numbers[k])
    }
}

impl ArgminL1Norm<f64> for Vector {
    fn l1_norm(&self) -> f64 {
        self.sum(|k| self.numbers[k].abs())
    }
}

impl ArgminL2Norm<f64> for Vector {
    fn l2_norm(&self) -> f64 {
        self.dot(self).sqrt()
    }
}

impl ArgminZeroLike for Vector {
    fn zero_like(&self) -> Self {
        self.each(|_| 0.0)
    }
}

impl ArgminSignum for Vector {
    fn signum(self) -> Self {
        self.each(f64::signum)
    }
}

impl ArgminMinMax for Vector {
    fn min(x: &Self, y: &Self) -> Self {
        x.both(y, f64::min)
    }

    fn max(x: &Self, y: &Self) -> Self {
        x.both(y, f64::max)
    }
}
