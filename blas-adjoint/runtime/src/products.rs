//! Derivatives of products of matrices, and of matrices with vectors, which are products with a matrix of one column.
//!
//! The equations are those of M. Giles, "Collected matrix derivative results for forward and reverse mode algorithmic
//! differentiation" (2008), with transposes and triangles as BLAS has them. `A*` is the conjugated transpose, `‹X, Y›` the
//! sum of `conj(X) Y` over all elements.
//!
//! Owns: gemv, ger, gemm, symv, symm, syrk, syr2k. Must not: know how arguments are passed.

use crate::call::Arguments;
use crate::library::{Library, Op, Side};
use crate::memory::{Matrix, Own, Uplo};
use crate::number::Number;
use crate::operand::{Adjoints, Block, Factor};
use crate::routine::Routine;

/// Moves vectors among the operands, for all steps of a routine.
macro_rules! moves {
    ($($operand:ident),*) => {
        fn load(&mut self, primal: bool, shadows: bool, forward: bool) {
            if primal {
                $(self.$operand.load_primal();)*
            }
            if shadows {
                $(self.$operand.load_shadows(forward);)*
            }
        }

        fn store(&mut self, forward: bool) {
            $(self.$operand.store_shadows(forward);)*
        }
    };
}
pub(crate) use moves;

/// `C = α P Q + β C` with `P = op(A)`, `Q = op(B)`:
/// `P̄ = conj(α) C̄ Q*`, `Q̄ = conj(α) P* C̄`, `ᾱ = ‹P Q, C̄›`, `β̄ = ‹C, C̄›` with what `C` held, `C̄ = conj(β) C̄`;
/// and `Ā = op(P̄)`, `B̄ = op(Q̄)`, for each operation is its own inverse.
struct Gemm<T> {
    library: Library,
    ops: (Op, Op),
    alpha: Factor<T>,
    a: Block<T>,
    b: Block<T>,
    beta: Factor<T>,
    c: Block<T>,
}

/// Rows and columns of a matrix of which the operation makes these.
fn sides(op: Op, rows: usize, cols: usize) -> (usize, usize) {
    if op.transposes() {
        (cols, rows)
    } else {
        (rows, cols)
    }
}

pub(crate) fn gemm<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    let library = args.ordered();
    let ops = (args.op(), args.op());
    let (m, n, k) = (args.size(), args.size(), args.size());
    let alpha = args.factor::<T, T>();
    let (rows, cols) = sides(ops.0, m, k);
    let a = args.block(rows, cols);
    let (rows, cols) = sides(ops.1, k, n);
    let b = args.block(rows, cols);
    Box::new(Gemm::<T> {
        library,
        ops,
        alpha,
        a,
        b,
        beta: args.factor::<T, T>(),
        c: args.block(m, n),
    })
}

pub(crate) fn gemv<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    let library = args.ordered();
    let op = args.op();
    let (rows, cols) = (args.size(), args.size());
    let (m, k) = sides(op, rows, cols);
    let alpha = args.factor::<T, T>();
    let a = args.block(rows, cols);
    let b = args.column(k, false);
    let beta = args.factor::<T, T>();
    // Without columns `y` is not scaled, other than in a product of matrices.
    let beta = if k == 0 {
        Factor::constant(T::ONE)
    } else {
        beta
    };
    Box::new(Gemm::<T> {
        library,
        ops: (op, Op::N),
        alpha,
        a,
        b,
        beta,
        c: args.column(m, true),
    })
}

/// `A = α x yᵀ + A`, or `α x y* + A`.
pub(crate) fn ger<T: Number>(args: &mut Arguments<'_>, conjugates: bool) -> Box<dyn Routine> {
    let library = args.ordered();
    let (m, n) = (args.size(), args.size());
    let op = if conjugates { Op::C } else { Op::T };
    Box::new(Gemm::<T> {
        library,
        ops: (Op::N, op),
        alpha: args.factor::<T, T>(),
        a: args.column(m, false),
        b: args.column(n, false),
        beta: Factor::constant(T::ONE),
        c: args.block(m, n),
    })
}

impl<T: Number> Routine for Gemm<T> {
    moves!(a, b, c);

