//! A call of a routine as generated code describes it, and its arguments in the order of the routine.
//!
//! Owns: [`Call`], whose layout is that of `enzyme_rules::array`, and reading it. Must not: know routines.

use crate::fatal;
use crate::library::{Diag, Library, Op, Side};
use crate::memory::{Matrix, Uplo, Vector};
use crate::number::Number;
use crate::operand::{Block, Factor, Line};
use std::ffi::{CStr, c_char, c_void};

/// What generated code says of a call.
#[repr(C)]
pub struct Call {
    routine: *const c_char,
    operands: *const *const c_void,
    shadows: *const *mut c_void,
    library: *const *const c_void,
    place: *const c_char,
    active: u64,
    changed: u64,
    form: u32,
    width: u32,
    forward: u32,
}

/// Bits of the form.
const NUMBERS: u32 = 3;
const CBLAS: u32 = 1 << 2;
const WIDE: u32 = 1 << 3;

impl Call {
    /// The routine's name.
    pub(crate) fn routine(&self) -> &CStr {
        // SAFETY: a constant text of the generated code.
        unsafe { CStr::from_ptr(self.routine) }
    }

    /// Which of the four kinds of numbers.
    pub(crate) fn numbers(&self) -> u32 {
        self.form & NUMBERS
    }

    pub(crate) fn is_forward(&self) -> bool {
        self.forward != 0
    }

    pub(crate) fn width(&self) -> usize {
        self.width as usize
    }

    /// Where the program has it, as ` at FILE:LINE`.
    pub(crate) fn place(&self) -> String {
        // SAFETY: a constant text, or null.
        let text = (!self.place.is_null()).then(|| unsafe { CStr::from_ptr(self.place) });
        fatal::place(text)
    }

    /// Its arguments, from the first on.
    pub(crate) fn arguments<T: Number>(&self) -> Arguments<'_> {
        let mut library = Library {
            table: self.library,
            cblas: self.form & CBLAS != 0,
            wide: self.form & WIDE != 0,
            by_rows: false,
        };
        library.learn_width::<T>();
        Arguments {
            call: self,
            next: 0,
            numbers: 0,
            library,
        }
    }
}

/// The arguments that have not been read.
pub(crate) struct Arguments<'a> {
    call: &'a Call,
    next: usize,
    numbers: usize,
    library: Library,
}

