//! The constants that name MPI's basic types, as they stand in compiled code.
//!
//! Owns: symbols of Open MPI, numbers of MPICH and its kin (their common ABI). Must not: list `MPI_BYTE` or
//! `MPI_PACKED`, which may carry anything, nor types that mix numbers and integers.

use enzyme_rules::{Element, ElementName, Elements, FloatKind};

/// Name in Open MPI behind `ompi_mpi_`, number in MPICH.
type Names = &'static [(&'static str, u32)];

const FLOAT: Names = &[
    ("float", 0x4c00_040a),
    ("real", 0x4c00_041c),
    ("real4", 0x4c00_0427),
];
const DOUBLE: Names = &[
    ("double", 0x4c00_080b),
    ("dblprec", 0x4c00_081f),
    ("real8", 0x4c00_0829),
];
const LONG_DOUBLE: Names = &[("long_double", 0x4c00_100c)];
const FLOAT_COMPLEX: Names = &[
    ("c_float_complex", 0x4c00_0840),
    ("cxx_cplex", 0x4c00_0834),
    ("cplex", 0x4c00_081e),
    ("complex8", 0x4c00_0828),
];
const DOUBLE_COMPLEX: Names = &[
    ("c_double_complex", 0x4c00_1041),
    ("cxx_dblcplex", 0x4c00_1035),
    ("dblcplex", 0x4c00_1022),
    ("complex16", 0x4c00_102a),
];
const PASSIVE: Names = &[
    ("char", 0x4c00_0101),
    ("signed_char", 0x4c00_0118),
    ("unsigned_char", 0x4c00_0102),
    ("wchar", 0x4c00_040e),
    ("short", 0x4c00_0203),
    ("unsigned_short", 0x4c00_0204),
    ("int", 0x4c00_0405),
    ("unsigned", 0x4c00_0406),
    ("long", 0x4c00_0807),
    ("unsigned_long", 0x4c00_0808),
    ("long_long_int", 0x4c00_0809),
    ("unsigned_long_long", 0x4c00_0819),
    ("int8_t", 0x4c00_0137),
    ("int16_t", 0x4c00_0238),
    ("int32_t", 0x4c00_0439),
    ("int64_t", 0x4c00_083a),
    ("uint8_t", 0x4c00_013b),
    ("uint16_t", 0x4c00_023c),
    ("uint32_t", 0x4c00_043d),
    ("uint64_t", 0x4c00_083e),
    ("c_bool", 0x4c00_013f),
    ("cxx_bool", 0x4c00_0133),
    ("aint", 0x4c00_0843),
    ("offset", 0x4c00_0844),
    ("count", 0x4c00_0845),
    ("2int", 0x4c00_0816),
    ("integer", 0x4c00_041b),
    ("integer4", 0x4c00_0430),
    ("integer8", 0x4c00_0831),
    ("logical", 0x4c00_041d),
    ("character", 0x4c00_011a),
];

/// All of them.
pub(crate) fn elements() -> Elements {
    let groups = [
        (FLOAT, Element::Numbers(FloatKind::Float, 4)),
        (DOUBLE, Element::Numbers(FloatKind::Double, 8)),
        (LONG_DOUBLE, Element::Numbers(FloatKind::X86Fp80, 16)),
        (FLOAT_COMPLEX, Element::Numbers(FloatKind::Float, 8)),
        (DOUBLE_COMPLEX, Element::Numbers(FloatKind::Double, 16)),
        (PASSIVE, Element::Passive),
    ];
    let mut all = Elements::new();
    for (names, element) in groups {
        for (name, number) in names {
            let symbol = format!("ompi_mpi_{name}");
            all.insert(ElementName::Symbol(symbol.into()), element);
            all.insert(ElementName::Number(i128::from(*number)), element);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_constant_is_listed_twice() {
        let groups = [
            FLOAT,
            DOUBLE,
            LONG_DOUBLE,
            FLOAT_COMPLEX,
            DOUBLE_COMPLEX,
            PASSIVE,
        ];
        let listed: usize = groups.iter().map(|group| group.len()).sum();
        assert_eq!(elements().len(), 2 * listed);
    }

    /// MPICH's numbers carry the size of the type in their second byte.
    #[test]
    fn the_numbers_say_the_size() {
        for (name, element) in elements() {
            let (ElementName::Number(number), Element::Numbers(_, bytes)) = (name, element) else {
                continue;
            };
            assert_eq!((number >> 8) & 0xff, i128::from(bytes), "{number:#x}");
        }
    }
}
