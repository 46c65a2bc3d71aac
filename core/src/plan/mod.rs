//! What will be emitted, as plain data.
//!
//! [`accumulate`]: how contributions are added to shadows. [`adjoints`]: what each active instruction's adjoint is, or why it is refused. [`needed`]: which
//! primal values and shadows those read. [`calls`]: of functions with a body or a rule of the program's. [`through`]: of functions whose
//! derivatives lie behind the shadow of a pointer. [`arrays`]: routines over arrays whose derivative a library computes. [`carry`]: adjoints of neighbouring elements
//! that travel from iteration to iteration. [`pairs`]: stores whose adjoints are zeroed together. [`heap`]: how long heap
//! memory lives. [`lanes`]: which lanes of vectors have adjoints. [`combine`]: which calls run wholly in the reverse pass.
//! [`recompute`]: what can be had again in the reverse pass
//! and from what. [`snapshot`]: which memory could be copied for that. [`cut`]: which needed values
//! are kept, by minimum cut; [`effort`]: how much a block computes again; [`extent`]: how large integers are taken to be.
//! [`storage`]: where kept values live. [`scopes`]: which accesses never meet. [`unneeded`]: which stores a tangent function
//! leaves out. [`promises`]: what generated functions' parameters promise. [`unset`]: which pointers in globals are checked at
//! run time. [`sorts`]: what contributions are about. [`steps`]: loops whose steps are run again from checkpoints. [`flow`]: how each block finds its way back. [`again`]: which
//! reverse halves can run again on the same tape. [`given`]: which shadows both halves must be given. [`print`]: all of it, readably.
//!
//! Owns: every decision. Must not: emit, or touch an LLVM handle.

pub(crate) mod accumulate;
pub(crate) mod adjoints;
mod again;
pub(crate) mod arrays;
mod bits;
pub(crate) mod calls;
pub(crate) mod carry;
pub(crate) mod combine;
pub(crate) mod copies;
mod counts;
pub(crate) mod cut;
mod disguised;
mod effort;
mod extent;
pub(crate) mod flow;
mod gaps;
mod given;
pub(crate) mod heap;
mod integers;
mod intrinsics;
pub(crate) mod lanes;
mod links;
mod masked;
mod maxflow;
mod missing;
pub(crate) mod needed;
mod origin;
pub(crate) mod pairs;
pub(crate) mod print;
pub(crate) mod promises;
pub(crate) mod recompute;
pub(crate) mod refusal;
pub(crate) mod scopes;
pub(crate) mod snapshot;
pub(crate) mod sorts;
mod speculated;
pub(crate) mod steps;
pub(crate) mod storage;
pub(crate) mod through;
pub(crate) mod unneeded;
mod unset;

use crate::analysis::activity::Activities;
use crate::analysis::callee::Functions;
use crate::analysis::memory::{Memory, Scalar};
use crate::analysis::overwritten::Overwritten;
use crate::options::Options;
use crate::request::{Mode, Request};
use crate::view::entity::Map;
use crate::view::ints::Errno;
use crate::view::{BlockId, Body, Clobber, Clobbers, InstId, LoopId, Op, ValueId, ValueKind};
use adjoints::Adjoint;
use carry::Carry;
use enzyme_rules::FloatKind;
use enzyme_rules::Registry;
use flow::Back;
use heap::Heaps;
use indexmap::{IndexMap, IndexSet};
use lanes::UsedLanes;
use pairs::Pair;
use recompute::Recipe;
use refusal::Refusal;
use snapshot::Snapshot;
use storage::Layout;
use unneeded::Unneeded;

/// Something the reverse pass reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Item {
    /// A primal value.
    Primal(ValueId),
    /// The shadow of a pointer.
    Shadow(ValueId),
    /// What a call left for its reverse half: a split call's tape, a mirrored call's record.
    Tape(InstId),
    /// The place of a pointer in a snapshot of the memory that it is made from.
    Copied(Snapshot, ValueId),
}

