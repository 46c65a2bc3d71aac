//! The order in which hook calls are replaced.
//!
//! Owns: derivatives of derivatives: a hook call inside what another one differentiates comes
//! first. Must not: reorder otherwise.
//! Tests: `frontend/tests.rs`.

use super::Hook;
use enzyme_llvm_shim::ir::{Value, ValueKind};
use indexmap::{IndexMap, IndexSet};
use std::collections::BTreeSet;

/// Inner hook calls first, else in the order given.
pub(super) fn inner_first(hooks: Vec<Hook>) -> Vec<Hook> {
    let mut waits = vec![0usize; hooks.len()];
    let mut blocks = vec![Vec::new(); hooks.len()];
    for (outer, inners) in inner_hooks(&hooks).into_iter().enumerate() {
        for inner in inners.into_iter().filter(|inner| *inner != outer) {
            waits[outer] += 1;
            blocks[inner].push(outer);
        }
    }
    let mut ready: BTreeSet<usize> = (0..hooks.len()).filter(|i| waits[*i] == 0).collect();
    let mut order = Vec::new();
    while let Some(index) = ready.pop_first() {
        order.push(index);
        for outer in &blocks[index] {
            waits[*outer] -= 1;
            if waits[*outer] == 0 {
                ready.insert(*outer);
            }
        }
    }
    // A function that asks for a derivative of itself waits for ever; the engine refuses it.
    order.extend((0..hooks.len()).filter(|i| waits[*i] != 0));
    let mut slots: Vec<Option<Hook>> = hooks.into_iter().map(Some).collect();
    order
        .into_iter()
        .filter_map(|index| slots[index].take())
        .collect()
}

/// For each hook, those in functions that its function reaches.
fn inner_hooks(hooks: &[Hook]) -> Vec<Vec<usize>> {
    let mut by_caller: IndexMap<Value, Vec<usize>> = IndexMap::new();
    for (index, hook) in hooks.iter().enumerate() {
        by_caller.entry(hook.caller).or_default().push(index);
    }
    let mut known: IndexMap<Value, Vec<usize>> = IndexMap::new();
    let inner = |hook: &Hook| {
        let found = known.entry(hook.request.function).or_insert_with(|| {
            let reached = reachable(hook.request.function);
            reached
                .iter()
                .filter_map(|f| by_caller.get(f))
                .flatten()
                .copied()
                .collect()
        });
        found.clone()
    };
    hooks.iter().map(inner).collect()
}

/// Functions that a function mentions, directly or through others; itself included.
pub(super) fn reachable(function: Value) -> Vec<Value> {
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
