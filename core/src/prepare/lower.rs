//! Rewriting what would otherwise need a concept of its own in every later phase.
//!
//! Owns: `realloc` as allocate-copy-free, removal of lifetime and stack markers (the reverse pass
//! still reads that memory), of constant expressions and of facts that hold for the source only.
//! Must not: change what the function computes.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::{CalleeKind, ReallocSpec, Registry, SizeExpr};

use super::inline::direct_calls;

/// Applies all rewritings to a prepared copy.
pub(super) fn lower(module: Module, copy: Value, registry: &Registry) {
    transform::expand_constant_expressions(copy);
    transform::drop_fragile_facts(copy);
    for (call, callee) in direct_calls(copy) {
        let name = callee.name();
        if is_marker(&name) {
            remove_marker(call);
        } else if let Some(entry) = registry.lookup(&name)
            && let CalleeKind::Realloc(spec) = &entry.what
            && name == "realloc"
        {
            lower_realloc(module, call, spec);
        }
    }
}

/// Markers that end or scope the life of memory, or scope alias facts.
fn is_marker(name: &str) -> bool {
    [
        "llvm.lifetime.",
        "llvm.stacksave",
        "llvm.stackrestore",
        "llvm.experimental.noalias.scope",
    ]
    .iter()
    .any(|prefix| name.starts_with(prefix))
}

fn remove_marker(call: Value) {
    if !call.users().is_empty() {
        call.replace_all_uses_with(call.ty().undef());
    }
    call.erase_instruction();
}

/// `q = realloc(p, n)` as `q = malloc(n); memcpy(q, p, min(usable(p), n)); free(p)`: the reverse
/// pass then sees an allocation, a copy and a free, each of which it knows.
fn lower_realloc(module: Module, call: Value, spec: &ReallocSpec) {
    let SizeExpr::Arg(size_arg) = spec.size else {
        return;
    };
    let context = module.context();
    let (ptr, i64) = (context.pointer(), context.int(64));
    let args = call.call_args();
    let (old, size) = (args[usize::from(spec.ptr)], args[usize::from(size_arg)]);
    let build = Builder::new(context);
    build.before(call);
    build.set_location(Some(call));
    let malloc_ty = ptr.function(&[i64], false);
    let new = build.call(
        malloc_ty,
        module.declare("malloc", malloc_ty),
        &[size],
        "realloc.new",
    );
    let usable_ty = i64.function(&[ptr], false);
    let usable = module.declare("malloc_usable_size", usable_ty);
    let held = build.call(usable_ty, usable, &[old], "realloc.held");
    let less = build.icmp(IntPredicate::LLVMIntULT, held, size);
    let bytes = build.select(less, held, size);
    let copy = module.intrinsic("llvm.memcpy", &[ptr, ptr, i64]);
    build.call(
        copy.function_type(),
        copy,
        &[new, old, bytes, context.boolean(false)],
        "",
    );
    let free_ty = context.void().function(&[ptr], false);
    build.call(free_ty, module.declare("free", free_ty), &[old], "");
    call.replace_all_uses_with(new);
    call.erase_instruction();
}
