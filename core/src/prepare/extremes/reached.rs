//! What a thread may come to between an atomic operation and the barriers behind it.
//!
//! Owns: [`Reached`]. Must not: change code.

use crate::prepare::inline::{is_said, named};
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::ir::{Block, Module, Opcode, Value};
use enzyme_rules::{CalleeKind, GridRule, Meeting, Registry};

/// The first barriers of a block that follow an operation, on all ways.
pub(super) struct Reached {
    pub(super) barriers: Vec<Value>,
}

impl Reached {
    /// Nothing if the operation's memory is not shared by a block, or not always the same place, or if something else may be done to it on the way.
    pub(super) fn of(
        copy: Value,
        update: Value,
        (registry, grid): (&Registry, &GridRule),
    ) -> Option<Self> {
        let address = update.operand(0)?;
        let place = Place::of(address)?;
        if place.variable.ty().address_space() != grid.shared {
            return None;
        }
        let calls = instructions(copy).filter(|inst| inst.opcode() == Opcode::LLVMCall);
        if calls.into_iter().any(|call| may_access(call, registry)) {
            return None;
        }
        let around = Around {
            accesses: accesses(copy, place.variable)?,
            update,
            place,
            registry,
            grid,
        };
        if !around.all_do_the_same() {
            return None;
        }
        around.walk().map(|barriers| Self { barriers })
    }
}

/// All barriers of a block in a function.
pub(super) fn barriers(copy: Value, rules: (&Registry, &GridRule)) -> Vec<Value> {
    let calls = instructions(copy).filter(|inst| inst.opcode() == Opcode::LLVMCall);
    calls.filter(|call| is_barrier(*call, rules)).collect()
}

fn instructions(copy: Value) -> impl Iterator<Item = Value> {
    let blocks = copy.blocks().into_iter();
    blocks.flat_map(|block| block.instructions())
}

/// Whether a call may access a variable, which it is not handed: a function of the program may know it by its name.
fn may_access(call: Value, registry: &Registry) -> bool {
    let effects = analyses::call_effects(call);
    let is_outside =
        named(call).is_some_and(|callee| callee.is_declaration() || is_said(callee, registry));
    (effects.reads || effects.writes) && !is_outside
}

/// Whether all threads of a block wait for each other there.
fn is_barrier(call: Value, (registry, grid): (&Registry, &GridRule)) -> bool {
    let Some(callee) = named(call) else {
        return false;
    };
    let name = callee.name();
    let of_warp = grid
        .warp_barriers
        .iter()
        .any(|of_warp| name.starts_with(of_warp));
    let is_named = grid.barriers.iter().any(|(barrier, _)| *barrier == name);
    let entry = registry.lookup(&name).map(|entry| &entry.what);
    let meets =
        matches!(entry, Some(CalleeKind::Mirrored(rule)) if rule.meeting == Meeting::Barrier);
    (is_named || meets) && !of_warp
}

/// A place in a variable.
#[derive(Clone, Copy)]
struct Place {
    variable: Value,
    offset: i64,
}

impl Place {
    /// Where an address that follows from constants leads.
    fn of(address: Value) -> Option<Self> {
        if !address.is_instruction() {
            let is_variable = address.is_constant() && !address.is_null();
            return is_variable.then_some(Self {
                variable: address,
                offset: 0,
            });
        }
        let before = Self::of(address.operand(0)?)?;
        match address.opcode() {
            Opcode::LLVMAddrSpaceCast | Opcode::LLVMBitCast => Some(before),
            Opcode::LLVMGetElementPtr => {
                let moved = analyses::gep_offset(address)?;
                moved.variable.is_empty().then_some(Self {
                    offset: before.offset + moved.constant,
                    ..before
                })
            }
            // Any other: only the run knows it.
            _ => None,
        }
    }
}

/// The accesses of a function to a variable; none if its address goes anywhere else.
fn accesses(copy: Value, variable: Value) -> Option<Vec<Value>> {
    let mut found = Vec::new();
    let mut addresses = vec![variable];
    while let Some(address) = addresses.pop() {
        for user in address.users() {
            if !user.is_instruction() {
                // Constants of other functions: those of this one are instructions.
                continue;
            }
            if user.block().is_none_or(|block| block.function() != copy) {
                continue;
            }
            match user.opcode() {
                Opcode::LLVMGetElementPtr | Opcode::LLVMAddrSpaceCast | Opcode::LLVMBitCast => {
                    addresses.push(user);
                }
                Opcode::LLVMLoad | Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg
                    if user.operand(0) == Some(address) =>
                {
                    found.push(user);
                }
                Opcode::LLVMStore if user.operand(0) != Some(address) => found.push(user),
                // Any other: it hands the address on.
                _ => return None,
            }
        }
    }
    Some(found)
}

