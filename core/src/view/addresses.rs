//! Globals whose addresses lie in memory before differentiated code runs.
//!
//! A pointer that is loaded from memory which nothing below a hook has set may lead to a global only if somebody keeps the
//! global's address: an initializer, or code that stores it or hands it to functions that are not visible.
//! The search is over the whole module, for the code that does it need not lie below a hook.
//!
//! Owns: [`Addresses`]. Must not: know what the memory holds, or follow what is loaded back.

use enzyme_llvm_shim::ir::{Module, Opcode, Value, ValueKind};
use enzyme_rules::Registry;
use indexmap::{IndexMap, IndexSet};

/// Values looked at for one global before it is given up: its address is taken to be kept.
const MOST: usize = 2000;

/// What is known of the addresses of one global.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept {
    /// Memory may hold its address when differentiated code begins.
    pub(crate) address: bool,
    /// Its initializer holds addresses of globals.
    pub(crate) holds: bool,
}

/// What was found of the globals of a module so far, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Addresses(IndexMap<String, Kept>);

impl Addresses {
    /// What is known of a global, looked for when it is first asked for.
    pub(crate) fn of(&mut self, module: Module, registry: &Registry, name: &str) -> Kept {
        if let Some(known) = self.0.get(name) {
            return *known;
        }
        let found = module.global(name).map(|global| Kept {
            address: is_kept(global, registry),
            holds: global.initializer().is_some_and(holds_addresses),
        });
        let found = found.unwrap_or_default();
        self.0.insert(name.to_owned(), found);
        found
    }
}

/// Whether a constant has the address of a global in it.
fn holds_addresses(constant: Value) -> bool {
    let mut seen = IndexSet::from([constant]);
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        match value.kind() {
            ValueKind::LLVMGlobalVariableValueKind | ValueKind::LLVMGlobalAliasValueKind => {
                return true;
            }
            ValueKind::LLVMConstantExprValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantVectorValueKind => seen.extend(value.operands()),
            // Numbers, texts, functions.
            _ => {}
        }
    }
    false
}

/// Whether some use of a global's address may put it into memory.
fn is_kept(global: Value, registry: &Registry) -> bool {
    let mut seen = IndexSet::from([global]);
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        for user in value.users() {
            match use_of(value, user, registry) {
                Use::Ends => {}
                Use::Follow(further) => seen.extend(further),
                Use::Keeps => return true,
            }
        }
        if seen.len() > MOST {
            return true;
        }
    }
    false
}

/// What one user does with an address.
enum Use {
    /// It only looks there, or compares.
    Ends,
    /// These are the address, too.
    Follow(Vec<Value>),
    /// It may put it into memory.
    Keeps,
}

fn use_of(value: Value, user: Value, registry: &Registry) -> Use {
    match user.kind() {
        ValueKind::LLVMInstructionValueKind => use_by_instruction(value, user, registry),
        ValueKind::LLVMConstantExprValueKind
        | ValueKind::LLVMGlobalAliasValueKind
        | ValueKind::LLVMConstantStructValueKind
        | ValueKind::LLVMConstantArrayValueKind
        | ValueKind::LLVMConstantVectorValueKind => Use::Follow(vec![user]),
        // Lists of the compiler, such as what the linker is not to drop.
        ValueKind::LLVMGlobalVariableValueKind if user.name().starts_with("llvm.") => Use::Ends,
        _ => Use::Keeps,
    }
}

fn use_by_instruction(value: Value, user: Value, registry: &Registry) -> Use {
    match user.opcode() {
        Opcode::LLVMLoad | Opcode::LLVMICmp => Use::Ends,
        Opcode::LLVMStore if user.operand(0) != Some(value) => Use::Ends,
        Opcode::LLVMStore => user
            .operand(1)
            .and_then(loads_of_local)
            .map_or(Use::Keeps, Use::Follow),
        Opcode::LLVMGetElementPtr
        | Opcode::LLVMAddrSpaceCast
        | Opcode::LLVMPHI
        | Opcode::LLVMSelect
        | Opcode::LLVMFreeze => Use::Follow(vec![user]),
        Opcode::LLVMPtrToInt if user.users().into_iter().all(is_difference) => Use::Ends,
        Opcode::LLVMCall | Opcode::LLVMInvoke => use_by_call(value, user, registry),
        _ => Use::Keeps,
    }
}

/// Whether an instruction makes the distance of two addresses, or compares them.
fn is_difference(user: Value) -> bool {
    user.is_instruction() && matches!(user.opcode(), Opcode::LLVMSub | Opcode::LLVMICmp)
}

/// What a variable holds that is only loaded and stored by its name, as unoptimised code has it for each parameter.
fn loads_of_local(variable: Value) -> Option<Vec<Value>> {
    if !variable.is_instruction() || variable.opcode() != Opcode::LLVMAlloca {
        return None;
    }
    let mut loads = Vec::new();
    for user in variable.users() {
        match user.opcode() {
            Opcode::LLVMLoad => loads.push(user),
            Opcode::LLVMStore if user.operand(0) != Some(variable) => {}
            _ => return None,
        }
    }
    Some(loads)
}

/// A function with a body has the address in its parameters; one that the registry knows only uses it.
fn use_by_call(value: Value, call: Value, registry: &Registry) -> Use {
    let callee = call
        .callee()
        .filter(|f| f.kind() == ValueKind::LLVMFunctionValueKind);
    let Some(function) = callee else {
        return Use::Keeps;
    };
    let name = function.name();
    if name.starts_with("llvm.") || name.contains("__enzyme_") {
        return Use::Ends;
    }
    if function.is_declaration() {
        return match registry.lookup(&name) {
            Some(_) => Use::Ends,
            None => Use::Keeps,
        };
    }
    let params = function.params();
    let mut further = Vec::new();
    for (position, argument) in call.call_args().into_iter().enumerate() {
        match params.get(position) {
            _ if argument != value => {}
            Some(param) => further.push(*param),
            None => return Use::Keeps,
        }
    }
    Use::Follow(further)
}
