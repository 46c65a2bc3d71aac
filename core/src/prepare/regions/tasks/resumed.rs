//! Tasks that are done in parts, each perhaps by another worker (`untied`).
//!
//! Where such a task may be interrupted, its function writes the number of the next part into the record, hands the record in once more, and returns. A
//! switch at its beginning goes to that part. In a derivative one worker does all parts, one after the other: from the end of each, the next. LLVM may have
//! joined the ends of several parts, so that the number is a value: then the switch is asked again, and the parts are the iterations of a loop.
//! Handing in a task for the first time is no such place: its next part is the first one, 0.
//!
//! Owns: these branches. Must not: know a library.

use crate::prepare::inline::{all_calls, named};
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Block, Opcode, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::Resumed;

/// Joins the parts of a task in a function that does it, if there are any; what is not understood stays, and is refused.
/// Says whether there were any.
pub(super) fn join_parts(function: Value, record: Value, rule: Resumed) -> bool {
    let Some(switch) = next_part(function, record, rule) else {
        return false;
    };
    let ends = all_calls(function).into_iter().filter(|call| {
        let again = named(*call).is_some_and(|callee| callee.name() == rule.by);
        again && call.call_args().get(usize::from(rule.record)) == Some(&record)
    });
    let ends = ends.filter_map(|call| End::of(call, |address| is_part(address, record, rule)));
    let ends: Vec<End> = ends.collect();
    let asked: Vec<&End> = ends.iter().filter(|end| !end.go_on(switch)).collect();
    ask_again(switch, &asked);
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

/// The end of a part: where its function hands in the record once more, and returns.
struct End {
    call: Value,
    /// The number of the next part.
    number: Value,
    /// Where the function goes to return.
    left: Block,
}

impl End {
    fn of(call: Value, is_part: impl Fn(Value) -> bool) -> Option<Self> {
        let block = call.block()?;
        let stores = block.instructions().into_iter().filter(|inst| {
            inst.opcode() == Opcode::LLVMStore
                && inst
                    .operand(1)
                    .is_some_and(|to| to.is_instruction() && is_part(to))
        });
        let number = stores.last()?.operand(0)?;
        let left = block
            .terminator()
            .filter(|end| end.opcode() == Opcode::LLVMBr)?;
        let [left] = left.successors()[..] else {
            return None;
        };
        Some(Self { call, number, left })
    }

    /// Goes on with the next part, if it is known which one that is; says whether it is.
    fn go_on(&self, switch: Value) -> bool {
        let number = self.number.as_u64().filter(|number| *number > 0);
        let next = number.and_then(|number| case(switch, number));
        if let Some(next) = next {
            self.go_to(next);
        }
        next.is_some()
    }

    /// Goes somewhere in the place of handing in the record.
    fn go_to(&self, next: Block) {
        let context = self.call.context();
        let block = self.call.block().expect("a call is in a block");
        self.call.replace_all_uses_with(self.call.ty().zero());
        self.call.erase_instruction();
        block.terminator().expect("it has one").erase_instruction();
        let build = Builder::new(context);
        build.at_end(block);
        // The other edge is never taken: LLVM removes it with what it leads to.
        build.cond_br(context.int(1).constant_int(1), next, self.left);
    }
}

/// Has a switch begin with the first part, and asks it again at these ends.
fn ask_again(switch: Value, ends: &[&End]) {
    let number = switch.operand(0).expect("a switch has a value");
    let first = number.ty().zero();
    if ends.is_empty() {
        return switch.set_operand(0, first);
    }
    let before = switch.block().expect("a switch is in a block");
    let asks = transform::split_block(before, switch, "part").expect("a block can be split");
    let next = Builder::ahead_of(switch.context(), switch).phi(number.ty(), "part");
    next.add_incoming(first, before);
    for end in ends {
        next.add_incoming(end.number, end.call.block().expect("a call is in a block"));
        end.go_to(asks);
    }
    switch.set_operand(0, next);
}

/// Where a switch goes for a number, if nothing there depends on where it comes from.
fn case(switch: Value, number: u64) -> Option<Block> {
    let mut cases = switch.cases().into_iter();
    let (_, to) = cases.find(|(of, _)| of.as_u64() == Some(number))?;
    let first = to.instructions()[0];
    (first.opcode() != Opcode::LLVMPHI).then_some(to)
}
