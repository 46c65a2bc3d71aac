//! Random expressions. Owns the rules that keep values tame (guarded domains, damping) and indices
//! in range; must not create statements or variables.

use rand::Rng as _;

use super::Gen;
use super::scope::{Aggregate, Param, Scalar};
use crate::ast::{Arg, Cmp, Cond, Int, IntOp, MathFn, Place, Prec, Real, RealOp, Type};
use crate::features::Feature;

/// Values of integer fields of structs lie in `0..=INT_FIELD`.
pub(super) const INT_FIELD: i64 = 3;
/// Pointers in structs point to at least this many doubles.
pub(super) const POINTER_FIELD: usize = 3;

impl Gen {
    pub(super) fn chance(&mut self, percent: u32) -> bool {
        self.rng.random_range(0..100) < percent
    }

    pub(super) fn between(&mut self, lo: i64, hi: i64) -> i64 {
        self.rng.random_range(lo..=hi.max(lo))
    }

    /// A feature is on and the dice agree.
    pub(super) fn maybe(&mut self, feature: Feature, percent: u32) -> bool {
        self.features.has(feature) && self.chance(percent)
    }

    pub(super) fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        match items.len() {
            0 => None,
            n => Some(items[self.rng.random_range(0..n)].clone()),
        }
    }

    /// A short decimal constant in about -1.5..1.5, not zero; exact in single precision.
    pub(super) fn number(&mut self) -> f64 {
        let magnitude = self.between(1, 24) as f64 / 16.0;
        if self.chance(30) {
            -magnitude
        } else {
            magnitude
        }
    }

    fn fraction(&mut self, lo: i64, hi: i64) -> Real {
        Real::c(self.between(lo, hi) as f64 / 16.0)
    }

    /// A random real expression of at most this depth.
    pub(super) fn real(&mut self, depth: u32) -> Real {
        if depth == 0 || self.chance(15) {
            return self.leaf();
        }
        match self.between(0, 99) {
            0..=39 => self.sum_or_product(depth),
            40..=47 => self.quotient(depth),
            48..=50 => Real::Neg(Box::new(self.real(depth - 1))),
            51..=78 if self.features.has(Feature::Math) => self.math(depth),
            79..=84 if self.features.has(Feature::Branches) => {
                let cond = self.cond();
                let (a, b) = (self.real(depth - 1), self.leaf());
                Real::Select(Box::new(cond), Box::new(a), Box::new(b))
            }
            85..=90 if self.features.has(Feature::Floats) => {
                Real::Cast(Prec::F32, Box::new(self.real(depth - 1)))
            }
            91..=99 if self.features.has(Feature::Calls) => {
                self.pure_call().unwrap_or_else(|| self.leaf())
            }
            _ => self.sum_or_product(depth),
        }
    }

    fn sum_or_product(&mut self, depth: u32) -> Real {
        let (a, b) = (self.real(depth - 1), self.real(depth - 1));
        match self.between(0, 9) {
            0..=2 => Real::add(a, b),
            3..=4 => Real::bin(RealOp::Sub, a, b),
            5..=7 => Real::mul(a, b),
            _ => {
                let scale = self.number();
                Real::add(Real::scaled(scale, a), b)
            }
        }
    }

    fn quotient(&mut self, depth: u32) -> Real {
        let top = self.real(depth - 1);
        let bottom = if self.maybe(Feature::Math, 50) {
            Real::add(Real::c(2.0), Real::math(MathFn::Sin, self.leaf()))
        } else {
            self.above_one(1.25)
        };
        Real::bin(RealOp::Div, top, bottom)
    }

    /// `base + leaf * leaf`
    fn above_one(&mut self, base: f64) -> Real {
        let l = self.leaf();
        Real::add(Real::c(base), Real::mul(l.clone(), l))
    }

    /// `base + sin(e)`
    fn above_zero(&mut self, base: f64, depth: u32) -> Real {
        Real::add(Real::c(base), Real::math(MathFn::Sin, self.real(depth - 1)))
    }

    /// A call into libm with arguments kept away from singularities.
    fn math(&mut self, depth: u32) -> Real {
        let e = self.real(depth - 1);
        let bounded = |g: &mut Gen, scale| Real::scaled(scale, Real::math(MathFn::Sin, g.leaf()));
        match self.between(0, 21) {
            0..=2 => Real::math(MathFn::Sin, e),
            3..=4 => Real::math(MathFn::Cos, e),
            5 => Real::math(MathFn::Tanh, e),
            6 => Real::math(MathFn::Exp, bounded(self, 0.75)),
            7 => {
                let l = self.leaf();
                Real::math(MathFn::Exp, Real::Neg(Box::new(Real::mul(l.clone(), l))))
            }
            8 => Real::math(MathFn::Log, self.above_zero(1.5, depth)),
            9 => {
                let l = self.leaf();
                Real::math(MathFn::Log1p, Real::mul(l.clone(), l))
            }
            10..=11 => Real::math(MathFn::Sqrt, self.above_one(1.0)),
            12 => Real::math(MathFn::Cbrt, self.above_zero(1.5, depth)),
            13 => Real::math(MathFn::Atan, e),
            14 => Real::math(MathFn::Asin, bounded(self, 0.875)),
            15 => Real::math(MathFn::Tan, bounded(self, 0.5)),
            16 => Real::math(MathFn::Sinh, bounded(self, 0.5)),
            17 => Real::math(MathFn::Fabs, e),
            _ => self.math2(e, depth),
        }
    }

    fn math2(&mut self, e: Real, depth: u32) -> Real {
        match self.between(0, 5) {
            0 => Real::Math(MathFn::Fmax, vec![e, self.leaf()]),
            1 => Real::Math(MathFn::Fmin, vec![e, self.leaf()]),
            2 => Real::Math(MathFn::Atan2, vec![e, self.above_one(0.75)]),
            3 => Real::Math(MathFn::Hypot, vec![e, self.above_one(0.5)]),
            4 => Real::Math(MathFn::Pow, vec![self.above_zero(1.75, depth), self.leaf()]),
            _ => Real::Math(
                MathFn::Pow,
                vec![self.leaf(), Real::c(self.between(2, 3) as f64)],
            ),
        }
    }

    /// A value read from somewhere, or a constant.
    pub(super) fn leaf(&mut self) -> Real {
        for _ in 0..6 {
            let place = match self.between(0, 19) {
                0..=5 => self.any_scalar().map(|s| s.place),
                6..=12 => self.array_element(false).map(|(p, _)| p),
                13..=14 => self.matrix_element(false),
                15..=17 => self.struct_real(false).map(|(p, _)| p),
                18 if self.chance(50) => return self.constant(),
                18 => self.table_element(),
                _ => match self.pick(&self.body.scope.ints.clone()) {
                    Some(i) if i.hi <= 8 => {
                        let int = Real::FromInt(Box::new(Int::Load(i.place)));
                        return Real::scaled(0.125, int);
                    }
                    _ => None,
                },
            };
            if let Some(place) = place {
                return Real::Load(place);
            }
        }
        self.constant()
    }

    fn constant(&mut self) -> Real {
        let prec = if self.maybe(Feature::Floats, 15) {
            Prec::F32
        } else {
            Prec::F64
        };
        Real::Const(self.number(), prec)
    }

    /// An element of an array other than a constant table.
    pub(super) fn array_element(&mut self, writable: bool) -> Option<(Place, Prec)> {
        let mut arrays = self.body.scope.arrays.clone();
        arrays.retain(|a| a.writable || (!writable && !is_global(&a.base)));
        let array = self.pick(&arrays)?;
        Some((array.base.at(self.index(array.len)), array.prec))
    }

    fn table_element(&mut self) -> Option<Place> {
        let mut tables = self.body.scope.arrays.clone();
        tables.retain(|a| !a.writable && is_global(&a.base));
        let table = self.pick(&tables)?;
        Some(table.base.at(self.index(table.len)))
    }

    /// A scalar that may be read.
    fn any_scalar(&mut self) -> Option<Scalar> {
        let scope = &self.body.scope;
        let all = [&scope.scalars[..], &scope.fixed.scalars[..]].concat();
        self.pick(&all)
    }

    pub(super) fn matrix_element(&mut self, writable: bool) -> Option<Place> {
        let scope = &self.body.scope;
        let fixed = if writable {
            &[][..]
        } else {
            &scope.fixed.matrices
        };
        let all = [&scope.matrices[..], fixed].concat();
        let m = self.pick(&all)?;
        let row = self.index(m.rows);
        Some(m.base.at(row).at(self.index(m.cols)))
    }

    /// One struct (an element, when the choice falls on an array).
    pub(super) fn struct_place(&mut self, s: &Aggregate) -> Place {
        match s.len {
            Some(len) => s.base.clone().at(self.index(len)),
            None => s.base.clone(),
        }
    }

    /// A real inside some struct in scope.
    pub(super) fn struct_real(&mut self, writable: bool) -> Option<(Place, Prec)> {
        let scope = &self.body.scope;
        let fixed = if writable {
            &[][..]
        } else {
            &scope.fixed.structs
        };
        let all = [&scope.structs[..], fixed].concat();
        let s = self.pick(&all)?;
        let place = self.struct_place(&s);
        self.descend(place, &Type::Struct(s.id))
    }

    /// Follows random fields and elements down to a real.
    fn descend(&mut self, place: Place, ty: &Type) -> Option<(Place, Prec)> {
        match ty {
            Type::Int => None,
            Type::Real(prec) => Some((place, *prec)),
            Type::Struct(id) => {
                let fields = self.structs[*id].fields.clone();
                let k = self.between(0, fields.len() as i64 - 1) as usize;
                self.descend(place.field(k), &fields[k].ty)
            }
            Type::Array(elem, len) => {
                let index = self.index(*len);
                self.descend(place.at(index), elem)
            }
            Type::Ptr(elem) if matches!(**elem, Type::Real(_)) => {
                let index = self.index(POINTER_FIELD);
                self.descend(place.at(index), elem)
            }
            Type::Ptr(_) => None,
        }
    }

    /// An index expression in `0..len`.
    pub(super) fn index(&mut self, len: usize) -> Int {
        let last = len as i64 - 1;
        if self.maybe(Feature::IntData, 6)
            && let Some(index) = self.data_index(last)
        {
            return index;
        }
        if !self.chance(85) {
            return Int::Const(self.between(0, last));
        }
        let mut ints = self.body.scope.ints.clone();
        // Loop counters and other varying integers rather than known ones.
        if self.chance(85) {
            ints.retain(|i| i.lo < i.hi);
        }
        // The innermost loop's counter makes an element of every iteration.
        let innermost = ints.last().cloned().filter(|_| self.chance(45));
        let Some(i) = innermost.or_else(|| self.pick(&ints)) else {
            return Int::Const(self.between(0, last));
        };
        let value = Int::Load(i.place);
        let width = i.hi - i.lo;
        if i.lo >= 0 && i.hi <= last && self.chance(75) {
            value
        } else if width <= last && self.chance(60) {
            let shift = self.between(-i.lo, last - i.hi);
            Int::add(value, shift)
        } else if i.lo >= 0 {
            let factor = self.between(1, 3);
            let offset = self.between(0, 2);
            let scaled = if factor == 1 {
                value
            } else {
                Int::bin(IntOp::Mul, value, Int::Const(factor))
            };
            Int::bin(IntOp::Rem, Int::add(scaled, offset), Int::Const(len as i64))
        } else {
            Int::Const(self.between(0, last))
        }
    }

    /// An index that comes from an integer array or from an active value.
    fn data_index(&mut self, last: i64) -> Option<Int> {
        if self.maybe(Feature::Math, 30) && last >= 2 {
            let wave = Real::scaled(1.375, Real::math(MathFn::Sin, self.leaf_scalar()?));
            return Some(Int::Trunc(Box::new(Real::add(Real::c(1.5), wave))));
        }
        let mut arrays = self.body.scope.int_arrays.clone();
        arrays.retain(|a| a.hi <= last);
        let array = self.pick(&arrays)?;
        let slot = self.between(0, array.len as i64 - 1);
        Some(Int::Load(array.base.at(Int::Const(slot))))
    }

    fn leaf_scalar(&mut self) -> Option<Real> {
        self.any_scalar().map(|s| Real::Load(s.place))
    }

    /// An integer expression in `lo..=hi`.
    pub(super) fn int_in(&mut self, lo: i64, hi: i64) -> Int {
        let mut fitting = self.body.scope.ints.clone();
        fitting.retain(|i| i.lo >= lo && i.hi <= hi);
        match self.pick(&fitting) {
            Some(i) if self.chance(70) => Int::Load(i.place),
            _ if self.maybe(Feature::Branches, 15) => {
                let (a, b) = (self.between(lo, hi), self.between(lo, hi));
                let cond = Box::new(self.simple_cond());
                Int::Select(cond, Box::new(Int::Const(a)), Box::new(Int::Const(b)))
            }
            _ => Int::Const(self.between(lo, hi)),
        }
    }

    /// A condition on active values or on integers.
    pub(super) fn cond(&mut self) -> Cond {
        let simple = self.simple_cond();
        if !self.chance(15) {
            return simple;
        }
        let other = self.simple_cond();
        match self.between(0, 2) {
            0 => Cond::And(Box::new(simple), Box::new(other)),
            1 => Cond::Or(Box::new(simple), Box::new(other)),
            _ => Cond::Not(Box::new(simple)),
        }
    }

    fn simple_cond(&mut self) -> Cond {
        if self.chance(30)
            && let Some(cond) = self.int_cond()
        {
            return cond;
        }
        let a = self.real(1);
        let b = if self.chance(60) {
            Real::c(self.number() / 2.0)
        } else {
            self.leaf()
        };
        let cmp = [Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge][self.between(0, 3) as usize];
        Cond::Real(cmp, a, b)
    }

    fn int_cond(&mut self) -> Option<Cond> {
        let i = self.pick(&self.body.scope.ints.clone())?;
        let value = Int::Load(i.place);
        if i.lo >= 0 && self.chance(50) {
            let parity = Int::bin(IntOp::Rem, value, Int::Const(self.between(2, 3)));
            return Some(Cond::Int(Cmp::Eq, parity, Int::Const(self.between(0, 1))));
        }
        let cmp = [Cmp::Lt, Cmp::Gt, Cmp::Ne, Cmp::Ge][self.between(0, 3) as usize];
        Some(Cond::Int(cmp, value, Int::Const(self.between(i.lo, i.hi))))
    }

    /// Brings an expression back to moderate size before it is stored.
    pub(super) fn tamed(&mut self, e: Real) -> Real {
        match self.between(0, 9) {
            0..=1 if self.features.has(Feature::Math) => Real::math(MathFn::Sin, e),
            2..=3 if self.features.has(Feature::Math) => Real::math(MathFn::Tanh, e),
            4..=5 => Real::bin(RealOp::Div, e, self.above_one(1.5)),
            _ => Real::mul(self.fraction(3, 10), e),
        }
    }

    /// A value to store over `old`: a fresh one or a recurrence.
    pub(super) fn next_value(&mut self, old: &Place, depth: u32) -> Real {
        let e = self.real(depth);
        if self.chance(50) {
            return self.tamed(e);
        }
        let keep = Real::mul(self.fraction(6, 12), Real::Load(old.clone()));
        Real::add(keep, Real::mul(self.fraction(2, 7), e))
    }

    /// A call of a helper without side effects.
    fn pure_call(&mut self) -> Option<Real> {
        let ceiling = self.cost_left();
        let callable = |s: &super::scope::Sig| {
            s.pure && s.cost <= ceiling && matches!(s.ret, super::scope::Ret::Real(_))
        };
        let pure: Vec<usize> = self
            .callable()
            .filter(|f| callable(&self.sigs[*f]))
            .collect();
        let f = self.pick(&pure)?;
        self.body.cost += self.body.trips * self.sigs[f].cost;
        let params = self.sigs[f].params.clone();
        let args = params
            .iter()
            .map(|p| self.pure_arg(p))
            .collect::<Option<Vec<Arg>>>()?;
        Some(Real::Call(f, args))
    }

    fn pure_arg(&mut self, param: &Param) -> Option<Arg> {
        match param {
            Param::Real(_) => Some(Arg::Real(self.leaf())),
            Param::Int(lo, hi) => Some(Arg::Int(self.int_in(*lo, *hi))),
            _ => None,
        }
    }
}

fn is_global(place: &Place) -> bool {
    matches!(place, Place::Global(_))
}
