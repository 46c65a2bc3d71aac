//! Arithmetic on the three kinds of numbers. Owns their operations, and small matrices of them. Must not:
//! know MPI but for the datatypes of numbers.

use crate::datatype::Kind;
use crate::memory::Staging;
use crate::raw::{self, MPI_Datatype};
use std::ffi::{c_char, c_int};
use std::num::FpCategory;

/// The basic datatype of a kind.
pub(crate) fn datatype(kind: Kind) -> MPI_Datatype {
    match kind {
        Kind::F32 => raw::float(),
        Kind::F64 => raw::double(),
        Kind::LongDouble => raw::long_double(),
    }
}

/// A real number as it lies in memory: every pattern of bits is valid.
pub(super) trait Number: Copy + Send + 'static {
    const KIND: Kind;
    const ZERO: Self;
    fn one() -> Self;
    fn plus(self, other: Self) -> Self;
    /// Zero where either is zero, infinities included: no path, no derivative.
    fn times(self, other: Self) -> Self;
    fn minus(self) -> Self;
    fn over(self, other: Self) -> Self;
    fn less(self, other: Self) -> bool;
    fn class(self) -> FpCategory;
    /// `e` with 2^(e-1) ≤ |self| < 2^e, of a number that is neither zero nor infinite nor NaN.
    fn exponent(self) -> c_int;
    /// self · 2^exponent
    fn scaled(self, exponent: c_int) -> Self;
}

unsafe extern "C" {
    fn frexp(value: f64, exponent: *mut c_int) -> f64;
    fn ldexp(value: f64, exponent: c_int) -> f64;
}

macro_rules! primitive {
    ($type:ty, $kind:expr) => {
        impl Number for $type {
            const KIND: Kind = $kind;
            const ZERO: Self = 0.0;

            fn one() -> Self {
                1.0
            }

            fn plus(self, other: Self) -> Self {
                self + other
            }

            fn times(self, other: Self) -> Self {
                if self == 0.0 || other == 0.0 {
                    0.0
                } else {
                    self * other
                }
            }

            fn minus(self) -> Self {
                -self
            }

            fn over(self, other: Self) -> Self {
                self / other
            }

            fn less(self, other: Self) -> bool {
                self < other
            }

            fn class(self) -> FpCategory {
                self.classify()
            }

            fn exponent(self) -> c_int {
                let mut exponent = 0;
                // SAFETY: a function of C's library, and a place for its second result.
                unsafe { frexp(self.into(), &raw mut exponent) };
                exponent
            }

            #[allow(
                trivial_numeric_casts,
                reason = "only one of the two types is narrower"
            )]
            fn scaled(self, exponent: c_int) -> Self {
                // SAFETY: a function of C's library.
                unsafe { ldexp(self.into(), exponent) as $type }
            }
        }
    };
}

primitive!(f32, Kind::F32);
primitive!(f64, Kind::F64);

/// long double of C, in 16 bytes.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct LongDouble([c_char; 16]);

unsafe extern "C" {
    fn enzyme_rs_mpi_internal_add_long_double(to: *mut c_char, from: *const c_char, count: usize);
    fn enzyme_rs_mpi_internal_multiply_long_double(
        product: *mut c_char,
        a: *const c_char,
        b: *const c_char,
    );
    fn enzyme_rs_mpi_internal_divide_long_double(
        quotient: *mut c_char,
        a: *const c_char,
        b: *const c_char,
    );
    fn enzyme_rs_mpi_internal_less_long_double(a: *const c_char, b: *const c_char) -> c_int;
    fn enzyme_rs_mpi_internal_class_long_double(a: *const c_char) -> c_int;
    fn enzyme_rs_mpi_internal_exponent_long_double(a: *const c_char) -> c_int;
    fn enzyme_rs_mpi_internal_scale_long_double(a: *mut c_char, exponent: c_int);
    fn enzyme_rs_mpi_internal_widen(value: f64, to: *mut c_char);
}

impl LongDouble {
    fn of(value: f64) -> LongDouble {
        let mut number = LongDouble::ZERO;
        // SAFETY: a place for a long double.
        unsafe { enzyme_rs_mpi_internal_widen(value, number.0.as_mut_ptr()) };
        number
    }
}

impl Number for LongDouble {
    const KIND: Kind = Kind::LongDouble;
    /// In every format of long double.
    const ZERO: Self = LongDouble([0; 16]);

    fn one() -> Self {
        LongDouble::of(1.0)
    }

    fn plus(mut self, other: Self) -> Self {
        // SAFETY: two long doubles.
        unsafe {
            enzyme_rs_mpi_internal_add_long_double(self.0.as_mut_ptr(), other.0.as_ptr(), 1);
        }
        self
    }

    fn times(self, other: Self) -> Self {
        let is_zero = |x: Self| x.class() == FpCategory::Zero;
        let mut product = Self::ZERO;
        if !is_zero(self) && !is_zero(other) {
            // SAFETY: three long doubles.
            unsafe {
                let place = product.0.as_mut_ptr();
                enzyme_rs_mpi_internal_multiply_long_double(
                    place,
                    self.0.as_ptr(),
                    other.0.as_ptr(),
                );
            }
        }
        product
    }

    fn minus(self) -> Self {
        self.times(LongDouble::of(-1.0))
    }

