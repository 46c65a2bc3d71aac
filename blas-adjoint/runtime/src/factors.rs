//! Derivatives of factorisations.
//!
//! Owns: potrf, getrf, and the functions on factors that solves share (`solves`). Must not: know how arguments are passed.

use crate::call::{Arguments, Integers};
use crate::library::{Diag, Library, Op, Side, Triangular};
use crate::memory::{Matrix, Own, Uplo};
use crate::number::Number;
use crate::operand::{Adjoints, Block};
use crate::routine::Routine;
use crate::triangles::fails;
use std::ffi::c_void;

/// A triangle as an operand: of the stored ones all have these in common.
pub(crate) fn triangular(side: Side, uplo: Uplo, op: Op, diag: Diag) -> Triangular {
    Triangular {
        side,
        uplo,
        op,
        diag,
    }
}

const LEFT: Side = Side::Left;
const RIGHT: Side = Side::Right;

/// A Cholesky factor `A = L L*`: `L`, or `U = L*`, in a triangle. I. Murray, "Differentiation of the Cholesky decomposition"
/// (2016), says both modes with `Φ`, which takes the lower triangle and half of the diagonal. The diagonal is real.
pub(crate) struct Cholesky<'a, T> {
    pub(crate) library: &'a Library,
    pub(crate) uplo: Uplo,
    pub(crate) factor: Matrix<T>,
}

impl<T: Number> Cholesky<'_, T> {
    /// The lower triangle that a stored triangle stands for.
    fn lower(&self, stored: &Matrix<T>) -> Own<T> {
        let own = Own::zeroed(stored.rows, stored.cols, stored.by_rows);
        own.view()
            .map_triangle(Uplo::Lower, |i, j, _| match self.uplo {
                Uplo::Lower => stored.get(i, j),
                Uplo::Upper => stored.get(j, i).conj(),
            });
        own
    }

    fn store(&self, made: impl Fn(usize, usize) -> T, to: &Matrix<T>) {
        to.map_triangle(self.uplo, |i, j, _| match self.uplo {
            Uplo::Lower => made(i, j),
            Uplo::Upper => made(j, i).conj(),
        });
    }

    /// `Φ`, in place.
    fn half(of: &Matrix<T>) {
        of.map(|i, j, x| match i.cmp(&j) {
            std::cmp::Ordering::Less => T::ZERO,
            std::cmp::Ordering::Equal => T::of_real(x.real()) * T::HALF,
            std::cmp::Ordering::Greater => x,
        });
    }

    /// `R = L⁻* Φ(L* L̄) L⁻¹`; the triangle of `Ā` takes `R + R*`, its diagonal that of `R`.
    pub(crate) fn adjoint(&self, bar: &Matrix<T>) {
        let l = self.lower(&self.factor);
        let (l, q) = (l.view(), self.lower(bar));
        let q = q.view();
        let with = |side, op| triangular(side, Uplo::Lower, op, Diag::NonUnit);
        self.library.trmm(with(LEFT, Op::C), T::ONE, &l, &q);
        Self::half(&q);
        self.library.trsm(with(LEFT, Op::C), T::ONE, &l, &q);
        self.library.trsm(with(RIGHT, Op::N), T::ONE, &l, &q);
        let entry = |i: usize, j: usize| match i == j {
            true => T::of_real(q.get(i, i).real()),
            false => q.get(i, j) + q.get(j, i).conj(),
        };
        self.store(entry, bar);
    }

    /// `L̇ = L Φ(L⁻¹ Ȧ L⁻*)`
    pub(crate) fn tangent(&self, dot: &Matrix<T>) {
        let l = self.lower(&self.factor);
        let (l, m) = (l.view(), self.lower(dot));
        let m = m.view();
        let below = m.copied();
        m.map(|i, j, x| match i.cmp(&j) {
            std::cmp::Ordering::Less => below.view().get(j, i).conj(),
            std::cmp::Ordering::Equal => T::of_real(x.real()),
            std::cmp::Ordering::Greater => x,
        });
        let with = |side, op| triangular(side, Uplo::Lower, op, Diag::NonUnit);
        self.library.trsm(with(LEFT, Op::N), T::ONE, &l, &m);
        self.library.trsm(with(RIGHT, Op::C), T::ONE, &l, &m);
        Self::half(&m);
        self.library.trmm(with(LEFT, Op::N), T::ONE, &l, &m);
        self.store(|i, j| m.get(i, j), dot);
    }
}

/// `A = L L*`, in place.
struct Potrf<T> {
    library: Library,
    uplo: Uplo,
    a: Block<T>,
    info: Integers,
    place: String,
}

