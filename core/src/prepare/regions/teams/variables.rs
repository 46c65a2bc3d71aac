//! How the workers of a team are given what the call that starts them is given.
//!
//! Compilers hand the workers the addresses of the caller's variables, and small numbers as integers. Here a worker is given what a reader of the
//! source would say: the content of a variable that all only read, and a number as a number.
//!
//! Owns: [`Handed`], and when each is right. Must not: make functions.

use crate::prepare::inline::named;
use crate::prepare::offsets::marks_life;
use crate::prepare::regions::numbers::{content, is_as_long, loads_of_slot, number};
use enzyme_llvm_shim::ir::{Opcode, Type, TypeKind, Value};
use enzyme_rules::{Passed, RegionRule};

/// How an operand of the call reaches the workers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Handed {
    /// As it is.
    Same,
    /// As the number of this type whose bits it is.
    Number(Type),
    /// As the content, of this type, of the caller's variable whose address it is: the variable stays as it is while the team runs.
    Content(Type),
    /// As the address of a variable of the caller's to which nothing else leads.
    Alone,
    /// As zero: the workers make nothing of it.
    Unused,
}

/// Functions nested deeper than this are not looked into, nor what is made of what is made of a value.
const DEEPEST: u32 = 4;

/// The call that starts a team, and what it runs.
#[derive(Clone, Copy)]
pub(super) struct Start<'a> {
    pub(super) starter: Value,
    pub(super) rule: &'a RegionRule,
}

impl Start<'_> {
    /// The first operand that is the program's, and the first parameter of the body that is one.
    fn own(&self) -> Option<(usize, usize)> {
        let given = self.rule.given.iter().enumerate();
        given.into_iter().find_map(|(param, passed)| match passed {
            Passed::From(first) => Some((usize::from(*first), param)),
            Passed::Operand(_)
            | Passed::Iteration
            | Passed::Record(_)
            | Passed::Worker
            | Passed::Zero => None,
        })
    }

    /// How an operand of a call reaches the workers that run a body.
    pub(super) fn handed(&self, body: Value, operands: &[Value], at: usize) -> Handed {
        let operand = operands[at];
        let Some((first, param)) = self.own().filter(|(first, _)| at >= *first) else {
            return Handed::Same;
        };
        let Some(inside) = body.params().get(at - first + param).copied() else {
            return Handed::Same;
        };
        if inside.ty().kind() == TypeKind::LLVMIntegerTypeKind && is_dead(inside, DEEPEST) {
            return Handed::Unused;
        }
        let handed_on = |call: Value, operand: Value| self.handed_on(call, operand);
        let is_integer = inside.ty().kind() == TypeKind::LLVMIntegerTypeKind;
        if is_integer && let Some(ty) = number(Some(operand), inside, &handed_on, DEEPEST) {
            return Handed::Number(ty);
        }
        let all_follow = |only_reads: bool| self.all_access(inside, only_reads, DEEPEST);
        let Some(ty) = self.variable(operand) else {
            return Handed::Same;
        };
        // The workers may be given the same variable under several names: by a reference, or a pointer of their own.
        let names = names(operand);
        let others = (first..operands.len()).filter(|at| names.contains(&operands[*at]));
        let others = others.filter(|other| *other != at);
        let others: Option<Vec<Value>> = others
            .map(|other| body.params().get(other - first + param).copied())
            .collect();
        let Some(others) = others else {
            return Handed::Same;
        };
        let is_read = |other: &Value| self.all_access(*other, true, DEEPEST);
        match ty {
            ty if is_scalar(ty) && all_follow(true) && others.iter().all(is_read) => {
                let held = content(operand, &handed_on, DEEPEST);
                Handed::Content(held.filter(|held| is_as_long(*held, ty)).unwrap_or(ty))
            }
            _ if others.is_empty() && all_follow(false) => Handed::Alone,
            _ => Handed::Same,
        }
    }

    /// The type of a variable of the caller's whose address is only used to access it, and handed to workers who do no more.
    fn variable(&self, address: Value) -> Option<Type> {
        let is_variable = address.is_instruction() && address.opcode() == Opcode::LLVMAlloca;
        let one = is_variable.then(|| address.operand(0)?.as_u64()).flatten() == Some(1);
        (one && self.all_access(address, false, DEEPEST)).then(|| address.allocated_type())
    }

    /// Whether an address is used for accesses alone, everywhere.
    fn all_access(&self, address: Value, only_reads: bool, depth: u32) -> bool {
        depth > 0
            && address
                .users()
                .into_iter()
                .all(|user| self.accesses(user, address, (only_reads, depth)))
    }

    fn accesses(&self, user: Value, address: Value, (only_reads, depth): (bool, u32)) -> bool {
        let is = |index: u32| user.operand(index) == Some(address);
        match user.opcode() {
            Opcode::LLVMLoad => true,
            Opcode::LLVMStore if is(0) => {
                let slot = user
                    .operand(1)
                    .filter(|slot| !is(1) && is_slot(*slot, user));
                slot.is_some_and(|slot| {
                    let mut loads = slot.users().into_iter();
                    loads.all(|load| load == user || self.all_access(load, only_reads, depth))
                })
            }
            Opcode::LLVMStore => !only_reads,
            Opcode::LLVMAtomicRMW => !only_reads && !is(1),
            Opcode::LLVMGetElementPtr => is(0) && self.all_access(user, only_reads, depth),
            Opcode::LLVMCall => self.call_accesses(user, address, (only_reads, depth)),
            // Any other: the address may go anywhere.
            _ => false,
        }
    }

    /// The same of a call that is handed the address: of a function with a body, or one that starts a team.
    fn call_accesses(&self, call: Value, address: Value, (only_reads, depth): (bool, u32)) -> bool {
        let follow = |params: Vec<Value>| {
            let mut params = params.into_iter();
            params.all(|param| self.all_access(param, only_reads, depth - 1))
        };
        marks_life(call) || self.handed_on(call, address).is_some_and(follow)
    }

    /// The parameters as which what is called, or the team that is started, gets an operand of a call; nothing if that is not known.
    fn handed_on(&self, call: Value, operand: Value) -> Option<Vec<Value>> {
        let callee = named(call)?;
        let args = call.call_args();
        let (body, shift) = match callee == self.starter {
            true => {
                let body = args.get(usize::from(self.rule.body)).copied();
                let (first, param) = self.own().unwrap_or((0, 0));
                (body?, Some((first, param)))
            }
            false => (callee, None),
        };
        if body.is_declaration() || body.is_interposable() {
            return None;
        }
        let handed = args.iter().enumerate().filter(|(_, arg)| **arg == operand);
        let params = handed.map(|(at, _)| {
            let at = match shift {
                Some((first, param)) => at.checked_sub(first)? + param,
                None => at,
            };
            body.params().get(at).copied()
        });
        params.collect()
    }
}

