//! What hooks leave behind.
//!
//! Owns: removing declarations of hooks and markers, which no library defines. Must not: touch
//! what hook calls that are still there need.
//! Tests: `frontend/tests.rs`.

use super::{hooks, markers, resolve};
use enzyme_llvm_shim::ir::{Module, Opcode, Value};

/// Removes the declarations of hooks and markers that nothing uses any more.
pub(super) fn tidy(module: Module) {
    let (called, unused): (Vec<_>, Vec<_>) = module
        .functions()
        .into_iter()
        .filter(|f| is_declared_hook(*f))
        .partition(|f| is_used(*f));
    unused.into_iter().for_each(Value::erase_function);
    for global in module.globals() {
        if global.is_declaration() && markers::is_marker_global(global) {
            remove_loads(global, called.is_empty());
            match is_used(global) {
                false => global.erase_global(),
                // Its address is still passed on, to functions that do not look at it.
                true if called.is_empty() => define(global),
                true => {}
            }
        }
    }
}

fn define(global: Value) {
    global.set_initializer(global.global_value_type().zero());
    global.set_internal();
}

fn is_declared_hook(function: Value) -> bool {
    let hook = hooks::classify(&function.name());
    function.is_declaration()
        && matches!(
            hook,
            Some(
                hooks::Hook::Derivative(_)
                    | hooks::Hook::Errors
                    | hooks::Hook::TapeSize
                    | hooks::Hook::Virtual(_)
                    | hooks::Hook::FromTape
                    | hooks::Hook::Batch
                    | hooks::Hook::CallInactive
                    | hooks::Hook::Truncated
            )
        )
}

fn is_used(value: Value) -> bool {
    !value.users().is_empty()
}

/// Loads of markers are dead once the hook call is gone; -O0 code still copies them around, which
/// may go on with any value when no hook is left to look at them.
fn remove_loads(global: Value, no_hook_left: bool) {
    for user in global.users() {
        if !resolve::is_instruction(user, Opcode::LLVMLoad) {
            continue;
        }
        if no_hook_left {
            user.replace_all_uses_with(user.ty().zero());
        }
        if !is_used(user) {
            user.erase_instruction();
        }
    }
}
