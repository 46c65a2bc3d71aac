//! Loops, branches, switches and jumps. Owns trip counts, the ranges of loop variables and the frees
//! a jump must do first.

use super::Gen;
use super::scope::{Integer, Ret};
use super::stmt::ends_in_jump;
use crate::ast::{Arg, Block, Case, Cmp, Cond, Init, Int, MathFn, Place, Prec, Real, Stmt, Type};
use crate::features::Feature;

/// A loop's bounds: `from` and `to` as written, with the range the variable stays in.
pub(super) struct Bounds {
    from: Int,
    to: Int,
    step: i64,
    pub(super) lo: i64,
    pub(super) hi: i64,
}

impl Bounds {
    pub(super) fn up_to(end: i64) -> Self {
        Self {
            from: Int::Const(0),
            to: Int::Const(end),
            step: 1,
            lo: 0,
            hi: end - 1,
        }
    }

    pub(super) fn trips(&self) -> u64 {
        ((self.hi - self.lo) / self.step.abs() + 1) as u64
    }

    /// The loop.
    pub(super) fn around(self, var: usize, body: Block) -> Stmt {
        Stmt::For {
            var,
            from: self.from,
            to: self.to,
            step: self.step,
            body,
        }
    }
}

impl Gen {
    /// Runs `make` inside a loop body that is executed about `trips` times per entry.
    pub(super) fn in_loop<T>(&mut self, trips: u64, make: impl FnOnce(&mut Gen) -> T) -> T {
        let saved = (self.body.in_loop, self.body.in_switch, self.body.trips);
        self.body.in_loop = Some(self.body.scope.mark());
        self.body.in_switch = false;
        self.body.trips *= trips.max(1);
        self.body.depth += 1;
        let made = make(self);
        (self.body.in_loop, self.body.in_switch, self.body.trips) = saved;
        self.body.depth -= 1;
        made
    }

    /// Whether a loop of about 12 statement executions still fits.
    pub(super) fn may_loop(&self) -> bool {
        self.body.depth < 3 && self.cost_left() > 24
    }

    pub(super) fn for_loop(&mut self, out: &mut Block) {
        self.counted_loop(Block::new(), out);
    }

    /// A loop whose body begins with the given statements.
    pub(super) fn counted_loop(&mut self, mut body: Block, out: &mut Block) {
        if !self.may_loop() {
            return;
        }
        let b = self.bounds();
        let mark = self.body.scope.mark();
        let var = self.body.var("i", Type::Int);
        let count = self.between(1, 4) as u32;
        let body = self.in_loop(b.trips(), |g| {
            g.body.add_int(var, b.lo, b.hi);
            let inner = g.body.scope.mark();
            let first = body.len();
            g.statements(count, &mut body);
            if body.len() == first || (g.chance(70) && !ends_in_jump(&body)) {
                g.assign(&mut body);
            }
            g.close(inner, &mut body);
            body
        });
        self.body.scope.restore(mark);
        out.push(b.around(var, body));
    }

    pub(super) fn bounds(&mut self) -> Bounds {
        let (to, most) = self.upper_bound();
        let start = self.between(0, 1.min(most - 1));
        match self.between(0, 9) {
            // Downwards; with a step of two only from a constant, so that it stays simple.
            0..=1 => {
                let from = Int::add(to, -1);
                Bounds {
                    from,
                    to: Int::Const(start - 1),
                    step: -1,
                    lo: start,
                    hi: most - 1,
                }
            }
            2 => Bounds {
                from: Int::Const(start),
                to,
                step: 2,
                lo: start,
                hi: most - 1,
            },
            _ => Bounds {
                from: Int::Const(start),
                to,
                step: 1,
                lo: start,
                hi: most - 1,
            },
        }
    }

    /// A trip count expression with its largest value (at least one).
    fn upper_bound(&mut self) -> (Int, i64) {
        let mut usable = self.body.scope.ints.clone();
        usable.retain(|i| i.lo >= 0 && i.hi >= 1 && i.hi <= 6);
        match self.pick(&usable) {
            Some(i) if self.chance(55) => {
                let extra = i64::from(self.chance(30));
                (Int::add(Int::Load(i.place), extra), i.hi + extra)
            }
            _ => {
                let n = self.between(2, 5);
                (Int::Const(n), n)
            }
        }
    }

