//! Which items are kept: the cheapest set from which all needed ones follow.
//!
//! Keeping an item costs its bytes times the iterations it is kept for; recomputing costs nothing
//! here, since only cheap instructions have recipes. The cheapest set is a minimum cut between what
//! can only be kept and what is needed, over the graph of recipes, each item split into an edge of
//! its cost. Of several, the one nearest to the uses: it recomputes least.
//!
//! A loop of unknown count is taken to run 32 times. `minimum-cut=no` keeps every needed item; results must agree.
//!
//! Owns: [`choose`]. Must not: know where kept values live.

use super::facts::Facts;
use super::heap::Heaps;
use super::item::Item;
use super::maxflow::{Network, Node};
use super::raises::bytes_left;
use super::recompute::Recipe;
use super::size_estimate::{MOST, USUAL_TRIPS};
use super::snapshot::Snapshots;
use super::{given, snapshot};
use crate::options::Options;
use crate::view::entity::Entity;
use crate::view::{BlockId, LoopId, ValueKind};
use indexmap::{IndexMap, IndexSet};

/// Capacity of edges that must not be cut.
const INFINITE: u64 = 1 << 58;

/// Chooses the items to keep.
pub(crate) fn choose(
    facts: Facts<'_>,
    heaps: &Heaps,
    snapshots: &Snapshots,
    (needed, recipes): (&IndexSet<Item>, &IndexMap<Item, Recipe>),
    options: &Options,
    split: bool,
) -> IndexSet<Item> {
    if !options.minimum_cut {
        return keep_all(facts, heaps, needed, recipes);
    }
    let mut items = Items::new(recipes);
    for (item, recipe) in recipes {
        let cost = match given::anew(facts, *item, recipe) {
            true => INFINITE,
            false => cost(facts, (heaps, snapshots), *item, split),
        };
        items.item(*item, recipe, cost);
    }
    for item in needed.iter().filter(|i| recipes[*i] != Recipe::Free) {
        let out = items.out(*item);
        items.network.add(out, items.sink, INFINITE);
    }
    let mut kept = items.cut();
    // What is there anyway has no edge that could be full.
    kept.retain(|item| recipes[item] != Recipe::Free);
    kept
}

/// Without the optimisation: every needed item that is not free, and what must be kept anyway.
fn keep_all(
    facts: Facts<'_>,
    heaps: &Heaps,
    needed: &IndexSet<Item>,
    recipes: &IndexMap<Item, Recipe>,
) -> IndexSet<Item> {
    let mut kept = IndexSet::new();
    let mut work: Vec<Item> = needed.iter().rev().copied().collect();
    while let Some(item) = work.pop() {
        match &recipes[&item] {
            Recipe::Free => {}
            recipe if heaps.is_late(item) || given::anew(facts, item, recipe) => {
                work.extend(recipe.reads());
            }
            _ => {
                kept.insert(item);
            }
        }
    }
    kept
}

fn cost(
    facts: Facts<'_>,
    (heaps, snapshots): (&Heaps, &Snapshots),
    item: Item,
    split: bool,
) -> u64 {
    let body = facts.body;
    let bytes = match item {
        _ if heaps.is_late(item) => return INFINITE,
        Item::Primal(value) => body.types.get(body.values[value].ty).store_size.max(1),
        Item::Shadow(_) => 8 * u64::from(facts.request.width),
        Item::Tape(id) => bytes_left(facts, id),
        Item::Copied(snapshot, value) if value == snapshot.of => {
            let size = snapshots.estimate(facts, snapshot);
            size.usual.saturating_add(8)
        }
        // It may come to be before the snapshot does.
        Item::Copied(..) => return INFINITE,
    };
    let home = home(facts, item);
    let nest: Vec<LoopId> = home.map(|b| body.nest(b).collect()).unwrap_or_default();
    // Outside of loops a combined derivative keeps values in registers.
    let once = if nest.is_empty() && !split && !matches!(item, Item::Copied(..)) {
        1
    } else {
        bytes.saturating_mul(4)
    };
    let held = held(facts, heaps, item).filter(|_| !nest.is_empty());
    nest.iter()
        .map(|l| trips(facts, *l))
        .fold(once.max(held.unwrap_or(0)), |all, n| {
            all.saturating_mul(n).min(MOST)
        })
}

/// What it costs that the memory behind an address is not given back before the reverse pass has read
/// it: half of keeping as many bytes, since nothing has to be moved.
fn held(facts: Facts<'_>, heaps: &Heaps, item: Item) -> Option<u64> {
    let bytes = snapshot::bytes(facts, heaps.held_by(item)?)?;
    Some(bytes.usual.saturating_mul(2))
}

fn trips(facts: Facts<'_>, l: LoopId) -> u64 {
    let last = facts.body.loops[l].last;
    match last.map(|v| &facts.body.values[v].kind) {
        Some(ValueKind::ConstInt(Some(n))) => u64::try_from(*n + 1).unwrap_or(1).clamp(1, MOST),
        _ => USUAL_TRIPS,
    }
}

/// Block in which an item comes to be.
pub(crate) fn home(facts: Facts<'_>, item: Item) -> Option<BlockId> {
    match item {
        Item::Primal(value) | Item::Shadow(value) => facts.body.block_of(value),
        Item::Tape(call) => Some(facts.body.insts[call].block),
        Item::Copied(snapshot, _) => Some(facts.body.loops[snapshot.before].preheader),
    }
}

/// The network of the items.
struct Items {
    network: Network,
    position: IndexMap<Item, usize>,
    source: Node,
    sink: Node,
}

impl Items {
    /// Two nodes an item: even ones for what comes in, odd ones for what goes out.
    fn new(recipes: &IndexMap<Item, Recipe>) -> Self {
        let items = recipes.keys().enumerate();
        let position = items.map(|(i, item)| (*item, i)).collect();
        let source = 2 * recipes.len();
        Self {
            network: Network::new(source + 2),
            position,
            source,
            sink: source + 1,
        }
    }

    fn inward(&self, item: Item) -> Node {
        2 * self.position[&item]
    }

    fn out(&self, item: Item) -> Node {
        2 * self.position[&item] + 1
    }

    fn item(&mut self, item: Item, recipe: &Recipe, cost: u64) {
        if *recipe == Recipe::Free {
            return;
        }
        let (into, out) = (self.inward(item), self.out(item));
        self.network.add(into, out, cost.max(1));
        if *recipe == Recipe::Never {
            self.network.add(self.source, into, INFINITE);
        }
        for read in recipe.reads() {
            // A free read has no incoming flow; its edge would carry none.
            self.network.add(self.out(read), into, INFINITE);
        }
    }

    /// Items whose edge crosses from what does not reach the sink to what does: a minimum cut is full of flow.
    fn cut(mut self) -> IndexSet<Item> {
        self.network.saturate(self.source, self.sink);
        let reaches = self.network.reaching(self.sink);
        let crosses = |i: usize| !reaches[2 * i] && reaches[2 * i + 1];
        let kept = self.position.iter().filter(|(_, i)| crosses(**i));
        kept.map(|(item, _)| *item).collect()
    }
}

/// Dense order of blocks, for stable output.
pub(crate) fn block_order(block: Option<BlockId>) -> usize {
    block.map_or(0, Entity::index)
}
