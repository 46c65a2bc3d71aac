//! Parallel iterators: where items come from, what is made of them, and what they end in.
//!
//! An iterator has iterations, which are cut into parts, and says how one worker goes through a part. What ends an iterator has each worker do that, and
//! puts what they computed together in their order. The traits have the names and the methods of rayon's.
//!
//! Owns: the traits. Must not: start workers but by `team`.

mod adaptors;
mod collect;
mod ends;
pub(crate) mod indexed;
mod ranges;
mod vectors;

pub use adaptors::{Cloned, Copied, Filter, FilterMap, FlatMapIter, Fold, Inspect, Map, MapInit};
pub use collect::FromParallelIterator;
pub use indexed::{Chain, Enumerate, Limited, Rev, Skip, StepBy, Take, Zip};
pub use ranges::RangeIter;
pub use vectors::VecIter;

pub use crate::team::{Lengths, Part};
use std::cmp::Ordering;
use std::iter::{Product, Sum};

/// How many items an iteration has.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Each {
    /// One.
    One,
    /// One, or none.
    NoneOrOne,
    /// As many as there may be.
    Any,
}

/// Items that several workers go through.
pub trait ParallelIterator: Sized + Send + Sync {
    /// What comes.
    type Item: Send;

    /// How many iterations there are.
    #[doc(hidden)]
    fn iterations(&self) -> usize;

    /// How many of them a part may have.
    #[doc(hidden)]
    fn lengths(&self) -> Lengths;

    /// How many items each iteration has.
    #[doc(hidden)]
    fn each(&self) -> Each;

    /// Goes through a part, and folds its items.
    ///
    /// # Safety
    /// The part is within the iterations, and nobody else goes through them.
    #[doc(hidden)]
    unsafe fn fold_part<A>(&self, part: Part, start: A, fold: impl FnMut(A, Self::Item) -> A) -> A;

    /// Runs a closure for each item.
    fn for_each(self, each: impl Fn(Self::Item) + Sync + Send) {
        ends::for_each(self, || (), |(), item| each(item));
    }

    /// The same with something that each worker makes for itself first.
    fn for_each_init<T>(
        self,
        init: impl Fn() -> T + Sync + Send,
        each: impl Fn(&mut T, Self::Item) + Sync + Send,
    ) {
        ends::for_each(self, init, each);
    }

    /// The same with a copy of something for each worker.
    fn for_each_with<T: Clone + Send + Sync>(
        self,
        init: T,
        each: impl Fn(&mut T, Self::Item) + Sync + Send,
    ) {
        ends::for_each(self, || init.clone(), each);
    }

    /// What a closure makes of each item.
    fn map<R: Send, F: Fn(Self::Item) -> R + Sync + Send>(self, map: F) -> Map<Self, F> {
        Map::new(self, map)
    }

    /// The same with something that each worker makes for itself first.
    fn map_init<T, R: Send, I, F>(self, init: I, map: F) -> MapInit<Self, I, F>
    where
        I: Fn() -> T + Sync + Send,
        F: Fn(&mut T, Self::Item) -> R + Sync + Send,
    {
        MapInit::new(self, init, map)
    }

    /// The items, of which a closure sees each.
    fn inspect<F: Fn(&Self::Item) + Sync + Send>(self, look: F) -> Inspect<Self, F> {
        Inspect::new(self, look)
    }

    /// The items for which something holds.
    fn filter<F: Fn(&Self::Item) -> bool + Sync + Send>(self, keeps: F) -> Filter<Self, F> {
        Filter::new(self, keeps)
    }

    /// What a closure makes of some items.
    fn filter_map<R: Send, F>(self, map: F) -> FilterMap<Self, F>
    where
        F: Fn(Self::Item) -> Option<R> + Sync + Send,
    {
        FilterMap::new(self, map)
    }

    /// The items of the serial iterators that a closure makes of each.
    fn flat_map_iter<S, F>(self, map: F) -> FlatMapIter<Self, F>
    where
        S: IntoIterator<Item: Send>,
        F: Fn(Self::Item) -> S + Sync + Send,
    {
        FlatMapIter::new(self, map)
    }

