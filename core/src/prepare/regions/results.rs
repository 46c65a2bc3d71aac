//! What threads result in.
//!
//! A result is a pointer that whoever waits for the thread is given, by the thread's handle. So that analyses see where it comes from, it goes through a
//! list of the function's own (`results.ll`).
//!
//! Owns: that list. Must not: know a library; say what a thread does.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::io;
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_llvm_shim::transform;

const CODE: &str = include_str!("results.ll");

const NEW: &str = "enzyme_rs_result_new";
const OF: &str = "enzyme_rs_result_of";
const TAKE: &str = "enzyme_rs_result_take";
const LOST: &str = "enzyme_rs_result_lost";

/// The code that functions with such lists share.
pub(super) const SHARED: [&str; 4] = [NEW, OF, TAKE, LOST];

/// Where in an entry the result is, in bytes.
const RESULT: i64 = 16;

/// The list of a function that starts threads and waits for them.
pub(super) struct Results {
    module: Module,
    list: Value,
    /// Ends the program if a handle is not in the list.
    lost: &'static str,
}

impl Results {
    pub(super) fn of(module: Module, copy: Value, lost: &'static str) -> Self {
        if module.function(NEW).is_none() {
            io::link_text(module, CODE).expect("the code of results is valid IR");
        }
        for name in [NEW, OF, TAKE] {
            let code = module.function(name).expect("it was linked in");
            transform::copy_environment(code, copy);
        }
        let context = module.context();
        let first = copy.blocks()[0].instructions()[0];
        let build = Builder::ahead_of(context, first);
        let list = build.alloca(context.pointer(), "results");
        build.store(context.pointer().zero(), list);
        Self { module, list, lost }
    }

    /// A new entry.
    pub(super) fn entry(&self, build: &Builder) -> Value {
        self.call(build, NEW, &[self.list])
    }

    /// The entry is that of the thread whose handle is there.
    pub(super) fn known(&self, build: &Builder, entry: Value, handle: Value) {
        self.call(build, OF, &[entry, handle]);
    }

    /// Leaves the result of a thread where it is wanted.
    pub(super) fn take(&self, build: &Builder, handle: Value, to: Value) {
        self.call(build, TAKE, &[self.list, handle, to]);
        let lost = self.module.function(LOST).expect("it was linked in");
        let own = self.module.declare(self.lost, lost.function_type());
        lost.replace_all_uses_with(own);
    }

    fn call(&self, build: &Builder, name: &str, args: &[Value]) -> Value {
        let code = self.module.function(name).expect("it was linked in");
        build.call(code.function_type(), code, args, "")
    }
}

/// Writes the result of a thread into its entry.
pub(super) fn leave(build: &Builder, entry: Value, result: Value) {
    let place = build.ptradd(entry, entry.context().i64(RESULT), "");
    build.store(result, place);
}

/// Puts the code of a list in the place of calls of it.
pub(super) fn inline(calls: impl Iterator<Item = Value>) {
    for call in calls {
        let is_own = |callee: Value| SHARED.contains(&&*callee.name());
        if call.callee().is_some_and(is_own) {
            transform::inline_call(call, 0);
        }
    }
}