impl Item {
    /// The primal value that it is, or stands beside.
    pub(crate) fn value(self) -> Option<ValueId> {
        match self {
            Self::Primal(value) | Self::Shadow(value) | Self::Copied(_, value) => Some(value),
            Self::Tape(_) => None,
        }
    }
}

/// Facts that planning reads.
#[derive(Clone, Copy)]
pub(crate) struct Facts<'a> {
    pub(crate) body: &'a Body,
    pub(crate) memory: &'a Memory,
    /// The same with all callers' contexts merged: asked for types only, where `memory` has none.
    pub(crate) wide: &'a Memory,
    pub(crate) activities: &'a Activities,
    pub(crate) overwritten: &'a Overwritten<'a>,
    pub(crate) clobbers: &'a Clobbers,
    /// Functions that leave no trace but their result.
    pub(crate) quiet: &'a Functions,
    /// Functions that may be run again from a state of memory.
    pub(crate) repeatable: &'a Functions,
    /// How the differentiated code comes by `errno`, if it does.
    pub(crate) errno: Option<Errno>,
    /// Functions that make mirrored calls.
    pub(crate) mirrored: &'a Functions,
    pub(crate) registry: &'a Registry,
    pub(crate) request: &'a Request,
}

impl Facts<'_> {
    /// The floating numbers that an integer value of `bits` carries: kind and how many.
    pub(crate) fn carried(&self, value: ValueId, bits: u32) -> Option<(FloatKind, u32)> {
        let unknown = self.memory.bits(value) == Scalar::Unknown;
        let wide = || self.wide.carried(value, bits).filter(|_| unknown);
        self.memory.carried(value, bits).or_else(wide)
    }

    /// Whether a loop may write what a load in it reads.
    pub(crate) fn is_written_in(&self, load: InstId, l: LoopId) -> bool {
        let row = self.clobbers.of(self.body, load);
        let inside = |write: &InstId| self.body.holds(l, self.body.insts[*write].block);
        let mut candidates = row.candidates().filter(inside);
        candidates.any(|write| row.answer(write) == Clobber::MayWrite)
    }

    /// Whether a pointer value's object has a shadow.
    pub(crate) fn shadowed(&self, pointer: ValueId) -> bool {
        let place = self.memory.place(pointer);
        place.is_some_and(|place| self.activities.shadowed(place.object))
            || self.moves_address(pointer)
    }

    /// Whether an integer, or one byte of one, is moved that is an address, but only callers know to what memory: its shadow is
    /// what lies in the shadow of the memory that it comes from.
    pub(crate) fn moves_address(&self, value: ValueId) -> bool {
        self.comes_as_address(value) == Some(true)
    }

    /// Whether such an integer comes from memory alone, `Some(false)` if from elsewhere, too; `None` if it is not one.
    pub(crate) fn comes_as_address(&self, value: ValueId) -> Option<bool> {
        let body = self.body;
        let is_address = |memory: &Memory| memory.bits(value) == Scalar::Pointer;
        let leads = is_address(self.memory) && self.memory.place(value).is_some();
        let address = is_address(self.memory) || is_address(self.wide);
        if leads || !address || !body.types.is_integer(body.values[value].ty) {
            return None;
        }
        let mut loads = 0;
        let mut others = 0;
        let mut seen = IndexSet::from([value]);
        let mut next = 0;
        while let Some(value) = seen.get_index(next).copied() {
            next += 1;
            match body.def(value).map(|id| &body.insts[id]) {
                Some(inst) if matches!(inst.op, Op::Load { .. }) => loads += 1,
                Some(inst) if matches!(inst.op, Op::Phi(_) | Op::Select | Op::Freeze) => {
                    seen.extend(inst.passed_on());
                }
                None if matches!(body.values[value].kind, ValueKind::ConstInt(_)) => {}
                _ => others += 1,
            }
        }
        (loads > 0).then_some(others == 0)
    }
}

