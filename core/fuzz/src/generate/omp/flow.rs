//! What all workers do, and what one of them does: variables of their own, barriers, loops and branches around constructs, `single`, `master`
//! and sections. Owns that all workers take the same way.

use super::units::Range;
use super::{Pool, var_of};
use crate::ast::omp::{Clauses, Guard, JoinOp, Omp, Pass, Sections};
use crate::ast::{
    Arg, Block, Cmp, Cond, Init, Int, Place, Pointer, Prec, Real, RealOp, Stmt, Type,
};
use crate::features::Feature;
use crate::generate::Gen;
use crate::generate::scope::{Array, Scalar};

impl Gen {
    pub(super) fn barrier(&mut self, pool: &mut Pool, out: &mut Block) {
        let stmt = Stmt::Omp(Box::new(Omp::Barrier));
        pool.note(&stmt, &[], true);
        out.push(stmt);
    }

    /// A call in which workers may wait: what was accessed before it counts as accessed at the same time as what comes after it.
    pub(super) fn pass(&mut self, _: &mut Pool, out: &mut Block) {
        let pass = match self.between(0, 4) {
            0 => Pass::Critical,
            1 => Pass::Lock,
            2 => Pass::Taskwait,
            more => Pass::Barrier(more == 3),
        };
        out.push(Stmt::Omp(Box::new(Omp::Pass(pass))));
    }

    /// A barrier, where one is needed before anything may be accessed.
    fn cleared(&mut self, pool: &mut Pool, out: &mut Block) {
        if !pool.is_clean() {
            self.barrier(pool, out);
        }
    }

    /// `double t = e;` of each worker's own.
    pub(super) fn own_scalar(&mut self, pool: &mut Pool, out: &mut Block) {
        let (prec, scope) = (self.real_prec(), pool.together());
        let outer = std::mem::replace(&mut self.body.scope, scope);
        let value = self.real(2);
        let value = self.tamed(value);
        let place = self.new_scalar(prec, value, out);
        self.body.scope = outer;
        pool.note(&out[out.len() - 1], &[], false);
        pool.privates.scalars.push(Scalar { place, prec });
    }

    /// Statements that all workers execute, on memory of their own.
    pub(super) fn own_statements(&mut self, pool: &mut Pool, out: &mut Block) {
        let scope = pool.together();
        if scope.scalars.is_empty() {
            return self.own_scalar(pool, out);
        }
        let features = self.features;
        for feature in [Feature::Exits, Feature::Openmp, Feature::Realloc] {
            self.features.set(feature, false);
        }
        let mut block = self.unit(scope, (1, false), |g, body| g.statements(2, body));
        self.features = features;
        // Variables that are declared at the top would be seen by what follows, which must not know them.
        let stmt = match block.len() {
            0 => return,
            1 if !matches!(block[0], Stmt::Decl(..)) => block.remove(0),
            _ => Stmt::If(
                Cond::Int(Cmp::Gt, Int::Const(1), Int::Const(0)),
                block,
                Block::new(),
            ),
        };
        pool.note(&stmt, &[], false);
        out.push(stmt);
    }

    /// Arrays and scalars that a single worker may write.
    fn for_one(&mut self, pool: &Pool, taken: &[usize]) -> (Vec<Array>, Vec<Scalar>, Vec<usize>) {
        let left = |p: &Place| var_of(p).is_some_and(|v| !taken.contains(&v));
        let arrays: Vec<Array> = pool.free_arrays();
        let arrays: Vec<Array> = arrays.into_iter().filter(|a| left(&a.base)).collect();
        let scalars: Vec<Scalar> = pool.free_scalars();
        let scalars: Vec<Scalar> = scalars.into_iter().filter(|s| left(&s.place)).collect();
        let arrays: Vec<Array> = self.pick(&arrays).into_iter().collect();
        let scalars: Vec<Scalar> = self.pick(&scalars).into_iter().collect();
        let places = arrays.iter().map(|a| &a.base);
        let places = places.chain(scalars.iter().map(|s| &s.place));
        let writes = places.filter_map(var_of).collect();
        (arrays, scalars, writes)
    }

