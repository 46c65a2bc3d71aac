//! Loops that are better run forward and reversed tile by tile, all in the reverse pass: a tile is one iteration.
//!
//! What an iteration keeps for its adjoint then lies in registers and the cache, where it would grow with the number of iterations, and the
//! forward sweep leaves the loop out. The preparation makes a function of an iteration (`prepare::tiles`); its call is combined like
//! any other (`combine`).
//!
//! That is legal for a loop that only adds up numbers which the forward sweep does without, whose iterations read nothing that may have
//! changed when they are reversed, and write nothing but memory that each could have for itself: what an iteration reads there, it
//! has written ([`super::scratch`]).
//!
//! Owns: the choice of loops, and [`Tile`]. Must not: change a plan; it is made again with the chosen loops as functions.

use super::combine;
use super::cut::home;
use super::facts::Facts;
use super::flow::Back;
use super::item::Item;
use super::scratch::{Accesses, Made, Scratch};
use super::sums::Sums;
use crate::analysis::effect_free;
use crate::options::Options;
use crate::view::entity::Map;
use crate::view::{BlockId, Inst, InstId, LoopId, Op, ValueId};
use indexmap::{IndexMap, IndexSet};

/// A loop whose iterations become a function.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tile {
    /// Its header.
    pub(crate) header: BlockId,
    /// Memory of which each iteration gets its own.
    pub(crate) scratch: Vec<Made>,
}

/// What has been decided of a function.
pub(super) struct Decided<'a> {
    /// What the reverse pass of each block reads.
    pub(super) by_block: &'a Map<BlockId, IndexSet<Item>>,
    pub(super) kept: &'a IndexSet<Item>,
    pub(super) left_out: &'a IndexSet<InstId>,
    pub(super) back: &'a Map<BlockId, Back>,
}

/// Loops that keep something for each iteration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choice {
    /// Those that are better run in tiles.
    pub(crate) tiles: Vec<Tile>,
    /// The headers of the others, and why they are not.
    pub(crate) others: Vec<(BlockId, Why)>,
}

/// Why a loop is not run in tiles, as the end of a sentence.
pub(crate) type Why = &'static str;

/// Finds the loops that could be run so, and keep something otherwise: of such loops inside each other the outermost, or an inner one if
/// it keeps as much.
pub(super) fn choose(facts: Facts<'_>, decided: &Decided<'_>, options: &Options) -> Choice {
    let mut choice = Choice::default();
    if !options.tile_loops || !options.combine_calls {
        return choice;
    }
    let accesses = Accesses::of(facts);
    let mut fitting = IndexMap::new();
    for (l, held) in by_loop(facts, decided) {
        let header = facts.body.loops[l].header;
        if decided.back[header] == Back::Never || held.keeps == 0 {
            continue;
        }
        match Candidate::of(facts, l, held, &accesses) {
            Ok(candidate) => {
                fitting.insert(l, candidate);
            }
            Err(why) => choice.others.push((header, why)),
        }
    }
    let mut decline = |candidate: &Candidate<'_>, why| {
        choice.others.push((candidate.tile.header, why));
    };
    for candidate in drop_asked_for(facts, &mut fitting, decided) {
        decline(&candidate, "the forward sweep needs what it adds up");
    }
    let worse = worse(&fitting);
    for (l, candidate) in fitting {
        match worse.get(&l) {
            Some(why) => decline(&candidate, why),
            None => choice.tiles.push(candidate.tile),
        }
    }
    choice
}

/// Of loops inside each other, those that are not the best choice.
fn worse(fitting: &IndexMap<LoopId, Candidate<'_>>) -> IndexMap<LoopId, Why> {
    let mut worse = IndexMap::new();
    for (l, inner) in fitting {
        for around in inner.around() {
            match fitting.get(&around) {
                Some(outer) if outer.keeps == inner.keeps => {
                    worse.insert(around, "a loop inside of it keeps as much");
                }
                Some(_) => {
                    worse.insert(*l, "a loop around it keeps more");
                }
                None => {}
            }
        }
    }
    worse
}

/// What a loop holds: its instructions, and how many items it keeps.
#[derive(Default)]
struct Held {
    insts: Vec<InstId>,
    keeps: usize,
}

fn by_loop(facts: Facts<'_>, decided: &Decided<'_>) -> IndexMap<LoopId, Held> {
    let body = facts.body;
    let loops = body.loops.keys();
    let mut all: IndexMap<LoopId, Held> = loops.map(|l| (l, Held::default())).collect();
    for (block, data) in body.blocks.iter() {
        for l in body.nest(block) {
            all[&l].insts.extend(&data.insts);
        }
    }
    let kept = decided.kept.iter();
    for block in kept.filter_map(|item| home(facts, *item)) {
        for l in body.nest(block) {
            all[&l].keeps += 1;
        }
    }
    all
}