pub(crate) fn potrf<T: Number>(args: &mut Arguments<'_>, place: String) -> Box<dyn Routine> {
    let uplo = args.uplo();
    let n = args.size();
    Box::new(Potrf::<T> {
        library: args.library(),
        uplo,
        a: args.block(n, n),
        info: args.integers(),
        place,
    })
}

impl<T: Number> Potrf<T> {
    fn factor(&self) -> Cholesky<'_, T> {
        Cholesky {
            library: &self.library,
            uplo: self.uplo,
            factor: self.a.value(),
        }
    }

    fn forget_if_failed(&mut self) {
        if fails("potrf", (&self.info, &self.place)) {
            self.a.shadows.clear();
        }
    }
}

impl<T: Number> Routine for Potrf<T> {
    fn tangent_after(&mut self, direction: usize, _to: *mut c_void) {
        if direction == 0 {
            self.forget_if_failed();
        }
        if let Some(dot) = self.a.shadows.get(direction) {
            self.factor().tangent(dot);
        }
    }

    fn keep_after(&mut self) {
        self.forget_if_failed();
        let needed = self.a.active();
        self.a.keep_if(needed);
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        if let Some(bar) = self.a.shadows.get(adjoints.direction) {
            self.factor().adjoint(bar);
        }
    }
}

/// The rows that a factorisation exchanged, in the order in which it did.
#[derive(Clone, Default)]
pub(crate) struct Exchanges(Vec<usize>);

impl Exchanges {
    /// From the pivots of LAPACK, which count from 1.
    pub(crate) fn of(pivots: &Integers, count: usize) -> Self {
        let row = |i: usize| usize::try_from(pivots.get(i) - 1).unwrap_or(i);
        Self((0..count).map(row).collect())
    }

    /// `x = P x`
    pub(crate) fn apply<T: Number>(&self, x: &Matrix<T>) {
        self.0.iter().enumerate().for_each(|e| exchange(e, x));
    }

    /// `x = Pᵀ x`
    pub(crate) fn undo<T: Number>(&self, x: &Matrix<T>) {
        self.0.iter().enumerate().rev().for_each(|e| exchange(e, x));
    }
}

fn exchange<T: Number>((i, with): (usize, &usize), x: &Matrix<T>) {
    for j in (0..x.cols).filter(|_| i != *with) {
        let (one, other) = (x.get(i, j), x.get(*with, j));
        x.set(i, j, other);
        x.set(*with, j, one);
    }
}

/// Factors `P A = L U` in one matrix, which may be taller or wider than square.
pub(crate) struct Lu<'a, T> {
    pub(crate) library: &'a Library,
    pub(crate) factors: Matrix<T>,
    pub(crate) exchanges: &'a Exchanges,
}

/// The square part of a matrix, and what is below or beside it.
fn parts<T: Number>(of: &Matrix<T>) -> (Matrix<T>, Matrix<T>, Matrix<T>) {
    let (m, n) = (of.rows, of.cols);
    let k = m.min(n);
    let below = of.part((k, 0), (m - k, k));
    let beside = of.part((0, k), (k, n - k));
    (of.part((0, 0), (k, k)), below, beside)
}

