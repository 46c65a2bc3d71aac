//! Loops in which a thread of a grid exchanges a number until nobody has changed it in between: one atomic operation each.
//!
//! ```text
//! loop: old = first look, or what the last attempt has found
//!       new = old + v                                           before = atomic add(x, v)
//!       (found, ok) = exchange(x, old, new)
//!       until ok
//! ```
//!
//! The attempt that succeeds is the one that counts: it has found what it expected, and has written the sum. So all that the loop does is this sum, if `v`
//! follows from nothing that was found. A loop that does not look again waits for a number, which is something else. What code behind it takes for the old or
//! the new number is what the operation gives.
//!
//! The larger of two numbers (or the smaller) is written in several ways, that differ in what they do to what is no number: `fmax` gives the other one; `v > old ? v :
//! old`, and a loop that ends where `v > old` does not hold (`guarded`), leave the old one. For each there is an operation that does the same.
//!
//! Owns: recognising such loops of one block, and the operation in their place. Must not: touch loops that do more, or products, which have no such operation.

mod better;
mod guarded;

use super::outcome::{Outcome, content, is, leaves_memory_alone};
use better::{Better, as_type, is_number};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{AtomicOp, Block, FloatPredicate, Module, Opcode, Value};
use enzyme_rules::Registry;
use indexmap::IndexSet;

/// What the intrinsic of a product and a sum is called that may be rounded in between.
const PRODUCT_AND_SUM: &str = "llvm.fmuladd.";

/// Puts atomic operations in the place of such loops in a prepared copy for a grid; says whether there were any.
pub(super) fn as_updates(module: Module, copy: Value, registry: &Registry) -> bool {
    if registry.grid().is_none() {
        return false;
    }
    let mut any = false;
    for block in copy.blocks() {
        let insts = block.instructions().into_iter();
        let mut tries = insts.filter_map(|inst| Try::of(inst, block, registry));
        if let Some(found) = tries.next() {
            found.become_update(module);
            any = true;
        } else {
            any |= guarded::become_update(module, block);
        }
    }
    any
}

/// A loop that tries to update a number.
struct Try {
    block: Block,
    exchange: Value,
    /// What is computed of the old number: its conversion, the sum, the conversion of that.
    chain: Vec<Value>,
    sum: Value,
    change: Change,
}

/// By what a number is changed.
#[derive(Clone, Copy)]
enum Change {
    Sum(Value),
    Difference(Value),
    Product(Value, Value),
    /// The larger or the smaller one, by a call.
    Extreme(AtomicOp, Value),
    /// The same by a comparison.
    Chosen(Better, Value),
}

impl Try {
    fn of(exchange: Value, block: Block, registry: &Registry) -> Option<Self> {
        if exchange.opcode() != Opcode::LLVMAtomicCmpXchg || exchange.is_volatile() {
            return None;
        }
        let (expected, new) = (exchange.operand(1)?, exchange.operand(2)?);
        let sum = content(new);
        let moves = is_number(sum.ty()) || is(sum, Opcode::LLVMSelect);
        if !moves || !sum.is_instruction() || sum.block() != Some(block) {
            return None;
        }
        let own = |value: &Value| value.is_instruction() && value.block() == Some(block);
        let casts = [new, expected]
            .into_iter()
            .filter(|value| content(*value) != *value);
        let old = content(expected);
        let change = changed(sum, old)?;
        let mut chain: Vec<Value> = casts.chain([sum]).filter(own).collect();
        let mut operands = sum.operands();
        if let Change::Chosen(..) = change {
            chain.push(operands[0]);
            operands.extend(operands[0].operands());
        }
        chain.extend(operands.into_iter().filter(|value| {
            own(value) && is(*value, Opcode::LLVMBitCast) && content(*value) == old
        }));
        let found = Self {
            block,
            exchange,
            chain,
            sum,
            change,
        };
        found.does_no_more(registry).then_some(found)
    }

    /// Whether the block is a loop of its own that ends where the exchange has succeeded, and nothing else in it leaves a trace, or follows from what was
    /// found before.
    fn does_no_more(&self, registry: &Registry) -> bool {
        let all = self.block.instructions();
        let at = all.iter().position(|inst| *inst == self.exchange);
        let Some(before) = at.map(|at| &all[..at]) else {
            return false;
        };
        self.ends_with_success()
            && self.looks_again()
            && all
                .iter()
                .all(|inst| *inst == self.exchange || self.is_harmless(*inst, registry))
            && self
                .change
                .operands()
                .iter()
                .all(|by| self.is_free(*by, before))
            && self.numbers().iter().all(|(value, _)| {
                let mut users = value.users().into_iter();
                users.all(|user| {
                    self.chain.contains(&user)
                        || !before.contains(&user)
                        || is(user, Opcode::LLVMPHI)
                })
            })
    }

