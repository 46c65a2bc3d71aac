//! Adjoints of reductions by MPI_PROD, MPI_MIN and their kin: one call in the reverse, which brings the sum of the
//! results' adjoints and what ∂y/∂x_i depends on. Owns what travels.

use super::super::factor::Factor;
use super::super::number::{Number, numbers};
use super::super::operation::{Combined, Element, Operation};
use super::super::operator::{self, Candidate, Operator, Own};
use super::call::{Reduction, Route};
use super::values::Values;
use crate::memory::Staging;
use crate::statistics::Traffic;
use std::ffi::c_int;

impl<T: Number> Reduction<T> {
    pub(super) fn start_joint(&self) -> Operation {
        let adjoints = self.placed_results();
        let (input, how) = match (self.operator, self.width) {
            (Operator::Extreme { greatest, .. }, _) => {
                (self.candidates(&adjoints), extreme::<T>(greatest, true))
            }
            (_, 1) => self.factors::<1>(&adjoints, Own::Factors),
            _ => self.factors::<2>(&adjoints, Own::ComplexFactors),
        };
        Operation::allreduce(&self.group, Traffic::Adjoint, input, how)
    }

    /// x̄, by what has come.
    pub(super) fn finish_joint(&self, result: &Staging) -> Vec<T> {
        match (self.operator, self.width) {
            (Operator::Extreme { .. }, _) => {
                let mine = |winner: &Candidate<T>| winner.rank as usize == self.group.rank;
                unpack::<Candidate<T>>(result)
                    .map(|winner| {
                        if mine(&winner) {
                            winner.number
                        } else {
                            T::ZERO
                        }
                    })
                    .collect()
            }
            (_, 1) => self.shares::<1>(result),
            _ => self.shares::<2>(result),
        }
    }

    /// The adjoints of all items' results, as far as this rank has them, and zeros.
    fn placed_results(&self) -> Vec<T> {
        let results = self.results();
        let results: &[T] = numbers(&results);
        let Route::Scattered(counts) = &self.route else {
            return results.to_vec();
        };
        let start = counts[..self.group.rank].iter().sum::<usize>() * self.width;
        let mut all = vec![T::ZERO; self.numbers()];
        let (each, own) = (
            self.items * self.width,
            counts[self.group.rank] * self.width,
        );
        for direction in 0..self.sent.width() {
            let from = &results[direction * own..][..own];
            all[direction * each + start..][..own].copy_from_slice(from);
        }
        all
    }

    /// This rank's numbers in a search for the extreme ones, each with a number that goes with it.
    pub(super) fn candidates(&self, with: &[T]) -> Staging {
        let rank = self.group.rank as c_int;
        let values = self.values.as_ref();
        let all = with.iter().enumerate();
        let candidate =
            |(i, number): (usize, &T)| Some(self.candidate(values?, i % self.items, *number, rank));
        pack(with.len(), all.filter_map(candidate))
    }

    pub(super) fn candidate(
        &self,
        values: &Values,
        i: usize,
        number: T,
        rank: c_int,
    ) -> Candidate<T> {
        let pairs = matches!(self.operator, Operator::Extreme { pairs: true, .. });
        let at = values.item(i, &self.map);
        // SAFETY: an item is a number, and the index of a pair lies behind it.
        let (value, index) = unsafe {
            let index = at.wrapping_add(T::KIND.size()).cast::<c_int>();
            let index = if pairs { index.read_unaligned() } else { 0 };
            (at.cast::<T>().read_unaligned(), index)
        };
        Candidate {
            value,
            number,
            index,
            rank,
        }
    }

    fn factors<const W: usize>(&self, adjoints: &[T], op: Own) -> (Staging, Combined) {
        let factors = self.own_factors::<W>(adjoints);
        let number = adjoints.len() / W;
        (pack(number, factors), combined::<T, Factor<T, W>>(op))
    }

    fn own_factors<const W: usize>(&self, adjoints: &[T]) -> impl Iterator<Item = Factor<T, W>> {
        let adjoints = adjoints.chunks_exact(W).enumerate();
        adjoints.filter_map(|(i, adjoint)| {
            let values = self.values.as_ref()?;
            let at = values.item(i % self.items, &self.map).cast::<[T; W]>();
            // SAFETY: the items of a product are numbers, or complex ones.
            let number = unsafe { at.read_unaligned() };
            Some(Factor::new(
                number,
                std::array::from_fn(|part| adjoint[part]),
            ))
        })
    }

    fn shares<const W: usize>(&self, products: &Staging) -> Vec<T> {
        let none = vec![T::ZERO; self.numbers()];
        let own = self.own_factors::<W>(&none);
        let products = unpack::<Factor<T, W>>(products);
        let shares = products.zip(own).map(|(all, own)| all.adjoint_of(&own));
        shares.flatten().collect()
    }
}

/// How candidates are combined: the winner's number, or the sum of all.
pub(super) fn extreme<T: Number>(greatest: bool, sum: bool) -> Combined {
    combined::<T, Candidate<T>>(Own::Extreme { greatest, sum })
}

/// The library's operator on `I`s.
fn combined<T: Number, I>(op: Own) -> Combined {
    let size = size_of::<I>();
    Combined {
        element: Element {
            datatype: operator::item(size),
            size,
        },
        op: operator::own(op, T::KIND),
    }
}

/// A buffer with room for so many.
fn pack<I: Copy>(number: usize, items: impl Iterator<Item = I>) -> Staging {
    let mut staging = Staging::new(number * size_of::<I>());
    let place = staging.as_mut_ptr().cast::<I>();
    for (i, item) in items.take(number).enumerate() {
        // SAFETY: within the buffer.
        unsafe { place.add(i).write_unaligned(item) };
    }
    staging
}

/// Those in a buffer, for which every pattern of bits is valid.
pub(super) fn unpack<I: Copy>(staging: &Staging) -> impl Iterator<Item = I> {
    let place = staging.as_ptr().cast::<I>();
    // SAFETY: the buffer has as many.
    (0..staging.len() / size_of::<I>()).map(move |i| unsafe { place.add(i).read_unaligned() })
}
