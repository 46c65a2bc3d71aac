//! Functions and markers that a hook is given through parameters: `double slope(double (*f)(double), double x) { return __enzyme_autodiff(f, x); }`.
//!
//! Compilers see through such parameters by inlining, which -O0 does not do. Here the function that holds the hook is copied for each
//! function that its callers pass, and their calls are sent to the copies.
//!
//! Owns: these copies, and those of differentiated functions that are given functions as constant arguments. Must not: read anything
//! else of a hook call.
//! Tests: `core/tests/c/parameters.cpp`.

use super::calls::calls;
use super::{hooks, markers, resolve};
use enzyme_llvm_shim::ir::{Module, Opcode, Value, ValueKind};
use enzyme_llvm_shim::transform;
use indexmap::IndexSet;

/// As many parameters of one function may have to be known.
const ROUNDS: usize = 64;

/// What -O0 wraps around a value that is passed on.
const SEE_THROUGH: &str = "function(sroa,instsimplify)";

/// A parameter of a function, by position.
type Parameter = (Value, u32);

/// Makes copies of functions that hold hooks of their parameters; whether there were any.
pub(crate) fn specialise(module: Module) -> bool {
    let mut changed = see_through(module);
    for _ in 0..ROUNDS {
        let mut wanted = parameters_of_hooks(module);
        let mut next = 0;
        let mut copied = false;
        while let Some(parameter) = wanted.get_index(next).copied() {
            next += 1;
            copied |= copies_for(module, parameter, &mut wanted);
        }
        changed |= copied;
        erase_unused(&wanted);
        if !copied {
            break;
        }
    }
    changed
}

/// The argument of a hook call that names the function.
fn named(call: Value) -> Option<Value> {
    let callee = call.callee()?;
    let known = hooks::classify(&callee.name())?;
    let takes = !matches!(known, hooks::Hook::Unsupported(_) | hooks::Hook::Unknown(_));
    let first = super::site::first_argument(call);
    let args = takes.then(|| call.call_args());
    args?.get(first as usize).copied()
}

/// Turns memory into values where a hook's function went through memory.
fn see_through(module: Module) -> bool {
    let hidden = calls(module).into_iter().filter(|(call, _)| {
        let end = named(*call).and_then(|argument| resolve::function_of(argument).err());
        end.is_some_and(|end| end.is_instruction())
    });
    let callers: IndexSet<Value> = hidden.map(|(_, caller)| caller).collect();
    for caller in &callers {
        caller.remove_attribute("optnone");
        // A pass that fails leaves the function as it was, and the hook is refused.
        let _ = transform::run_function_passes(*caller, SEE_THROUGH);
    }
    !callers.is_empty()
}

/// Parameters that hooks are given for the function, and references among their arguments, which may be of markers.
fn parameters_of_hooks(module: Module) -> IndexSet<Parameter> {
    let mut found = IndexSet::new();
    for (call, caller) in calls(module) {
        let Some(function) = named(call) else {
            continue;
        };
        let args = call.call_args().into_iter();
        let loads = args.filter(|arg| resolve::is_instruction(*arg, Opcode::LLVMLoad));
        let referred = loads.filter_map(|load| load.operand(0));
        let ends = [function].into_iter().chain(referred);
        let unknown = ends.filter_map(|value| resolve::function_of(value).err());
        found.extend(unknown.filter_map(|end| parameter(caller, end)));
    }
    found
}

/// The function or the marker that an argument is.
fn known(argument: Value) -> Result<Value, Value> {
    let is_marker = argument.kind() == ValueKind::LLVMGlobalVariableValueKind
        && markers::is_marker_global(argument);
    match is_marker {
        true => Ok(argument),
        false => resolve::function_of(argument),
    }
}

fn parameter(function: Value, value: Value) -> Option<Parameter> {
    let is_parameter = value.kind() == ValueKind::LLVMArgumentValueKind;
    let index = function.params().iter().position(|p| *p == value);
    index
        .filter(|_| is_parameter)
        .map(|index| (function, index as u32))
}

/// Sends the calls of a function that pass a known one for a parameter to copies that know it. Where callers pass parameters of their
/// own, those are wanted next.
fn copies_for(
    module: Module,
    (function, index): Parameter,
    wanted: &mut IndexSet<Parameter>,
) -> bool {
    let mut changed = false;
    for call in direct_calls(function) {
        let args = call.call_args();
        let Some(argument) = args.get(index as usize) else {
            continue;
        };
        match known(*argument) {
            Ok(known) => {
                if let Some(copy) = with(module, function, &[(index, known)]) {
                    call.set_callee(copy);
                    changed = true;
                }
            }
            Err(end) => {
                let caller = call.block().map(|block| block.function());
                wanted.extend(caller.and_then(|caller| parameter(caller, end)));
            }
        }
    }
    changed
}

/// Erases functions that nobody calls any more: the hooks in them name no function.
fn erase_unused(wanted: &IndexSet<Parameter>) {
    let functions: IndexSet<Value> = wanted.iter().map(|(function, _)| *function).collect();
    for function in functions {
        if function.users().is_empty() && function.is_discardable() {
            function.erase_function();
        }
    }
}

/// Calls of a function by its name.
pub(super) fn direct_calls(function: Value) -> Vec<Value> {
    let is_call = |user: &Value| {
        user.is_instruction()
            && matches!(user.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke)
            && user.callee() == Some(function)
            && user.called_type() == function.function_type()
    };
    function.users().into_iter().filter(is_call).collect()
}

/// The copy of a function in which some parameters are known functions.
pub(super) fn with(module: Module, function: Value, known: &[(u32, Value)]) -> Option<Value> {
    if function.is_declaration() || function.is_interposable() {
        return None;
    }
    let name = known.iter().fold(function.name(), |name, (index, known)| {
        format!("{name}.{index}.{}", known.name())
    });
    if let Some(made) = module.function(&name) {
        return Some(made);
    }
    let copy = transform::clone_function(function, &name)?;
    for (index, known) in known {
        copy.params()[*index as usize].replace_all_uses_with(*known);
    }
    // What is called through memory is called by name then.
    transform::run_function_passes(copy, SEE_THROUGH).ok()?;
    Some(copy)
}