    fn ends_with_success(&self) -> bool {
        let Some(end) = self.block.terminator() else {
            return false;
        };
        let (Some(condition), [then, otherwise]) = (end.operand(0), &end.successors()[..]) else {
            return false;
        };
        let outcome = Outcome::of(self.exchange);
        let says = outcome.says_success(condition);
        let ends = match says {
            Some(true) => *otherwise == self.block && *then != self.block,
            Some(false) => *then == self.block && *otherwise != self.block,
            None => false,
        };
        ends && self
            .exchange
            .users()
            .into_iter()
            .all(|user| outcome.part(user).is_some())
    }

    /// Whether each attempt expects what was found last.
    fn looks_again(&self) -> bool {
        let Some(expected) = self.exchange.operand(1).map(content) else {
            return false;
        };
        let looks = |value: Value| {
            is(value, Opcode::LLVMLoad)
                && value.block() == Some(self.block)
                && value.operand(0) == self.exchange.operand(0)
        };
        if !is(expected, Opcode::LLVMPHI) || expected.block() != Some(self.block) {
            return looks(expected);
        }
        let outcome = Outcome::of(self.exchange);
        let incoming = expected.incoming().into_iter();
        let mut again = incoming.filter(|(_, from)| *from == self.block);
        again.all(|(value, _)| {
            let found = content(outcome.where_it_failed(content(value)));
            outcome.part(found) == Some(0) || looks(found)
        })
    }

    /// Whether an instruction may run once instead of several times.
    fn is_harmless(&self, inst: Value, registry: &Registry) -> bool {
        match inst.opcode() {
            Opcode::LLVMLoad => {
                let looks = inst.operand(0) == self.exchange.operand(0);
                looks || !inst.is_volatile() && !inst.is_atomic()
            }
            // Any other: it is no look.
            _ => leaves_memory_alone(inst, registry),
        }
    }

    /// Whether a value follows from nothing that an earlier attempt has left.
    fn is_free(&self, value: Value, before: &[Value]) -> bool {
        let mut work = vec![value];
        let mut seen = Vec::new();
        let numbers = self.numbers();
        while let Some(value) = work.pop() {
            let here = value.is_instruction() && value.block() == Some(self.block);
            if !here || seen.contains(&value) {
                continue;
            }
            let found =
                is(value, Opcode::LLVMPHI) || numbers.iter().any(|(number, _)| *number == value);
            if found || !before.contains(&value) {
                return false;
            }
            seen.push(value);
            work.extend(value.operands());
        }
        true
    }

    /// The values that stand for the old number, and for the new one (which is said by `true`).
    fn numbers(&self) -> Vec<(Value, bool)> {
        let expected = [
            self.exchange.operand(1),
            self.exchange.operand(1).map(content),
        ];
        let new = [self.exchange.operand(2), Some(self.sum)];
        let mut all: Vec<(Value, bool)> = Vec::new();
        let old = expected.into_iter().flatten().map(|value| (value, false));
        let casts = self
            .chain
            .iter()
            .filter(|value| **value != self.sum && Some(**value) != new[0]);
        let new = new.into_iter().flatten().map(|value| (value, true));
        for number in old.chain(casts.map(|value| (*value, false))).chain(new) {
            if !all.contains(&number) && number.0.is_instruction() {
                all.push(number);
            }
        }
        all
    }

    fn become_update(&self, module: Module) {
        let context = module.context();
        let Some(pointer) = self.exchange.operand(0) else {
            return;
        };
        let build = Builder::ahead_of(context, self.exchange);
        build.set_location(Some(self.exchange));
        let (op, by) = self.change.said(&build);
        let old = build.atomic_rmw(op, pointer, by);
        let insts = self.block.instructions();
        let behind: Vec<Value> = {
            let of = insts.iter().skip_while(|inst| **inst != self.exchange);
            of.copied().collect()
        };
        // Chains of an earlier attempt are left to nobody.
        let is_behind = |user: Value| {
            let here = user.block() == Some(self.block);
            (!here || behind.contains(&user)) && user != self.exchange
        };
        for (value, is_new) in self.numbers() {
            for user in value.users().into_iter().filter(|user| is_behind(*user)) {
                let number = match (is_new, self.change) {
                    (false, _) => old,
                    (true, Change::Difference(_)) => build.fsub(old, by),
                    (true, Change::Sum(_) | Change::Product(..)) => build.fadd(old, by),
                    (true, Change::Chosen(better, _)) => {
                        let replaces = build.fcmp(better.predicate(), by, old);
                        build.select(replaces, by, old)
                    }
                    (true, Change::Extreme(..)) => {
                        let Some(callee) = self.sum.callee() else {
                            return;
                        };
                        build.call(callee.function_type(), callee, &[old, by], "")
                    }
                };
                let instead = as_type(&build, number, value.ty());
                for (at, operand) in user.operands().into_iter().enumerate() {
                    if operand == value {
                        user.set_operand(at as u32, instead);
                    }
                }
            }
        }
        let outcome = Outcome::of(self.exchange);
        for user in self.exchange.users() {
            let instead = match outcome.part(user) {
                Some(0) => as_type(&build, old, user.ty()),
                _ => context.boolean(true),
            };
            user.replace_all_uses_with(instead);
            user.erase_instruction();
        }
        let expected = self.exchange.operand(1).map(content);
        self.exchange.erase_instruction();
        if let Some(expected) = expected {
            self.forget_looks(expected);
        }
    }