    /// `Ċ = β Ċ + α Ṗ Q + α P Q̇ + α̇ P Q + β̇ C`
    fn tangent_before(&mut self, direction: usize) {
        let Some(dc) = self.c.shadows.get(direction) else {
            return;
        };
        let ((ta, tb), lib) = (self.ops, &self.library);
        let (a, b) = (&self.a.primal, &self.b.primal);
        dc.scale(self.beta.value);
        if self.beta.active {
            dc.add(self.beta.tangent(direction), &self.c.primal);
        }
        if let Some(da) = self.a.shadows.get(direction) {
            lib.gemm(self.alpha.value, (ta, da), (tb, b), T::ONE, dc);
        }
        if let Some(db) = self.b.shadows.get(direction) {
            lib.gemm(self.alpha.value, (ta, a), (tb, db), T::ONE, dc);
        }
        if self.alpha.active {
            lib.gemm(self.alpha.tangent(direction), (ta, a), (tb, b), T::ONE, dc);
        }
    }

    fn keep_before(&mut self) {
        let (a, b, alpha) = (self.a.active(), self.b.active(), self.alpha.active);
        self.a.keep_if(b || alpha);
        self.b.keep_if(a || alpha);
        self.c.keep_now(self.beta.active);
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        let Some(bar) = self.c.shadows.get(adjoints.direction) else {
            return;
        };
        let ((ta, tb), lib) = (self.ops, &self.library);
        let (a, b) = (self.a.value(), self.b.value());
        let alpha = self.alpha.value;
        if let Some(to) = self.a.shadows.get(adjoints.direction) {
            match ta {
                Op::N | Op::R => {
                    lib.gemm(alpha.conj(), (Op::N, bar), (tb.adjoint(), &b), T::ONE, to)
                }
                Op::T => lib.gemm(alpha.conj(), (tb.conjugate(), &b), (Op::T, bar), T::ONE, to),
                Op::C => lib.gemm(alpha, (tb, &b), (Op::C, bar), T::ONE, to),
            }
        }
        if let Some(to) = self.b.shadows.get(adjoints.direction) {
            match tb {
                Op::N | Op::R => {
                    lib.gemm(alpha.conj(), (ta.adjoint(), &a), (Op::N, bar), T::ONE, to)
                }
                Op::T => lib.gemm(alpha.conj(), (Op::T, bar), (ta.conjugate(), &a), T::ONE, to),
                Op::C => lib.gemm(alpha, (Op::C, bar), (ta, &a), T::ONE, to),
            }
        }
        if self.alpha.active {
            let product = Own::zeroed(bar.rows, bar.cols, bar.by_rows);
            lib.gemm(T::ONE, (ta, &a), (tb, &b), T::ZERO, &product.view());
            self.alpha.add(product.view().inner(bar), adjoints);
        }
        if self.beta.active {
            self.beta.add(self.c.value().inner(bar), adjoints);
        }
        bar.scale(self.beta.value.conj());
    }
}

/// `C = α A B + β C` or `α B A + β C` with a symmetric `A`, of which a triangle is stored:
/// `B̄ += conj(α) A* C̄`, and with `G = conj(α) C̄ B*` the triangle of `Ā` takes `G + Gᵀ`, its diagonal that of `G`.
struct Symm<T> {
    library: Library,
    side: Side,
    uplo: Uplo,
    alpha: Factor<T>,
    a: Block<T>,
    b: Block<T>,
    beta: Factor<T>,
    c: Block<T>,
}

pub(crate) fn symm<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    let library = args.ordered();
    let (side, uplo) = (args.side(), args.uplo());
    let (m, n) = (args.size(), args.size());
    let order = if side == Side::Left { m } else { n };
    Box::new(Symm::<T> {
        library,
        side,
        uplo,
        alpha: args.factor::<T, T>(),
        a: args.block(order, order),
        b: args.block(m, n),
        beta: args.factor::<T, T>(),
        c: args.block(m, n),
    })
}

pub(crate) fn symv<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    let library = args.ordered();
    let uplo = args.uplo();
    let n = args.size();
    Box::new(Symm::<T> {
        library,
        side: Side::Left,
        uplo,
        alpha: args.factor::<T, T>(),
        a: args.block(n, n),
        b: args.column(n, false),
        beta: args.factor::<T, T>(),
        c: args.column(n, true),
    })
}

impl<T: Number> Symm<T> {
    /// `to += factor A x`, or `x A`.
    fn times(&self, factor: T, a: &Matrix<T>, x: &Matrix<T>, to: &Matrix<T>) {
        let how = (self.side, self.uplo);
        self.library.symm(how, factor, (a, x), T::ONE, to);
    }

