//! Loads by which each iteration of a loop that is shared out reads memory of its own.
//!
//! An iteration reads the same slice as no other one if origin and stride are uniform, and what
//! accesses of one origin read together is no longer than the stride. That says something of other workers only
//!
//! * within one run of the loop: where it runs again, workers must meet in between, for another worker may be given the iteration then;
//! * if all other code that workers may run at the same time reads other memory, or the same slices in the same loop. Whether two arrays are other
//!   memory may be found out when the program runs, if all that is read of both are slices of the same loop ([`Check`]).
//!
//! Owns: these conditions. Must not: know how bounds are shared out.

use super::extents::Extent;
use super::phases::Phases;
use super::reasons::{Apart, Check, Far, Inner, Narrow, Range};
use crate::analysis::callee;
use crate::analysis::copies::Copies;
use crate::analysis::memory::{Memory, Scalar};
use crate::analysis::uniform::Uniform;
use crate::analysis::workers::Workers;
use crate::view::slices::{Slice, Slicer};
use crate::view::{Access, BlockId, Body, Imported, Inst, InstId, LoopId, Op, ValueId, ValueKind};
use enzyme_llvm_shim::ir::Value;
use enzyme_rules::{AllIterations, CalleeKind, Registry, Shares};
use indexmap::{IndexMap, IndexSet};

/// Iterations that read the same elements lie no farther from each other than this: in chunks that are not much longer nothing would be gained.
const FARTHEST: u64 = 8;

/// More rows than these are hardly worth their comparisons.
const MOST_ROWS: usize = 8;

/// What reads numbers in a function that a team runs.
pub(crate) struct Readers<'a> {
    pub(crate) prepared: Value,
    /// What it is a copy of.
    pub(crate) source: Value,
    pub(crate) imported: &'a Imported,
    pub(crate) memory: &'a Memory,
    pub(crate) registry: &'a Registry,
    pub(crate) workers: &'a Workers<'a>,
    /// The function, and where the addresses of threads' copies of variables go.
    pub(crate) function: &'a str,
    pub(crate) copies: &'a Copies,
    /// What is the same for all workers, if the team is started for this function, and not for something that calls it.
    pub(crate) uniform: Option<&'a Uniform<'a>>,
    /// The same for all threads of a grid that a launch starts for it.
    pub(crate) launched: Option<&'a Uniform<'a>>,
    /// Whether a value has an adjoint.
    pub(crate) is_active: &'a dyn Fn(ValueId) -> bool,
}

/// A loop that is shared out, by the address where its lower bound is written.
struct Sharing {
    calls: Vec<InstId>,
    shares: Shares,
    bounds: Vec<InstId>,
    advances: Vec<InstId>,
}

/// A load that belongs to a slice of a loop's iterations.
struct Sliced {
    sharing: usize,
    slice: Slice,
}

/// Loads that read a slice of their iteration, which no other worker reads at the same time, if some checks hold.
pub(super) fn of_iterations(
    readers: &Readers<'_>,
    written: &IndexSet<InstId>,
) -> IndexMap<InstId, Vec<Check>> {
    let sharings = readers.sharings();
    let Some(uniform) = readers.uniform.filter(|_| !sharings.is_empty()) else {
        return IndexMap::new();
    };
    let loads: Vec<InstId> = readers.loads(written).collect();
    let search = Search {
        readers,
        uniform,
        sliced: readers.sliced(&sharings, &loads, uniform),
        sharings,
        phases: Phases::of(&readers.imported.body, readers.workers),
        wild: readers.wild().collect(),
    };
    let own = |load: &InstId| Some((*load, search.checks(*load, &loads)?));
    loads.iter().filter_map(own).collect()
}

/// What is known of all loads, to judge one of them.
struct Search<'a> {
    readers: &'a Readers<'a>,
    uniform: &'a Uniform<'a>,
    sharings: Vec<Sharing>,
    sliced: IndexMap<InstId, Sliced>,
    phases: Phases<'a>,
    wild: Vec<InstId>,
}

