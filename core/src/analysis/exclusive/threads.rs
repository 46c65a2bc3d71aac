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
//! Numbers of 32 bits must not wrap ([`Sums`]): the program asks how many threads there are. A launch of another shape adds atomically.
//!
//! The host sees to it that no other launch adds to the same shadows at the same time (`gpu-adjoint/runtime`, docs/gpu-rust.md).
//!
//! Owns: these conditions. Must not: know a machine (`enzyme_rules::Row` says what its numbers are).

mod bases;
mod bounds;
mod families;
mod numbers;

use super::reasons::{Arrays, Check, Counted, Reach, Rows};
use super::slices::{Readers, is_known_in};
use crate::view::polynomials::{Factor, Polynomial};
use crate::view::sums::{Exact, Sums};
use crate::view::{Body, InstId, Op, ValueId};
use bases::Bases;
use bounds::{Below, Bounds};
use families::{Family, Indexed};
use indexmap::{IndexMap, IndexSet};
use numbers::Threads;

/// Numbers of threads are below: extended with their sign or with zeros, they are the same.
const MOST_THREADS: u64 = 1 << 31;

/// Elements are no larger, in bytes.
const LARGEST: i64 = 1 << 20;

/// More arrays than these are hardly worth their comparisons.
const MOST_ARRAYS: usize = 4;

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
    let threads = Threads::of(&readers.imported.body, (uniform, &grid.row));
    let search = Search {
        bases: Bases { readers, grid },
        body: &readers.imported.body,
        number: threads.number(),
        sums: Sums::of(readers.imported, threads),
    };
    search.own(&readers.loads(written).collect::<Vec<_>>())
}

struct Search<'a> {
    bases: Bases<'a>,
    body: &'a Body,
    number: Option<[Vec<Factor>; 2]>,
    sums: Sums<'a, Threads<'a>>,
}