    fn over(self, other: Self) -> Self {
        let mut quotient = Self::ZERO;
        // SAFETY: three long doubles.
        unsafe {
            let place = quotient.0.as_mut_ptr();
            enzyme_rs_mpi_internal_divide_long_double(place, self.0.as_ptr(), other.0.as_ptr());
        }
        quotient
    }

    fn less(self, other: Self) -> bool {
        // SAFETY: two long doubles.
        unsafe { enzyme_rs_mpi_internal_less_long_double(self.0.as_ptr(), other.0.as_ptr()) != 0 }
    }

    fn class(self) -> FpCategory {
        // SAFETY: a long double.
        match unsafe { enzyme_rs_mpi_internal_class_long_double(self.0.as_ptr()) } {
            0 => FpCategory::Zero,
            1 => FpCategory::Infinite,
            2 => FpCategory::Nan,
            _ => FpCategory::Normal,
        }
    }

    fn exponent(self) -> c_int {
        // SAFETY: a long double.
        unsafe { enzyme_rs_mpi_internal_exponent_long_double(self.0.as_ptr()) }
    }

    fn scaled(mut self, exponent: c_int) -> Self {
        // SAFETY: a long double.
        unsafe { enzyme_rs_mpi_internal_scale_long_double(self.0.as_mut_ptr(), exponent) };
        self
    }
}

/// The product of two real numbers (`W` is 1) or of two complex ones (2).
pub(super) fn multiply<T: Number, const W: usize>(a: [T; W], b: [T; W]) -> [T; W] {
    let mut product = [T::ZERO; W];
    if W == 1 {
        product[0] = a[0].times(b[0]);
    } else {
        product[0] = a[0].times(b[0]).plus(a[1].times(b[1]).minus());
        product[1] = a[0].times(b[1]).plus(a[1].times(b[0]));
    }
    product
}

/// Calls a function whose type parameter is the kind's number.
macro_rules! with_number {
    ($kind:expr, $function:ident($($arg:expr),* $(,)?)) => {
        match $kind {
            $crate::datatype::Kind::F32 => $function::<f32>($($arg),*),
            $crate::datatype::Kind::F64 => $function::<f64>($($arg),*),
            $crate::datatype::Kind::LongDouble => {
                $function::<$crate::collective::number::LongDouble>($($arg),*)
            }
        }
    };
}
pub(super) use with_number;

/// The numbers of a buffer.
pub(super) fn numbers<T: Number>(staging: &Staging) -> &[T] {
    // SAFETY: the buffer is aligned for all kinds, and every pattern of bits is a number.
    unsafe { std::slice::from_raw_parts(staging.as_ptr().cast(), staging.len() / T::KIND.size()) }
}

/// A buffer of numbers.
pub(super) fn staging<T: Number>(numbers: &[T]) -> Staging {
    let mut staging = Staging::new(size_of_val(numbers));
    // SAFETY: the buffer is as long as the numbers.
    unsafe {
        std::ptr::copy_nonoverlapping(
            numbers.as_ptr(),
            staging.as_mut_ptr().cast::<T>(),
            numbers.len(),
        );
    }
    staging
}

/// One square matrix for each item, by rows. Vectors of several directions lie one direction behind the other: the
/// matrices are those of all of them.
pub(super) struct Matrices<T> {
    pub(super) width: usize,
    pub(super) entries: Vec<T>,
}

impl<T: Number> Matrices<T> {
    pub(super) fn zero(width: usize, items: usize) -> Matrices<T> {
        Matrices {
            width,
            entries: vec![T::ZERO; items * width * width],
        }
    }

    pub(super) fn identity(width: usize, items: usize) -> Matrices<T> {
        let mut matrices = Matrices::zero(width, items);
        for item in matrices.entries.chunks_exact_mut(width * width) {
            item.iter_mut()
                .step_by(width + 1)
                .for_each(|entry| *entry = T::one());
        }
        matrices
    }

    /// The matrix of an item, which begin anew behind the last one.
    pub(super) fn item(&self, i: usize) -> &[T] {
        let entries = self.width * self.width;
        let items = self.entries.len() / entries;
        &self.entries[i % items * entries..][..entries]
    }

    pub(super) fn transposed(&self) -> Matrices<T> {
        let width = self.width;
        let entries = (0..self.entries.len()).map(|at| {
            let (item, row, column) = (at / (width * width), at / width % width, at % width);
            self.item(item)[column * width + row]
        });
        Matrices {
            width,
            entries: entries.collect(),
        }
    }

    /// The products with the vectors of all items.
    pub(super) fn apply(&self, vectors: &[T]) -> Vec<T> {
        let rows = (0..vectors.len()).map(|at| {
            let (item, row) = (at / self.width, at % self.width);
            let row = &self.item(item)[row * self.width..][..self.width];
            let vector = &vectors[item * self.width..][..self.width];
            let products = row.iter().zip(vector).map(|(a, x)| a.times(*x));
            products.fold(T::ZERO, T::plus)
        });
        rows.collect()
    }
}

/// Element by element.
pub(super) fn sum<T: Number>(a: &[T], b: &[T]) -> Vec<T> {
    a.iter().zip(b).map(|(a, b)| a.plus(*b)).collect()
}
