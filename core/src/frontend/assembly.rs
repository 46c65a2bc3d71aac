//! Inline assembly that is an atomic update, said as an instruction of LLVM's, which has a derivative and can be run elsewhere.
//!
//! It is done before anything else with a module, whose code for its machine is the same.
//!
//! Owns: the instruction, and the types that the machine names. Must not: read assembly (the machine's rule does).

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{AtomicOp, Module, Opcode, Type, TypeKind, Value};
use enzyme_rules::{AssemblyMeaning, AssemblyNumber, AssemblyUpdate, AtomicOperation, Registry};

/// Puts instructions in the place of such assembly. Says whether there was any.
pub fn say_updates(module: Module, registry: &Registry) -> bool {
    let registry = registry.clone().on_machine(&module.triple());
    let Some(rule) = registry.grid() else {
        return false;
    };
    let blocks = module.functions().into_iter().flat_map(Value::blocks);
    let instructions = blocks.flat_map(|block| block.instructions());
    let calls = instructions.filter(|inst| inst.opcode() == Opcode::LLVMCall);
    let known = calls.filter_map(|call| {
        let assembly = call.callee().filter(|callee| callee.is_inline_asm())?;
        match (rule.assembly)(&assembly.inline_asm().0)? {
            AssemblyMeaning::Update(update) => {
                Some((call, operation(module, call, update)?, update.scope))
            }
            // The code for its machine stays as it is.
            _ => None,
        }
    });
    let known: Vec<_> = known.collect();
    for (call, operation, scope) in &known {
        let args = call.call_args();
        let build = Builder::ahead_of(module.context(), *call);
        build.set_location(Some(*call));
        let made = build.atomic_rmw_among(*operation, args[0], args[1], scope);
        if call.ty().kind() != TypeKind::LLVMVoidTypeKind {
            call.replace_all_uses_with(made);
        }
        call.erase_instruction();
    }
    !known.is_empty()
}

/// LLVM's operation, if the call is of the types that it says.
fn operation(module: Module, call: Value, update: AssemblyUpdate) -> Option<AtomicOp> {
    let ty = type_of(module, update.number);
    let args = call.call_args();
    let returned = call.ty();
    let fits = args.len() == 2
        && args[0].ty().kind() == TypeKind::LLVMPointerTypeKind
        && args[1].ty() == ty
        && (returned == ty || returned.kind() == TypeKind::LLVMVoidTypeKind);
    let number = update.number;
    let operation = match (update.operation, number) {
        (AtomicOperation::Add, AssemblyNumber::Float(_)) => AtomicOp::LLVMAtomicRMWBinOpFAdd,
        (AtomicOperation::Exchange, _) => AtomicOp::LLVMAtomicRMWBinOpXchg,
        (_, AssemblyNumber::Float(_)) => return None,
        (AtomicOperation::Add, _) => AtomicOp::LLVMAtomicRMWBinOpAdd,
        (AtomicOperation::And, _) => AtomicOp::LLVMAtomicRMWBinOpAnd,
        (AtomicOperation::Or, _) => AtomicOp::LLVMAtomicRMWBinOpOr,
        (AtomicOperation::Xor, _) => AtomicOp::LLVMAtomicRMWBinOpXor,
        (AtomicOperation::Min, AssemblyNumber::Signed(_)) => AtomicOp::LLVMAtomicRMWBinOpMin,
        (AtomicOperation::Max, AssemblyNumber::Signed(_)) => AtomicOp::LLVMAtomicRMWBinOpMax,
        (AtomicOperation::Min, _) => AtomicOp::LLVMAtomicRMWBinOpUMin,
        (AtomicOperation::Max, _) => AtomicOp::LLVMAtomicRMWBinOpUMax,
    };
    fits.then_some(operation)
}

/// The type of a register of the machine's.
pub(crate) fn type_of(module: Module, number: AssemblyNumber) -> Type {
    let context = module.context();
    match number {
        AssemblyNumber::Float(32) => context.float(),
        AssemblyNumber::Float(_) => context.double(),
        AssemblyNumber::Signed(bits) | AssemblyNumber::Unsigned(bits) => context.int(bits),
    }
}
