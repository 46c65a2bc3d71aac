//! Globals whose addresses lie in memory before differentiated code runs.
//!
//! A pointer that is loaded from memory which nothing below a hook has set may lead to a global only if somebody keeps the
//! global's address: an initializer, or code that stores it or hands it to functions that are not visible.
//! The search is over the whole module, for the code that does it need not lie below a hook.
//!
//! Owns: [`Addresses`]. Must not: know what the memory holds, or follow what is loaded back.

use super::elsewhere::{Elsewhere, is_named};
use crate::names::own;
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value, ValueKind};
use enzyme_rules::Registry;
use indexmap::{IndexMap, IndexSet};

/// Values looked at for one global before it is given up: its address is taken to be kept.
const MOST: usize = 2000;

/// What is known of the addresses of one global.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept {
    /// Globals in which its address may lie when differentiated code begins.
    pub(crate) holders: Vec<String>,
    /// Code of other modules may read or write it.
    pub(crate) shared: bool,
    /// Its address may lie anywhere.
    pub(crate) anywhere: bool,
    /// A hook is given its address.
    pub(crate) given: bool,
    /// A function may have it in a parameter: some function is given it, or code of other modules can name the global.
    pub(crate) passed: bool,
    /// Its initializer holds addresses of globals.
    pub(crate) holds: bool,
    /// Its initializer is known, and holds no address of anything.
    pub(crate) plain: bool,
}

/// What was found of the globals of a module so far, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Addresses {
    known: IndexMap<String, Kept>,
    elsewhere: Elsewhere,
}

impl Addresses {
    /// What is known of a global, looked for when it is first asked for.
    pub(crate) fn of(&mut self, module: Module, registry: &Registry, name: &str) -> Kept {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        let found = module.global(name).map(|global| {
            let found = holders(global, registry);
            Kept {
                shared: self.elsewhere.uses(module, global),
                anywhere: found.anywhere || global.section().is_some(),
                holds: global.initializer().is_some_and(holds_addresses),
                plain: !global.is_interposable() && global.initializer().is_some_and(is_plain),
                passed: found.passed || is_named(global),
                ..found
            }
        });
        let found = found.unwrap_or_default();
        self.known.insert(name.to_owned(), found.clone());
        found
    }
}

/// Whether a global is a name that the linker gives to the first or last byte of a section: what lies in the section are
/// the globals that the program puts there.
pub(crate) fn is_border(global: Value) -> bool {
    let name = global.name();
    let border = name.starts_with("__start_") || name.starts_with("__stop_");
    border && global.is_declaration()
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

/// Whether a constant is made of numbers and null pointers alone.
fn is_plain(constant: Value) -> bool {
    let mut seen = IndexSet::from([constant]);
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        match value.kind() {
            ValueKind::LLVMConstantIntValueKind
            | ValueKind::LLVMConstantFPValueKind
            | ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind
            | ValueKind::LLVMConstantAggregateZeroValueKind
            | ValueKind::LLVMConstantPointerNullValueKind
            | ValueKind::LLVMUndefValueValueKind
            | ValueKind::LLVMPoisonValueKind => {}
            ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantVectorValueKind => seen.extend(value.operands()),
            // Any other: it is an address, or may be one.
            _ => return false,
        }
    }
    true
}

/// Globals of this module alone in which the address of another one may lie, or that it may lie elsewhere, too; and who is given it.
fn holders(global: Value, registry: &Registry) -> Kept {
    let mut found = Kept::default();
    let mut holders = IndexSet::new();
    let anywhere = |found| Kept {
        anywhere: true,
        ..found
    };
    let mut seen = IndexSet::from([global]);
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        for user in value.users() {
            // What a library is given it may hand to functions that it is given as well.
            found.passed |= is_call_of_code(user);
            match use_of(value, user, registry) {
                Use::Ends => {}
                Use::Follow(further) => seen.extend(further),
                Use::Given => found.given = true,
                Use::Holds(holder) => {
                    let Some(loads) = loads(holder) else {
                        return anywhere(found);
                    };
                    seen.extend(loads);
                    holders.insert(holder.name());
                }
                Use::Keeps => return anywhere(found),
            }
        }
        if seen.len() > MOST {
            return anywhere(found);
        }
    }
    Kept {
        holders: holders.into_iter().collect(),
        ..found
    }
}

/// What one user does with an address.
enum Use {
    /// It only looks there, or compares.
    Ends,
    /// These are the address, too.
    Follow(Vec<Value>),
    /// It gives the address to a hook.
    Given,
    /// It puts the address into this global.
    Holds(Value),
    /// It may put it anywhere.
    Keeps,
}

