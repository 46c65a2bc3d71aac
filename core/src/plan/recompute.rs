//! What can be had again in the reverse pass, and from what.
//!
//! Parameters, constants, counters of reversed loops and static stack memory are free. Else a recipe is the same instruction again on recomputed
//! operands, or, for a phi of two ways, a select on its branch's condition. Only cheap instructions have recipes; library calls do not.
//!
//! Owns: [`Recipe`], for every item that a needed one may be recomputed from.
//! Must not: weigh keeping against recomputing (see `cut`).

use super::exchange::Exchanges;
use super::facts::Facts;
use super::heap::Heaps;
use super::item::Item;
use super::snapshot::Snapshots;
use crate::analysis::callee;
use crate::request::Team;
use crate::view::{BlockId, Body, CastOp, InstId, Op, ValueId};
use enzyme_rules::CalleeKind;
use indexmap::{IndexMap, IndexSet};

/// How an item is had without keeping it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Recipe {
    /// It is there anyway: parameters, constants, globals, counters of the reversed loops, static
    /// stack memory, memory that the reverse pass has made.
    Free,
    /// By the same instruction on recomputed operands (of the item's own side).
    Again(InstId, Vec<Item>),
    /// A load again that reads what other threads hand over: they write again what these items say, behind its address.
    Handed(InstId, Item, Vec<Item>),
    /// A two-way phi, by the condition of the branch that decides it: condition, then, else.
    Decide(Item, Item, Item),
    /// A phi with one source.
    Alias(Item),
    /// Not at all: it must be kept.
    Never,
}

impl Recipe {
    /// Items it reads.
    pub(crate) fn reads(&self) -> Vec<Item> {
        match self {
            Self::Free | Self::Never => Vec::new(),
            Self::Again(_, items) => items.clone(),
            Self::Handed(_, at, written) => [*at].iter().chain(written).copied().collect(),
            Self::Decide(condition, then, otherwise) => vec![*condition, *then, *otherwise],
            Self::Alias(item) => vec![*item],
        }
    }

    /// Those of them that are read where the item is looked up.
    pub(crate) fn operands(&self) -> Vec<Item> {
        match self {
            Self::Handed(_, at, _) => vec![*at],
            Self::Free | Self::Never | Self::Again(..) | Self::Decide(..) | Self::Alias(_) => {
                self.reads()
            }
        }
    }
}

/// Functions cheap enough to be called again.
const CHEAP: &[&str] = &[
    "fabs",
    "copysign",
    "fmin",
    "fmax",
    "minimum",
    "maximum",
    "fma",
    "fmuladd",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "roundeven",
    "canonicalize",
    "sqrt",
    "rsqrt",
    "x86_max",
    "x86_min",
];

/// Functions that jump: the last bit of an argument may decide what they give.
const ROUNDING: &[&str] = &[
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "roundeven",
];

/// Recipes of the needed items and of all they can be recomputed from.
pub(crate) fn recipes(
    facts: Facts<'_>,
    (snapshots, exchanges): (&Snapshots, &Exchanges),
    heaps: &Heaps,
    needed: &IndexSet<Item>,
) -> IndexMap<Item, Recipe> {
    let mut recipes = IndexMap::new();
    let mut work: Vec<Item> = needed.iter().copied().collect();
    while let Some(item) = work.pop() {
        if !recipes.contains_key(&item) {
            let handed = handed(facts, exchanges, item);
            let recipe = handed.unwrap_or_else(|| recipe(facts, snapshots, heaps, item));
            work.extend(recipe.reads());
            recipes.insert(item, recipe);
        }
    }
    recipes
}

/// The items that are had again because they are not kept: needed ones, and what these are made of.
pub(crate) fn had(
    needed: &IndexSet<Item>,
    recipes: &IndexMap<Item, Recipe>,
    kept: &IndexSet<Item>,
) -> IndexSet<Item> {
    let mut had: IndexSet<Item> = needed - kept;
    let mut next = 0;
    while let Some(item) = had.get_index(next).copied() {
        let reads = recipes.get(&item).map(Recipe::reads);
        had.extend(
            reads
                .into_iter()
                .flatten()
                .filter(|read| !kept.contains(read)),
        );
        next += 1;
    }
    had
}

