//! Memory obtained in unusual ways, as `malloc`, `aligned_alloc`, copies and `free`: the later
//! phases know those four.
//!
//! `realloc` is said as `malloc`, `memcpy` of the usable size, and `free`. So shadows of `malloc`ed memory are made 64 bytes longer than
//! asked for: the shadow must never be shorter than the primal's usable size.
//!
//! Owns: `realloc` and `reallocarray`, `posix_memalign`, arrays of variable length, large arrays on the stack.
//! Must not: know derivatives.

use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Block, IntPredicate, Module, Opcode, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::{Align, AllocSpec, ReallocSpec, SizeExpr};

/// Errors of `posix_memalign`, the same on all systems that have it.
const EINVAL: u64 = 22;
const ENOMEM: u64 = 12;

/// More bytes than any allocator gives, and a multiple of every alignment.
const TOO_MANY: u64 = 1 << 63;

/// What `malloc` and its kin align to.
const MALLOC_ALIGNMENT: u32 = 16;

/// Bytes from which on an array of known size does not stay on the stack, where its shadow would lie beside it: two of
/// these, and what else a thread has there, fit into the smallest stacks that systems give (512 KiB for threads on macOS).
const LARGE: u64 = 128 << 10;

/// `q = realloc(p, n)` as `q = malloc(n); if (q) { memcpy(q, p, min(usable(p), n)); free(p); }`.
/// A product that overflows asks for what cannot be had. So does what glibc takes for `free(p)`, which is then freed
/// all the same; what `malloc` leaves in `errno`, glibc's `realloc` would not.
pub(super) fn realloc(module: Module, call: Value, spec: &ReallocSpec) {
    let context = module.context();
    let (ptr, i64) = (context.pointer(), context.int(64));
    let args = call.call_args();
    let build = Builder::ahead_of(context, call);
    let old = args[usize::from(spec.ptr)];
    let size = match spec.size {
        SizeExpr::Arg(size) => args[usize::from(size)],
        SizeExpr::Product(a, b) => {
            product(module, &build, args[usize::from(a)], args[usize::from(b)])
        }
    };
    let frees = frees(module, &build, old, size);
    let asked = build.select(frees, i64.constant_int(TOO_MANY), size);
    let malloc_ty = ptr.function(&[i64], false);
    let malloc = module.declare("malloc", malloc_ty);
    let new = build.call(malloc_ty, malloc, &[asked], "realloc.new");
    let got = build.icmp(IntPredicate::LLVMIntNE, new, ptr.zero());
    let moves = build.or(got, frees);
    let rest = only_if(&build, call, moves);
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
    free(module, &build, old);
    build.br(rest);
    call.replace_all_uses_with(new);
    call.erase_instruction();
}

/// Whether a reallocation only frees: in glibc, one of memory to no bytes.
fn frees(module: Module, build: &Builder, old: Value, size: Value) -> Value {
    let context = module.context();
    if !module.triple().contains("-gnu") {
        return context.boolean(false);
    }
    let none = build.icmp(IntPredicate::LLVMIntEQ, size, size.ty().constant_int(0));
    let some = build.icmp(IntPredicate::LLVMIntNE, old, context.pointer().zero());
    build.and(none, some)
}

fn product(module: Module, build: &Builder, a: Value, b: Value) -> Value {
    let i64 = module.context().int(64);
    let multiply = module.intrinsic("llvm.umul.with.overflow", &[i64]);
    let both = build.call(multiply.function_type(), multiply, &[a, b], "");
    let (bytes, overflow) = (build.extract_value(both, 0), build.extract_value(both, 1));
    build.select(overflow, i64.constant_int(TOO_MANY), bytes)
}

fn free(module: Module, build: &Builder, pointer: Value) {
    let context = module.context();
    let ty = context.void().function(&[context.pointer()], false);
    build.call(ty, module.declare("free", ty), &[pointer], "");
}

