//! Maps v ↦ M v + c of items, as they travel. Owns their form. Must not: know what they are maps of.

use super::super::number::{Matrices, Number, staging};
use super::super::operation::{Combined, Element};
use super::super::operator::{self, Own};
use crate::memory::Staging;

/// How maps are combined.
pub(super) fn affine<T: Number>(width: usize) -> Combined {
    let size = (width * width + width) * T::KIND.size();
    Combined {
        element: Element {
            datatype: operator::item(size),
            size,
        },
        op: operator::own(Own::Affine, T::KIND),
    }
}

/// Maps as they are sent.
pub(super) fn maps<T: Number>(matrices: &Matrices<T>, constants: &[T]) -> Staging {
    let items = constants.chunks_exact(matrices.width).enumerate();
    let maps = items.flat_map(|(i, constant)| matrices.item(i).iter().chain(constant).copied());
    staging(&maps.collect::<Vec<T>>())
}

/// Matrices and constants of maps.
pub(super) fn split<T: Number>(maps: &[T], width: usize) -> (Matrices<T>, Vec<T>) {
    let square = width * width;
    let items = maps.chunks_exact(square + width);
    let (mut entries, mut constants) = (Vec::new(), Vec::new());
    for item in items {
        entries.extend_from_slice(&item[..square]);
        constants.extend_from_slice(&item[square..]);
    }
    (Matrices { width, entries }, constants)
}
