//! What an iterator ends in: each worker goes through its part, and what they computed is put together in their order.
//!
//! Owns: these ends. Must not: know where items come from.

use super::ParallelIterator;
use crate::team::{each_worker, of_each_worker};
use std::iter::{Product, Sum};

/// Runs a closure for each item, with something that each worker makes first.
#[inline]
pub(super) fn for_each<P: ParallelIterator, T>(
    items: P,
    init: impl Fn() -> T + Sync,
    each: impl Fn(&mut T, P::Item) + Sync,
) {
    each_worker(items.iterations(), items.lengths(), |part| {
        let mut own = init();
        // SAFETY: no two parts have an iteration in common.
        unsafe { items.fold_part(part, (), |(), item| each(&mut own, item)) }
    });
}

/// Folds the items of each worker, and then what all have.
#[inline]
fn fold<P: ParallelIterator, A: Send>(
    items: P,
    start: impl Fn() -> A + Sync,
    fold: impl Fn(A, P::Item) -> A + Sync,
    join: impl Fn(A, A) -> A,
) -> A {
    let work = |part| {
        // SAFETY: no two parts have an iteration in common.
        unsafe { items.fold_part(part, start(), &fold) }
    };
    of_each_worker(items.iterations(), items.lengths(), work, join)
}

#[inline]
pub(super) fn reduce<P: ParallelIterator>(
    items: P,
    identity: impl Fn() -> P::Item + Sync,
    join: impl Fn(P::Item, P::Item) -> P::Item + Sync,
) -> P::Item {
    fold(items, identity, &join, &join)
}

#[inline]
pub(super) fn reduce_with<P: ParallelIterator>(
    items: P,
    join: impl Fn(P::Item, P::Item) -> P::Item + Sync,
) -> Option<P::Item> {
    let both = |one: Option<P::Item>, other: Option<P::Item>| match (one, other) {
        (Some(one), Some(other)) => Some(join(one, other)),
        (one, other) => one.or(other),
    };
    fold(items, || None, |all, item| both(all, Some(item)), both)
}

#[inline]
pub(super) fn sum<P: ParallelIterator, S: Send + Sum<P::Item> + Sum<S>>(items: P) -> S {
    let add = |one: S, other: S| [one, other].into_iter().sum();
    fold(
        items,
        || std::iter::empty::<P::Item>().sum(),
        |all, item| add(all, std::iter::once(item).sum()),
        add,
    )
}

#[inline]
pub(super) fn product<P: ParallelIterator, S: Send + Product<P::Item> + Product<S>>(items: P) -> S {
    let multiply = |one: S, other: S| [one, other].into_iter().product();
    fold(
        items,
        || std::iter::empty::<P::Item>().product(),
        |all, item| multiply(all, std::iter::once(item).product()),
        multiply,
    )
}

#[inline]
pub(super) fn any<P: ParallelIterator>(items: P, holds: impl Fn(P::Item) -> bool + Sync) -> bool {
    fold(
        items,
        || false,
        |any, item| any || holds(item),
        |one, other| one || other,
    )
}
