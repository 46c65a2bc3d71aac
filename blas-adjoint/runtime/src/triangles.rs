//! Derivatives of products with triangular matrices, and of their solves.
//!
//! Only the stored triangle takes part, and of a unit triangle not the diagonal: adjoints go nowhere else. With
//! `P = op(A)`, an adjoint `P̄` adds `op(P̄)` to the triangle of `Ā`.
//!
//! Owns: trmv, trmm, trsv, trsm, trtrs. Must not: know how arguments are passed.

use crate::call::{Arguments, Integers};
use crate::fatal;
use crate::library::{Diag, Library, Op, Side, Triangular};
use crate::memory::{Matrix, Own};
use crate::number::Number;
use crate::operand::{Adjoints, Block, Factor};
use crate::products::moves;
use crate::routine::Routine;

/// Adds `factor` times the part of `op(x y*)` that is in the triangle, for an adjoint of `op(A)`.
pub(crate) fn add_outer<T: Number>(
    lib: &Library,
    how: Triangular,
    factor: T,
    (x, y): (&Matrix<T>, &Matrix<T>),
    to: &Matrix<T>,
) {
    let n = to.rows;
    let full = Own::zeroed(n, n, to.by_rows);
    let full = full.view();
    // From the left P̄ = x y*, from the right P̄ = y* x; and op(P̄) for the three operations.
    let conjugated = factor.conj();
    match (how.side, how.op) {
        (Side::Left, Op::N) => lib.gemm(factor, (Op::N, x), (Op::C, y), T::ZERO, &full),
        (Side::Left, Op::T) => lib.gemm(factor, (Op::R, y), (Op::T, x), T::ZERO, &full),
        (Side::Left, Op::C) => lib.gemm(conjugated, (Op::N, y), (Op::C, x), T::ZERO, &full),
        (Side::Left, Op::R) => lib.gemm(conjugated, (Op::R, x), (Op::T, y), T::ZERO, &full),
        (Side::Right, Op::N) => lib.gemm(factor, (Op::C, y), (Op::N, x), T::ZERO, &full),
        (Side::Right, Op::T) => lib.gemm(factor, (Op::T, x), (Op::R, y), T::ZERO, &full),
        (Side::Right, Op::C) => lib.gemm(conjugated, (Op::C, x), (Op::N, y), T::ZERO, &full),
        (Side::Right, Op::R) => lib.gemm(conjugated, (Op::T, y), (Op::R, x), T::ZERO, &full),
    }
    to.map_triangle(how.uplo, |i, j, old| match how.diag {
        Diag::Unit if i == j => old,
        _ => old + full.get(i, j),
    });
}

/// `x = op(da) x`, or `x op(da)`, with the tangent of a triangle: that of a unit diagonal is zero.
pub(crate) fn times_tangent<T: Number>(
    lib: &Library,
    how: Triangular,
    da: &Matrix<T>,
    x: &Matrix<T>,
) {
    let before = (how.diag == Diag::Unit).then(|| x.copied());
    lib.trmm(how, T::ONE, da, x);
    if let Some(before) = before {
        x.add(-T::ONE, &before.view());
    }
}

/// The same triangle with the adjoint operation.
pub(crate) fn adjoint(how: Triangular) -> Triangular {
    Triangular {
        op: how.op.adjoint(),
        ..how
    }
}

/// `B = α P B` or `α B P`: with `V = P* B̄` (`B̄ P*`), `P̄ = conj(α) B̄ B*` (`conj(α) B* B̄`) with what `B` held, `ᾱ = ‹B, V›` and
/// `B̄ = conj(α) V`.
struct Trmm<T> {
    library: Library,
    how: Triangular,
    alpha: Factor<T>,
    a: Block<T>,
    b: Block<T>,
}

/// The options of a triangular matrix on the left of a vector.
fn of_vector(args: &mut Arguments<'_>) -> Triangular {
    Triangular {
        side: Side::Left,
        uplo: args.uplo(),
        op: args.op(),
        diag: args.diag(),
    }
}

fn of_matrix(args: &mut Arguments<'_>) -> Triangular {
    let side = args.side();
    Triangular {
        side,
        ..of_vector(args)
    }
}

/// A triangular matrix and what it is applied to.
type Operands<T> = (Library, Triangular, Factor<T>, Block<T>, Block<T>);

fn with_vector<T: Number>(args: &mut Arguments<'_>) -> Operands<T> {
    let library = args.ordered();
    let how = of_vector(args);
    let n = args.size();
    let a = args.block(n, n);
    (
        library,
        how,
        Factor::constant(T::ONE),
        a,
        args.column(n, true),
    )
}

fn with_matrix<T: Number>(args: &mut Arguments<'_>) -> Operands<T> {
    let library = args.ordered();
    let how = of_matrix(args);
    let (m, n) = (args.size(), args.size());
    let alpha = args.factor::<T, T>();
    let order = if how.side == Side::Left { m } else { n };
    let a = args.block(order, order);
    (library, how, alpha, a, args.block(m, n))
}

pub(crate) fn trmv<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    product(with_vector::<T>(args))
}

pub(crate) fn trmm<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    product(with_matrix::<T>(args))
}

fn product<T: Number>((library, how, alpha, a, b): Operands<T>) -> Box<dyn Routine> {
    Box::new(Trmm {
        library,
        how,
        alpha,
        a,
        b,
    })
}

impl<T: Number> Routine for Trmm<T> {
    moves!(a, b);

