//! Work that one worker does: the body of a worksharing loop, a section, what one of the workers does. Owns the scope of such code, trip
//! counts, schedules and the clauses of loops.

use super::{Pool, mentions, var_of};
use crate::ast::omp::{Clauses, Count, Omp, Schedule, WorkLoop};
use crate::ast::{Arg, Block, Init, Int, Place, Prec, Real, RealOp, Stmt, Type};
use crate::features::Feature;
use crate::generate::Gen;
use crate::generate::scope::{Array, Scalar, Scope};

/// A variable that counts from `lo` to `hi`.
pub(super) struct Range {
    pub(super) count: Count,
    pub(super) lo: i64,
    pub(super) hi: i64,
}

impl Gen {
    /// The body of a construct that one worker runs about `trips` times, with what `scope` names.
    pub(super) fn unit(
        &mut self,
        scope: Scope,
        (trips, jumps): (u64, bool),
        make: impl FnOnce(&mut Gen, &mut Block),
    ) -> Block {
        let outer = std::mem::replace(&mut self.body.scope, scope);
        let mut body = Block::new();
        self.in_loop(trips, |g| {
            // A worksharing loop may be continued, not left.
            g.body.in_switch = true;
            if !jumps {
                g.body.in_loop = None;
            }
            let mark = g.body.scope.mark();
            make(g, &mut body);
            g.close(mark, &mut body);
        });
        self.body.scope = outer;
        body
    }

    /// A range within `0..len`, mostly all of it, or of it but for `margin` elements at both ends.
    pub(super) fn range(&mut self, len: usize, margin: i64) -> Range {
        let var = self.body.var("i", Type::Int);
        let lo = margin.max(i64::from(self.chance(15))).min(len as i64 - 1);
        let last = (len as i64 - 1 - margin).max(lo);
        let hi = if self.chance(75) {
            last
        } else {
            self.between(lo, last)
        };
        let end = self.known(hi + 1);
        let (from, to, step) = match self.between(0, 9) {
            0 => (Int::add(end, -1), Int::Const(lo - 1), -1),
            1 => (Int::Const(lo), end, 2),
            _ => (Int::Const(lo), end, 1),
        };
        let count = Count {
            var,
            from,
            to,
            step,
        };
        Range { count, lo, hi }
    }

    /// A number that is written as it is, or taken from a variable that holds it.
    pub(super) fn known(&mut self, value: i64) -> Int {
        let mut exact = self.body.scope.ints.clone();
        exact.retain(|i| i.lo == i.hi && matches!(i.place, Place::Var(_)));
        match self.pick(&exact) {
            Some(i) if self.chance(50) => Int::add(Int::Load(i.place), value - i.lo),
            _ => Int::Const(value),
        }
    }

    pub(super) fn schedule(&mut self) -> Schedule {
        let chunk = self.chance(50).then(|| self.between(1, 3));
        match self.between(0, 15) {
            0..=3 => Schedule::Unsaid,
            4..=7 => Schedule::Static(chunk),
            8..=10 => Schedule::Dynamic(chunk),
            11..=12 => Schedule::Guided(chunk),
            13..=14 => Schedule::Runtime,
            _ => Schedule::Auto,
        }
    }

    /// A worksharing loop over ranges, whose body may read what `pool` allows while `writes` are written.
    pub(super) fn shared_loop(
        &mut self,
        pool: &mut Pool,
        (ranges, writes): (Vec<Range>, &[usize]),
        make: impl FnOnce(&mut Gen, &mut Block),
    ) -> WorkLoop {
        let mut clauses = Clauses::default();
        let mut scope = pool.scope(writes);
        if self.chance(20) {
            clauses.firstprivate.extend(self.handed_in(pool, writes));
        }
        let private = self.chance(20).then(|| {
            let var = self.declared_before("t", Prec::F64, pool);
            clauses.private.push(var);
            var
        });
        let row = self.maybe(Feature::Arrays, 8).then(|| {
            let (len, prec) = (self.between(2, 3) as usize, self.real_prec());
            let var = self.body.var("row", Type::array(Type::Real(prec), len));
            pool.before.push(Stmt::Decl(var, Init::None));
            clauses.private.push(var);
            (var, len, prec)
        });
        let mut trips = 1;
        for range in &ranges {
            trips *= (range.hi - range.lo + 1) as u64;
            let place = Place::Var(range.count.var);
            scope.ints.push(crate::generate::scope::Integer {
                place,
                lo: range.lo,
                hi: range.hi,
            });
        }
        let body = self.unit(scope, (trips, true), |g, body| {
            if let Some(var) = private {
                let value = g.real(1);
                body.push(Stmt::Assign(Place::Var(var), Arg::Real(value)));
                g.body.add_scalar(var, Prec::F64);
            }
            if let Some((var, len, prec)) = row {
                body.push(g.fill(&Place::Var(var), Int::Const(len as i64), len, prec));
                g.add_array(var, false, prec, len);
            }
            make(g, body);
        });
        self.only_used(&mut clauses, &body);
        WorkLoop {
            loops: ranges.into_iter().map(|r| r.count).collect(),
            schedule: self.schedule(),
            nowait: false,
            ordered: false,
            clauses,
            body,
        }
    }

    /// Leaves out most copies that nobody reads.
    pub(super) fn only_used(&mut self, clauses: &mut Clauses, body: &Block) {
        let used = mentions(body);
        let rarely = self.chance(3);
        clauses.firstprivate.retain(|v| rarely || used.contains(v));
    }

