//! Parallel regions. Owns what the workers have in common, and which of it the next construct may read or write without a race; what the
//! constructs do is in the sub-modules.

mod flow;
mod functions;
mod gathers;
mod joins;
mod loops;
mod pool;
mod sweeps;
mod units;

use std::collections::BTreeSet;

pub(super) use functions::Functions;
use pool::{Pool, Views, var_of};

use super::Gen;
use super::scope::{Array, IntArray, Scalar};
use crate::ast::omp::{Clauses, Item, JoinOp, Omp, Parallel, Reducer, Reduction};
use crate::ast::{Arg, Block, Cmp, Cond, Init, Int, IntOp, Place, Pointer, Prec, Real, Stmt, Type};
use crate::features::Feature;
use crate::visit::{self, Node};

/// What code in a region may consist of: nothing with memory that all calls have in common.
const WITHIN: &[Feature] = &[
    Feature::Arith,
    Feature::Math,
    Feature::Branches,
    Feature::Loops,
    Feature::While,
    Feature::Exits,
    Feature::Arrays,
    Feature::Matrices,
    Feature::Tables,
    Feature::IntData,
    Feature::Heap,
    Feature::Realloc,
    Feature::Calls,
    Feature::Structs,
    Feature::Memcpy,
    Feature::Floats,
    Feature::Pointers,
    Feature::Lists,
    Feature::Switch,
    Feature::Openmp,
];

/// The variables that code names.
fn mentions(code: &[Stmt]) -> Vec<usize> {
    let mut found = Vec::new();
    visit::block(&mut code.to_vec(), &mut |node| match node {
        Node::Place(Place::Var(v)) => found.push(*v),
        Node::Stmt(Stmt::Omp(inner)) => match &**inner {
            Omp::Parallel(region) => found.extend(region.clauses.vars()),
            Omp::Loop(work) => found.extend(work.clauses.vars()),
            Omp::Sections(sections) => found.extend(sections.clauses.vars()),
            Omp::Partial(partial) => found.extend(partial.work.clauses.vars()),
            _ => {}
        },
        _ => {}
    });
    found
}

/// Appends a construct, or nothing when that is impossible here.
type Construct = fn(&mut Gen, &mut Pool, &mut Block);

const CONSTRUCTS: &[(u32, Construct)] = &[
    (24, Gen::map_loop),
    (7, Gen::pair_of_loops),
    (8, Gen::grid_loop),
    (5, Gen::record_loop),
    (18, Gen::reduction_loop),
    (10, Gen::joining_loop),
    (6, Gen::partial_sums),
    (4, Gen::sums_again),
    (5, Gen::last_loop),
    (6, Gen::ordered_loop),
    (3, Gen::tally_loop),
    (8, Gen::single),
    (6, Gen::master),
    (6, Gen::sections),
    (6, Gen::own_scalar),
    (5, Gen::own_statements),
    (4, Gen::barrier),
    (6, Gen::pass),
    (5, Gen::time_steps),
    (4, Gen::together_loop),
    (4, Gen::together_if),
    (4, Gen::until_small),
    (4, Gen::common_heap),
    (7, Gen::call_team_function),
];

impl Gen {
    /// A parallel region, with what it needs in front of it.
    pub(super) fn region(&mut self, out: &mut Block) {
        let inner = self.body.teams > 0;
        let affordable = self.cost_left() > if inner { 60 } else { 150 };
        if self.body.teams > 1 || !affordable || self.body.depth > 2 || (inner && self.chance(60)) {
            return;
        }
        let features = self.features;
        self.features = features.among(WITHIN);
        let (fresh, views) = self.common(inner, out);
        let mut pool = self.pool(fresh, views);
        self.features.set(Feature::Realloc, false);
        let region = self.in_region(|g| g.filled_region(&mut pool));
        self.features = features;
        out.append(&mut pool.before);
        out.push(Stmt::Omp(Box::new(Omp::Parallel(region))));
        out.append(&mut pool.after);
        self.body.scope.scalars.append(&mut pool.exports);
    }