    /// Copies of what items refer to.
    fn copied<'a, T: Copy + Send + Sync + 'a>(self) -> Copied<Self>
    where
        Self: ParallelIterator<Item = &'a T>,
    {
        Copied::new(self)
    }

    /// Clones of what items refer to.
    fn cloned<'a, T: Clone + Send + Sync + 'a>(self) -> Cloned<Self>
    where
        Self: ParallelIterator<Item = &'a T>,
    {
        Cloned::new(self)
    }

    /// What each worker makes of its items, one for each worker.
    fn fold<A: Send, I, F>(self, identity: I, fold: F) -> Fold<Self, I, F>
    where
        I: Fn() -> A + Sync + Send,
        F: Fn(A, Self::Item) -> A + Sync + Send,
    {
        Fold::new(self, identity, fold)
    }

    /// All items, two and two put together.
    fn reduce(
        self,
        identity: impl Fn() -> Self::Item + Sync + Send,
        join: impl Fn(Self::Item, Self::Item) -> Self::Item + Sync + Send,
    ) -> Self::Item {
        ends::reduce(self, identity, join)
    }

    /// The same; nothing if there are none.
    fn reduce_with(
        self,
        join: impl Fn(Self::Item, Self::Item) -> Self::Item + Sync + Send,
    ) -> Option<Self::Item> {
        ends::reduce_with(self, join)
    }

    /// The sum of all.
    fn sum<S: Send + Sum<Self::Item> + Sum<S>>(self) -> S {
        ends::sum(self)
    }

    /// The product of all.
    fn product<S: Send + Product<Self::Item> + Product<S>>(self) -> S {
        ends::product(self)
    }

    /// How many items there are.
    fn count(self) -> usize {
        self.map(|_| 1usize).sum()
    }

    /// The least of all; the first of several.
    fn min(self) -> Option<Self::Item>
    where
        Self::Item: Ord,
    {
        self.min_by(Ord::cmp)
    }

    /// The greatest of all; the last of several.
    fn max(self) -> Option<Self::Item>
    where
        Self::Item: Ord,
    {
        self.max_by(Ord::cmp)
    }

    /// The least by a comparison; the first of several.
    fn min_by(
        self,
        compare: impl Fn(&Self::Item, &Self::Item) -> Ordering + Sync + Send,
    ) -> Option<Self::Item> {
        self.reduce_with(|a, b| match compare(&a, &b) {
            Ordering::Greater => b,
            Ordering::Less | Ordering::Equal => a,
        })
    }

    /// The greatest by a comparison; the last of several.
    fn max_by(
        self,
        compare: impl Fn(&Self::Item, &Self::Item) -> Ordering + Sync + Send,
    ) -> Option<Self::Item> {
        self.reduce_with(|a, b| match compare(&a, &b) {
            Ordering::Greater => a,
            Ordering::Less | Ordering::Equal => b,
        })
    }

    /// Whether something holds for some item.
    fn any(self, holds: impl Fn(Self::Item) -> bool + Sync + Send) -> bool {
        ends::any(self, holds)
    }

    /// Whether something holds for all items.
    fn all(self, holds: impl Fn(Self::Item) -> bool + Sync + Send) -> bool {
        !ends::any(self, |item| !holds(item))
    }

    /// All items, in order.
    fn collect<C: FromParallelIterator<Self::Item>>(self) -> C {
        C::from_par_iter(self)
    }
}

/// Items with positions.
#[allow(
    clippy::len_without_is_empty,
    reason = "as rayon has it: it is asked before anything runs"
)]
pub trait IndexedParallelIterator: ParallelIterator {
    /// The item of an iteration.
    ///
    /// # Safety
    /// It is one of the iterations, and nobody asks for it again.
    #[doc(hidden)]
    unsafe fn item(&self, index: usize) -> Self::Item;

    /// How many there are.
    fn len(&self) -> usize {
        self.iterations()
    }

