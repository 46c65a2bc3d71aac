//! Functions made for regions: those that an iteration calls with shared memory to read, and those with constructs of their own that all workers
//! call. Owns their contracts.

use std::collections::BTreeSet;

use super::units::Range;
use super::{Pool, WITHIN, var_of};
use crate::ast::{Arg, Block, Int, Place, Pointer, Prec, Real, Stmt};
use crate::features::Feature;
use crate::generate::Gen;
use crate::generate::scope::{Array, Param, Ret, Sig};

/// A function by its index, and the length of the arrays it is given.
#[derive(Clone, Copy, Debug)]
struct Function {
    index: usize,
    len: usize,
    cost: u64,
    /// Whether a barrier is the last thing that its workers come to.
    waits: bool,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Functions {
    /// `double k(double *p, double c)`, which reads the `len` elements from `p` on.
    kernels: Vec<Function>,
    /// `void w(double *p, double *q, int m, double c)`, which shares the work of writing `q` and reads `p`, `m` elements each.
    orphans: Vec<Function>,
}

impl Pool {
    /// Whether this is the pool of a function, whose variables are each worker's own.
    pub(super) fn is_in_function(&self) -> bool {
        self.in_function
    }
}

impl Gen {
    pub(in crate::generate) fn team_functions(&mut self) {
        let features = self.features;
        self.features = features.among(WITHIN);
        self.features.set(Feature::Realloc, false);
        for _ in 0..self.between(0, 2) {
            self.kernel();
        }
        for _ in 0..self.between(0, 2) {
            self.orphan();
        }
        self.features = features;
    }

    fn kernel(&mut self) {
        let len = self.between(1, 3) as usize;
        let params = vec![Param::Array(Prec::F64, len), Param::Real(Prec::F64)];
        let ret = Ret::Real(Prec::F64);
        let mut out = Block::new();
        let nests = self.chance(10);
        let had = self.features.has(Feature::Openmp);
        self.features.set(Feature::Openmp, nests && had);
        self.enter(&params, &ret, &mut out);
        for a in &mut self.body.scope.arrays {
            (a.writable, a.addressable) = (false, false);
        }
        let count = self.between(1, 3) as u32;
        self.statements(count, &mut out);
        self.leave(&mut out);
        self.features.set(Feature::Openmp, had);
        let index = self.funcs.len();
        let cost = self.body.cost + 2;
        let sig = Sig {
            params,
            ret,
            pure: false,
            cost,
        };
        self.add_function("k", out, sig);
        self.callable[index] = false;
        self.team_functions.kernels.push(Function {
            index,
            len,
            cost,
            waits: false,
        });
    }

    fn orphan(&mut self) {
        let len = self.between(4, 5);
        let array = || Param::Array(Prec::F64, len as usize);
        let params = vec![
            array(),
            array(),
            Param::Int(len, len),
            Param::Real(Prec::F64),
        ];
        let mut out = Block::new();
        self.enter(&params, &Ret::Void, &mut out);
        let scope = self.body.scope.clone();
        let mut pool = Pool {
            fresh: BTreeSet::from([0, 1]),
            in_function: true,
            ..Pool::default()
        };
        pool.rest.ints = scope.ints;
        for a in scope.arrays {
            match &a.base {
                Place::Var(1) => pool.arrays.push(a),
                _ => pool.rest.arrays.push(Array {
                    writable: false,
                    addressable: false,
                    ..a
                }),
            }
        }
        pool.rest.fixed.scalars = scope.scalars;
        let count = self.between(1, 3);
        self.in_region(|g| {
            for _ in 0..count {
                g.construct(&mut pool, &mut out);
            }
        });
        let mut body = std::mem::take(&mut pool.before);
        body.append(&mut out);
        let index = self.funcs.len();
        let cost = self.body.cost + 2;
        let ret = Ret::Void;
        let sig = Sig {
            params,
            ret,
            pure: false,
            cost,
        };
        self.add_function("w", body, sig);
        self.callable[index] = false;
        self.team_functions.orphans.push(Function {
            index,
            len: len as usize,
            cost,
            waits: pool.is_clean(),
        });
    }

    /// A call with a window of a shared array around the iteration's place.
    pub(super) fn windowed(&mut self, range: &Range) -> Real {
        let most = self.cost_left();
        let mut kernels = self.team_functions.kernels.clone();
        kernels.retain(|k| k.cost < most);
        let Some(kernel) = self.pick(&kernels) else {
            return self.real(2);
        };
        let mut arrays = self.body.scope.arrays.clone();
        let last = range.hi + kernel.len as i64;
        arrays.retain(|a| {
            a.prec == Prec::F64 && a.len as i64 >= last && !matches!(a.base, Place::Global(_))
        });
        let Some(array) = self.pick(&arrays) else {
            return self.real(2);
        };
        self.body.cost += self.body.trips * kernel.cost;
        let window = Pointer::Offset(Box::new(array.pointer()), Int::var(range.count.var));
        let e = self.leaf();
        let args = vec![Arg::Ptr(window), Arg::Real(self.tamed(e))];
        Real::Call(kernel.index, args)
    }

    /// All workers call a function that shares work among them.
    pub(super) fn call_team_function(&mut self, pool: &mut Pool, out: &mut Block) {
        let most = self.cost_left();
        let mut orphans = self.team_functions.orphans.clone();
        orphans.retain(|w| w.cost < most);
        let Some(orphan) = self.pick(&orphans) else {
            return;
        };
        let fits = |a: &Array| a.prec == Prec::F64 && a.len >= orphan.len;
        let free: Vec<Array> = pool.free_arrays().into_iter().filter(&fits).collect();
        let Some(q) = self.pick(&free) else {
            return self.barrier(pool, out);
        };
        let Some(written) = var_of(&q.base) else {
            return;
        };
        let mut readable = pool.arrays.clone();
        readable.retain(|p| {
            let clean = var_of(&p.base).is_some_and(|v| !pool.written.contains(&v));
            fits(p) && clean && p.base != q.base
        });
        let Some(p) = self.pick(&readable) else {
            return;
        };
        self.body.cost += self.body.trips * orphan.cost;
        let outer = std::mem::replace(&mut self.body.scope, pool.together());
        let c = self.leaf();
        let c = self.tamed(c);
        self.body.scope = outer;
        let spare = (p.len - orphan.len) as i64;
        let skip = self.between(0, spare);
        let from = match skip {
            0 => p.pointer(),
            _ => Pointer::Offset(Box::new(p.pointer()), Int::Const(skip)),
        };
        let args = vec![
            Arg::Ptr(from),
            Arg::Ptr(q.pointer()),
            Arg::Int(Int::Const(orphan.len as i64)),
            Arg::Real(c),
        ];
        let stmt = Stmt::Call(None, orphan.index, args);
        pool.note(&stmt, &[written], orphan.waits);
        out.push(stmt);
    }
}
