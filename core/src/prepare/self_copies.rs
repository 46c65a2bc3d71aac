//! What a thread's copy of a variable is given, unless it is that thread's own.
//!
//! `copyin` gives each worker's copy what the first worker's holds. flang lets the first worker copy its own one onto itself, while others read it: nothing changes, so
//! that it does no harm. The reversal of a copy takes the adjoint away and adds it again, and in between others add to it. So nothing is copied where both are the
//! same memory, which is what clang asks itself.
//!
//! Owns: that question. Must not: know which copies are `copyin`'s; any other is the same with it.

use super::allocate::only_if;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Opcode, Value, ValueKind};
use enzyme_rules::Registry;

/// Asks in front of what copies to the memory that a library finds for a thread.
pub(super) fn leave_out(module: Module, copy: Value, registry: &Registry) {
    let insts = copy.blocks().into_iter().flat_map(|b| b.instructions());
    let copies = insts.filter_map(|inst| Some((inst, copied(inst)?)));
    let copies: Vec<(Value, [Value; 2])> = copies
        .filter(|(_, [to, from])| is_found(*to, registry) && !is_found(*from, registry))
        .collect();
    for (inst, [to, from]) in copies {
        let build = Builder::ahead_of(module.context(), inst);
        let others = build.icmp(IntPredicate::LLVMIntNE, to, from);
        let rest = only_if(&build, inst, others);
        let moved = inst.clone_instruction();
        build.insert(moved);
        build.br(rest);
        inst.erase_instruction();
    }
}

/// Where something is copied to, and from: a number from an address that is given, or a block of memory.
fn copied(inst: Value) -> Option<[Value; 2]> {
    match inst.opcode() {
        Opcode::LLVMStore => {
            let [value, to] = inst.operands()[..] else {
                return None;
            };
            let is_load = value.is_instruction() && value.opcode() == Opcode::LLVMLoad;
            let from = is_load.then(|| value.operands()[0])?;
            is_given(from).then_some([to, from])
        }
        Opcode::LLVMCall => {
            let name = inst.callee()?.name();
            let is_copy = ["llvm.memcpy.", "llvm.memmove."]
                .iter()
                .any(|copy| name.starts_with(copy));
            let args = is_copy.then(|| inst.call_args())?;
            Some([args[0], args[1]])
        }
        _ => None,
    }
}

/// Whether an address is what the code was given, or lies at a known place from there.
fn is_given(pointer: Value) -> bool {
    let start = start_of(pointer, true);
    let is_loaded = start.is_instruction() && start.opcode() == Opcode::LLVMLoad;
    is_loaded || start.kind() == ValueKind::LLVMArgumentValueKind
}

/// Whether a library finds it for the thread that asks.
fn is_found(pointer: Value, registry: &Registry) -> bool {
    let start = start_of(pointer, false);
    let is_call = start.is_instruction() && start.opcode() == Opcode::LLVMCall;
    let callee = is_call.then(|| start.callee()).flatten();
    let entry = callee.and_then(|callee| registry.lookup(&callee.name()));
    entry.is_some_and(|entry| entry.what.copied().is_some())
}

/// What address arithmetic starts from, or that with constants alone.
fn start_of(pointer: Value, constant: bool) -> Value {
    let mut at = pointer;
    while at.is_instruction() && at.opcode() == Opcode::LLVMGetElementPtr {
        let operands = at.operands();
        let is_constant = |index: &Value| index.kind() == ValueKind::LLVMConstantIntValueKind;
        if constant && !operands[1..].iter().all(is_constant) {
            break;
        }
        at = operands[0];
    }
    at
}
