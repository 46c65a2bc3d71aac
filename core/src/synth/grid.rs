//! The run-time library of machines whose threads are those of a grid, which their pack brings.
//!
//! It takes the place of the host's: functions of the same names are there before generated code asks for them.
//!
//! Owns: linking it, and calls of what only such machines have. Must not: know a machine.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::io;
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_rules::GridRule;
use indexmap::IndexSet;

/// What the host has given threads to keep values in.
const ROOM: &str = "enzyme_rs_grid_tape";

/// How the names of texts begin, which what ends the grid says.
const TEXTS: &str = "enzyme_rs_grid_";

const CLEAR: &str = "enzyme_rs_grid_clear";

/// Whether the threads of a block share a global, and no other ones.
pub(crate) fn is_of_block(global: Value, grid: Option<&GridRule>) -> bool {
    grid.is_some_and(|grid| global.ty().address_space() == grid.shared)
}

/// Brings the library into a module; with what launches by differentiated code of the host need, if there are any.
pub(crate) fn link(module: Module, grid: &GridRule, launched: bool) {
    // By name: what was declared is another function when it is defined.
    let defined = |module: Module| {
        let functions = module.functions().into_iter();
        functions.filter(|function| !function.is_declaration())
    };
    let before: IndexSet<String> = defined(module).map(Value::name).collect();
    // First: it says otherwise where threads find their memory.
    let launches = launched.then_some(grid.launches);
    for text in launches.into_iter().chain([grid.library]) {
        io::link_text(module, text).expect("the library of a machine is valid IR");
    }
    let new = defined(module).filter(|function| !before.contains(&function.name()));
    new.for_each(Value::set_link_once);
    let texts = module.globals().into_iter();
    let texts =
        texts.filter(|global| global.is_global_constant() && global.name().starts_with(TEXTS));
    texts.for_each(Value::set_link_once);
    take_room(module);
}

/// A source that includes `enzyme_rs/gpu.hpp` has a variable of its own for what the host gives threads: modules of other sources have others.
fn take_room(module: Module) {
    let mut globals = module.globals().into_iter();
    let own = globals.find(|global| global.name() != ROOM && global.name().contains(ROOM));
    if let (Some(own), Some(of_library)) = (own, module.global(ROOM)) {
        of_library.replace_all_uses_with(own);
        of_library.erase_global();
    }
}

/// All threads of a block set memory that they share to zero.
pub(crate) fn clear(module: Module, build: &Builder, at: Value, bytes: Value) {
    let callee = module.function(CLEAR);
    let callee = callee.expect("the library of a machine defines its functions");
    let ty = callee.function_type();
    let at = build.address_cast(at, ty.params()[0]);
    build.call(ty, callee, &[at, bytes], "");
}