/// Whether a number is only compared, perhaps after its bits were taken for it.
fn is_only_compared(number: Value) -> bool {
    let mut users = number.users().into_iter();
    users.all(|user| match user.opcode() {
        Opcode::LLVMFCmp => true,
        Opcode::LLVMBitCast => is_only_compared(user),
        // Any other: it may compute with it.
        _ => false,
    })
}

/// An operation, and what it must not meet.
struct Around<'a> {
    update: Value,
    place: Place,
    accesses: Vec<Value>,
    registry: &'a Registry,
    grid: &'a GridRule,
}

/// What comes next on a way.
enum Next {
    On,
    Barrier,
    /// What nobody may do here.
    Conflict,
}

impl Around<'_> {
    /// Whether all that threads do to the place atomically is the same, on whichever way: where some raise it and others lower it, several may find their own
    /// number there.
    fn all_do_the_same(&self) -> bool {
        let atomic = |access: &&Value| {
            matches!(
                access.opcode(),
                Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg
            )
        };
        let mut updates = self.accesses.iter().filter(atomic);
        updates.all(|update| !self.conflicts(*update))
    }

    fn walk(&self) -> Option<Vec<Value>> {
        let mut barriers = Vec::new();
        let mut seen: Vec<Block> = Vec::new();
        let mut work = vec![self.update.next_instruction()?];
        while let Some(first) = work.pop() {
            let mut next = Some(first);
            while let Some(inst) = next {
                match self.look(inst) {
                    Next::Conflict => return None,
                    Next::Barrier => {
                        if !barriers.contains(&inst) {
                            barriers.push(inst);
                        }
                        break;
                    }
                    Next::On => {}
                }
                let Some(behind) = inst.next_instruction() else {
                    for block in inst.successors() {
                        if !seen.contains(&block) {
                            seen.push(block);
                            work.extend(block.instructions().first());
                        }
                    }
                    break;
                };
                next = Some(behind);
            }
        }
        Some(barriers)
    }

    fn look(&self, inst: Value) -> Next {
        let conflicts = match inst.opcode() {
            Opcode::LLVMCall if is_barrier(inst, (self.registry, self.grid)) => {
                return Next::Barrier;
            }
            // A thread that leaves says nothing at a barrier to which others come.
            Opcode::LLVMInvoke | Opcode::LLVMCallBr | Opcode::LLVMRet => true,
            _ => self.accesses.contains(&inst) && self.conflicts(inst),
        };
        match conflicts {
            true => Next::Conflict,
            false => Next::On,
        }
    }

    /// Whether an access of the variable is one of the place that does not do the same, or gives the number to anyone who computes with it.
    fn conflicts(&self, access: Value) -> bool {
        let module = access.block().map(|block| block.function().module());
        let is_store = access.opcode() == Opcode::LLVMStore;
        let [address, value] = match is_store {
            true => [access.operand(1), access.operand(0)],
            false => [access.operand(0), Some(access)],
        };
        let sizes = |module: Module| {
            let number = module.store_size(self.update.ty()) as i64;
            let moved = match access.opcode() {
                Opcode::LLVMAtomicCmpXchg => access.operand(1).map(Value::ty),
                _ => value.map(Value::ty),
            };
            Some((number, module.store_size(moved?) as i64))
        };
        let there = address.and_then(Place::of).zip(module.and_then(sizes));
        let apart = there.is_some_and(|(there, (number, moved))| {
            let by = there.offset - self.place.offset;
            by >= number || -by >= moved
        });
        if apart {
            return false;
        }
        let is_same = there.is_some_and(|(there, _)| there.offset == self.place.offset);
        match access.opcode() {
            Opcode::LLVMAtomicRMW => {
                let alike =
                    access.atomic_op() == self.update.atomic_op() && access.users().is_empty();
                !(is_same && alike && access.ty() == self.update.ty())
            }
            Opcode::LLVMLoad => !is_only_compared(access),
            // Any other: it changes the number.
            _ => true,
        }
    }
}
