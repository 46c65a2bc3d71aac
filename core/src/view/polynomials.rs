//! Integers as sums of products of values.
//!
//! Owns: [`Polynomial`], and reading what LLVM's analysis of loops says in terms of the snapshot. Must not: know what is computed with it.

use super::body::Body;
use super::entity::{BlockId, Entity, LoopId, ValueId};
use super::import::Handles;
use enzyme_llvm_shim::analyses::{self, Term};
use enzyme_llvm_shim::ir::{Block, Value};
use indexmap::{IndexMap, IndexSet};

/// A value, extended to 64 bits with its sign or with zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Factor {
    pub(crate) value: ValueId,
    pub(crate) is_signed: bool,
}

/// A sum of products, each with how often it is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Polynomial(Vec<(Vec<Factor>, i64)>);

impl Polynomial {
    pub(crate) fn of(terms: impl Iterator<Item = (Vec<Factor>, i64)>) -> Self {
        let mut all: IndexMap<Vec<Factor>, i64> = IndexMap::new();
        for (factors, coefficient) in terms {
            let own = all.entry(factors).or_default();
            *own = own.wrapping_add(coefficient);
        }
        all.retain(|_, coefficient| *coefficient != 0);
        all.sort_keys();
        Self(all.into_iter().collect())
    }

    /// The products, and how often each is taken.
    pub(crate) fn products(&self) -> impl Iterator<Item = (&Vec<Factor>, i64)> + '_ {
        self.0
            .iter()
            .map(|(factors, coefficient)| (factors, *coefficient))
    }

    /// The sum of two.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self::of(self.0.iter().chain(&other.0).cloned())
    }

    /// The difference of two.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.scaled(-1))
    }

    /// So often the same.
    pub(crate) fn scaled(&self, by: i64) -> Self {
        let terms = self.products();
        Self::of(terms.map(|(factors, often)| (factors.clone(), often.wrapping_mul(by))))
    }

    /// How often another one it is.
    pub(crate) fn multiple_of(&self, unit: &Self) -> Option<i64> {
        let (factors, often) = unit.products().next()?;
        let by = self.coefficient(factors).checked_div(often)?;
        (unit.scaled(by) == *self).then_some(by)
    }

    /// Whether no product has more than one factor, and each has a sign.
    pub(crate) fn is_of_values(&self) -> bool {
        let mut products = self.products();
        products.all(|(factors, _)| match factors[..] {
            [] => true,
            [factor] => factor.is_signed,
            _ => false,
        })
    }

    /// The product with a value.
    pub(crate) fn times(&self, factor: Factor) -> Self {
        Self::of(self.0.iter().map(|(factors, often)| {
            let mut factors = factors.clone();
            factors.push(factor);
            factors.sort();
            (factors, *often)
        }))
    }

    /// The sum of those products that have some factors, without these, and the rest. Factors are in order.
    pub(crate) fn divided(&self, by: &[Factor]) -> (Self, Self) {
        let without = |factors: &Vec<Factor>| {
            let mut left = factors.clone();
            for factor in by {
                left.remove(left.iter().position(|one| one == factor)?);
            }
            Some(left)
        };
        let (mut times, mut rest) = (Vec::new(), Vec::new());
        for (factors, often) in self.products() {
            match without(factors) {
                Some(left) => times.push((left, often)),
                None => rest.push((factors.clone(), often)),
            }
        }
        [times, rest]
            .map(|terms| Self::of(terms.into_iter()))
            .into()
    }

    /// What is constant, and the rest.
    pub(crate) fn without_constant(mut self) -> (i64, Self) {
        let constant = self.coefficient(&[]);
        self.0.retain(|(factors, _)| !factors.is_empty());
        (constant, self)
    }

    /// The values that it is made of.
    pub(crate) fn values(&self) -> impl Iterator<Item = ValueId> + '_ {
        let all = self.0.iter().flat_map(|(factors, _)| factors);
        all.map(|factor| factor.value)
    }

    /// How often a product is taken.
    pub(crate) fn coefficient(&self, of: &[Factor]) -> i64 {
        let mut all = self.products();
        let own = all.find(|(factors, _)| **factors == of);
        own.map_or(0, |(_, coefficient)| coefficient)
    }
}

/// From values and loops of a function to those of its snapshot.
pub(crate) struct Reader<'a> {
    body: &'a Body,
    values: IndexMap<Value, ValueId>,
    /// The snapshot has the blocks in their order.
    blocks: IndexSet<Block>,
}

impl<'a> Reader<'a> {
    pub(crate) fn of(function: Value, (body, handles): (&'a Body, &Handles)) -> Self {
        Self {
            body,
            values: body
                .values
                .keys()
                .map(|id| (handles.value(id), id))
                .collect(),
            blocks: function.blocks().into_iter().collect(),
        }
    }

    pub(crate) fn value(&self, value: &Value) -> Option<ValueId> {
        self.values.get(value).copied()
    }

    /// The loop with a header.
    pub(crate) fn headed(&self, header: Block) -> Option<LoopId> {
        let at = self.blocks.get_index_of(&header)?;
        self.body.headed(BlockId::at(at))
    }

    fn factor(&self, factor: &analyses::Factor) -> Option<Factor> {
        Some(match factor {
            analyses::Factor::Value(value, is_signed) => Factor {
                value: self.value(value)?,
                is_signed: *is_signed,
            },
            analyses::Factor::Last(header) => Factor {
                value: self.body.loops[self.headed(*header)?].last?,
                is_signed: false,
            },
        })
    }

    /// Products, and how often each is taken; equal ones may stand there several times.
    pub(crate) fn products(&self, terms: &[Term]) -> Option<Vec<(Vec<Factor>, i64)>> {
        let product = |term: &Term| {
            let factors = term.factors.iter().map(|factor| self.factor(factor));
            let mut factors: Vec<Factor> = factors.collect::<Option<_>>()?;
            factors.sort();
            Some((factors, term.coefficient))
        };
        terms.iter().map(product).collect()
    }

    pub(crate) fn polynomial(&self, terms: &[Term]) -> Option<Polynomial> {
        Some(Polynomial::of(self.products(terms)?.into_iter()))
    }
}
