//! Worksharing loops whose iterations write memory of their own, and those with an order. Owns which memory is an iteration's own.

use super::units::Range;
use super::{Pool, var_of};
use crate::ast::omp::{Guard, Join, JoinOp, Omp, Schedule};
use crate::ast::{Arg, Block, Init, Int, IntOp, Place, Pointer, Prec, Real, Stmt, Type};
use crate::generate::Gen;
use crate::generate::scope::{Aggregate, Array, Scalar};
use crate::generate::stmt::ends_in_jump;

/// What of an array an iteration may write.
enum Part {
    Element(Scalar),
    /// `width` elements from the pointer on, which is declared so.
    Row(usize, Pointer, Array),
}

impl Gen {
    /// A loop whose iterations write elements or rows of arrays.
    pub(super) fn map_loop(&mut self, pool: &mut Pool, out: &mut Block) {
        let Some(first) = self.pick(&pool.free_arrays()) else {
            return self.barrier(pool, out);
        };
        if self.cost_left() < 4 * first.len as u64 {
            return;
        }
        let width = if self.chance(20) && first.len >= 4 {
            2
        } else {
            1
        };
        let margin = i64::from(width == 1 && first.len > 3 && self.chance(25));
        let stride = if self.chance(85) { 1 } else { 2 };
        let range = self.range((first.len / width / stride).max(1), margin);
        let mut parts = vec![self.part_of(&first, width, &range)];
        let mut writes: Vec<usize> = var_of(&first.base).into_iter().collect();
        let others = pool.free_arrays();
        if self.chance(35)
            && let Some(other) = self.pick(&others)
            && other.base != first.base
            && other.len as i64 > range.hi
        {
            parts.push(self.part_of(&other, 1, &range));
            writes.extend(var_of(&other.base));
        }
        let reduced = pool.reduced.clone();
        let work = self.mapped(pool, (range, &writes), parts, &reduced);
        self.put_loop(pool, (work, &writes), out);
    }

    fn part_of(&mut self, array: &Array, width: usize, range: &Range) -> Part {
        if width > 1 || self.chance(5) {
            let row = self.body.var("row", Type::ptr(Type::Real(array.prec)));
            let start = Int::bin(
                IntOp::Mul,
                Int::var(range.count.var),
                Int::Const(width as i64),
            );
            let at = Pointer::Offset(Box::new(array.pointer()), start);
            let own = Array {
                base: Place::Var(row),
                is_pointer: true,
                len: width,
                writable: true,
                addressable: true,
                ..array.clone()
            };
            return Part::Row(row, at, own);
        }
        let own = self.own_element(array, range);
        Part::Element(own.unwrap_or_else(|| Scalar {
            place: array.base.clone().at(Int::var(range.count.var)),
            prec: array.prec,
        }))
    }

    fn mapped(
        &mut self,
        pool: &mut Pool,
        (range, writes): (Range, &[usize]),
        parts: Vec<Part>,
        reduced: &[(Scalar, JoinOp)],
    ) -> crate::ast::omp::WorkLoop {
        let count = self.between(0, 2) as u32;
        let like = Range {
            count: range.count.clone(),
            ..range
        };
        self.shared_loop(pool, (vec![range], writes), |g, body| {
            let mut own = Vec::new();
            for part in parts {
                match part {
                    Part::Element(s) => own.push(s),
                    Part::Row(var, at, array) => {
                        body.push(Stmt::Decl(var, Init::Value(Arg::Ptr(at))));
                        own.extend((0..array.len as i64).map(|k| Scalar {
                            place: array.base.clone().at(Int::Const(k)),
                            prec: array.prec,
                        }));
                        g.body.scope.arrays.push(array);
                    }
                }
            }
            g.body.scope.scalars.extend(own.iter().cloned());
            g.statements(count, body);
            if !ends_in_jump(body) {
                g.set_own(&own, &like, body);
                g.join_reduced(reduced, body);
            }
        })
    }

    /// Joins something to what the whole region reduces, now and then.
    pub(super) fn join_reduced(&mut self, reduced: &[(Scalar, JoinOp)], body: &mut Block) {
        for (s, op) in reduced {
            if self.chance(60) {
                let guard = Guard::Reduction;
                let join = self.join_of(s, *op, guard);
                body.push(Stmt::Omp(Box::new(Omp::Join(guard, vec![join]))));
            }
        }
    }

