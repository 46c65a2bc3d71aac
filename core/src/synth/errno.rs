//! Calls of the C library in the middle of a primal that reads `errno`.
//!
//! The derivative of `erf` calls `exp`, which reports a result that is too small where `erf` reports nothing: the
//! primal would take another branch. So it is called by a function that puts `errno` back. LLVM may then believe
//! that the call touches no memory, as it does of all calls that rules make, as long as it does not inline that
//! function and move its parts apart.
//!
//! Owns: [`keeping`]. Must not: know who reads `errno`, or which functions set it.

use crate::view::ints::Errno;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Type, Value};

/// The internal function that calls the library's `symbol` and leaves `errno` as it was, made on first use.
pub(super) fn keeping(module: Module, symbol: &str, ty: Type, errno: Errno) -> Value {
    let name = format!("enzyme_rs.errno_kept.{symbol}");
    if let Some(function) = module.function(&name) {
        return function;
    }
    let context = module.context();
    let function = module.add_function(&name, ty);
    function.set_internal();
    for attribute in ["noinline", "nounwind"] {
        function.add_function_attribute(context.enum_attribute(attribute));
    }
    let build = Builder::new(context);
    build.at_end(function.append_block("entry"));
    let place = place(module, &build, errno);
    let before = build.load(context.int(32), place, "before");
    let callee = module.declare(symbol, ty);
    let result = build.call(ty, callee, &function.params(), "result");
    build.store(before, place);
    build.ret(Some(result));
    function
}

fn place(module: Module, build: &Builder, errno: Errno) -> Value {
    match errno {
        Errno::Global(name) => module.global(name).expect("the program reads it"),
        Errno::Function(name) => {
            let ty = module.context().pointer().function(&[], false);
            build.call(ty, module.declare(name, ty), &[], "errno")
        }
    }
}