    /// Runs `make` for code of a region; scope and jumps are those of before afterwards.
    fn in_region<T>(&mut self, make: impl FnOnce(&mut Gen) -> T) -> T {
        let scope = self.body.scope.clone();
        let saved = (self.body.in_loop.take(), self.body.in_switch);
        self.body.in_switch = false;
        self.body.teams += 1;
        let made = make(self);
        self.body.teams -= 1;
        (self.body.in_loop, self.body.in_switch) = saved;
        self.body.scope = scope;
        made
    }

    fn filled_region(&mut self, pool: &mut Pool) -> Parallel {
        let combined = self.chance(30);
        let mut clauses = Clauses::default();
        if !combined {
            self.region_clauses(pool, &mut clauses);
        }
        let mut body = Block::new();
        self.given_copies(pool, &clauses, &mut body);
        let count = if combined { 1 } else { self.between(1, 5) };
        for _ in 0..count {
            self.construct(pool, &mut body);
        }
        self.only_used(&mut clauses, &body);
        let one =
            matches!(&body[..], [Stmt::Omp(o)] if matches!(**o, Omp::Loop(_) | Omp::Sections(_)));
        if combined && one {
            self.hand_in(pool, &mut body);
        }
        Parallel {
            threads: self.chance(20).then(|| Int::Const(self.between(1, 4))),
            on: self.chance(12).then(|| self.switch_condition(pool)),
            bind: self.chance(5),
            clauses,
            combined: combined && one,
            body,
        }
    }

    /// When a region is worth more than one worker.
    fn switch_condition(&mut self, pool: &Pool) -> Cond {
        match self.pick(&pool.rest.ints) {
            Some(i) => {
                let than = self.between(i.lo - 1, i.hi);
                Cond::Int(Cmp::Gt, Int::Load(i.place), Int::Const(than))
            }
            None => Cond::Int(Cmp::Ne, Int::Const(1), Int::Const(0)),
        }
    }

    /// Clauses of a region with several constructs.
    fn region_clauses(&mut self, pool: &mut Pool, clauses: &mut Clauses) {
        if self.chance(25) {
            let scalar = self.declared_before("t", Prec::F64, pool);
            clauses.private.push(scalar);
        }
        if self.chance(25)
            && let Some(s) = self.pick(&pool.scalars)
        {
            // Of a copy that nobody reads later: what workers write to theirs is lost.
            let var = self.body.var("t", Type::Real(s.prec));
            let value = Init::Value(Arg::Real(Real::Load(s.place)));
            pool.before.push(Stmt::Decl(var, value));
            clauses.firstprivate.push(var);
            let (place, prec) = (Place::Var(var), s.prec);
            pool.privates.scalars.push(Scalar { place, prec });
        }
        if self.chance(20)
            && let Some(s) = self.pick(&pool.scalars)
        {
            pool.scalars.retain(|t| t.place != s.place);
            let op = self.join_op(true);
            clauses
                .reductions
                .push(reduction(op, var_of(&s.place), None));
            pool.reduced.push((s, op));
        }
    }

    /// Gives workers' private variables their values.
    fn given_copies(&mut self, pool: &mut Pool, clauses: &Clauses, body: &mut Block) {
        for var in &clauses.private {
            let outer = std::mem::replace(&mut self.body.scope, pool.together());
            let value = self.real(1);
            self.body.scope = outer;
            body.push(Stmt::Assign(Place::Var(*var), Arg::Real(value)));
            pool.privates.scalars.push(Scalar {
                place: Place::Var(*var),
                prec: Prec::F64,
            });
            pool.note(&body[body.len() - 1], &[], false);
        }
    }

    /// A `parallel for` may hand values in.
    fn hand_in(&mut self, pool: &Pool, body: &mut Block) {
        let Some(Stmt::Omp(inner)) = body.first_mut() else {
            return;
        };
        let Omp::Loop(work) = &mut **inner else {
            return;
        };
        let named: Vec<usize> = work.clauses.vars().collect();
        let seen = mentions(&work.body);
        for s in &pool.scalars {
            let Some(v) = var_of(&s.place) else { continue };
            let only_read = seen.contains(&v) && !named.contains(&v) && pool.is_read_only(v, work);
            if only_read && self.chance(40) {
                work.clauses.firstprivate.push(v);
            }
        }
    }