    pub(super) fn branch(&mut self, out: &mut Block) {
        let cond = self.cond();
        let count = self.between(1, 3) as u32;
        let yes = self.block(count);
        let no = if self.chance(45) {
            self.block(count)
        } else {
            Block::new()
        };
        out.push(Stmt::If(cond, yes, no));
    }

    /// `while (k < limit && value beyond a threshold) { k++; ...; value shrinks }`
    pub(super) fn while_loop(&mut self, out: &mut Block) {
        if !self.may_loop() {
            return;
        }
        let start = self.real(1);
        let value = self.new_scalar(Prec::F64, start, out);
        let limit = self.between(3, 6);
        let k = self.body.var("k", Type::Int);
        out.push(Stmt::Decl(k, Init::Value(Arg::Int(Int::Const(0)))));
        let magnitude = self.magnitude(Real::Load(value.clone()));
        let threshold = Real::c(self.between(1, 6) as f64 / 16.0);
        let active = Cond::Real(Cmp::Gt, magnitude, threshold);
        let counted = Cond::Int(Cmp::Lt, Int::var(k), Int::Const(limit));
        let body = self.in_loop(limit as u64, |g| g.shrinking_body(k, limit, &value));
        out.push(match self.between(0, 2) {
            0 => Stmt::DoWhile(body, Cond::And(Box::new(counted), Box::new(active))),
            1 => Stmt::While(Cond::And(Box::new(counted), Box::new(active)), body),
            _ => Stmt::While(counted, self.exit_first(active, body)),
        });
        self.body.add_int(k, 0, limit);
    }

    /// The same loop with its data-dependent exit inside the body.
    fn exit_first(&mut self, go_on: Cond, mut body: Block) -> Block {
        let leave = Stmt::If(Cond::Not(Box::new(go_on)), vec![Stmt::Break], Block::new());
        body.insert(0, leave);
        body
    }

    fn magnitude(&mut self, e: Real) -> Real {
        match self.maybe(Feature::Math, 60) {
            true => Real::math(MathFn::Fabs, e),
            false => Real::mul(e.clone(), e),
        }
    }

    fn shrinking_body(&mut self, k: usize, limit: i64, value: &Place) -> Block {
        let mark = self.body.scope.mark();
        let next = Int::add(Int::var(k), 1);
        let mut body = vec![Stmt::Assign(Place::Var(k), Arg::Int(next))];
        self.body.add_int(k, 1, limit);
        let l = self.leaf();
        let pull = self.tamed(l);
        let kept = Real::scaled(0.5625, Real::Load(value.clone()));
        let shrunk = Real::add(kept, Real::scaled(0.125, pull));
        body.push(Stmt::Assign(value.clone(), Arg::Real(shrunk)));
        let count = self.between(1, 3) as u32;
        self.statements(count, &mut body);
        self.close(mark, &mut body);
        body
    }

    /// A fixed-point iteration until the step is small: the trip count depends on the data.
    pub(super) fn iteration(&mut self, out: &mut Block) {
        if self.cost_left() < 60 {
            return;
        }
        let (start, coupling) = (self.leaf(), self.leaf());
        let value = self.new_scalar(Prec::F64, start, out);
        let step = self.new_scalar(Prec::F64, Real::c(1.0), out);
        let k = self.body.var("k", Type::Int);
        out.push(Stmt::Decl(k, Init::Value(Arg::Int(Int::Const(0)))));
        let load = |p: &Place| Real::Load(p.clone());
        let update = match self.features.has(Feature::Math) {
            true => Real::math(MathFn::Cos, Real::add(load(&value), coupling)),
            false => Real::add(Real::scaled(0.5, load(&value)), coupling),
        };
        let squared = Real::mul(load(&step), load(&step));
        let unfinished = Cond::Real(Cmp::Gt, squared, Real::c(0.015625));
        let counted = Cond::Int(Cmp::Lt, Int::var(k), Int::Const(12));
        let relaxed = Real::scaled(0.625, load(&step));
        let body = vec![
            Stmt::Assign(
                step.clone(),
                Arg::Real(Real::bin(crate::ast::RealOp::Sub, update, load(&value))),
            ),
            Stmt::Update(crate::ast::RealOp::Add, value, relaxed),
            Stmt::Assign(Place::Var(k), Arg::Int(Int::add(Int::var(k), 1))),
        ];
        self.body.cost += 36 * self.body.trips;
        out.push(Stmt::While(
            Cond::And(Box::new(unfinished), Box::new(counted)),
            body,
        ));
        self.body.add_int(k, 0, 12);
    }

