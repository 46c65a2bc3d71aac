//! Values that the workers join: reductions, critical sections, locks, atomic updates, partial sums. Owns which operators go with which guard.

use super::units::Range;
use super::{Pool, reduction, var_of};
use crate::ast::omp::{
    Guard, Into, Item, JoinOp, LOCKS, NUMBERS, Omp, Partial, Reducer, Reduction, WorkLoop,
};
use crate::ast::{Block, Init, Int, Place, Prec, Real, Stmt, Type};
use crate::generate::Gen;
use crate::generate::scope::{Array, Scalar};
use crate::generate::stmt::ends_in_jump;

impl Gen {
    pub(super) fn join_op(&mut self, reduced: bool) -> JoinOp {
        match self.between(0, 11) {
            0..=6 => JoinOp::Add,
            7 if reduced => JoinOp::Sub,
            8..=9 => JoinOp::Mul,
            10 => JoinOp::Max,
            11 => JoinOp::Min,
            _ => JoinOp::Add,
        }
    }

    /// A loop that reduces one or two scalars, or an array.
    pub(super) fn reduction_loop(&mut self, pool: &mut Pool, out: &mut Block) {
        if self.chance(30) && !pool.is_in_function() {
            return self.array_reduction(pool, out);
        }
        let free = pool.free_scalars();
        let Some(first) = self.pick(&free) else {
            return self.barrier(pool, out);
        };
        let op = self.join_op(true);
        let mut clauses = vec![reduction(op, var_of(&first.place), None)];
        let mut targets = vec![(first.clone(), op)];
        if self.chance(35)
            && let Some(second) = self.pick(&free)
            && second.place != first.place
        {
            let other = if self.chance(50) {
                op
            } else {
                self.join_op(true)
            };
            let more = reduction(other, var_of(&second.place), None);
            match other == op {
                true => clauses[0].items.extend(more.items),
                false => clauses.push(more),
            }
            targets.push((second, other));
        }
        let writes: Vec<usize> = targets
            .iter()
            .filter_map(|(s, _)| var_of(&s.place))
            .collect();
        let len = self.between(2, 10) as usize;
        let mut work = self.joining(pool, (len, &writes), |g, body, range| {
            for (s, op) in &targets {
                let how = match *op {
                    JoinOp::Sub => (JoinOp::Add, Guard::Reduction),
                    op => (op, Guard::Reduction),
                };
                let mut join = match *op != JoinOp::Mul && g.chance(60) {
                    true => {
                        let e = g.shared_value(range);
                        g.join_with(s, how, e)
                    }
                    false => g.join_of(s, how.0, how.1),
                };
                if matches!(*op, JoinOp::Add | JoinOp::Sub) && g.chance(25) {
                    join.op = JoinOp::Sub;
                }
                body.push(g.joined(Guard::Reduction, join));
            }
        });
        work.clauses.reductions = clauses;
        self.put_loop(pool, (work, &writes), out);
    }

    /// A loop around joins.
    fn joining(
        &mut self,
        pool: &mut Pool,
        (len, writes): (usize, &[usize]),
        make: impl FnOnce(&mut Gen, &mut Block, &Range),
    ) -> WorkLoop {
        let range = self.range(len, 0);
        let like = Range {
            count: range.count.clone(),
            ..range
        };
        let count = self.between(0, 1) as u32;
        self.shared_loop(pool, (vec![range], writes), |g, body| {
            g.statements(count, body);
            if !ends_in_jump(body) {
                make(g, body, &like);
            }
        })
    }

    /// A join, perhaps on some paths only.
    fn joined(&mut self, guard: Guard, join: crate::ast::omp::Join) -> Stmt {
        let join = Stmt::Omp(Box::new(Omp::Join(guard, vec![join])));
        match self.maybe(crate::features::Feature::Branches, 20) {
            true => Stmt::If(self.cond(), vec![join], Block::new()),
            false => join,
        }
    }

    /// `reduction(+ : u[:n])`, whose iterations add to elements of any index.
    fn array_reduction(&mut self, pool: &mut Pool, out: &mut Block) {
        let Some(array) = self.pick(&pool.free_arrays()) else {
            return self.barrier(pool, out);
        };
        let Some(var) = var_of(&array.base) else {
            return;
        };
        // From other elements on, clang 22 aligns what it accesses more than its copies are.
        let first = match self.chance(25) {
            true => 4 * self.between(0, (array.len as i64 - 1) / 4) as usize,
            false => 0,
        };
        let len = array.len - first;
        let whole = !array.is_pointer && len == array.len && self.chance(60);
        let section = (!whole).then_some((first, len));
        let op = self.join_op(false);
        let trips = self.between(2, 8) as usize;
        let mut work = self.joining(pool, (trips, &[var]), |g, body, _| {
            for _ in 0..g.between(1, 2) {
                let s = g.any_element(&array, (first, len));
                let join = g.join_of(&s, op, Guard::Reduction);
                body.push(g.joined(Guard::Reduction, join));
            }
        });
        work.clauses.reductions.push(Reduction {
            op: Reducer::By(op),
            items: vec![Item { var, section }],
        });
        self.put_loop(pool, (work, &[var]), out);
    }