fn recipe(facts: Facts<'_>, snapshots: &Snapshots, heaps: &Heaps, item: Item) -> Recipe {
    match item {
        Item::Shadow(value) if heaps.makes_late(value) => Recipe::Free,
        Item::Tape(_) => Recipe::Never,
        Item::Primal(value) => match reread(facts.body, snapshots, value) {
            Some(recipe) => recipe,
            None => of_value(facts, value, Item::Primal),
        },
        Item::Shadow(value) => of_value(facts, value, Item::Shadow),
        Item::Copied(snapshot, value) if value == snapshot.of => Recipe::Never,
        Item::Copied(snapshot, value) => {
            let place = |pointer| Item::Copied(snapshot, pointer);
            address(facts.body, value, place).unwrap_or(Recipe::Never)
        }
    }
}

/// A load of memory through which threads hand each other numbers, and that is not as it was.
fn handed(facts: Facts<'_>, exchanges: &Exchanges, item: Item) -> Option<Recipe> {
    let Item::Primal(value) = item else {
        return None;
    };
    let load = facts
        .body
        .def(value)
        .filter(|id| facts.overwritten.is(*id))?;
    let written = exchanges.written_for(facts, load)?;
    let at = Item::Primal(facts.body.insts[load].operands[0]);
    Some(Recipe::Handed(load, at, written))
}

/// A load that reads a snapshot.
fn reread(body: &Body, snapshots: &Snapshots, value: ValueId) -> Option<Recipe> {
    let id = body.def(value)?;
    let place = Item::Copied(snapshots.of(id)?, body.insts[id].operands[0]);
    Some(Recipe::Again(id, vec![place]))
}

/// Address arithmetic: the base on its own side, the indices as they are.
fn address(body: &Body, value: ValueId, side: impl Fn(ValueId) -> Item) -> Option<Recipe> {
    let id = body.def(value)?;
    let [base, indices @ ..] = body.insts[id].operands.as_slice() else {
        return None;
    };
    let indices = indices.iter().map(|v| Item::Primal(*v));
    let items = std::iter::once(side(*base)).chain(indices).collect();
    Some(Recipe::Again(id, items))
}

fn of_value(facts: Facts<'_>, value: ValueId, side: fn(ValueId) -> Item) -> Recipe {
    let body = facts.body;
    let Some(id) = body.def(value) else {
        return Recipe::Free;
    };
    if body.counted(value).is_some() {
        return Recipe::Free;
    }
    let inst = &body.insts[id];
    let shadow = side(value) != Item::Primal(value);
    let primal = |v: &ValueId| Item::Primal(*v);
    if decides_anew(facts, id) {
        return Recipe::Never;
    }
    match &inst.op {
        Op::Alloca(_) if body.is_static_alloca(id) => Recipe::Free,
        Op::Phi(blocks) => phi(body, id, blocks, side),
        Op::Gep { .. } => address(body, value, side).unwrap_or(Recipe::Never),
        Op::Load { ordered: false, .. } if !facts.overwritten.is(id) => {
            Recipe::Again(id, vec![side(inst.operands[0])])
        }
        Op::Select => {
            let picks = inst.operands[1..].iter().map(|v| side(*v));
            Recipe::Again(
                id,
                std::iter::once(primal(&inst.operands[0]))
                    .chain(picks)
                    .collect(),
            )
        }
        Op::Cast(_) => Recipe::Again(id, vec![side(inst.operands[0])]),
        Op::Call(_) if marked(facts, id).is_some() => {
            marked(facts, id).map_or(Recipe::Never, |pointer| Recipe::Alias(side(pointer)))
        }
        // Any other: again if only its operands count, kept if not. Shadows are made by the pointers above alone.
        _ => {
            let again = inst.op.is_computation() || cheap_call(facts, id) || masked_load(facts, id);
            match again && !shadow {
                true => Recipe::Again(id, inst.operands.iter().map(primal).collect()),
                false => Recipe::Never,
            }
        }
    }
}

/// Whether an instruction might decide otherwise in the reverse pass: it compares or rounds a number that fast-math flags allow to be
/// computed there with another last bit, and what compares equal by construction is common (`v / d >= largest`).
fn decides_anew(facts: Facts<'_>, id: InstId) -> bool {
    let body = facts.body;
    let inst = &body.insts[id];
    let jumps = match inst.op {
        Op::FCmp | Op::Round | Op::Cast(CastOp::FpToInt) => true,
        Op::Call(_) => match callee::known(inst, facts.registry) {
            Some(CalleeKind::Scalar(rule)) => ROUNDING.contains(&rule.name),
            // Any other: it does not jump, or is kept.
            _ => false,
        },
        // Any other: it follows its operands smoothly, or knows no numbers.
        _ => false,
    };
    let is_loose = |v: &ValueId| body.def(*v).is_some_and(|made| body.insts[made].loose);
    jumps && inst.operands.iter().any(is_loose)
}

