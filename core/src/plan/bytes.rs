//! What lies in a stretch of memory that is copied or set as a whole.
//!
//! Owns: [`Bytes`]. Must not: find out what lies there (`copies`).

use enzyme_rules::FloatKind;

/// A stretch of copied or set memory.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Bytes {
    /// All numbers of one kind.
    Floats(FloatKind),
    /// What nothing in the program tells, and a library finds out where it matters (`Elsewhere`).
    Untold,
    /// Numbers and other data, repeating every `stride` bytes.
    Fields {
        stride: u64,
        floats: Vec<(Row, FloatKind)>,
        pointers: Vec<Row>,
    },
}

impl Bytes {
    /// Whether pointers lie there.
    pub(crate) fn has_pointers(&self) -> bool {
        matches!(self, Self::Fields { pointers, .. } if !pointers.is_empty())
    }
}

/// Scalars one right behind the other, from an offset on. More than one only where the memory does not repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) offset: u64,
    pub(crate) count: u64,
}
