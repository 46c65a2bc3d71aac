//! Kinds of numbers. Owns their sizes.

/// A real number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    F32,
    F64,
    LongDouble,
}

impl Kind {
    /// In bytes, padding of long double included.
    pub(crate) fn size(self) -> usize {
        match self {
            Kind::F32 => 4,
            Kind::F64 => 8,
            Kind::LongDouble => 16,
        }
    }

    pub(super) fn of_size(size: usize) -> Option<Kind> {
        [Kind::F32, Kind::F64, Kind::LongDouble]
            .into_iter()
            .find(|kind| kind.size() == size)
    }
}
