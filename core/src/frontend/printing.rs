//! Functions of the program that take any number of arguments and only print them.
//!
//! Which of the numbers in `...` is which argument is not known, so that such functions are not differentiated. Most of them need not be: they hand
//! the whole list to `vfprintf` or its like. Then a call of one is what a call of `printf` is, and has the effects of what the function calls.
//!
//! What is looked for is simple: memory of the function's own alone is written, memory is read that the arguments lead to directly or that globals
//! lead to, all that is called is known to be inactive or does no more itself, and what is returned was not read. Everything else is left for what it is.
//!
//! Owns: [`only_print`]. Must not: know what becomes of a call.
//! Tests: `core/tests/c/inactive_calls.c`, `core/tests/filetests/diagnostics/printing_function*.ll`.

use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value, ValueKind};
use enzyme_rules::{AllocResult, CalleeKind, Effects, Entry, MemorySource, Registry};
use indexmap::IndexSet;

/// Functions deeper than this below one that prints are not looked into.
const DEEPEST: u32 = 4;

/// The functions of a module with `...` that only print, and what calls of them do.
pub(super) fn only_print(module: Module, registry: &Registry) -> Vec<(Value, Entry)> {
    let functions = module.functions().into_iter();
    let candidates = functions.filter(|function| {
        function.function_type().is_variadic()
            && !function.is_declaration()
            && !function.is_interposable()
            && registry.said(&function.name()).is_none()
    });
    let entry = |function: Value| {
        let effects = effects(function, registry, DEEPEST)?;
        let what = CalleeKind::inactive(effects);
        Some((function, Entry::exact(function.name(), what)))
    };
    candidates.filter_map(entry).collect()
}

/// What a function does that only prints; nothing if it does more.
fn effects(function: Value, registry: &Registry, depth: u32) -> Option<Effects> {
    let blocks = function.blocks().into_iter();
    let mut all = Effects::OUTPUT;
    for inst in blocks.flat_map(|block| block.instructions()) {
        match inst.opcode() {
            Opcode::LLVMCall => all = all.join(of_call(inst, registry, depth)?),
            _ => is_harmless(inst, registry).then_some(())?,
        }
    }
    Some(all)
}

/// Whether an instruction that is no call leaves no trace but in memory of the function's own.
fn is_harmless(inst: Value, registry: &Registry) -> bool {
    let operand = |at: usize| inst.operands()[at];
    match inst.opcode() {
        Opcode::LLVMLoad => !inst.orders_threads() && leads(operand(0), registry) != Leads::Off,
        Opcode::LLVMStore => !inst.orders_threads() && leads(operand(1), registry) == Leads::Home,
        Opcode::LLVMRet => inst.operands().iter().all(|v| is_made_here(*v)),
        Opcode::LLVMAlloca
        | Opcode::LLVMGetElementPtr
        | Opcode::LLVMBr
        | Opcode::LLVMSwitch
        | Opcode::LLVMICmp
        | Opcode::LLVMFCmp
        | Opcode::LLVMPHI
        | Opcode::LLVMSelect
        | Opcode::LLVMAdd
        | Opcode::LLVMSub
        | Opcode::LLVMMul
        | Opcode::LLVMAnd
        | Opcode::LLVMOr
        | Opcode::LLVMXor
        | Opcode::LLVMShl
        | Opcode::LLVMLShr
        | Opcode::LLVMAShr
        | Opcode::LLVMTrunc
        | Opcode::LLVMZExt
        | Opcode::LLVMSExt => true,
        // Any other: it is not looked for.
        _ => false,
    }
}

