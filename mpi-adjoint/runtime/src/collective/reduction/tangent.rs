//! Tangents of reductions and scans: the same call, on numbers with their tangents. Owns what travels for
//! each operator.

use super::super::blocks::Counts;
use super::super::number::{Number, numbers, staging};
use super::super::operation::{Combined, Element, Operation};
use super::super::operator::{self, Candidate, Operator, Own};
use super::call::{Reduction, Route};
use super::joint::{extreme, unpack};
use super::maps::{affine, maps, split};
use super::scattered::by_block;
use crate::error::{self, Code};
use crate::memory::Staging;
use crate::statistics::Traffic;

impl<T: Number> Reduction<T> {
    pub(super) fn start_tangent(&mut self, immediate: bool) -> Operation {
        let tangents = self.sent.gather();
        match self.operator {
            Operator::Sum | Operator::Unknown => {
                self.forward(tangents, Combined::sum(T::KIND), self.width)
            }
            Operator::Extreme { greatest, .. } => {
                let candidates = self.candidates(numbers(&tangents));
                self.forward(candidates, extreme::<T>(greatest, false), 1)
            }
            Operator::Product => self.forward(self.duals(numbers(&tangents)), self.product_of(), 1),
            Operator::Registered(_) => self.start_registered(&tangents, immediate),
        }
    }

    /// p_i's tangents by ṗ_i = M_i ṗ_(i-1) + F_i ẋ_i: needs p_(i-1) first, and waits for other ranks.
    fn start_registered(&mut self, tangents: &Staging, immediate: bool) -> Operation {
        if immediate {
            error::fail(
                Code::Operator,
                &self.group.site,
                "a nonblocking reduction by a registered operator has no tangent",
                "use the blocking call in tangent mode",
            );
        }
        self.pass = self.start_pass(immediate, Traffic::Tangent);
        let local = self.local();
        let constants = local.own.apply(numbers(tangents));
        let maps = maps(&local.chain, &constants);
        self.forward(maps, affine::<T>(self.width), 1)
    }

    /// The primal's call, with `elements` of ours for an item.
    fn forward(&self, input: Staging, how: Combined, elements: usize) -> Operation {
        let (group, traffic) = (&self.group, Traffic::Tangent);
        match &self.route {
            Route::Reduce { root } => Operation::reduce(group, traffic, input, how, *root),
            Route::Allreduce => Operation::allreduce(group, traffic, input, how),
            Route::Scattered(items) => {
                let (width, size) = (self.sent.width(), elements * how.element.size);
                let input = by_block(&input, items, width, size);
                let counts = items.iter().map(|items| items * elements * width);
                let counts = Counts::new(&counts.collect::<Vec<usize>>(), &group.site);
                Operation::reduce_scatter(group, traffic, input, how, counts)
            }
            Route::Scan => Operation::scan(group, &group.shadow, traffic, input, how),
            Route::Exscan => Operation::exscan(group, &group.shadow, traffic, input, how),
        }
    }

    /// Each item's value, then its tangent.
    fn duals(&self, tangents: &[T]) -> Staging {
        let tangents = tangents.chunks_exact(self.width).enumerate();
        let duals = tangents.flat_map(|(i, tangent)| {
            let value = self.values.as_ref().map(|values| {
                let at = values.item(i % self.items, &self.map).cast::<T>();
                // SAFETY: the items of a product are numbers, or complex ones.
                (0..self.width).map(move |part| unsafe { at.add(part).read_unaligned() })
            });
            value.into_iter().flatten().chain(tangent.iter().copied())
        });
        staging(&duals.collect::<Vec<T>>())
    }

    /// How values with tangents are multiplied.
    fn product_of(&self) -> Combined {
        let size = 2 * self.width * T::KIND.size();
        let which = if self.width == 1 {
            Own::Product
        } else {
            Own::ComplexProduct
        };
        Combined {
            element: Element {
                datatype: operator::item(size),
                size,
            },
            op: operator::own(which, T::KIND),
        }
    }

    /// The tangents in what has come.
    pub(super) fn tangents(&self, result: &Staging) -> Vec<T> {
        match self.operator {
            Operator::Sum | Operator::Unknown => numbers(result).to_vec(),
            Operator::Extreme { .. } => unpack::<Candidate<T>>(result)
                .map(|candidate| candidate.number)
                .collect(),
            Operator::Product => {
                let duals = numbers(result).chunks_exact(2 * self.width);
                duals
                    .flat_map(|dual| &dual[self.width..])
                    .copied()
                    .collect()
            }
            Operator::Registered(_) => split(numbers(result), self.width).1,
        }
    }
}