    /// Drops what was computed of the old number by itself, and the looks at it: atomic ones would stay though nobody uses them.
    fn forget_looks(&self, expected: Value) {
        // One may stand in the chain as an operand of two others.
        let mut idle: IndexSet<Value> = self.chain.iter().copied().collect();
        idle.insert(expected);
        if is(expected, Opcode::LLVMPHI) {
            for (at, looked) in expected.operands().into_iter().enumerate() {
                expected.set_operand(at as u32, looked.ty().zero());
                idle.insert(looked);
            }
        }
        // Users come first in no order: each round drops some.
        while let Some(at) = idle.iter().position(|value| is_idle(*value)) {
            let dropped = idle.swap_remove_index(at);
            dropped.inspect(|value| value.erase_instruction());
        }
    }
}

impl Change {
    fn operands(self) -> Vec<Value> {
        match self {
            Change::Sum(by)
            | Change::Difference(by)
            | Change::Extreme(_, by)
            | Change::Chosen(_, by) => {
                vec![by]
            }
            Change::Product(a, b) => vec![a, b],
        }
    }

    /// The operation, and its operand.
    fn said(self, build: &Builder) -> (AtomicOp, Value) {
        match self {
            Change::Sum(by) => (AtomicOp::LLVMAtomicRMWBinOpFAdd, by),
            Change::Difference(by) => (AtomicOp::LLVMAtomicRMWBinOpFSub, by),
            Change::Product(a, b) => (AtomicOp::LLVMAtomicRMWBinOpFAdd, build.fmul(a, b)),
            Change::Extreme(op, by) => (op, by),
            Change::Chosen(better, by) => {
                // What is no number is not chosen, and so is the least one.
                let is_number = build.fcmp(FloatPredicate::LLVMRealORD, by, by);
                let least = by.ty().constant_float(better.least());
                (better.operation(), build.select(is_number, by, least))
            }
        }
    }
}

/// How a number is made of the old one, whose bits may be at hand as another type.
fn changed(sum: Value, old: Value) -> Option<Change> {
    let operands = sum.operands();
    let is_old = |value: Value| content(value) == old;
    match (sum.opcode(), &operands[..]) {
        (Opcode::LLVMFAdd, [a, b]) if is_old(*a) != is_old(*b) => {
            Some(Change::Sum(if is_old(*a) { *b } else { *a }))
        }
        (Opcode::LLVMFSub, [a, b]) if is_old(*a) && !is_old(*b) => Some(Change::Difference(*b)),
        (Opcode::LLVMCall, [a, b, c, _]) if is_old(*c) && !is_old(*a) && !is_old(*b) => {
            let callee = sum.callee()?;
            let splits = callee.name().starts_with(PRODUCT_AND_SUM);
            splits.then_some(Change::Product(*a, *b))
        }
        (Opcode::LLVMCall, [a, b, _]) if is_old(*a) != is_old(*b) => {
            let op = extreme(&sum.callee()?.name())?;
            Some(Change::Extreme(op, if is_old(*a) { *b } else { *a }))
        }
        (Opcode::LLVMSelect, [condition, then, otherwise]) if is_old(*otherwise) => {
            let (better, by) = Better::of(*condition, old)?;
            (content(*then) == by).then_some(Change::Chosen(better, by))
        }
        // Any other: there is no operation that does it.
        _ => None,
    }
}

/// Whether an instruction of a chain, or a look, is used by nobody.
fn is_idle(value: Value) -> bool {
    let drops = value.is_instruction() && value.opcode() != Opcode::LLVMPHI;
    drops && value.users().is_empty()
}

/// The operation that does what a function of two numbers does: it gives the larger or the smaller one, and of none and a number the number.
fn extreme(name: &str) -> Option<AtomicOp> {
    match enzyme_rules::classify(name)?.family {
        "fmax" => Some(AtomicOp::LLVMAtomicRMWBinOpFMax),
        "fmin" => Some(AtomicOp::LLVMAtomicRMWBinOpFMin),
        // Any other: there is none.
        _ => None,
    }
}