fn cheap_call(facts: Facts<'_>, id: InstId) -> bool {
    let inst = &facts.body.insts[id];
    let intrinsic = callee::symbol(inst).is_some_and(|s| s.starts_with("llvm."));
    // A machine with grids has a library of mathematics that touches nothing, and little memory for each thread.
    let plain = intrinsic || facts.request.team == Team::Grid;
    match callee::known(inst, facts.registry) {
        Some(CalleeKind::Scalar(rule)) => plain && CHEAP.contains(&rule.name),
        Some(CalleeKind::IntegerOp) => intrinsic && !inst.effects.writes && !inst.effects.reads,
        // Any other: it is kept.
        _ => false,
    }
}

/// The pointer that a call gives back with a promise.
fn marked(facts: Facts<'_>, id: InstId) -> Option<ValueId> {
    let inst = &facts.body.insts[id];
    match callee::known(inst, facts.registry) {
        Some(CalleeKind::Exclusive(arg)) => Some(inst.operands[usize::from(*arg)]),
        // Any other: it does more, or says nothing.
        _ => None,
    }
}

/// A masked load of memory that nobody overwrites.
fn masked_load(facts: Facts<'_>, id: InstId) -> bool {
    let known = callee::known(&facts.body.insts[id], facts.registry);
    matches!(known, Some(CalleeKind::Masked(access)) if !access.stores) && !facts.overwritten.is(id)
}

fn phi(body: &Body, id: InstId, blocks: &[BlockId], side: fn(ValueId) -> Item) -> Recipe {
    let inst = &body.insts[id];
    let first = inst.operands[0];
    if inst.operands.iter().all(|v| *v == first) {
        return alias(body, inst.block, first, side);
    }
    if body.headed(inst.block).is_some() || body.blocks[inst.block].preds.len() != 2 {
        return Recipe::Never;
    }
    decide(body, id, blocks, side).unwrap_or(Recipe::Never)
}

/// A phi of one value: that value, unless it comes out of a loop (its last iteration is over).
fn alias(body: &Body, at: BlockId, value: ValueId, side: fn(ValueId) -> Item) -> Recipe {
    let inside = body.loop_of(value).is_none_or(|l| body.holds(l, at));
    if inside {
        Recipe::Alias(side(value))
    } else {
        Recipe::Never
    }
}

/// The two-way phi of a branch in the immediate dominator whose sides do not mix.
fn decide(
    body: &Body,
    id: InstId,
    blocks: &[BlockId],
    side: fn(ValueId) -> Item,
) -> Option<Recipe> {
    let inst = &body.insts[id];
    let merge = inst.block;
    let top = body.blocks[merge].idom?;
    if body.blocks[top].inner != body.blocks[merge].inner {
        return None;
    }
    let branch = &body.insts[body.terminator(top)?];
    let (Op::Br, [condition]) = (&branch.op, branch.operands.as_slice()) else {
        return None;
    };
    // Successors in branch order: the first is taken when the condition holds.
    let [then, otherwise] = body.blocks[top].succs.as_slice() else {
        return None;
    };
    let via = |pred: BlockId, successor: BlockId| {
        let direct = pred == top && successor == merge;
        let private = body.blocks[successor].preds == [top];
        direct || (private && body.dominates(successor, pred))
    };
    let value_via = |successor: BlockId| {
        let mut hits = blocks
            .iter()
            .zip(&inst.operands)
            .filter(|(p, _)| via(**p, successor));
        let (_, value) = hits.next()?;
        hits.all(|(_, v)| v == value).then_some(*value)
    };
    let (a, b) = (value_via(*then)?, value_via(*otherwise)?);
    let covered = blocks.iter().all(|p| via(*p, *then) || via(*p, *otherwise));
    let above = |v: ValueId| body.block_of(v).is_none_or(|d| body.dominates(d, top));
    (covered && above(a) && above(b))
        .then(|| Recipe::Decide(Item::Primal(*condition), side(a), side(b)))
}
