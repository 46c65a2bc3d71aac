//! Loops that exchange a number if nobody else has changed it, and else try again: one update each.
//!
//! ```text
//! before: old = *x                              begin(x); old = *x
//!         (if done(old) go on behind)           (if done(old) end(x) and go on behind)
//! loop:   new = f(old)                          new = f(old)
//!         (old, ok) = exchange(x, old, new)     *x = new; ok = true
//!         until ok (or done(old))               end(x)
//! ```
//!
//! In a section nobody else changes it, so the first attempt is the last. The section begins with the first look: what is decided by it must hold
//! where the number is exchanged.
//!
//! Owns: recognising such loops, and their code. Must not: exchange loops that do more.

use super::bits::{self, Bits};
use super::sections::{Sections, as_type, instructions};
use crate::prepare::outcome::{Outcome, content, is, leaves_memory_alone};
use enzyme_llvm_shim::analyses::{self, Loop, LoopForest};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Block, Opcode, Type, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::Registry;

/// Each loop gets one block in front of it, and each way out a block that nothing else leads to.
const OWN_BLOCKS: &str = "function(loop-simplify,lcssa,break-crit-edges)";

/// Puts sections in the place of such loops in a prepared copy; says whether there were any.
pub(super) fn as_sections(sections: &Sections<'_>, copy: Value) -> Result<bool, String> {
    let exchanges = instructions(copy).into_iter();
    let exchanges: Vec<Value> = exchanges.filter(|inst| number(*inst).is_some()).collect();
    if exchanges.is_empty() {
        return Ok(false);
    }
    transform::run_function_passes(copy, OWN_BLOCKS)?;
    let code = Code {
        blocks: copy.blocks(),
        forest: analyses::loop_forest(copy),
        registry: sections.registry,
    };
    let attempts = exchanges.into_iter();
    let attempts: Vec<Attempts> = attempts
        .filter_map(|exchange| code.attempts(exchange))
        .collect();
    for attempt in &attempts {
        attempt.become_section(sections);
    }
    Ok(!attempts.is_empty())
}

/// The type of the number that an instruction exchanges.
pub(super) fn number(exchange: Value) -> Option<Type> {
    if exchange.opcode() != Opcode::LLVMAtomicCmpXchg || exchange.is_volatile() {
        return None;
    }
    match bits::of_access(exchange)? {
        Bits::Number(number) => Some(number),
        Bits::Moved(_) | Bits::Integer(_) => None,
    }
}

/// A loop that tries until it succeeds.
struct Attempts {
    exchange: Value,
    pointer: Value,
    number: Type,
    /// The content that is expected: a phi of the loop, or what it reads.
    content: Value,
    /// The first look in front of the loop, if the content is a phi.
    first: Option<Value>,
    preheader: Block,
    /// What else looks at the number in the section: a section within would wait for itself.
    looks: Vec<Value>,
    /// Blocks to which control comes from the section.
    exits: Vec<Block>,
}

/// A function with loops.
struct Code<'a> {
    blocks: Vec<Block>,
    forest: LoopForest,
    registry: &'a Registry,
}

