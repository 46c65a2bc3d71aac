//! Sorting, by a merge sort of the records' numbers.
//!
//! A comparison that panics leaves the records as they were. In a derivative the engine sorts by itself.
//!
//! Owns: the order of records, and putting them in it. Must not: know what records are.

use crate::entry::{Compare, enzyme_rs_par_sort};
use crate::workers::Shared;
use std::cmp::Ordering;
use std::ffi::{c_int, c_void};

/// Fewer records than this are sorted by one thread.
const FEW: usize = 2048;

/// Sorts a slice; items that compare equal keep their order.
#[inline]
pub(crate) fn by<T, F: Fn(&T, &T) -> Ordering + Sync>(slice: &mut [T], compare: F) {
    if size_of::<T>() == 0 {
        return;
    }
    let compare_with: unsafe extern "C-unwind" fn(&T, &T, &F) -> c_int = comparison::<T, F>;
    // SAFETY: references are handed on as pointers.
    let compare_with: Compare = unsafe { std::mem::transmute(compare_with) };
    // SAFETY: the slice has so many items, and the comparison may be called by several threads.
    unsafe {
        enzyme_rs_par_sort(
            slice.as_mut_ptr().cast(),
            slice.len() as u64,
            size_of::<T>() as u64,
            compare_with,
            (&raw const compare).cast(),
        );
    }
}

unsafe extern "C-unwind" fn comparison<T, F: Fn(&T, &T) -> Ordering>(
    one: &T,
    other: &T,
    compare: &F,
) -> c_int {
    compare(one, other) as c_int
}

/// Sorts records.
///
/// # Safety
/// So many records of so many bytes lie there, and may be compared by several threads.
pub(crate) unsafe extern "C-unwind" fn sort(
    base: *mut c_void,
    count: u64,
    bytes: u64,
    compare: Compare,
    context: *const c_void,
) {
    let (count, bytes) = (count as usize, bytes as usize);
    let records: Shared<u8> = Shared(base.cast());
    let context = Shared(context.cast_mut());
    let is_after = |one: usize, other: usize| {
        // SAFETY: both are records; the caller's promise.
        let found = unsafe {
            compare(
                records.get().add(one * bytes).cast(),
                records.get().add(other * bytes).cast(),
                context.get(),
            )
        };
        found > 0
    };
    let mut order: Vec<usize> = (0..count).collect();
    let mut room = vec![0; count];
    merge_sort(&mut order, &mut room, &is_after);
    // SAFETY: the caller's promise.
    let all = unsafe { std::slice::from_raw_parts_mut(base.cast::<u8>(), count * bytes) };
    let before = all.to_vec();
    for (record, from) in all.chunks_exact_mut(bytes).zip(order) {
        record.copy_from_slice(&before[from * bytes..][..bytes]);
    }
}

/// Sorts numbers of records, with room for as many.
fn merge_sort(
    order: &mut [usize],
    room: &mut [usize],
    is_after: &(dyn Fn(usize, usize) -> bool + Sync),
) {
    if order.len() <= FEW {
        order.sort_by(|one, other| match is_after(*one, *other) {
            true => Ordering::Greater,
            // Which of the two it is does not matter to a stable sort that asks whether one is less.
            false if is_after(*other, *one) => Ordering::Less,
            false => Ordering::Equal,
        });
        return;
    }
    let half = order.len() / 2;
    let (left, right) = order.split_at_mut(half);
    let (left_room, right_room) = room.split_at_mut(half);
    rayon_core::join(
        || merge_sort(left, left_room, is_after),
        || merge_sort(right, right_room, is_after),
    );
    room.copy_from_slice(order);
    let (mut left, mut right) = (room[..half].iter(), room[half..].iter());
    let (mut one, mut other) = (left.next(), right.next());
    for place in order {
        let takes_right = match (one, other) {
            (Some(one), Some(other)) => is_after(*one, *other),
            (None, _) => true,
            (Some(_), None) => false,
        };
        let taken = match takes_right {
            true => std::mem::replace(&mut other, right.next()),
            false => std::mem::replace(&mut one, left.next()),
        };
        *place = *taken.expect("there are as many as places");
    }
}
