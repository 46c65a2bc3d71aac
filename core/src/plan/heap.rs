//! How long heap memory that the function obtains and frees itself lives in the derivative.
//!
//! The program frees it before the reverse pass begins. Where the reverse pass reads it again, its end
//! is put off; where not, it ends where the program ends it. Its shadow holds nothing but zeros until the
//! reverse pass comes by its end: there it is made, unless the forward sweep, too, has to know it,
//! since pointers are moved through the memory, or a callee or a mirrored call is given it.
//!
//! This is decided for memory whose pointer is followed: neither stored nor merged nor handed to anything
//! but plain accesses and mirrored calls. What else is freed here stays until the reverse pass frees it.
//!
//! Owns: [`Heaps`]. Must not: decide what is kept (see `cut`), or emit.

use super::adjoints::Adjoint;
use super::bytes::Bytes;
use super::facts::Facts;
use super::item::Item;
use crate::analysis::callee;
use crate::analysis::ownership;
use crate::view::entity::Map;
use crate::view::{BlockId, InstId, Op, ValueId};
use enzyme_rules::{CalleeKind, DeallocArg};
use indexmap::{IndexMap, IndexSet};

/// Memory of one allocation.
#[derive(Clone, Debug)]
pub(crate) struct Heap {
    /// What the allocation gave.
    made: ValueId,
    /// Whether the reverse pass makes its shadow.
    late: bool,
    /// Whether nothing but the pointer is needed to free it.
    freed_by_pointer: bool,
    /// Whether its end waits for the reverse pass.
    put_off: bool,
}

/// All memory whose pointers are followed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heaps {
    allocations: IndexMap<InstId, Heap>,
    /// The allocation whose memory an instruction frees.
    frees: IndexMap<InstId, InstId>,
    /// The allocation whose memory an address leads into.
    addresses: IndexMap<ValueId, InstId>,
}

impl Heaps {
    /// Finds the memory and says which shadows the reverse pass makes.
    pub(crate) fn choose(facts: Facts<'_>, adjoints: &mut Map<InstId, Adjoint>) -> Self {
        let mut heaps = Self::default();
        for id in facts.body.insts.keys() {
            let Some((made, pointers)) = followed(facts, adjoints, id) else {
                continue;
            };
            let frees = frees(facts, made);
            let late = is_shadowed(&adjoints[id])
                && moves_no_pointers(facts, adjoints, &pointers)
                && always_freed(facts, id, &frees);
            if late {
                set_late(&mut adjoints[id]);
            }
            heaps
                .addresses
                .extend(pointers.into_iter().map(|p| (p, id)));
            heaps.frees.extend(frees.into_iter().map(|free| (free, id)));
            let freed_by_pointer = freed_by_pointer(facts, id);
            let put_off = true;
            let heap = Heap {
                made,
                late,
                freed_by_pointer,
                put_off,
            };
            heaps.allocations.insert(id, heap);
        }
        heaps
    }

    /// What else is needed with what is kept: where an address in the memory is, the reverse pass reads
    /// the memory again, and has to end it then.
    pub(crate) fn needs<'a>(&'a self, kept: &'a IndexSet<Item>) -> impl Iterator<Item = Item> + 'a {
        let held = kept.iter().filter_map(|item| self.of(*item));
        held.map(|heap| Item::Primal(heap.made))
    }

    /// With what is kept it is known which memory the reverse pass reads again.
    pub(crate) fn settle(&mut self, kept: &IndexSet<Item>) {
        for heap in self.allocations.values_mut() {
            let read = kept.contains(&Item::Primal(heap.made));
            heap.put_off = read || !heap.freed_by_pointer;
        }
    }

    /// The memory that a primal address leads into.
    fn of(&self, item: Item) -> Option<&Heap> {
        let Item::Primal(address) = item else {
            return None;
        };
        Some(&self.allocations[self.addresses.get(&address)?])
    }

    /// What an allocation gave, if its end may stay in its place and an address leads into it.
    pub(crate) fn held_by(&self, item: Item) -> Option<ValueId> {
        let heap = self.of(item).filter(|heap| heap.freed_by_pointer)?;
        Some(heap.made)
    }

    /// Whether the end of the primal memory waits for the reverse pass, which is asked for it only then.
    pub(crate) fn is_put_off(&self, allocation: InstId) -> bool {
        self.allocations
            .get(&allocation)
            .is_none_or(|heap| heap.put_off)
    }

    /// Whether the end may stay in its place.
    pub(crate) fn may_stay(&self, allocation: InstId) -> bool {
        let heap = self.allocations.get(&allocation);
        heap.is_some_and(|heap| heap.freed_by_pointer)
    }

    /// Whether a deallocation stays where the program has it.
    pub(crate) fn stays(&self, free: InstId) -> bool {
        let allocation = self.frees.get(&free);
        allocation.is_some_and(|id| !self.is_put_off(*id))
    }

    /// The allocation whose shadow the reverse pass makes where it comes by this deallocation.
    pub(crate) fn made_at(&self, free: InstId) -> Option<InstId> {
        let allocation = self.frees.get(&free).copied()?;
        self.allocations[&allocation].late.then_some(allocation)
    }