impl Code<'_> {
    /// The loop that tries to exchange a number, if it does no more.
    fn attempts(&self, exchange: Value) -> Option<Attempts> {
        let of = self.forest.loop_of[self.position(exchange)?]?;
        let at = &self.forest.loops[of];
        let inside = self.inside(of);
        let pointer = exchange.operand(0)?;
        let holds = |value: Value| value.block().is_some_and(|block| inside.contains(&block));
        let mut attempts = Attempts {
            exchange,
            pointer,
            number: number(exchange)?,
            content: content(exchange.operand(1)?),
            first: None,
            preheader: at.preheader?,
            looks: looks(&inside, pointer),
            exits: exits(&inside),
        };
        let mut insts = inside.iter().flat_map(|block| block.instructions());
        let only_tries = insts.all(|inst| inst == exchange || self.is_harmless(inst, pointer));
        let is_fixed = !pointer.is_instruction() || !holds(pointer);
        let fits = only_tries
            && is_fixed
            && attempts.reads_again(at.header)
            && attempts.goes_on_after_failure(self.end_of(at)?);
        if !fits {
            return None;
        }
        if attempts.content.block() == Some(at.header) && is(attempts.content, Opcode::LLVMPHI) {
            let first = attempts.first_look()?;
            let (way, round) = self.way(first, &attempts)?;
            attempts.exits.extend(round);
            attempts.looks.extend(
                looks(&way, pointer)
                    .into_iter()
                    .filter(|look| *look != first),
            );
            attempts.first = Some(first);
        }
        Some(attempts)
    }

    fn position(&self, inst: Value) -> Option<usize> {
        let block = inst.block()?;
        self.blocks.iter().position(|other| *other == block)
    }

    fn inside(&self, of: usize) -> Vec<Block> {
        let up = |l: &usize| self.forest.loops[*l].parent;
        let within = |at: &usize| {
            let loops = std::iter::successors(self.forest.loop_of[*at], up);
            loops.into_iter().any(|l| l == of)
        };
        let all = (0..self.blocks.len()).filter(within);
        all.map(|at| self.blocks[at]).collect()
    }

    /// The way from the first look to the loop, and where control leaves it; nothing if more is done on that way.
    fn way(&self, first: Value, attempts: &Attempts) -> Option<(Vec<Block>, Vec<Block>)> {
        let start = first.block()?;
        let mut way = vec![attempts.preheader];
        while *way.last()? != start {
            let last = *way.last()?;
            let before = self.before(last);
            let [only] = before[..] else { return None };
            if way.contains(&only) {
                return None;
            }
            way.push(only);
        }
        let insts = way.iter().flat_map(|block| {
            let all = block.instructions();
            let behind = all
                .iter()
                .position(|inst| *inst == first)
                .map_or(0, |at| at + 1);
            all.into_iter().skip(behind)
        });
        let mut insts = insts.collect::<Vec<_>>().into_iter();
        let ends = way.iter().filter_map(|block| block.terminator());
        let next = ends.flat_map(|end| end.successors());
        let header = attempts.content.block()?;
        let round = next.filter(|block| !way.contains(block) && *block != header);
        let round: Vec<Block> = round.collect();
        let own = round.iter().all(|block| self.before(*block).len() == 1);
        let harmless = insts.all(|inst| self.is_harmless(inst, attempts.pointer));
        (own && harmless).then_some((way, round))
    }

    /// The branch that ends an iteration, and the block to which it goes if there is a next one.
    fn end_of(&self, at: &Loop) -> Option<(Value, Block)> {
        let latch = at.latch?;
        let end = latch.terminator()?;
        if end.successors().len() > 1 {
            return Some((end, at.header));
        }
        // Breaking edges may have put an empty block there.
        match self.before(latch)[..] {
            [before] => Some((before.terminator()?, latch)),
            _ => None,
        }
    }

    /// The blocks that lead to a block.
    fn before(&self, block: Block) -> Vec<Block> {
        let leads = |other: &Block| {
            let end = other.terminator();
            end.is_some_and(|end| end.successors().contains(&block))
        };
        self.blocks.iter().copied().filter(leads).collect()
    }

    /// Whether an instruction may run once instead of several times, and in a section: it leaves memory alone, or reads what is exchanged.
    fn is_harmless(&self, inst: Value, pointer: Value) -> bool {
        match inst.opcode() {
            Opcode::LLVMLoad => {
                !inst.is_volatile() && (!inst.is_atomic() || inst.operand(0) == Some(pointer))
            }
            // Any other: it is no look.
            _ => leaves_memory_alone(inst, self.registry),
        }
    }
}

impl Attempts {
    fn outcome(&self) -> Outcome {
        Outcome::of(self.exchange)
    }

