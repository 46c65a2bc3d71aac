//! Structures passed by value in memory (`byval`).
//!
//! A call copies such an argument before the callee runs. Generated functions take plain pointers,
//! so the copy is made here, where the callee begins: the later phases then see an allocation and a
//! copy, both of which they know, and what the callee writes stays its own.
//!
//! This is done after the simplification, which would split the copy into integers of no type.
//!
//! Owns: that copy. Must not: change what the function computes.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Value};

/// Copies all arguments passed by value at the start of a prepared copy.
pub(super) fn copy_arguments(module: Module, copy: Value) {
    let Some(first) = copy.blocks().first().and_then(|b| b.first_non_phi()) else {
        return;
    };
    let build = Builder::new(module.context());
    build.before(first);
    for (index, param) in copy.params().into_iter().enumerate() {
        let index = index as u32;
        let Some(ty) = copy.param_type_attribute(index, "byval") else {
            continue;
        };
        copy.remove_param_attribute(index, "byval");
        let own = build.alloca(ty, "by.value");
        // Alignment of the argument may have been used in the body: the largest that ABIs give.
        own.set_memory_alignment(module.alignment(ty).max(64));
        param.replace_all_uses_with(own);
        let bytes = module.context().i64(module.alloc_size(ty) as i64);
        let args = [own, param, bytes, module.context().boolean(false)];
        let memcpy = module.intrinsic("llvm.memcpy", &[own.ty(), param.ty(), bytes.ty()]);
        build.call(memcpy.function_type(), memcpy, &args, "");
    }
}
