//! The order in which hook calls are replaced.
//!
//! Derivatives of derivatives come in waves: hooks whose functions hold no other hook are replaced, and what was generated for them is cleaned;
//! the next wave sees it as any other code. What generated code calls of the run-time library has rows (`synth::own`). Shadows of globals have
//! names of their own in each wave (`synth::twins`).
//!
//! Owns: derivatives of derivatives: a hook call inside what another one differentiates is replaced first. Must not: reorder otherwise.
//! Tests: `frontend/tests.rs`.

use super::asked::Hook;
use enzyme_llvm_shim::ir::{Value, ValueKind};
use indexmap::{IndexMap, IndexSet};

/// Hook calls whose functions reach no other one, and those that wait for them. All at once if each waits for another: a function that
/// asks for a derivative of itself waits for ever, and is refused.
pub(super) fn wave(hooks: Vec<Hook>) -> (Vec<Hook>, Vec<Hook>) {
    let callers: IndexSet<Value> = hooks.iter().map(|hook| hook.caller).collect();
    let mut known: IndexMap<Value, bool> = IndexMap::new();
    let mut waits = |hook: &Hook| {
        let function = hook.request.function;
        let found = known.entry(function);
        let asks = |f: &Value| callers.contains(f);
        *found.or_insert_with(|| reachable(function).iter().any(asks))
    };
    let (later, now): (Vec<Hook>, Vec<Hook>) = hooks.into_iter().partition(|hook| waits(hook));
    match now.is_empty() {
        true => (later, now),
        false => (now, later),
    }
}

/// Functions that a function mentions, directly or through others; itself included.
pub(crate) fn reachable(function: Value) -> Vec<Value> {
    let mut all = IndexSet::from([function]);
    let mut next = 0;
    while let Some(function) = all.get_index(next).copied() {
        next += 1;
        let instructions = function
            .blocks()
            .into_iter()
            .flat_map(|block| block.instructions());
        let operands = instructions.flat_map(Value::operands);
        all.extend(operands.filter(|o| o.kind() == ValueKind::LLVMFunctionValueKind));
    }
    all.into_iter().collect()
}