    /// Code of one worker that writes arrays and scalars as it likes.
    fn one_worker(
        &mut self,
        pool: &Pool,
        (arrays, scalars): (Vec<Array>, Vec<Scalar>),
        writes: &[usize],
    ) -> Block {
        let mut scope = pool.scope(writes);
        scope.arrays.extend(arrays);
        scope.scalars.extend(scalars);
        let count = self.between(1, 3) as u32;
        self.unit(scope, (1, false), |g, body| {
            g.statements(count, body);
            g.assign(body);
        })
    }

    pub(super) fn single(&mut self, pool: &mut Pool, out: &mut Block) {
        let (arrays, scalars, writes) = self.for_one(pool, &[]);
        if writes.is_empty() {
            return self.barrier(pool, out);
        }
        let body = self.one_worker(pool, (arrays, scalars), &writes);
        let nowait = self.chance(35);
        let stmt = Stmt::Omp(Box::new(Omp::Single { nowait, body }));
        pool.note(&stmt, &writes, !nowait);
        out.push(stmt);
    }

    pub(super) fn master(&mut self, pool: &mut Pool, out: &mut Block) {
        let (arrays, scalars, writes) = self.for_one(pool, &[]);
        if writes.is_empty() {
            return self.barrier(pool, out);
        }
        let body = self.one_worker(pool, (arrays, scalars), &writes);
        let masked = self.chance(40);
        let stmt = Stmt::Omp(Box::new(Omp::Master { masked, body }));
        pool.note(&stmt, &writes, false);
        out.push(stmt);
    }

    pub(super) fn sections(&mut self, pool: &mut Pool, out: &mut Block) {
        let mut parts = Vec::new();
        let mut writes = Vec::new();
        for _ in 0..self.between(2, 3) {
            let (arrays, scalars, own) = self.for_one(pool, &writes);
            writes.extend(own);
            if !arrays.is_empty() || !scalars.is_empty() {
                parts.push((arrays, scalars));
            }
        }
        if parts.is_empty() {
            return self.barrier(pool, out);
        }
        let mut clauses = Clauses::default();
        let free = pool.free_scalars();
        let reduced = free
            .into_iter()
            .find(|s| var_of(&s.place).is_some_and(|v| !writes.contains(&v)));
        let reduced = reduced.filter(|_| self.chance(35));
        if let Some(s) = &reduced {
            let sum = super::reduction(JoinOp::Add, var_of(&s.place), None);
            clauses.reductions.push(sum);
            writes.extend(var_of(&s.place));
        }
        let mut bodies = Vec::new();
        for part in parts {
            let mut body = self.one_worker(pool, part, &writes);
            if let Some(s) = &reduced {
                let outer = std::mem::replace(&mut self.body.scope, pool.scope(&writes));
                let join = self.join_of(s, JoinOp::Add, Guard::Reduction);
                self.body.scope = outer;
                body.push(Stmt::Omp(Box::new(Omp::Join(Guard::Reduction, vec![join]))));
            }
            bodies.push(body);
        }
        let nowait = self.chance(30);
        let sections = Sections {
            nowait,
            clauses,
            bodies,
        };
        let stmt = Stmt::Omp(Box::new(Omp::Sections(sections)));
        pool.note(&stmt, &writes, !nowait);
        out.push(stmt);
    }

    /// Some constructs, after which nothing is to be waited for. Variables that they declare are gone afterwards.
    fn constructs(&mut self, pool: &mut Pool, count: i64) -> Block {
        let privates = pool.privates.clone();
        let mut body = Block::new();
        for _ in 0..count {
            self.construct(pool, &mut body);
        }
        if body.is_empty() {
            self.barrier(pool, &mut body);
        }
        self.cleared(pool, &mut body);
        pool.privates = privates;
        body
    }

