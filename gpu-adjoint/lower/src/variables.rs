//! Variables of the device that the host may touch.
//!
//! Owns: the room before and behind each, in which the checker finds what goes beyond their ends. Must not: know how they are found by name.

use crate::refusal::Refusal;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::host;
use enzyme_llvm_shim::ir::{Module, Value};

/// Bytes before and behind: what the emulator calls its red zone.
const ROOM: u64 = 256;

/// A variable as the library is told of it.
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) address: Value,
    pub(crate) bytes: u64,
}

/// Gives all of them room.
pub(crate) fn roomy(module: Module, names: &[String]) -> Vec<Variable> {
    let defined = names.iter().filter_map(|name| {
        let variable = module.global(name)?;
        variable.initializer().map(|_| (name, variable))
    });
    let all: Vec<_> = defined.collect();
    let made = all.into_iter().filter_map(|(name, variable)| {
        // Asked now: it may hold the address of one that has been moved.
        let initial = variable.initializer()?;
        Some(Variable {
            name: name.clone(),
            bytes: module.alloc_size(initial.ty()),
            address: with_room(module, variable, initial),
        })
    });
    made.collect()
}

/// Variables that the module does not define: those that headers only name get a value that nobody reads, as `threadIdx` of CUDA, of which only members are
/// looked at, which are questions. Others are refused.
pub(crate) fn undefined(module: Module) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for variable in module.globals() {
        if !variable.is_declaration() || variable.name().starts_with("llvm.") {
            continue;
        }
        if host::may_be_missing(variable) {
            variable.set_initializer(variable.global_value_type().zero());
        } else if !host::erase_unused(variable) {
            let what = format!(
                "the variable `{}`, which the file does not define",
                variable.name()
            );
            let help = "define it in the file that uses it, or leave `extern` out";
            refusals.push(Refusal::of_module(what, help));
        }
    }
    refusals
}

fn with_room(module: Module, variable: Value, initial: Value) -> Value {
    let context = module.context();
    let alignment = host::variable_alignment(variable).max(module.alignment(initial.ty()));
    let room = ROOM.max(u64::from(alignment));
    let room = context.int(8).array(room).zero();
    let name = variable.name();
    variable.set_name("");
    let record = module.constant_record(&name, &[room, initial, room]);
    host::let_change(record);
    record.set_memory_alignment(alignment.max(16));
    let build = Builder::new(context);
    let place = build.field_ptr(record.global_value_type(), record, 1, "");
    variable.replace_all_uses_with(place);
    variable.erase_global();
    place
}
