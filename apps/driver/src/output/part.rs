//! A rank's numbers of a field, on their way to rank 0.
//!
//! Owns: how they are packed, with the block that they are of. Must not: know what becomes of them.

use crate::application::{Block, Field};

/// A rank's numbers of a field with its block in front, as rank 0 is sent them.
pub(super) fn packed(field: &Field, numbers: &[f64]) -> Vec<f64> {
    let Block { first, count } = &field.block;
    let block = first.iter().chain(count).map(|n| *n as f64);
    block
        .chain(numbers[field.range.clone()].iter().copied())
        .collect()
}

/// A rank's numbers of a field on the whole grid.
pub(super) struct Part<'a> {
    pub(super) first: Vec<usize>,
    pub(super) count: Vec<usize>,
    pub(super) numbers: &'a [f64],
}

impl<'a> Part<'a> {
    /// From what was packed.
    pub(super) fn of(field: &Field, packed: &'a [f64]) -> Self {
        let dimensions = field.extent.len();
        let (block, numbers) = packed.split_at(2 * dimensions);
        let lengths = |from: &[f64]| from.iter().map(|n| *n as usize).collect();
        Self {
            first: lengths(&block[..dimensions]),
            count: lengths(&block[dimensions..]),
            numbers,
        }
    }
}
