//! Functions that copy or set bytes: what they move may be active, so none of them is inactive.
//!
//! Owns: the C functions, their checked twins and LLVM's intrinsics. Must not: know types.

use crate::callee::{CalleeKind, MemoryOp, MemoryReturn, MemorySource};
use crate::registry::Entry;

use MemoryReturn::{Destination, End, Nothing};
use MemorySource::{Byte, Copy, Move, Zero};

pub(super) fn entries() -> Vec<Entry> {
    let exact = CALLS
        .iter()
        .map(|&(name, op)| Entry::exact(name, CalleeKind::Memory(op)));
    let intrinsics = INTRINSICS
        .iter()
        .map(|&(name, op)| Entry::intrinsic(name, CalleeKind::Memory(op)));
    exact.chain(intrinsics).collect()
}

/// Destination first, length last: the usual order.
const fn usual(source: MemorySource, returns: MemoryReturn) -> MemoryOp {
    MemoryOp {
        dst: 0,
        source,
        len: 2,
        returns,
        by: None,
    }
}

#[rustfmt::skip] // a table
const CALLS: &[(&str, MemoryOp)] = &[
    ("memcpy",         usual(Copy(1), Destination)),
    ("__memcpy_chk",   usual(Copy(1), Destination)),
    ("mempcpy",        usual(Copy(1), End)),
    ("__mempcpy",      usual(Copy(1), End)),
    ("__mempcpy_chk",  usual(Copy(1), End)),
    ("memmove",        usual(Move(1), Destination)),
    ("__memmove_chk",  usual(Move(1), Destination)),
    ("bcopy",          MemoryOp { dst: 1, source: Move(0), len: 2, returns: Nothing, by: None }),
    ("memset",         usual(Byte(1), Destination)),
    ("__memset_chk",   usual(Byte(1), Destination)),
    ("bzero",          MemoryOp { dst: 0, source: Zero, len: 1, returns: Nothing, by: None }),
    ("explicit_bzero", MemoryOp { dst: 0, source: Zero, len: 1, returns: Nothing, by: None }),
];

#[rustfmt::skip] // a table
const INTRINSICS: &[(&str, MemoryOp)] = &[
    ("llvm.memcpy",                            usual(Copy(1), Nothing)),
    ("llvm.memcpy.inline",                     usual(Copy(1), Nothing)),
    ("llvm.memcpy.element.unordered.atomic",   usual(Copy(1), Nothing)),
    ("llvm.memmove",                           usual(Move(1), Nothing)),
    ("llvm.memmove.element.unordered.atomic",  usual(Move(1), Nothing)),
    ("llvm.memset",                            usual(Byte(1), Nothing)),
    ("llvm.memset.inline",                     usual(Byte(1), Nothing)),
    ("llvm.memset.element.unordered.atomic",   usual(Byte(1), Nothing)),
];