impl Search<'_> {
    /// What must hold for a load to read what no other worker reads at the same time; nothing if that cannot be said.
    fn checks(&self, load: InstId, loads: &[InstId]) -> Option<Vec<Check>> {
        let own = self.sliced.get(&load)?;
        let overlaps = |other: &&InstId| self.phases.overlap(load, **other);
        let once = self.readers.runs_once(load, &self.sharings[own.sharing]);
        if !once || self.wild.iter().any(|call| overlaps(&call)) {
            return None;
        }
        let mut checks = IndexSet::new();
        let mut used = vec![own];
        let mut kin = false;
        for other in loads.iter().filter(overlaps) {
            match self.sliced.get(other) {
                Some(its) if its.is_like(own) => used.push(its),
                Some(its) if its.is_kin(own) => {
                    kin = true;
                    used.push(its);
                }
                _ if self.readers.imported.clobbers.loads_apart(load, *other) => {}
                Some(its) if its.is_related(own) => {
                    checks.insert(Check::Apart(self.apart(own, its)?));
                    used.push(its);
                }
                Some(its) => {
                    checks.insert(Check::Ranges(self.ranges(load, own, its)?));
                    used.push(its);
                }
                None => return None,
            }
        }
        match self.inner(own).filter(|_| !kin) {
            _ if !kin && fit_together(self.like(own)) => {}
            Some(inner) => {
                checks.insert(Check::Inner(inner));
            }
            None => {
                checks.insert(Check::Far(self.far(load, own)?));
            }
        }
        for one in used {
            if let Some(fits) = one.slice.fits {
                checks.insert(Check::Narrow(Narrow {
                    iterations: self.all_iterations(one)?,
                    offset: one.slice.offset,
                    fits,
                }));
            }
        }
        Some(checks.into_iter().collect())
    }

    /// The first and the last iteration of the loop, if all workers know them.
    fn all_iterations(&self, own: &Sliced) -> Option<(ValueId, ValueId)> {
        let (first, last) = self.readers.iterations(&self.sharings[own.sharing])?;
        let uniform = self.uniform.holds(first) && self.uniform.holds(last);
        uniform.then_some((first, last))
    }

    /// The slices of one base that belong together.
    fn like<'s>(&'s self, one: &'s Sliced) -> impl Iterator<Item = &'s Slice> + Clone {
        let all = self.sliced.values();
        all.filter(|its| its.is_like(one)).map(|its| &its.slice)
    }

    /// What must hold for neighbouring iterations that read the same elements.
    fn inner(&self, own: &Sliced) -> Option<Inner> {
        let (low, high) = window(self.like(own))?;
        let stride = own.slice.stride?.unsigned_abs();
        let within = &self.readers.imported.body.loops[own.slice.of];
        let reach = low.abs_diff(high).div_ceil(stride) - 1;
        let same = self.like(own).all(|slice| slice.of == own.slice.of);
        (same && reach <= FARTHEST).then_some(Inner {
            counter: within.counter,
            last: within.last?,
            reach,
        })
    }

    /// What must hold for accesses whose distances the program knows when it runs.
    fn far(&self, load: InstId, own: &Sliced) -> Option<Far> {
        let within = &self.readers.imported.body.loops[own.slice.of];
        Some(Far {
            counter: within.counter,
            last: within.last?,
            extent: self.extent(load, own)?,
            rows: self.rows(load, own).unwrap_or_default(),
        })
    }

    /// What all iterations read of each row of an array: a row is what accesses read whose origins are at constant distances. Nothing if iterations may read the
    /// same of one row.
    fn rows(&self, load: InstId, own: &Sliced) -> Option<Vec<Range>> {
        let kin = self.sliced.values().filter(|its| its.is_kin(own));
        let rows: IndexMap<usize, &Sliced> = kin.map(|its| (its.slice.leader, its)).collect();
        let iterations = self.all_iterations(own)?;
        let body = &self.readers.imported.body;
        let block = body.insts[load].block;
        let mut ends = [iterations.0, iterations.1].into_iter();
        if rows.len() > MOST_ROWS || !ends.all(|value| is_known_in(body, value, block)) {
            return None;
        }
        let range = |row: &&Sliced| {
            let extent = Extent::of(self.like(row))?;
            fit_together(self.like(row)).then_some(Range {
                base: row.slice.base,
                iterations,
                extent,
            })
        };
        rows.values().map(range).collect()
    }

    /// What must hold for two bases of which no more is known.
    fn ranges(&self, load: InstId, own: &Sliced, its: &Sliced) -> Option<[Range; 2]> {
        let range = |one: &Sliced| {
            Some(Range {
                base: one.slice.base,
                iterations: self.all_iterations(one)?,
                extent: self.extent(load, one)?,
            })
        };
        let both = [range(own)?, range(its)?];
        let body = &self.readers.imported.body;
        let known = [its.slice.base, both[1].iterations.0, both[1].iterations.1];
        let block = body.insts[load].block;
        let [one, other] = both;
        // In one order: it is one question, whichever is asked for.
        known
            .iter()
            .all(|value| is_known_in(body, *value, block))
            .then_some(if one.base <= other.base {
                [one, other]
            } else {
                [other, one]
            })
    }

    /// What all accesses of one base span that move with the iterations of one loop.
    fn extent(&self, load: InstId, one: &Sliced) -> Option<Extent> {
        // Those of which no sum of products is known leave nothing to be said.
        let all = self
            .sliced
            .values()
            .filter(|its| its.is_kin(one) || its.is_like(one));
        let of = one.slice.of;
        if !all.clone().all(|its| its.slice.of == of) {
            return None;
        }
        let body = &self.readers.imported.body;
        let block = body.insts[load].block;
        let extent = Extent::of(all.map(|its| &its.slice))?;
        let known = extent.values().all(|value| is_known_in(body, value, block));
        known.then_some(extent)
    }

    /// What must hold for two bases.
    fn apart(&self, own: &Sliced, its: &Sliced) -> Option<Apart> {
        let iterations = self.all_iterations(own)?;
        let both = self.like(own).chain(self.like(its));
        let (low, high) = window(both.clone())?;
        let stride = own.slice.stride?.unsigned_abs();
        Some(Apart {
            // In one order: it is one question, whichever is asked for.
            bases: (
                own.slice.base.min(its.slice.base),
                own.slice.base.max(its.slice.base),
            ),
            equal: fit_together(both),
            iterations,
            bytes: (stride, low.abs_diff(high)),
        })
    }
}

