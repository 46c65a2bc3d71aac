//! Statements that a thread does by itself, between the meetings of its block. Owns which places it may write; must not let threads wait.

use super::{Gen, Readable};
use crate::ast::{Cmp, Prec, RealOp};
use crate::grid::ast::{
    Array, Block, Cond, Id, Int, IntOp, Place, Range, Real, Record, Stmt, Ty, Var,
};

impl Gen {
    /// A few statements without barriers.
    pub(super) fn straight(&mut self, body: &mut Block, depth: u32) {
        for _ in 0..self.range(1, 3) {
            match self.range(0, 11) {
                0..=2 => self.set(body),
                3 | 4 => self.update(body),
                5 if depth > 0 => self.if_else(body, depth - 1),
                6 if depth > 0 => self.own_loop(body, depth - 1),
                7 => self.local_array(body),
                8 => self.set_int(body),
                9 => self.local_record(body),
                10 if !self.inside => self.update_output(body),
                11 if !self.inside && self.chance(0.5) => self.add_atomically(body),
                _ => self.set(body),
            }
        }
    }

    fn set(&mut self, body: &mut Block) {
        let value = self.real(2);
        let var = self.some_var();
        self.assign(body, var, value);
    }

    fn update(&mut self, body: &mut Block) {
        if self.reals.is_empty() {
            return self.set(body);
        }
        let reals = self.reals.clone();
        let place = Place::var(self.pick(&reals));
        let value = self.real(1);
        body.push(match self.range(0, 3) {
            0 => Stmt::Update(RealOp::Sub, place, value),
            1 => {
                let bounded = Real::Math(crate::ast::MathFn::Sin, Prec::F64, vec![value]);
                Stmt::Update(RealOp::Mul, place, bounded)
            }
            2 => Stmt::Update(RealOp::Div, place, Real::c(1.5)),
            _ => Stmt::Update(RealOp::Add, place, value),
        });
    }

    fn set_int(&mut self, body: &mut Block) {
        let limit = self.range(3, 16);
        let value = self.int().rem(limit);
        let var = self.new_var(Var::one(Ty::Int));
        body.push(Stmt::SetInt(Place::var(var), value));
        self.ints.push(var);
    }

    fn if_else(&mut self, body: &mut Block, depth: u32) {
        let cond = self.cond();
        let yes = self.branch(|g, b| g.straight(b, depth));
        let no = match self.chance(0.5) {
            true => self.branch(|g, b| g.straight(b, depth)),
            false => Vec::new(),
        };
        body.push(Stmt::If(cond, yes, no));
    }

    /// How often a loop of one thread is run.
    fn own_count(&mut self) -> Int {
        match self.range(0, 3) {
            0 => Int::THREAD.rem(3).plus(1),
            1 => self.int().rem(4),
            _ => self.uniform_count(),
        }
    }

    /// How often a loop is run that all threads run alike.
    pub(super) fn uniform_count(&mut self) -> Int {
        let by = self.range(0, 2);
        match self.range(0, 3) {
            0 | 1 if !self.inside => Int::Id(Id::N).rem(3).plus(by),
            2 => Int::Id(Id::Block).rem(2).plus(by),
            _ => Int::Const(by + 1),
        }
    }

    fn own_loop(&mut self, body: &mut Block, depth: u32) {
        let count = self.own_count();
        let range = match self.chance(0.7) {
            true => Range::Up(count),
            false => Range::Down(count),
        };
        let counter = self.new_var(Var::one(Ty::Int));
        let inner = self.branch(|g, b| {
            g.ints.push(counter);
            g.straight(b, depth);
            if g.chance(0.25) {
                let cond = g.cond();
                b.push(Stmt::If(cond, vec![Stmt::Break], Vec::new()));
                g.straight(b, 0);
            }
        });
        body.push(Stmt::For {
            counter,
            range,
            body: inner,
        });
    }

    /// A sum of numbers of the thread's own, which it comes to in a loop over the grid, or of numbers that others come to as well.
    pub(super) fn over_grid(&mut self, body: &mut Block, each: i64) {
        let first = self.constant();
        let sum = self.real_var();
        self.assign(body, sum, first);
        let limit = match self.range(0, 2) {
            0 => Int::Id(Id::N),
            _ => Int::Const(self.inputs as i64 / each),
        };
        let step = if self.chance(0.8) {
            Id::All
        } else {
            Id::Threads
        };
        let counter = self.new_var(Var::one(Ty::Int));
        let inner = self.branch(|g, b| {
            for _ in 0..g.range(1, 2) {
                let index = g.one_of(Int::var(counter), each);
                let factor = g.leaf();
                let value = Real::mul(factor, Real::Load(Place::of(Array::X, index)));
                b.push(Stmt::Update(RealOp::Add, Place::var(sum), value));
            }
        });
        body.push(Stmt::For {
            counter,
            range: Range::Over(limit, step),
            body: inner,
        });
    }

