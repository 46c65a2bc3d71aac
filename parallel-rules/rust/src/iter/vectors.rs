//! Vectors whose items are taken out.
//!
//! Owns: their iterator. Must not: start workers.

use super::indexed::by_position;
use super::{IndexedParallelIterator, IntoParallelIterator, Lengths, ParallelIterator};
use crate::slice::{Iter, IterMut};
use std::fmt;
use std::mem::ManuallyDrop;

/// The items of a vector. Those that are not asked for are not dropped.
pub struct VecIter<T> {
    items: ManuallyDrop<Vec<T>>,
}

impl<T> fmt::Debug for VecIter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VecIter of {}", self.items.len())
    }
}

// SAFETY: each item is moved out by one worker, and nobody looks at it before.
unsafe impl<T: Send> Sync for VecIter<T> {}

impl<T> Drop for VecIter<T> {
    fn drop(&mut self) {
        // SAFETY: it is not used again. Items were moved out.
        let mut items = unsafe { ManuallyDrop::take(&mut self.items) };
        // SAFETY: none is left.
        unsafe { items.set_len(0) };
    }
}

impl<T: Send> ParallelIterator for VecIter<T> {
    type Item = T;
    by_position!();

    fn iterations(&self) -> usize {
        self.items.len()
    }

    fn lengths(&self) -> Lengths {
        Lengths::ANY
    }
}

impl<T: Send> IndexedParallelIterator for VecIter<T> {
    #[inline]
    unsafe fn item(&self, index: usize) -> T {
        // SAFETY: the caller's promise.
        unsafe { self.items.as_ptr().add(index).read() }
    }
}

impl<T: Send> IntoParallelIterator for Vec<T> {
    type Item = T;
    type Iter = VecIter<T>;

    fn into_par_iter(self) -> VecIter<T> {
        VecIter {
            items: ManuallyDrop::new(self),
        }
    }
}

impl<'a, T: Sync> IntoParallelIterator for &'a Vec<T> {
    type Item = &'a T;
    type Iter = Iter<'a, T>;

    fn into_par_iter(self) -> Iter<'a, T> {
        self.as_slice().into_par_iter()
    }
}

impl<'a, T: Send> IntoParallelIterator for &'a mut Vec<T> {
    type Item = &'a mut T;
    type Iter = IterMut<'a, T>;

    fn into_par_iter(self) -> IterMut<'a, T> {
        self.as_mut_slice().into_par_iter()
    }
}
