//! Derivatives of solves by factors, and of those that factorise first.
//!
//! A solve is a chain of two triangular ones, `P₁ Y = B` and `P₂ X = Y`, with rows exchanged before or behind them. So its
//! adjoint is that of the two (`triangles`), and nothing but `X` is kept: `Y = P₂ X`.
//!
//! Owns: potrs, posv, getrs, gesv. Must not: know how arguments are passed.

use crate::call::{Arguments, Integers};
use crate::factors::{Cholesky, Exchanges, Lu, triangular};
use crate::library::{Diag, Library, Op, Side, Triangular};
use crate::memory::{Matrix, Uplo};
use crate::number::Number;
use crate::operand::{Adjoints, Block};
use crate::routine::Routine;
use crate::triangles::{add_outer, adjoint, fails, times_tangent};
use std::ffi::c_void;

/// How a matrix was factorised.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Cholesky(Uplo),
    Lu(Op),
}

struct Solve<T> {
    routine: &'static str,
    library: Library,
    kind: Kind,
    /// The routine makes the factors itself.
    factorises: bool,
    a: Block<T>,
    pivots: Option<Integers>,
    exchanges: Exchanges,
    /// What the first pivot was, where it was marked.
    marked: Option<isize>,
    b: Block<T>,
    info: Integers,
    place: String,
}

pub(crate) fn potrs<T: Number>(args: &mut Arguments<'_>, place: String) -> Box<dyn Routine> {
    let kind = Kind::Cholesky(args.uplo());
    solve::<T>(args, ("potrs", kind, false), place)
}

pub(crate) fn posv<T: Number>(args: &mut Arguments<'_>, place: String) -> Box<dyn Routine> {
    let kind = Kind::Cholesky(args.uplo());
    solve::<T>(args, ("posv", kind, true), place)
}

pub(crate) fn getrs<T: Number>(args: &mut Arguments<'_>, place: String) -> Box<dyn Routine> {
    let kind = Kind::Lu(args.op());
    solve::<T>(args, ("getrs", kind, false), place)
}

pub(crate) fn gesv<T: Number>(args: &mut Arguments<'_>, place: String) -> Box<dyn Routine> {
    solve::<T>(args, ("gesv", Kind::Lu(Op::N), true), place)
}