/// Splits in front of `at`: what is built next happens only under the condition, and must end in a
/// branch to the block returned.
pub(super) fn only_if(build: &Builder, at: Value, condition: Value) -> Block {
    let head = at.block().expect("an instruction stands in a block");
    let rest = transform::split_block(head, at, "rest").expect("a block can be split");
    let then = head.function().append_block("then");
    if let Some(branch) = head.terminator() {
        branch.erase_instruction();
    }
    build.at_end(head);
    build.cond_br(condition, then, rest);
    build.at_end(then);
    rest
}

/// `e = posix_memalign(&p, a, n)` as `q = aligned_alloc(a, n)` with the size rounded up, a store to
/// `p` if there was memory, and the error it would have given. Where the alignment is no power of
/// two, or less than a pointer's size, memory is asked for that cannot be had.
pub(super) fn through(module: Module, call: Value, spec: &AllocSpec, to: u8) {
    let (SizeExpr::Arg(size), Align::Arg(align)) = (spec.size, spec.align) else {
        return;
    };
    let context = module.context();
    let (ptr, i64) = (context.pointer(), context.int(64));
    let args = call.call_args();
    let (target, align, size) = (
        args[usize::from(to)],
        args[usize::from(align)],
        args[usize::from(size)],
    );
    let build = Builder::ahead_of(context, call);
    let one = i64.constant_int(1);
    let count = module.intrinsic("llvm.ctpop", &[i64]);
    let bits = build.call(count.function_type(), count, &[align], "");
    let power = build.icmp(IntPredicate::LLVMIntEQ, bits, one);
    let word = i64.constant_int(module.alloc_size(ptr));
    let wide = build.icmp(IntPredicate::LLVMIntUGE, align, word);
    let valid = build.and(power, wide);
    let some = module.intrinsic("llvm.umax", &[i64]);
    let asked = build.call(some.function_type(), some, &[size, one], "");
    let up = build.add(asked, build.sub(align, one));
    let padded = build.and(up, build.sub(i64.constant_int(0), align));
    let fits = build.icmp(IntPredicate::LLVMIntUGE, padded, size);
    let possible = build.and(valid, fits);
    let bytes = build.select(possible, padded, i64.constant_int(TOO_MANY));
    let ty = ptr.function(&[i64, i64], false);
    let allocate = module.declare("aligned_alloc", ty);
    allocate.add_return_attribute(context.enum_attribute("noundef"));
    let allowed = build.select(valid, align, word);
    let new = build.call(ty, allocate, &[allowed, bytes], "memalign.new");
    let got = build.icmp(IntPredicate::LLVMIntNE, new, ptr.zero());
    let error = |code: u64| call.ty().constant_int(code);
    let failure = build.select(valid, error(ENOMEM), error(EINVAL));
    let result = build.select(got, error(0), failure);
    let rest = only_if(&build, call, got);
    build.store(new, target);
    build.br(rest);
    call.replace_all_uses_with(result);
    call.erase_instruction();
}

