//! What will be emitted, as plain data.
//!
//! The files lie in layers; a file uses none that uses it. From below:
//!
//! - **Data.** [`facts`]: what planning reads. [`adjoints`]: what an instruction contributes; [`sorts`]: the few sorts of that which
//!   emission tells apart; [`bytes`]: what lies in copied or set memory. [`item`]: what the reverse pass reads. [`refusal`]: why
//!   something cannot be differentiated.
//! - **Questions.** [`accumulate`]: how contributions are added to shadows. [`numbers`]: the numbers inside of a value. [`shadow_check`]: memory
//!   that would need a shadow and has none; [`undisturbed`]: whether what a call reads is still there when it is reversed; [`unset`]: pointers in globals that are checked for one at run time. [`origin`],
//!   [`disguised`]: integers that cannot be bits of numbers, numbers that are moved as something else. [`speculated`]: what is computed for one
//!   side of a select alone. [`gaps`]: bytes that nobody accesses. [`size_estimate`]: how large integers are taken to be. [`scopes`]: which accesses
//!   never meet. [`promises`]: what generated functions' parameters promise.
//! - **Classification**: what each instruction contributes, or why it is refused. [`classify`] asks for calls [`known`] (functions with a row),
//!   [`calls`] (with a body), [`custom`] (with a rule of the program's), [`through`] (behind the shadow of a pointer), [`steps`] (steps that are run again
//!   from checkpoints; [`links`]: pointers whose shadows are kept with these), [`teams`] (what workers run), [`intrinsics`]; `known` asks [`arrays`], [`copies`], [`masked`]; for integers [`punned`], [`counts`], [`integers`].
//! - **Decisions** on the classified instructions. [`carry`]: adjoints of neighbouring elements that travel from iteration to iteration.
//!   [`pairs`]: stores whose adjoints are zeroed together. [`lanes`]: which lanes of vectors have adjoints. [`heap`]: how long heap memory lives.
//!   [`flow`]: how each block finds its way back. [`needed`]: which items the adjoints read. [`combine`]: which calls run wholly in the reverse
//!   pass. [`snapshot`]: which memory could be copied before a loop
//!   ([`window`]: what loads read of it). [`recompute`]: how items are had again. [`cut`]: which are kept, by a minimum
//!   cut ([`maxflow`]); [`effort`]: how much a block computes again. [`given`]: which shadows both halves must be given. [`storage`]: where kept
//!   items live. [`again`]: which reverse halves can run again on the same tape. [`restoring`]: which calls' reverse
//!   halves give back what they overwrote ([`restored`]: the choice as data). [`tiles`]: which loops are run iteration by
//!   iteration; [`sums`], [`scratch`]: what makes that legal. [`unneeded`]: which stores a derivative leaves out.
//!   [`rounding`]: what adds rounding errors that nobody can bound.
//! - **The plan**: this file calls all of these in order; [`print`] says the result readably.
//!
//! Owns: every decision. Must not: emit, or touch an LLVM handle.

pub(crate) mod accumulate;
pub(crate) mod adjoints;
mod again;
pub(crate) mod apart;
pub(crate) mod arrays;
mod bounds;
pub(crate) mod bytes;
mod calls;
pub(crate) mod carry;
mod classify;
pub(crate) mod combine;
pub(crate) mod copies;
mod counts;
pub(crate) mod custom;
pub(crate) mod cut;
mod disguised;
mod effort;
pub(crate) mod exchange;
mod facts;
pub(crate) mod flow;
mod gaps;
mod given;
pub(crate) mod heap;
pub(crate) mod idle;
pub(crate) mod inspect;
mod integers;
mod intrinsics;
mod item;
mod known;
pub(crate) mod lanes;
mod links;
mod masked;
mod maxflow;
pub(crate) mod needed;
mod numbers;
mod origin;
pub(crate) mod pairs;
pub(crate) mod print;
pub(crate) mod promises;
mod punned;
pub(crate) mod raises;
pub(crate) mod recompute;
pub(crate) mod refusal;
pub(crate) mod report;
mod rest;
pub(crate) mod restored;
mod restoring;
mod rounding;
pub(crate) mod scopes;
pub(crate) mod scratch;
mod shadow_check;
mod size_estimate;
pub(crate) mod snapshot;
pub(crate) mod sorts;
pub(crate) mod spans;
mod speculated;
pub(crate) mod steps;
pub(crate) mod storage;
mod sums;
mod teams;
pub(crate) mod through;
pub(crate) mod tiles;
mod undisturbed;
pub(crate) mod unneeded;
mod unset;
pub(crate) mod window;

