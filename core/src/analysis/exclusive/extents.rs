//! How much memory the accesses of an iteration span together, in numbers that the program knows when it runs.
//!
//! Each access lies at a sum of products behind its base. For each product, the smallest and the largest coefficient over all accesses are kept: they bound the
//! distance between two accesses, whatever value the product has. The bound may be too wide; then additions stay atomic.
//!
//! Owns: [`Extent`]. Must not: decide what is compared.

use crate::view::ValueId;
use crate::view::polynomials::{Factor, Polynomial};
use crate::view::slices::Slice;
use indexmap::IndexMap;

/// What accesses of one base span in an iteration, and how far the next iteration's lie from them. In bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Extent {
    /// From one iteration to the next.
    pub(crate) stride: Polynomial,
    /// Products, with the least and the greatest number of times that they are in the distance of an access from the base.
    pub(crate) origins: Vec<(Vec<Factor>, i64, i64)>,
    /// Products, with how often loops inside of the iteration may take them away (a number that is not positive) and add them.
    pub(crate) spans: Vec<(Vec<Factor>, i64, i64)>,
    /// Of one access.
    pub(crate) bytes: u64,
}

impl Extent {
    /// What accesses with one stride span, if it can be said.
    pub(crate) fn of<'a>(slices: impl Iterator<Item = &'a Slice>) -> Option<Self> {
        let mut stride = None;
        let mut origins: Vec<Polynomial> = Vec::new();
        let mut spans: IndexMap<Vec<Factor>, (i64, i64)> = IndexMap::new();
        let mut bytes = 0;
        for slice in slices {
            let terms = slice.terms.as_ref()?;
            if *stride.get_or_insert(&terms.stride) != &terms.stride {
                return None;
            }
            origins.push(terms.origin.clone());
            for (factors, (less, more)) in of_one(&terms.spans)? {
                let (least, most) = spans.entry(factors).or_default();
                (*least, *most) = ((*least).min(less), (*most).max(more));
            }
            bytes = bytes.max(slice.bytes);
        }
        let products: IndexMap<Vec<Factor>, ()> = origins
            .iter()
            .flat_map(|origin| origin.products().map(|(factors, _)| (factors.clone(), ())))
            .collect();
        let range = |factors: Vec<Factor>| {
            let all = origins.iter().map(|origin| origin.coefficient(&factors));
            let (least, greatest) = all.fold((i64::MAX, i64::MIN), |(low, high), own| {
                (low.min(own), high.max(own))
            });
            (factors, least, greatest)
        };
        Some(Self {
            stride: stride?.clone(),
            origins: products.into_keys().map(range).collect(),
            spans: spans
                .into_iter()
                .map(|(factors, (least, most))| (factors, least, most))
                .collect(),
            bytes,
        })
    }

    /// The numbers in it.
    pub(crate) fn values(&self) -> impl Iterator<Item = ValueId> + '_ {
        let stride = self.stride.products().map(|(factors, _)| factors);
        let origins = self.origins.iter().map(|(factors, ..)| factors);
        let spans = self.spans.iter().map(|(factors, ..)| factors);
        let all = stride.chain(origins).chain(spans).flatten();
        all.map(|factor| factor.value)
    }
}

/// How often the loops around one access may take products away, and add them; nothing if that is too often to be counted.
fn of_one(spans: &[(Vec<Factor>, i64)]) -> Option<IndexMap<Vec<Factor>, (i64, i64)>> {
    let mut all: IndexMap<Vec<Factor>, (i64, i64)> = IndexMap::new();
    for (factors, coefficient) in spans {
        let (less, more) = all.entry(factors.clone()).or_default();
        *less = less.checked_add((*coefficient).min(0))?;
        *more = more.checked_add((*coefficient).max(0))?;
    }
    Some(all)
}
