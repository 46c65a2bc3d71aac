//! Functions in which threads meet become part of the kernels that call them: each call is then a place of its own.
//!
//! Without optimisation HIP's `__syncthreads` is such a function, and all barriers of a program would be one.
//!
//! Owns: which functions these are. Must not: know what meets there.

use crate::meaning::{Meaning, meaning};
use crate::{EMULATED, Error};
use enzyme_llvm_shim::host::Machine;
use enzyme_llvm_shim::ir::{Module, Opcode, Value, ValueKind};
use indexmap::IndexSet;

/// Puts them where they are called.
pub(crate) fn gather(module: Module, machine: &Machine, kernels: &[String]) -> Result<(), Error> {
    let all = module.functions().into_iter();
    let own: Vec<Value> = all.filter(|f| f.name().ends_with(EMULATED)).collect();
    let mut meeting = IndexSet::new();
    loop {
        let before = meeting.len();
        for function in &own {
            if callees(*function).any(|c| meeting.contains(&c) || has_site(module, c)) {
                meeting.insert(*function);
            }
        }
        if meeting.len() == before {
            break;
        }
    }
    for function in meeting {
        let name = function.name();
        if kernels
            .iter()
            .any(|kernel| name.strip_suffix(EMULATED) == Some(kernel))
        {
            continue;
        }
        function.remove_attribute("noinline");
        function.add_function_attribute(module.context().enum_attribute("alwaysinline"));
    }
    let done = machine.run_passes(module, "always-inline");
    done.map_err(Error::Llvm)
}

fn callees(function: Value) -> impl Iterator<Item = Value> {
    let instructions = function.blocks().into_iter().flat_map(|b| b.instructions());
    let calls = instructions.filter(|i| i.opcode() == Opcode::LLVMCall);
    calls.filter_map(Value::callee)
}

/// Whether the device library wants to know where a function is called from.
fn has_site(module: Module, function: Value) -> bool {
    let is_function = function.kind() == ValueKind::LLVMFunctionValueKind;
    if !is_function || !function.is_declaration() {
        return false;
    }
    let Meaning::Device(name) = meaning(&function.name()) else {
        return false;
    };
    let found = module.function(&name).filter(|f| !f.is_declaration());
    found
        .is_some_and(|f| f.function_type().params().len() > function.function_type().params().len())
}