impl Sliced {
    /// Whether two loads are in slices of one loop whose origins are at a constant distance, each behind its base.
    fn is_related(&self, other: &Self) -> bool {
        self.sharing == other.sharing && self.slice.leader == other.slice.leader
    }

    /// Whether they move alike behind one base.
    fn is_kin(&self, other: &Self) -> bool {
        let stride = |one: &Self| one.slice.terms.as_ref().map(|terms| terms.stride.clone());
        self.sharing == other.sharing
            && self.slice.base == other.slice.base
            && stride(self).is_some_and(|own| stride(other) == Some(own))
    }

    /// The same, and the base is one.
    fn is_like(&self, other: &Self) -> bool {
        self.is_related(other) && self.slice.base == other.slice.base
    }
}

/// Whether a value is known wherever a block runs.
pub(super) fn is_known_in(body: &Body, value: ValueId, block: BlockId) -> bool {
    match body.values[value].kind {
        ValueKind::Inst(id) => body.dominates(body.insts[id].block, block),
        // Any other: a parameter or a constant.
        _ => true,
    }
}

/// Whether what accesses with one origin read is no longer than the stride.
fn fit_together<'a>(all: impl Iterator<Item = &'a Slice> + Clone) -> bool {
    if all.clone().all(|slice| slice.within) {
        return true;
    }
    let stride = all.clone().find_map(|slice| slice.stride);
    let fits =
        |((low, high), stride): ((i64, i64), i64)| low.abs_diff(high) <= stride.unsigned_abs();
    window(all).zip(stride).is_some_and(fits)
}