    /// A loop that each worker runs, around constructs.
    pub(super) fn together_loop(&mut self, pool: &mut Pool, out: &mut Block) {
        if self.body.depth > 2 || self.cost_left() < 150 {
            return;
        }
        self.cleared(pool, out);
        let trips = self.between(2, 3);
        let var = self.body.var("s", Type::Int);
        let known = pool.rest.ints.len();
        pool.rest.ints.push(crate::generate::scope::Integer {
            place: Place::Var(var),
            lo: 0,
            hi: trips - 1,
        });
        let saved = (self.body.trips, self.body.depth);
        self.body.trips *= trips as u64;
        self.body.depth += 1;
        let body = self.constructs(pool, 2);
        (self.body.trips, self.body.depth) = saved;
        pool.rest.ints.truncate(known);
        out.push(Stmt::For {
            var,
            from: Int::Const(0),
            to: Int::Const(trips),
            step: 1,
            body,
        });
    }

    /// Constructs on a path that all workers take, or none.
    pub(super) fn together_if(&mut self, pool: &mut Pool, out: &mut Block) {
        if self.body.depth > 2 || self.cost_left() < 100 {
            return;
        }
        self.own_scalar(pool, out);
        self.cleared(pool, out);
        let Some(own) = pool.privates.scalars.last().cloned() else {
            return;
        };
        let than = Real::c(self.number() / 2.0);
        let cond = match self.pick(&pool.rest.ints) {
            Some(i) if self.chance(40) => Cond::Int(
                Cmp::Gt,
                Int::Load(i.place),
                Int::Const(self.between(i.lo, i.hi)),
            ),
            _ => Cond::Real(Cmp::Gt, Real::Load(own.place), than),
        };
        self.body.depth += 1;
        let yes = self.constructs(pool, 2);
        let no = match self.chance(40) {
            true => self.constructs(pool, 1),
            false => Block::new(),
        };
        self.body.depth -= 1;
        out.push(Stmt::If(cond, yes, no));
    }

    /// Two arrays that swap their parts in each step, with a stencil between them.
    pub(super) fn time_steps(&mut self, pool: &mut Pool, out: &mut Block) {
        let mut free = pool.free_arrays();
        free.retain(|a| a.prec == Prec::F64 && a.len >= 3);
        let (Some(a), Some(b)) = (self.pick(&free), self.pick(&free)) else {
            return self.barrier(pool, out);
        };
        let (len, steps) = (a.len.min(b.len), self.between(2, 4));
        if a.base == b.base || self.cost_left() < 3 * (len as i64 * steps) as u64 {
            return;
        }
        let [old, new, swap] =
            ["old", "new", "swap"].map(|s| self.body.var(s, Type::ptr(Type::F64)));
        let init = |p: Pointer| Init::Value(Arg::Ptr(p));
        let load = |p: usize| Pointer::Load(Place::Var(p));
        let step = self.body.var("s", Type::Int);
        let writes: Vec<usize> = [&a, &b].iter().filter_map(|a| var_of(&a.base)).collect();
        let margin = i64::from(self.chance(50));
        let range = self.range(len, margin);
        let like = Range {
            count: range.count.clone(),
            ..range
        };
        self.body.trips *= steps as u64;
        let work = self.shared_loop(pool, (vec![range], &writes), |g, body| {
            let view = Array {
                base: Place::Var(old),
                is_pointer: true,
                prec: Prec::F64,
                len,
                writable: false,
                addressable: false,
            };
            let others = std::mem::replace(&mut g.body.scope.arrays, vec![view]);
            let value = g.shared_value(&like);
            g.body.scope.arrays.extend(others);
            let place = Place::Var(new).at(Int::var(like.count.var));
            let e = g.real(1);
            let value = Real::add(Real::scaled(0.5, value), g.tamed(e));
            let value = g.tamed(value);
            body.push(Stmt::Assign(place, Arg::Real(value)));
        });
        self.body.trips /= steps as u64;
        self.cleared(pool, out);
        let body = vec![
            Stmt::Omp(Box::new(Omp::Loop(work))),
            Stmt::Decl(swap, init(load(old))),
            Stmt::Assign(Place::Var(old), Arg::Ptr(load(new))),
            Stmt::Assign(Place::Var(new), Arg::Ptr(load(swap))),
        ];
        out.push(Stmt::Decl(old, init(a.pointer())));
        out.push(Stmt::Decl(new, init(b.pointer())));
        out.push(Stmt::For {
            var: step,
            from: Int::Const(0),
            to: Int::Const(steps),
            step: 1,
            body,
        });
    }