    /// An array of the thread, filled in a loop, and read by all that follows.
    fn local_array(&mut self, body: &mut Block) {
        let len = self.range(2, 5) as usize;
        let float = self.floats && self.chance(0.3);
        let ty = if float { Ty::F32 } else { Ty::F64 };
        let array = Array::Local(self.new_var(Var::array(ty, len)));
        let counter = self.new_var(Var::one(Ty::Int));
        let fill = self.branch(|g, b| {
            g.ints.push(counter);
            let value = g.real(2);
            b.push(Stmt::Set(Place::of(array, Int::var(counter)), value));
        });
        body.push(Stmt::For {
            counter,
            range: Range::Up(Int::Const(len as i64)),
            body: fill,
        });
        self.readable.push(Readable { array, ty, len });
        if self.chance(0.5) {
            let index = self.index(len);
            let value = self.real(1);
            body.push(Stmt::Update(RealOp::Add, Place::of(array, index), value));
        }
    }

    /// A record of the thread, set member by member.
    pub(super) fn fill_record(&mut self, body: &mut Block, place: &Place, record: Record) {
        for (k, (_, ty)) in record.fields().iter().enumerate() {
            let place = place.clone().field(k);
            body.push(match ty {
                Ty::Int => Stmt::SetInt(place, self.int().rem(5)),
                Ty::F64 | Ty::F32 | Ty::Record(_) => Stmt::Set(place, self.real(1)),
            });
        }
    }

    pub(super) fn record(&mut self) -> Record {
        match self.floats && self.chance(0.6) {
            true => Record::Mixed,
            false => Record::Pair,
        }
    }

    fn local_record(&mut self, body: &mut Block) {
        let record = self.record();
        let var = self.new_var(Var::one(Ty::Record(record)));
        self.fill_record(body, &Place::var(var), record);
        let last = record.fields().len() - 1;
        let value = match self.chance(0.5) {
            true => {
                let copy = self.new_var(Var::one(Ty::Record(record)));
                body.push(Stmt::Copy(Place::var(copy), Place::var(var)));
                Real::Load(Place::var(copy).field(last))
            }
            false => Real::Load(Place::var(var).field(last)),
        };
        let other = self.real(1);
        self.take(body, Real::mul(value, other));
    }

    fn update_output(&mut self, body: &mut Block) {
        let own = self.own as i64;
        let place = self.own_place(self.rng_index(own));
        let value = self.real(2);
        body.push(match self.range(0, 2) {
            0 => Stmt::Set(place, value),
            1 => Stmt::Update(RealOp::Mul, place, Real::mul(Real::c(0.5), value)),
            _ => Stmt::Update(RealOp::Add, place, value),
        });
    }

    fn rng_index(&self, limit: i64) -> usize {
        (self.vars.len() as i64 % limit) as usize
    }

    /// Maxima, or minima, of numbers that the thread has. Nothing is read behind the first, which may lie in the same memory.
    pub(super) fn raise(&mut self, body: &mut Block, most: bool) {
        let raise = |at, value| Stmt::Raise { at, value, most };
        let mut all = Vec::new();
        for _ in 0..self.range(1, 2) {
            let value = self.real(2);
            let var = self.real_var();
            self.assign(body, var, value);
            let (at, value) = (self.sum_place(), Real::var(var));
            all.push(match self.range(0, 3) {
                0 => {
                    let counter = self.new_var(Var::one(Ty::Int));
                    let factor = Real::FromInt(Int::var(counter).plus(1));
                    let count = Int::bin(IntOp::Min, Int::Id(Id::N), Int::Const(3));
                    Stmt::For {
                        counter,
                        range: Range::Up(count),
                        body: vec![raise(at, Real::mul(value, factor))],
                    }
                }
                1 => {
                    let some = Cond::Int(Cmp::Ne, Int::THREAD.rem(3), Int::Const(1));
                    Stmt::If(some, vec![raise(at, value)], Vec::new())
                }
                _ => raise(at, value),
            });
        }
        body.append(&mut all);
    }

    pub(super) fn add_atomically(&mut self, body: &mut Block) {
        if self.raises.is_some() {
            return;
        }
        let place = self.sum_place();
        let value = self.real(1);
        let add = Stmt::Atomic(place, Real::mul(Real::c(0.0625), value));
        body.push(match self.chance(0.4) {
            true => Stmt::If(self.cond(), vec![add], Vec::new()),
            false => add,
        });
    }
}