pub(crate) use facts::Facts;
pub(crate) use item::{Item, Snapshot};

use crate::analysis::restorable::Stores;
use crate::options::Options;
use crate::request::Mode;
use crate::view::entity::Map;
use crate::view::ints::Errno;
use crate::view::{BlockId, InstId};
use adjoints::Adjoint;
use carry::Carry;
use exchange::Exchanges;
use flow::Back;
use heap::Heaps;
use indexmap::{IndexMap, IndexSet};
use lanes::UsedLanes;
use pairs::Pair;
use recompute::Recipe;
use refusal::Refusal;
use snapshot::Snapshots;
use spans::{Asked, Private, Remembered};
use storage::Layout;
use unneeded::Unneeded;

/// The plan of one request.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// What each instruction contributes.
    pub(crate) adjoints: Map<InstId, Adjoint>,
    /// Items the adjoints read directly.
    pub(crate) needed: IndexSet<Item>,
    /// How an item is had again where it is not kept.
    pub(crate) recipes: IndexMap<Item, Recipe>,
    /// What copies of memory are made of.
    pub(crate) snapshots: Snapshots,
    /// Where kept items live.
    pub(crate) layout: Layout,
    /// What threads write again for others to read.
    pub(crate) exchanges: Exchanges,
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
    /// Stores that the reverse pass makes undone, each with the load that has read what was there.
    pub(crate) undone: Stores,
    /// Stores of the primal that run when the reverse pass is over.
    pub(crate) postponed: IndexSet<InstId>,
    /// What the forward sweep does without.
    pub(crate) unneeded: Unneeded,
    /// Whether the two halves are separate functions.
    pub(crate) split: bool,
    /// What a worker remembers to have read.
    pub(crate) remembered: Remembered,
    /// The parts of it of which the worker may have numbers of its own.
    pub(crate) private: Private,
    /// What is asked before innermost loops that add to what others may have read.
    pub(crate) asked: Asked,
    /// Loads of which the program promises something that is looked into when it runs.
    pub(crate) promised: Vec<InstId>,
    /// Loads whose adjoints each block of a launch adds up.
    pub(crate) of_blocks: Vec<InstId>,
    /// Loops that would better be run in tiles, and others.
    pub(crate) tiles: tiles::Choice,
}

