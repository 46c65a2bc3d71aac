//! Loads by which each thread of a launch reads memory of its own, behind one address for all threads.
//!
//! If the blocks of a launch are one row, and the threads of each block, no two threads have the same number `n = block * threads of a block + thread`. A thread
//! that reads `base + stride * n + c` for some `c` that lie no farther apart than the stride reads what no other one reads there. That is worth something if all else that
//! the kernel reads of numbers with adjoints, whenever it does, for most blocks do not wait for each other,
//!
//! * lies in other memory, though nobody writes there: `__restrict__` says nothing then; or
//! * is read in the same way, behind the same address or one that is far enough from it, which the program looks at. It looks at the shadows: to these is added.
//!
//! Or `base + row + stride * n`, with rows of which the program knows when it runs how far they are apart: a thread that the kernel lets go on where `n` is less than
//! something is in none but its own element of each row, if rows are as long as that.
//!
//! A loop over the grid gives a thread more numbers, none of which another one has ([`loops`]). They go on beyond the number of threads: where it matters how many numbers there
//! are, only what the loop asks says it.
//!
//! If a launch has two directions, a thread has a number in each, `n` and `m`, and no other one has both. `base + row + stride * n + line * m` is read by no other one, if a line
//! is as long as what threads read of it: the stride times how many `n` there are, which are as many as there are threads along that direction, or are less than something. Which
//! direction goes along lines is seen by the strides: that one is constant. Of lines there is one row.
//!
//! Numbers of 32 bits must not wrap ([`Sums`]): the program asks how many threads there are. A launch of another shape adds atomically.
//!
//! The host sees to it that no other launch adds to the same shadows at the same time (`gpu-adjoint/runtime`, docs/gpu-rust.md).
//!
//! Owns: these conditions. Must not: know a machine (`enzyme_rules::Counts` says what its numbers are).

mod bases;
mod bounds;
mod families;
mod loops;
mod numbers;
mod places;

use super::reasons::{Along, Arrays, Check, Count, Counted, Reach};
use super::slices::{Readers, is_known_in};
use crate::view::polynomials::Polynomial;
use crate::view::sums::Sums;
use crate::view::{BlockId, Body, InstId, ValueId};
use bases::Bases;
use bounds::Bounds;
use families::{Family, Indexed, Limit};
use indexmap::{IndexMap, IndexSet};
use numbers::{Axis, Threads};
use places::{Directions, Places};

/// Numbers of threads are below: extended with their sign or with zeros, they are the same.
const MOST_THREADS: u64 = 1 << 31;

/// More arrays than these are hardly worth their comparisons.
const MOST_ARRAYS: usize = 4;

/// Nor are more sums, which the program computes to see that they do not wrap.
const MOST_SUMS: usize = 8;

/// These loads, and what must hold for each.
pub(super) fn own(
    readers: &Readers<'_>,
    written: &IndexSet<InstId>,
) -> IndexMap<InstId, Vec<Check>> {
    let (Some(uniform), Some(grid)) = (readers.launched, readers.registry.grid()) else {
        return IndexMap::new();
    };
    // What is called, or copied, may read any of it.
    if readers.wild().next().is_some() {
        return IndexMap::new();
    }
    let threads = Threads::of(readers.imported, (uniform, &grid.counts));
    let axes: Vec<Axis> = (0..2).map_while(|along| threads.axis(along)).collect();
    let sums = Sums::of(readers.imported, threads);
    let bounds = Bounds::new(readers.imported, &axes, &sums);
    let loops = loops::find(&bounds);
    let loads: Vec<InstId> = readers.loads(written).collect();
    let mut own = IndexMap::new();
    for shape in SHAPES {
        if shape.iter().all(|(along, _)| *along < axes.len()) {
            let places = Places {
                bases: Bases { readers, grid },
                bounds: &bounds,
                loops: &loops,
                shape,
            };
            for (load, checks) in Search::of(places, &loads).own(&loads) {
                own.entry(load).or_insert(checks);
            }
        }
    }
    own
}

/// A row, and planes with lines along either direction.
const SHAPES: [&Directions; 3] = [
    &[(0, Count::Row)],
    &[(0, Count::Across), (1, Count::Down)],
    &[(1, Count::Down), (0, Count::Across)],
];

