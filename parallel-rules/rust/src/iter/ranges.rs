//! Ranges of numbers.
//!
//! Owns: their iterators. Must not: start workers.

use super::indexed::by_position;
use super::{IndexedParallelIterator, IntoParallelIterator, Lengths, ParallelIterator};
use std::ops::{Range, RangeInclusive};

/// The numbers of a range.
#[derive(Clone, Debug)]
pub struct RangeIter<T> {
    first: T,
    count: usize,
}

macro_rules! ranges {
    ($($ty:ty)*) => {$(
        impl ParallelIterator for RangeIter<$ty> {
            type Item = $ty;
            by_position!();

            fn iterations(&self) -> usize {
                self.count
            }

            fn lengths(&self) -> Lengths {
                Lengths::ANY
            }
        }

        impl IndexedParallelIterator for RangeIter<$ty> {
            #[inline]
            unsafe fn item(&self, index: usize) -> $ty {
                self.first + index as $ty
            }
        }

        impl IntoParallelIterator for Range<$ty> {
            type Item = $ty;
            type Iter = RangeIter<$ty>;

            fn into_par_iter(self) -> Self::Iter {
                let count = match self.start < self.end {
                    true => self.end.wrapping_sub(self.start) as usize,
                    false => 0,
                };
                RangeIter { first: self.start, count }
            }
        }

        impl IntoParallelIterator for RangeInclusive<$ty> {
            type Item = $ty;
            type Iter = RangeIter<$ty>;

            fn into_par_iter(self) -> Self::Iter {
                let (start, end) = self.into_inner();
                let count = match start <= end {
                    true => end.wrapping_sub(start) as usize + 1,
                    false => 0,
                };
                RangeIter { first: start, count }
            }
        }
    )*};
}

ranges!(usize u64 u32 u16 u8 isize i64);

/// Signed numbers that are narrower than a count: the distance of two may not be one of them.
macro_rules! narrow_ranges {
    ($($ty:ty)*) => {$(
        impl ParallelIterator for RangeIter<$ty> {
            type Item = $ty;
            by_position!();

            fn iterations(&self) -> usize {
                self.count
            }

            fn lengths(&self) -> Lengths {
                Lengths::ANY
            }
        }

        impl IndexedParallelIterator for RangeIter<$ty> {
            #[inline]
            unsafe fn item(&self, index: usize) -> $ty {
                (i64::from(self.first) + index as i64) as $ty
            }
        }

        impl IntoParallelIterator for Range<$ty> {
            type Item = $ty;
            type Iter = RangeIter<$ty>;

            fn into_par_iter(self) -> Self::Iter {
                let count = i64::from(self.end) - i64::from(self.start);
                RangeIter { first: self.start, count: count.max(0) as usize }
            }
        }

        impl IntoParallelIterator for RangeInclusive<$ty> {
            type Item = $ty;
            type Iter = RangeIter<$ty>;

            fn into_par_iter(self) -> Self::Iter {
                let (start, end) = self.into_inner();
                let count = i64::from(end) - i64::from(start) + 1;
                RangeIter { first: start, count: count.max(0) as usize }
            }
        }
    )*};
}

narrow_ranges!(i32 i16 i8);
