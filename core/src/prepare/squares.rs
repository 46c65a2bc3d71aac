//! Whether a square is positive, as a question about its root.
//!
//! A loop over two fields on a grid runs if `2 * n * n > 0`, one over its rows if `n > 0`. LLVM knows of `n * n` alone that
//! the first follows from the second where products do not overflow. For a multiple it keeps a way through the code in
//! which there are rows but no points: it never runs, and would be differentiated.
//!
//! Owns: that rewriting. Must not: look at products that may wrap.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Opcode, Value};

/// Products of more factors are left alone.
const MOST: usize = 8;

/// Rewrites `c * x * x > 0` as `x != 0` and `c * x * x < 1` as `x == 0`, for positive constants `c`.
pub(super) fn as_roots(module: Module, copy: Value) {
    let blocks = copy.blocks().into_iter();
    let compares = blocks
        .flat_map(|block| block.instructions())
        .filter(|inst| inst.opcode() == Opcode::LLVMICmp);
    let found: Vec<Value> = compares.collect();
    for compare in found {
        let [product, with] = [compare.operands()[0], compare.operands()[1]];
        let predicate = match (compare.int_predicate(), with.as_i64()) {
            (IntPredicate::LLVMIntSGT, Some(0)) => IntPredicate::LLVMIntNE,
            (IntPredicate::LLVMIntSLT, Some(1)) => IntPredicate::LLVMIntEQ,
            _ => continue,
        };
        if let Some(root) = root(product) {
            let build = Builder::new(module.context());
            build.before(compare);
            build.set_location(Some(compare));
            let zero = root.ty().zero();
            compare.replace_all_uses_with(build.icmp(predicate, root, zero));
            compare.erase_instruction();
        }
    }
}

/// The value of whose square an integer is a positive multiple, if none of the products wraps.
fn root(product: Value) -> Option<Value> {
    let mut factors = Vec::new();
    let mut work = vec![product];
    while let Some(value) = work.pop() {
        match product_of(value) {
            Some(both) => work.extend(both),
            None if value.is_constant() => value.as_i64().filter(|c| *c > 0).map(drop)?,
            None => factors.push(value),
        }
        if work.len() + factors.len() > MOST {
            return None;
        }
    }
    match factors[..] {
        [one, other] if one == other => Some(one),
        _ => None,
    }
}

/// What an integer is the product of; of a shift, the number that is shifted, which is positive where the result is.
fn product_of(value: Value) -> Option<Vec<Value>> {
    if !value.is_instruction() || !value.never_wraps() {
        return None;
    }
    let operands = value.operands();
    match value.opcode() {
        Opcode::LLVMMul => Some(operands),
        Opcode::LLVMShl if operands[1].is_constant() => Some(vec![operands[0]]),
        _ => None,
    }
}