    /// Pairs with the items of another one, as long as both have some.
    fn zip<Z>(self, other: Z) -> Zip<Self, Z::Iter>
    where
        Z: IntoParallelIterator<Iter: IndexedParallelIterator>,
    {
        Zip::new(self, other.into_par_iter())
    }

    /// The same; both have as many.
    ///
    /// # Panics
    /// If they do not.
    fn zip_eq<Z>(self, other: Z) -> Zip<Self, Z::Iter>
    where
        Z: IntoParallelIterator<Iter: IndexedParallelIterator>,
    {
        let other = other.into_par_iter();
        assert_eq!(
            self.len(),
            other.len(),
            "iterators must have the same length"
        );
        Zip::new(self, other)
    }

    /// Items with their positions.
    fn enumerate(self) -> Enumerate<Self> {
        Enumerate::new(self)
    }

    /// The other way round.
    fn rev(self) -> Rev<Self> {
        Rev::new(self)
    }

    /// All but the first ones.
    fn skip(self, count: usize) -> Skip<Self> {
        Skip::new(self, count)
    }

    /// The first ones.
    fn take(self, count: usize) -> Take<Self> {
        Take::new(self, count)
    }

    /// The first one, and then each of so many.
    ///
    /// # Panics
    /// If that is 0.
    fn step_by(self, step: usize) -> StepBy<Self> {
        StepBy::new(self, step)
    }

    /// Those of another one behind.
    fn chain<C>(self, other: C) -> Chain<Self, C::Iter>
    where
        C: IntoParallelIterator<Item = Self::Item, Iter: IndexedParallelIterator>,
    {
        Chain::new(self, other.into_par_iter())
    }

    /// Parts have no fewer items than this, if there are as many.
    fn with_min_len(self, least: usize) -> Limited<Self> {
        Limited::new(
            self,
            Lengths {
                least,
                ..Lengths::ANY
            },
        )
    }

    /// Parts have no more items than this, and so there may be more parts than threads.
    fn with_max_len(self, most: usize) -> Limited<Self> {
        Limited::new(
            self,
            Lengths {
                most,
                ..Lengths::ANY
            },
        )
    }

    /// All items, in the place of what a vector holds.
    fn collect_into_vec(self, target: &mut Vec<Self::Item>) {
        *target = self.collect();
    }
}

/// What several workers can go through.
pub trait IntoParallelIterator {
    /// What comes.
    type Item: Send;
    /// How.
    type Iter: ParallelIterator<Item = Self::Item>;

    /// Its items.
    fn into_par_iter(self) -> Self::Iter;
}

impl<I: ParallelIterator> IntoParallelIterator for I {
    type Item = I::Item;
    type Iter = I;

    fn into_par_iter(self) -> I {
        self
    }
}

/// What several workers can look through.
pub trait IntoParallelRefIterator<'a> {
    /// What comes.
    type Item: Send + 'a;
    /// How.
    type Iter: ParallelIterator<Item = Self::Item>;

    /// References to its items.
    fn par_iter(&'a self) -> Self::Iter;
}

impl<'a, T: ?Sized + 'a> IntoParallelRefIterator<'a> for T
where
    &'a T: IntoParallelIterator,
{
    type Item = <&'a T as IntoParallelIterator>::Item;
    type Iter = <&'a T as IntoParallelIterator>::Iter;

    fn par_iter(&'a self) -> Self::Iter {
        self.into_par_iter()
    }
}

/// What several workers can go through and change.
pub trait IntoParallelRefMutIterator<'a> {
    /// What comes.
    type Item: Send + 'a;
    /// How.
    type Iter: ParallelIterator<Item = Self::Item>;

    /// Exclusive references to its items.
    fn par_iter_mut(&'a mut self) -> Self::Iter;
}

impl<'a, T: ?Sized + 'a> IntoParallelRefMutIterator<'a> for T
where
    &'a mut T: IntoParallelIterator,
{
    type Item = <&'a mut T as IntoParallelIterator>::Item;
    type Iter = <&'a mut T as IntoParallelIterator>::Iter;

    fn par_iter_mut(&'a mut self) -> Self::Iter {
        self.into_par_iter()
    }
}