/// Takes out loops that compute what the forward sweep needs when all others have gone.
fn drop_asked_for<'a>(
    facts: Facts<'a>,
    fitting: &mut IndexMap<LoopId, Candidate<'a>>,
    decided: &Decided<'_>,
) -> Vec<Candidate<'a>> {
    let mut dropped = Vec::new();
    let mut before = usize::MAX;
    while fitting.len() < before {
        before = fitting.len();
        let is_outermost = |one: &&Candidate<'_>| !one.around().any(|l| fitting.contains_key(&l));
        let outermost: Vec<&Candidate<'_>> = fitting.values().filter(is_outermost).collect();
        let own: IndexSet<InstId> = outermost
            .iter()
            .flat_map(|c| c.insts.iter().copied())
            .collect();
        let loops: IndexSet<LoopId> = outermost.iter().map(|c| c.l).collect();
        let inside = |block: BlockId| facts.body.nest(block).any(|l| loops.contains(&l));
        let outside = decided.by_block.iter().filter(|(block, _)| !inside(*block));
        let mut needed: IndexSet<Item> = outside.flat_map(|(_, items)| items).copied().collect();
        needed.extend(outermost.iter().flat_map(|c| c.given()).map(Item::Primal));
        let gone = own
            .into_iter()
            .chain(decided.left_out.iter().copied())
            .collect();
        let live = combine::live_values(facts, &needed, &gone);
        let asked_for = |c: &Candidate<'_>| c.results().any(|value| live[value]);
        dropped.extend(fitting.extract_if(.., |_, c| asked_for(c)).map(|(_, c)| c));
    }
    dropped
}

/// A loop that may be run in tiles if the forward sweep does without it.
struct Candidate<'a> {
    facts: Facts<'a>,
    l: LoopId,
    /// Its instructions.
    insts: Vec<InstId>,
    /// How many items it keeps.
    keeps: usize,
    tile: Tile,
}

impl<'a> Candidate<'a> {
    fn of(facts: Facts<'a>, l: LoopId, held: Held, accesses: &Accesses) -> Result<Self, Why> {
        let mut this = Self {
            facts,
            l,
            insts: held.insts,
            keeps: held.keeps,
            tile: Tile {
                header: facts.body.loops[l].header,
                scratch: Vec::new(),
            },
        };
        this.only_adds_up()?;
        if !this.has_no_effect() {
            return Err("an iteration does more than to compute");
        }
        let scratch = Scratch::written_in(facts, l, &this.insts, accesses)
            .ok_or("an iteration may read memory that another one wrote")?;
        let mut insts = this.insts.iter();
        let stays = insts.all(|id| scratch.holds_all_read(*id) || !facts.overwritten.is(*id));
        this.tile.scratch = scratch.made;
        match stays {
            true => Ok(this),
            false => Err("what an iteration reads may have changed when it is reversed"),
        }
    }

    /// The loops around it.
    fn around(&self) -> impl Iterator<Item = LoopId> {
        let body = self.facts.body;
        body.nest(body.loops[self.l].header)
            .filter(|l| *l != self.l)
    }

    fn holds(&self, inst: &Inst) -> bool {
        self.facts.body.holds(self.l, inst.block)
    }

    fn results(&self) -> impl Iterator<Item = ValueId> {
        let insts = self.insts.iter().map(|id| &self.facts.body.insts[*id]);
        insts.filter_map(|inst| inst.result)
    }

    /// What iterations read from outside, with the parameters and constants among it. What the sums begin with is none of their business.
    fn given(&self) -> impl Iterator<Item = ValueId> {
        let body = self.facts.body;
        let begins = |inst: &Inst| inst.block == self.tile.header && matches!(inst.op, Op::Phi(_));
        let insts = self.insts.iter().map(|id| &body.insts[*id]);
        let operands = insts
            .filter(move |inst| !begins(inst))
            .flat_map(|inst| &inst.operands);
        let outside = operands.filter(|value| {
            let made = body.def(**value);
            made.is_none_or(|id| !self.holds(&body.insts[id]))
        });
        outside.copied()
    }

    /// Makes sure that the loop is left at its end only, after a number of iterations that is known before, and hands on nothing but
    /// sums and the number of its last iteration.
    fn only_adds_up(&self) -> Result<(), Why> {
        let body = self.facts.body;
        let this = &body.loops[self.l];
        let sums = Sums::of(self.facts, self.l).ok_or("an iteration needs the one before it")?;
        if !sums.are_active(self.facts) {
            return Err("it adds up no numbers with derivatives");
        }
        if this.exits.iter().any(|(inside, _)| *inside != this.latch) {
            return Err("it may be left in the middle of an iteration");
        }
        if this.last.is_none() {
            return Err("how often it runs is not known before");
        }
        let leaves = |value: &ValueId| {
            let mut users = body.values[*value].uses.iter().map(|id| &body.insts[*id]);
            users.any(|user| !self.holds(user))
        };
        let mut handed_on = self.results().filter(leaves);
        match handed_on.all(|value| value == this.counter || sums.contain(value)) {
            true => Ok(()),
            false => Err("more than what it adds up is used behind it"),
        }
    }

    /// Whether iterations leave no trace but in memory of the function's own.
    fn has_no_effect(&self) -> bool {
        let known = effect_free::Known {
            registry: self.facts.registry,
            ints_are_read: self.facts.ints.errno().is_some(),
        };
        let Facts {
            memory,
            effect_free,
            ..
        } = self.facts;
        let mut insts = self.insts.iter().map(|id| &self.facts.body.insts[*id]);
        insts.all(|inst| effect_free::has_no_effect(effect_free, inst, memory, known))
    }
}