fn solve<T: Number>(
    args: &mut Arguments<'_>,
    (routine, kind, factorises): (&'static str, Kind, bool),
    place: String,
) -> Box<dyn Routine> {
    let (n, count) = (args.size(), args.size());
    let a = args.block(n, n);
    let pivots = matches!(kind, Kind::Lu(_)).then(|| args.integers());
    Box::new(Solve::<T> {
        routine,
        library: args.library(),
        kind,
        factorises,
        a,
        pivots,
        exchanges: Exchanges::default(),
        marked: None,
        b: args.block(n, count),
        info: args.integers(),
        place,
    })
}

impl<T: Number> Solve<T> {
    /// The two triangles, the first one first.
    fn chain(&self) -> [Triangular; 2] {
        let with = |uplo, op, diag| triangular(Side::Left, uplo, op, diag);
        match self.kind {
            Kind::Cholesky(Uplo::Lower) => {
                [Op::N, Op::C].map(|op| with(Uplo::Lower, op, Diag::NonUnit))
            }
            Kind::Cholesky(Uplo::Upper) => {
                [Op::C, Op::N].map(|op| with(Uplo::Upper, op, Diag::NonUnit))
            }
            Kind::Lu(op) => {
                let lower = with(Uplo::Lower, op, Diag::Unit);
                let upper = with(Uplo::Upper, op, Diag::NonUnit);
                if op.transposes() {
                    [upper, lower]
                } else {
                    [lower, upper]
                }
            }
        }
    }

    /// Whether rows are exchanged behind the two solves: of a transposed matrix.
    fn exchanges_last(&self) -> bool {
        matches!(self.kind, Kind::Lu(op) if op.transposes())
    }

    /// What came out of the second triangular solve, and what went into it.
    fn steps(&self, x: &Matrix<T>) -> [crate::memory::Own<T>; 2] {
        let z = x.copied();
        if self.exchanges_last() {
            self.exchanges.apply(&z.view());
        }
        let y = z.view().copied();
        let [_, second] = self.chain();
        self.library
            .trmm(second, T::ONE, &self.a.value(), &y.view());
        [z, y]
    }

    fn tangent_of_solve(&self, da: Option<&Matrix<T>>, db: &Matrix<T>) {
        let (lib, a) = (&self.library, self.a.value());
        let [first, second] = self.chain();
        let [z, y] = self.steps(&self.b.value());
        if !self.exchanges_last() {
            self.exchanges.apply(db);
        }
        for (how, by) in [(first, y), (second, z)] {
            if let Some(da) = da {
                times_tangent(lib, how, da, &by.view());
                db.add(-T::ONE, &by.view());
            }
            lib.trsm(how, T::ONE, &a, db);
        }
        if self.exchanges_last() {
            self.exchanges.undo(db);
        }
    }

    fn adjoint_of_solve(&self, bar_a: Option<&Matrix<T>>, bar: &Matrix<T>) {
        let (lib, a) = (&self.library, self.a.value());
        let [first, second] = self.chain();
        let [z, y] = self.steps(&self.b.value());
        if self.exchanges_last() {
            self.exchanges.apply(bar);
        }
        for (how, by) in [(second, z), (first, y)] {
            lib.trsm(adjoint(how), T::ONE, &a, bar);
            if let Some(to) = bar_a {
                add_outer(lib, how, -T::ONE, (bar, &by.view()), to);
            }
        }
        if !self.exchanges_last() {
            self.exchanges.undo(bar);
        }
    }

    /// Without right-hand sides some libraries do not factorise: then the first pivot stays as it is marked here.
    fn mark(&mut self) {
        let sides = self.b.primal.cols > 0 || self.a.primal.rows == 0;
        let pivots = self.pivots.filter(|_| self.factorises && !sides);
        if let (Some(pivots), None) = (pivots, self.marked) {
            self.marked = Some(pivots.get(0));
            pivots.set(0, 0);
        }
    }

    /// Whether the routine did nothing.
    fn was_idle(&self) -> bool {
        let (Some(before), Some(pivots)) = (self.marked, &self.pivots) else {
            return false;
        };
        let idle = pivots.get(0) == 0;
        if idle {
            pivots.set(0, before);
        }
        idle
    }

    fn see(&mut self) {
        if self.was_idle() || fails(self.routine, (&self.info, &self.place)) {
            self.a.shadows.clear();
            self.b.shadows.clear();
        } else if let Some(pivots) = &self.pivots {
            self.exchanges = Exchanges::of(pivots, self.a.primal.rows);
        }
    }

    fn cholesky(&self, uplo: Uplo) -> Cholesky<'_, T> {
        Cholesky {
            library: &self.library,
            uplo,
            factor: self.a.value(),
        }
    }

    fn lu(&self) -> Lu<'_, T> {
        Lu {
            library: &self.library,
            factors: self.a.value(),
            exchanges: &self.exchanges,
        }
    }
}

impl<T: Number> Routine for Solve<T> {
    fn tangent_before(&mut self, _direction: usize) {
        self.mark();
    }

    fn keep_before(&mut self) {
        self.mark();
    }

    fn tangent_after(&mut self, direction: usize, _to: *mut c_void) {
        if direction == 0 {
            self.see();
        }
        let da = self.a.shadows.get(direction);
        if let Some(da) = da.filter(|_| self.factorises) {
            match self.kind {
                Kind::Cholesky(uplo) => self.cholesky(uplo).tangent(da),
                Kind::Lu(_) => self.lu().tangent(da),
            }
        }
        if let Some(db) = self.b.shadows.get(direction) {
            self.tangent_of_solve(da, db);
        }
    }

    fn keep_after(&mut self) {
        self.see();
        let (a, b) = (self.a.active(), self.b.active());
        self.a.keep_if(b || a && self.factorises);
        self.b.keep_if(a && b);
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        let bar_a = self.a.shadows.get(adjoints.direction);
        if let Some(bar) = self.b.shadows.get(adjoints.direction) {
            self.adjoint_of_solve(bar_a, bar);
        }
        if let Some(bar) = bar_a.filter(|_| self.factorises) {
            match self.kind {
                Kind::Cholesky(uplo) => self.cholesky(uplo).adjoint(bar),
                Kind::Lu(_) => self.lu().adjoint(bar),
            }
        }
    }
}
