//! What flang leaves to its run-time library: output, which is inactive, and what to write in the place of others.
//!
//! Owns: names that begin with `_Fortran`, but for those that end a program (`noreturn.rs`). Must not: list what moves active numbers.

use crate::callee::CalleeKind;
use crate::effects::Effects;
use crate::registry::Entry;

/// A statement of output has a record of the library's own, which no pointer of the program leads to: what is put there is hidden state.
const OUT: Effects = Effects::STATE.emitting();

#[rustfmt::skip] // a table
const INACTIVE: &[(Effects, &[&str])] = &[
    // The first is given the name of the source file, a format, a descriptor or a text.
    (Effects::OUTPUT, &[
        "_FortranAioBeginExternalFormattedOutput", "_FortranAioBeginExternalListOutput",
        "_FortranAioBeginUnformattedOutput",
    ]),
    (Effects::OUTPUT.emitting(), &[
        "_FortranAioOutputAscii", "_FortranAioOutputCharacter", "_FortranAioOutputDescriptor",
    ]),
    (OUT, &[
        "_FortranAioEndIoStatement", "_FortranAioOutputComplex32", "_FortranAioOutputComplex64",
        "_FortranAioOutputInteger8", "_FortranAioOutputInteger16", "_FortranAioOutputInteger32",
        "_FortranAioOutputInteger64", "_FortranAioOutputLogical", "_FortranAioOutputReal32",
        "_FortranAioOutputReal64", "_FortranAFlush",
    ]),
    // What is read may have been written before.
    (Effects::STATE.writing(1).taking(), &[
        "_FortranAioInputAscii", "_FortranAioInputCharacter", "_FortranAioInputComplex32",
        "_FortranAioInputComplex64", "_FortranAioInputInteger", "_FortranAioInputLogical",
        "_FortranAioInputReal32", "_FortranAioInputReal64",
    ]),
    (Effects::ANY, &[
        "_FortranACpuTime", "_FortranASystemClockCount", "_FortranASystemClockCountMax",
        "_FortranASystemClockCountRate", "_FortranADateAndTime",
    ]),
];

/// Input of arrays and structures, through a descriptor: what it writes is not known.
const INPUT: &str = "_FortranAioInput";
const INPUT_REMEDY: &str =
    "read arrays and structures outside of the differentiated procedure, or element by element";

/// What stands in the source, by how the name begins that flang calls for it, and what to write instead. The first that fits counts.
#[rustfmt::skip] // a table
const ADVICE: &[(&str, &str, &str)] = &[
    ("_FortranAAssign", "an assignment of whole arrays or of derived types, or the copy of one that a worker or a task has for itself",
        "compile with -O1 or above, which makes loops of most; allocate with the right shape first, and assign in a loop, or member by member"),
    ("_FortranAMoveAlloc", "move_alloc",
        "copy the numbers (`allocate (b(n)); b(:) = a(:)`), or let two arrays take turns by the number of the step"),
    ("_FortranANorm2", "norm2", "write `sqrt(sum(x**2))`"),
    ("_FortranADotProduct", "dot_product", "compile with -O1 or above, or write `sum(x * y)`"),
    ("_FortranASum", "sum", "compile with -O1 or above, or write a loop"),
    ("_FortranAProduct", "product", "compile with -O1 or above, or write a loop"),
    ("_FortranAMatmul", "matmul", "compile with -O1 or above, write loops, or call dgemm (docs/blas.md)"),
    ("_FortranADestroy", "the end of a variable of derived type with allocatable components",
        "let the caller own such variables and pass them, or use plain allocatable arrays"),
    ("_FortranAAllocatable", "an allocation or deallocation of derived or polymorphic type, or one with `source`",
        "allocate plain arrays, without `source` or `mold`"),
    ("_FortranAPointer", "pointers that are allocated or given bounds",
        "use allocatable arrays, or pass arrays as arguments"),
    ("_FortranAioBeginInternal", "a write to, or a read from, a character variable",
        "do that outside of the differentiated procedure: a derivative does not pass through text"),
    ("_FortranAioOutput", "a write statement", "print outside of the differentiated procedure, or plain numbers and texts only"),
    ("_FortranAio", "a read or write statement, or one that opens or closes a file",
        "read, open and close files outside of the differentiated procedure; print and plain write are allowed"),
    ("_FortranARandom", "random_number", "draw random numbers outside of the differentiated procedure, and pass them"),
    ("_FortranAIsContiguous", "an argument that may not be contiguous",
        "declare the dummy `contiguous`, or pass the first element (docs/fortran.md)"),
    ("_FortranACopyIn", "an argument that is not contiguous",
        "declare the dummy `contiguous`, or pass the first element (docs/fortran.md)"),
    ("_FortranACopyOut", "an argument that is not contiguous",
        "declare the dummy `contiguous`, or pass the first element (docs/fortran.md)"),
    ("_FortranA", "an intrinsic procedure", "write it as a loop, or with other intrinsic procedures; compile with -O1 or above"),
];

