//! Datatypes of the cases. Owns what lies where in each, written down by hand: the library reads the same
//! from MPI.

use mpi_sys::*;
use std::ffi::{CStr, c_char, c_int};

/// A number's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    F32,
    F64,
    /// x87: 80 bits in 16 bytes.
    Long,
}

impl Kind {
    pub(crate) fn size(self) -> usize {
        match self {
            Kind::F32 => 4,
            Kind::F64 => 8,
            Kind::Long => 16,
        }
    }
}

/// A number at an offset from the first byte of the memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element {
    pub(crate) offset: usize,
    pub(crate) kind: Kind,
}

impl Element {
    pub(crate) fn read(&self, memory: &[u8]) -> f64 {
        let bytes = &memory[self.offset..][..self.kind.size()];
        match self.kind {
            Kind::F32 => f32::from_ne_bytes(bytes.try_into().unwrap()).into(),
            Kind::F64 => f64::from_ne_bytes(bytes.try_into().unwrap()),
            Kind::Long => long_to_double(bytes),
        }
    }

    pub(crate) fn write(&self, memory: &mut [u8], value: f64) {
        let bytes = &mut memory[self.offset..][..self.kind.size()];
        match self.kind {
            Kind::F32 => bytes.copy_from_slice(&(value as f32).to_ne_bytes()),
            Kind::F64 => bytes.copy_from_slice(&value.to_ne_bytes()),
            Kind::Long => double_to_long(value, bytes),
        }
    }
}

/// Sign and exponent in the upper two bytes, then a mantissa of 64 bits whose first bit is explicit.
fn long_to_double(bytes: &[u8]) -> f64 {
    let mantissa = u64::from_le_bytes(bytes[..8].try_into().unwrap());
    let upper = u16::from_le_bytes(bytes[8..10].try_into().unwrap());
    let exponent = i32::from(upper & 0x7FFF) - 16383 - 63;
    let size = mantissa as f64 * f64::powi(2.0, exponent);
    if upper & 0x8000 == 0 { size } else { -size }
}

fn double_to_long(value: f64, bytes: &mut [u8]) {
    bytes.fill(0);
    if value == 0.0 {
        return;
    }
    let bits = value.to_bits();
    let exponent = ((bits >> 52) & 0x7FF) as u16 + 16383 - 1023;
    let mantissa = (1 << 63) | (bits << 11);
    let sign = if value < 0.0 { 0x8000 } else { 0 };
    bytes[..8].copy_from_slice(&u64::to_le_bytes(mantissa));
    bytes[8..10].copy_from_slice(&(exponent | sign).to_le_bytes());
}

/// A datatype, and what the test knows of it.
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    pub(crate) datatype: MPI_Datatype,
    /// Numbers of one item, relative to its origin.
    pub(crate) parts: Vec<(isize, Kind)>,
    pub(crate) extent: isize,
    /// Bytes of one item before and behind its origin.
    pub(crate) reach: (usize, usize),
    /// Tried with many items, too.
    pub(crate) large: bool,
}

impl Shape {
    fn new(
        name: &'static str,
        datatype: MPI_Datatype,
        parts: &[(isize, Kind)],
        extent: isize,
    ) -> Shape {
        Shape {
            name,
            datatype,
            parts: parts.to_vec(),
            extent,
            reach: (0, 256),
            large: ["double", "vector", "structure", "integer"].contains(&name),
        }
    }

    /// What rounding leaves between two sums of products of its numbers, relative to their size.
    pub(crate) fn tolerance(&self) -> f64 {
        let single = self.parts.iter().any(|(_, kind)| *kind == Kind::F32);
        if single { 1e-6 } else { 1e-13 }
    }

    /// Offset of the origin, and bytes of memory, for `items` items.
    pub(crate) fn room(&self, items: usize) -> (usize, usize) {
        let span = self.extent.unsigned_abs() * items;
        (self.reach.0 + span, self.reach.0 + 2 * span + self.reach.1)
    }

    /// The numbers of `items` items, relative to the origin of the first.
    pub(crate) fn elements(&self, items: usize) -> Vec<Element> {
        let each = (0..items as isize).flat_map(|i| {
            self.parts.iter().map(move |(offset, kind)| Element {
                offset: (i * self.extent + offset) as usize,
                kind: *kind,
            })
        });
        each.collect()
    }
}

/// Makes a datatype by a constructor of MPI whose last argument is its place, and commits it.
macro_rules! made {
    ($constructor:ident($($arg:expr),*)) => {{
        // SAFETY: the arguments are those of a correct program.
        unsafe {
            let mut datatype = RSMPI_DATATYPE_NULL;
            assert_eq!($constructor($($arg,)* &raw mut datatype), 0);
            assert_eq!(MPI_Type_commit(&raw mut datatype), 0);
            datatype
        }
    }};
}

/// A row of the library's table of basic datatypes.
#[repr(C)]
struct BasicRow {
    datatype: MPI_Datatype,
    name: *const c_char,
    basic: c_int,
}

unsafe extern "C" {
    static enzyme_rs_mpi_internal_basics: [BasicRow; 0];
    static enzyme_rs_mpi_internal_basic_count: usize;
}

/// A basic datatype that mpi-sys does not name.
pub(crate) fn basic(name: &CStr) -> MPI_Datatype {
    let rows = &raw const enzyme_rs_mpi_internal_basics;
    // SAFETY: a table of constants with as many rows as it says.
    let rows = unsafe {
        std::slice::from_raw_parts(rows.cast::<BasicRow>(), enzyme_rs_mpi_internal_basic_count)
    };
    // SAFETY: the names are texts of C.
    rows.iter()
        .find(|row| unsafe { CStr::from_ptr(row.name) } == name)
        .unwrap()
        .datatype
}

