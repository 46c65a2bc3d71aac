//! Inline assembly of which is known what it does, as plain instructions.
//!
//! Libraries write some operations so that compilers leave them as they are: the larger or smaller of two numbers, where the second one is taken
//! if one is not a number (Eigen), and assembly without text, which only hides a value from the optimiser (Eigen, benchmarks).
//!
//! Headers of devices have more of it, which a pack reads (`enzyme_rules::AssemblyMeaning`).
//!
//! Owns: that list. Must not: parse assembly beyond it.

mod meant;

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{FloatPredicate, Module, Opcode, Type, TypeKind, Value};
use enzyme_rules::Registry;

/// Replaces calls of such assembly.
pub(super) fn as_code(module: Module, copy: Value, registry: &Registry) {
    let meaning = |text: &str| (registry.grid()?.assembly)(text);
    let blocks = copy.blocks().into_iter();
    let calls = blocks.flat_map(|block| block.instructions());
    let calls = calls.filter(|inst| inst.opcode() == Opcode::LLVMCall);
    for call in calls.collect::<Vec<_>>() {
        let Some(callee) = call.operands().last().copied() else {
            continue;
        };
        if callee.is_inline_asm() {
            let (text, constraints) = callee.inline_asm();
            let text = text.trim();
            let is_done = meaning(text).is_some_and(|meant| meant::replace(module, call, meant));
            if !is_done {
                replace(module, call, (text, &constraints));
            }
        }
    }
}

fn replace(module: Module, call: Value, (text, constraints): (&str, &str)) {
    let build = Builder::ahead_of(module.context(), call);
    build.set_location(Some(call));
    let args = call.call_args();
    let operands = constraints.split(',').filter(|part| !part.starts_with('~'));
    let operands: Vec<&str> = operands.collect();
    let writes = |operand: &&str| operand.starts_with(['=', '+']);
    let is_tied = |operand: &&str| operand.starts_with(|c: char| c.is_ascii_digit());
    // What is written in memory by no text stays as it is.
    let stays = |operand: &&str| operand.starts_with("=*") || !writes(operand) && !is_tied(operand);
    let value = match (text, &operands[..], &args[..]) {
        ("", [out, "0"], [value]) if writes(out) && value.ty() == call.ty() => *value,
        ("", [out, "0"], [place, value]) if out.starts_with("=*") => {
            build.store(*value, *place);
            return call.erase_instruction();
        }
        ("", all, _) if all.iter().all(stays) => return call.erase_instruction(),
        (_, ["=x", "x", "0" | "x"], [second, first]) => {
            let Some(chosen) = chosen(&build, (text, operands[2] == "0"), (*first, *second)) else {
                return;
            };
            chosen
        }
        _ => return,
    };
    call.replace_all_uses_with(value);
    call.erase_instruction();
}

/// The larger or the smaller of two numbers, as x86's instructions choose: the second one unless the first is larger or smaller.
fn chosen(
    build: &Builder,
    (text, tied): (&str, bool),
    (first, second): (Value, Value),
) -> Option<Value> {
    let (name, operands) = text.split_once(char::is_whitespace)?;
    let operands: Vec<&str> = operands.split(',').map(str::trim).collect();
    let plain = match (tied, &operands[..]) {
        (true, ["$1", "$0"]) => name,
        (false, ["$1", "$2", "$0"]) => name.strip_prefix('v')?,
        _ => return None,
    };
    let (predicate, kind) = match (plain.get(..3)?, plain.get(3..)?) {
        ("max", kind) => (FloatPredicate::LLVMRealOGT, kind),
        ("min", kind) => (FloatPredicate::LLVMRealOLT, kind),
        _ => return None,
    };
    let fits = match kind {
        "pd" => is_vector_of(first.ty(), TypeKind::LLVMDoubleTypeKind),
        "ps" => is_vector_of(first.ty(), TypeKind::LLVMFloatTypeKind),
        _ => false,
    };
    (fits && first.ty() == second.ty()).then(|| {
        let wins = build.fcmp(predicate, first, second);
        build.select(wins, first, second)
    })
}

fn is_vector_of(ty: Type, kind: TypeKind) -> bool {
    ty.kind() == TypeKind::LLVMVectorTypeKind && ty.element().kind() == kind
}