/// How flang describes an array to its library (`CFI_cdesc_t`: Fortran 2018, 18.5.3): where each field is, in bytes.
#[derive(Clone, Debug)]
pub struct Descriptor {
    /// The address of the first element.
    pub base: u64,
    /// Bytes of an element.
    pub element: u64,
    /// How many dimensions there are, in one byte.
    pub rank: u64,
    /// Of what type elements are, in one byte.
    pub sort: u64,
    /// Whether the array is a pointer or allocatable, in one byte.
    pub attribute: u64,
    /// What that byte is for an allocatable array.
    pub allocatable: u64,
    /// In one byte, whose lowest bit says that more follows behind the dimensions.
    pub extra: u64,
    /// The first dimension.
    pub dimensions: u64,
    /// Bytes of a dimension.
    pub dimension: u64,
    /// In a dimension: the index of its first element.
    pub lower: u64,
    /// In a dimension: how many elements it has.
    pub extent: u64,
    /// In a dimension: bytes from one element to the next.
    pub stride: u64,
    /// Types of elements that an assignment copies as they are: numbers and logical values, but neither texts nor structures.
    pub plain_sorts: std::ops::RangeInclusive<u64>,
    /// The types of real numbers of both precisions, with their bytes.
    pub float: (u64, u64),
    /// See above.
    pub double: (u64, u64),
}

/// That of flang 22.
pub const DESCRIPTOR: Descriptor = Descriptor {
    base: 0,
    element: 8,
    rank: 20,
    sort: 21,
    attribute: 22,
    allocatable: 2,
    extra: 23,
    dimensions: 24,
    dimension: 24,
    lower: 0,
    extent: 8,
    stride: 16,
    plain_sorts: 1..=39,
    float: (27, 4),
    double: (28, 8),
};

/// The operands of an assignment between arrays: the descriptors of what is assigned to, and of what is assigned.
pub fn assignment(symbol: &str) -> Option<[u8; 2]> {
    (symbol == "_FortranAAssign").then_some([0, 1])
}

pub(super) fn entries() -> Vec<Entry> {
    let rows = INACTIVE.iter();
    let all = rows.flat_map(|&(effects, names)| names.iter().map(move |name| (effects, *name)));
    let inactive = all.map(|(effects, name)| Entry::exact(name, CalleeKind::inactive(effects)));
    let input = Entry::prefix(INPUT, CalleeKind::Refused(INPUT_REMEDY.into()));
    inactive.chain([input]).collect()
}

/// What stands in the source of which flang made a call of its run-time library, and what to write instead.
pub(super) fn advice(symbol: &str) -> Option<(&'static str, &'static str)> {
    let mut rows = ADVICE.iter();
    let row = rows.find(|(prefix, ..)| symbol.starts_with(prefix))?;
    Some((row.1, row.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_names_what_stands_in_the_source() {
        assert_eq!(advice("_FortranANorm2_8").map(|a| a.0), Some("norm2"));
        assert_eq!(
            advice("_FortranAMoveAlloc").map(|a| a.0),
            Some("move_alloc")
        );
        assert!(advice("_FortranAErfcScaled8").is_some() && advice("norm2_").is_none());
    }

    #[test]
    fn no_row_of_advice_hides_a_later_one() {
        for (index, (prefix, ..)) in ADVICE.iter().enumerate() {
            let hides = |(later, ..): &(&str, &str, &str)| later.starts_with(prefix);
            assert!(!ADVICE[index + 1..].iter().any(hides), "{prefix}");
        }
    }
}