    /// An element of an array from `first` on, by any index.
    fn any_element(&mut self, array: &Array, (first, len): (usize, usize)) -> Scalar {
        let mut indices = self.body.scope.int_arrays.clone();
        indices.retain(|p| p.hi < len as i64);
        let index = match self.pick(&indices) {
            Some(p) if self.chance(50) => {
                let at = self.index(p.len);
                Int::Load(p.base.at(at))
            }
            _ => self.index(len),
        };
        Scalar {
            place: array.base.clone().at(Int::add(index, first as i64)),
            prec: array.prec,
        }
    }

    fn guard(&mut self, pool: &Pool) -> Guard {
        // A lock of the region's own must be that of all who join.
        let own = self.body.teams == 1 && !pool.is_in_function();
        let locks = if own { LOCKS } else { LOCKS - 1 };
        match self.between(0, 9) {
            0..=3 => Guard::Atomic,
            4..=5 => Guard::Critical(None),
            6..=7 => Guard::Critical(Some(self.between(0, 1) as usize)),
            _ => Guard::Lock {
                number: self.between(0, locks as i64 - 1) as usize,
                nested: self.chance(30),
            },
        }
    }

    /// The same where doubles are added, which is no atomic addition to a float.
    fn guard_of_doubles(&mut self, pool: &Pool, s: &Scalar) -> Guard {
        match (self.guard(pool), s.prec) {
            (Guard::Atomic, Prec::F32) => Guard::Critical(None),
            (guard, _) => guard,
        }
    }

    /// What goes with a guard.
    fn guarded_op(&mut self, guard: Guard) -> JoinOp {
        match guard {
            Guard::Atomic if self.chance(25) => JoinOp::Sub,
            Guard::Atomic => JoinOp::Add,
            _ => self.join_op(true),
        }
    }

    /// A loop whose iterations join to a scalar, or to elements of an array, one after the other.
    pub(super) fn joining_loop(&mut self, pool: &mut Pool, out: &mut Block) {
        let (scalar, array) = (
            self.pick(&pool.free_scalars()),
            self.pick(&pool.free_arrays()),
        );
        let guard = self.guard(pool);
        let op = self.guarded_op(guard);
        let len = self.between(2, 8) as usize;
        let (work, var) = match (scalar, array) {
            (Some(s), _) if self.chance(50) => {
                let var = var_of(&s.place);
                let writes: Vec<usize> = var.into_iter().collect();
                let work = self.joining(pool, (len, &writes), |g, body, range| {
                    let join = match op != JoinOp::Mul && g.chance(50) {
                        true => {
                            let e = g.shared_value(range);
                            g.join_with(&s, (op, guard), e)
                        }
                        false => g.join_of(&s, op, guard),
                    };
                    body.push(g.joined(guard, join));
                });
                (work, var)
            }
            (_, Some(array)) => {
                let var = var_of(&array.base);
                let writes: Vec<usize> = var.into_iter().collect();
                let work = self.joining(pool, (len, &writes), |g, body, _| {
                    let s = g.any_element(&array, (0, array.len));
                    let mut joins = vec![g.join_of(&s, op, guard)];
                    if g.chance(30) {
                        let s = g.any_element(&array, (0, array.len));
                        joins.push(g.join_of(&s, op, guard));
                    }
                    body.push(Stmt::Omp(Box::new(Omp::Join(guard, joins))));
                });
                (work, var)
            }
            _ => return self.barrier(pool, out),
        };
        let writes: Vec<usize> = var.into_iter().collect();
        self.put_loop(pool, (work, &writes), out);
    }

