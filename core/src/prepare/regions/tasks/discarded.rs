//! Tasks that come to nothing because another one has ended their group before they began.
//!
//! Which tasks these are is chance. So each asks when it begins, and what it is told is a number like any other, which a derivative keeps: then its reverse
//! half does nothing as well. What destroys a task's objects stands behind that, for the library calls it in any case.
//!
//! Owns: that question. Must not: know a library.

use crate::prepare::inline::named;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Block, IntPredicate, Module, Opcode, Value};
use enzyme_rules::Discarded;

/// Has the task ask, if a group may be ended in the module; the builder goes on where the task begins. Gives where it goes otherwise.
pub(super) fn ask(
    module: Module,
    (function, build): (Value, &Builder),
    rule: Discarded,
) -> Option<Block> {
    if !ends_groups(module, rule) {
        return None;
    }
    let [begins, over] = ["begins", "over"].map(|name| function.append_block(name));
    let ty = module.context().int(32).function(&[], false);
    let told = build.call(ty, module.declare(rule.asks, ty), &[], "");
    let goes_on = build.icmp(IntPredicate::LLVMIntEQ, told, told.ty().zero());
    build.cond_br(goes_on, begins, over);
    build.at_end(begins);
    Some(over)
}

/// Whether some function of the module may end a group of tasks.
fn ends_groups(module: Module, rule: Discarded) -> bool {
    let Some(ends) = module.function(rule.by) else {
        return false;
    };
    ends.users().into_iter().any(|user| {
        let is_call = user.is_instruction() && user.opcode() == Opcode::LLVMCall;
        let calls_it = is_call && named(user) == Some(ends);
        let args = if calls_it {
            user.call_args()
        } else {
            Vec::new()
        };
        let what = args.get(usize::from(rule.operand)).copied();
        what.is_none_or(|what| what.as_u64().is_none_or(|of| of == rule.group))
    })
}
