//! What is made of items with positions.
//!
//! Owns: these iterators. Must not: start workers.

use super::{IndexedParallelIterator, Lengths, ParallelIterator, Part};

/// Goes through a part by positions.
///
/// # Safety
/// As for [`ParallelIterator::fold_part`].
#[inline]
pub(crate) unsafe fn fold_indexed<P: IndexedParallelIterator, A>(
    items: &P,
    part: Part,
    start: A,
    mut fold: impl FnMut(A, P::Item) -> A,
) -> A {
    let mut all = start;
    for done in 0..part.count {
        // SAFETY: the caller's promise.
        all = fold(all, unsafe { items.item(part.first + done) });
    }
    all
}

/// Goes through a part by positions, as all iterators of this file do.
macro_rules! by_position {
    () => {
        fn each(&self) -> $crate::iter::Each {
            $crate::iter::Each::One
        }

        #[inline]
        unsafe fn fold_part<A>(
            &self,
            part: $crate::iter::Part,
            start: A,
            fold: impl FnMut(A, Self::Item) -> A,
        ) -> A {
            // SAFETY: the caller's promise.
            unsafe { $crate::iter::indexed::fold_indexed(self, part, start, fold) }
        }
    };
}
pub(crate) use by_position;

/// See [`IndexedParallelIterator::zip`].
#[derive(Clone, Debug)]
pub struct Zip<P, Q> {
    first: P,
    second: Q,
}

impl<P, Q> Zip<P, Q> {
    pub(super) fn new(first: P, second: Q) -> Self {
        Self { first, second }
    }
}

impl<P: IndexedParallelIterator, Q: IndexedParallelIterator> ParallelIterator for Zip<P, Q> {
    type Item = (P::Item, Q::Item);
    by_position!();

    fn iterations(&self) -> usize {
        self.first.iterations().min(self.second.iterations())
    }

    fn lengths(&self) -> Lengths {
        self.first.lengths().and(self.second.lengths())
    }
}

impl<P: IndexedParallelIterator, Q: IndexedParallelIterator> IndexedParallelIterator for Zip<P, Q> {
    #[inline]
    unsafe fn item(&self, index: usize) -> Self::Item {
        // SAFETY: the caller's promise; both have so many.
        unsafe { (self.first.item(index), self.second.item(index)) }
    }
}

/// See [`IndexedParallelIterator::chain`].
#[derive(Clone, Debug)]
pub struct Chain<P, Q> {
    first: P,
    second: Q,
}

impl<P, Q> Chain<P, Q> {
    pub(super) fn new(first: P, second: Q) -> Self {
        Self { first, second }
    }
}

impl<P, Q> ParallelIterator for Chain<P, Q>
where
    P: IndexedParallelIterator,
    Q: IndexedParallelIterator<Item = P::Item>,
{
    type Item = P::Item;
    by_position!();

    fn iterations(&self) -> usize {
        self.first.iterations() + self.second.iterations()
    }

    fn lengths(&self) -> Lengths {
        self.first.lengths().and(self.second.lengths())
    }
}

impl<P, Q> IndexedParallelIterator for Chain<P, Q>
where
    P: IndexedParallelIterator,
    Q: IndexedParallelIterator<Item = P::Item>,
{
    #[inline]
    unsafe fn item(&self, index: usize) -> Self::Item {
        let before = self.first.iterations();
        match index < before {
            // SAFETY: the caller's promise.
            true => unsafe { self.first.item(index) },
            // SAFETY: as above; it is behind those of the first one.
            false => unsafe { self.second.item(index - before) },
        }
    }
}

/// See [`IndexedParallelIterator::enumerate`].
#[derive(Clone, Debug)]
pub struct Enumerate<P> {
    base: P,
}

impl<P> Enumerate<P> {
    pub(super) fn new(base: P) -> Self {
        Self { base }
    }
}

