//! Rewriting what would otherwise need a concept of its own in every later phase.
//!
//! `sincos`, `modf` and `frexp` become the intrinsics that return structures (`OutRule::by_value`). The facts that go are scoped no-alias,
//! invariant loads, access groups, profile weights and tail calls, and the promise of a function other than an allocator that its result is
//! new memory: an arena gives the same memory again.
//!
//! Owns: the order of rewritings, results through pointers as values, ends of copies as addresses, removal of lifetime and stack
//! markers (the reverse pass still reads that memory), of constant expressions and of facts that
//! hold for the source only. Memory is in `allocate`, exceptions are in `unwind`.
//! Must not: change what the function computes.

use super::inline::{all_calls, direct_calls, named};
use super::{allocate, assembly, lanes, unwind, volatile};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::{
    AllocResult, CalleeKind, MemoryOp, MemoryReturn, OutRule, Place, Registry, Spelling, classify,
};

/// Applies all rewritings to a prepared copy.
pub(super) fn lower(module: Module, copy: Value, registry: &Registry) {
    transform::expand_constant_expressions(copy);
    transform::drop_fragile_facts(copy);
    assembly::as_code(module, copy, registry);
    volatile::as_plain(module, copy);
    results(copy, registry);
    unwind::drop_cleanups(copy, registry);
    for (call, callee) in direct_calls(copy) {
        let name = callee.name();
        if name.starts_with("llvm.threadlocal.address") {
            // The variable itself says as much outside of coroutines.
            call.replace_all_uses_with(call.call_args()[0]);
            call.erase_instruction();
        } else if name.starts_with("llvm.experimental.noalias.scope") {
            remove_marker(call);
        } else if let Some(op) = checked(&name) {
            as_plain(module, call, op);
        } else if callee.is_declaration()
            && let Some(entry) = registry.lookup(&name)
        {
            lower_call(module, call, &name, &entry.what);
        } else if !call.users().is_empty() && ends_with_null(callee, registry) {
            call.replace_all_uses_with(call.ty().zero());
        }
    }
}

/// The arithmetic that an intrinsic does which says whether it overflowed.
fn checked(name: &str) -> Option<Opcode> {
    let (operation, _) = name.strip_prefix("llvm.")?.split_once(".with.overflow.")?;
    match operation {
        "sadd" | "uadd" => Some(Opcode::LLVMAdd),
        "ssub" | "usub" => Some(Opcode::LLVMSub),
        "smul" | "umul" => Some(Opcode::LLVMMul),
        // Any other: it stays a call.
        _ => None,
    }
}

/// The number that such an intrinsic gives, as plain arithmetic, which shows that its operands are integers. The intrinsic still says whether it overflowed.
fn as_plain(module: Module, call: Value, op: Opcode) {
    let args = call.call_args();
    let build = Builder::ahead_of(module.context(), call);
    let plain = build.binary(op, args[0], args[1]);
    for user in call.users() {
        if user.opcode() == Opcode::LLVMExtractValue && user.aggregate_indices() == [0] {
            user.replace_all_uses_with(plain);
            user.erase_instruction();
        }
    }
}

/// Whether a function of the program's ends memory and always returns null (`p = release(p)`): the result can be had before the memory ends.
fn ends_with_null(callee: Value, registry: &Registry) -> bool {
    let entry = registry.lookup(&callee.name());
    let ends = matches!(
        entry.map(|entry| &entry.what),
        Some(CalleeKind::Deallocator(_))
    );
    let ends_of_blocks = callee
        .blocks()
        .into_iter()
        .filter_map(|block| block.terminator());
    let mut returns = ends_of_blocks.filter(|end| end.opcode() == Opcode::LLVMRet);
    ends && returns.all(|end| end.operand(0).is_some_and(Value::is_null))
}

/// Forgets that results of calls are memory that nothing else leads to, but for those of allocators. A function that gives the
/// same memory again when the program is done with it (an arena that is reset) may promise that (`__attribute__((malloc))`),
/// but the reverse pass goes on to read what was there.
fn results(copy: Value, registry: &Registry) {
    for call in all_calls(copy) {
        let name = named(call).filter(|callee| callee.is_declaration());
        let entry = name.and_then(|callee| registry.lookup(&callee.name()));
        let kind = entry.map(|entry| &entry.what);
        if !matches!(
            kind,
            Some(CalleeKind::Allocator(_) | CalleeKind::Realloc(_))
        ) {
            call.remove_result_attribute("noalias");
        }
    }
}

