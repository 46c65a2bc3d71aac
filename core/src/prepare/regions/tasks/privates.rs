//! Variables of a task's own, which lie in its record one behind the other.
//!
//! LLVM's passes compute addresses in a record by bytes alone, and then nobody can tell any more which variable an index stays in. So before they run, the
//! address of each such variable is marked: it goes through an intrinsic that gives the same address and that LLVM does not look through, with
//! the variable's length as an attribute of the call. Where a record becomes a variable of a function's, each of these variables becomes one of its own.
//!
//! Owns: these marks. Must not: know what is done with a record.

use crate::prepare::inline::{all_calls, named};
use crate::prepare::offsets::{addresses, marks_life};
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value};
use enzyme_rules::Registry;
use indexmap::IndexSet;

/// Alignment of records, of their variables, and of what the program writes behind them, in bytes.
pub(super) const ALIGNMENT: u64 = 16;

/// The intrinsic, and the attribute that says how many bytes the variable has.
const SAME: &str = "llvm.launder.invariant.group";
const LENGTH: &str = "enzyme_rs_task_variable";

/// A variable of a record.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// Where it was in the record.
    pub(super) offset: u64,
    pub(super) bytes: u64,
    /// Where it is now.
    pub(super) variable: Value,
}

/// Marks the variables in all records of a module; says whether there are any.
pub fn mark(module: Module, registry: &Registry) -> bool {
    let lists: Vec<&str> = registry.tasks().map(|rule| rule.privates).collect();
    let mut any = false;
    for function in module.functions() {
        for block in function.blocks() {
            for inst in block.instructions() {
                if inst.opcode() == Opcode::LLVMGetElementPtr
                    && let Some(bytes) = variable(module, inst, &lists)
                {
                    mark_address(module, inst, bytes);
                    any = true;
                }
            }
        }
    }
    any
}

/// How long the variable is whose address an instruction computes in the structure that holds the variables of a record.
fn variable(module: Module, address: Value, lists: &[&str]) -> Option<u64> {
    let ty = address.indexed_type();
    let [_, first, index] = address.operands()[..] else {
        return None;
    };
    let is_structure = ty.kind() == TypeKind::LLVMStructTypeKind;
    let name = is_structure.then(|| ty.print())?;
    let name = name.strip_prefix('%').unwrap_or_default();
    if !first.is_null() || !lists.iter().any(|list| name.starts_with(list)) {
        return None;
    }
    let field = ty
        .fields()
        .get(usize::try_from(index.as_u64()?).ok()?)
        .copied()?;
    Some(module.alloc_size(field))
}

fn mark_address(module: Module, address: Value, bytes: u64) {
    let Some(next) = address.next_instruction() else {
        return;
    };
    let context = module.context();
    let build = Builder::ahead_of(context, next);
    let same = module.intrinsic(SAME, &[address.ty()]);
    let mark = build.call(same.function_type(), same, &[address], "");
    mark.add_call_attribute(context.string_attribute(LENGTH, &bytes.to_string()));
    address.replace_all_uses_with(mark);
    mark.set_operand(0, address);
}

/// Whether a call is such a mark.
pub(super) fn is_mark(call: Value) -> bool {
    named(call).is_some_and(|callee| callee.name().starts_with(SAME))
        && call.call_has_string_attribute(LENGTH)
}

/// Whether a function has marks.
pub(crate) fn has_marks(function: Value) -> bool {
    all_calls(function).into_iter().any(is_mark)
}

/// Removes the marks of a function; says whether there were any.
pub(crate) fn forget(function: Value) -> bool {
    let mut any = false;
    for call in all_calls(function) {
        if is_mark(call) {
            call.replace_all_uses_with(call.call_args()[0]);
            call.erase_instruction();
            any = true;
        }
    }
    any
}

/// Whether the address of a variable in a record may be kept somewhere while it is written: by an object that leads to itself, or in a function that is not
/// looked into. What a task is given is copied, and such an address would lead to where it was.
pub(super) fn keeps_address(function: Value, record: Value, handed_in: Value) -> bool {
    let (blocks, forest) = (function.blocks(), analyses::loop_forest(function));
    // What the program does with the record where it runs the task by itself comes behind a branch.
    let ahead = |mark: Value| {
        let pair = mark.block().zip(handed_in.block());
        pair.is_none_or(|(mark, at)| forest.dominates(&blocks, mark, at))
    };
    let all = addresses(record).unwrap_or_default().into_iter();
    let marks = all.flat_map(|(address, _)| address.users());
    let mut seen: IndexSet<Value> = marks
        .filter(|user| user.opcode() == Opcode::LLVMCall && is_mark(*user) && ahead(*user))
        .collect();
    let mut next = 0;
    while let Some(address) = seen.get_index(next).copied() {
        next += 1;
        for user in address.users() {
            match user.opcode() {
                Opcode::LLVMLoad | Opcode::LLVMICmp => {}
                Opcode::LLVMStore if user.operand(0) != Some(address) => {}
                Opcode::LLVMStore => match read_again(user) {
                    Some(loads) => seen.extend(loads),
                    None => return true,
                },
                Opcode::LLVMCall if is_copy(user) || is_mark(user) => {}
                Opcode::LLVMGetElementPtr | Opcode::LLVMPHI | Opcode::LLVMSelect => {
                    seen.insert(user);
                }
                // Any other: it may keep it.
                _ => return true,
            }
        }
    }
    false
}

