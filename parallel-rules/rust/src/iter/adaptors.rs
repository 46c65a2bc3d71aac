//! What is made of items one by one, whether they have positions or not.
//!
//! Owns: these iterators. Must not: start workers.

use super::{Each, IndexedParallelIterator, Lengths, ParallelIterator, Part};

/// An iterator over another one, and what it is made by.
macro_rules! adaptor {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $param:ident),* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name<P, $($param),*> {
            base: P,
            $($field: $param),*
        }

        impl<P, $($param),*> $name<P, $($param),*> {
            pub(super) fn new(base: P, $($field: $param),*) -> Self {
                Self { base, $($field),* }
            }
        }
    };
}

/// What all of these have of what they are made of.
macro_rules! of_base {
    () => {
        fn iterations(&self) -> usize {
            self.base.iterations()
        }

        fn lengths(&self) -> Lengths {
            self.base.lengths()
        }
    };
}

adaptor! {
    /// See [`ParallelIterator::map`].
    Map { map: F }
}

impl<P: ParallelIterator, R: Send, F: Fn(P::Item) -> R + Sync + Send> ParallelIterator
    for Map<P, F>
{
    type Item = R;
    of_base!();

    fn each(&self) -> Each {
        self.base.each()
    }

    #[inline]
    unsafe fn fold_part<A>(&self, part: Part, start: A, mut fold: impl FnMut(A, R) -> A) -> A {
        // SAFETY: the caller's promise.
        unsafe {
            self.base
                .fold_part(part, start, |all, item| fold(all, (self.map)(item)))
        }
    }
}

impl<P: IndexedParallelIterator, R: Send, F: Fn(P::Item) -> R + Sync + Send> IndexedParallelIterator
    for Map<P, F>
{
    #[inline]
    unsafe fn item(&self, index: usize) -> R {
        // SAFETY: the caller's promise.
        (self.map)(unsafe { self.base.item(index) })
    }
}

adaptor! {
    /// See [`ParallelIterator::map_init`].
    MapInit { init: I, map: F }
}

impl<P: ParallelIterator, T, R: Send, I, F> ParallelIterator for MapInit<P, I, F>
where
    I: Fn() -> T + Sync + Send,
    F: Fn(&mut T, P::Item) -> R + Sync + Send,
{
    type Item = R;
    of_base!();

    fn each(&self) -> Each {
        self.base.each()
    }

    #[inline]
    unsafe fn fold_part<A>(&self, part: Part, start: A, mut fold: impl FnMut(A, R) -> A) -> A {
        let mut own = (self.init)();
        // SAFETY: the caller's promise.
        unsafe {
            self.base.fold_part(part, start, |all, item| {
                fold(all, (self.map)(&mut own, item))
            })
        }
    }
}

adaptor! {
    /// See [`ParallelIterator::inspect`].
    Inspect { look: F }
}

impl<P: ParallelIterator, F: Fn(&P::Item) + Sync + Send> ParallelIterator for Inspect<P, F> {
    type Item = P::Item;
    of_base!();

    fn each(&self) -> Each {
        self.base.each()
    }

    #[inline]
    unsafe fn fold_part<A>(
        &self,
        part: Part,
        start: A,
        mut fold: impl FnMut(A, P::Item) -> A,
    ) -> A {
        // SAFETY: the caller's promise.
        unsafe {
            self.base.fold_part(part, start, |all, item| {
                (self.look)(&item);
                fold(all, item)
            })
        }
    }
}

impl<P: IndexedParallelIterator, F: Fn(&P::Item) + Sync + Send> IndexedParallelIterator
    for Inspect<P, F>
{
    #[inline]
    unsafe fn item(&self, index: usize) -> P::Item {
        // SAFETY: the caller's promise.
        let item = unsafe { self.base.item(index) };
        (self.look)(&item);
        item
    }
}

adaptor! {
    /// See [`ParallelIterator::filter`].
    Filter { keeps: F }
}

impl<P: ParallelIterator, F: Fn(&P::Item) -> bool + Sync + Send> ParallelIterator for Filter<P, F> {
    type Item = P::Item;
    of_base!();

    fn each(&self) -> Each {
        self.base.each().max(Each::NoneOrOne)
    }