/// What a call does, as far as callers of the function see it; nothing if it may do what printing does not.
fn of_call(call: Value, registry: &Registry, depth: u32) -> Option<Effects> {
    let callee = call.callee()?;
    if callee.kind() != ValueKind::LLVMFunctionValueKind {
        return None;
    }
    let args = call.call_args();
    let is_pointer = |v: &Value| v.ty().kind() == TypeKind::LLVMPointerTypeKind;
    let read = |v: &Value| !is_pointer(v) || leads(*v, registry) != Leads::Off;
    let written = |v: &Value| !is_pointer(v) || leads(*v, registry) == Leads::Home;
    if !args.iter().all(read) {
        return None;
    }
    if !callee.is_declaration() {
        let looked_into = depth > 0
            && !callee.is_interposable()
            && !callee.function_type().is_variadic()
            && registry.said(&callee.name()).is_none();
        return looked_into.then(|| effects(callee, registry, depth - 1))?;
    }
    let what = &registry.lookup(&callee.name())?.what;
    let own = |at: u8| args.get(usize::from(at)).is_some_and(written);
    let (done, is_own) = match what {
        CalleeKind::Inactive {
            effects,
            shares: None,
            ..
        } if !effects.takes && !effects.orders => {
            let positions = args.iter().zip(0..=u8::MAX);
            let mut written_to = positions.filter(|(_, at)| effects.writes.has(*at));
            (*effects, written_to.all(|(arg, _)| written(arg)))
        }
        CalleeKind::Allocator(spec) => (Effects::STATE, spec.result == AllocResult::Returned),
        CalleeKind::Deallocator(spec) => (Effects::STATE, own(spec.ptr)),
        CalleeKind::Memory(op) => {
            let moves = matches!(op.source, MemorySource::Copy(_) | MemorySource::Move(_));
            let effects = if moves {
                Effects::READS.moving()
            } else {
                Effects::PURE
            };
            (effects, own(op.dst))
        }
        // Any other: it does more than printing does.
        _ => return None,
    };
    is_own.then_some(Effects {
        reads: Effects::OUTPUT.reads,
        writes: Effects::OUTPUT.writes,
        ..done
    })
}

/// Where a pointer leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leads {
    /// To a variable of the function's own, or to memory that it has obtained.
    Home,
    /// To what an argument leads to, or a global, or a library.
    Out,
    /// Nobody knows.
    Off,
}

fn leads(pointer: Value, registry: &Registry) -> Leads {
    let base = begin(pointer);
    match base.kind() {
        ValueKind::LLVMArgumentValueKind
        | ValueKind::LLVMGlobalVariableValueKind
        | ValueKind::LLVMConstantPointerNullValueKind => return Leads::Out,
        _ if !base.is_instruction() => return Leads::Off,
        _ => {}
    }
    let named = || base.callee().map(|callee| callee.name());
    match base.opcode() {
        Opcode::LLVMAlloca => Leads::Home,
        // A stream.
        Opcode::LLVMLoad => {
            let from = begin(base.operands()[0]).kind();
            match from == ValueKind::LLVMGlobalVariableValueKind {
                true => Leads::Out,
                false => Leads::Off,
            }
        }
        Opcode::LLVMCall => match named().and_then(|name| Some(&registry.lookup(&name)?.what)) {
            Some(CalleeKind::Allocator(_)) => Leads::Home,
            Some(CalleeKind::Inactive { .. }) => Leads::Out,
            // Any other: it may give anything.
            _ => Leads::Off,
        },
        _ => Leads::Off,
    }
}

/// The value with which address arithmetic began: through a variable of the function's, if only one value is ever put there.
fn begin(mut value: Value) -> Value {
    let mut seen = IndexSet::new();
    while seen.insert(value) {
        if value.is_address_arithmetic() {
            value = value.operands()[0];
        } else if let Some(held) = held(value) {
            value = held;
        }
    }
    value
}

/// The one value that is put into the variable from which another one is loaded.
fn held(load: Value) -> Option<Value> {
    let is = |value: Value, opcode| value.is_instruction() && value.opcode() == opcode;
    let variable = is(load, Opcode::LLVMLoad).then(|| load.operands()[0])?;
    if !is(variable, Opcode::LLVMAlloca) {
        return None;
    }
    let mut held = None;
    for user in variable.users() {
        let stores = is(user, Opcode::LLVMStore) && user.operands()[1] == variable;
        match stores && held.is_none() {
            true => held = Some(user.operands()[0]).filter(|value| *value != variable),
            false => is(user, Opcode::LLVMLoad).then_some(())?,
        }
    }
    held.filter(|value| value.ty() == load.ty())
}

/// Whether a value that is returned is a constant, or what something gave that was called: no bits that were read.
fn is_made_here(value: Value) -> bool {
    let made = begin(value);
    match made.is_instruction() {
        true => made.opcode() == Opcode::LLVMCall,
        false => made.kind() == ValueKind::LLVMConstantIntValueKind,
    }
}
