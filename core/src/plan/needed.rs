//! Which items the adjoints read.
//!
//! Owns: one rule a variant of [`Adjoint`], the same that emission follows: what is not listed here
//! cannot be looked up there, which is an internal error and never a guess. Must not: decide how an item is had.

use super::accumulate::{self, Guard};
use super::adjoints::{Adjoint, CallPlan, Called, Halves};
use super::bytes::Bytes;
use super::carry::Carry;
use super::facts::Facts;
use super::flow::Back;
use super::heap::Heaps;
use super::item::Item;
use super::spans::Asked;
use super::steps::CONTEXT;
use crate::analysis::callee;
use crate::analysis::exclusive::{Apart, Check, Inner, Narrow, Range};
use crate::analysis::restorable::Stores;
use crate::request::Activity;
use crate::view::body::Block;
use crate::view::entity::Map;
use crate::view::polynomials::Polynomial;
use crate::view::{BlockId, InstId, Op, ValueId};
use enzyme_rules::{CalleeKind, DeallocArg, MemoryOp, MemorySource, Needs, SizeExpr};
use indexmap::IndexSet;

/// Collects what the reverse pass of each block reads directly.
pub(crate) fn collect(
    facts: Facts<'_>,
    (adjoints, undone): (&Map<InstId, Adjoint>, &Stores),
    carries: &[Carry],
    heaps: &Heaps,
    back: &Map<BlockId, Back>,
    asked: &Asked,
) -> Map<BlockId, IndexSet<Item>> {
    let of = |(id, block): (BlockId, &Block)| {
        let mut needed = IndexSet::new();
        if back[id] == Back::Never {
            return needed;
        }
        for inst in &block.insts {
            Collector {
                facts,
                carries,
                heaps,
                asked,
                id: *inst,
                needed: &mut needed,
            }
            .adjoint(&adjoints[*inst]);
            if let Some(load) = undone.get(inst) {
                needed.extend(given_back(facts, *inst, *load));
            }
        }
        flow(&back[id], &mut needed);
        needed
    };
    facts.body.blocks.iter().map(of).collect()
}

/// Where a store has overwritten something, and what.
fn given_back(facts: Facts<'_>, store: InstId, load: InstId) -> impl Iterator<Item = Item> {
    let (pointer, before) = (
        facts.body.insts[store].operands[1],
        facts.body.insts[load].result,
    );
    [Some(pointer), before]
        .into_iter()
        .flatten()
        .map(Item::Primal)
}

fn flow(way: &Back, needed: &mut IndexSet<Item>) {
    match way {
        Back::Choose { selector, to } => {
            needed.insert(Item::Primal(*selector));
            needed.extend(
                to.iter()
                    .flat_map(|(_, e)| e)
                    .map(|e| Item::Primal(e.counter)),
            );
        }
        Back::To(_, entered) => needed.extend(entered.iter().map(|e| Item::Primal(e.counter))),
        Back::Done | Back::Loop { .. } | Back::Skip(_) | Back::Never => {}
    }
}

struct Collector<'a> {
    facts: Facts<'a>,
    carries: &'a [Carry],
    heaps: &'a Heaps,
    asked: &'a Asked,
    id: InstId,
    needed: &'a mut IndexSet<Item>,
}