/// What accesses read together, from their common origin on.
fn window<'a>(all: impl Iterator<Item = &'a Slice>) -> Option<(i64, i64)> {
    let windows: Option<Vec<(i64, i64)>> = all.map(|slice| slice.window).collect();
    let windows = windows?;
    let low = windows.iter().map(|window| window.0).min()?;
    let high = windows.iter().map(|window| window.1).max()?;
    Some((low, high))
}

impl Readers<'_> {
    fn body(&self) -> &Body {
        &self.imported.body
    }

    /// Loads of active numbers that other workers may read as well, and do not write.
    pub(super) fn loads<'s>(
        &'s self,
        written: &'s IndexSet<InstId>,
    ) -> impl Iterator<Item = InstId> + 's {
        let body = self.body();
        let insts = body.insts.iter();
        let reads = |inst: &Inst| {
            let result = inst.result.filter(|_| matches!(inst.op, Op::Load { .. }));
            result.is_some_and(|result| {
                let ty = body.values[result].ty;
                let unknown = || !matches!(self.memory.bits(result), Scalar::Int | Scalar::Pointer);
                let carries = || self.memory.is_punned(result) || unknown();
                (self.is_active)(result) || body.types.is_integer(ty) && carries()
            })
        };
        insts
            .filter(move |(id, inst)| {
                reads(inst) && !self.is_own(inst.operands[0]) && !written.contains(id)
            })
            .map(|(id, _)| id)
    }

    pub(super) fn is_own(&self, pointer: ValueId) -> bool {
        let place = self.memory.place(pointer);
        place.is_some_and(|place| self.workers.is_own(place))
    }

    /// Whatever else reads numbers in memory that other workers may read as well.
    pub(super) fn wild(&self) -> impl Iterator<Item = InstId> + '_ {
        let insts = self.body().insts.iter();
        let reads = |id: InstId, inst: &Inst| match inst.op.access() {
            // What an atomic operation reads has no adjoint.
            Access::Read | Access::Write | Access::None | Access::Order | Access::Exchange => false,
            Access::Unknown => true,
            Access::Call => {
                let objects = self.memory.objects_read(id);
                let mut objects = objects.iter();
                objects.any(|o| self.memory.may_hold_numbers(*o) && !self.workers.is_own_object(*o))
            }
        };
        insts
            .filter(move |(id, inst)| reads(*id, inst))
            .map(|(id, _)| id)
    }

    /// The loops that are shared out.
    fn sharings(&self) -> Vec<Sharing> {
        let body = self.body();
        let mut all: IndexMap<ValueId, Sharing> = IndexMap::new();
        for (id, inst) in body.insts.iter() {
            let Some(CalleeKind::Inactive {
                shares: Some(shares),
                ..
            }) = callee::known(inst, self.registry)
            else {
                continue;
            };
            let place = |at: u8| inst.operands[usize::from(at)];
            let sharing = all.entry(place(shares.lower)).or_insert_with(|| Sharing {
                calls: Vec::new(),
                shares: *shares,
                bounds: self.loads_of(place(shares.lower)),
                advances: shares
                    .advance
                    .map_or_else(Vec::new, |at| self.loads_of(place(at))),
            });
            sharing.calls.push(id);
        }
        all.into_values().collect()
    }

    fn loads_of(&self, place: ValueId) -> Vec<InstId> {
        let body = self.body();
        let users = body.values[place].uses.iter().copied();
        users
            .filter(|id| matches!(body.insts[*id].op, Op::Load { .. }))
            .collect()
    }

    /// The loads that belong to slices, with origins and strides that all workers have in common.
    fn sliced(
        &self,
        sharings: &[Sharing],
        loads: &[InstId],
        uniform: &Uniform<'_>,
    ) -> IndexMap<InstId, Sliced> {
        let body = self.body();
        let accesses: Vec<(ValueId, u64)> = loads
            .iter()
            .map(|id| {
                let inst = &body.insts[*id];
                let ty = inst.result.map(|result| body.values[result].ty);
                let bytes = ty.map_or(0, |ty| body.types.get(ty).store_size);
                (inst.operands[0], bytes)
            })
            .collect();
        let mut all = IndexMap::new();
        let is_uniform = |slice: &Slice| slice.leaves.iter().all(|leaf| uniform.holds(*leaf));
        let slicer = Slicer::of(self.prepared, self.imported);
        for (sharing, shared) in sharings.iter().enumerate() {
            let found = slicer.slices((&shared.bounds, &shared.advances), &accesses);
            for (id, slice) in loads.iter().zip(found) {
                if let Some(slice) = slice.filter(is_uniform) {
                    all.insert(*id, Sliced { sharing, slice });
                }
            }
        }
        all
    }

    /// The first and the last iteration of a loop that is shared out.
    fn iterations(&self, sharing: &Sharing) -> Option<(ValueId, ValueId)> {
        let body = self.body();
        let call = *sharing.calls.first()?;
        let inst = &body.insts[call];
        let bounds = match sharing.shares.all {
            AllIterations::Stored(upper) => {
                let stored = |at: u8| self.stored_before(inst.operands[usize::from(at)], call);
                (stored(sharing.shares.lower)?, stored(upper)?)
            }
            AllIterations::Given { by, first, last } => {
                let begins = |id: &InstId| {
                    let symbol = callee::symbol(&body.insts[*id]);
                    symbol.is_some_and(|symbol| symbol.starts_with(by)) && self.is_before(*id, call)
                };
                let begin = body.insts.keys().filter(begins).max()?;
                let operand = |at: u8| body.insts[begin].operands.get(usize::from(at)).copied();
                (operand(first)?, operand(last)?)
            }
        };
        Some(bounds)
    }

    /// What was stored last at an address, before an instruction in the same block.
    fn stored_before(&self, place: ValueId, at: InstId) -> Option<ValueId> {
        let body = self.body();
        let users = body.values[place].uses.iter().copied();
        let stores = users.filter(|id| {
            let inst = &body.insts[*id];
            let stored = matches!(inst.op, Op::Store { .. }) && inst.operands[1] == place;
            stored && inst.block == body.insts[at].block && *id < at
        });
        stores.max().map(|id| body.insts[id].operands[0])
    }

    /// Whether an instruction has run whenever another one does.
    fn is_before(&self, one: InstId, other: InstId) -> bool {
        let body = self.body();
        let [first, second] = [one, other].map(|id| body.insts[id].block);
        match first == second {
            true => one < other,
            false => body.dominates(first, second),
        }
    }

    /// Whether a loop that is shared out, and holds a load, runs once only before workers meet.
    fn runs_once(&self, load: InstId, sharing: &Sharing) -> bool {
        let body = self.body();
        let calls: IndexSet<_> = sharing
            .calls
            .iter()
            .map(|id| body.insts[*id].block)
            .collect();
        let around = body.nest(body.insts[load].block);
        let asks_again = |l: &LoopId| calls.iter().any(|block| body.holds(*l, *block));
        let again: Vec<LoopId> = around.filter(asks_again).collect();
        // The innermost loop in which the library is asked for chunks is the loop itself.
        let own = usize::from(sharing.shares.advance.is_none());
        again.iter().skip(own).all(|l| {
            let latch = body.loops[*l].latch;
            let barriers = self.workers.sure_barriers().iter();
            let mut blocks = barriers.map(|id| body.insts[*id].block);
            blocks.any(|block| body.holds(*l, block) && body.dominates(block, latch))
        })
    }
}