/// The shapes that every case is tried with.
pub(crate) fn all() -> Vec<Shape> {
    let mut shapes = basics();
    shapes.extend(derived());
    shapes.extend(scattered());
    shapes
}

fn basics() -> Vec<Shape> {
    use Kind::{F32, F64, Long};
    vec![
        Shape::new("double", basic(c"MPI_DOUBLE"), &[(0, F64)], 8),
        Shape::new("float", basic(c"MPI_FLOAT"), &[(0, F32)], 4),
        Shape::new("long double", basic(c"MPI_LONG_DOUBLE"), &[(0, Long)], 16),
        Shape::new(
            "complex",
            basic(c"MPI_C_FLOAT_COMPLEX"),
            &[(0, F32), (4, F32)],
            8,
        ),
        Shape::new(
            "double complex",
            basic(c"MPI_CXX_DOUBLE_COMPLEX"),
            &[(0, F64), (8, F64)],
            16,
        ),
        Shape::new(
            "Fortran's real",
            basic(c"MPI_DOUBLE_PRECISION"),
            &[(0, F64)],
            8,
        ),
        Shape::new("value and index", basic(c"MPI_DOUBLE_INT"), &[(0, F64)], 16),
        Shape::new("integer", basic(c"MPI_INT"), &[], 4),
    ]
}

fn derived() -> Vec<Shape> {
    use Kind::{F32, F64};
    let (double, float, int) = (basic(c"MPI_DOUBLE"), basic(c"MPI_FLOAT"), basic(c"MPI_INT"));
    // SAFETY: constants of the MPI.
    let (c_order, fortran_order) = (MPI_ORDER_C as c_int, MPI_ORDER_FORTRAN as c_int);
    let vector = made!(MPI_Type_vector(2, 1, 3, double));
    let structure = made!(MPI_Type_create_struct(
        3,
        [1, 1, 1].as_ptr(),
        [0, 8, 12].as_ptr(),
        [double, int, float].as_ptr()
    ));
    let (sizes, subsizes, starts) = ([3, 4], [2, 2], [1, 1]);
    let subarray = |order: c_int| {
        made!(MPI_Type_create_subarray(
            2,
            sizes.as_ptr(),
            subsizes.as_ptr(),
            starts.as_ptr(),
            order,
            double
        ))
    };
    vec![
        of_doubles(
            "contiguous",
            made!(MPI_Type_contiguous(3, double)),
            &[0, 8, 16],
            24,
        ),
        of_doubles("vector", vector, &[0, 24], 32),
        of_doubles(
            "hvector",
            made!(MPI_Type_create_hvector(2, 2, 40, double)),
            &[0, 8, 40, 48],
            56,
        ),
        of_doubles("subarray in C", subarray(c_order), &[40, 48, 72, 80], 96),
        of_doubles(
            "subarray in Fortran",
            subarray(fortran_order),
            &[32, 40, 56, 64],
            96,
        ),
        of_doubles(
            "resized",
            made!(MPI_Type_create_resized(double, -8, 24)),
            &[0],
            24,
        ),
        of_doubles(
            "copy of a vector",
            made!(MPI_Type_dup(vector)),
            &[0, 24],
            32,
        ),
        of_doubles(
            "vectors",
            made!(MPI_Type_contiguous(2, vector)),
            &[0, 24, 32, 56],
            64,
        ),
        Shape::new("structure", structure, &[(0, F64), (12, F32)], 16),
        Shape::new(
            "structures",
            made!(MPI_Type_vector(2, 1, 2, structure)),
            &[(0, F64), (12, F32), (32, F64), (44, F32)],
            48,
        ),
    ]
}

/// Of doubles whose places are listed.
fn scattered() -> Vec<Shape> {
    let double = basic(c"MPI_DOUBLE");
    vec![
        of_doubles(
            "indexed",
            made!(MPI_Type_indexed(
                3,
                [2, 0, 1].as_ptr(),
                [3, 9, 0].as_ptr(),
                double
            )),
            &[24, 32, 0],
            40,
        ),
        of_doubles(
            "indexed backwards",
            made!(MPI_Type_indexed(
                2,
                [1, 1].as_ptr(),
                [0, -2].as_ptr(),
                double
            )),
            &[0, -16],
            24,
        ),
        of_doubles(
            "hindexed",
            made!(MPI_Type_create_hindexed(
                2,
                [1, 2].as_ptr(),
                [8, 24].as_ptr(),
                double
            )),
            &[8, 24, 32],
            32,
        ),
        of_doubles(
            "indexed block",
            made!(MPI_Type_create_indexed_block(2, 2, [4, 0].as_ptr(), double)),
            &[32, 40, 0, 8],
            48,
        ),
        of_doubles(
            "hindexed block",
            made!(MPI_Type_create_hindexed_block(
                2,
                1,
                [16, 0].as_ptr(),
                double
            )),
            &[16, 0],
            24,
        ),
    ]
}

fn of_doubles(
    name: &'static str,
    datatype: MPI_Datatype,
    offsets: &[isize],
    extent: isize,
) -> Shape {
    let parts: Vec<(isize, Kind)> = offsets.iter().map(|offset| (*offset, Kind::F64)).collect();
    Shape::new(name, datatype, &parts, extent)
}

/// MPI's count.
pub(crate) fn count(items: usize) -> c_int {
    c_int::try_from(items).unwrap()
}