impl Collector<'_> {
    fn operand(&self, index: usize) -> ValueId {
        self.facts.body.insts[self.id].operands[index]
    }

    fn primal(&mut self, value: ValueId) {
        self.needed.insert(Item::Primal(value));
    }

    fn shadow(&mut self, value: ValueId) {
        self.needed.insert(Item::Shadow(value));
    }

    /// The shadow behind a pointer, which an access may have to leave alone.
    fn shadow_behind(&mut self, pointer: ValueId) {
        self.shadow(pointer);
        if let Some(Guard { root }) = accumulate::guard(self.facts, pointer) {
            self.primal(root);
            self.shadow(root);
        }
    }

    /// What is compared before something is added plainly.
    fn checks(&mut self) {
        if let Some((_, nest, window)) = self.asked.of(self.id) {
            self.shadow(nest.of);
            window.values().for_each(|value| self.primal(value));
        }
        for check in accumulate::checks(self.facts, self.id) {
            match check {
                Check::Apart(Apart {
                    bases, iterations, ..
                }) => {
                    for value in [bases.0, bases.1, iterations.0, iterations.1] {
                        self.primal(value);
                    }
                }
                Check::Inner(Inner { counter, last, .. }) => {
                    self.primal(*counter);
                    self.primal(*last);
                }
                Check::Far(far) => {
                    self.primal(far.counter);
                    self.primal(far.last);
                    far.extent.values().for_each(|value| self.primal(value));
                    far.rows.iter().for_each(|row| self.range(row));
                }
                Check::Ranges(ranges) => ranges.iter().for_each(|range| self.range(range)),
                Check::Narrow(Narrow {
                    iterations, offset, ..
                }) => {
                    self.primal(iterations.0);
                    self.primal(iterations.1);
                    if let Some(offset) = offset {
                        self.primal(*offset);
                    }
                }
                Check::Threads(..) => {}
                Check::Fits(counted) => {
                    self.values(&counted.sum);
                    counted.each.iter().for_each(|(_, each)| self.values(each));
                }
                Check::Rows(rows) => {
                    self.values(&rows.distance);
                    rows.along.below.iter().for_each(|sum| self.values(sum));
                }
                Check::Arrays(arrays) => {
                    for reach in &arrays.reaches {
                        self.shadow(reach.base);
                        let sums = reach.rows.iter().chain(&reach.line);
                        sums.for_each(|sum| self.values(sum));
                    }
                    let below = arrays.along.iter().flat_map(|along| &along.below);
                    below.for_each(|sum| self.values(sum));
                }
            }
        }
    }

    fn values(&mut self, sum: &Polynomial) {
        sum.values().for_each(|value| self.primal(value));
    }

    fn range(&mut self, range: &Range) {
        for value in [range.base, range.iterations.0, range.iterations.1] {
            self.primal(value);
        }
        range.extent.values().for_each(|value| self.primal(value));
    }

    fn active(&self, index: usize) -> bool {
        self.facts.activities.active(self.operand(index))
    }

    fn adjoint(&mut self, adjoint: &Adjoint) {
        match adjoint {
            Adjoint::None
            | Adjoint::StorePointer
            | Adjoint::LoadPointer(_)
            | Adjoint::DeferredFree
            | Adjoint::FloatCast
            | Adjoint::Bitcast
            | Adjoint::Same(_)
            | Adjoint::Phi
            | Adjoint::SignBit { flipped: true } => {}
            Adjoint::SignBit { flipped: false } => self.primal(self.operand(0)),
            Adjoint::Rule { rule, .. } => {
                let needs = rule.needs(&self.active_operands(rule.params.len()));
                self.rule_needs(needs, rule.params.len());
            }
            Adjoint::OutRule(rule) => {
                let all: Vec<bool> = rule.results.iter().map(|r| r.active).collect();
                let needs = rule.needs(&self.active_operands(rule.params.len()), &all);
                self.rule_needs(needs, rule.params.len());
            }
            Adjoint::Select => self.primal(self.operand(0)),
            Adjoint::Linear(rule) => {
                let count = self.facts.body.insts[self.id].operands.len();
                let others = (0..count).filter(|i| *i != usize::from(rule.operand));
                others.for_each(|i| self.primal(self.operand(i)));
            }
            Adjoint::Shuffle => self.shuffle(),
            Adjoint::Carry { carry, .. } => {
                // The other elements lie at a fixed distance from the foremost.
                if self.carries[*carry].front == self.id {
                    self.shadow_behind(self.operand(0));
                    self.checks();
                }
            }
            Adjoint::Masked(access) => {
                self.shadow_behind(self.operand(usize::from(access.pointer)));
                self.primal(self.operand(usize::from(access.mask)));
            }
            Adjoint::Load(_) => {
                self.shadow_behind(self.operand(0));
                self.checks();
            }
            Adjoint::AtomicAdd => self.shadow_behind(self.operand(0)),
            Adjoint::Raise => {
                self.needed.insert(Item::Tape(self.id));
                self.shadow_behind(self.operand(0));
            }
            Adjoint::Store(_) => self.shadow_behind(self.operand(1)),
            Adjoint::Copy {
                op,
                bytes,
                from_shadowed,
            } => self.copy(op, bytes, *from_shadowed),
            Adjoint::Reset {
                bytes: Some(Bytes::Fields { floats, .. }),
                ..
            } if floats.is_empty() => {}
            Adjoint::Reset { op, .. } => self.written(op),
            Adjoint::Call(call) => self.call(call),
            Adjoint::Steps(context, _) => {
                self.needed.insert(Item::Tape(self.id));
                self.primal(self.operand(CONTEXT));
                if *context == Activity::Dup {
                    self.shadow(self.operand(CONTEXT));
                }
            }
            Adjoint::OnceMore(operands) => {
                (0..*operands).for_each(|i| self.primal(self.operand(i)));
            }
            Adjoint::Mirror(_) | Adjoint::Array(_) => {
                self.needed.insert(Item::Tape(self.id));
            }
            Adjoint::Allocate {
                shadowed,
                late,
                freed: true,
                ..
            } => self.allocation(*shadowed, *late),
            Adjoint::Allocate { freed: false, .. } => {}
        }
    }

    fn active_operands(&self, count: usize) -> Vec<bool> {
        (0..count).map(|i| self.active(i)).collect()
    }

    /// Shadow memory that an operation writes, and how much of it.
    fn written(&mut self, op: &MemoryOp) {
        self.shadow_behind(self.operand(usize::from(op.dst)));
        self.primal(self.operand(usize::from(op.len)));
    }

    fn copy(&mut self, op: &MemoryOp, bytes: &Bytes, from_shadowed: bool) {
        self.written(op);
        let numbers = !matches!(bytes, Bytes::Fields { floats, .. } if floats.is_empty());
        if let MemorySource::Copy(from) | MemorySource::Move(from) = op.source
            && from_shadowed
            && numbers
        {
            self.shadow_behind(self.operand(usize::from(from)));
        }
    }

    fn rule_needs(&mut self, needs: Needs, params: usize) {
        for index in (0..params).filter(|i| needs.arg(*i)) {
            self.primal(self.operand(index));
        }
        if needs.results != 0
            && let Some(result) = self.facts.body.insts[self.id].result
        {
            self.primal(result);
        }
    }

    /// A variable lane index.
    fn shuffle(&mut self) {
        match self.facts.body.insts[self.id].op {
            Op::ExtractElement => self.primal(self.operand(1)),
            Op::InsertElement => self.primal(self.operand(2)),
            // Any other: its places are constants.
            _ => {}
        }
    }

    fn call(&mut self, call: &CallPlan) {
        if let (Some(_), Some(result)) = (call.freed, self.facts.body.insts[self.id].result) {
            self.primal(result);
            if self.facts.shadowed(result) {
                self.shadow(result);
            }
        }
        if matches!(call.halves, Halves::Split { .. }) {
            self.needed.insert(Item::Tape(self.id));
        }
        // What a task's reverse half is given is kept with its record.
        if matches!(call.called, Called::Task(_)) {
            return;
        }
        if call.called == Called::Through {
            let pointer = self.operand(call.params.len());
            self.primal(pointer);
            self.shadow(pointer);
        }
        for (index, activity) in call.params.iter().enumerate() {
            let value = self.operand(index);
            self.primal(value);
            if *activity == Activity::Dup {
                self.shadow(value);
            }
        }
    }

    /// Of memory that this function frees.
    fn allocation(&mut self, shadowed: bool, late: bool) {
        let inst = &self.facts.body.insts[self.id];
        let Some(result) = inst.result else {
            return;
        };
        // If its end may stay where the program has it, the reverse pass ends it only if it reads it.
        if !self.heaps.may_stay(self.id) {
            self.primal(result);
        }
        if shadowed {
            self.shadow(result);
        }
        if late {
            inst.operands.iter().for_each(|size| self.primal(*size));
        }
        self.deallocation();
    }

    /// What the function that ends the memory is told besides its address: Rust's wants size and alignment.
    fn deallocation(&mut self) {
        let facts = self.facts;
        let inst = &facts.body.insts[self.id];
        let Some(CalleeKind::Allocator(spec)) = callee::known(inst, facts.registry) else {
            return;
        };
        for arg in &spec.dealloc.args {
            match (arg, &spec.size) {
                (DeallocArg::Pointer, _) => {}
                (DeallocArg::AllocArg(index), _) | (DeallocArg::Size, SizeExpr::Arg(index)) => {
                    self.primal(self.operand(usize::from(*index)));
                }
                (DeallocArg::Size, SizeExpr::Product(i, j)) => {
                    self.primal(self.operand(usize::from(*i)));
                    self.primal(self.operand(usize::from(*j)));
                }
            }
        }
    }
}