/// Whether a value is a call of anything but an intrinsic of LLVM's.
fn is_call_of_code(value: Value) -> bool {
    let is_instruction = value.kind() == ValueKind::LLVMInstructionValueKind;
    let calls = |opcode| {
        matches!(
            opcode,
            Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr
        )
    };
    if !is_instruction || !calls(value.opcode()) {
        return false;
    }
    let callee = value
        .callee()
        .filter(|f| f.kind() == ValueKind::LLVMFunctionValueKind);
    !callee.is_some_and(|callee| callee.name().starts_with("llvm."))
}

fn use_of(value: Value, user: Value, registry: &Registry) -> Use {
    match user.kind() {
        ValueKind::LLVMInstructionValueKind => use_by_instruction(value, user, registry),
        // Another name, by which other modules may use it.
        ValueKind::LLVMGlobalAliasValueKind if !user.is_local_to_module() => Use::Keeps,
        ValueKind::LLVMConstantExprValueKind
        | ValueKind::LLVMGlobalAliasValueKind
        | ValueKind::LLVMConstantStructValueKind
        | ValueKind::LLVMConstantArrayValueKind
        | ValueKind::LLVMConstantVectorValueKind => Use::Follow(vec![user]),
        // Lists of the compiler, such as what the linker is not to drop.
        ValueKind::LLVMGlobalVariableValueKind if user.name().starts_with("llvm.") => Use::Ends,
        ValueKind::LLVMGlobalVariableValueKind if !user.is_global_constant() => Use::Holds(user),
        _ => Use::Keeps,
    }
}

fn use_by_instruction(value: Value, user: Value, registry: &Registry) -> Use {
    match user.opcode() {
        Opcode::LLVMLoad | Opcode::LLVMICmp => Use::Ends,
        Opcode::LLVMStore if user.operand(0) != Some(value) => Use::Ends,
        Opcode::LLVMStore => user.operand(1).map_or(Use::Keeps, use_by_store),
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

/// The address is stored: in a local variable, or in a global.
fn use_by_store(to: Value) -> Use {
    if let Some(loads) = loads_of_local(to) {
        return Use::Follow(loads);
    }
    match base(to) {
        Some(holder) => Use::Holds(holder),
        None => Use::Keeps,
    }
}

/// The global that an address is in, at a place that is constant or not.
fn base(address: Value) -> Option<Value> {
    let mut at = address;
    for _ in 0..MOST {
        match at.kind() {
            ValueKind::LLVMGlobalVariableValueKind => return Some(at),
            ValueKind::LLVMConstantExprValueKind => at = at.operand(0)?,
            ValueKind::LLVMInstructionValueKind if at.opcode() == Opcode::LLVMGetElementPtr => {
                at = at.operand(0)?;
            }
            _ => return None,
        }
    }
    None
}

/// What is loaded from a global, if it is only accessed by its name, in this module.
fn loads(holder: Value) -> Option<Vec<Value>> {
    let mut loads = Vec::new();
    let mut places = IndexSet::from([holder]);
    let mut next = 0;
    while let Some(place) = places.get_index(next).copied() {
        next += 1;
        for user in place.users() {
            if user.kind() == ValueKind::LLVMConstantExprValueKind {
                places.insert(user);
                continue;
            }
            if !user.is_instruction() {
                return None;
            }
            match user.opcode() {
                Opcode::LLVMGetElementPtr => {
                    places.insert(user);
                }
                Opcode::LLVMLoad => loads.push(user),
                Opcode::LLVMStore if user.operand(0) != Some(place) => {}
                _ => return None,
            }
        }
    }
    holder.is_local_to_module().then_some(loads)
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

/// What a library returns may be what it was given, or lie beside it.
fn use_by_result(call: Value) -> Use {
    match call.ty().kind() {
        TypeKind::LLVMVoidTypeKind
        | TypeKind::LLVMIntegerTypeKind
        | TypeKind::LLVMFloatTypeKind
        | TypeKind::LLVMDoubleTypeKind => Use::Ends,
        TypeKind::LLVMPointerTypeKind => Use::Follow(vec![call]),
        _ => Use::Keeps,
    }
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
    if own(&name).is_some() {
        return Use::Given;
    }
    // A store of some lanes, whose values come first.
    let stores = name.starts_with("llvm.") && (name.contains("store") || name.contains("scatter"));
    if stores && call.call_args().first() == Some(&value) {
        return Use::Keeps;
    }
    let only_used = name.starts_with("llvm.") || registry.lookup(&name).is_some();
    if function.is_declaration() {
        return match only_used {
            true => use_by_result(call),
            false => Use::Keeps,
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