impl Arguments<'_> {
    /// Where the next argument is: of an array its begin, of anything else its value.
    fn next(&mut self) -> (usize, *mut c_void) {
        let position = self.next;
        self.next += 1;
        // SAFETY: there is an address for each argument of the routine.
        let at = unsafe { *self.call.operands.add(position) };
        (position, at.cast_mut())
    }

    /// The library; of a routine with an order of storage, whose first argument in CBLAS that is.
    pub(crate) fn ordered(&mut self) -> Library {
        if self.library.cblas {
            self.library.by_rows = self.enumerator() == 101;
        }
        self.library
    }

    pub(crate) fn library(&self) -> Library {
        self.library
    }

    fn enumerator(&mut self) -> i32 {
        let (_, at) = self.next();
        // SAFETY: an enumerator that is passed by value, in memory of the generated code.
        unsafe { at.cast::<i32>().read_unaligned() }
    }

    /// An option, as Fortran's letter, from CBLAS's enumerators.
    fn choice(&mut self) -> u8 {
        if !self.library.cblas {
            let (_, at) = self.next();
            // SAFETY: a text of at least one letter.
            return unsafe { at.cast::<u8>().read() }.to_ascii_uppercase();
        }
        match self.enumerator() {
            111 | 131 => b'N',
            112 => b'T',
            113 => b'C',
            114 => b'R',
            121 | 132 => b'U',
            122 | 141 => b'L',
            142 => b'R',
            _ => b'?',
        }
    }

    pub(crate) fn op(&mut self) -> Op {
        match self.choice() {
            b'T' => Op::T,
            b'C' => Op::C,
            b'R' => Op::R,
            _ => Op::N,
        }
    }

    pub(crate) fn uplo(&mut self) -> Uplo {
        match self.choice() {
            b'U' => Uplo::Upper,
            _ => Uplo::Lower,
        }
    }

    pub(crate) fn side(&mut self) -> Side {
        match self.choice() {
            b'R' => Side::Right,
            _ => Side::Left,
        }
    }

    pub(crate) fn diag(&mut self) -> Diag {
        match self.choice() {
            b'U' => Diag::Unit,
            _ => Diag::NonUnit,
        }
    }

    /// An integer.
    pub(crate) fn int(&mut self) -> isize {
        let (_, at) = self.next();
        integer(at, self.library.wide)
    }

    /// A size: none where it is negative, which the routine refuses.
    pub(crate) fn size(&mut self) -> usize {
        usize::try_from(self.int()).unwrap_or(0)
    }

    /// A number of the routine's kind, or the real part's.
    pub(crate) fn factor<T: Number, F: Number>(&mut self) -> Factor<F> {
        let by_value = self.library.cblas && (!T::IS_COMPLEX || !F::IS_COMPLEX);
        let (position, at) = self.next();
        let shadows = self.shadows(position);
        let number = by_value.then(|| {
            self.numbers += 1;
            self.numbers - 1
        });
        // SAFETY: a number of this kind, in the program's memory or in that of the generated code.
        let value = unsafe { at.cast::<F>().read_unaligned() };
        let active = match by_value {
            true => self.call.active >> position & 1 != 0,
            false => !shadows.is_empty(),
        };
        Factor {
            value,
            active,
            number,
            shadows: shadows.into_iter().map(<*mut c_void>::cast).collect(),
        }
    }

    /// A vector of `n` elements; its stride comes behind it.
    pub(crate) fn line<T: Number>(&mut self, n: usize) -> Line<T> {
        let (position, at) = self.next();
        let step = self.int();
        let vector = |at: *mut c_void| Vector::new(at.cast(), n, step);
        Line {
            primal: vector(at),
            shadows: self.shadows(position).into_iter().map(vector).collect(),
            changed: self.is_changed(position),
            kept: None,
        }
    }

    /// A vector of a routine that does nothing where the stride is not positive.
    pub(crate) fn upward_line<T: Number>(&mut self, n: usize) -> Line<T> {
        let line = self.line::<T>(n);
        let none = |vector: Vector<T>| Vector { n: 0, ..vector };
        match line.primal.step {
            1.. => line,
            _ => Line {
                primal: none(line.primal),
                shadows: line.shadows.into_iter().map(none).collect(),
                ..line
            },
        }
    }

    /// A matrix; its leading dimension comes behind it.
    pub(crate) fn block<T: Number>(&mut self, rows: usize, cols: usize) -> Block<T> {
        let (position, at) = self.next();
        let ld = self.size();
        let by_rows = self.library.by_rows;
        let matrix = |at: *mut c_void| Matrix {
            at: at.cast(),
            rows,
            cols,
            ld,
            by_rows,
        };
        let shadows = self.shadows(position).into_iter().map(matrix).collect();
        Block::new(matrix(at), shadows, self.is_changed(position))
    }

    /// A vector as a matrix of one column, in memory of our own.
    pub(crate) fn column<T: Number>(&mut self, n: usize, written: bool) -> Block<T> {
        let by_rows = self.library.by_rows;
        Block::of_line(self.line(n), by_rows, written)
    }

    /// The result of a routine that CBLAS returns through a pointer.
    pub(crate) fn through<T: Number>(&mut self) -> Vec<*mut T> {
        let (position, _) = self.next();
        let shadows = self.shadows(position).into_iter();
        shadows.map(<*mut c_void>::cast).collect()
    }

    /// Integers in memory.
    pub(crate) fn integers(&mut self) -> Integers {
        let (_, at) = self.next();
        Integers {
            at,
            wide: self.library.wide,
        }
    }

    /// The shadows of an argument, one for each direction; none if it has none.
    fn shadows(&self, position: usize) -> Vec<*mut c_void> {
        let width = self.call.width as usize;
        let one = |direction: usize| {
            // SAFETY: there are as many shadows, or nulls, as arguments and directions.
            unsafe { *self.call.shadows.add(position * width + direction) }
        };
        let all = (0..width).map(one);
        all.filter(|shadow| !shadow.is_null()).collect()
    }

    fn is_changed(&self, position: usize) -> bool {
        self.call.changed >> position & 1 != 0
    }
}

/// Integers of the library's width.
#[derive(Clone, Copy)]
pub(crate) struct Integers {
    at: *mut c_void,
    wide: bool,
}

impl Integers {
    pub(crate) fn get(&self, index: usize) -> isize {
        let size = if self.wide { 8 } else { 4 };
        integer(self.at.wrapping_byte_add(index * size), self.wide)
    }

    /// Writes one that the routine is going to write.
    pub(crate) fn set(&self, index: usize, value: isize) {
        // SAFETY: an integer that the routine writes.
        unsafe {
            match self.wide {
                true => self
                    .at
                    .cast::<i64>()
                    .add(index)
                    .write_unaligned(value as i64),
                false => self
                    .at
                    .cast::<i32>()
                    .add(index)
                    .write_unaligned(value as i32),
            }
        }
    }
}

fn integer(at: *mut c_void, wide: bool) -> isize {
    // SAFETY: an integer argument of the routine, or one that it has written.
    unsafe {
        match wide {
            true => at.cast::<i64>().read_unaligned() as isize,
            false => at.cast::<i32>().read_unaligned() as isize,
        }
    }
}
