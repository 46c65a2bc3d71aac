//! Loops at the end of functions that only add up: what a reverse pass may run iteration by iteration. Owns what they add up, the memory
//! that each iteration fills before it reads it, and how either can miss that by little.

use super::Gen;
use super::flow::Bounds;
use super::scope::Array;
use crate::ast::{Arg, Block, Init, Int, MathFn, Place, Real, RealOp, Stmt, Type};
use crate::features::Feature;

impl Gen {
    /// An expression, and what a loop adds to it.
    pub(super) fn with_sum(&mut self, value: Real, out: &mut Block) -> Real {
        if !self.maybe(Feature::Sums, 60) || !self.may_loop() {
            return value;
        }
        let var = self.body.var("sum", Type::F64);
        out.push(Stmt::Decl(var, Init::Value(Arg::Real(Real::c(0.0)))));
        let sum = Place::Var(var);
        let row = match self.maybe(Feature::Arrays, 60) {
            true => self.row(out),
            false => None,
        };
        let bounds = match self.chance(60) && self.cost_left() > 400 {
            // Too many to be written out one after the other.
            true => Bounds::up_to(self.between(12, 24)),
            false => self.bounds(),
        };
        let i = self.body.var("i", Type::Int);
        let body = self.in_loop(bounds.trips(), |g| {
            g.body.add_int(i, bounds.lo, bounds.hi);
            g.iteration_of(&sum, row.as_ref())
        });
        out.push(bounds.around(i, body));
        let total = Real::Load(sum);
        match self.chance(85) {
            true => Real::add(value, total),
            // A forward sweep needs it.
            false => Real::mul(value, total),
        }
    }

    /// Memory for the iterations, in which something lies that most of them do not read.
    fn row(&mut self, out: &mut Block) -> Option<Array> {
        match self.maybe(Feature::Heap, 40) {
            true => self.heap_array(out),
            false => self.local_array(out),
        }
        self.body.scope.arrays.pop()
    }

    fn iteration_of(&mut self, sum: &Place, row: Option<&Array>) -> Block {
        let mark = self.body.scope.mark();
        let mut body = Block::new();
        if let Some(row) = row {
            self.fill_row(row, &mut body);
        }
        if self.chance(40) {
            self.statements(1, &mut body);
        }
        if let Some(row) = row {
            self.add_row(sum, row, &mut body);
        }
        if row.is_none() || self.chance(50) {
            self.add_term(sum, 2, &mut body);
        }
        self.close(mark, &mut body);
        body
    }

    /// Fills the row, now and then only a part of it or on some paths, and brings it into scope.
    fn fill_row(&mut self, row: &Array, out: &mut Block) {
        let len = row.len as i64;
        let way = self.between(0, 9);
        let to = if way == 0 { len - 1 } else { len };
        let filled = self.fill(&row.base, Int::Const(to), row.len, row.prec);
        out.push(match way {
            1 => Stmt::If(self.cond(), vec![filled], Block::new()),
            2 => {
                let other = self.fill(&row.base, Int::Const(to), row.len, row.prec);
                Stmt::If(self.cond(), vec![filled], vec![other])
            }
            _ => filled,
        });
        let writable = self.chance(30);
        self.body.scope.arrays.push(Array {
            writable,
            ..row.clone()
        });
    }

    /// Adds what lies in the row, element by element.
    fn add_row(&mut self, sum: &Place, row: &Array, out: &mut Block) {
        let mark = self.body.scope.mark();
        let k = self.body.var("i", Type::Int);
        let body = self.in_loop(row.len as u64, |g| {
            g.body.add_int(k, 0, row.len as i64 - 1);
            let element = Real::Load(row.base.clone().at(Int::var(k)));
            let other = g.real(1);
            let term = Real::mul(element, g.tamed(other));
            let term = g.bent(term);
            vec![Stmt::Update(RealOp::Add, sum.clone(), term)]
        });
        self.body.scope.restore(mark);
        out.push(Stmt::For {
            var: k,
            from: Int::Const(0),
            to: Int::Const(row.len as i64),
            step: 1,
            body,
        });
    }

    /// Makes something of a term that is kept for its derivative, most of the time.
    fn bent(&mut self, term: Real) -> Real {
        match self.between(0, 3) {
            0 => term,
            1 => Real::mul(term.clone(), term),
            _ if !self.features.has(Feature::Math) => Real::mul(term.clone(), term),
            _ => Real::math(MathFn::Exp, Real::math(MathFn::Sin, term)),
        }
    }

    /// Adds a term, takes it away, or does so on one path only.
    fn add_term(&mut self, sum: &Place, depth: u32, out: &mut Block) {
        let term = self.real(depth);
        let term = self.tamed(term);
        let term = self.bent(term);
        let op = match self.chance(75) {
            true => RealOp::Add,
            false => RealOp::Sub,
        };
        let added = Stmt::Update(op, sum.clone(), term);
        out.push(match self.maybe(Feature::Branches, 30) {
            true => Stmt::If(self.cond(), vec![added], Block::new()),
            false => added,
        });
    }
}