/// Makes the plan of a reverse-mode request.
///
/// # Errors
/// Everything in the function that cannot be differentiated.
pub(crate) fn reverse(facts: Facts<'_>, options: &Options) -> Result<Plan, Vec<Refusal>> {
    let restored = restoring::choose(facts);
    let facts = Facts {
        restored: &restored,
        ..facts
    };
    let mut adjoints = classify::classify(facts)?;
    assert!(restoring::holds(&restored, &adjoints));
    let carries = match options.carry_adjoints {
        true => carry::choose(facts, &mut adjoints),
        false => Vec::new(),
    };
    let lanes = UsedLanes::find(facts, &adjoints);
    let mut heaps = Heaps::choose(facts, &mut adjoints);
    let undone = restoring::stores(facts);
    let back = flow::plan(facts, &adjoints, &heaps, &undone);
    let split = facts.request.mode != Mode::Gradient;
    let (asked, private) = (Asked::choose(facts), Private::choose(facts));
    let by_block = needed::collect(facts, (&adjoints, &undone), &carries, &heaps, &back, &asked);
    let mut needed: IndexSet<Item> = by_block.values().flatten().copied().collect();
    let unneeded = Unneeded::in_reverse_mode(facts);
    if options.combine_calls {
        combine::choose(facts, &unneeded.stores, &mut adjoints, &mut needed, &back);
    }
    let snapshots = snapshot::choose(facts, &adjoints);
    let mut exchanges = Exchanges::find(facts);
    loop {
        let recipes = recompute::recipes(facts, (&snapshots, &exchanges), &heaps, &needed);
        let mut kept = cut::choose(
            facts,
            &heaps,
            &snapshots,
            (&needed, &recipes),
            options,
            split,
        );
        effort::bound(facts, &heaps, &by_block, &recipes, &mut kept);
        let bound = given::bound(facts, &adjoints, &kept);
        let doubtful = doubtful(facts, &snapshots, &kept, &recipes);
        let layout = storage::place(facts, (&kept, &doubtful), &bound, split);
        let before = needed.len();
        needed.extend(layout.counts.iter().copied());
        needed.extend(heaps.needs(&kept));
        if needed.len() == before {
            // The forward sweep would keep an address in a shadow that is not there yet.
            assert!(!kept.iter().any(|item| heaps.is_late(*item)));
            heaps.settle(&kept);
            exchanges.retain_used(facts, &recompute::had(&needed, &recipes, &kept));
            let mut refused = again::refused(facts, &adjoints);
            refused.extend(teams::variables_elsewhere(
                facts,
                layout.stack.keys().copied(),
            ));
            if !refused.is_empty() {
                return Err(refused);
            }
            let decided = tiles::Decided {
                by_block: &by_block,
                kept: &kept,
                left_out: &unneeded.stores,
                back: &back,
            };
            let remembered = match facts.request.mode {
                Mode::Augmented => spans::choose(facts, &private, &snapshots),
                Mode::Forward | Mode::Gradient | Mode::Reverse => Remembered::default(),
            };
            return Ok(Plan {
                of_blocks: accumulate::of_blocks(facts, &adjoints),
                tiles: tiles::choose(facts, &decided, options),
                pairs: pairs::choose(facts, &adjoints),
                adjoints,
                needed,
                recipes,
                snapshots,
                exchanges,
                layout,
                heaps,
                carries,
                lanes,
                back,
                undone,
                postponed: facts.overwritten.postponed() - &unneeded.stores,
                unneeded,
                split,
                remembered,
                private,
                asked,
                promised: match options.check_exclusive {
                    true => accumulate::promised(facts),
                    false => Vec::new(),
                },
            });
        }
    }
}

/// What is kept one by one if kept snapshots turn out not to pay.
fn doubtful(
    facts: Facts<'_>,
    snapshots: &Snapshots,
    kept: &IndexSet<Item>,
    recipes: &IndexMap<Item, Recipe>,
) -> IndexMap<Item, Snapshot> {
    let mut all = IndexMap::new();
    for item in kept {
        if let Item::Copied(snapshot, _) = item {
            let loads = snapshots.doubtful(*snapshot);
            let read = loads.filter_map(|load| facts.body.insts[load].result.map(Item::Primal));
            let read = read.filter(|item| recipes.contains_key(item) && !kept.contains(item));
            all.extend(read.map(|item| (item, *snapshot)));
        }
    }
    all
}

/// The plan of a forward-mode request.
#[derive(Clone, Debug)]
pub(crate) struct Tangent {
    /// What each instruction contributes.
    pub(crate) adjoints: Map<InstId, Adjoint>,
    /// What the function does without.
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
    let adjoints = classify::classify(facts)?;
    rounding::check(facts, &adjoints)?;
    Ok(Tangent {
        adjoints,
        unneeded: Unneeded::in_forward_mode(facts),
        errno: facts.ints.errno(),
    })
}