/// What is known of all loads, to judge one of them.
struct Search<'a> {
    body: &'a Body,
    places: Places<'a>,
    families: IndexMap<ValueId, Family>,
    /// Behind which addresses something is read that is not the thread's own.
    others: IndexSet<ValueId>,
}

/// What must hold for what is read of a family, and of others that may overlap with it.
struct Asked<'a> {
    family: &'a Family,
    others: Vec<&'a Family>,
    limits: Vec<Limit>,
    fits: IndexSet<Polynomial>,
    sums: Fit,
}

/// How many threads there must not be more than, and what else must not wrap.
type Fit = (IndexMap<Count, u64>, IndexSet<Counted>);

impl<'a> Search<'a> {
    fn of(places: Places<'a>, loads: &[InstId]) -> Self {
        let mut all: IndexMap<ValueId, Vec<Indexed>> = IndexMap::new();
        let mut others: IndexSet<ValueId> = IndexSet::new();
        for load in loads {
            match places.indexed(*load) {
                Some(own) => all.entry(own.base).or_default().push(own),
                None => {
                    others.insert(places.root(*load));
                }
            }
        }
        let mut families = IndexMap::new();
        for (base, all) in all {
            match Family::of(base, &all).filter(|_| !others.contains(&base)) {
                Some(family) => {
                    families.insert(base, family);
                }
                None => {
                    others.insert(base);
                }
            }
        }
        Self {
            body: &places.bounds.imported.body,
            places,
            families,
            others,
        }
    }

    fn own(&self, loads: &[InstId]) -> IndexMap<InstId, Vec<Check>> {
        let mut asked: IndexMap<ValueId, Option<Asked>> = IndexMap::new();
        let mut known: IndexMap<(ValueId, BlockId), Option<Vec<Check>>> = IndexMap::new();
        let mut own = IndexMap::new();
        for load in loads {
            let (base, block) = (self.places.root(*load), self.body.insts[*load].block);
            let asked = asked
                .entry(base)
                .or_insert_with(|| self.asked(self.families.get(&base)?));
            let checks = known
                .entry((base, block))
                .or_insert_with(|| self.checks(asked.as_ref()?, block));
            if let Some(checks) = checks {
                own.insert(*load, checks.clone());
            }
        }
        own
    }

