//! The constants that name MPI's basic types, as they stand in compiled code.
//!
//! Owns: symbols of Open MPI and the numbers that stand for them in Fortran, numbers of MPICH and its kin (their common
//! ABI), which are the same in both languages. Must not: list `MPI_BYTE` or
//! `MPI_PACKED`, which may carry anything, nor types that mix numbers and integers.

use enzyme_rules::{Element, ElementName, Elements, FloatKind};

/// Name in Open MPI behind `ompi_mpi_`, number in its `mpif.h`, number in MPICH.
type Names = &'static [(&'static str, u32, u32)];

const FLOAT: Names = &[
    ("float", 45, 0x4c00_040a),
    ("real", 13, 0x4c00_041c),
    ("real4", 14, 0x4c00_0427),
];
const DOUBLE: Names = &[
    ("double", 46, 0x4c00_080b),
    ("dblprec", 17, 0x4c00_081f),
    ("real8", 15, 0x4c00_0829),
];
const LONG_DOUBLE: Names = &[("long_double", 47, 0x4c00_100c)];
const FLOAT_COMPLEX: Names = &[
    ("c_float_complex", 69, 0x4c00_0840),
    ("cxx_cplex", 55, 0x4c00_0834),
    ("cplex", 18, 0x4c00_081e),
    ("complex8", 19, 0x4c00_0828),
];
const DOUBLE_COMPLEX: Names = &[
    ("c_double_complex", 70, 0x4c00_1041),
    ("cxx_dblcplex", 56, 0x4c00_1035),
    ("dblcplex", 22, 0x4c00_1022),
    ("complex16", 20, 0x4c00_102a),
];
const PASSIVE: Names = &[
    ("char", 34, 0x4c00_0101),
    ("signed_char", 36, 0x4c00_0118),
    ("unsigned_char", 35, 0x4c00_0102),
    ("wchar", 33, 0x4c00_040e),
    ("short", 37, 0x4c00_0203),
    ("unsigned_short", 38, 0x4c00_0204),
    ("int", 39, 0x4c00_0405),
    ("unsigned", 40, 0x4c00_0406),
    ("long", 41, 0x4c00_0807),
    ("unsigned_long", 42, 0x4c00_0808),
    ("long_long_int", 43, 0x4c00_0809),
    ("unsigned_long_long", 44, 0x4c00_0819),
    ("int8_t", 58, 0x4c00_0137),
    ("int16_t", 60, 0x4c00_0238),
    ("int32_t", 62, 0x4c00_0439),
    ("int64_t", 64, 0x4c00_083a),
    ("uint8_t", 59, 0x4c00_013b),
    ("uint16_t", 61, 0x4c00_023c),
    ("uint32_t", 63, 0x4c00_043d),
    ("uint64_t", 65, 0x4c00_083e),
    ("c_bool", 68, 0x4c00_013f),
    ("cxx_bool", 54, 0x4c00_0133),
    ("aint", 66, 0x4c00_0843),
    ("offset", 67, 0x4c00_0844),
    ("count", 72, 0x4c00_0845),
    ("2int", 52, 0x4c00_0816),
    ("integer", 7, 0x4c00_041b),
    ("integer4", 10, 0x4c00_0430),
    ("integer8", 11, 0x4c00_0831),
    ("logical", 6, 0x4c00_041d),
    ("character", 5, 0x4c00_011a),
];

const GROUPS: [(Names, Element); 6] = [
    (FLOAT, Element::Numbers(FloatKind::Float, 4)),
    (DOUBLE, Element::Numbers(FloatKind::Double, 8)),
    (LONG_DOUBLE, Element::Numbers(FloatKind::X86Fp80, 16)),
    (FLOAT_COMPLEX, Element::Numbers(FloatKind::Float, 8)),
    (DOUBLE_COMPLEX, Element::Numbers(FloatKind::Double, 16)),
    (PASSIVE, Element::Passive),
];

/// What stands in code compiled from C.
pub(crate) fn c() -> Elements {
    elements(|name, _| ElementName::Symbol(format!("ompi_mpi_{name}").into()))
}

/// What stands in code compiled from Fortran.
pub(crate) fn fortran() -> Elements {
    elements(|_, number| ElementName::Number(i128::from(number)))
}

/// All of them, for Open MPI as `open_mpi` says, and for MPICH.
fn elements(open_mpi: impl Fn(&str, u32) -> ElementName) -> Elements {
    let mut all = Elements::new();
    for (names, element) in GROUPS {
        for (name, in_fortran, in_mpich) in names {
            all.insert(open_mpi(name, *in_fortran), element);
            all.insert(ElementName::Number(i128::from(*in_mpich)), element);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_constant_is_listed_twice() {
        let listed: usize = GROUPS.iter().map(|(group, _)| group.len()).sum();
        assert_eq!(c().len(), 2 * listed);
        assert_eq!(fortran().len(), 2 * listed);
    }

    /// MPICH's numbers carry the size of the type in their second byte.
    #[test]
    fn the_numbers_say_the_size() {
        for (name, element) in c() {
            let (ElementName::Number(number), Element::Numbers(_, bytes)) = (name, element) else {
                continue;
            };
            assert_eq!((number >> 8) & 0xff, i128::from(bytes), "{number:#x}");
        }
    }
}