    /// Sums of each worker's own, joined behind the loop or kept by the worker's number.
    pub(super) fn partial_sums(&mut self, pool: &mut Pool, out: &mut Block) {
        let by_number = self.chance(35) && !pool.is_in_function() && self.body.teams == 1;
        let into = match (by_number, self.pick(&pool.free_scalars())) {
            (true, _) => {
                let ty = Type::array(Type::F64, NUMBERS);
                let array = self.body.var("part", ty);
                let sum = self.body.var("sum", Type::F64);
                pool.before.push(Stmt::Decl(array, Init::Zero));
                let zero = Init::Value(crate::ast::Arg::Real(Real::c(0.0)));
                pool.before.push(Stmt::Decl(sum, zero));
                let place = Place::Var(sum);
                let total = Omp::Total {
                    place: place.clone(),
                    var: array,
                };
                pool.after.push(Stmt::Omp(Box::new(total)));
                pool.exports.push(Scalar {
                    place,
                    prec: Prec::F64,
                });
                Into::Number(array)
            }
            (false, Some(s)) => Into::Guarded(self.guard_of_doubles(pool, &s), s.place),
            (false, None) => {
                let Some(array) = self.pick(&pool.free_arrays()) else {
                    return self.barrier(pool, out);
                };
                let s = self.any_element(&array, (0, array.len));
                Into::Guarded(self.guard_of_doubles(pool, &s), s.place)
            }
        };
        let target = match &into {
            Into::Guarded(_, Place::Index(base, _)) => var_of(base),
            Into::Guarded(_, place) => var_of(place),
            Into::Number(_) => None,
        };
        let writes: Vec<usize> = target.into_iter().collect();
        let own = Scalar {
            place: Place::Var(self.body.var("mine", Type::F64)),
            prec: Prec::F64,
        };
        let len = self.between(2, 8) as usize;
        let mut work = self.joining(pool, (len, &writes), |g, body, range| {
            let how = (JoinOp::Add, Guard::Reduction);
            let join = match g.chance(60) {
                true => {
                    let e = g.shared_value(range);
                    g.join_with(&own, how, e)
                }
                false => g.join_of(&own, how.0, how.1),
            };
            body.push(g.joined(Guard::Reduction, join));
        });
        work.nowait = true;
        let var = var_of(&own.place).unwrap_or_default();
        let stmt = Stmt::Omp(Box::new(Omp::Partial(Partial { var, work, into })));
        pool.note(&stmt, &writes, false);
        out.push(stmt);
    }

    /// Such sums twice, with a call in between in which workers may wait: others may be in the first loop still.
    pub(super) fn sums_again(&mut self, pool: &mut Pool, out: &mut Block) {
        self.partial_sums(pool, out);
        let Some(Stmt::Omp(last)) = out.last() else {
            return;
        };
        let Omp::Partial(first) = &**last else {
            return;
        };
        let mut again = first.clone();
        again.work.schedule = self.schedule();
        self.pass(pool, out);
        out.push(Stmt::Omp(Box::new(Omp::Partial(again))));
    }

    /// A loop that reduces a struct by the program's own operator.
    pub(super) fn tally_loop(&mut self, pool: &mut Pool, out: &mut Block) {
        if pool.is_in_function() || !self.features.has(crate::features::Feature::Structs) {
            return;
        }
        let id = self.tally_struct();
        let var = self.body.var("tally", Type::Struct(id));
        pool.before.push(Stmt::Decl(var, Init::Zero));
        pool.fresh.insert(var);
        let len = self.between(2, 8) as usize;
        let mut work = self.joining(pool, (len, &[var]), |g, body, range| {
            for (k, (_, op, len)) in crate::ast::omp::TALLY.into_iter().enumerate() {
                let field = Place::Var(var).field(k);
                let place = match len {
                    1 => field,
                    _ => field.at(Int::Const(g.between(0, len as i64 - 1))),
                };
                let s = Scalar {
                    place,
                    prec: Prec::F64,
                };
                let join = match op {
                    JoinOp::Add => {
                        let e = g.shared_value(range);
                        g.join_with(&s, (op, Guard::Reduction), e)
                    }
                    _ => g.join_of(&s, op, Guard::Reduction),
                };
                body.push(g.joined(Guard::Reduction, join));
            }
        });
        work.clauses.reductions.push(Reduction {
            op: Reducer::Declared,
            items: vec![Item { var, section: None }],
        });
        let parts = [(0, None), (1, None), (3, Some(0)), (3, Some(1))];
        for (field, index) in parts {
            let field = Place::Var(var).field(field);
            let place = match index {
                None => field,
                Some(k) => field.at(Int::Const(k)),
            };
            pool.exports.push(Scalar {
                place,
                prec: Prec::F64,
            });
        }
        self.put_loop(pool, (work, &[var]), out);
    }

    /// The struct of the declared reduction, created on first use.
    fn tally_struct(&mut self) -> usize {
        if let Some(id) = self.structs.iter().position(|s| s.name == "tally") {
            return id;
        }
        let field = |(name, _, len): &(&str, JoinOp, usize)| crate::ast::Field {
            name: (*name).to_owned(),
            ty: match len {
                1 => Type::F64,
                len => Type::array(Type::F64, *len),
            },
        };
        self.structs.push(crate::ast::StructDef {
            name: "tally".to_owned(),
            fields: crate::ast::omp::TALLY.iter().map(field).collect(),
        });
        self.structs.len() - 1
    }
}
