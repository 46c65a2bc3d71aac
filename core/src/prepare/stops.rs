//! Where a program ends with a message, because what it does there is not what the derivative was made for.
//!
//! Owns: these functions, and calls of them. Must not: decide where.

use crate::view::names::place_of;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::io;
use enzyme_llvm_shim::ir::{Module, Value};

/// Why a program ends: a function, and its body.
#[derive(Clone, Copy)]
pub(super) struct Stop {
    name: &'static str,
    body: &'static str,
}

/// None of the known functions is called.
pub(super) const UNKNOWN: Stop = Stop {
    name: "enzyme_rs_unknown_function",
    body: include_str!("stops/unknown.ll"),
};

/// An array is assigned that is not like the one it is assigned to.
pub(super) const UNLIKE: Stop = Stop {
    name: "enzyme_rs_unlike_arrays",
    body: include_str!("stops/unlike.ll"),
};

impl Stop {
    /// Calls it where the builder stands, with the place of a call in the source.
    pub(super) fn call(self, module: Module, build: &Builder, of: Value) {
        let (context, void) = (module.context(), module.context().void());
        let stop = module.function(self.name).unwrap_or_else(|| {
            let stop = module.declare(self.name, void.function(&[context.pointer()], false));
            for attribute in ["noreturn", "cold"] {
                stop.add_function_attribute(context.enum_attribute(attribute));
            }
            stop
        });
        let text = module.text("ez.place", &place_of(of));
        build.call(stop.function_type(), stop, &[text], "");
    }
}

/// Gives the module the functions that end the program, if generated code calls them.
///
/// Not before everything is analysed: until then they are functions that do not return, and no more.
pub(crate) fn complete(module: Module) {
    for stop in [UNKNOWN, UNLIKE] {
        if module
            .function(stop.name)
            .is_some_and(Value::is_declaration)
        {
            io::link_text(module, stop.body).expect("the run-time library is valid IR");
        }
    }
}
