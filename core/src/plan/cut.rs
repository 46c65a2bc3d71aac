//! Which items are kept: the cheapest set from which all needed ones follow.
//!
//! Keeping an item costs its bytes times the iterations it is kept for; recomputing costs nothing
//! here, since only cheap instructions have recipes. The cheapest set is a minimum cut between what
//! can only be kept and what is needed, over the graph of recipes, each item split into an edge of
//! its cost. Of several, the one nearest to the uses: it recomputes least.
//!
//! Owns: [`choose`]. Must not: know where kept values live.

use super::heap::Heaps;
use super::recompute::Recipe;
use super::{Facts, Item, snapshot};
use crate::options::Options;
use crate::view::entity::Entity;
use crate::view::{BlockId, LoopId, ValueKind};
use indexmap::{IndexMap, IndexSet};
use petgraph::algo::maximum_flow::dinics;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

/// Iterations assumed of a loop whose count is not constant.
pub(crate) const USUAL_TRIPS: u64 = 32;

/// Costs saturate here, so that sums stay far from overflow.
pub(crate) const MOST: u64 = 1 << 40;

/// Capacity of edges that must not be cut.
const INFINITE: u64 = 1 << 58;

/// Chooses the items to keep.
pub(crate) fn choose(
    facts: Facts<'_>,
    heaps: &Heaps,
    (needed, recipes): (&IndexSet<Item>, &IndexMap<Item, Recipe>),
    options: &Options,
    split: bool,
) -> IndexSet<Item> {
    if !options.minimum_cut {
        return keep_all(heaps, needed, recipes);
    }
    let mut network = Network::new(recipes);
    for (item, recipe) in recipes {
        network.item(*item, recipe, cost(facts, heaps, *item, split));
    }
    for item in needed.iter().filter(|i| recipes[*i] != Recipe::Free) {
        network
            .graph
            .add_edge(network.out(*item), network.sink, INFINITE);
    }
    network.cut()
}

/// Without the optimisation: every needed item that is not free, and what must be kept anyway.
fn keep_all(
    heaps: &Heaps,
    needed: &IndexSet<Item>,
    recipes: &IndexMap<Item, Recipe>,
) -> IndexSet<Item> {
    let mut kept = IndexSet::new();
    let mut work: Vec<Item> = needed.iter().rev().copied().collect();
    while let Some(item) = work.pop() {
        match &recipes[&item] {
            Recipe::Free => {}
            recipe if is_late(heaps, item) => work.extend(recipe.reads()),
            _ => {
                kept.insert(item);
            }
        }
    }
    kept
}

/// Whether there is something to keep only in the reverse pass.
fn is_late(heaps: &Heaps, item: Item) -> bool {
    matches!(item, Item::Shadow(value) if heaps.is_late(value))
}

fn cost(facts: Facts<'_>, heaps: &Heaps, item: Item, split: bool) -> u64 {
    let body = facts.body;
    let bytes = match item {
        _ if is_late(heaps, item) => return INFINITE,
        Item::Primal(value) => body.types.get(body.values[value].ty).store_size.max(1),
        Item::Shadow(_) | Item::Tape(_) => 8,
        Item::Copied(snapshot, value) if value == snapshot.of => {
            snapshot::extent(facts, snapshot).usual.saturating_add(8)
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

struct Network {
    graph: DiGraph<(), u64>,
    position: IndexMap<Item, usize>,
    source: NodeIndex,
    sink: NodeIndex,
}

impl Network {
    /// Two nodes an item: even ones for what comes in, odd ones for what goes out.
    fn new(recipes: &IndexMap<Item, Recipe>) -> Self {
        let mut graph = DiGraph::new();
        for _ in 0..2 * recipes.len() {
            graph.add_node(());
        }
        let position = recipes
            .keys()
            .enumerate()
            .map(|(i, item)| (*item, i))
            .collect();
        let (source, sink) = (graph.add_node(()), graph.add_node(()));
        Self {
            graph,
            position,
            source,
            sink,
        }
    }

    fn inward(&self, item: Item) -> NodeIndex {
        NodeIndex::new(2 * self.position[&item])
    }

    fn out(&self, item: Item) -> NodeIndex {
        NodeIndex::new(2 * self.position[&item] + 1)
    }

    fn item(&mut self, item: Item, recipe: &Recipe, cost: u64) {
        if *recipe == Recipe::Free {
            return;
        }
        let (into, out) = (self.inward(item), self.out(item));
        self.graph.add_edge(into, out, cost.max(1));
        if *recipe == Recipe::Never {
            self.graph.add_edge(self.source, into, INFINITE);
        }
        for read in recipe.reads() {
            // A free read has no incoming flow; its edge would carry none.
            self.graph.add_edge(self.out(read), into, INFINITE);
        }
    }

    /// Items whose edge crosses from what does not reach the sink to what does.
    fn cut(&self) -> IndexSet<Item> {
        let (_, flow) = dinics(&self.graph, self.source, self.sink);
        let reaches = self.reaches_sink(&flow);
        let crosses = |i: usize| !reaches[2 * i] && reaches[2 * i + 1];
        let on_path = |i: usize| {
            self.graph
                .edges(NodeIndex::new(2 * i))
                .any(|e| e.target().index() == 2 * i + 1 && flow[e.id().index()] > 0)
        };
        let kept = self
            .position
            .iter()
            .filter(|(_, i)| crosses(**i) && on_path(**i));
        kept.map(|(item, _)| *item).collect()
    }

    /// Nodes from which the sink can be reached in the residual network.
    fn reaches_sink(&self, flow: &[u64]) -> Vec<bool> {
        let mut reaches = vec![false; self.graph.node_count()];
        let mut work = vec![self.sink];
        while let Some(node) = work.pop() {
            if std::mem::replace(&mut reaches[node.index()], true) {
                continue;
            }
            for edge in self.graph.edges_directed(node, petgraph::Incoming) {
                if flow[edge.id().index()] < *edge.weight() {
                    work.push(edge.source());
                }
            }
            for edge in self.graph.edges(node) {
                if flow[edge.id().index()] > 0 {
                    work.push(edge.target());
                }
            }
        }
        reaches
    }
}

/// Dense order of blocks, for stable output.
pub(crate) fn block_order(block: Option<BlockId>) -> usize {
    block.map_or(0, Entity::index)
}