impl Search<'_> {
    fn own(&self, loads: &[InstId]) -> IndexMap<InstId, Vec<Check>> {
        let mut families: IndexMap<ValueId, Vec<Indexed>> = IndexMap::new();
        let mut others: IndexSet<ValueId> = IndexSet::new();
        for load in loads {
            match self.indexed(*load) {
                Some(own) => families.entry(own.base).or_default().push(own),
                None => {
                    others.insert(self.bases.root(self.body.insts[*load].operands[0]));
                }
            }
        }
        let families: Vec<Family> = families
            .into_iter()
            .filter_map(|(base, all)| {
                let family = Family::of(base, &all).filter(|_| !others.contains(&base));
                others.extend(family.is_none().then_some(base));
                family
            })
            .collect();
        let below = self.below(loads, &families);
        let own = |load: &InstId| {
            let base = self.bases.root(self.body.insts[*load].operands[0]);
            let family = families.iter().find(|family| family.base == base)?;
            let is_apart = |other: &ValueId| self.bases.are_distinct(base, *other);
            let checks = self.checks((*load, family), &families, below.as_ref())?;
            others.iter().all(is_apart).then_some((*load, checks))
        };
        loads.iter().filter_map(own).collect()
    }

    /// What is more than the number of each thread that comes to loads of the families.
    fn below(&self, loads: &[InstId], families: &[Family]) -> Option<Below> {
        let bases: IndexSet<ValueId> = families.iter().map(|family| family.base).collect();
        let own = |load: &&InstId| {
            let pointer = self.body.insts[**load].operands[0];
            bases.contains(&self.bases.root(pointer))
        };
        let bounds = Bounds {
            imported: self.bases.readers.imported,
            number: &self.number,
            sums: &self.sums,
        };
        let loads = loads.iter().filter(own);
        bounds.below(loads.map(|load| self.body.insts[*load].block).collect())
    }

    fn indexed(&self, load: InstId) -> Option<Indexed> {
        let [before, within] = self.number.as_ref()?;
        let inst = &self.body.insts[load];
        let (pointer, bytes) = self.body.accessed(load)?;
        let (base, Exact { sum, fits }) = self.sums.address(pointer)?;
        let stride = sum.coefficient(before);
        let is_own = (1..=LARGEST).contains(&stride) && sum.coefficient(within) == stride;
        let is_plain = matches!(inst.op, Op::Load { ordered: false });
        if !is_own || !is_plain || !self.bases.is_handed(base) {
            return None;
        }
        let rest = sum
            .products()
            .filter(|(factors, _)| *factors != before && *factors != within);
        let rest = Polynomial::of(rest.map(|(factors, often)| (factors.clone(), often)));
        let (constant, row) = rest.without_constant();
        row.is_of_values().then_some(Indexed {
            base,
            stride,
            row,
            constant,
            bytes,
            fits,
        })
    }

    /// What must hold for a load of a family; nothing if that cannot be asked where it is reversed.
    fn checks(
        &self,
        (load, family): (InstId, &Family),
        all: &[Family],
        below: Option<&Below>,
    ) -> Option<Vec<Check>> {
        let block = self.body.insts[load].block;
        let is_known = |sum: &Polynomial| {
            let mut values = sum.values();
            values.all(|value| is_known_in(self.body, value, block))
        };
        let below = below.filter(|below| is_known(&below.sum));
        let mut used = vec![family];
        used.extend(all.iter().filter(|other| {
            other.base != family.base && !self.bases.are_distinct(family.base, other.base)
        }));
        if used.len() > MOST_ARRAYS {
            return None;
        }
        let mut most = MOST_THREADS;
        let mut checks: IndexSet<Check> = IndexSet::new();
        let fits = used.iter().flat_map(|one| &one.fits);
        for sum in fits.chain(below.into_iter().flat_map(|below| &below.fits)) {
            let counted = self.counted(sum)?;
            match counted.threads() {
                Some(threads) => most = most.min(threads),
                None if is_known(&counted.sum) => {
                    checks.insert(Check::Fits(counted));
                }
                None => return None,
            }
        }
        let below = below.map(|below| below.sum.clone());
        for one in &used {
            let Some((distance, ..)) = &one.unit else {
                continue;
            };
            if !is_known(distance) {
                return None;
            }
            checks.insert(Check::Rows(Rows {
                distance: distance.clone(),
                stride: one.stride.unsigned_abs(),
                below: below.clone(),
            }));
        }
        for other in &used[1..] {
            let reaches = [family.reach(), other.reach()];
            let known = |reach: &Reach| {
                is_known_in(self.body, reach.base, block) && reach.rows.iter().all(is_known)
            };
            if !reaches.iter().all(known) {
                return None;
            }
            checks.insert(Check::Arrays(Arrays {
                reaches,
                equal: family.fits_with(other),
                below: below.clone(),
            }));
        }
        checks.insert(Check::Row(most));
        // What is asked first answers for what follows.
        checks.move_index(checks.len() - 1, 0);
        Some(checks.into_iter().collect())
    }

    /// A sum for the last of all threads, or more.
    fn counted(&self, sum: &Polynomial) -> Option<Counted> {
        let [before, within] = self.number.as_ref()?;
        // No part of a number is larger than the number of threads.
        let is_number = |factors: &Vec<Factor>| {
            factors == before || matches!(factors[..], [one] if !one.is_signed)
        };
        let (of_threads, rest): (Vec<_>, Vec<_>) =
            sum.products().partition(|(factors, _)| is_number(factors));
        let each: i64 = match of_threads[..] {
            // Both together are one number less than there are threads.
            [(one, a), (other, b)]
                if a == b && [one, other].iter().all(|of| *of == before || *of == within) =>
            {
                a
            }
            _ => of_threads.iter().map(|(_, often)| often).sum(),
        };
        let rest = rest.into_iter();
        let sum = Polynomial::of(rest.map(|(factors, often)| (factors.clone(), often)));
        let each = u64::try_from(each).ok()?;
        sum.is_of_values().then_some(Counted { sum, each })
    }
}
