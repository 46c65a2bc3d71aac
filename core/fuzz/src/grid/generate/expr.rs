//! Expressions of random kernels. Owns what keeps them tame: functions get arguments in their domains, indices stay within arrays; must not emit
//! statements.

use super::{Alone, Gen, Readable};
use crate::ast::{Cmp, MathFn, Prec, RealOp};
use crate::grid::ast::{Array, Cond, Id, Int, IntOp, Place, Real, Ty};

impl Gen {
    /// A number of no particular size, but not a large one.
    pub(super) fn real(&mut self, depth: u32) -> Real {
        if depth == 0 {
            return self.leaf();
        }
        match self.range(0, 14) {
            0..=2 => {
                let (a, b) = (self.real(depth - 1), self.real(depth - 1));
                let op = self.pick(&[RealOp::Add, RealOp::Sub]);
                Real::bin(op, a, b)
            }
            3..=5 => Real::mul(self.real(depth - 1), self.real(depth - 1)),
            6 => self.quotient(depth - 1),
            7..=9 => self.math(depth - 1),
            10 => {
                let (c, a, b) = (self.cond(), self.real(depth - 1), self.real(depth - 1));
                Real::Select(Box::new(c), Box::new(a), Box::new(b))
            }
            13 => {
                let (a, b) = (self.leaf(), self.leaf());
                let cmp = self.pick(&[Cmp::Lt, Cmp::Gt]);
                let less = Cond::Real(cmp, a.clone(), b.clone());
                Real::Select(Box::new(less), Box::new(a), Box::new(b))
            }
            11 => Real::Neg(Box::new(self.real(depth - 1))),
            12 if self.floats => {
                let prec = self.pick(&[Prec::F32, Prec::F64]);
                Real::Cast(prec, Box::new(self.real(depth - 1)))
            }
            _ => self.leaf(),
        }
    }

    pub(super) fn constant(&mut self) -> Real {
        let value = self.range(-15, 15) as f64 / 10.0;
        let value = if value == 0.0 { 0.25 } else { value };
        match self.floats && self.chance(0.3) {
            true => Real::Const(value, Prec::F32),
            false => Real::c(value),
        }
    }

    pub(super) fn leaf(&mut self) -> Real {
        let choice = self.range(0, 9);
        if let (0..=5, false) = (choice, self.reals.is_empty()) {
            let reals = self.reals.clone();
            return Real::var(self.pick(&reals));
        }
        match choice {
            0..=7 => self.input(),
            8 => self.constant(),
            _ => {
                let int = self.int();
                Real::mul(Real::c(0.125), Real::FromInt(int.rem(7)))
            }
        }
    }

    /// An element of what can be read anywhere, or else a constant.
    pub(super) fn input(&mut self) -> Real {
        if self.readable.is_empty() {
            return self.constant();
        }
        let readable = self.readable.clone();
        let Readable { array, ty, len } = self.pick(&readable);
        let index = match self.alone.filter(|_| array == Array::X) {
            Some(Alone::Row(each)) => self.one_of(Int::GLOBAL, each),
            Some(Alone::Plane) => {
                let line = Int::bin(IntOp::Mul, Int::Id(Id::GlobalY), Int::Id(Id::N));
                Int::bin(IntOp::Add, line, Int::Id(Id::GlobalX))
            }
            // All threads read it.
            None if array == Array::X && self.chance(0.3) => Int::Const(self.rng_below(len as i64)),
            None => self.index(len),
        };
        let field = match ty {
            Ty::Record(record) => {
                let fields = 0..record.fields().len();
                let real: Vec<usize> = fields.filter(|k| ty.scalar(*k) != Ty::Int).collect();
                self.pick(&real)
            }
            Ty::F64 | Ty::F32 | Ty::Int => 0,
        };
        Real::Load(Place::of(array, index).field(field))
    }

    /// One of so many numbers that belong together.
    pub(super) fn one_of(&mut self, number: Int, each: i64) -> Int {
        match each {
            1 => number,
            _ => {
                let which = self.rng_below(each);
                number.times(each).plus(which)
            }
        }
    }

    fn quotient(&mut self, depth: u32) -> Real {
        let (a, b) = (self.real(depth), self.real(depth));
        Real::bin(RealOp::Div, a, positive(1.5, b))
    }

    fn math(&mut self, depth: u32) -> Real {
        let prec = match self.floats && self.chance(0.4) {
            true => Prec::F32,
            false => Prec::F64,
        };
        let a = self.real(depth);
        let call = |f, args| Real::Math(f, prec, args);
        let bounded = |a| Real::mul(Real::c(0.75), call(MathFn::Sin, vec![a]));
        match self.range(0, 17) {
            0..=2 => call(MathFn::Sin, vec![a]),
            3 => call(MathFn::Cos, vec![a]),
            4 => call(MathFn::Tanh, vec![a]),
            5 => call(MathFn::Atan, vec![a]),
            6 => call(MathFn::Exp, vec![bounded(a)]),
            7 => call(MathFn::Tan, vec![bounded(a)]),
            8 => call(MathFn::Asin, vec![bounded(a)]),
            9 => call(MathFn::Sinh, vec![bounded(a)]),
            10 => {
                let f = self.pick(&[MathFn::Log, MathFn::Log1p, MathFn::Sqrt, MathFn::Cbrt]);
                call(f, vec![positive(1.25, a)])
            }
            11 => call(MathFn::Fabs, vec![a]),
            12 | 13 => {
                let f = self.pick(&[MathFn::Fmax, MathFn::Fmin]);
                let b = self.real(depth);
                call(f, vec![a, b])
            }
            14 => {
                let b = bounded(self.real(depth));
                call(MathFn::Pow, vec![positive(1.1, a), b])
            }
            15 => {
                let b = positive(1.5, self.real(depth));
                call(MathFn::Atan2, vec![a, b])
            }
            16 => call(MathFn::Hypot, vec![a, Real::c(1.5)]),
            _ => call(MathFn::Sqrt, vec![positive(0.5, a)]),
        }
    }