fn lower_call(module: Module, call: Value, name: &str, kind: &CalleeKind) {
    match kind {
        CalleeKind::Realloc(spec) if name.starts_with("realloc") => {
            allocate::realloc(module, call, spec);
        }
        CalleeKind::Allocator(spec) => {
            if let (AllocResult::Through(to), "posix_memalign") = (spec.result, name) {
                allocate::through(module, call, spec, to);
            }
        }
        CalleeKind::Memory(op) if op.returns == MemoryReturn::End => end_written(module, call, op),
        CalleeKind::OutResults(rule) => out_results(module, call, name, rule),
        CalleeKind::Lanes(op) => lanes::rewrite(module, call, *op),
        CalleeKind::Masked(access) => lanes::settle(call, *access),
        CalleeKind::Scalar(_) | CalleeKind::Inactive { .. } => {
            if let Some(guard) = enzyme_rules::guard(name) {
                lanes::unguard(module, call, guard);
            }
        }
        // Any other: it stays as it is.
        _ => {}
    }
}

/// The first byte behind what was written, as an address that is computed of the destination.
fn end_written(module: Module, call: Value, op: &MemoryOp) {
    let args = call.call_args();
    let [to, length] = [op.dst, op.len].map(|at| args[usize::from(at)]);
    let build = Builder::ahead_of(module.context(), call);
    call.replace_all_uses_with(build.ptradd(to, length, ""));
}

/// Takes memory off the stack that could not be found there again, or that is large, and stack markers away.
pub(super) fn stack(module: Module, copy: Value) {
    allocate::arrays(module, copy);
    for prefix in ["llvm.stackrestore", "llvm.stacksave"] {
        let calls = direct_calls(copy).into_iter();
        for (call, _) in calls.filter(|(_, callee)| callee.name().starts_with(prefix)) {
            remove_marker(call);
        }
    }
}

/// How names begin of what says where the life of memory begins and ends: of variables on the stack, and of what a destructor leaves behind, for
/// MemorySanitizer.
const LIFETIMES: [&str; 2] = ["llvm.lifetime.", "__sanitizer_dtor_callback"];

/// Takes such calls away: the reverse pass looks at that memory again.
pub(super) fn forget_lifetimes(copy: Value) {
    for (call, callee) in direct_calls(copy) {
        let name = callee.name();
        if LIFETIMES.iter().any(|start| name.starts_with(start)) {
            remove_marker(call);
        }
    }
}

fn remove_marker(call: Value) {
    if !call.users().is_empty() {
        call.replace_all_uses_with(call.ty().undef());
    }
    call.erase_instruction();
}

/// `sincos(x, &s, &c)` as the intrinsic that returns both, and two stores: numbers that arrive as
/// values need no concept of their own. The intrinsic becomes the same library function again.
fn out_results(module: Module, call: Value, name: &str, rule: &OutRule) {
    let through = |place| matches!(place, Place::Through(_));
    // Of classic flang's it is not known how they take their arguments.
    let plain = classify(name)
        .is_none_or(|member| !matches!(member.style, Spelling::Flang | Spelling::Intrinsic));
    let Some(intrinsic) = rule.by_value().filter(|_| plain) else {
        return;
    };
    let args = call.call_args();
    let fits = |k: &usize| {
        let place = rule.results[*k].place;
        let Place::Through(arg) = place else {
            return true;
        };
        let arg = args.get(usize::from(arg));
        arg.is_some_and(|v| v.ty().kind() == TypeKind::LLVMPointerTypeKind)
    };
    if !rule.results.iter().any(|r| through(r.place)) || !(0..rule.results.len()).all(|k| fits(&k))
    {
        return;
    }
    let context = module.context();
    let build = Builder::ahead_of(context, call);
    let mut overloads = vec![args[0].ty()];
    overloads.extend(
        rule.results
            .iter()
            .any(|r| r.integer)
            .then(|| context.int(32)),
    );
    let callee = module.intrinsic(intrinsic, &overloads);
    let all = build.call(callee.function_type(), callee, &args[..1], "");
    for (field, result) in (0..).zip(&rule.results) {
        let value = build.extract_value(all, field);
        match result.place {
            Place::Through(arg) => {
                build.store(value, args[usize::from(arg)]);
            }
            Place::Returned => call.replace_all_uses_with(value),
            Place::Field(_) => {}
        }
    }
    call.erase_instruction();
}
