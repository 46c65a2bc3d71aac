//! Inlining of callees into a prepared copy, so that analyses see through calls.
//!
//! Owns: which calls are inlined. Must not: inline recursion.

use crate::options::Options;
use enzyme_llvm_shim::ir::{Opcode, Value, ValueKind};
use enzyme_llvm_shim::transform;
use indexmap::IndexSet;

/// Inlines callees with a body until `options.inline_limit` instructions stand in `copy`.
pub(super) fn inline_callees(copy: Value, options: &Options) {
    let mut size = instruction_count(copy);
    let mut refused = IndexSet::new();
    while size < options.inline_limit {
        let Some((call, callee)) = next_call(copy, &refused) else {
            return;
        };
        let grown = size + instruction_count(callee);
        if grown > options.inline_limit || !transform::inline_call(call) {
            refused.insert(call);
            continue;
        }
        size = grown;
    }
}

fn next_call(copy: Value, refused: &IndexSet<Value>) -> Option<(Value, Value)> {
    direct_calls(copy)
        .into_iter()
        .find(|(call, callee)| !refused.contains(call) && may_inline(*callee))
}

/// `-O0` marks every function `noinline`; only without `optnone` is that the user's own wish.
fn may_inline(callee: Value) -> bool {
    let wanted = callee.has_attribute("optnone") || !callee.has_attribute("noinline");
    wanted
        && !callee.is_declaration()
        && !callee.is_interposable()
        && !callee.function_type().is_variadic()
        && !is_recursive(callee)
}

/// Whether a function can reach itself through direct calls.
pub(crate) fn is_recursive(function: Value) -> bool {
    let mut seen = IndexSet::new();
    let mut work = vec![function];
    while let Some(next) = work.pop() {
        for (_, callee) in direct_calls(next) {
            if callee == function {
                return true;
            }
            if seen.insert(callee) {
                work.push(callee);
            }
        }
    }
    false
}

/// Direct calls in a function with the functions called.
pub(crate) fn direct_calls(function: Value) -> Vec<(Value, Value)> {
    let insts = function.blocks().into_iter().flat_map(|b| b.instructions());
    let calls = insts.filter(|i| matches!(i.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke));
    calls
        .filter_map(|call| Some((call, call.callee()?)))
        .filter(|(_, callee)| callee.kind() == ValueKind::LLVMFunctionValueKind)
        .collect()
}

fn instruction_count(function: Value) -> usize {
    function
        .blocks()
        .iter()
        .map(|b| b.instructions().len())
        .sum()
}
