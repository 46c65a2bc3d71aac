//! Arithmetic on the three kinds of numbers. Owns their operations, and small matrices of them. Must not:
//! know MPI but for the datatypes of numbers.

use crate::datatype::Kind;
use crate::memory::Staging;
use crate::raw::{self, MPI_Datatype};
use std::ffi::{c_char, c_int};

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
    fn less(self, other: Self) -> bool;
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

            fn less(self, other: Self) -> bool {
                self < other
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
    fn enzyme_rs_mpi_internal_less_long_double(a: *const c_char, b: *const c_char) -> c_int;
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
        let is_zero = |x: Self| !x.less(Self::ZERO) && !Self::ZERO.less(x);
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

    fn less(self, other: Self) -> bool {
        // SAFETY: two long doubles.
        unsafe { enzyme_rs_mpi_internal_less_long_double(self.0.as_ptr(), other.0.as_ptr()) != 0 }
    }
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

/// One square matrix for each item, by rows.
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

    /// The matrix of an item.
    pub(super) fn item(&self, i: usize) -> &[T] {
        let entries = self.width * self.width;
        &self.entries[i * entries..][..entries]
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
