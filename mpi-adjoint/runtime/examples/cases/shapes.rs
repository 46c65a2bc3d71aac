//! Datatypes of the cases. Owns what lies where in each, written down by hand: the library reads the same
//! from MPI.

use mpi_sys::*;
use std::ffi::c_int;

/// A number's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    F32,
    F64,
    /// x87: 80 bits in 16 bytes.
    Long,
}

impl Kind {
    pub fn size(self) -> usize {
        match self {
            Kind::F32 => 4,
            Kind::F64 => 8,
            Kind::Long => 16,
        }
    }
}

/// A number at an offset from the first byte of the memory.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    pub offset: usize,
    pub kind: Kind,
}

impl Element {
    pub fn read(&self, memory: &[u8]) -> f64 {
        let bytes = &memory[self.offset..][..self.kind.size()];
        match self.kind {
            Kind::F32 => f32::from_ne_bytes(bytes.try_into().unwrap()).into(),
            Kind::F64 => f64::from_ne_bytes(bytes.try_into().unwrap()),
            Kind::Long => long_to_double(bytes),
        }
    }

    pub fn write(&self, memory: &mut [u8], value: f64) {
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
pub struct Shape {
    pub name: &'static str,
    pub datatype: MPI_Datatype,
    /// Numbers of one item, relative to its origin.
    pub parts: Vec<(isize, Kind)>,
    pub extent: isize,
    /// Bytes of one item before and behind its origin.
    pub reach: (usize, usize),
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
        }
    }

    /// What rounding leaves between two sums of products of its numbers, relative to their size.
    pub fn tolerance(&self) -> f64 {
        let single = self.parts.iter().any(|(_, kind)| *kind == Kind::F32);
        if single { 1e-6 } else { 1e-13 }
    }

    /// Offset of the origin, and bytes of memory, for `items` items.
    pub fn room(&self, items: usize) -> (usize, usize) {
        let span = self.extent.unsigned_abs() * items;
        (self.reach.0 + span, self.reach.0 + 2 * span + self.reach.1)
    }

    /// The numbers of `items` items, relative to the origin of the first.
    pub fn elements(&self, items: usize) -> Vec<Element> {
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

/// The shapes that every case is tried with.
pub fn all() -> Vec<Shape> {
    // SAFETY: constants of the MPI.
    let (double, float) = unsafe { (RSMPI_DOUBLE, RSMPI_FLOAT) };
    vec![
        Shape::new("double", double, &[(0, Kind::F64)], 8),
        Shape::new("float", float, &[(0, Kind::F32)], 4),
        Shape::new(
            "vector",
            made!(MPI_Type_vector(2, 1, 3, double)),
            &[(0, Kind::F64), (24, Kind::F64)],
            32,
        ),
    ]
}

/// MPI's count.
pub fn count(items: usize) -> c_int {
    c_int::try_from(items).unwrap()
}