/// Where an address is read again that a store writes into a variable which only holds that.
fn read_again(store: Value) -> Option<Vec<Value>> {
    let slot = base(store.operand(1)?).filter(|slot| store.operand(1) == Some(*slot))?;
    let mut users = slot.users();
    let plain = |user: &Value| match user.opcode() {
        Opcode::LLVMLoad => true,
        Opcode::LLVMStore => user.operand(1) == Some(slot),
        Opcode::LLVMCall => marks_life(*user),
        // Any other: it may read it unseen.
        _ => false,
    };
    let all = users.iter().all(plain);
    users.retain(|user| user.opcode() == Opcode::LLVMLoad);
    all.then_some(users)
}

/// Puts variables of their own in the place of marked ones wherever a record is a variable that is used for nothing else; gives them.
pub(super) fn settle(module: Module, function: Value) -> Vec<Part> {
    let marks = all_calls(function)
        .into_iter()
        .filter(|call| is_mark(*call));
    let records: IndexSet<Value> = marks.filter_map(|mark| base(mark.call_args()[0])).collect();
    let plain = records
        .into_iter()
        .filter(|record| is_plain(*record, &|_| false));
    plain
        .flat_map(|record| apart(module, function, record))
        .collect()
}

/// The variable of the function's in which an address lies.
fn base(mut address: Value) -> Option<Value> {
    while address.is_instruction() && address.opcode() == Opcode::LLVMGetElementPtr {
        address = address.operand(0)?;
    }
    let is_variable = address.is_instruction() && address.opcode() == Opcode::LLVMAlloca;
    is_variable.then_some(address)
}

/// Whether nothing but accesses, marks, copies and the calls that are named uses a record: then its variables can be told apart.
pub(super) fn is_plain(record: Value, but: &dyn Fn(Value) -> bool) -> bool {
    let Some(all) = addresses(record) else {
        return false;
    };
    all.iter().all(|(address, _)| {
        address.users().into_iter().all(|user| match user.opcode() {
            Opcode::LLVMLoad | Opcode::LLVMGetElementPtr => true,
            Opcode::LLVMStore => user.operand(0) != Some(*address),
            Opcode::LLVMCall => is_mark(user) || is_copy(user) || but(user),
            // Any other: the address may go anywhere.
            _ => false,
        })
    })
}

fn is_copy(call: Value) -> bool {
    let name = named(call).map(|callee| callee.name());
    name.is_some_and(|name| name.starts_with("llvm.mem"))
}

/// Removes the marks of a record.
pub(super) fn unmark(record: Value) {
    for (address, _) in addresses(record).unwrap_or_default() {
        for user in address.users() {
            if user.opcode() == Opcode::LLVMCall && is_mark(user) {
                user.replace_all_uses_with(address);
                user.erase_instruction();
            }
        }
    }
}

/// Puts a variable of its own in the place of each that is marked in a record.
pub(super) fn apart(module: Module, function: Value, record: Value) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let first = function.blocks()[0].instructions()[0];
    for (address, offset) in addresses(record).unwrap_or_default() {
        for mark in address.users() {
            if mark.opcode() != Opcode::LLVMCall || !is_mark(mark) {
                continue;
            }
            let bytes = mark.call_string_attribute(LENGTH);
            let bytes = bytes.and_then(|bytes| bytes.parse().ok()).unwrap_or(0);
            let known = parts.iter().find(|part| part.offset == offset);
            let variable = known.map_or_else(
                || {
                    let build = Builder::ahead_of(module.context(), first);
                    let ty = module.context().int(8).array(bytes);
                    let variable = build.alloca(ty, "own");
                    variable.set_memory_alignment(ALIGNMENT as u32);
                    variable
                },
                |part| part.variable,
            );
            if known.is_none() {
                parts.push(Part {
                    offset,
                    bytes,
                    variable,
                });
            }
            mark.replace_all_uses_with(variable);
            mark.erase_instruction();
        }
    }
    parts
}
