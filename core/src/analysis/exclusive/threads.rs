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
//! Owns: these conditions. Must not: know a machine ([`Row`] says what its numbers are).

use super::reasons::{Arrays, Check, Counted, Reach, Rows};
use super::slices::{Readers, is_known_in};
use crate::analysis::callee;
use crate::analysis::uniform::Uniform;
use crate::view::polynomials::{Factor, Polynomial};
use crate::view::sums::{Exact, Numbers, Sums};
use crate::view::{BlockId, Body, CastOp, Inst, InstId, Op, ValueId, ValueKind};
use enzyme_llvm_shim::analyses::are_distinct;
use enzyme_llvm_shim::ir::IntPredicate;
use enzyme_rules::{Asked, GridRule, Row};
use indexmap::{IndexMap, IndexSet};

/// Numbers of threads are below: extended with their sign or with zeros, they are the same.
const MOST_THREADS: u64 = 1 << 31;

/// Elements are no larger, in bytes.
const LARGEST: i64 = 1 << 20;

/// More arrays than these are hardly worth their comparisons.
const MOST_ARRAYS: usize = 4;

/// How structures are passed to kernels, by the names of attributes.
const BY_VALUE: [&str; 2] = ["byval", "byref"];

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
        readers,
        grid,
        body: &readers.imported.body,
        number: threads.number(),
        sums: Sums::of(readers.imported, threads),
    };
    search.own(&readers.loads(written).collect::<Vec<_>>())
}

/// The numbers that are known.
struct Threads<'a> {
    body: &'a Body,
    uniform: &'a Uniform<'a>,
    row: &'a Row,
    /// One of each sort: a machine that is asked twice answers the same.
    first: [Option<ValueId>; 3],
}

impl<'a> Threads<'a> {
    fn of(body: &'a Body, (uniform, row): (&'a Uniform<'a>, &'a Row)) -> Self {
        let mut threads = Self {
            body,
            uniform,
            row,
            first: [None; 3],
        };
        for inst in body.insts.values() {
            if let Some((sort, result)) = threads.sort(inst).zip(inst.result) {
                threads.first[sort].get_or_insert(result);
            }
        }
        threads
    }

    /// Which of the three an instruction asks for: the number of the thread, that of the block, the threads of a block.
    fn sort(&self, inst: &Inst) -> Option<usize> {
        let all = [self.row.thread, self.row.block, self.row.threads];
        let asks = |asked: &&[Asked]| asked.iter().any(|one| self.is(inst, *one));
        all.iter().position(asks)
    }

    fn is(&self, inst: &Inst, asked: Asked) -> bool {
        let is_call = |inst: &Inst, name: &str| callee::symbol(inst) == Some(name);
        let constant = |value: &ValueId| match self.body.values[*value].kind {
            ValueKind::ConstInt(number) => number,
            // Any other: it is not known.
            _ => None,
        };
        match asked {
            Asked::Call(name) => is_call(inst, name),
            Asked::Along(name, along) => {
                let direction = inst.operands.first().and_then(constant);
                is_call(inst, name) && direction == Some(along.into())
            }
            Asked::At(name, offset, bytes) => {
                let read = inst.result.map(|result| self.body.values[result].ty);
                let is_whole = read.is_some_and(|ty| self.body.types.get(ty).store_size == bytes);
                let is_load = matches!(inst.op, Op::Load { ordered: false }) && is_whole;
                let from = inst.operands.first().filter(|_| is_load);
                let (base, distance) = match from.and_then(|from| self.constant(*from)) {
                    Some((base, distance)) => (self.body.def(base), distance),
                    None => return false,
                };
                distance == offset && base.is_some_and(|id| is_call(&self.body.insts[id], name))
            }
        }
    }

    /// What an address is made from, and how many bytes it lies behind that, if these are constant.
    fn constant(&self, pointer: ValueId) -> Option<(ValueId, i64)> {
        let (mut base, mut bytes) = (pointer, 0_i64);
        while let Some(id) = self.body.def(base) {
            let inst = &self.body.insts[id];
            match &inst.op {
                Op::Gep { constant, steps } if steps.is_empty() => {
                    bytes = bytes.checked_add((*constant)?)?;
                }
                Op::Cast(CastOp::AddrSpace) => {}
                // Any other: the address begins there.
                _ => break,
            }
            base = inst.operands[0];
        }
        Some((base, bytes))
    }

    /// The products that make the number of a thread: that of its block times the threads of a block, and that in its block. None if a kernel does not ask for all.
    fn number(&self) -> Option<[Vec<Factor>; 2]> {
        let [thread, block, threads] = self.first;
        let mut before = vec![plain(block?), plain(threads?)];
        before.sort();
        Some([before, vec![plain(thread?)]])
    }
}

