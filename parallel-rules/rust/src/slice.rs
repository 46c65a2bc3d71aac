//! Slices: their items, their chunks, and the windows into them.
//!
//! Owns: these iterators, and the methods that slices get. Must not: start workers but to sort.

use crate::iter::indexed::by_position;
use crate::iter::{IndexedParallelIterator, IntoParallelIterator, Lengths, ParallelIterator};
use crate::sort;
use std::cmp::Ordering;
use std::marker::PhantomData;

/// Iterators over a slice, whose iterations begin so many items apart.
macro_rules! over_slice {
    (
        $(#[$doc:meta])*
        $name:ident: $($ability:ident)?, $item:ty, $items:ty,
        |$own:ident, $index:ident| $count:expr => $at:expr
    ) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name<'a, T> {
            start: *mut T,
            len: usize,
            /// Items in an iteration, where it is not one.
            #[allow(dead_code, reason = "single items need none")]
            size: usize,
            lives: PhantomData<$items>,
        }

        // SAFETY: it gives references to items, each exclusive one to one worker.
        unsafe impl<T: $($ability)?> Send for $name<'_, T> {}
        // SAFETY: as above.
        unsafe impl<T: $($ability)?> Sync for $name<'_, T> {}

        impl<'a, T: $($ability)?> ParallelIterator for $name<'a, T> {
            type Item = $item;
            by_position!();

            #[inline]
            fn iterations(&self) -> usize {
                let $own = self;
                $count
            }

            fn lengths(&self) -> Lengths {
                Lengths::ANY
            }
        }

        impl<'a, T: $($ability)?> IndexedParallelIterator for $name<'a, T> {
            #[inline]
            unsafe fn item(&self, $index: usize) -> $item {
                let $own = self;
                // SAFETY: the caller's promise: it is an iteration, and of exclusive references nobody asks for it again.
                unsafe { $at }
            }
        }
    };
}

over_slice! {
    /// References to the items of a slice.
    Iter: Sync, &'a T, &'a [T],
    |own, index| own.len => &*own.start.add(index)
}

over_slice! {
    /// Exclusive references to the items of a slice.
    IterMut: Send, &'a mut T, &'a mut [T],
    |own, index| own.len => &mut *own.start.add(index)
}

over_slice! {
    /// Parts of a slice, of one length but for the last.
    Chunks: Sync, &'a [T], &'a [T],
    |own, index| own.len.div_ceil(own.size) => std::slice::from_raw_parts(own.begin(index), own.length(index))
}

over_slice! {
    /// Exclusive parts of a slice, of one length but for the last.
    ChunksMut: Send, &'a mut [T], &'a mut [T],
    |own, index| own.len.div_ceil(own.size) => std::slice::from_raw_parts_mut(own.begin(index), own.length(index))
}

over_slice! {
    /// Parts of a slice, all of one length.
    ChunksExact: Sync, &'a [T], &'a [T],
    |own, index| own.len / own.size => std::slice::from_raw_parts(own.start.add(index * own.size), own.size)
}

over_slice! {
    /// Exclusive parts of a slice, all of one length.
    ChunksExactMut: Send, &'a mut [T], &'a mut [T],
    |own, index| own.len / own.size => std::slice::from_raw_parts_mut(own.start.add(index * own.size), own.size)
}

over_slice! {
    /// All parts of a slice that are so long, each of which begins one item behind the other.
    Windows: Sync, &'a [T], &'a [T],
    |own, index| (own.len + 1).saturating_sub(own.size) => std::slice::from_raw_parts(own.start.add(index), own.size)
}

/// Where chunks begin, and how long they are.
macro_rules! chunks {
    ($($name:ident)*) => {$(
        impl<T> $name<'_, T> {
            #[inline]
            fn begin(&self, index: usize) -> *mut T {
                // SAFETY: it is within the slice.
                unsafe { self.start.add(index * self.size) }
            }

            #[inline]
            fn length(&self, index: usize) -> usize {
                self.size.min(self.len - index * self.size)
            }
        }
    )*};
}

chunks!(Chunks ChunksMut);

/// What iterators begin with.
macro_rules! new {
    ($name:ident, $slice:expr, $size:expr) => {{
        let (slice, size) = ($slice, $size);
        assert!(size > 0, "a length of 0 has no end");
        $name {
            start: slice.as_ptr().cast_mut(),
            len: slice.len(),
            size,
            lives: PhantomData,
        }
    }};
    (mut $name:ident, $slice:expr, $size:expr) => {{
        let (slice, size) = ($slice, $size);
        assert!(size > 0, "a length of 0 has no end");
        $name {
            start: slice.as_mut_ptr(),
            len: slice.len(),
            size,
            lives: PhantomData,
        }
    }};
}

