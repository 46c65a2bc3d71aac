//! Globals that code of other modules may read or write.
//!
//! It can name those that are not static, or have another name that is not. And it can run functions of this module, by their
//! names or through pointers that it was given, which use static globals in turn.
//!
//! Owns: [`Elsewhere`]. Must not: know what code of other modules is called, or where.

use crate::names::own;
use enzyme_llvm_shim::ir::{Module, Opcode, Value, ValueKind};
use indexmap::IndexSet;

/// The globals of one module that functions use which code of other modules may run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elsewhere(Option<IndexSet<Value>>);

impl Elsewhere {
    /// Whether code of other modules may use a global; the functions are looked at when this is first asked.
    pub(crate) fn uses(&mut self, module: Module, global: Value) -> bool {
        is_named(global) || {
            let used = self.0.get_or_insert_with(|| used(module));
            used.contains(&global)
        }
    }
}

/// Whether other modules can name a global, by its own name or by another one.
pub(super) fn is_named(global: Value) -> bool {
    let is = |kind: ValueKind| move |user: &Value| user.kind() == kind;
    let users = global.users().into_iter();
    let parts = users
        .clone()
        .filter(is(ValueKind::LLVMConstantExprValueKind));
    let parts = parts.flat_map(|part| part.users());
    let names = users
        .chain(parts)
        .filter(is(ValueKind::LLVMGlobalAliasValueKind));
    names.chain([global]).any(|name| !name.is_local_to_module())
}

/// What functions use that code of other modules may run, and those that they mention.
fn used(module: Module) -> IndexSet<Value> {
    let mut seen: IndexSet<Value> = module.functions().into_iter().filter(may_run).collect();
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        match value.kind() {
            ValueKind::LLVMFunctionValueKind => {
                let blocks = value.blocks().into_iter();
                let insts = blocks.flat_map(|block| block.instructions());
                // Nobody asks for a derivative within the same one.
                let operands = insts.filter(|i| !asks(*i)).flat_map(|i| i.operands());
                seen.extend(operands.filter(|v| v.is_constant()));
            }
            ValueKind::LLVMGlobalVariableValueKind => seen.extend(value.initializer()),
            ValueKind::LLVMConstantExprValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantVectorValueKind => seen.extend(value.operands()),
            // Numbers and texts.
            _ => {}
        }
    }
    seen
}

/// Whether code of other modules can run a function by its name, or through a pointer that something in this module keeps.
/// Nobody runs `main` again.
fn may_run(function: &Value) -> bool {
    let by_name = !function.is_local_to_module() && function.name() != "main";
    !function.is_declaration()
        && (by_name || function.users().into_iter().any(|u| keeps(u, *function)))
}

/// Whether a user of a function does more than call it: hooks and lists of the compiler, such as that of constructors, do not.
fn keeps(user: Value, function: Value) -> bool {
    match user.kind() {
        ValueKind::LLVMInstructionValueKind => {
            let passes = || user.call_args().contains(&function);
            !asks(user) && (callee(user) != Some(function) || passes())
        }
        ValueKind::LLVMGlobalVariableValueKind => !user.name().starts_with("llvm."),
        _ => user
            .users()
            .into_iter()
            .any(|further| keeps(further, function)),
    }
}

/// Whether an instruction is a call of a hook.
fn asks(inst: Value) -> bool {
    callee(inst).is_some_and(|callee| own(&callee.name()).is_some())
}

fn callee(inst: Value) -> Option<Value> {
    let is_call = matches!(inst.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke);
    is_call.then(|| inst.callee()).flatten()
}
