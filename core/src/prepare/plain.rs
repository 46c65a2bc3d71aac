//! Functions of libraries that do what LLVM has instructions for: they take a number's bits for an integer, put halves together, convert, or add atomically.
//!
//! Owns: these instructions, where operands and result are what the rule says. Must not: know a library.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{AtomicOp, Module, Opcode, Type, TypeKind, Value};
use enzyme_rules::Plain;

/// What a call gives; none if it has other types than such a function.
pub(super) fn value(module: Module, build: &Builder, call: Value, rule: Plain) -> Option<Value> {
    let args = call.call_args();
    let (of, to) = (args.first()?.ty(), call.ty());
    let context = module.context();
    let [half, double] = [context.int(32), context.double()];
    let fits = match rule {
        Plain::Bits => {
            let pairs = [(half, context.float()), (context.int(64), double)];
            let mut pairs = pairs.iter();
            pairs.any(|pair| *pair == (of, to) || *pair == (to, of))
        }
        Plain::Upper | Plain::Lower => (of, to) == (double, half),
        Plain::Joined => to == double && args.len() == 2 && args.iter().all(|a| a.ty() == half),
        Plain::Signed | Plain::Unsigned => is_integer(of) && is_number(module, to),
        Plain::Shorter => (of, to) == (double, context.float()),
        Plain::Sum => {
            let adds = is_number(module, to) || is_integer(to);
            adds && of.kind() == TypeKind::LLVMPointerTypeKind && args.get(1)?.ty() == to
        }
    };
    fits.then(|| instructions(module, build, (&args, to), rule))
}

fn instructions(
    module: Module,
    build: &Builder,
    (args, to): (&[Value], Type),
    rule: Plain,
) -> Value {
    let context = module.context();
    let long = context.int(64);
    let number = args[0];
    match rule {
        Plain::Bits => build.bitcast(number, to),
        Plain::Upper => {
            let bits = build.bitcast(number, long);
            build.trunc(build.lshr(bits, context.i64(32)), to)
        }
        Plain::Lower => build.trunc(build.bitcast(number, long), to),
        Plain::Joined => {
            let [upper, lower] = [0, 1].map(|at| build.cast(Opcode::LLVMZExt, args[at], long));
            let upper = build.binary(Opcode::LLVMShl, upper, context.i64(32));
            build.bitcast(build.binary(Opcode::LLVMOr, upper, lower), to)
        }
        Plain::Signed => build.cast(Opcode::LLVMSIToFP, number, to),
        Plain::Unsigned => build.cast(Opcode::LLVMUIToFP, number, to),
        Plain::Shorter => build.cast(Opcode::LLVMFPTrunc, number, to),
        Plain::Sum => {
            let sum = match is_integer(to) {
                true => AtomicOp::LLVMAtomicRMWBinOpAdd,
                false => AtomicOp::LLVMAtomicRMWBinOpFAdd,
            };
            build.atomic_rmw(sum, number, args[1])
        }
    }
}

fn is_integer(ty: Type) -> bool {
    ty.kind() == TypeKind::LLVMIntegerTypeKind
}

fn is_number(module: Module, ty: Type) -> bool {
    let context = module.context();
    ty == context.float() || ty == context.double()
}