    /// A shared variable that a loop may have a copy of: a scalar, an array or a struct.
    fn handed_in(&mut self, pool: &Pool, writes: &[usize]) -> Option<usize> {
        let scalars = pool.scalars.iter().map(|s| &s.place);
        let arrays = pool.arrays.iter().filter(|a| !a.is_pointer);
        let structs = pool.rest.fixed.structs.iter().filter(|s| s.len.is_none());
        let places = scalars.chain(arrays.map(|a| &a.base));
        let vars = places.chain(structs.map(|s| &s.base)).filter_map(var_of);
        let still = |v: &usize| !writes.contains(v) && !pool.written.contains(v);
        let vars: Vec<usize> = vars.filter(still).collect();
        self.pick(&vars)
    }

    /// Puts a loop into the region, with a barrier behind it or without.
    pub(super) fn put_loop(
        &mut self,
        pool: &mut Pool,
        (mut work, writes): (WorkLoop, &[usize]),
        out: &mut Block,
    ) {
        work.nowait = self.chance(30);
        let waits = !work.nowait;
        let stmt = Stmt::Omp(Box::new(Omp::Loop(work)));
        pool.note(&stmt, writes, waits);
        out.push(stmt);
    }

    /// An element of an array that is the iteration's own: `array[a * i + b]`, for `i` up to `hi`.
    pub(super) fn own_element(&mut self, array: &Array, range: &Range) -> Option<Scalar> {
        let most = array.len as i64 - 1;
        let mut fitting = Vec::new();
        for a in 1..=3 {
            let spare = most - a * range.hi;
            let first = (a * range.lo).min(2);
            fitting.extend((-first..=spare.min(2)).map(|b| (a, b)));
        }
        // The simplest one is the most likely one.
        let plain = fitting.contains(&(1, 0)) && self.chance(60);
        let (a, b) = if plain { (1, 0) } else { self.pick(&fitting)? };
        let i = Int::var(range.count.var);
        let scaled = match a {
            1 => i,
            _ => Int::bin(crate::ast::IntOp::Mul, i, Int::Const(a)),
        };
        Some(Scalar {
            place: array.base.clone().at(Int::add(scaled, b)),
            prec: array.prec,
        })
    }

    /// A value that reads arrays around the iteration's place, by indices, or anywhere.
    pub(super) fn shared_value(&mut self, range: &Range) -> Real {
        let mut arrays = self.body.scope.arrays.clone();
        arrays.retain(|a| a.len as i64 > range.hi && !matches!(a.base, Place::Global(_)));
        let Some(array) = self.pick(&arrays) else {
            return self.real(2);
        };
        match self.between(0, 9) {
            0..=2 => self.stencil(&array, range),
            3..=4 => self.gathered(&array, range),
            5 => self.windowed(range),
            6 => {
                let at = array.base.at(Int::var(range.count.var));
                let other = self.real(1);
                Real::mul(Real::Load(at), self.tamed(other))
            }
            _ => self.real(2),
        }
    }

    /// `array[i - 1] - array[i] * array[i + 1]` and the like, at the edges with what is there.
    fn stencil(&mut self, array: &Array, range: &Range) -> Real {
        use crate::ast::{Cmp, Cond};
        let i = || Int::var(range.count.var);
        let load = |index| Real::Load(array.base.clone().at(index));
        let left = match range.lo {
            0 => Int::Select(
                Box::new(Cond::Int(Cmp::Gt, i(), Int::Const(0))),
                Box::new(Int::add(i(), -1)),
                Box::new(i()),
            ),
            _ => Int::add(i(), -1),
        };
        let last = array.len as i64 - 1;
        let right = match range.hi < last {
            true => Int::add(i(), 1),
            false => Int::Select(
                Box::new(Cond::Int(Cmp::Lt, i(), Int::Const(last))),
                Box::new(Int::add(i(), 1)),
                Box::new(i()),
            ),
        };
        let around = Real::add(load(left), load(right));
        let (outer, inner) = (self.number(), self.number());
        match self.chance(50) {
            true => Real::add(Real::scaled(outer, around), Real::scaled(inner, load(i()))),
            false => Real::scaled(outer / 2.0, Real::mul(around, load(i()))),
        }
    }

    /// `array[p[i]]`
    fn gathered(&mut self, array: &Array, range: &Range) -> Real {
        let mut indices = self.body.scope.int_arrays.clone();
        indices.retain(|p| p.len as i64 > range.hi && p.hi < array.len as i64);
        let value = match self.pick(&indices) {
            Some(p) => {
                let index = Int::Load(p.base.at(Int::var(range.count.var)));
                Real::Load(array.base.clone().at(index))
            }
            None => {
                let index = self.index(array.len);
                Real::Load(array.base.clone().at(index))
            }
        };
        let weight = self.number();
        Real::scaled(weight, value)
    }

    /// Sets the iteration's own elements, or changes them.
    pub(super) fn set_own(&mut self, own: &[Scalar], range: &Range, body: &mut Block) {
        for s in own {
            let e = self.shared_value(range);
            let e = self.tamed(e);
            let cast = |e: Real| match s.prec {
                Prec::F32 => Real::Cast(Prec::F32, Box::new(e)),
                Prec::F64 => e,
            };
            body.push(match self.between(0, 9) {
                0..=1 => Stmt::Update(RealOp::Add, s.place.clone(), e),
                2 => Stmt::Update(RealOp::Mul, s.place.clone(), self.damping()),
                3..=4 => {
                    let kept = Real::scaled(0.5, Real::Load(s.place.clone()));
                    Stmt::Assign(s.place.clone(), Arg::Real(cast(Real::add(kept, e))))
                }
                _ => Stmt::Assign(s.place.clone(), Arg::Real(cast(e))),
            });
        }
    }
}
