//! What an exchange that may fail tells: what it has found, and whether it has succeeded, as code asks for it.
//!
//! Owns: [`Outcome`], and which instructions may run once instead of once for each attempt. Must not: change code.

use super::inline::named;
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::ir::{Opcode, Value};
use enzyme_rules::{CalleeKind, Registry};

/// The outcome of an exchange of what is expected.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    exchange: Value,
}

impl Outcome {
    /// Of a `cmpxchg`.
    pub(super) fn of(exchange: Value) -> Self {
        Self { exchange }
    }

    /// A value as it is where the exchange has failed.
    pub(super) fn where_it_failed(&self, value: Value) -> Value {
        let select = value.is_instruction() && value.opcode() == Opcode::LLVMSelect;
        let sides = select.then(|| value.operands());
        match sides.as_deref() {
            Some([condition, then, otherwise]) => match self.says_success(*condition) {
                Some(true) => *otherwise,
                Some(false) => *then,
                None => value,
            },
            _ => value,
        }
    }

    /// Whether a condition holds if the exchange has succeeded.
    pub(super) fn follows_from_success(&self, condition: Value) -> bool {
        let says = self.says_success(condition) == Some(true);
        let sides = |opcode| is(condition, opcode).then(|| condition.operands());
        says || match sides(Opcode::LLVMOr)
            .or_else(|| sides(Opcode::LLVMSelect))
            .as_deref()
        {
            Some([one, other]) => [one, other]
                .into_iter()
                .any(|side| self.follows_from_success(*side)),
            Some([one, then, other]) if then.as_u64() == Some(1) => {
                self.follows_from_success(*one) || self.follows_from_success(*other)
            }
            _ => false,
        }
    }

    /// Whether the exchange has failed if a condition holds.
    pub(super) fn implies_failure(&self, condition: Value) -> bool {
        let says = self.says_success(condition) == Some(false);
        let sides = |opcode| is(condition, opcode).then(|| condition.operands());
        says || match sides(Opcode::LLVMAnd)
            .or_else(|| sides(Opcode::LLVMSelect))
            .as_deref()
        {
            Some([one, other]) => [one, other]
                .into_iter()
                .any(|side| self.implies_failure(*side)),
            Some([one, other, otherwise]) if otherwise.as_u64() == Some(0) => {
                self.implies_failure(*one) || self.implies_failure(*other)
            }
            _ => false,
        }
    }

    /// Whether a condition says that the exchange has succeeded, or that it has failed.
    pub(super) fn says_success(&self, condition: Value) -> Option<bool> {
        use enzyme_llvm_shim::ir::IntPredicate::{LLVMIntEQ, LLVMIntNE};
        if !condition.is_instruction() {
            return None;
        }
        match condition.opcode() {
            Opcode::LLVMExtractValue => (self.part(condition) == Some(1)).then_some(true),
            Opcode::LLVMXor if condition.operand(1)?.as_u64() == Some(1) => {
                Some(!self.says_success(condition.operand(0)?)?)
            }
            Opcode::LLVMICmp => {
                let sides = [condition.operand(0)?, condition.operand(1)?];
                let expected = self.exchange.operand(1)?;
                let found = sides.iter().any(|side| self.part(*side) == Some(0));
                match condition.int_predicate() {
                    _ if !found || !sides.contains(&expected) => None,
                    LLVMIntEQ => Some(true),
                    LLVMIntNE => Some(false),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Which part of the exchange's outcome a value is: 0, what was found; 1, whether it succeeded.
    pub(super) fn part(&self, value: Value) -> Option<u32> {
        let is_part = value.is_instruction()
            && value.opcode() == Opcode::LLVMExtractValue
            && value.operand(0) == Some(self.exchange);
        is_part.then(|| value.aggregate_indices().first().copied())?
    }
}

/// Whether a value is an instruction of this sort.
pub(super) fn is(value: Value, opcode: Opcode) -> bool {
    value.is_instruction() && value.opcode() == opcode
}

/// The value whose bits these are.
pub(super) fn content(bits: Value) -> Value {
    let cast = bits.is_instruction() && bits.opcode() == Opcode::LLVMBitCast;
    bits.operand(0).filter(|_| cast).unwrap_or(bits)
}

/// Whether a function of numbers is called: what it writes is `errno`.
fn is_scalar(call: Value, registry: &Registry) -> bool {
    let entry = named(call).and_then(|callee| registry.lookup(&callee.name()));
    matches!(entry.map(|entry| &entry.what), Some(CalleeKind::Scalar(_)))
}

/// Whether an instruction other than a load may run once instead of once for each attempt: it leaves memory alone.
pub(super) fn leaves_memory_alone(inst: Value, registry: &Registry) -> bool {
    match inst.opcode() {
        Opcode::LLVMStore
        | Opcode::LLVMFence
        | Opcode::LLVMAtomicCmpXchg
        | Opcode::LLVMAtomicRMW
        | Opcode::LLVMInvoke
        | Opcode::LLVMCallBr
        | Opcode::LLVMVAArg => false,
        Opcode::LLVMCall => !analyses::call_effects(inst).writes || is_scalar(inst, registry),
        // Any other: it touches no memory, or only reads.
        _ => true,
    }
}
