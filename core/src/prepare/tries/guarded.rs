//! Loops that put a number in the place of a smaller one (or of a larger one) until it is there, or none is needed.
//!
//! ```text
//! header: old = first look, or what the last attempt has found        if (v > first look) atomic maximum(x, v)
//!         if not (v > old) leave
//! block:  (found, ok) = exchange(x, old, v)
//!         until ok
//! ```
//!
//! Who leaves because nothing is needed has seen that: as if it had come just then. Who has exchanged has found a smaller number.
//!
//! Owns: recognising such loops of two blocks, and the operation in their place. Must not: touch others.

use super::better::{Better, as_type, is_number};
use crate::prepare::outcome::{Outcome, content, is};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Block, Module, Opcode, Value};

/// Puts the operation in the place of a loop whose second block this is; says whether it is one.
pub(super) fn become_update(module: Module, block: Block) -> bool {
    let mut insts = block.instructions().into_iter();
    let exchange = insts.find(|inst| is(*inst, Opcode::LLVMAtomicCmpXchg));
    let found = exchange.and_then(|exchange| Guarded::of(block, exchange));
    let Some(found) = found else {
        return false;
    };
    found.become_update(module);
    true
}

struct Guarded {
    exchange: Value,
    better: Better,
    by: Value,
    first_look: Value,
}

impl Guarded {
    fn of(block: Block, exchange: Value) -> Option<Self> {
        if exchange.is_volatile() {
            return None;
        }
        let outcome = Outcome::of(exchange);
        let old = content(exchange.operand(1)?);
        let by = content(exchange.operand(2)?);
        if !is(old, Opcode::LLVMPHI) || !is_number(by.ty()) {
            return None;
        }
        let header = old.block().filter(|header| *header != block)?;
        // What was found is what comes next, and nothing else is done in the loop.
        let incoming = old.incoming();
        let again = incoming.iter().find(|(_, from)| *from == block)?.0;
        let first_look = content(incoming.iter().find(|(_, from)| *from != block)?.0);
        let found = content(outcome.where_it_failed(content(again)));
        let both = [header, block];
        let does_no_more = both
            .iter()
            .flat_map(|block| block.instructions())
            .all(|inst| {
                let opcode = inst.opcode();
                inst == exchange
                    || matches!(
                        opcode,
                        Opcode::LLVMPHI
                            | Opcode::LLVMBitCast
                            | Opcode::LLVMFCmp
                            | Opcode::LLVMICmp
                            | Opcode::LLVMExtractValue
                            | Opcode::LLVMBr
                    )
            });
        // Whoever else looks at it may want what the last attempt has found.
        let looked = old.users().into_iter();
        let looked = looked.filter(|user| is(*user, Opcode::LLVMBitCast));
        let users = looked.flat_map(Value::users).chain(old.users());
        let is_own = users
            .into_iter()
            .all(|user| user.block().is_some_and(|of| both.contains(&of)));
        let is_outside = |value: Value| {
            !value.is_instruction() || value.block().is_some_and(|of| !both.contains(&of))
        };
        let fits = outcome.part(found) == Some(0)
            && incoming.len() == 2
            && does_no_more
            && is_own
            && is_outside(by)
            && is_outside(exchange.operand(0)?);
        if !fits {
            return None;
        }
        let enter = header.terminator()?;
        let (better, compared) = Better::of(enter.operand(0)?, old)?;
        let enters = enter.successors().first() == Some(&block) && compared == by;
        let end = block.terminator()?;
        let says = outcome.says_success(end.operand(0)?)?;
        let after = end.successors();
        let again = after.get(usize::from(says))?;
        let ends = *again == header && after.iter().filter(|next| **next == header).count() == 1;
        let mut users = exchange.users().into_iter();
        let is_looked_at = users.all(|user| outcome.part(user).is_some());
        (enters && ends && is_looked_at).then_some(Self {
            exchange,
            better,
            by,
            first_look,
        })
    }

    fn become_update(&self, module: Module) {
        let context = module.context();
        let Some(pointer) = self.exchange.operand(0) else {
            return;
        };
        let build = Builder::ahead_of(context, self.exchange);
        build.set_location(Some(self.exchange));
        // It is a number, for it is larger or smaller than another one.
        let old = build.atomic_rmw(self.better.operation(), pointer, self.by);
        let outcome = Outcome::of(self.exchange);
        let expected = self.exchange.operand(1);
        for user in self.exchange.users() {
            let is_found = outcome.part(user) == Some(0);
            if is_found {
                // Who compares it with what was expected asks whether it has succeeded.
                for asks in user.users() {
                    let says = outcome.says_success(asks);
                    if let Some(says) = says.filter(|_| is(asks, Opcode::LLVMICmp)) {
                        asks.replace_all_uses_with(context.boolean(says));
                    }
                }
            }
            let instead = match (is_found, expected) {
                (true, Some(expected)) => as_type(&build, old, expected.ty()),
                _ => context.boolean(true),
            };
            user.replace_all_uses_with(instead);
            user.erase_instruction();
        }
        self.exchange.erase_instruction();
        self.look_at_numbers(module);
    }

    /// What was looked at first are the bits of a number.
    fn look_at_numbers(&self, module: Module) {
        let first = self.first_look;
        if !is(first, Opcode::LLVMLoad) || is_number(first.ty()) {
            return;
        }
        let Some(pointer) = first.operand(0) else {
            return;
        };
        let build = Builder::ahead_of(module.context(), first);
        build.set_location(Some(first));
        let number = build.load(self.by.ty(), pointer, "");
        number.be_accessed_like(first);
        number.set_memory_alignment(first.memory_alignment());
        first.replace_all_uses_with(as_type(&build, number, first.ty()));
        first.erase_instruction();
    }
}
