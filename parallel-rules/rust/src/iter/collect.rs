//! Items in a vector.
//!
//! Owns: [`FromParallelIterator`]. Must not: know where items come from.

use super::ParallelIterator;
use crate::team::{each_worker, of_each_worker};
use crate::workers::Shared;

/// What can be made of all items.
pub trait FromParallelIterator<T: Send> {
    /// It, of these items.
    fn from_par_iter<P: ParallelIterator<Item = T>>(items: P) -> Self;
}

impl<T: Send> FromParallelIterator<T> for Vec<T> {
    #[inline]
    fn from_par_iter<P: ParallelIterator<Item = T>>(items: P) -> Self {
        match items.is_exact() {
            true => in_place(items),
            false => one_after_the_other(items),
        }
    }
}

/// Each worker writes its items where they belong. If one panics, none is dropped.
#[inline]
fn in_place<P: ParallelIterator>(items: P) -> Vec<P::Item> {
    let count = items.iterations();
    let mut made: Vec<P::Item> = Vec::with_capacity(count);
    let slots = Shared(made.as_mut_ptr());
    each_worker(count, items.lengths(), |part| {
        let write = |at: usize, item: P::Item| {
            // SAFETY: there is a slot for each iteration, and this one is the worker's.
            unsafe { slots.get().add(at).write(item) };
            at + 1
        };
        // SAFETY: no two parts have an iteration in common.
        unsafe { items.fold_part(part, part.first, write) };
    });
    // SAFETY: each iteration wrote its slot.
    unsafe { made.set_len(count) };
    made
}

/// Each worker makes a vector of its own.
#[inline]
fn one_after_the_other<P: ParallelIterator>(items: P) -> Vec<P::Item> {
    let push = |mut own: Vec<P::Item>, item: P::Item| {
        own.push(item);
        own
    };
    let work = |part| {
        // SAFETY: no two parts have an iteration in common.
        unsafe { items.fold_part(part, Vec::new(), push) }
    };
    let join = |mut all: Vec<P::Item>, mut more: Vec<P::Item>| {
        all.append(&mut more);
        all
    };
    of_each_worker(items.iterations(), items.lengths(), work, join)
}