/// A number without a sign.
fn plain(value: ValueId) -> Factor {
    Factor {
        value,
        is_signed: false,
    }
}

impl Numbers for Threads<'_> {
    fn number(&self, value: ValueId) -> Option<Factor> {
        let id = self.body.def(value)?;
        let sort = self.sort(&self.body.insts[id])?;
        self.first[sort].map(plain)
    }

    fn whole(&self, value: ValueId) -> bool {
        self.uniform.holds(value)
    }
}

/// A load behind an address that all threads have.
struct Indexed {
    base: ValueId,
    /// Bytes from one thread's to the next one's.
    stride: i64,
    /// Bytes from the base that are the same for all threads, and those that are constant.
    row: Polynomial,
    constant: i64,
    bytes: u64,
    /// What must not wrap.
    fits: IndexSet<Polynomial>,
}

/// What is read behind one address.
struct Family {
    base: ValueId,
    stride: i64,
    /// Bytes to the first row; what rows are multiples of, and which of them: the least and the greatest.
    row: Polynomial,
    unit: Option<(Polynomial, i64, i64)>,
    /// From a thread's place in a row on.
    window: (i64, i64),
    fits: IndexSet<Polynomial>,
}

struct Search<'a> {
    readers: &'a Readers<'a>,
    grid: &'a GridRule,
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
                    others.insert(self.root(self.body.insts[*load].operands[0]));
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
            let base = self.root(self.body.insts[*load].operands[0]);
            let family = families.iter().find(|family| family.base == base)?;
            let is_apart = |other: &ValueId| self.are_distinct(base, *other);
            let checks = self.checks((*load, family), &families, below.as_ref())?;
            others.iter().all(is_apart).then_some((*load, checks))
        };
        loads.iter().filter_map(own).collect()
    }

    /// What an address is made from.
    fn root(&self, pointer: ValueId) -> ValueId {
        let made_from = |value: &ValueId| {
            let inst = &self.body.insts[self.body.def(*value)?];
            let is_made = matches!(inst.op, Op::Gep { .. } | Op::Cast(CastOp::AddrSpace));
            is_made.then(|| inst.operands[0])
        };
        let mut chain = std::iter::successors(Some(pointer), made_from);
        chain.by_ref().last().unwrap_or(pointer)
    }

    fn indexed(&self, load: InstId) -> Option<Indexed> {
        let [before, within] = self.number.as_ref()?;
        let inst = &self.body.insts[load];
        let (pointer, bytes) = self.body.accessed(load)?;
        let (base, Exact { sum, fits }) = self.sums.address(pointer)?;
        let stride = sum.coefficient(before);
        let is_own = (1..=LARGEST).contains(&stride) && sum.coefficient(within) == stride;
        let is_plain = matches!(inst.op, Op::Load { ordered: false });
        if !is_own || !is_plain || !self.is_handed(base) {
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

    /// Whether an address is one that the host has handed to all threads, as an argument or in a structure that is one.
    fn is_handed(&self, base: ValueId) -> bool {
        match self.body.values[base].kind {
            ValueKind::Param(_) => true,
            ValueKind::Inst(id) => {
                let inst = &self.body.insts[id];
                let within = inst.operands.first().map(|from| self.root(*from));
                let is_load = matches!(inst.op, Op::Load { ordered: false });
                let uniform = self.readers.launched;
                is_load
                    && within.is_some_and(|within| self.is_by_value(within))
                    && uniform.is_some_and(|uniform| uniform.holds(base))
            }
            // Any other: variables, and what is made up.
            _ => false,
        }
    }

    /// Whether a parameter is a structure itself: memory that nobody else has.
    fn is_by_value(&self, value: ValueId) -> bool {
        let ValueKind::Param(index) = self.body.values[value].kind else {
            return false;
        };
        let function = self.readers.source;
        let has = |name: &&str| function.param_type_attribute(index, name).is_some();
        BY_VALUE.iter().any(has)
    }

    /// Whether what the host has handed over is other memory than what lies behind another address, even if nobody writes there.
    fn are_distinct(&self, base: ValueId, other: ValueId) -> bool {
        let is_no_data = || match self.body.values[other].kind {
            ValueKind::Global { space, .. } => space == self.grid.shared,
            ValueKind::Inst(id) => {
                let symbol = callee::symbol(&self.body.insts[id]);
                symbol.is_some_and(|symbol| self.grid.row.said.contains(&symbol))
            }
            // Any other: it is asked of otherwise.
            _ => false,
        };
        let [one, another] = [base, other].map(|value| self.readers.imported.handles.value(value));
        // One of several addresses may be that of the structure.
        let is_one_place = || match self.body.values[other].kind {
            ValueKind::Param(_) | ValueKind::Global { .. } => true,
            // Any other: what is chosen, or lay in memory, unless the host has put it there.
            _ => self.is_handed(other),
        };
        base != other
            && (self.is_by_value(base) && is_one_place()
                || self.is_by_value(other)
                || is_no_data()
                || are_distinct(one, another))
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
            other.base != family.base && !self.are_distinct(family.base, other.base)
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

/// What is more than the number of each thread that comes to some loads.
struct Below {
    sum: Polynomial,
    fits: IndexSet<Polynomial>,
}

impl Search<'_> {
    /// What is more than the number of each thread that comes to loads of the families.
    fn below(&self, loads: &[InstId], families: &[Family]) -> Option<Below> {
        let bases: IndexSet<ValueId> = families.iter().map(|family| family.base).collect();
        let own = |load: &&InstId| bases.contains(&self.root(self.body.insts[**load].operands[0]));
        let blocks: IndexSet<BlockId> = loads
            .iter()
            .filter(own)
            .map(|load| self.body.insts[*load].block)
            .collect();
        let mut blocks = blocks.into_iter();
        let mut all = self.bounds(blocks.next()?);
        for block in blocks {
            let its = self.bounds(block);
            all.retain(|sum, fits| {
                let other = its.get(sum);
                fits.extend(other.into_iter().flatten().cloned());
                other.is_some()
            });
        }
        let (sum, fits) = all.into_iter().next()?;
        Some(Below { sum, fits })
    }

    /// What is more than the number of each thread that comes to a block, with what must not wrap there.
    fn bounds(&self, block: BlockId) -> IndexMap<Polynomial, IndexSet<Polynomial>> {
        let mut all = IndexMap::new();
        let dominators = std::iter::successors(Some(block), |block| self.body.blocks[*block].idom);
        for way in dominators {
            let [from] = self.body.blocks[way].preds[..] else {
                continue;
            };
            let [then, otherwise] = self.body.blocks[from].succs[..] else {
                continue;
            };
            let end = self.body.terminator(from).map(|id| &self.body.insts[id]);
            if let Some(end) = end.filter(|end| matches!(end.op, Op::Br) && then != otherwise) {
                all.extend(self.bound(end.operands[0], way == then));
            }
        }
        all
    }

    /// What a condition says to be more than the number of the thread, if it is true, or is not.
    fn bound(
        &self,
        condition: ValueId,
        is_true: bool,
    ) -> Option<(Polynomial, IndexSet<Polynomial>)> {
        use IntPredicate::{
            LLVMIntSGE, LLVMIntSGT, LLVMIntSLE, LLVMIntSLT, LLVMIntUGE, LLVMIntUGT, LLVMIntULE,
            LLVMIntULT,
        };
        let id = self.body.def(condition)?;
        let inst = &self.body.insts[id];
        if !matches!(inst.op, Op::ICmp) {
            return None;
        }
        let [one, other] = [0, 1].map(|at| inst.operands[at]);
        let predicate = self.readers.imported.handles.inst(id).int_predicate();
        let (number, bound) = match (predicate, is_true) {
            (LLVMIntSLT | LLVMIntULT, true) | (LLVMIntSGE | LLVMIntUGE, false) => (one, other),
            (LLVMIntSGT | LLVMIntUGT, true) | (LLVMIntSLE | LLVMIntULE, false) => (other, one),
            _ => return None,
        };
        let [number, bound] = [self.sums.exact(number)?, self.sums.exact(bound)?];
        let [before, within] = self.number.as_ref()?;
        let own = [(before.clone(), 1), (within.clone(), 1)];
        let is_own = number.sum == Polynomial::of(own.into_iter()) && bound.sum.is_of_values();
        let fits = number.fits.into_iter().chain(bound.fits);
        is_own.then(|| (bound.sum, fits.collect()))
    }
}

impl Family {
    /// What loads behind one address have in common, if each thread reads its own.
    fn of(base: ValueId, all: &[Indexed]) -> Option<Self> {
        let first = all.first()?;
        let low = all.iter().map(|one| one.constant).min()?;
        let end = |one: &Indexed| one.constant.checked_add_unsigned(one.bytes);
        let high = all
            .iter()
            .map(end)
            .try_fold(low, |high, end| Some(high.max(end?)))?;
        let fits_together = low.abs_diff(high) <= first.stride.unsigned_abs();
        let alike = all.iter().all(|one| one.stride == first.stride);
        let rows: Vec<Polynomial> = all.iter().map(|one| one.row.minus(&first.row)).collect();
        let unit = match rows.iter().find(|row| row.products().next().is_some()) {
            None => None,
            Some(row) => Some(unit(row, &rows)?),
        };
        let fits = all.iter().flat_map(|one| &one.fits).cloned().collect();
        (alike && fits_together).then(|| Self {
            base,
            stride: first.stride,
            row: first.row.clone(),
            unit,
            window: (low, high),
            fits,
        })
    }

    /// Whether two addresses may be the same.
    fn fits_with(&self, other: &Self) -> bool {
        let low = self.window.0.min(other.window.0);
        let high = self.window.1.max(other.window.1);
        let distance = |family: &Self| family.unit.clone().map(|(distance, ..)| distance);
        self.stride == other.stride
            && self.row == other.row
            && distance(self) == distance(other)
            && low.abs_diff(high) <= self.stride.unsigned_abs()
    }

    fn reach(&self) -> Reach {
        let rows = match &self.unit {
            None => vec![self.row.clone()],
            Some((distance, least, greatest)) => [least, greatest]
                .map(|times| self.row.plus(&distance.scaled(*times)))
                .to_vec(),
        };
        Reach {
            base: self.base,
            rows,
            window: self.window,
            stride: self.stride.unsigned_abs(),
        }
    }
}

/// What some sums are multiples of, and which of them: the least and the greatest. `like` is one of these, and not zero.
fn unit(like: &Polynomial, all: &[Polynomial]) -> Option<(Polynomial, i64, i64)> {
    /// No row is farther than so many from the first one.
    const FARTHEST: u64 = 1 << 16;
    let coefficients = like.products().map(|(_, often)| often.unsigned_abs());
    let divisor = i64::try_from(coefficients.fold(0, divisor)).ok()?;
    let primitive = like.products();
    let primitive = primitive.map(|(factors, often)| (factors.clone(), often / divisor));
    let primitive = Polynomial::of(primitive);
    let times: Option<Vec<i64>> = all.iter().map(|row| row.multiple_of(&primitive)).collect();
    let times = times?;
    let common = times.iter().map(|times| times.unsigned_abs());
    let common = i64::try_from(common.fold(0, self::divisor)).ok()?;
    let rows = times.iter().map(|times| times / common);
    let (least, greatest) = (rows.clone().min()?, rows.max()?);
    (least.abs_diff(greatest) <= FARTHEST).then(|| (primitive.scaled(common), least, greatest))
}

/// The greatest common divisor.
fn divisor(one: u64, other: u64) -> u64 {
    match other {
        0 => one,
        _ => divisor(other, one % other),
    }
}