impl<P: IndexedParallelIterator> ParallelIterator for Enumerate<P> {
    type Item = (usize, P::Item);
    by_position!();

    fn iterations(&self) -> usize {
        self.base.iterations()
    }

    fn lengths(&self) -> Lengths {
        self.base.lengths()
    }
}

impl<P: IndexedParallelIterator> IndexedParallelIterator for Enumerate<P> {
    #[inline]
    unsafe fn item(&self, index: usize) -> Self::Item {
        // SAFETY: the caller's promise.
        (index, unsafe { self.base.item(index) })
    }
}

/// An iterator that has some of another one's items, each where a number says.
macro_rules! positions {
    (
        $(#[$doc:meta])*
        $name:ident { $($field:ident: $ty:ty),* },
        $count:expr, $at:expr
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name<P> {
            base: P,
            $($field: $ty),*
        }

        impl<P: IndexedParallelIterator> ParallelIterator for $name<P> {
            type Item = P::Item;
            by_position!();

            fn iterations(&self) -> usize {
                let count: fn(&Self) -> usize = $count;
                count(self)
            }

            fn lengths(&self) -> Lengths {
                self.base.lengths()
            }
        }

        impl<P: IndexedParallelIterator> IndexedParallelIterator for $name<P> {
            #[inline]
            unsafe fn item(&self, index: usize) -> P::Item {
                let at: fn(&Self, usize) -> usize = $at;
                // SAFETY: the caller's promise; no two positions lead to one.
                unsafe { self.base.item(at(self, index)) }
            }
        }
    };
}

positions! {
    /// See [`IndexedParallelIterator::rev`].
    Rev {},
    |own| own.base.iterations(),
    |own, index| own.base.iterations() - 1 - index
}

positions! {
    /// See [`IndexedParallelIterator::skip`].
    Skip { skipped: usize },
    |own| own.base.iterations() - own.skipped,
    |own, index| own.skipped + index
}

positions! {
    /// See [`IndexedParallelIterator::take`].
    Take { taken: usize },
    |own| own.taken,
    |_, index| index
}

positions! {
    /// See [`IndexedParallelIterator::step_by`].
    StepBy { step: usize },
    |own| own.base.iterations().div_ceil(own.step),
    |own, index| own.step * index
}

impl<P: IndexedParallelIterator> Rev<P> {
    pub(super) fn new(base: P) -> Self {
        Self { base }
    }
}

impl<P: IndexedParallelIterator> Skip<P> {
    pub(super) fn new(base: P, count: usize) -> Self {
        let skipped = count.min(base.iterations());
        Self { base, skipped }
    }
}

impl<P: IndexedParallelIterator> Take<P> {
    pub(super) fn new(base: P, count: usize) -> Self {
        let taken = count.min(base.iterations());
        Self { base, taken }
    }
}

impl<P: IndexedParallelIterator> StepBy<P> {
    pub(super) fn new(base: P, step: usize) -> Self {
        assert!(step > 0, "a step of 0 leads nowhere");
        Self { base, step }
    }
}

/// See [`IndexedParallelIterator::with_min_len`] and [`IndexedParallelIterator::with_max_len`].
#[derive(Clone, Debug)]
pub struct Limited<P> {
    base: P,
    lengths: Lengths,
}

impl<P> Limited<P> {
    pub(super) fn new(base: P, lengths: Lengths) -> Self {
        Self { base, lengths }
    }
}

impl<P: IndexedParallelIterator> ParallelIterator for Limited<P> {
    type Item = P::Item;
    by_position!();

    fn iterations(&self) -> usize {
        self.base.iterations()
    }

    fn lengths(&self) -> Lengths {
        self.base.lengths().and(self.lengths)
    }
}

impl<P: IndexedParallelIterator> IndexedParallelIterator for Limited<P> {
    #[inline]
    unsafe fn item(&self, index: usize) -> P::Item {
        // SAFETY: the caller's promise.
        unsafe { self.base.item(index) }
    }
}
