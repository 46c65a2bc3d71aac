//! Operands of a routine with what a derivative needs of them: shadows, and contents that are kept.
//!
//! Owns: [`Factor`], [`Line`], [`Block`]; when contents are copied. Must not: know routines.

use crate::memory::{Matrix, Own, Vector};
use crate::number::Number;
use std::ffi::c_void;

/// A number.
pub(crate) struct Factor<T> {
    pub(crate) value: T,
    pub(crate) active: bool,
    /// Which of the numbers passed by value it is.
    pub(crate) number: Option<usize>,
    pub(crate) shadows: Vec<*mut T>,
}

impl<T: Number> Factor<T> {
    /// A constant of the routine.
    pub(crate) fn constant(value: T) -> Self {
        Self {
            value,
            active: false,
            number: None,
            shadows: Vec::new(),
        }
    }

    /// Its tangent; zero if it is inactive.
    pub(crate) fn tangent(&self, direction: usize) -> T {
        let shadow = self.shadows.get(direction);
        // SAFETY: a number of this kind, in forward mode.
        shadow.map_or(T::ZERO, |at| unsafe { at.read_unaligned() })
    }

    /// Adds to its adjoint.
    pub(crate) fn add(&self, adjoint: T, adjoints: &Adjoints) {
        let at = match self.number {
            Some(number) => adjoints.number(number),
            None => self.shadows.get(adjoints.direction).copied(),
        };
        if let Some(at) = at.filter(|_| self.active) {
            // SAFETY: the adjoint of a number of this kind.
            unsafe { at.write_unaligned(at.read_unaligned() + adjoint) };
        }
    }
}

/// What a reverse pass is given besides shadows, in one direction.
#[derive(Clone, Copy)]
pub(crate) struct Adjoints {
    pub(crate) results: *const *mut c_void,
    pub(crate) numbers: *const *mut c_void,
    pub(crate) width: usize,
    pub(crate) direction: usize,
}

impl Adjoints {
    /// The adjoint of what is returned.
    pub(crate) fn result<T: Number>(&self) -> T {
        if self.results.is_null() {
            return T::ZERO;
        }
        // SAFETY: there is an address of a number of the result's kind for each direction.
        unsafe {
            (*self.results.add(self.direction))
                .cast::<T>()
                .read_unaligned()
        }
    }

    fn number<T: Number>(&self, number: usize) -> Option<*mut T> {
        if self.numbers.is_null() {
            return None;
        }
        // SAFETY: there is an address, or null, for each number that is passed by value and each direction.
        let at = unsafe { *self.numbers.add(number * self.width + self.direction) };
        (!at.is_null()).then(|| at.cast())
    }
}

/// A vector.
pub(crate) struct Line<T> {
    pub(crate) primal: Vector<T>,
    pub(crate) shadows: Vec<Vector<T>>,
    pub(crate) changed: bool,
    pub(crate) kept: Option<Own<T>>,
}

impl<T: Number> Line<T> {
    pub(crate) fn active(&self) -> bool {
        !self.shadows.is_empty()
    }

    /// Copies what it holds, if that is needed and may be overwritten before the reverse pass.
    pub(crate) fn keep_if(&mut self, needed: bool) {
        self.keep_now(needed && self.changed);
    }

    /// Copies what it holds, which the routine overwrites.
    pub(crate) fn keep_now(&mut self, needed: bool) {
        if needed {
            self.kept = Some(self.primal.copied());
        }
    }

    /// What it held.
    pub(crate) fn value(&self) -> Vector<T> {
        match &self.kept {
            Some(own) => Vector::new(own.view().at, self.primal.n, 1),
            None => self.primal,
        }
    }
}

/// A matrix.
pub(crate) struct Block<T> {
    pub(crate) primal: Matrix<T>,
    pub(crate) shadows: Vec<Matrix<T>>,
    changed: bool,
    kept: Option<Own<T>>,
    behind: Option<Behind<T>>,
}

/// The vector that a matrix of one column stands for.
struct Behind<T> {
    line: Line<T>,
    written: bool,
    _own: Vec<Own<T>>,
}

impl<T: Number> Block<T> {
    pub(crate) fn new(primal: Matrix<T>, shadows: Vec<Matrix<T>>, changed: bool) -> Self {
        Self {
            primal,
            shadows,
            changed,
            kept: None,
            behind: None,
        }
    }

    pub(crate) fn of_line(line: Line<T>, by_rows: bool, written: bool) -> Self {
        let column = || Own::zeroed(line.primal.n, 1, by_rows);
        let primal = column();
        let shadows: Vec<Own<T>> = line.shadows.iter().map(|_| column()).collect();
        let mut own = shadows;
        let views = own.iter().map(Own::view).collect();
        let view = primal.view();
        own.push(primal);
        Self {
            behind: Some(Behind {
                line,
                written,
                _own: own,
            }),
            ..Self::new(view, views, false)
        }
    }

    pub(crate) fn active(&self) -> bool {
        !self.shadows.is_empty()
    }

    /// Copies what it holds, if that is needed and may be overwritten before the reverse pass.
    pub(crate) fn keep_if(&mut self, needed: bool) {
        self.keep_now(needed && self.changed);
    }

    /// Copies what it holds, which the routine overwrites.
    pub(crate) fn keep_now(&mut self, needed: bool) {
        if needed {
            self.kept = Some(self.primal.copied());
        }
    }

    /// What it held.
    pub(crate) fn value(&self) -> Matrix<T> {
        self.kept.as_ref().map_or(self.primal, Own::view)
    }

    /// Fetches what a vector holds now.
    pub(crate) fn load_primal(&self) {
        if let Some(behind) = &self.behind {
            self.primal.map(|i, _, _| behind.line.primal.get(i));
        }
    }

    /// Fetches a vector's shadows: of one that is only read and whose adjoint is added to, nothing.
    pub(crate) fn load_shadows(&self, forward: bool) {
        let Some(behind) = &self.behind else { return };
        for (shadow, line) in self.shadows.iter().zip(&behind.line.shadows) {
            let adds = !forward && !behind.written;
            shadow.map(|i, _, _| if adds { T::ZERO } else { line.get(i) });
        }
    }

    /// Brings a vector's shadows back. Two vectors that are only read may be the same.
    pub(crate) fn store_shadows(&self, forward: bool) {
        let Some(behind) = &self.behind else { return };
        for (shadow, line) in self.shadows.iter().zip(&behind.line.shadows) {
            match (behind.written, forward) {
                (true, _) => line.map(|i, _| shadow.get(i, 0)),
                (false, false) => line.map(|i, y| y + shadow.get(i, 0)),
                (false, true) => {}
            }
        }
    }
}