    /// `A* C̄`, or `C̄ A*`: as `conj(A conj(C̄))`, for `A` is symmetric.
    fn adjoint_product(&self, bar: &Matrix<T>) -> Own<T> {
        let given = bar.copied();
        given.view().conjugate();
        let product = Own::zeroed(bar.rows, bar.cols, bar.by_rows);
        self.times(T::ONE, &self.a.value(), &given.view(), &product.view());
        product.view().conjugate();
        product
    }

    fn add_to_matrix(&self, bar: &Matrix<T>, to: &Matrix<T>) {
        let alpha = self.alpha.value.conj();
        let b = self.b.value();
        let b = b.copied();
        b.view().conjugate();
        let b = b.view();
        let (op, inner) = match self.side {
            Side::Left => (Op::N, b.cols),
            Side::Right => (Op::T, b.rows),
        };
        self.library.syr2k((self.uplo, op), alpha, (bar, &b), to);
        for i in 0..to.rows {
            let at = |x: &Matrix<T>, l| {
                if op == Op::N {
                    x.get(i, l)
                } else {
                    x.get(l, i)
                }
            };
            let twice = (0..inner).fold(T::ZERO, |sum, l| sum + at(bar, l) * at(&b, l));
            to.set(i, i, to.get(i, i) - alpha * twice);
        }
    }
}

impl<T: Number> Routine for Symm<T> {
    moves!(a, b, c);

    fn tangent_before(&mut self, direction: usize) {
        let Some(dc) = self.c.shadows.get(direction) else {
            return;
        };
        let (a, b) = (&self.a.primal, &self.b.primal);
        dc.scale(self.beta.value);
        if self.beta.active {
            dc.add(self.beta.tangent(direction), &self.c.primal);
        }
        if let Some(da) = self.a.shadows.get(direction) {
            self.times(self.alpha.value, da, b, dc);
        }
        if let Some(db) = self.b.shadows.get(direction) {
            self.times(self.alpha.value, a, db, dc);
        }
        if self.alpha.active {
            self.times(self.alpha.tangent(direction), a, b, dc);
        }
    }

    fn keep_before(&mut self) {
        let (a, b, alpha) = (self.a.active(), self.b.active(), self.alpha.active);
        self.a.keep_if(b || alpha);
        self.b.keep_if(a || alpha);
        self.c.keep_now(self.beta.active);
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        let Some(bar) = self.c.shadows.get(adjoints.direction) else {
            return;
        };
        let to = self.b.shadows.get(adjoints.direction);
        let direct = !T::IS_COMPLEX && !self.alpha.active;
        if let Some(to) = to.filter(|_| direct) {
            self.times(self.alpha.value, &self.a.value(), bar, to);
        } else if to.is_some() || self.alpha.active {
            let product = self.adjoint_product(bar);
            to.inspect(|to| to.add(self.alpha.value.conj(), &product.view()));
            if self.alpha.active {
                self.alpha
                    .add(self.b.value().inner(&product.view()), adjoints);
            }
        }
        if let Some(to) = self.a.shadows.get(adjoints.direction) {
            self.add_to_matrix(bar, to);
        }
        if self.beta.active {
            self.beta.add(self.c.value().inner(bar), adjoints);
        }
        bar.scale(self.beta.value.conj());
    }
}

/// A triangle of `C = α op(A) op(B)ᵀ + α op(B) op(A)ᵀ + β C`, or of `C = α op(A) op(A)ᵀ + β C`. With the symmetric `S` that is
/// the triangle of `C̄` plus its transpose, `op(A)` gets `conj(α) S conj(op(B))` and `op(B)` gets `conj(α) S conj(op(A))`;
/// `ᾱ = ‹op(A), S conj(op(B))›`, half of which for one matrix.
struct Syrk<T> {
    library: Library,
    uplo: Uplo,
    op: Op,
    alpha: Factor<T>,
    a: Block<T>,
    /// The second matrix, if there is one.
    b: Option<Block<T>>,
    beta: Factor<T>,
    c: Block<T>,
}

pub(crate) fn syrk<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    rank_k::<T>(args, false)
}

pub(crate) fn syr2k<T: Number>(args: &mut Arguments<'_>) -> Box<dyn Routine> {
    rank_k::<T>(args, true)
}

