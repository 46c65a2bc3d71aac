//! Copies and fills of rows, and memory for rows, in the words of those of plain memory.
//!
//! Rows that lie one behind the other without gaps are one.
//!
//! Owns: the loop over rows, and the distance of rows in new memory. Must not: know a library.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Type, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::{OfRows, RowOperand, RowsRule};

/// Calls the rule's function for each row, in a function that comes in line at once. Gives the last status that is not 0.
pub(super) fn each(
    (module, copy): (Module, Value),
    build: &Builder,
    call: Value,
    rule: &RowsRule,
) -> Value {
    let context = module.context();
    let given = call.call_args();
    let types: Vec<Type> = given.iter().map(|value| value.ty()).collect();
    let ty = call.ty().function(&types, false);
    let function = module.add_function("enzyme_rs_rows", ty);
    function.set_internal();
    transform::copy_environment(function, copy);
    let [entry, row, done] = ["entry", "row", "done"].map(|name| function.append_block(name));
    let params = function.params();
    let (width, height) = (
        params[usize::from(rule.width)],
        params[usize::from(rule.height)],
    );
    let size = width.ty();
    let inside = Builder::new(context);
    inside.at_end(entry);
    let pitches = rule.operands.iter().filter_map(|operand| match operand {
        RowOperand::Row { pitch, .. } => Some(params[usize::from(*pitch)]),
        RowOperand::Width | RowOperand::Same(_) => None,
    });
    let dense = pitches.map(|pitch| inside.icmp(IntPredicate::LLVMIntEQ, pitch, width));
    let dense = dense
        .reduce(|a, b| inside.and(a, b))
        .expect("there is a row");
    let all = inside.mul(width, height);
    let bytes = inside.select(dense, all, width);
    let rows = inside.select(dense, size.constant_int(1), height);
    let any = inside.icmp(IntPredicate::LLVMIntNE, rows, size.zero());
    inside.cond_br(any, row, done);
    inside.at_end(row);
    let number = inside.phi(size, "row");
    let before = inside.phi(call.ty(), "status");
    let args = rule.operands.iter().map(|operand| match operand {
        RowOperand::Row { place, pitch } => {
            let distance = inside.mul(number, params[usize::from(*pitch)]);
            inside.ptradd(params[usize::from(*place)], distance, "")
        }
        RowOperand::Width => bytes,
        RowOperand::Same(position) => params[usize::from(*position)],
    });
    let args: Vec<Value> = args.collect();
    let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
    let callee_ty = call.ty().function(&types, false);
    let callee = module.declare(&rule.calls, callee_ty);
    let now = inside.call(callee_ty, callee, &args, "");
    let failed = inside.icmp(IntPredicate::LLVMIntNE, now, call.ty().zero());
    let status = inside.select(failed, now, before);
    let next = inside.add(number, size.constant_int(1));
    number.add_incoming(size.zero(), entry);
    number.add_incoming(next, row);
    before.add_incoming(call.ty().zero(), entry);
    before.add_incoming(status, row);
    let more = inside.icmp(IntPredicate::LLVMIntULT, next, rows);
    inside.cond_br(more, row, done);
    inside.at_end(done);
    let result = inside.phi(call.ty(), "status");
    result.add_incoming(call.ty().zero(), entry);
    result.add_incoming(status, row);
    inside.ret(Some(result));
    let made = build.call(ty, function, &given, "");
    // The result stays when the call comes in line.
    let kept = build.freeze(made);
    transform::inline_call(made, 1);
    transform::erase_functions(&[function]);
    kept
}

/// New memory for rows, whose distance is a multiple of what devices align rows to: the bytes of all.
pub(super) fn bytes(build: &Builder, given: &[Value], of: OfRows) -> Value {
    const ALIGNMENT: u64 = 512;
    let at = |position: u8| given[usize::from(position)];
    let (width, height) = (at(of.width), at(of.height));
    let constant = |value: u64| width.ty().constant_int(value);
    let over = build.add(width, constant(ALIGNMENT - 1));
    let pieces = build.udiv(over, constant(ALIGNMENT));
    let pitch = build.mul(pieces, constant(ALIGNMENT));
    build.store(pitch, at(of.pitch));
    build.mul(pitch, height)
}