/// The plan of one request.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// What each instruction contributes.
    pub(crate) adjoints: Map<InstId, Adjoint>,
    /// Items the adjoints read directly.
    pub(crate) needed: IndexSet<Item>,
    /// How an item is had again where it is not kept.
    pub(crate) recipes: IndexMap<Item, Recipe>,
    /// Where kept items live.
    pub(crate) layout: Layout,
    /// How long heap memory and its shadows live.
    pub(crate) heaps: Heaps,
    /// Adjoints that travel from iteration to iteration.
    pub(crate) carries: Vec<Carry>,
    /// Lanes of vectors that have an adjoint.
    pub(crate) lanes: UsedLanes,
    /// How the reverse pass leaves each block.
    pub(crate) back: Map<BlockId, Back>,
    /// Stores whose adjoints are zeroed together.
    pub(crate) pairs: IndexMap<InstId, Pair>,
    /// Stores of the primal that run when the reverse pass is over.
    pub(crate) postponed: IndexSet<InstId>,
    /// Whether the two halves are separate functions.
    pub(crate) split: bool,
}

/// Makes the plan of a reverse-mode request.
///
/// # Errors
/// Everything in the function that cannot be differentiated.
pub(crate) fn reverse(facts: Facts<'_>, options: &Options) -> Result<Plan, Vec<Refusal>> {
    let mut adjoints = adjoints::classify(facts)?;
    let carries = match options.carry_adjoints {
        true => carry::choose(facts, &mut adjoints),
        false => Vec::new(),
    };
    let lanes = UsedLanes::find(facts, &adjoints);
    let mut heaps = Heaps::choose(facts, &mut adjoints);
    let back = flow::plan(facts, &adjoints, &heaps);
    let split = facts.request.mode != Mode::Gradient;
    let by_block = needed::collect(facts, &adjoints, &carries, &heaps, &back);
    let mut needed: IndexSet<Item> = by_block.values().flatten().copied().collect();
    if options.combine_calls {
        combine::choose(facts, &mut adjoints, &mut needed, &back);
    }
    let snapshots = snapshot::choose(facts, &adjoints);
    loop {
        let recipes = recompute::recipes(facts, &snapshots, &heaps, &needed);
        let mut kept = cut::choose(facts, &heaps, (&needed, &recipes), options, split);
        effort::bound(facts, &heaps, &by_block, &recipes, &mut kept);
        let bound = given::bound(facts, &adjoints, &kept);
        let layout = storage::place(facts, &kept, &bound, split);
        let before = needed.len();
        needed.extend(layout.counts.iter().copied());
        needed.extend(heaps.needs(&kept));
        if needed.len() == before {
            // The forward sweep would keep an address in a shadow that is not there yet.
            assert!(!kept.iter().any(|item| heaps.is_late(*item)));
            heaps.settle(&kept);
            let refused = again::refused(facts, &adjoints);
            if !refused.is_empty() {
                return Err(refused);
            }
            return Ok(Plan {
                pairs: pairs::choose(facts, &adjoints),
                adjoints,
                needed,
                recipes,
                layout,
                heaps,
                carries,
                lanes,
                back,
                postponed: facts.overwritten.postponed().clone(),
                split,
            });
        }
    }
}

/// The plan of a forward-mode request.
#[derive(Clone, Debug)]
pub(crate) struct Tangent {
    /// What each instruction contributes.
    pub(crate) adjoints: Map<InstId, Adjoint>,
    /// What the primal computes and nobody needs.
    pub(crate) unneeded: Unneeded,
    /// What tangents must leave as the primal set it, for the primal goes on to read it. (A reverse pass runs
    /// when the primal is over.)
    pub(crate) errno: Option<Errno>,
}

/// Makes the plan of a forward-mode request.
///
/// # Errors
/// Everything in the function that cannot be differentiated.
pub(crate) fn forward(facts: Facts<'_>) -> Result<Tangent, Vec<Refusal>> {
    Ok(Tangent {
        adjoints: adjoints::classify(facts)?,
        unneeded: Unneeded::find(facts),
        errno: facts.errno,
    })
}