    /// Whether each attempt expects what was found last.
    fn reads_again(&self, header: Block) -> bool {
        let is_read = |value: Value| {
            value.is_instruction()
                && value.opcode() == Opcode::LLVMLoad
                && value.operand(0) == Some(self.pointer)
        };
        let is_found = |value: Value| {
            let found = content(self.outcome().where_it_failed(value));
            self.outcome().part(found) == Some(0) || is_read(found)
        };
        let expected = self.content;
        match expected.is_instruction().then(|| expected.opcode()) {
            Some(Opcode::LLVMPHI) if expected.block() == Some(header) => {
                let incoming = expected.incoming().into_iter();
                let mut from_latch = incoming.filter(|(_, from)| *from != self.preheader);
                from_latch.all(|(value, _)| is_found(content(value)))
            }
            Some(Opcode::LLVMLoad) => is_read(expected) && expected.is_atomic(),
            _ => false,
        }
    }

    /// What the first attempt expects: it was read in front of the loop.
    fn first_look(&self) -> Option<Value> {
        let incoming = self.content.incoming().into_iter();
        let mut first = incoming.filter(|(_, from)| *from == self.preheader);
        let look = content(first.next()?.0);
        let reads = is(look, Opcode::LLVMLoad) && look.operand(0) == Some(self.pointer);
        (reads && !look.is_volatile()).then_some(look)
    }

    /// Whether nobody looks at the outcome as a whole, and a branch goes on to a block only where the exchange has failed.
    fn goes_on_after_failure(&self, (end, on): (Value, Block)) -> bool {
        let (Some(condition), [then, otherwise]) = (end.operand(0), &end.successors()[..]) else {
            return false;
        };
        let mut users = self.exchange.users().into_iter();
        let fails = match *then == on {
            true => *otherwise != on && self.outcome().implies_failure(condition),
            false => self.outcome().follows_from_success(condition),
        };
        fails && users.all(|user| self.outcome().part(user).is_some())
    }

    fn become_section(&self, sections: &Sections<'_>) {
        let context = sections.module.context();
        let (Some(expected), Some(new)) = (self.exchange.operand(1), self.exchange.operand(2))
        else {
            return;
        };
        let Some(start) = self.first.or_else(|| self.preheader.terminator()) else {
            return;
        };
        let build = Builder::ahead_of(context, start);
        build.set_location(Some(self.exchange));
        sections.begin(&build, self.pointer);
        let read = build.load(self.number, self.pointer, "");
        let build = Builder::ahead_of(context, self.exchange);
        build.set_location(Some(self.exchange));
        build.store(as_type(&build, new, self.number), self.pointer);
        for user in self.exchange.users() {
            user.replace_all_uses_with(match self.outcome().part(user) {
                Some(0) => expected,
                _ => context.boolean(true),
            });
            user.erase_instruction();
        }
        self.exchange.erase_instruction();
        let others = self.looks.iter().filter(|look| **look != self.content);
        for look in others {
            let build = Builder::ahead_of(context, *look);
            let plain = build.load(look.ty(), self.pointer, "");
            look.replace_all_uses_with(plain);
            look.erase_instruction();
        }
        for look in [Some(self.content), self.first].into_iter().flatten() {
            let build = Builder::ahead_of(context, start);
            look.replace_all_uses_with(as_type(&build, read, look.ty()));
            if look != start {
                look.erase_instruction();
            }
        }
        if let Some(first) = self.first {
            first.erase_instruction();
        }
        for exit in &self.exits {
            if let Some(first) = exit.first_non_phi() {
                let build = Builder::ahead_of(context, first);
                build.set_location(None);
                sections.end(&build, self.pointer);
            }
        }
    }
}

/// The atomic reads of a number in blocks.
fn looks(blocks: &[Block], pointer: Value) -> Vec<Value> {
    let insts = blocks.iter().flat_map(|block| block.instructions());
    let reads = |inst: &Value| inst.opcode() == Opcode::LLVMLoad && inst.is_atomic();
    let here = |inst: &Value| inst.operand(0) == Some(pointer);
    insts.filter(|inst| reads(inst) && here(inst)).collect()
}

/// The blocks to which control leaves the loop.
fn exits(inside: &[Block]) -> Vec<Block> {
    let ends = inside.iter().filter_map(|block| block.terminator());
    let mut exits: Vec<Block> = Vec::new();
    for exit in ends.flat_map(|end| end.successors()) {
        if !inside.contains(&exit) && !exits.contains(&exit) {
            exits.push(exit);
        }
    }
    exits
}