    /// What must hold for what is read of a family, wherever that is; nothing if nothing can be asked.
    fn asked(&self, family: &Family) -> Option<Asked<'_>> {
        let is_apart = |other: ValueId| self.places.bases.are_distinct(family.base, other);
        let other = |one: &&Family| one.base != family.base && !is_apart(one.base);
        let others: Vec<&Family> = self.families.values().filter(other).collect();
        if others.len() >= MOST_ARRAYS || !self.others.iter().all(|other| is_apart(*other)) {
            return None;
        }
        // The one of the index.
        let family = self.families.get(&family.base)?;
        let mut limits = family.limits.clone();
        let mut fits = family.fits.clone();
        for one in &others {
            let pairs = limits.iter_mut().zip(&one.limits);
            pairs.for_each(|(limit, its)| limit.and(its));
            fits.extend(one.fits.iter().cloned());
        }
        let sums = self.fit(fits.iter(), &fits)?;
        Some(Asked {
            family,
            others,
            limits,
            fits,
            sums,
        })
    }

    /// What must hold for what a block reads; nothing if that cannot be asked where it is reversed.
    fn checks(&self, asked: &Asked<'_>, block: BlockId) -> Option<Vec<Check>> {
        let Asked { family, others, .. } = asked;
        let is_known = |sum: &Polynomial| {
            let mut values = sum.values();
            values.all(|value| is_known_in(self.body, value, block))
        };
        let (along, more) = self.along(asked, is_known);
        let is_endless = |along: &Along| along.goes_on && along.below.is_none();
        let matters = !others.is_empty() || family.distance().is_some();
        if matters && along.iter().any(is_endless) {
            return None;
        }
        // What is asked first answers for all else: how many threads there are.
        let mut checks = IndexSet::new();
        let more = self.fit(more.iter(), &asked.fits)?;
        for (count, most) in &asked.sums.0 {
            let most = most.min(&more.0[count]);
            checks.insert(Check::Threads(*count, *most));
        }
        for counted in asked.sums.1.iter().chain(&more.1) {
            let mut sums = counted.each.iter().map(|(_, each)| each);
            if !is_known(&counted.sum) || !sums.all(is_known) {
                return None;
            }
            checks.insert(Check::Fits(counted.clone()));
        }
        for one in std::iter::once(family).chain(others) {
            let rows = one.rows(along[0].clone());
            if !rows.iter().all(|rows| is_known(&rows.distance)) {
                return None;
            }
            checks.extend(rows.map(Check::Rows));
        }
        for other in others {
            let reaches = [family.reach(), other.reach()];
            let known = |reach: &Reach| {
                let mut sums = reach.rows.iter().chain(&reach.line);
                is_known_in(self.body, reach.base, block) && sums.all(is_known)
            };
            if !reaches.iter().all(known) {
                return None;
            }
            checks.insert(Check::Arrays(Arrays {
                reaches,
                equal: family.fits_with(other),
                along: along.clone(),
            }));
        }
        Some(checks.into_iter().collect())
    }

    /// What must hold so that some sums do not wrap, if all do not: how many threads there must not be more than, and what else. Nothing if that is too much.
    fn fit<'s>(
        &self,
        sums: impl Iterator<Item = &'s Polynomial>,
        all: &IndexSet<Polynomial>,
    ) -> Option<Fit> {
        let counts = self.places.shape.iter();
        let mut most: IndexMap<Count, u64> =
            counts.map(|(_, count)| (*count, MOST_THREADS)).collect();
        let mut others = IndexSet::new();
        for sum in sums {
            let counted = self.counted(sum, all)?;
            match counted.threads() {
                Some((count, threads)) => {
                    let most = most.entry(count).or_insert(threads);
                    *most = threads.min(*most);
                }
                None => {
                    others.insert(counted);
                }
            }
        }
        (others.len() <= MOST_SUMS).then_some((most, others))
    }

    /// What is known of the numbers of threads along each direction, and what must not wrap there.
    fn along(
        &self,
        asked: &Asked<'_>,
        is_known: impl Fn(&Polynomial) -> bool,
    ) -> (Vec<Along>, IndexSet<Polynomial>) {
        let mut fits = IndexSet::new();
        let directions = self.places.shape.iter().zip(&asked.limits);
        let along = directions.map(|((_, count), limit)| {
            let below = limit.below.iter().find(|(sum, _)| is_known(sum));
            fits.extend(below.iter().flat_map(|(_, fits)| fits.iter().cloned()));
            Along {
                count: *count,
                below: below.map(|(sum, _)| sum.clone()),
                goes_on: limit.goes_on,
            }
        });
        (along.collect(), fits)
    }

    /// A sum for the last of all threads, or more, if all others fit.
    fn counted(&self, sum: &Polynomial, fits: &IndexSet<Polynomial>) -> Option<Counted> {
        let mut sum = sum.clone();
        for iterations in self.places.loops_of(&sum.clone()) {
            if !iterations.fits.is_subset(fits) {
                return None;
            }
            for part in iterations.number.parts() {
                let (times, rest) = sum.divided(part);
                let (times, more) = times.without_constant();
                if more != Polynomial::default() {
                    return None;
                }
                sum = rest.plus(&iterations.below.scaled(times));
            }
        }
        let mut each = Vec::new();
        for (along, count) in self.places.shape {
            let axis = &self.places.bounds.axes[*along];
            let (before, rest) = sum.divided(&axis.before);
            let (within, rest) = rest.divided(&axis.within);
            // Both together are one number less than there are threads.
            let mut own = match before == within {
                true => before,
                false => before.plus(&within),
            };
            sum = rest;
            // No part of a number is larger than the number of threads.
            let parts = axis.parts.iter().map(std::slice::from_ref);
            for part in axis.all.iter().map(Vec::as_slice).chain(parts) {
                let (times, rest) = sum.divided(part);
                own = own.plus(&times);
                sum = rest;
            }
            if own != Polynomial::default() {
                each.push((*count, own));
            }
        }
        let is_of_values = |sum: &Polynomial| sum.is_of_values();
        let are_sums = is_of_values(&sum) && each.iter().all(|(_, each)| is_of_values(each));
        are_sums.then_some(Counted { sum, each })
    }
}
