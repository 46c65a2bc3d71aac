//! How much one block of the reverse pass computes again of what other blocks computed.
//!
//! The minimum cut takes recomputation for free. Within a block it nearly is: each instruction is repeated once at most.
//! But a value that follows from that of the block before, and so on, would be computed from the first one again in
//! every block, and code and run time would grow with the square of the number of blocks. So chains are bounded:
//! what would take more instructions of other blocks is kept.
//!
//! Owns: [`bound`]. Must not: know where kept values live.

use super::cut::home;
use super::facts::Facts;
use super::given;
use super::heap::Heaps;
use super::item::Item;
use super::recompute::Recipe;
use crate::request::{Mode, Team};
use crate::view::entity::Map;
use crate::view::{BlockId, LoopId};
use indexmap::{IndexMap, IndexSet};

/// Instructions of other blocks that are computed again for one item outside of loops, where keeping takes a register.
const MOST_OUTSIDE: usize = 8;
/// The same where keeping takes memory in each iteration of a loop, or of the device for each thread of a launch.
const MOST_IN_MEMORY: usize = 32;

/// Keeps what would be had by computing too much again, by the items that each block needs.
pub(crate) fn bound(
    facts: Facts<'_>,
    heaps: &Heaps,
    needed: &Map<BlockId, IndexSet<Item>>,
    recipes: &IndexMap<Item, Recipe>,
    kept: &mut IndexSet<Item>,
) {
    for (block, items) in needed.iter() {
        let mut seen = IndexSet::new();
        for item in keepable(facts, heaps, recipes, items) {
            let mut effort = Effort {
                facts,
                recipes,
                kept,
                block,
                seen: &mut seen,
            };
            if is_made(facts, recipes, item) && effort.of(item) > most(facts, item) {
                kept.insert(item);
            }
        }
    }
}

/// The needed items that could be kept; instead of those that there are only in the reverse pass, what these follow from.
fn keepable(
    facts: Facts<'_>,
    heaps: &Heaps,
    recipes: &IndexMap<Item, Recipe>,
    needed: &IndexSet<Item>,
) -> IndexSet<Item> {
    let mut items = IndexSet::new();
    let mut work: Vec<Item> = needed.iter().rev().copied().collect();
    while let Some(item) = work.pop() {
        match recipes.get(&item) {
            Some(recipe) if heaps.is_late(item) || given::anew(facts, item, recipe) => {
                work.extend(recipe.reads());
            }
            _ => {
                items.insert(item);
            }
        }
    }
    items
}

fn most(facts: Facts<'_>, item: Item) -> usize {
    let inner: Option<LoopId> = home(facts, item).and_then(|b| facts.body.blocks[b].inner);
    let of_launch = facts.request.team == Team::Grid && facts.request.mode != Mode::Gradient;
    match inner {
        None if !of_launch => MOST_OUTSIDE,
        _ => MOST_IN_MEMORY,
    }
}

/// Whether an item is the result of an instruction that could be kept as well.
fn is_made(facts: Facts<'_>, recipes: &IndexMap<Item, Recipe>, item: Item) -> bool {
    let made = match item {
        Item::Primal(value) | Item::Shadow(value) => facts.body.def(value).is_some(),
        Item::Tape(_) | Item::Copied(..) => false,
    };
    made && recipes.get(&item).is_some_and(|r| *r != Recipe::Free)
}

struct Effort<'a> {
    facts: Facts<'a>,
    recipes: &'a IndexMap<Item, Recipe>,
    kept: &'a IndexSet<Item>,
    block: BlockId,
    /// What the block computes again already.
    seen: &'a mut IndexSet<Item>,
}

impl Effort<'_> {
    /// Instructions of other blocks that an item takes beside what is there already; counted until they are too many.
    fn of(&mut self, item: Item) -> usize {
        let most = most(self.facts, item);
        let mut effort = 0;
        let mut work = vec![item];
        while let Some(next) = work.pop() {
            let recipe = self.recipes.get(&next).filter(|r| **r != Recipe::Free);
            let Some(recipe) = recipe.filter(|_| !self.kept.contains(&next)) else {
                continue;
            };
            if self.seen.insert(next) {
                effort += usize::from(home(self.facts, next) != Some(self.block));
                work.extend(recipe.reads());
            }
            if effort > most {
                break;
            }
        }
        effort
    }
}
