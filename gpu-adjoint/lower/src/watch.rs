//! What the checker is shown, beside what LLVM's ThreadSanitizer pass shows it.
//!
//! Owns: accesses that the pass leaves out: wide ones, and atomic updates for which it has no function; how threads wait where nothing is shown. Must not: know what is a mistake.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::host;
use enzyme_llvm_shim::ir::{AtomicOp, Module, Opcode, TypeKind, Value};

/// Bytes of the accesses for which the pass has functions.
const KNOWN: [u64; 5] = [1, 2, 4, 8, 16];

/// Marks a function for the pass, and tells what the pass will not.
pub(crate) fn watch(module: Module, function: Value) {
    let context = module.context();
    function.remove_attribute(LEAVES);
    function.add_function_attribute(context.enum_attribute("sanitize_thread"));
    // Device code throws nothing: the pass need not look after what would.
    function.add_function_attribute(context.enum_attribute("nounwind"));
    for block in function.blocks() {
        for instruction in block.instructions() {
            watch_one(module, instruction);
        }
    }
}

/// Keeps the pass away from a function, unless it is to watch it.
pub(crate) fn leave(module: Module, function: Value) {
    let leaves = module.context().enum_attribute(LEAVES);
    function.add_function_attribute(leaves);
}

const LEAVES: &str = "disable_sanitizer_instrumentation";

/// The pass's work is done: functions may take each other in, and who has called whom is not told.
pub(crate) fn done(module: Module) {
    for name in ["__tsan_func_entry", "__tsan_func_exit"] {
        for call in module.function(name).map(Value::users).unwrap_or_default() {
            call.erase_instruction();
        }
    }
    for function in module.functions() {
        function.remove_attribute("sanitize_thread");
        function.remove_attribute(LEAVES);
    }
}

/// In code that is not shown to the checker, what a loop may wait by lets other threads go first.
pub(crate) fn let_others_go(module: Module, function: Value) {
    let context = module.context();
    let ty = context.void().function(&[context.pointer()], false);
    for block in function.blocks() {
        for instruction in block.instructions() {
            let waits = match instruction.opcode() {
                Opcode::LLVMLoad => instruction.is_volatile() || instruction.is_atomic(),
                Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => true,
                // Any other: nobody waits by it.
                _ => false,
            };
            if waits {
                let build = Builder::ahead_of(context, instruction);
                let pointer = instruction.operands()[0];
                let spins = module.declare("enzyme_rs_emulator_spins", ty);
                build.call(ty, spins, &[pointer], "");
            }
        }
    }
}

fn watch_one(module: Module, instruction: Value) {
    let operands = instruction.operands();
    if is_volatile(module, instruction) {
        return host::make_atomic(instruction);
    }
    match instruction.opcode() {
        Opcode::LLVMLoad if is_of_launch(operands[0]) => host::leave_unwatched(instruction),
        Opcode::LLVMLoad => {
            let bytes = module.store_size(instruction.ty());
            wide(module, instruction, operands[0], bytes, "__tsan_read_range");
        }
        Opcode::LLVMStore => {
            let bytes = module.store_size(operands[0].ty());
            wide(
                module,
                instruction,
                operands[1],
                bytes,
                "__tsan_write_range",
            );
        }
        Opcode::LLVMAtomicRMW if !is_known(instruction) => {
            let bytes = module.store_size(instruction.ty());
            tell(
                module,
                instruction,
                operands[0],
                bytes,
                "enzyme_rs_emulator_atomic_access",
            );
        }
        // Any other: it accesses no memory, or the pass knows it.
        _ => {}
    }
}

/// Devices take volatile accesses for atomic ones, and loops wait by them.
fn is_volatile(module: Module, access: Value) -> bool {
    let ty = match access.opcode() {
        Opcode::LLVMLoad => access.ty(),
        Opcode::LLVMStore => access.operands()[0].ty(),
        // Any other: it is no access of one number, or atomic.
        _ => return false,
    };
    let scalars = [
        TypeKind::LLVMIntegerTypeKind,
        TypeKind::LLVMFloatTypeKind,
        TypeKind::LLVMDoubleTypeKind,
        TypeKind::LLVMPointerTypeKind,
    ];
    let bytes = module.store_size(ty);
    let is_whole = [1, 2, 4, 8].contains(&bytes) && u64::from(access.memory_alignment()) >= bytes;
    access.is_volatile() && !access.is_atomic() && scalars.contains(&ty.kind()) && is_whole
}

fn wide(module: Module, access: Value, pointer: Value, bytes: u64, function: &str) {
    if !KNOWN.contains(&bytes) {
        tell(module, access, pointer, bytes, function);
    }
}

/// Whether the pass has a function for an update: of integers, and for some operations.
fn is_known(update: Value) -> bool {
    let of_integers = update.ty().kind() == TypeKind::LLVMIntegerTypeKind;
    let operations = [
        AtomicOp::LLVMAtomicRMWBinOpAdd,
        AtomicOp::LLVMAtomicRMWBinOpSub,
        AtomicOp::LLVMAtomicRMWBinOpAnd,
        AtomicOp::LLVMAtomicRMWBinOpOr,
        AtomicOp::LLVMAtomicRMWBinOpXor,
        AtomicOp::LLVMAtomicRMWBinOpNand,
    ];
    let operation = update.atomic_op();
    operation == AtomicOp::LLVMAtomicRMWBinOpXchg || of_integers && operations.contains(&operation)
}

fn tell(module: Module, access: Value, pointer: Value, bytes: u64, function: &str) {
    let context = module.context();
    let build = Builder::ahead_of(context, access);
    let ty = context
        .void()
        .function(&[context.pointer(), context.int(64)], false);
    let function = module.declare(function, ty);
    build.call(ty, function, &[pointer, context.i64(bytes as i64)], "");
}

/// What belongs to the launch, and no thread writes: AMD's implicit arguments and dispatch packet.
fn is_of_launch(pointer: Value) -> bool {
    let mut base = pointer;
    while base.is_address_arithmetic() {
        match base.operand(0) {
            Some(next) => base = next,
            None => return false,
        }
    }
    let is_call = base.is_instruction() && base.opcode() == Opcode::LLVMCall;
    let callee = is_call.then(|| base.callee()).flatten();
    let names = [
        "device_amdgcn_implicitarg_ptr",
        "device_amdgcn_dispatch_ptr",
    ];
    callee.is_some_and(|c| names.contains(&c.name().as_str()))
}