    /// Declares a variable in front of the region, which gives it no value that anyone reads.
    fn declared_before(&mut self, stem: &str, prec: Prec, pool: &mut Pool) -> usize {
        let var = self.body.var(stem, Type::Real(prec));
        pool.before.push(Stmt::Decl(var, Init::None));
        pool.fresh.insert(var);
        var
    }

    fn construct(&mut self, pool: &mut Pool, out: &mut Block) {
        if self.cost_left() < 24 {
            return;
        }
        let total: u32 = CONSTRUCTS.iter().map(|c| c.0).sum();
        let mut ticket = self.between(0, i64::from(total) - 1) as u32;
        for (weight, make) in CONSTRUCTS {
            if ticket < *weight {
                make(self, pool, out);
                return;
            }
            ticket -= weight;
        }
    }

    /// Arrays, sums and indices for the region that stay when it has ended, and pointers to some of the arrays.
    fn common(&mut self, inner: bool, out: &mut Block) -> (BTreeSet<usize>, Views) {
        let count = if inner {
            self.between(0, 1)
        } else {
            self.between(1, 3)
        };
        let longest = match self.cost_left() {
            // Long enough for chunks with edges and a middle.
            left if left > 1200 && self.chance(25) => 40,
            left if left > 600 => 14,
            _ => 7,
        };
        let mut made = Vec::new();
        for _ in 0..count {
            let len = self.between(4, longest) as usize;
            made.push(self.wide_array(len, out));
        }
        let mut fresh: BTreeSet<usize> = made.iter().filter_map(|a| var_of(&a.base)).collect();
        for _ in 0..self.between(1, 2) {
            let (prec, value) = (self.real_prec(), self.leaf());
            fresh.extend(var_of(&self.new_scalar(prec, value, out)));
        }
        if let (true, Some(a)) = (self.chance(60), self.pick(&made)) {
            self.indices(a.len as i64, out);
        }
        let mut views = Vec::new();
        if self.chance(30) {
            views.extend(self.view(&made, out));
        }
        (fresh, views)
    }

    pub(super) fn wide_array(&mut self, len: usize, out: &mut Block) -> Array {
        let prec = self.real_prec();
        let elem = Type::Real(prec);
        let heap = self.maybe(Feature::Heap, 40);
        let var = match heap {
            true => self.body.var("h", Type::ptr(elem.clone())),
            false => self.body.var("u", Type::array(elem.clone(), len)),
        };
        let (place, count) = (Place::Var(var), Int::Const(len as i64));
        let zeroed = self.chance(25);
        let init = if zeroed && !heap {
            Init::Zero
        } else {
            Init::None
        };
        out.push(Stmt::Decl(var, init));
        if heap {
            out.push(Stmt::Alloc {
                place: place.clone(),
                elem,
                count: count.clone(),
                zeroed,
            });
            self.body.scope.heap.push(place.clone());
        }
        if !zeroed {
            out.push(self.fill(&place, count, len, prec));
        }
        self.add_array(var, heap, prec, len);
        self.body.scope.arrays[self.body.scope.arrays.len() - 1].clone()
    }

    /// `int p[len]` with values in `0..len` in no order, some of them several times.
    fn indices(&mut self, len: i64, out: &mut Block) {
        let var = self.body.var("idx", Type::array(Type::Int, len as usize));
        let i = self.body.var("i", Type::Int);
        let (factor, offset) = (self.between(1, 5), self.between(0, 5));
        let scaled = Int::bin(IntOp::Mul, Int::var(i), Int::Const(factor));
        let value = Int::bin(IntOp::Rem, Int::add(scaled, offset), Int::Const(len));
        let set = Stmt::Assign(Place::Var(var).at(Int::var(i)), Arg::Int(value));
        out.push(Stmt::Decl(var, Init::None));
        out.push(Stmt::For {
            var: i,
            from: Int::Const(0),
            to: Int::Const(len),
            step: 1,
            body: vec![set],
        });
        self.body.scope.int_arrays.push(IntArray {
            base: Place::Var(var),
            len: len as usize,
            hi: len - 1,
        });
    }