/// Stack memory of a size known at run time only, as heap memory: the reverse pass still needs it
/// when the stack has been given back. It is freed where the stack pointer is restored, and at
/// returns. Memory that a loop piles up on the stack stays there. So is memory of a known size that is large: a stack on
/// which the program just fits does not hold the shadow as well.
pub(super) fn arrays(module: Module, copy: Value) {
    let forest = analyses::loop_forest(copy);
    let blocks = copy.blocks();
    let entry = blocks[0];
    let loop_of = |block: Block| {
        let number = blocks.iter().position(|b| *b == block);
        number.and_then(|n| forest.loop_of[n])
    };
    let instructions: Vec<Value> = blocks.iter().flat_map(|b| b.instructions()).collect();
    let is = |value: &Value, name: &str| {
        value.opcode() == Opcode::LLVMCall
            && value.callee().is_some_and(|c| c.name().starts_with(name))
    };
    let restores: Vec<Value> = instructions
        .iter()
        .filter(|i| is(i, "llvm.stackrestore"))
        .copied()
        .collect();
    let precedes = |a: Value, b: Value| match (a.block(), b.block()) {
        (Some(x), Some(y)) if x == y => {
            let order = x.instructions();
            order.iter().position(|i| *i == a) < order.iter().position(|i| *i == b)
        }
        (Some(x), Some(y)) => forest.dominates(&blocks, x, y),
        _ => false,
    };
    let mut changed = false;
    for array in instructions.iter().filter(|i| {
        i.opcode() == Opcode::LLVMAlloca && (is_variable(i, entry) || is_large(module, i))
    }) {
        let home = array.block().and_then(loop_of);
        // Restored is what was saved before the array was made, in the same iteration; a scope
        // within the array's saves a stack pointer behind it.
        let saved_here = |restore: &&Value| {
            let saved = restore.call_args().first().copied();
            let saved = saved.filter(|s| is(s, "llvm.stacksave") && precedes(*s, *array));
            saved.is_some_and(|s| s.block().and_then(loop_of) == home)
                && restore.block().and_then(loop_of) == home
        };
        let ends: Vec<Value> = restores.iter().filter(saved_here).copied().collect();
        if home.is_none() || !ends.is_empty() {
            to_heap(module, copy, *array, &ends);
            changed = true;
        }
    }
    if changed {
        // The pointers' slots go at once; nothing else is in them.
        let _ = transform::run_function_passes(copy, "function(sroa<modify-cfg>,instsimplify)");
    }
}

/// New heap memory, aligned as asked.
fn allocated(module: Module, build: &Builder, bytes: Value, alignment: u32) -> Value {
    let (ptr, i64) = (module.context().pointer(), module.context().int(64));
    if alignment <= MALLOC_ALIGNMENT {
        let ty = ptr.function(&[i64], false);
        return build.call(ty, module.declare("malloc", ty), &[bytes], "array");
    }
    let align = i64.constant_int(u64::from(alignment));
    let up = build.add(bytes, build.sub(align, i64.constant_int(1)));
    let whole = build.and(up, build.sub(i64.constant_int(0), align));
    let ty = ptr.function(&[i64, i64], false);
    build.call(
        ty,
        module.declare("aligned_alloc", ty),
        &[align, whole],
        "array",
    )
}

fn is_variable(array: &Value, entry: Block) -> bool {
    array.block() != Some(entry) || !array.operands()[0].is_constant()
}

fn is_large(module: Module, array: &Value) -> bool {
    let each = module.alloc_size(array.allocated_type());
    let count = array.operands()[0].as_u64().unwrap_or(1);
    each.saturating_mul(count) >= LARGE
}

fn to_heap(module: Module, copy: Value, array: Value, ends: &[Value]) {
    let context = module.context();
    let (ptr, i64) = (context.pointer(), context.int(64));
    let build = Builder::new(context);
    build.before(copy.blocks()[0].instructions()[0]);
    let slot = build.alloca(ptr, "array.slot");
    build.store(ptr.zero(), slot);
    build.before(array);
    build.set_location(Some(array));
    let count = build.int_cast(array.operands()[0], i64, false);
    let each = i64.constant_int(module.alloc_size(array.allocated_type()));
    let new = allocated(
        module,
        &build,
        build.mul(count, each),
        array.memory_alignment(),
    );
    build.store(new, slot);
    array.replace_all_uses_with(new);
    array.erase_instruction();
    let returns = copy.blocks().into_iter().filter_map(|b| b.terminator());
    let returns = returns.filter(|t| t.opcode() == Opcode::LLVMRet);
    for end in ends.iter().copied().chain(returns) {
        build.before(end);
        build.set_location(Some(end));
        free(module, &build, build.load(ptr, slot, ""));
        build.store(ptr.zero(), slot);
    }
}