impl<T: Number> Lu<'_, T> {
    fn lower(side: Side, op: Op) -> Triangular {
        triangular(side, Uplo::Lower, op, Diag::Unit)
    }

    fn upper(side: Side, op: Op) -> Triangular {
        triangular(side, Uplo::Upper, op, Diag::NonUnit)
    }

    /// With `L̇ = L F₋`, `U̇ = F₊ U` for the strictly lower and the upper part of `F = L⁻¹ Ȧ U⁻¹`:
    /// `F̄ = (L* L̄)₋ + (Ū U*)₊`, `Ā = L⁻* F̄ U⁻*`. Below the square part `L₂ = A₂ U⁻¹`, beside it `U₂ = L⁻¹ A₂`.
    pub(crate) fn adjoint(&self, bar: &Matrix<T>) {
        let lib = self.library;
        let (square, below, beside) = parts(&self.factors);
        let (bar_square, bar_below, bar_beside) = parts(bar);
        if below.rows > 0 {
            lib.trsm(Self::upper(RIGHT, Op::C), T::ONE, &square, &bar_below);
            let product = Own::zeroed(square.rows, square.cols, false);
            let product = product.view();
            lib.gemm(
                T::ONE,
                (Op::C, &below),
                (Op::N, &bar_below),
                T::ZERO,
                &product,
            );
            bar_square.map_triangle(Uplo::Upper, |i, j, x| x - product.get(i, j));
        }
        if beside.cols > 0 {
            lib.trsm(Self::lower(LEFT, Op::C), T::ONE, &square, &bar_beside);
            let product = Own::zeroed(square.rows, square.cols, false);
            let product = product.view();
            lib.gemm(
                T::ONE,
                (Op::N, &bar_beside),
                (Op::C, &beside),
                T::ZERO,
                &product,
            );
            let strictly = |i, j, x| if i == j { x } else { x - product.get(i, j) };
            bar_square.map_triangle(Uplo::Lower, strictly);
        }
        let (in_lower, in_upper) = (bar_square.copied(), bar_square.copied());
        let (in_lower, in_upper) = (in_lower.view(), in_upper.view());
        in_lower.map(|i, j, x| if i > j { x } else { T::ZERO });
        in_upper.map(|i, j, x| if i > j { T::ZERO } else { x });
        lib.trmm(Self::lower(LEFT, Op::C), T::ONE, &square, &in_lower);
        lib.trmm(Self::upper(RIGHT, Op::C), T::ONE, &square, &in_upper);
        let chosen = |i, j, _| {
            if i > j {
                in_lower.get(i, j)
            } else {
                in_upper.get(i, j)
            }
        };
        bar_square.map(chosen);
        lib.trsm(Self::lower(LEFT, Op::C), T::ONE, &square, &bar_square);
        lib.trsm(Self::upper(RIGHT, Op::C), T::ONE, &square, &bar_square);
        self.exchanges.undo(bar);
    }

    pub(crate) fn tangent(&self, dot: &Matrix<T>) {
        let lib = self.library;
        self.exchanges.apply(dot);
        let (square, below, beside) = parts(&self.factors);
        let (dot_square, dot_below, dot_beside) = parts(dot);
        lib.trsm(Self::lower(LEFT, Op::N), T::ONE, &square, &dot_square);
        lib.trsm(Self::upper(RIGHT, Op::N), T::ONE, &square, &dot_square);
        let (in_lower, in_upper) = (dot_square.copied(), dot_square.copied());
        let (in_lower, in_upper) = (in_lower.view(), in_upper.view());
        in_lower.map(|i, j, x| if i > j { x } else { T::ZERO });
        in_upper.map(|i, j, x| if i > j { T::ZERO } else { x });
        lib.trmm(Self::lower(LEFT, Op::N), T::ONE, &square, &in_lower);
        lib.trmm(Self::upper(RIGHT, Op::N), T::ONE, &square, &in_upper);
        let chosen = |i, j, _| {
            if i > j {
                in_lower.get(i, j)
            } else {
                in_upper.get(i, j)
            }
        };
        dot_square.map(chosen);
        if below.rows > 0 {
            lib.gemm(
                -T::ONE,
                (Op::N, &below),
                (Op::N, &in_upper),
                T::ONE,
                &dot_below,
            );
            lib.trsm(Self::upper(RIGHT, Op::N), T::ONE, &square, &dot_below);
        }
        if beside.cols > 0 {
            lib.gemm(
                -T::ONE,
                (Op::N, &in_lower),
                (Op::N, &beside),
                T::ONE,
                &dot_beside,
            );
            lib.trsm(Self::lower(LEFT, Op::N), T::ONE, &square, &dot_beside);
        }
    }
}

/// `P A = L U`, in place.
struct Getrf<T> {
    library: Library,
    a: Block<T>,
    pivots: Integers,
    exchanges: Exchanges,
    info: Integers,
    place: String,
}

pub(crate) fn getrf<T: Number>(args: &mut Arguments<'_>, place: String) -> Box<dyn Routine> {
    let (m, n) = (args.size(), args.size());
    Box::new(Getrf::<T> {
        library: args.library(),
        a: args.block(m, n),
        pivots: args.integers(),
        exchanges: Exchanges::default(),
        info: args.integers(),
        place,
    })
}

impl<T: Number> Getrf<T> {
    fn factors(&self) -> Lu<'_, T> {
        Lu {
            library: &self.library,
            factors: self.a.value(),
            exchanges: &self.exchanges,
        }
    }

    fn see(&mut self) {
        match fails("getrf", (&self.info, &self.place)) {
            true => self.a.shadows.clear(),
            false => {
                let count = self.a.primal.rows.min(self.a.primal.cols);
                self.exchanges = Exchanges::of(&self.pivots, count);
            }
        }
    }
}

impl<T: Number> Routine for Getrf<T> {
    fn tangent_after(&mut self, direction: usize, _to: *mut c_void) {
        if direction == 0 {
            self.see();
        }
        if let Some(dot) = self.a.shadows.get(direction) {
            self.factors().tangent(dot);
        }
    }

    fn keep_after(&mut self) {
        self.see();
        let needed = self.a.active();
        self.a.keep_if(needed);
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        if let Some(bar) = self.a.shadows.get(adjoints.direction) {
            self.factors().adjoint(bar);
        }
    }
}
