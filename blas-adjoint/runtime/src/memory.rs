//! The program's vectors and matrices, and copies of them.
//!
//! What is here points into memory that the program gave to a routine, or that is its shadow, of the extent that the
//! routine's arguments say; the routine reads or writes it just as well. It may overlap with what others point into, as
//! far as the routine allows: so elements are accessed one by one, through raw pointers, and no reference is made.
//!
//! Owns: [`Vector`], [`Matrix`], [`Own`]. Must not: know routines.

use crate::fatal;
use crate::number::Number;

/// A triangle of a square matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Uplo {
    Upper,
    Lower,
}

/// Elements at a distance from each other; a negative one means that the last comes first, as in BLAS.
#[derive(Clone, Copy)]
pub(crate) struct Vector<T> {
    pub(crate) at: *mut T,
    pub(crate) n: usize,
    pub(crate) step: isize,
}

impl<T: Number> Vector<T> {
    pub(crate) fn new(at: *mut T, n: usize, step: isize) -> Self {
        Self { at, n, step }
    }

    fn place(&self, index: usize) -> *mut T {
        let distance = self.step.unsigned_abs();
        let from_start = match self.step {
            0.. => index,
            _ => self.n - 1 - index,
        };
        // Wrapping: the address is only used where the routine would use it.
        self.at.wrapping_add(from_start * distance)
    }

    pub(crate) fn get(&self, index: usize) -> T {
        debug_assert!(index < self.n);
        // SAFETY: an element of what the routine accesses (see the head of this file).
        unsafe { self.place(index).read_unaligned() }
    }

    pub(crate) fn set(&self, index: usize, value: T) {
        debug_assert!(index < self.n);
        // SAFETY: an element of what the routine writes, or of a shadow.
        unsafe { self.place(index).write_unaligned(value) }
    }

    /// Whether the two may have elements in common.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let end = |v: &Self| {
            let last = v.n.saturating_sub(1) * v.step.unsigned_abs();
            v.at.wrapping_add(last) as usize
        };
        (self.at as usize) <= end(other) && (other.at as usize) <= end(self)
    }

    /// Sets each element to what it is made by.
    pub(crate) fn map(&self, mut made: impl FnMut(usize, T) -> T) {
        for i in 0..self.n {
            self.set(i, made(i, self.get(i)));
        }
    }

    /// `self += a x`
    pub(crate) fn add(&self, a: T, x: &Self) {
        self.map(|i, y| y + a * x.get(i));
    }

    /// The sum of `conj(self) y`.
    pub(crate) fn inner(&self, y: &Self) -> T {
        (0..self.n).fold(T::ZERO, |sum, i| sum + self.get(i).conj() * y.get(i))
    }

    /// A copy.
    pub(crate) fn copied(&self) -> Own<T> {
        let own = Own::zeroed(self.n, 1, false);
        let view = own.view();
        (0..self.n).for_each(|i| view.set(i, 0, self.get(i)));
        own
    }
}

/// A matrix by rows or by columns.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<T> {
    pub(crate) at: *mut T,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// From a row to the next, or from a column to the next.
    pub(crate) ld: usize,
    pub(crate) by_rows: bool,
}

impl<T: Number> Matrix<T> {
    fn place(&self, i: usize, j: usize) -> *mut T {
        let index = match self.by_rows {
            true => i * self.ld + j,
            false => i + j * self.ld,
        };
        self.at.wrapping_add(index)
    }

    pub(crate) fn get(&self, i: usize, j: usize) -> T {
        debug_assert!(i < self.rows && j < self.cols);
        // SAFETY: an element of what the routine accesses (see the head of this file).
        unsafe { self.place(i, j).read_unaligned() }
    }

    pub(crate) fn set(&self, i: usize, j: usize, value: T) {
        debug_assert!(i < self.rows && j < self.cols);
        // SAFETY: an element of what the routine writes, or of a shadow.
        unsafe { self.place(i, j).write_unaligned(value) }
    }

