//! The program's BLAS, as generated code hands it over.
//!
//! Owns: conventions, integer widths and the letters of options; operations on [`Matrix`] that are one call of a routine.
//! Must not: know derivatives.

use crate::fatal;
use crate::memory::{Matrix, Uplo};
use crate::number::Number;
use std::ffi::c_void;
use std::mem::transmute;

/// What is done with a matrix before it is multiplied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    /// Nothing.
    N,
    /// Transposed.
    T,
    /// Conjugated and transposed.
    C,
    /// Conjugated only: BLAS has no letter for it.
    R,
}

impl Op {
    /// The adjoint of the operation: conjugated and transposed once more.
    pub(crate) fn adjoint(self) -> Self {
        match self {
            Self::N => Self::C,
            Self::T => Self::R,
            Self::C => Self::N,
            Self::R => Self::T,
        }
    }

    /// Conjugated once more.
    pub(crate) fn conjugate(self) -> Self {
        match self {
            Self::N => Self::R,
            Self::T => Self::C,
            Self::C => Self::T,
            Self::R => Self::N,
        }
    }

    pub(crate) fn transposes(self) -> bool {
        matches!(self, Self::T | Self::C)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Left,
    Right,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Diag {
    NonUnit,
    Unit,
}

/// An option as it is passed.
trait Choice {
    fn letter(self) -> u8;
    fn enumerator(self) -> i32;
}

macro_rules! choice {
    ($ty:ty: $($value:pat => $letter:literal $enumerator:literal),*) => {
        impl Choice for $ty {
            fn letter(self) -> u8 {
                match self { $($value => $letter),* }
            }
            fn enumerator(self) -> i32 {
                match self { $($value => $enumerator),* }
            }
        }
    };
}

choice!(Op: Op::N | Op::R => b'N' 111, Op::T => b'T' 112, Op::C => b'C' 113);
choice!(Uplo: Uplo::Upper => b'U' 121, Uplo::Lower => b'L' 122);
choice!(Diag: Diag::NonUnit => b'N' 131, Diag::Unit => b'U' 132);
choice!(Side: Side::Left => b'L' 141, Side::Right => b'R' 142);

/// The routines of the program's BLAS, and how they are called.
#[derive(Clone, Copy)]
pub(crate) struct Library {
    pub(crate) table: *const *const c_void,
    pub(crate) cblas: bool,
    pub(crate) wide: bool,
    pub(crate) by_rows: bool,
}

/// Types and values of arguments, by kind: of Fortran's convention, of CBLAS's.
macro_rules! passed {
    (type fortran opt $int:ty, $t:ty) => { *const u8 };
    (type fortran int $int:ty, $t:ty) => { *const $int };
    (type fortran num $int:ty, $t:ty) => { *const $t };
    (type $any:ident read $int:ty, $t:ty) => { *const $t };
    (type $any:ident write $int:ty, $t:ty) => { *mut $t };
    (type cblas opt $int:ty, $t:ty) => { i32 };
    (type cblas int $int:ty, $t:ty) => { $int };
    (type cblas num $int:ty, $t:ty) => { <$t as Number>::Passed };
    (value fortran opt $int:ty, $arg:ident) => { &$arg.letter() };
    (value fortran int $int:ty, $arg:ident) => { &($arg as $int) };
    (value fortran num $int:ty, $arg:ident) => { &$arg };
    (value cblas opt $int:ty, $arg:ident) => { $arg.enumerator() };
    (value cblas int $int:ty, $arg:ident) => { $arg as $int };
    (value cblas num $int:ty, $arg:ident) => { $arg.passed() };
    (value $any:ident read $int:ty, $arg:ident) => { $arg };
    (value $any:ident write $int:ty, $arg:ident) => { $arg };
}

/// A call with integers of some width: of a Fortran routine, whose texts have hidden lengths behind all arguments (one
/// each; where there are fewer the rest is not looked at), or of CBLAS, which is told the order first.
macro_rules! call {
    (fortran $at:expr, $int:ty, $t:ty; $($kind:ident $arg:ident),*) => {{
        type Routine<T> = extern "C" fn($(passed!(type fortran $kind $int, T),)* usize, usize, usize, usize);
        let routine: Routine<$t> = transmute($at);
        routine($(passed!(value fortran $kind $int, $arg),)* 1, 1, 1, 1);
    }};
    (cblas $order:expr, $at:expr, $int:ty, $t:ty; $($kind:ident $arg:ident),*) => {{
        let routine: extern "C" fn(i32, $(passed!(type cblas $kind $int, $t)),*) = transmute($at);
        routine($order, $(passed!(value cblas $kind $int, $arg)),*);
    }};
}

/// The type of a parameter, by kind.
macro_rules! parameter {
    (opt $t:ty, $option:ty) => { $option };
    (int $t:ty) => { usize };
    (num $t:ty) => { $t };
    (read $t:ty) => { *const $t };
    (write $t:ty) => { *mut $t };
}

macro_rules! routines {
    ($($place:literal $name:ident($($kind:ident $arg:ident $(: $option:ty)?),*);)*) => {
        impl Library {
            $(
                #[allow(clippy::too_many_arguments, reason = "as many as the routine has")]
                fn $name<T: Number>(&self, $($arg: parameter!($kind T $(, $option)?)),*) {
                    let order = if self.by_rows { 101 } else { 102 };
                    let at = self.routine($place);
                    // SAFETY: generated code puts this routine of this convention in this place of the table; the
                    // arguments describe matrices (see `memory`), and live as long as the call.
                    unsafe {
                        match (self.cblas, self.wide) {
                            (false, false) => call!(fortran at, i32, T; $($kind $arg),*),
                            (false, true) => call!(fortran at, i64, T; $($kind $arg),*),
                            (true, false) => call!(cblas order, at, i32, T; $($kind $arg),*),
                            (true, true) => call!(cblas order, at, i64, T; $($kind $arg),*),
                        }
                    }
                }
            )*
        }
    };
}

routines! {
    0 call_gemm(opt ta: Op, opt tb: Op, int m, int n, int k, num alpha, read a, int lda, read b, int ldb, num beta, write c, int ldc);
    1 call_symm(opt side: Side, opt uplo: Uplo, int m, int n, num alpha, read a, int lda, read b, int ldb, num beta, write c, int ldc);
    2 call_syr2k(opt uplo: Uplo, opt trans: Op, int n, int k, num alpha, read a, int lda, read b, int ldb, num beta, write c, int ldc);
    3 call_trmm(opt side: Side, opt uplo: Uplo, opt trans: Op, opt diag: Diag, int m, int n, num alpha, read a, int lda, write b, int ldb);
    4 call_trsm(opt side: Side, opt uplo: Uplo, opt trans: Op, opt diag: Diag, int m, int n, num alpha, read a, int lda, write b, int ldb);
}

/// A triangular matrix: which elements count, and what is done with it.
#[derive(Clone, Copy)]
pub(crate) struct Triangular {
    pub(crate) side: Side,
    pub(crate) uplo: Uplo,
    pub(crate) op: Op,
    pub(crate) diag: Diag,
}

impl Library {
    /// Finds out how wide the integers of Fortran routines are whose names do not say it. The stride of a vector of one
    /// element reads as 1 in 32 bits, and is negative in 64: then `scal` does nothing.
    pub(crate) fn learn_width<T: Number>(&mut self) {
        let place = 5;
        // SAFETY: as in `routine`.
        let has = !self.table.is_null() && !unsafe { *self.table.add(place) }.is_null();
        if self.cblas || self.wide || !has {
            return;
        }
        let (n, stride): (i64, i64) = (1, (-1 << 32) | 1);
        let mut x = T::ONE;
        let factor = T::ONE + T::ONE;
        type Scal<T> = extern "C" fn(*const i64, *const T, *mut T, *const i64);
        // SAFETY: generated code puts `scal` in this place, and both readings of the integers stay within `x`.
        let scal: Scal<T> = unsafe { transmute(self.routine(place)) };
        scal(&n, &factor, &mut x, &stride);
        self.wide = x == T::ONE;
    }

    fn routine(&self, place: usize) -> *const c_void {
        // SAFETY: the table has a place for each routine that `routines!` lists.
        let at = unsafe { *self.table.add(place) };
        if at.is_null() {
            fatal::broken("a routine of BLAS that a derivative calls is missing");
        }
        at
    }

    /// `c = alpha ta(a) tb(b) + beta c`
    pub(crate) fn gemm<T: Number>(
        &self,
        alpha: T,
        (ta, a): (Op, &Matrix<T>),
        (tb, b): (Op, &Matrix<T>),
        beta: T,
        c: &Matrix<T>,
    ) {
        let k = if ta.transposes() { a.rows } else { a.cols };
        if c.rows == 0 || c.cols == 0 {
            return;
        }
        if k == 0 {
            return c.scale(beta);
        }
        let (first, second) = (plain(ta, a), plain(tb, b));
        let (a, b) = (or(&first, a), or(&second, b));
        self.call_gemm(
            ta, tb, c.rows, c.cols, k, alpha, a.at, a.ld, b.at, b.ld, beta, c.at, c.ld,
        );
    }

    /// `c = alpha a b + beta c`, or `alpha b a`, with a symmetric `a`.
    pub(crate) fn symm<T: Number>(
        &self,
        (side, uplo): (Side, Uplo),
        alpha: T,
        (a, b): (&Matrix<T>, &Matrix<T>),
        beta: T,
        c: &Matrix<T>,
    ) {
        if c.rows == 0 || c.cols == 0 {
            return;
        }
        self.call_symm(
            side, uplo, c.rows, c.cols, alpha, a.at, a.ld, b.at, b.ld, beta, c.at, c.ld,
        );
    }

    /// A triangle of `c += alpha (op(a) op(b)ᵀ + op(b) op(a)ᵀ)`; the operation is `N` or `T`.
    pub(crate) fn syr2k<T: Number>(
        &self,
        (uplo, op): (Uplo, Op),
        alpha: T,
        (a, b): (&Matrix<T>, &Matrix<T>),
        c: &Matrix<T>,
    ) {
        let k = if op == Op::N { a.cols } else { a.rows };
        if c.rows == 0 || k == 0 {
            return;
        }
        self.call_syr2k(
            uplo,
            op,
            c.rows,
            k,
            alpha,
            a.at,
            a.ld,
            b.at,
            b.ld,
            T::ONE,
            c.at,
            c.ld,
        );
    }

    /// `b = alpha op(a) b`, or `alpha b op(a)`, with a triangular `a`.
    pub(crate) fn trmm<T: Number>(&self, how: Triangular, alpha: T, a: &Matrix<T>, b: &Matrix<T>) {
        self.triangular(Self::call_trmm, how, alpha, a, b);
    }

    /// `b = alpha op(a)⁻¹ b`, or `alpha b op(a)⁻¹`, with a triangular `a`.
    pub(crate) fn trsm<T: Number>(&self, how: Triangular, alpha: T, a: &Matrix<T>, b: &Matrix<T>) {
        self.triangular(Self::call_trsm, how, alpha, a, b);
    }

    fn triangular<T: Number>(
        &self,
        call: TriangularCall<T>,
        how: Triangular,
        alpha: T,
        a: &Matrix<T>,
        b: &Matrix<T>,
    ) {
        if b.rows == 0 || b.cols == 0 {
            return;
        }
        let conjugates = how.op == Op::R && T::IS_COMPLEX;
        if conjugates {
            b.conjugate();
        }
        let factor = if conjugates { alpha.conj() } else { alpha };
        call(
            self, how.side, how.uplo, how.op, how.diag, b.rows, b.cols, factor, a.at, a.ld, b.at,
            b.ld,
        );
        if conjugates {
            b.conjugate();
        }
    }
}

type TriangularCall<T> =
    fn(&Library, Side, Uplo, Op, Diag, usize, usize, T, *const T, usize, *mut T, usize);

/// A conjugated copy for the operation that BLAS does not have.
fn plain<T: Number>(op: Op, a: &Matrix<T>) -> Option<crate::memory::Own<T>> {
    (op == Op::R && T::IS_COMPLEX).then(|| {
        let own = a.copied();
        own.view().conjugate();
        own
    })
}

fn or<T: Number>(own: &Option<crate::memory::Own<T>>, a: &Matrix<T>) -> Matrix<T> {
    own.as_ref().map_or(*a, |own| own.view())
}
