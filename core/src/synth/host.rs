//! The run-time library of hosts that launch kernels, which their packs bring.
//!
//! Rules name its functions, whose types must be there when a derivative is made; what none calls goes again.
//!
//! Owns: linking it. Must not: know a vendor.

use super::tape;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::io;
use enzyme_llvm_shim::ir::{Module, Opcode, Value};
use enzyme_rules::{HostRule, Registry};

/// Brings in the libraries of vendors whose functions the module calls, or of which that is asked.
pub(crate) fn link(module: Module, registry: &Registry, is_asked: impl Fn(&HostRule) -> bool) {
    for rule in registry.hosts() {
        let is_vendors = |name: &str| name.starts_with(rule.vendor);
        let known = |name: &str| {
            rule.launches.contains(&name) || is_vendors(name) && registry.lookup(name).is_some()
        };
        let called = |f: &Value| f.is_declaration() && known(&f.name());
        if module.functions().iter().any(called) || is_asked(rule) {
            io::link_text(module, rule.library).expect("the library of a host is valid IR");
        }
    }
}

/// Whether the module launches kernels of a vendor.
pub(crate) fn launches(module: Module, rule: &HostRule) -> bool {
    let mut launches = rule.launches.iter();
    launches.any(|name| module.function(name).is_some())
}

/// The library is told of steps that launch kernels.
pub(crate) fn tell_of_steps(module: Module, registry: &Registry) {
    let mut hosts = registry.hosts().iter();
    let Some(rule) = hosts.find(|rule| launches(module, rule)) else {
        return;
    };
    let context = module.context();
    let ty = context.void().function(&[context.int(32)], false);
    let tell = |before: Value, what: i64| {
        let build = Builder::ahead_of(context, before);
        build.set_location(Some(before));
        let what = context.int(32).constant_int(what as u64);
        build.call(ty, module.declare(rule.again, ty), &[what], "");
    };
    let calls = |name: &str| {
        let users = module.function(name).into_iter().flat_map(Value::users);
        users.filter(|user| user.opcode() == Opcode::LLVMCall)
    };
    for call in calls(tape::STEPS_FORWARD) {
        tell(call, 0);
    }
    for call in calls(tape::STEPS_REVERSE) {
        tell(call, 1);
        tell(call.next_instruction().expect("a call ends no block"), -1);
    }
}

/// States of steps that launch kernels may lie on a device.
pub(crate) fn let_steps_move(module: Module, registry: &Registry) {
    /// What copies them otherwise.
    const MOVES: &str = "enzyme_rs_steps_move";
    let Some(moves) = module.function(MOVES).filter(|f| !f.is_declaration()) else {
        return;
    };
    let mut hosts = registry.hosts().iter();
    if let Some(rule) = hosts.find(|rule| launches(module, rule)) {
        moves.replace_all_uses_with(module.declare(rule.copies, moves.function_type()));
    }
}

/// The vendors whose libraries some function is of among those that `reached` gives, which is asked only where the module has such a library.
pub(crate) fn called(
    module: Module,
    registry: &Registry,
    reached: impl FnOnce() -> Vec<Value>,
) -> Vec<&HostRule> {
    let is_linked = |rule: &&HostRule| module.function(rule.begins).is_some();
    let mut rules: Vec<&HostRule> = registry.hosts().iter().filter(is_linked).collect();
    if !rules.is_empty() {
        let reached = reached();
        rules.retain(|rule| reached.iter().any(|function| is_of(rule, *function)));
    }
    rules
}

/// Takes out what nothing calls.
pub(crate) fn tidy(module: Module, registry: &Registry) {
    for rule in registry.hosts() {
        let own = |f: &Value| is_of(rule, *f);
        for function in module.functions().into_iter().filter(own) {
            match function.users().is_empty() {
                true => function.erase_function(),
                false => function.set_link_once(),
            }
        }
        let own = |global: &Value| global.name().starts_with(rule.prefix);
        let idle = |global: &Value| own(global) && global.users().is_empty();
        let unused = module.globals().into_iter().filter(idle);
        unused.for_each(Value::erase_global);
    }
}

fn is_of(rule: &HostRule, function: Value) -> bool {
    !function.is_declaration() && function.name().starts_with(rule.prefix)
}
