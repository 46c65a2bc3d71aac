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
use super::scratch::{Made, Scratch};
use super::sums::Sums;
use crate::analysis::quiet;
use crate::options::Options;
use crate::view::entity::Map;
use crate::view::{BlockId, Inst, InstId, LoopId, ValueId};
use indexmap::IndexSet;

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

/// Loops that could be run so, and keep something otherwise: of such loops inside each other the outermost, or one inside of
/// it that keeps as much.
pub(super) fn choose(facts: Facts<'_>, decided: &Decided<'_>, options: &Options) -> Vec<Tile> {
    if !options.tile_loops || !options.combine_calls {
        return Vec::new();
    }
    let loops = facts.body.loops.keys();
    let fitting = loops.filter_map(|l| {
        let candidate = Candidate { facts, l };
        Some((l, candidate.keeps(decided), candidate.tile(decided)?))
    });
    let fitting: Vec<(LoopId, usize, Tile)> = fitting.collect();
    let inside = |inner: LoopId, outer: LoopId| {
        inner != outer && facts.body.holds(outer, facts.body.loops[inner].header)
    };
    let is_best = |(l, keeps, _): &&(LoopId, usize, Tile)| {
        let mut others = fitting.iter();
        others.all(|(other, kept, _)| {
            !(inside(*other, *l) && kept == keeps || inside(*l, *other) && kept > keeps)
        })
    };
    let best = fitting.iter().filter(is_best);
    best.map(|(_, _, tile)| tile.clone()).collect()
}

struct Candidate<'a> {
    facts: Facts<'a>,
    l: LoopId,
}

impl Candidate<'_> {
    fn tile(&self, decided: &Decided<'_>) -> Option<Tile> {
        let body = self.facts.body;
        let header = body.loops[self.l].header;
        if decided.back[header] == Back::Never
            || self.keeps(decided) == 0
            || !self.only_adds_up()
            || !self.is_silent()
            || self.is_asked_for(decided)
        {
            return None;
        }
        let scratch = Scratch::written_in(self.facts, self.l)?;
        let stays = self
            .insts()
            .all(|(id, _)| scratch.holds_all_read(id) || !self.facts.overwritten.is(id));
        stays.then_some(Tile {
            header,
            scratch: scratch.made,
        })
    }

    /// How many items it keeps.
    fn keeps(&self, decided: &Decided<'_>) -> usize {
        let homes = decided
            .kept
            .iter()
            .filter_map(|item| home(self.facts, *item));
        homes
            .filter(|block| self.facts.body.holds(self.l, *block))
            .count()
    }

    fn insts(&self) -> impl Iterator<Item = (InstId, &Inst)> {
        let insts = self.facts.body.insts.iter();
        insts.filter(|(_, inst)| self.holds(inst))
    }

    fn holds(&self, inst: &Inst) -> bool {
        self.facts.body.holds(self.l, inst.block)
    }

    /// Whether the loop is left at its end only, after a number of iterations that is known before, and hands on nothing but sums and
    /// the number of its last iteration.
    fn only_adds_up(&self) -> bool {
        let body = self.facts.body;
        let this = &body.loops[self.l];
        let at_end = this.exits.iter().all(|(inside, _)| *inside == this.latch);
        let Some(sums) = Sums::of(self.facts, self.l).filter(|_| this.last.is_some() && at_end)
        else {
            return false;
        };
        let leaves = |value: &ValueId| {
            let mut users = body.values[*value].uses.iter().map(|id| &body.insts[*id]);
            users.any(|user| !self.holds(user))
        };
        let results = self.insts().filter_map(|(_, inst)| inst.result);
        let mut handed_on = results.filter(leaves);
        sums.are_active(self.facts)
            && handed_on.all(|value| value == this.counter || sums.contain(value))
    }

    /// Whether iterations leave no trace but in memory of the function's own.
    fn is_silent(&self) -> bool {
        let known = quiet::Known {
            registry: self.facts.registry,
            ints_are_read: self.facts.errno.is_some(),
        };
        let Facts { memory, quiet, .. } = self.facts;
        self.insts()
            .all(|(_, inst)| quiet::is_silent(quiet, inst, memory, known))
    }

    /// Whether the forward sweep needs what the loop computes.
    fn is_asked_for(&self, decided: &Decided<'_>) -> bool {
        let body = self.facts.body;
        let own = self.insts().map(|(id, _)| id);
        let gone = own.chain(decided.left_out.iter().copied()).collect();
        let outside = decided.by_block.iter();
        let outside = outside.filter(|(block, _)| !body.holds(self.l, *block));
        let needed: IndexSet<Item> = outside.flat_map(|(_, items)| items).copied().collect();
        let live = combine::live_values(self.facts, &needed, &gone);
        self.insts()
            .filter_map(|(_, inst)| inst.result)
            .any(|value| live[value])
    }
}