impl<'a, T: Sync> IntoParallelIterator for &'a [T] {
    type Item = &'a T;
    type Iter = Iter<'a, T>;

    fn into_par_iter(self) -> Iter<'a, T> {
        new!(Iter, self, 1)
    }
}

impl<'a, T: Send> IntoParallelIterator for &'a mut [T] {
    type Item = &'a mut T;
    type Iter = IterMut<'a, T>;

    fn into_par_iter(self) -> IterMut<'a, T> {
        new!(mut IterMut, self, 1)
    }
}

impl<'a, T: Sync, const N: usize> IntoParallelIterator for &'a [T; N] {
    type Item = &'a T;
    type Iter = Iter<'a, T>;

    fn into_par_iter(self) -> Iter<'a, T> {
        self.as_slice().into_par_iter()
    }
}

impl<'a, T: Send, const N: usize> IntoParallelIterator for &'a mut [T; N] {
    type Item = &'a mut T;
    type Iter = IterMut<'a, T>;

    fn into_par_iter(self) -> IterMut<'a, T> {
        self.as_mut_slice().into_par_iter()
    }
}

/// Parallel methods of slices that only read.
pub trait ParallelSlice<T: Sync> {
    /// The slice.
    #[doc(hidden)]
    fn slice(&self) -> &[T];

    /// Parts of a length; the last one may be shorter.
    ///
    /// # Panics
    /// If it is 0.
    fn par_chunks(&self, size: usize) -> Chunks<'_, T> {
        new!(Chunks, self.slice(), size)
    }

    /// Parts of a length; what is left over at the end is in none.
    ///
    /// # Panics
    /// If it is 0.
    fn par_chunks_exact(&self, size: usize) -> ChunksExact<'_, T> {
        new!(ChunksExact, self.slice(), size)
    }

    /// All neighbouring items of such a number.
    ///
    /// # Panics
    /// If it is 0.
    fn par_windows(&self, size: usize) -> Windows<'_, T> {
        new!(Windows, self.slice(), size)
    }
}

impl<T: Sync> ParallelSlice<T> for [T] {
    fn slice(&self) -> &[T] {
        self
    }
}

/// Parallel methods of slices that change them. All sorts keep the order of items that compare equal.
pub trait ParallelSliceMut<T: Send> {
    /// The slice.
    #[doc(hidden)]
    fn slice_mut(&mut self) -> &mut [T];

    /// Exclusive parts of a length; the last one may be shorter.
    ///
    /// # Panics
    /// If it is 0.
    fn par_chunks_mut(&mut self, size: usize) -> ChunksMut<'_, T> {
        new!(mut ChunksMut, self.slice_mut(), size)
    }

    /// Exclusive parts of a length; what is left over at the end is in none.
    ///
    /// # Panics
    /// If it is 0.
    fn par_chunks_exact_mut(&mut self, size: usize) -> ChunksExactMut<'_, T> {
        new!(mut ChunksExactMut, self.slice_mut(), size)
    }

    /// Sorts.
    fn par_sort(&mut self)
    where
        T: Ord + Sync,
    {
        self.par_sort_by(Ord::cmp);
    }

    /// Sorts by a comparison.
    fn par_sort_by(&mut self, compare: impl Fn(&T, &T) -> Ordering + Sync)
    where
        T: Sync,
    {
        sort::by(self.slice_mut(), compare);
    }

    /// Sorts by what a closure makes of items.
    fn par_sort_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K + Sync)
    where
        T: Sync,
    {
        self.par_sort_by(|a, b| key(a).cmp(&key(b)));
    }

    /// As [`ParallelSliceMut::par_sort`].
    fn par_sort_unstable(&mut self)
    where
        T: Ord + Sync,
    {
        self.par_sort();
    }

    /// As [`ParallelSliceMut::par_sort_by`].
    fn par_sort_unstable_by(&mut self, compare: impl Fn(&T, &T) -> Ordering + Sync)
    where
        T: Sync,
    {
        self.par_sort_by(compare);
    }

    /// As [`ParallelSliceMut::par_sort_by_key`].
    fn par_sort_unstable_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K + Sync)
    where
        T: Sync,
    {
        self.par_sort_by_key(key);
    }
}

impl<T: Send> ParallelSliceMut<T> for [T] {
    fn slice_mut(&mut self) -> &mut [T] {
        self
    }
}