/// All values that lead to a variable whose address is only used for accesses.
fn names(address: Value) -> Vec<Value> {
    let mut found = vec![address];
    let mut next = 0;
    while let Some(value) = found.get(next).copied() {
        next += 1;
        for user in value.users() {
            let is = |index: u32| user.operand(index) == Some(value);
            match user.opcode() {
                Opcode::LLVMGetElementPtr if is(0) => found.push(user),
                Opcode::LLVMStore if is(0) => found.extend(loads_of_slot(user)),
                // Any other: it accesses the variable, or hands it on.
                _ => {}
            }
        }
    }
    found
}

/// Whether an address is that of a variable which only a store and loads use.
fn is_slot(address: Value, store: Value) -> bool {
    let is_variable = address.is_instruction() && address.opcode() == Opcode::LLVMAlloca;
    let plain = |user: Value| user == store || user.opcode() == Opcode::LLVMLoad;
    is_variable && address.users().into_iter().all(plain)
}

fn is_scalar(ty: Type) -> bool {
    matches!(
        ty.kind(),
        TypeKind::LLVMPointerTypeKind
            | TypeKind::LLVMIntegerTypeKind
            | TypeKind::LLVMFloatTypeKind
            | TypeKind::LLVMDoubleTypeKind
    )
}

/// Whether nothing that is made of a value is used for anything.
fn is_dead(value: Value, depth: u32) -> bool {
    let leads_nowhere = |user: Value| match user.opcode() {
        Opcode::LLVMStore => {
            let slot = user.operand(1).filter(|slot| *slot != value);
            slot.is_some_and(|slot| {
                let is_variable = slot.is_instruction() && slot.opcode() == Opcode::LLVMAlloca;
                // The variable's address may be stored as well, and then others read it.
                let writes = |other: Value| {
                    other.opcode() == Opcode::LLVMStore && other.operand(0) != Some(slot)
                };
                is_variable && slot.users().into_iter().all(writes)
            })
        }
        Opcode::LLVMBitCast
        | Opcode::LLVMTrunc
        | Opcode::LLVMFAdd
        | Opcode::LLVMFSub
        | Opcode::LLVMFMul
        | Opcode::LLVMFDiv => is_dead(user, depth - 1),
        // Any other: it may matter.
        _ => false,
    };
    depth > 0 && value.users().into_iter().all(leads_nowhere)
}