    /// Sets each element to what it is made by, in the order of memory.
    pub(crate) fn map(&self, mut made: impl FnMut(usize, usize, T) -> T) {
        let (lines, length) = match self.by_rows {
            true => (self.rows, self.cols),
            false => (self.cols, self.rows),
        };
        for line in 0..lines {
            for place in 0..length {
                let (i, j) = match self.by_rows {
                    true => (line, place),
                    false => (place, line),
                };
                self.set(i, j, made(i, j, self.get(i, j)));
            }
        }
    }

    /// As `map`, for the elements of a triangle.
    pub(crate) fn map_triangle(&self, triangle: Uplo, mut made: impl FnMut(usize, usize, T) -> T) {
        let n = self.rows.min(self.cols);
        for j in 0..n {
            let (from, to) = match triangle {
                Uplo::Upper => (0, j + 1),
                Uplo::Lower => (j, n),
            };
            for i in from..to {
                self.set(i, j, made(i, j, self.get(i, j)));
            }
        }
    }

    /// `self += a x`
    pub(crate) fn add(&self, a: T, x: &Self) {
        self.map(|i, j, y| y + a * x.get(i, j));
    }

    /// `self *= a`; zero for zero, whatever it holds.
    pub(crate) fn scale(&self, a: T) {
        if a != T::ONE {
            self.map(|_, _, y| if a == T::ZERO { a } else { a * y });
        }
    }

    /// As `scale`, for a triangle.
    pub(crate) fn scale_triangle(&self, triangle: Uplo, a: T) {
        if a != T::ONE {
            self.map_triangle(triangle, |_, _, y| if a == T::ZERO { a } else { a * y });
        }
    }

    pub(crate) fn conjugate(&self) {
        if T::IS_COMPLEX {
            self.map(|_, _, y| y.conj());
        }
    }

    /// The sum of `conj(self) y` over all elements.
    pub(crate) fn inner(&self, y: &Self) -> T {
        let mut sum = T::ZERO;
        for j in 0..self.cols {
            for i in 0..self.rows {
                sum += self.get(i, j).conj() * y.get(i, j);
            }
        }
        sum
    }

    /// As `inner`, over a triangle.
    pub(crate) fn inner_triangle(&self, triangle: Uplo, y: &Self) -> T {
        let mut sum = T::ZERO;
        for j in 0..self.cols {
            let (from, to) = match triangle {
                Uplo::Upper => (0, j + 1),
                Uplo::Lower => (j, self.rows),
            };
            for i in from..to {
                sum += self.get(i, j).conj() * y.get(i, j);
            }
        }
        sum
    }

    /// A copy of the same order.
    pub(crate) fn copied(&self) -> Own<T> {
        let own = Own::zeroed(self.rows, self.cols, self.by_rows);
        own.view().map(|i, j, _| self.get(i, j));
        own
    }

    /// A part of it.
    pub(crate) fn part(&self, (i, j): (usize, usize), (rows, cols): (usize, usize)) -> Self {
        Self {
            at: self.place(i, j),
            rows,
            cols,
            ..*self
        }
    }
}

/// Memory of our own.
pub(crate) struct Own<T> {
    _data: Vec<T>,
    view: Matrix<T>,
}

impl<T: Number> Own<T> {
    /// A matrix of zeros.
    pub(crate) fn zeroed(rows: usize, cols: usize, by_rows: bool) -> Self {
        let mut data: Vec<T> = Vec::new();
        let size = rows * cols;
        if data.try_reserve_exact(size).is_err() {
            fatal::out_of_memory(size * size_of::<T>());
        }
        data.resize(size, T::ZERO);
        let ld = if by_rows { cols } else { rows };
        let view = Matrix {
            at: data.as_mut_ptr(),
            rows,
            cols,
            ld: ld.max(1),
            by_rows,
        };
        Self { _data: data, view }
    }

    pub(crate) fn view(&self) -> Matrix<T> {
        self.view
    }
}