    /// Allocations whose shadows the reverse pass makes.
    pub(crate) fn late(&self) -> impl Iterator<Item = InstId> + '_ {
        let late = self.allocations.iter().filter(|(_, heap)| heap.late);
        late.map(|(id, _)| *id)
    }

    /// Whether the shadow of what an allocation gave is made by the reverse pass.
    pub(crate) fn makes_late(&self, made: ValueId) -> bool {
        let heap = self.of(Item::Primal(made));
        heap.is_some_and(|heap| heap.late && heap.made == made)
    }

    /// Whether an item leads into a shadow that there is only in the reverse pass: the forward sweep cannot keep it.
    pub(crate) fn is_late(&self, item: Item) -> bool {
        let Item::Shadow(pointer) = item else {
            return false;
        };
        let allocation = self.addresses.get(&pointer);
        allocation.is_some_and(|id| self.allocations[id].late)
    }
}

fn is_shadowed(adjoint: &Adjoint) -> bool {
    matches!(adjoint, Adjoint::Allocate { shadowed: true, .. })
}

fn set_late(adjoint: &mut Adjoint) {
    if let Adjoint::Allocate { late, .. } = adjoint {
        *late = true;
    }
}

/// What an allocation gave, and all pointers made from it, if the function frees it and does nothing
/// with it but access it.
fn followed(
    facts: Facts<'_>,
    adjoints: &Map<InstId, Adjoint>,
    id: InstId,
) -> Option<(ValueId, IndexSet<ValueId>)> {
    let Adjoint::Allocate { freed: true, .. } = adjoints[id] else {
        return None;
    };
    let made = facts.body.insts[id].result?;
    ownership::owned(facts.body, facts.memory, facts.registry, made)?;
    let pointers = ownership::addresses(facts.body, made);
    let plain = users(facts, &pointers).all(|user| is_plain(facts, user));
    plain.then_some((made, pointers))
}

fn users<'a>(
    facts: Facts<'a>,
    pointers: &'a IndexSet<ValueId>,
) -> impl Iterator<Item = InstId> + 'a {
    let uses = |v: &'a ValueId| facts.body.values[*v].uses.iter().copied();
    pointers.iter().flat_map(uses)
}

/// Whether an instruction does no more with a pointer than to access memory, or to free it. The reverse half of a mirrored call
/// has its record and shadows.
fn is_plain(facts: Facts<'_>, id: InstId) -> bool {
    let inst = &facts.body.insts[id];
    match inst.op {
        Op::Gep { .. } | Op::ICmp | Op::Load { .. } | Op::Store { .. } => true,
        Op::Call(_) => matches!(
            callee::known(inst, facts.registry),
            Some(
                CalleeKind::Memory(_)
                    | CalleeKind::Masked(_)
                    | CalleeKind::Deallocator(_)
                    | CalleeKind::Mirrored(_)
            )
        ),
        // Any other: it may keep the pointer, so that the memory is held as before.
        _ => false,
    }
}

/// Whether no access moves pointers whose shadows matter: these are moved in the forward sweep.
fn moves_no_pointers(
    facts: Facts<'_>,
    adjoints: &Map<InstId, Adjoint>,
    pointers: &IndexSet<ValueId>,
) -> bool {
    let numbers = |bytes: &Bytes| match bytes {
        Bytes::Floats(_) | Bytes::Untold => true,
        Bytes::Fields { pointers, .. } => pointers.is_empty(),
    };
    let loads_none = |id: InstId| {
        facts.body.insts[id]
            .result
            .is_none_or(|r| !facts.shadowed(r))
    };
    users(facts, pointers).all(|id| match (&facts.body.insts[id].op, &adjoints[id]) {
        (Op::Gep { .. } | Op::ICmp, _) => true,
        (_, Adjoint::StorePointer | Adjoint::Mirror(_)) => false,
        (_, Adjoint::Copy { bytes, .. }) => numbers(bytes),
        (_, Adjoint::Reset { bytes, .. }) => bytes.as_ref().is_none_or(numbers),
        // Any other: what moves a pointer whose shadow matters without a store has it as its result.
        _ => loads_none(id),
    })
}

/// Whether each time that the memory is obtained one of its ends follows before the next time, or
/// before the function returns.
fn always_freed(facts: Facts<'_>, allocation: InstId, frees: &[InstId]) -> bool {
    let body = facts.body;
    let home = body.insts[allocation].block;
    let block = |free: &InstId| body.insts[*free].block;
    let beside = |free: &InstId| body.blocks[block(free)].inner == body.blocks[home].inner;
    frees.iter().all(beside)
        && (frees.iter().any(|free| block(free) == home)
            || !escapes_frees(facts, home, &frees.iter().map(block).collect()))
}

/// Whether a block, or the end of the function, can be reached from a block past all of others.
fn escapes_frees(facts: Facts<'_>, home: BlockId, frees: &IndexSet<BlockId>) -> bool {
    let body = facts.body;
    let returns = body.reach_exit();
    let mut seen = Map::filled(body.blocks.len(), false);
    let mut work = vec![home];
    while let Some(block) = work.pop() {
        if body.exit == Some(block) {
            return true;
        }
        for next in body.blocks[block].succs.iter().copied() {
            if next == home {
                return true;
            }
            if returns[next] && !frees.contains(&next) && !std::mem::replace(&mut seen[next], true)
            {
                work.push(next);
            }
        }
    }
    false
}

fn frees(facts: Facts<'_>, made: ValueId) -> Vec<InstId> {
    let freed = |id: &InstId| ownership::freed_pointer(facts.body, facts.registry, *id);
    let uses = facts.body.values[made].uses.iter().copied();
    uses.filter(|id| freed(id) == Some(made)).collect()
}

fn freed_by_pointer(facts: Facts<'_>, id: InstId) -> bool {
    match callee::known(&facts.body.insts[id], facts.registry) {
        Some(CalleeKind::Allocator(spec)) => spec.dealloc.args == [DeallocArg::Pointer],
        // Any other: it obtains no memory.
        _ => false,
    }
}