    /// A conditional break, continue or early return.
    pub(super) fn exit(&mut self, out: &mut Block) {
        let cond = self.exit_cond();
        let jump = match (self.body.in_loop, self.body.in_switch) {
            (Some(mark), in_switch) if self.chance(75) => {
                let jump = if in_switch || self.chance(50) {
                    Stmt::Continue
                } else {
                    Stmt::Break
                };
                let mut block = self.body.scope.frees_since(mark);
                block.push(jump);
                block
            }
            // No jump leaves a region.
            _ if self.body.teams > 0 => return,
            _ => self.early_return(),
        };
        let mut block = Block::new();
        if self.chance(50) {
            self.assign(&mut block);
        }
        block.extend(jump);
        out.push(Stmt::If(cond, block, Block::new()));
    }

    /// Rarely true, so that most of the program still runs.
    fn exit_cond(&mut self) -> Cond {
        let a = self.leaf();
        let b = Real::c(0.75 + self.number().abs() / 2.0);
        Cond::Real(Cmp::Gt, a, b)
    }

    fn early_return(&mut self) -> Block {
        let value = self.return_value();
        // The value is computed first: it may read what is about to be freed.
        let mut block = Block::new();
        let frees = self.body.scope.frees();
        match value {
            Some(Arg::Real(e)) if !frees.is_empty() => {
                let var = self.body.var("t", Type::F64);
                block.push(Stmt::Decl(var, Init::Value(Arg::Real(e))));
                block.extend(frees);
                block.push(Stmt::Return(Some(Arg::Real(Real::Load(Place::Var(var))))));
            }
            Some(Arg::Int(_)) => {
                block.extend(frees);
                block.push(Stmt::Return(Some(Arg::Int(Int::Const(0)))));
            }
            value => {
                block.extend(frees);
                block.push(Stmt::Return(value));
            }
        }
        block
    }

    /// A value of the function's return type.
    pub(super) fn return_value(&mut self) -> Option<Arg> {
        match self.body.ret.clone() {
            Ret::Void => None,
            Ret::Real(_) => Some(Arg::Real(self.real(2))),
            Ret::Int(hi) => Some(Arg::Int(self.int_in(0, hi))),
            // By convention the first struct in scope of such a function is its result.
            Ret::Struct(_) => Some(Arg::Struct(self.body.scope.structs[0].base.clone())),
        }
    }

    pub(super) fn switch(&mut self, out: &mut Block) {
        let mut usable = self.body.scope.ints.clone();
        usable.retain(|i| i.hi > i.lo && i.lo >= 0);
        let Some(Integer { place, lo, hi }) = self.pick(&usable) else {
            return;
        };
        let on = match hi - lo {
            0..=3 => Int::Load(place),
            _ => Int::bin(crate::ast::IntOp::Rem, Int::Load(place), Int::Const(3)),
        };
        let was = std::mem::replace(&mut self.body.in_switch, true);
        let cases = (0..self.between(1, 3)).map(|k| self.case(k)).collect();
        let default = if self.chance(70) {
            self.block(2)
        } else {
            Block::new()
        };
        self.body.in_switch = was;
        out.push(Stmt::Switch { on, cases, default });
    }

    fn case(&mut self, value: i64) -> Case {
        let body = self.block(2);
        Case {
            value,
            body,
            falls_through: self.chance(20),
        }
    }
}