    fn tangent_before(&mut self, direction: usize) {
        let Some(db) = self.b.shadows.get(direction) else {
            return;
        };
        let (lib, alpha) = (&self.library, self.alpha.value);
        lib.trmm(self.how, alpha, &self.a.primal, db);
        if let Some(da) = self.a.shadows.get(direction) {
            let product = self.b.primal.copied();
            times_tangent(lib, self.how, da, &product.view());
            db.add(alpha, &product.view());
        }
        if self.alpha.active {
            let product = self.b.primal.copied();
            lib.trmm(
                self.how,
                self.alpha.tangent(direction),
                &self.a.primal,
                &product.view(),
            );
            db.add(T::ONE, &product.view());
        }
    }

    fn keep_before(&mut self) {
        let (a, b, alpha) = (self.a.active(), self.b.active(), self.alpha.active);
        self.a.keep_if(b || alpha);
        self.b.keep_now(a || alpha);
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        let Some(bar) = self.b.shadows.get(adjoints.direction) else {
            return;
        };
        let (lib, alpha) = (&self.library, self.alpha.value);
        if let Some(to) = self.a.shadows.get(adjoints.direction) {
            add_outer(lib, self.how, alpha.conj(), (bar, &self.b.value()), to);
        }
        lib.trmm(adjoint(self.how), T::ONE, &self.a.value(), bar);
        if self.alpha.active {
            self.alpha.add(self.b.value().inner(bar), adjoints);
        }
        bar.scale(alpha.conj());
    }
}

/// `P X = α B` or `X P = α B`, `X` in the place of `B`: with `W = P⁻* X̄` (`X̄ P⁻*`), `P̄ -= W X*` (`X* W`), `ᾱ = ‹B, W›` with what
/// `B` held, and `B̄ = conj(α) W`.
struct Trsm<T> {
    library: Library,
    how: Triangular,
    alpha: Factor<T>,
    a: Block<T>,
    b: Block<T>,
    /// What `B` held, where `α` is active.
    before: Option<Own<T>>,
    /// The status of a routine of LAPACK, which does nothing if the matrix is singular.
    status: Option<(Integers, String)>,
}

pub(crate) fn trsv<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    solve(with_vector::<T>(args), None)
}

pub(crate) fn trsm<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    solve(with_matrix::<T>(args), None)
}

pub(crate) fn trtrs<T: Number>(args: &mut Arguments<'_>, place: String) -> Box<dyn Routine> {
    let library = args.library();
    let how = of_vector(args);
    let (n, count) = (args.size(), args.size());
    let a = args.block(n, n);
    let b = args.block(n, count);
    let status = Some((args.integers(), place));
    solve::<T>((library, how, Factor::constant(T::ONE), a, b), status)
}

fn solve<T: Number>(
    (library, how, alpha, a, b): Operands<T>,
    status: Option<(Integers, String)>,
) -> Box<dyn Routine> {
    Box::new(Trsm {
        library,
        how,
        alpha,
        a,
        b,
        before: None,
        status,
    })
}

/// Says that a routine failed if it did.
pub(crate) fn fails(routine: &str, (info, place): (&Integers, &str)) -> bool {
    let info = info.get(0);
    if info != 0 {
        fatal::failed(routine, place, info);
    }
    info != 0
}

impl<T: Number> Trsm<T> {
    /// Whether the routine did nothing: then there is nothing to do for it either.
    fn forget_if_failed(&mut self) -> bool {
        let status = self.status.as_ref();
        let failed = status.is_some_and(|(info, place)| fails("trtrs", (info, place)));
        if failed {
            self.b.shadows.clear();
        }
        failed
    }
}

impl<T: Number> Routine for Trsm<T> {
    moves!(a, b);

    fn tangent_before(&mut self, _direction: usize) {
        self.keep_before_solve();
    }

    /// `Ẋ = P⁻¹ (α Ḃ + α̇ B - Ṗ X)`
    fn tangent_after(&mut self, direction: usize, _to: *mut std::ffi::c_void) {
        if direction == 0 && self.forget_if_failed() {
            return;
        }
        let Some(db) = self.b.shadows.get(direction) else {
            return;
        };
        let lib = &self.library;
        db.scale(self.alpha.value);
        if let Some(before) = &self.before {
            db.add(self.alpha.tangent(direction), &before.view());
        }
        if let Some(da) = self.a.shadows.get(direction) {
            let product = self.b.primal.copied();
            times_tangent(lib, self.how, da, &product.view());
            db.add(-T::ONE, &product.view());
        }
        lib.trsm(self.how, T::ONE, &self.a.primal, db);
    }

    fn keep_before(&mut self) {
        self.keep_before_solve();
        let needed = self.b.active();
        self.a.keep_if(needed);
    }

    fn keep_after(&mut self) {
        if !self.forget_if_failed() {
            let needed = self.a.active();
            self.b.keep_if(needed);
        }
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        let Some(bar) = self.b.shadows.get(adjoints.direction) else {
            return;
        };
        let lib = &self.library;
        lib.trsm(adjoint(self.how), T::ONE, &self.a.value(), bar);
        if let Some(to) = self.a.shadows.get(adjoints.direction) {
            add_outer(lib, self.how, -T::ONE, (bar, &self.b.value()), to);
        }
        if let Some(before) = &self.before {
            self.alpha.add(before.view().inner(bar), adjoints);
        }
        bar.scale(self.alpha.value.conj());
    }
}

impl<T: Number> Trsm<T> {
    fn keep_before_solve(&mut self) {
        if self.alpha.active && self.before.is_none() {
            self.before = Some(self.b.primal.copied());
        }
    }
}