    /// `double *v = some + 1`, or one of two.
    fn view(&mut self, made: &[Array], out: &mut Block) -> Option<(Array, Vec<usize>)> {
        let doubles: Vec<Array> = made
            .iter()
            .filter(|a| a.prec == Prec::F64)
            .cloned()
            .collect();
        let (a, b) = (self.pick(&doubles)?, self.pick(&doubles)?);
        let skip = self.between(0, 2);
        let shifted = match skip {
            0 => a.pointer(),
            _ => Pointer::Offset(Box::new(a.pointer()), Int::Const(skip)),
        };
        let value = match self.chance(40) {
            true => Pointer::Select(
                Box::new(self.cond()),
                Box::new(shifted),
                Box::new(b.pointer()),
            ),
            false => shifted,
        };
        let len = (a.len - skip as usize).min(b.len);
        let var = self.body.var("v", Type::ptr(Type::F64));
        out.push(Stmt::Decl(var, Init::Value(Arg::Ptr(value))));
        let view = Array {
            base: Place::Var(var),
            is_pointer: true,
            prec: Prec::F64,
            len,
            writable: false,
            addressable: false,
        };
        Some((
            view,
            [&a, &b].iter().filter_map(|a| var_of(&a.base)).collect(),
        ))
    }

    /// Sorts what is in scope by what a region may do with it.
    fn pool(&mut self, fresh: BTreeSet<usize>, views: Views) -> Pool {
        let scope = self.body.scope.clone();
        let mut pool = Pool {
            fresh,
            views,
            ..Pool::default()
        };
        pool.rest.fixed = scope.fixed;
        pool.rest.ints = scope.ints;
        pool.rest.int_arrays = scope.int_arrays;
        let top = self.body.vars.first().is_some_and(|v| v.name == "x");
        for a in scope.arrays {
            let given = top && matches!(a.base, Place::Var(0 | 2));
            let own = !a.is_pointer || given || scope.heap.contains(&a.base);
            match (&a.base, a.writable) {
                (Place::Var(_), true) if own && a.addressable => pool.arrays.push(a),
                (Place::Global(_), _) => pool.rest.arrays.push(Array {
                    writable: false,
                    ..a
                }),
                (_, false) if !a.is_pointer => pool.rest.arrays.push(a),
                _ => pool.unknown.push(a),
            }
        }
        for s in scope.scalars {
            match s.place {
                Place::Var(_) => pool.scalars.push(s),
                _ => pool.rest.fixed.scalars.push(s),
            }
        }
        for m in scope.matrices {
            match (&m.base, m.is_pointer) {
                (Place::Var(_), false) => pool.grids.push(m),
                _ => pool.rest.fixed.matrices.push(m),
            }
        }
        for s in scope.structs {
            let pointers = self.has_pointer(&Type::Struct(s.id));
            match (&s.base, s.len) {
                (Place::Var(_), Some(_)) if !pointers => pool.records.push(s),
                (Place::Var(_), None) if !pointers => pool.rest.fixed.structs.push(s),
                _ => pool.unknown_structs.push(s),
            }
        }
        pool
    }

    /// Whether calls of code like this have no memory in common.
    pub(super) fn is_reentrant(&self, body: &Block) -> bool {
        let mut calm = true;
        visit::block(&mut body.clone(), &mut |node| match node {
            Node::Stmt(Stmt::Idiom(_) | Stmt::Mark(_) | Stmt::Steps(_) | Stmt::Blas(_)) => {
                calm = false;
            }
            Node::Place(Place::Global(g)) => calm &= self.globals[*g].table.is_some(),
            _ => {}
        });
        let callees = visit::callees(body);
        calm && callees
            .iter()
            .all(|f| self.reentrant.get(*f) != Some(&false))
    }
}

fn reduction(op: JoinOp, var: Option<usize>, section: Option<(usize, usize)>) -> Reduction {
    let items = var.into_iter().map(|var| Item { var, section });
    Reduction {
        op: Reducer::By(op),
        items: items.collect(),
    }
}