    /// Two loops without a barrier in between, the second of which reads what the first one wrote: equal static schedules give the same
    /// iterations to the same workers.
    pub(super) fn pair_of_loops(&mut self, pool: &mut Pool, out: &mut Block) {
        let free = pool.free_arrays();
        let (Some(a), Some(b)) = (self.pick(&free), self.pick(&free)) else {
            return self.barrier(pool, out);
        };
        let len = a.len.min(b.len);
        if a.base == b.base || self.cost_left() < 8 * len as u64 {
            return;
        }
        let range = self.range(len, 0);
        let second = Range {
            count: range.count.clone(),
            ..range
        };
        let writes: Vec<usize> = [&a, &b].iter().filter_map(|a| var_of(&a.base)).collect();
        let schedule = Schedule::Static(self.chance(50).then(|| self.between(1, 3)));
        let at = |array: &Array, range: &Range| Scalar {
            place: array.base.clone().at(Int::var(range.count.var)),
            prec: array.prec,
        };
        let (from, to) = (at(&a, &range), at(&b, &range));
        let first_part = vec![Part::Element(from.clone())];
        let mut first = self.mapped(pool, (range, &writes), first_part, &[]);
        (first.schedule, first.nowait) = (schedule, true);
        let like = Range {
            count: second.count.clone(),
            ..second
        };
        let mut after = self.shared_loop(pool, (vec![second], &writes), |g, body| {
            g.body.scope.fixed.scalars.push(from.clone());
            g.body.scope.scalars.push(to.clone());
            let e = g.shared_value(&like);
            let e = Real::mul(Real::Load(from.place.clone()), g.tamed(e));
            body.push(Stmt::Assign(to.place.clone(), Arg::Real(e)));
            g.statements(1, body);
        });
        after.schedule = schedule;
        out.push(Stmt::Omp(Box::new(Omp::Loop(first))));
        pool.note(&out[out.len() - 1], &writes[..1], false);
        self.put_loop(pool, (after, &writes), out);
    }

    /// A loop over both indices of a matrix, or over its rows.
    pub(super) fn grid_loop(&mut self, pool: &mut Pool, out: &mut Block) {
        let mut grids = pool.grids.clone();
        grids.retain(|m| var_of(&m.base).is_some_and(|v| pool.is_free(v)));
        let Some(grid) = self.pick(&grids) else {
            return self.flat_grid(pool, out);
        };
        let writes: Vec<usize> = var_of(&grid.base).into_iter().collect();
        let (rows, cols) = (self.range(grid.rows, 0), self.range(grid.cols, 0));
        let like = Range {
            count: rows.count.clone(),
            ..rows
        };
        let (i, j) = (Int::var(rows.count.var), Int::var(cols.count.var));
        let work = match self.chance(70) {
            true => self.shared_loop(pool, (vec![rows, cols], &writes), |g, body| {
                let own = Scalar {
                    place: grid.base.clone().at(i).at(j),
                    prec: Prec::F64,
                };
                g.body.scope.scalars.push(own.clone());
                g.statements(1, body);
                g.set_own(&[own], &like, body);
            }),
            false => self.shared_loop(pool, (vec![rows], &writes), |g, body| {
                let row = Array {
                    base: grid.base.clone().at(i),
                    is_pointer: false,
                    prec: Prec::F64,
                    len: grid.cols,
                    writable: true,
                    addressable: true,
                };
                g.body.scope.arrays.push(row);
                g.statements(2, body);
                if body.is_empty() {
                    g.assign(body);
                }
            }),
        };
        self.put_loop(pool, (work, &writes), out);
    }

    /// The same for an array in which rows follow each other.
    fn flat_grid(&mut self, pool: &mut Pool, out: &mut Block) {
        let mut free = pool.free_arrays();
        free.retain(|a| a.len >= 4);
        let Some(array) = self.pick(&free) else {
            return self.barrier(pool, out);
        };
        let cols = self.between(2, 3);
        let mut rows = self.range(array.len / cols as usize, 0);
        let mut inner = self.range(cols as usize, 0);
        for range in [&mut rows, &mut inner] {
            range.count.step = range.count.step.signum();
        }
        let start = Int::bin(IntOp::Mul, Int::var(rows.count.var), Int::Const(cols));
        let index = Int::bin(IntOp::Add, start, Int::var(inner.count.var));
        let own = Scalar {
            place: array.base.clone().at(index),
            prec: array.prec,
        };
        let like = Range {
            count: inner.count.clone(),
            ..inner
        };
        let writes: Vec<usize> = var_of(&array.base).into_iter().collect();
        let work = self.shared_loop(pool, (vec![rows, inner], &writes), |g, body| {
            g.body.scope.scalars.push(own.clone());
            g.set_own(&[own], &like, body);
        });
        self.put_loop(pool, (work, &writes), out);
    }

    /// A loop whose iterations write structs of an array.
    pub(super) fn record_loop(&mut self, pool: &mut Pool, out: &mut Block) {
        let mut records = pool.records.clone();
        records.retain(|s| var_of(&s.base).is_some_and(|v| pool.is_free(v)));
        let Some(Aggregate {
            base,
            id,
            len: Some(len),
        }) = self.pick(&records)
        else {
            return;
        };
        let writes: Vec<usize> = var_of(&base).into_iter().collect();
        let range = self.range(len, 0);
        let i = Int::var(range.count.var);
        let work = self.shared_loop(pool, (vec![range], &writes), |g, body| {
            let own = Aggregate {
                base: base.at(i),
                id,
                len: None,
            };
            g.body.scope.structs.push(own);
            for _ in 0..2 {
                if let Some((place, prec)) = g.struct_real(true) {
                    let value = g.next_value(&place, 1);
                    let value = match prec {
                        Prec::F32 => Real::Cast(prec, Box::new(value)),
                        Prec::F64 => value,
                    };
                    body.push(Stmt::Assign(place, Arg::Real(value)));
                }
            }
            g.statements(2, body);
        });
        self.put_loop(pool, (work, &writes), out);
    }