    /// Heap memory that one worker allocates and frees for all.
    pub(super) fn common_heap(&mut self, pool: &mut Pool, out: &mut Block) {
        let enough = self.features.has(Feature::Heap) && self.cost_left() > 200;
        if !enough || pool.is_in_function() || self.body.depth > 2 {
            return;
        }
        let len = self.between(3, 7) as usize;
        let var = self.body.var("h", Type::ptr(Type::F64));
        pool.before.push(Stmt::Decl(var, Init::None));
        let place = Place::Var(var);
        let count = Int::Const(len as i64);
        let scope = pool.scope(&[]);
        let start = self.unit(scope, (1, false), |g, body| {
            body.push(Stmt::Alloc {
                place: place.clone(),
                elem: Type::F64,
                count: count.clone(),
                zeroed: g.chance(30),
            });
            body.push(g.fill(&place, count.clone(), len, Prec::F64));
        });
        let one = |body| {
            Stmt::Omp(Box::new(Omp::Single {
                nowait: false,
                body,
            }))
        };
        let stmt = one(start);
        pool.note(&stmt, &[], true);
        out.push(stmt);
        let array = Array {
            base: place.clone(),
            is_pointer: true,
            prec: Prec::F64,
            len,
            writable: true,
            addressable: true,
        };
        pool.arrays.push(array);
        pool.fresh.insert(var);
        let count = self.between(1, 2);
        self.body.depth += 1;
        out.append(&mut self.constructs(pool, count));
        self.body.depth -= 1;
        pool.arrays.retain(|a| a.base != place);
        let freed = vec![Stmt::Free(place)];
        out.push(match self.chance(50) {
            true => one(freed),
            false => Stmt::Omp(Box::new(Omp::Master {
                masked: false,
                body: freed,
            })),
        });
    }

    /// `while (k < 3 && s > c)`, where all workers see the same sum `s`.
    pub(super) fn until_small(&mut self, pool: &mut Pool, out: &mut Block) {
        let mut free = pool.free_scalars();
        free.retain(|s| s.prec == Prec::F64);
        let Some(s) = self.pick(&free) else { return };
        let Some(v) = var_of(&s.place) else { return };
        if pool.is_in_function() || self.body.depth > 2 || self.cost_left() < 120 {
            return;
        }
        self.cleared(pool, out);
        let limit = self.between(2, 4);
        let k = self.body.var("k", Type::Int);
        out.push(Stmt::Decl(k, Init::Value(Arg::Int(Int::Const(0)))));
        let counted = Cond::Int(Cmp::Lt, Int::var(k), Int::Const(limit));
        let than = Real::c(self.between(1, 8) as f64 / 16.0);
        let large = Cond::Real(Cmp::Gt, Real::Load(s.place.clone()), than);
        let again = Omp::Single {
            nowait: false,
            body: vec![Stmt::Update(RealOp::Mul, s.place.clone(), Real::c(0.25))],
        };
        let saved = self.body.trips;
        self.body.trips *= limit as u64;
        let len = self.between(2, 6) as usize;
        let range = self.range(len, 0);
        let like = Range {
            count: range.count.clone(),
            ..range
        };
        let mut work = self.shared_loop(pool, (vec![range], &[v]), |g, body| {
            let e = g.shared_value(&like);
            let e = Real::scaled(0.25, e);
            let join = g.join_with(&s, (JoinOp::Add, Guard::Reduction), e);
            body.push(Stmt::Omp(Box::new(Omp::Join(Guard::Reduction, vec![join]))));
        });
        self.body.trips = saved;
        work.clauses
            .reductions
            .push(super::reduction(JoinOp::Add, Some(v), None));
        let next = Int::add(Int::var(k), 1);
        let body = vec![
            Stmt::Omp(Box::new(Omp::Barrier)),
            Stmt::Assign(Place::Var(k), Arg::Int(next)),
            Stmt::Omp(Box::new(again)),
            Stmt::Omp(Box::new(Omp::Loop(work))),
        ];
        out.push(Stmt::While(
            Cond::And(Box::new(counted), Box::new(large)),
            body,
        ));
        pool.read.insert(v);
    }
}
