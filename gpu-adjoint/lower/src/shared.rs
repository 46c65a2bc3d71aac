//! Variables in shared memory.
//!
//! Owns: that each function asks once where the block's instance of each lies, and how variables are described. Must not: know where they lie.

use crate::EMULATED;
use crate::refusal::Refusal;
use enzyme_llvm_shim::analyses::demangled;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::host;
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_llvm_shim::transform::expand_constant_expressions;

const ASKED: &str = "enzyme_rs_emulator_shared";
const DYNAMIC: &str = "enzyme_rs_emulator_dynamic_shared";

/// Replaces all variables of these names.
pub(crate) fn replace(module: Module, names: &[String]) -> Vec<Refusal> {
    if names.is_empty() {
        return Vec::new();
    }
    for function in module.functions() {
        if function.name().ends_with(EMULATED) {
            expand_constant_expressions(function);
        }
    }
    let variables = names.iter().filter_map(|name| module.global(name));
    variables.filter_map(|v| variable(module, v)).collect()
}

fn variable(module: Module, variable: Value) -> Option<Refusal> {
    let described = description(module, variable);
    for function in module.functions() {
        let uses = uses(function, variable);
        if uses.is_empty() {
            continue;
        }
        let place = asked(module, function, described);
        for (user, operand) in uses {
            user.set_operand(operand, place);
        }
    }
    if host::erase_unused(variable) {
        return None;
    }
    let what = format!(
        "the address of the shared variable `{}` in the initial value of another one",
        shown(variable)
    );
    Some(Refusal::of_module(what, "store the address in a kernel"))
}

/// The instructions of a function that use a variable, and the number of the operand.
fn uses(function: Value, variable: Value) -> Vec<(Value, u32)> {
    let mut all = Vec::new();
    for block in function.blocks() {
        for instruction in block.instructions() {
            let operands = instruction.operands().into_iter().zip(0..);
            all.extend(
                operands
                    .filter(|(o, _)| *o == variable)
                    .map(|(_, n)| (instruction, n)),
            );
        }
    }
    all
}

/// The name in the source: that of `f()::tile` is `_ZZ1fvE4tile`.
fn shown(variable: Value) -> String {
    let name = variable.name();
    demangled(&name).unwrap_or(name)
}

/// The variable's description; none: it is the dynamic memory.
fn description(module: Module, variable: Value) -> Option<Value> {
    if variable.is_declaration() {
        return None;
    }
    let ty = variable.global_value_type();
    let align = host::variable_alignment(variable).max(module.alignment(ty));
    let name = module.text("shared.name", &shown(variable));
    let context = module.context();
    let number = |n: u64| context.i64(n as i64);
    let fields = [
        number(module.alloc_size(ty)),
        number(u64::from(align)),
        name,
        number(0),
    ];
    let record = module.constant_record("shared.variable", &fields);
    // The library puts its number for the variable there.
    host::let_change(record);
    Some(record)
}

/// Asks at the begin of a function.
fn asked(module: Module, function: Value, described: Option<Value>) -> Value {
    let context = module.context();
    let entry = function.blocks().first().copied();
    let first = entry.and_then(|b| b.first_non_phi());
    let first = first.expect("a function with a use has an entry");
    let build = Builder::ahead_of(context, first);
    let pointer = context.pointer();
    let (name, arguments) = match described {
        Some(record) => (ASKED, vec![record]),
        None => (DYNAMIC, Vec::new()),
    };
    let types = vec![pointer; arguments.len()];
    let ty = pointer.function(&types, false);
    let asks = module.declare(name, ty);
    build.call(ty, asks, &arguments, "shared")
}
