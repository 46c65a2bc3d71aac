//! Dense identifiers and the maps keyed by them.
//!
//! Must not: be made up outside the snapshot that they index.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense `u32` identifier.
pub(crate) trait Entity: Copy {
    /// Position in its table.
    fn index(self) -> usize;
    /// The identifier at a position.
    fn at(index: usize) -> Self;
}

macro_rules! entity {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) struct $name(u32);

        impl Entity for $name {
            fn index(self) -> usize {
                self.0 as usize
            }
            fn at(index: usize) -> Self {
                Self(u32::try_from(index).expect("a function has fewer than 2^32 entities"))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        })*
    };
}

entity! {
    /// A value: parameter, instruction result, constant, global or function.
    ValueId = "v";
    /// An instruction.
    InstId = "i";
    /// A basic block.
    BlockId = "bb";
    /// A loop.
    LoopId = "loop";
    /// A type.
    TyId = "t";
}

/// A total map over the entities of one table.
#[derive(Clone, Debug)]
pub(crate) struct Map<K, V> {
    items: Vec<V>,
    key: PhantomData<K>,
}

impl<K: Entity, V> Default for Map<K, V> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            key: PhantomData,
        }
    }
}

impl<K: Entity, V> Map<K, V> {
    /// Appends an item and returns its identifier.
    pub(crate) fn push(&mut self, item: V) -> K {
        self.items.push(item);
        K::at(self.items.len() - 1)
    }

    /// Number of items.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// All identifiers in order.
    pub(crate) fn keys(
        &self,
    ) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K, V> {
        (0..self.items.len()).map(K::at)
    }

    /// All items in order.
    pub(crate) fn values(&self) -> std::slice::Iter<'_, V> {
        self.items.iter()
    }

    /// All items in order, to be changed.
    pub(crate) fn values_mut(&mut self) -> std::slice::IterMut<'_, V> {
        self.items.iter_mut()
    }

    /// Identifiers with their items.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> {
        self.items.iter().enumerate().map(|(i, v)| (K::at(i), v))
    }
}

impl<K: Entity, V: Clone> Map<K, V> {
    /// A map with the same item for each of `length` entities.
    pub(crate) fn filled(length: usize, item: V) -> Self {
        Self {
            items: vec![item; length],
            key: PhantomData,
        }
    }
}

impl<K: Entity, V> FromIterator<V> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = V>>(items: I) -> Self {
        Self {
            items: items.into_iter().collect(),
            key: PhantomData,
        }
    }
}

impl<K: Entity, V> Index<K> for Map<K, V> {
    type Output = V;
    fn index(&self, key: K) -> &V {
        &self.items[key.index()]
    }
}

impl<K: Entity, V> IndexMut<K> for Map<K, V> {
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.items[key.index()]
    }
}