    #[inline]
    unsafe fn fold_part<A>(
        &self,
        part: Part,
        start: A,
        mut fold: impl FnMut(A, P::Item) -> A,
    ) -> A {
        // SAFETY: the caller's promise.
        unsafe {
            self.base
                .fold_part(part, start, |all, item| match (self.keeps)(&item) {
                    true => fold(all, item),
                    false => all,
                })
        }
    }
}

adaptor! {
    /// See [`ParallelIterator::filter_map`].
    FilterMap { map: F }
}

impl<P: ParallelIterator, R: Send, F> ParallelIterator for FilterMap<P, F>
where
    F: Fn(P::Item) -> Option<R> + Sync + Send,
{
    type Item = R;
    of_base!();

    fn each(&self) -> Each {
        self.base.each().max(Each::NoneOrOne)
    }

    #[inline]
    unsafe fn fold_part<A>(&self, part: Part, start: A, mut fold: impl FnMut(A, R) -> A) -> A {
        // SAFETY: the caller's promise.
        unsafe {
            self.base
                .fold_part(part, start, |all, item| match (self.map)(item) {
                    Some(made) => fold(all, made),
                    None => all,
                })
        }
    }
}

adaptor! {
    /// See [`ParallelIterator::flat_map_iter`].
    FlatMapIter { map: F }
}

impl<P: ParallelIterator, S, F> ParallelIterator for FlatMapIter<P, F>
where
    S: IntoIterator<Item: Send>,
    F: Fn(P::Item) -> S + Sync + Send,
{
    type Item = S::Item;
    of_base!();

    fn each(&self) -> Each {
        Each::Any
    }

    #[inline]
    unsafe fn fold_part<A>(
        &self,
        part: Part,
        start: A,
        mut fold: impl FnMut(A, S::Item) -> A,
    ) -> A {
        // SAFETY: the caller's promise.
        unsafe {
            self.base.fold_part(part, start, |all, item| {
                (self.map)(item).into_iter().fold(all, &mut fold)
            })
        }
    }
}

/// See [`ParallelIterator::copied`].
#[derive(Clone, Debug)]
pub struct Copied<P> {
    base: P,
}

/// See [`ParallelIterator::cloned`].
#[derive(Clone, Debug)]
pub struct Cloned<P> {
    base: P,
}

/// Items that are what those of another iterator refer to.
macro_rules! of_references {
    ($name:ident: $ability:ident by $method:ident) => {
        impl<P> $name<P> {
            pub(super) fn new(base: P) -> Self {
                Self { base }
            }
        }

        impl<'a, T, P> ParallelIterator for $name<P>
        where
            T: $ability + Send + Sync + 'a,
            P: ParallelIterator<Item = &'a T>,
        {
            type Item = T;
            of_base!();

            fn each(&self) -> Each {
                self.base.each()
            }

            #[inline]
            unsafe fn fold_part<A>(
                &self,
                part: Part,
                start: A,
                mut fold: impl FnMut(A, T) -> A,
            ) -> A {
                // SAFETY: the caller's promise.
                unsafe {
                    self.base
                        .fold_part(part, start, |all, item| fold(all, item.$method()))
                }
            }
        }

        impl<'a, T, P> IndexedParallelIterator for $name<P>
        where
            T: $ability + Send + Sync + 'a,
            P: IndexedParallelIterator<Item = &'a T>,
        {
            #[inline]
            unsafe fn item(&self, index: usize) -> T {
                // SAFETY: the caller's promise.
                unsafe { self.base.item(index) }.$method()
            }
        }
    };
}

of_references!(Copied: Copy by to_owned);
of_references!(Cloned: Clone by clone);

adaptor! {
    /// See [`ParallelIterator::fold`].
    Fold { identity: I, fold: F }
}

impl<P: ParallelIterator, T: Send, I, F> ParallelIterator for Fold<P, I, F>
where
    I: Fn() -> T + Sync + Send,
    F: Fn(T, P::Item) -> T + Sync + Send,
{
    type Item = T;
    of_base!();

    fn each(&self) -> Each {
        Each::Any
    }

    #[inline]
    unsafe fn fold_part<A>(&self, part: Part, start: A, mut fold: impl FnMut(A, T) -> A) -> A {
        // SAFETY: the caller's promise.
        let all = unsafe { self.base.fold_part(part, (self.identity)(), &self.fold) };
        fold(start, all)
    }
}