fn rank_k<T: Number>(args: &mut Arguments<'_>, two: bool) -> Box<dyn Routine> {
    let library = args.ordered();
    let (uplo, op) = (args.uplo(), args.op());
    // Of real numbers the conjugated transpose is the transpose.
    let op = if op == Op::N { Op::N } else { Op::T };
    let (n, k) = (args.size(), args.size());
    let alpha = args.factor::<T, T>();
    let (rows, cols) = sides(op, n, k);
    let a = args.block(rows, cols);
    let b = two.then(|| args.block(rows, cols));
    Box::new(Syrk::<T> {
        library,
        uplo,
        op,
        alpha,
        a,
        b,
        beta: args.factor::<T, T>(),
        c: args.block(n, n),
    })
}

impl<T: Number> Syrk<T> {
    fn second(&self) -> &Block<T> {
        self.b.as_ref().unwrap_or(&self.a)
    }

    /// `S conj(x)`, or `conj(x) S`, with the symmetric `S` of the triangle `bar`.
    fn by_seeds(&self, bar: &Matrix<T>, x: &Matrix<T>) -> Own<T> {
        let given = x.copied();
        given.view().conjugate();
        let (given, product) = (given.view(), Own::zeroed(x.rows, x.cols, x.by_rows));
        let to = product.view();
        let side = if self.op == Op::N {
            Side::Left
        } else {
            Side::Right
        };
        let how = (side, self.uplo);
        self.library.symm(how, T::ONE, (bar, &given), T::ZERO, &to);
        // The diagonal of S is twice that of the triangle.
        to.map(|i, j, sum| {
            let d = if side == Side::Left { i } else { j };
            sum + bar.get(d, d) * given.get(i, j)
        });
        product
    }
}

impl<T: Number> Routine for Syrk<T> {
    /// `Ċ = β Ċ + α (Ȧ Bᵀ + B Ȧᵀ) + …`: with one matrix, the rest is the same once more and is not added.
    fn tangent_before(&mut self, direction: usize) {
        let Some(dc) = self.c.shadows.get(direction) else {
            return;
        };
        let (lib, how) = (&self.library, (self.uplo, self.op));
        let (a, b) = (&self.a.primal, &self.second().primal);
        dc.scale_triangle(self.uplo, self.beta.value);
        if self.beta.active {
            let db = self.beta.tangent(direction);
            dc.map_triangle(self.uplo, |i, j, old| old + db * self.c.primal.get(i, j));
        }
        if let Some(da) = self.a.shadows.get(direction) {
            lib.syr2k(how, self.alpha.value, (da, b), dc);
        }
        if let Some(db) = self.b.as_ref().and_then(|b| b.shadows.get(direction)) {
            lib.syr2k(how, self.alpha.value, (a, db), dc);
        }
        if self.alpha.active {
            let da = self.alpha.tangent(direction);
            let factor = if self.b.is_some() { da } else { da * T::HALF };
            lib.syr2k(how, factor, (a, b), dc);
        }
    }

    fn keep_before(&mut self) {
        let (a, alpha) = (self.a.active(), self.alpha.active);
        let second = self.second().active();
        self.a.keep_if(second || alpha);
        if let Some(b) = &mut self.b {
            b.keep_if(a || alpha);
        }
        self.c.keep_now(self.beta.active);
    }

    fn reverse(&mut self, adjoints: &Adjoints) {
        let Some(bar) = self.c.shadows.get(adjoints.direction) else {
            return;
        };
        let factor = self.alpha.value.conj();
        let to = self.a.shadows.get(adjoints.direction);
        if to.is_some() || self.alpha.active {
            let product = self.by_seeds(bar, &self.second().value());
            to.inspect(|to| to.add(factor, &product.view()));
            let sum = self.a.value().inner(&product.view());
            let sum = if self.b.is_some() { sum } else { sum * T::HALF };
            self.alpha.add(sum, adjoints);
        }
        if let Some(to) = self
            .b
            .as_ref()
            .and_then(|b| b.shadows.get(adjoints.direction))
        {
            to.add(factor, &self.by_seeds(bar, &self.a.value()).view());
        }
        if self.beta.active {
            let sum = self.c.value().inner_triangle(self.uplo, bar);
            self.beta.add(sum, adjoints);
        }
        bar.scale_triangle(self.uplo, self.beta.value.conj());
    }
}
