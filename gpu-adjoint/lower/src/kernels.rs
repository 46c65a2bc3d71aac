//! What a launch calls: for each kernel a function that reads the arguments from a list.
//!
//! Owns: these functions. Must not: know how kernels are found, or what they do.

use crate::EMULATED;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Type, Value};

/// A kernel, as the library is told of it.
pub(crate) struct Entry {
    pub(crate) name: String,
    /// What runs it: `void (const void *const *)`.
    pub(crate) function: Value,
    /// Bytes of its parameters.
    pub(crate) sizes: Vec<u64>,
}

/// Makes them all.
pub(crate) fn entries(module: Module, names: &[String]) -> Vec<Entry> {
    let found = names.iter().filter_map(|name| {
        let kernel = module.function(&format!("{name}{EMULATED}"))?;
        Some(entry(module, name, kernel))
    });
    found.collect()
}

/// Each thread has its own copy of a structure, which `byval` and `byref` stand for where a GPU's driver hands it over.
const COPIED: [&str; 2] = ["byval", "byref"];

/// The type of what is handed over, and whether the kernel gets its address.
fn handed(kernel: Value, index: u32, ty: Type) -> (Type, bool) {
    let mut copied = COPIED
        .iter()
        .filter_map(|kind| kernel.param_type_attribute(index, kind));
    copied.next().map_or((ty, false), |pointee| (pointee, true))
}

fn entry(module: Module, name: &str, kernel: Value) -> Entry {
    let context = module.context();
    let pointer = context.pointer();
    let ty = context.void().function(&[pointer], false);
    let function = module.add_function(&format!("{name}.kernel"), ty);
    function.set_internal();
    let build = Builder::new(context);
    build.at_end(function.append_block("entry"));
    let list = function.params()[0];
    let (mut arguments, mut sizes) = (Vec::new(), Vec::new());
    for (index, ty) in (0..).zip(kernel.function_type().params()) {
        let (ty, by_address) = handed(kernel, index, ty);
        let place = build.element_ptr(pointer, list, context.i64(i64::from(index)), "");
        let at = build.load(pointer, place, "");
        sizes.push(module.store_size(ty));
        arguments.push(match by_address {
            true => copied(module, &build, ty, at),
            false => loaded(&build, ty, at),
        });
        for kind in COPIED {
            kernel.remove_param_attribute(index, kind);
        }
    }
    // What a kernel of AMD's reads of a structure by value counts as constant there; here somebody writes it before.
    kernel.remove_attribute("memory");
    build.call(kernel.function_type(), kernel, &arguments, "");
    build.ret(None);
    // Within a function that is none of the source it would lose its lines.
    kernel.add_function_attribute(context.enum_attribute("noinline"));
    Entry {
        name: name.to_owned(),
        function,
        sizes,
    }
}

fn copied(module: Module, build: &Builder, ty: Type, at: Value) -> Value {
    let copy = build.alloca(ty, "");
    // Parameters of kernels are aligned by 16 bytes at most.
    copy.set_memory_alignment(module.alignment(ty).max(16));
    let bytes = module.context().i64(module.store_size(ty) as i64);
    build.copy_memory(copy, at, bytes);
    copy
}

/// The host aligns its arguments as it likes.
fn loaded(build: &Builder, ty: Type, at: Value) -> Value {
    let value = build.load(ty, at, "");
    value.set_memory_alignment(1);
    value
}
