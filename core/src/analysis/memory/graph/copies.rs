//! Copies of memory: what lies at equal distances behind both pointers is one.
//!
//! Owns: what one copy says. Must not: repeat it until nothing new follows (the caller does).

use super::offsets::{distances, gcd, period, wrap};
use super::{CellId, Graph, Pointer};

/// A copy that goes over so many strides of an object makes the other object's offsets repeat, too.
const MOST_REPEATED: u64 = 64;

impl Graph {
    /// Records a copy of `length` bytes (unknown if `None`): cells at equal distances are one. Offsets of a member that is copied into an array of
    /// structures repeat there as they did, and not as those of the array that it was copied from.
    /// Returns whether anything new followed; repeat until nothing does.
    pub(crate) fn copy(&mut self, to: Pointer, from: Pointer, length: Option<u64>) -> bool {
        let (to, from) = (self.find(to), self.find(from));
        let stride = gcd(self.stride(to.node), self.stride(from.node));
        let before = self.findings;
        if to.node == from.node {
            // A copy within one object: what lies at one offset lies at the other, and so on.
            self.reduce_stride(to, (to.offset - from.offset).unsigned_abs());
            return self.findings != before;
        }
        if stride != 0 && [to, from].iter().any(|at| self.is_spread(*at, length)) {
            self.reduce_stride(to, stride);
            self.reduce_stride(from, stride);
        }
        for (source, target) in [(from, to), (to, from)] {
            self.mirror(source, target, length);
        }
        self.findings != before
    }

    /// Whether it is not known where in so many bytes the fields of a found pointer's object lie: these are too many, or fields are larger than what their offsets
    /// are known by.
    fn is_spread(&self, at: Pointer, length: Option<u64>) -> bool {
        let stride = self.stride(at.node);
        let far = length.is_none_or(|n| n > stride.saturating_mul(MOST_REPEATED));
        stride != 0 && (far || self.node(at.node).largest > stride)
    }

    /// Fields that may begin in `length` bytes at a found pointer.
    fn beginning_in(&self, at: Pointer, length: Option<u64>) -> Vec<(i64, CellId, u64)> {
        let whole = self.stride(at.node) != 0;
        let end = length.map_or(i64::MAX, |n| at.offset.saturating_add(n as i64));
        let (from, to) = match whole {
            true => (i64::MIN, i64::MAX),
            false => (at.offset, end),
        };
        let fields = self.node(at.node).fields.range((from, 0, 0)..);
        let fields = fields.take_while(|((offset, ..), _)| *offset < to);
        fields
            .map(|((offset, size, _), cell)| (*offset, *cell, *size))
            .collect()
    }

    fn mirror(&mut self, source: Pointer, target: Pointer, length: Option<u64>) {
        let (source, other) = (self.find(source), self.find(target));
        let stride = self.stride(source.node);
        let period = period(stride, self.stride(other.node));
        for (offset, cell, size) in self.beginning_in(source, length) {
            let first = wrap(offset - source.offset, stride);
            for distance in distances(first, period, length) {
                let at = self.find(target);
                let scalar = self.scalar(cell);
                let gap = self.cells[self.find_cell(cell).0 as usize].gap;
                let place = Pointer {
                    offset: at.offset + distance,
                    ..at
                };
                // It would be dropped there, and be made by the next round again.
                if gap && self.is_covered(place, size) {
                    continue;
                }
                let twin = self.twin_at(place, size, scalar, gap);
                self.unify_cells(twin, cell);
            }
        }
    }
}