    /// The same for all threads of a block.
    pub(super) fn uniform_cond(&mut self) -> Cond {
        let cmp = self.pick(&[Cmp::Lt, Cmp::Ge, Cmp::Ne, Cmp::Eq]);
        let int = match self.range(0, 2) {
            0 if !self.inside => Int::Id(Id::N).rem(3),
            1 if !self.counters.is_empty() => {
                let counters = self.counters.clone();
                Int::var(self.pick(&counters)).rem(2)
            }
            _ => Int::Id(Id::Block).rem(2),
        };
        let limit = self.range(0, 1);
        Cond::Int(cmp, int, Int::Const(limit))
    }

    /// Of no particular kind: threads may differ.
    pub(super) fn cond(&mut self) -> Cond {
        let threads = self.shape.threads() as i64;
        match self.range(0, 7) {
            0 => Cond::Int(Cmp::Lt, Int::THREAD, Int::Const(self.rng_below(threads))),
            1 => Cond::Int(Cmp::Eq, Int::GLOBAL.rem(3), Int::Const(1)),
            2 if self.warps => {
                let lane = self.range(1, 31);
                Cond::Int(Cmp::Lt, Int::Id(Id::Lane), Int::Const(lane))
            }
            3 if !self.inside => Cond::Int(Cmp::Lt, Int::GLOBAL, Int::Id(Id::N)),
            4 | 5 if !self.reals.is_empty() => {
                let reals = self.reals.clone();
                let var = Real::var(self.pick(&reals));
                let cmp = self.pick(&[Cmp::Lt, Cmp::Gt]);
                let limit = self.constant();
                Cond::Real(cmp, var, limit)
            }
            6 => Cond::And(Box::new(self.cond()), Box::new(self.cond())),
            _ => {
                let int = self.int();
                let limit = self.range(0, 3);
                Cond::Int(Cmp::Ne, int.rem(4), Int::Const(limit))
            }
        }
    }

    fn rng_below(&mut self, limit: i64) -> i64 {
        self.range(1, (limit - 1).max(1))
    }

    /// An integer that is not negative.
    pub(super) fn int(&mut self) -> Int {
        let a = self.int_leaf();
        let small = self.range(1, 9);
        match self.range(0, 6) {
            0 => a,
            1 => a.plus(small),
            2 => a.times(small),
            3 => Int::bin(IntOp::Div, a, Int::Const(small)),
            4 => Int::bin(IntOp::Xor, a, Int::Const(small)),
            5 => {
                let b = self.int_leaf();
                let op = self.pick(&[IntOp::Min, IntOp::Max, IntOp::Add]);
                Int::bin(op, a, b)
            }
            _ => a.rem(small + 1),
        }
    }

    fn int_leaf(&mut self) -> Int {
        let choice = self.range(0, 7);
        if let (0..=2, false) = (choice, self.ints.is_empty()) {
            let ints = self.ints.clone();
            return Int::var(self.pick(&ints));
        }
        match choice {
            3 => Int::Id(Id::ThreadX),
            5 if self.warps => Int::Id(Id::Lane),
            6 if !self.inside => Int::Id(Id::N),
            // Computed with, it is an integer without optimisation, too, beside an array that is indexed.
            4 if self.given && !self.inside => Int::Id(Id::Given).plus(1),
            4 => Int::Id(Id::ThreadY),
            0 | 7 => Int::GLOBAL,
            _ => Int::THREAD,
        }
    }

    /// An index into an array of this length.
    pub(super) fn index(&mut self, len: usize) -> Int {
        let limit = len as i64;
        if limit == 1 {
            return Int::Const(0);
        }
        let by = self.rng_below(limit);
        match self.range(0, 6) {
            0 | 1 if len >= self.shape.total() => Int::GLOBAL,
            0 | 1 => Int::GLOBAL.rem(limit),
            2 => Int::GLOBAL.plus(by).rem(limit),
            3 => Int::THREAD.rem(limit),
            4 => Int::Const(by),
            5 => Int::bin(IntOp::Sub, Int::Const(limit - 1), Int::GLOBAL.rem(limit)),
            _ => self.int().rem(limit),
        }
    }

    /// Where another thread of the block has written, in an array with one element for each.
    pub(super) fn neighbour(&mut self, len: usize) -> Int {
        let limit = len as i64;
        let by = self.rng_below(limit);
        match self.range(0, 6) {
            0 | 1 => Int::THREAD.plus(by).rem(limit),
            2 => Int::THREAD.plus(limit - 1).rem(limit),
            3 => Int::bin(IntOp::Sub, Int::Const(limit - 1), Int::THREAD),
            4 if len.is_power_of_two() => Int::bin(IntOp::Xor, Int::THREAD, Int::Const(by)),
            5 => Int::Const(by - 1),
            _ => self.int().rem(limit),
        }
    }

    /// Where all threads may add to.
    pub(super) fn sum_place(&mut self) -> Place {
        let first = (self.own * self.shape.total()) as i64;
        let index = match self.range(0, 1) {
            0 => Int::Const(first),
            _ => self.int().rem(self.sums as i64).plus(first),
        };
        Place::of(Array::Y, index)
    }
}

/// `at_least + a^2`
fn positive(at_least: f64, a: Real) -> Real {
    Real::add(Real::c(at_least), Real::mul(a.clone(), a))
}
