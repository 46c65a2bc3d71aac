//! Items in a vector.
//!
//! Owns: [`FromParallelIterator`]. Must not: know where items come from.

use super::{Each, ParallelIterator};
use crate::memory::Room;
use crate::team::{Part, each_worker, of_each_worker};
use crate::workers::Shared;

/// What can be made of all items.
pub trait FromParallelIterator<T: Send> {
    /// It, of these items.
    fn from_par_iter<P: ParallelIterator<Item = T>>(items: P) -> Self;
}

impl<T: Send> FromParallelIterator<T> for Vec<T> {
    #[inline]
    fn from_par_iter<P: ParallelIterator<Item = T>>(items: P) -> Self {
        match items.each() {
            Each::One => in_place(items),
            Each::NoneOrOne => in_rooms(items),
            Each::Any => one_after_the_other(items),
        }
    }
}

/// Each worker writes its items where they belong. If one panics, none is dropped.
#[inline]
fn in_place<P: ParallelIterator>(items: P) -> Vec<P::Item> {
    let count = items.iterations();
    if count == 0 {
        return Vec::new();
    }
    let room: Room<P::Item> = Room::of(count);
    let slots = Shared(room.start());
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
    unsafe { room.into_vec(count) }
}

/// Each worker writes its items one after the other where there would be room for one of each iteration, and then they move together. If one panics,
/// none is dropped.
#[inline]
fn in_rooms<P: ParallelIterator>(items: P) -> Vec<P::Item> {
    let count = items.iterations();
    if count == 0 {
        return Vec::new();
    }
    let room: Room<P::Item> = Room::of(count);
    let slots = Shared(room.start());
    let work = |part: Part| {
        let write = |at: usize, item: P::Item| {
            // SAFETY: there is a slot for each iteration, and this one is the worker's.
            unsafe { slots.get().add(at).write(item) };
            at + 1
        };
        // SAFETY: no two parts have an iteration in common.
        let end = unsafe { items.fold_part(part, part.first, write) };
        (part.first, end)
    };
    let join = |(first, end): (usize, usize), (from, to): (usize, usize)| {
        for at in from..to {
            // SAFETY: it was written, and lies behind those that were moved.
            unsafe {
                slots
                    .get()
                    .add(end + at - from)
                    .write(slots.get().add(at).read())
            };
        }
        (first, end + to - from)
    };
    let (_, written) = of_each_worker(count, items.lengths(), work, join);
    // SAFETY: so many were written, and moved together.
    unsafe { room.into_vec(written) }
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