    /// A loop whose last iteration's value stays.
    pub(super) fn last_loop(&mut self, pool: &mut Pool, out: &mut Block) {
        if pool.is_in_function() {
            return;
        }
        let prec = self.real_prec();
        let last = self.declared_before("last", prec, pool);
        let len = self.between(2, 6) as usize;
        let range = self.range(len, 0);
        let place = Place::Var(last);
        let like = Range {
            count: range.count.clone(),
            ..range
        };
        let mut work = self.shared_loop(pool, (vec![range], &[last]), |g, body| {
            let e = g.shared_value(&like);
            let e = match prec {
                Prec::F32 => Real::Cast(prec, Box::new(e)),
                Prec::F64 => e,
            };
            body.push(Stmt::Assign(place.clone(), Arg::Real(e)));
            g.body.scope.scalars.push(Scalar {
                place: place.clone(),
                prec,
            });
            g.statements(1, body);
        });
        // With dynamic schedules LLVM's OpenMP 22 loses the value now and then.
        work.schedule = Schedule::Static(self.chance(50).then(|| self.between(1, 3)));
        work.clauses.lastprivate.push(last);
        let stmt = Stmt::Omp(Box::new(Omp::Loop(work)));
        pool.note(&stmt, &[], true);
        out.push(stmt);
        let kept = Scalar { place, prec };
        pool.scalars.push(kept.clone());
        pool.exports.push(kept);
    }

    /// A recurrence in the order of iterations.
    pub(super) fn ordered_loop(&mut self, pool: &mut Pool, out: &mut Block) {
        let (Some(s), Some(array)) = (
            self.pick(&pool.free_scalars()),
            self.pick(&pool.free_arrays()),
        ) else {
            return;
        };
        if pool.is_in_function() {
            return;
        }
        let writes: Vec<usize> = [&s.place, &array.base]
            .into_iter()
            .filter_map(var_of)
            .collect();
        let range = self.range(array.len, 0);
        let own = Scalar {
            place: array.base.clone().at(Int::var(range.count.var)),
            prec: array.prec,
        };
        let like = Range {
            count: range.count.clone(),
            ..range
        };
        let mut work = self.shared_loop(pool, (vec![range], &writes), |g, body| {
            g.body.scope.scalars.push(own.clone());
            if g.chance(60) {
                g.set_own(std::slice::from_ref(&own), &like, body);
            }
            let mark = g.body.scope.mark();
            g.body.scope.scalars.push(s.clone());
            let mut part = Block::new();
            let kept = Real::scaled(0.5, Real::Load(s.place.clone()));
            let e = g.shared_value(&like);
            let product = Real::mul(kept.clone(), g.tamed(e.clone()));
            let value = match g.chance(50) {
                true => Real::add(kept, g.tamed(e)),
                false => Real::add(product, Real::Load(own.place.clone())),
            };
            let value = match s.prec {
                Prec::F32 => Real::Cast(Prec::F32, Box::new(value)),
                Prec::F64 => value,
            };
            part.push(Stmt::Assign(s.place.clone(), Arg::Real(value)));
            if g.chance(40) {
                let now = Real::scaled(0.75, Real::Load(s.place.clone()));
                part.push(Stmt::Assign(own.place.clone(), Arg::Real(now)));
            }
            g.body.scope.restore(mark);
            let part = Stmt::Omp(Box::new(Omp::Ordered(part)));
            body.push(match g.chance(20) {
                true => Stmt::If(g.cond(), vec![part], Block::new()),
                false => part,
            });
            if g.chance(40) {
                g.set_own(std::slice::from_ref(&own), &like, body);
            }
        });
        work.ordered = true;
        self.put_loop(pool, (work, &writes), out);
    }

    /// `s = s op value`
    pub(super) fn join_of(&mut self, s: &Scalar, op: JoinOp, guard: Guard) -> Join {
        let value = match op {
            JoinOp::Mul => self.damping(),
            _ => self.real(2),
        };
        self.join_with(s, (op, guard), value)
    }

    /// The same with a value, which is brought to moderate size.
    pub(super) fn join_with(
        &mut self,
        s: &Scalar,
        (op, guard): (JoinOp, Guard),
        value: Real,
    ) -> Join {
        let value = match op {
            JoinOp::Mul => value,
            _ => self.tamed(value),
        };
        // What is added to a float in double precision is no atomic addition of the machine's.
        let narrow = if guard == Guard::Atomic { 98 } else { 50 };
        let value = match s.prec {
            Prec::F32 if self.chance(narrow) => Real::Cast(Prec::F32, Box::new(value)),
            _ => value,
        };
        Join {
            op,
            place: s.place.clone(),
            value,
            spelling: self.between(0, 2) as usize,
        }
    }
}
