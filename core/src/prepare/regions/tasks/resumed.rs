//! Tasks that are done in parts, each perhaps by another worker (`untied`).
//!
//! Where such a task may be interrupted, its function writes the number of the next part into the record, hands the record in once more, and returns. A
//! switch at its beginning goes to that part. In a derivative one worker does all parts, one after the other: from the end of each, the next.
//! Handing in a task for the first time is no such place: its next part is the first one, 0.
//!
//! Owns: these branches. Must not: know a library.

use crate::prepare::inline::{all_calls, named};
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Block, Opcode, Value};
use enzyme_rules::Resumed;

/// Joins the parts of a task in a function that does it, if there are any; what is not understood stays, and is refused.
/// Says whether there were any.
pub(super) fn join_parts(function: Value, record: Value, rule: Resumed) -> bool {
    let Some(switch) = next_part(function, record, rule) else {
        return false;
    };
    for call in all_calls(function) {
        let again = named(call).is_some_and(|callee| callee.name() == rule.by);
        if again && call.call_args().get(usize::from(rule.record)) == Some(&record) {
            go_on(call, switch, |address| is_part(address, record, rule));
        }
    }
    let first = switch.operand(0).map(|on| on.ty().zero());
    switch.set_operand(0, first.expect("a switch has a value"));
    true
}

fn is_part(address: Value, record: Value, rule: Resumed) -> bool {
    let by = (address.opcode() == Opcode::LLVMGetElementPtr)
        .then(|| analyses::gep_offset(address))
        .flatten();
    let at = by.filter(|by| by.variable.is_empty()).map(|by| by.constant);
    address.operand(0) == Some(record) && at == i64::try_from(rule.part).ok()
}

/// The switch that goes to the next part.
fn next_part(function: Value, record: Value, rule: Resumed) -> Option<Value> {
    let ends = function.blocks().into_iter().filter_map(Block::terminator);
    let mut switches = ends.filter(|end| end.opcode() == Opcode::LLVMSwitch);
    switches.find(|switch| {
        let on = switch.operand(0).filter(|on| on.is_instruction());
        let read = on.filter(|on| on.opcode() == Opcode::LLVMLoad);
        let address = read.and_then(|read| read.operand(0));
        address.is_some_and(|at| at.is_instruction() && is_part(at, record, rule))
    })
}

/// Goes on with the next part in the place of handing in the record once more.
fn go_on(call: Value, switch: Value, is_part: impl Fn(Value) -> bool) {
    let Some(block) = call.block() else {
        return;
    };
    let stores = block.instructions().into_iter().filter(|inst| {
        inst.opcode() == Opcode::LLVMStore
            && inst
                .operand(1)
                .is_some_and(|to| to.is_instruction() && is_part(to))
    });
    let number = stores.last().and_then(|store| store.operand(0)?.as_u64());
    let next = number.filter(|n| *n > 0).and_then(|n| case(switch, n));
    let end = block.terminator();
    let left = end.filter(|end| end.opcode() == Opcode::LLVMBr);
    let left = left.map(Value::successors);
    let (Some(next), Some(end), Some([left])) = (next, end, left.as_deref()) else {
        return;
    };
    let context = call.context();
    call.replace_all_uses_with(call.ty().zero());
    call.erase_instruction();
    end.erase_instruction();
    let build = Builder::new(context);
    build.at_end(block);
    // The other edge is never taken: LLVM removes it with what it leads to.
    build.cond_br(context.int(1).constant_int(1), next, *left);
}

/// Where a switch goes for a number, if nothing there depends on where it comes from.
fn case(switch: Value, number: u64) -> Option<Block> {
    let mut cases = switch.cases().into_iter();
    let (_, to) = cases.find(|(of, _)| of.as_u64() == Some(number))?;
    let first = to.instructions()[0];
    (first.opcode() != Opcode::LLVMPHI).then_some(to)
}
