//! The run-time library that generated code calls: the tape, the adjoint of copies, checks.
//!
//! The tape is a thread-local stack of chunks that grows by doubling and is reused between calls (`runtime.ll`). Reverse mode consumes in the opposite
//! order of production, so that there is little else than `push`, `mark` and `release`: a combined derivative releases to its mark at the end, a
//! reverse half to its frame. Nothing on the tape is freed one by one. Lack of memory ends the program with a message. Chunks of all threads together
//! stay within a limit, and `enzyme_rs_tape_peak_bytes` tells the most that a thread has held.
//!
//! Owns: linking its IR into the module on first use, and calls of it. Must not: know plans.

use crate::view::names::RUN_TIME;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::io;
use enzyme_llvm_shim::ir::{Module, Type, TypeKind, Value};
use enzyme_llvm_shim::transform::Stack;

/// Tape functions; see the file's own comments.
const TAPE: &str = include_str!("runtime.ll");
/// Template of the adjoint of a copy, contiguous and strided.
const MOVE: &str = include_str!("move.ll");

/// The same with atomic additions.
const MOVE_ATOMIC: &str = include_str!("move_atomic.ll");

/// Checks that end the program.
const CHECK: &str = include_str!("check.ll");

/// How they, and what the preparation puts into the program, do that, but for machines whose library says it (`grid`).
const STOP: &str = include_str!("stop.ll");
const STOPS: &str = "enzyme_rs_stop";

/// Look at the shadows of function pointers.
const THROUGH: &str = include_str!("through.ll");

/// The driver's functions of the forward sweep and of the reverse pass of steps that run again from checkpoints.
pub(crate) const STEPS_FORWARD: &str = "enzyme_rs_steps_forward";
pub(crate) const STEPS_REVERSE: &str = "enzyme_rs_steps_reverse";

/// The driver of steps that are run again from checkpoints.
const STEPS: &str = include_str!("steps.ll");

/// How the names of its functions begin.
const DRIVER: &str = "enzyme_rs_steps_";

/// What programs may call themselves.
const FOR_PROGRAMS: [&str; 2] = ["enzyme_rs_tape_peak_bytes", "enzyme_rs_tape_free"];

/// What memory of the thread's tape is aligned to, in bytes.
pub(crate) const ALIGNMENT: u32 = 16;

fn function(module: Module, name: &str, text: &str) -> Value {
    if module.function(name).is_none_or(Value::is_declaration) {
        // What runs on the host allocates and prints as a host does.
        let of_host = [TAPE, STOP, STEPS, THROUGH].contains(&text);
        assert!(
            !of_host || !module.is_for_gpu(),
            "the library of this machine lacks `{name}`"
        );
        let before: Vec<Value> = module.functions();
        io::link_text(module, text).expect("the run-time library is valid IR");
        // Linking takes only what must stay; what this module does not use may go again.
        let new = module
            .functions()
            .into_iter()
            .filter(|f| !before.contains(f));
        new.filter(|f| !f.is_declaration() && !FOR_PROGRAMS.contains(&f.name().as_str()))
            .for_each(Value::set_link_once);
    }
    module
        .function(name)
        .expect("the run-time library defines its functions")
}

/// Has the sanitizers that look at the program's memory look at what the library does there, too: what it clears is known to be set then.
/// ThreadSanitizer is left out, since nobody tells it that tapes pass from thread to thread in turn; so is the driver of steps where unset memory is
/// looked for, for it compares all bytes of a state, set or not.
pub(crate) fn watch(module: Module) {
    let functions = module.functions();
    for (attribute, but_for) in [
        ("sanitize_address", None),
        ("sanitize_hwaddress", None),
        ("sanitize_memory", Some(DRIVER)),
    ] {
        if !functions.iter().any(|f| f.has_attribute(attribute)) {
            continue;
        }
        let looked_at = |name: String| {
            name.starts_with(RUN_TIME) && but_for.is_none_or(|start| !name.starts_with(start))
        };
        let bodies = functions.iter().filter(|f| !f.is_declaration());
        for function in bodies.filter(|f| looked_at(f.name())) {
            function.add_function_attribute(module.context().enum_attribute(attribute));
        }
    }
}

/// Gives the module what ends the program, if something in it may.
pub(crate) fn complete(module: Module) {
    if module.function(STOPS).is_some_and(Value::is_declaration) {
        function(module, STOPS, STOP);
    }
}

fn call(module: Module, build: &Builder, name: &str, text: &str, args: &[Value]) -> Value {
    let callee = function(module, name, text);
    build.call(callee.function_type(), callee, args, "")
}

/// Pushes `bytes` onto the tape.
pub(crate) fn push(module: Module, build: &Builder, bytes: Value) -> Value {
    call(module, build, "enzyme_rs_tape_push", TAPE, &[bytes])
}

/// The same where threads of a launch have theirs spread.
pub(crate) fn push_spread(module: Module, build: &Builder, bytes: Value) -> Value {
    call(module, build, "enzyme_rs_grid_push_spread", TAPE, &[bytes])
}

/// Gives that back.
pub(crate) fn give_back_spread(module: Module, build: &Builder, end: Value, used: Value) {
    let args = [end, used];
    call(
        module,
        build,
        "enzyme_rs_grid_give_back_spread",
        TAPE,
        &args,
    );
}

/// A number that no other forward sweep has.
pub(crate) fn sweep(module: Module, build: &Builder) -> Value {
    call(module, build, "enzyme_rs_sweep", TAPE, &[])
}

/// The tape's present top.
pub(crate) fn mark(module: Module, build: &Builder) -> Value {
    call(module, build, "enzyme_rs_tape_mark", TAPE, &[])
}

/// The functions of the tape as a stack, if the module uses it.
pub(crate) fn stack(module: Module) -> Option<Stack> {
    let named = |name: &str| module.function(name);
    Some(Stack {
        mark: named("enzyme_rs_tape_mark")?,
        push: named("enzyme_rs_tape_push")?,
        release: named("enzyme_rs_tape_release")?,
    })
}

/// Releases what was pushed since the mark.
pub(crate) fn release(module: Module, build: &Builder, mark: Value) {
    call(module, build, "enzyme_rs_tape_release", TAPE, &[mark]);
}

/// Begins a tape that the program owns, in memory of its own with the room that it says: its size and its tag.
pub(crate) fn begin(
    module: Module,
    build: &Builder,
    (memory, room): (Value, Value),
    (size, tag): (Value, Value),
) -> Value {
    let args = [memory, room, size, tag];
    call(module, build, "enzyme_rs_tape_begin", TAPE, &args)
}

/// Where a thread has something that all threads of a launch have, so many bytes from where all of this begins, and of so many bytes.
pub(crate) fn cell(
    module: Module,
    build: &Builder,
    all: Value,
    (offset, size): (Value, Value),
) -> Value {
    let args = [all, offset, size];
    call(module, build, "enzyme_rs_grid_cell", TAPE, &args)
}

/// Puts the thread's tape aside.
pub(crate) fn enter(module: Module, build: &Builder, aside: Value) {
    call(module, build, "enzyme_rs_tape_enter", TAPE, &[aside]);
}

/// Takes the thread's tape up again; gives the last chunk of what was pushed meanwhile.
pub(crate) fn leave(module: Module, build: &Builder, aside: Value) -> Value {
    call(module, build, "enzyme_rs_tape_leave", TAPE, &[aside])
}

/// Exchanges the thread's tape and that of an arena.
pub(crate) fn swap(module: Module, build: &Builder, arena: Value) {
    call(module, build, "enzyme_rs_tape_swap", TAPE, &[arena]);
}

/// Ends the program if a tape that it owns does not bear the tag.
pub(crate) fn check(module: Module, build: &Builder, tape: Value, tag: Value) {
    call(module, build, "enzyme_rs_tape_check", TAPE, &[tape, tag]);
}

/// Ends the program if the halves of a derivative were given different shadows.
pub(crate) fn check_given(module: Module, build: &Builder, before: Value, now: Value) {
    call(module, build, "enzyme_rs_tape_given", TAPE, &[before, now]);
}

/// Gives a tape back that the program owns.
pub(crate) fn free(module: Module, build: &Builder, tape: Value) {
    call(module, build, "enzyme_rs_tape_free", TAPE, &[tape]);
}

/// Ends the program if a pointer, read from the global of this name, leads to memory and its shadow to none.
pub(crate) fn check_shadow(
    module: Module,
    build: &Builder,
    (primal, shadow): (Value, Value),
    name: Value,
) {
    let args = [primal, shadow, name];
    call(module, build, "enzyme_rs_check_shadow", CHECK, &args);
}

/// Ends the program if something that varies was left in memory without shadow, by an instruction at `place` (a text, or null) of
/// `function`.
pub(crate) fn check_lost(
    module: Module,
    build: &Builder,
    lost: Value,
    (place, function): (Value, Value),
) {
    let args = [lost, place, function];
    call(module, build, "enzyme_rs_check_lost", CHECK, &args);
}

/// Ends the program if an index wraps around in a loop of the function of this name.
pub(crate) fn check_wraps(module: Module, build: &Builder, wraps: Value, function: Value) {
    call(
        module,
        build,
        "enzyme_rs_check_wraps",
        CHECK,
        &[wraps, function],
    );
}

/// Ends the program if memory that a rule of the function of this name is given has no shadow.
pub(crate) fn check_own_shadow(
    module: Module,
    build: &Builder,
    (primal, shadow): (Value, Value),
    function: Value,
) {
    let args = [primal, shadow, function];
    call(module, build, "enzyme_rs_check_own_shadow", CHECK, &args);
}

/// Ends the program if the shadow of a function pointer does not lead to derivatives that bear the word.
pub(crate) fn check_through(
    module: Module,
    build: &Builder,
    (pointer, shadow): (Value, Value),
    (word, place): (Value, Value),
) {
    let args = [pointer, shadow, word, place];
    call(module, build, "enzyme_rs_check_through", THROUGH, &args);
}

/// Runs steps with checkpoints: count, states, pieces, how many, step, context; gives a record.
pub(crate) fn steps_forward(module: Module, build: &Builder, given: &[Value]) -> Value {
    call(module, build, STEPS_FORWARD, STEPS, given)
}

/// Keeps a pointer in the shadow of the context: record, its place.
pub(crate) fn steps_link(module: Module, build: &Builder, given: &[Value]) {
    call(module, build, "enzyme_rs_steps_link", STEPS, given);
}

/// Says of a record that steps and their derivatives may round otherwise.
pub(crate) fn steps_apart(module: Module, build: &Builder, record: Value) {
    call(module, build, "enzyme_rs_steps_apart", STEPS, &[record]);
}

/// Reverses steps: record, step, its derivative, context, shadow.
pub(crate) fn steps_reverse(module: Module, build: &Builder, given: &[Value]) {
    call(module, build, STEPS_REVERSE, STEPS, given);
}

/// Gives back what lies behind `used` of the memory pushed last, if it ends at `end`.
pub(crate) fn give_back(module: Module, build: &Builder, end: Value, used: Value) {
    call(
        module,
        build,
        "enzyme_rs_tape_give_back",
        TAPE,
        &[end, used],
    );
}

/// `target[i] += source[i]; source[i] = 0` over `count` numbers of type `ty`, `stride` bytes apart
/// (contiguous if none).
pub(crate) fn accumulate_and_clear(
    module: Module,
    build: &Builder,
    ty: Type,
    pointers: (Value, Value),
    count: Value,
    stride: Option<Value>,
) {
    let (suffix, text) = specialised(ty);
    let (target, source) = pointers;
    match stride {
        None => {
            let name = format!("enzyme_rs_move_{suffix}");
            call(module, build, &name, &text, &[target, source, count]);
        }
        Some(stride) => {
            let name = format!("enzyme_rs_move_strided_{suffix}");
            call(
                module,
                build,
                &name,
                &text,
                &[target, source, count, stride],
            );
        }
    }
}

/// The same, where other threads add to the target as well; `count` numbers, so many bytes apart.
pub(crate) fn accumulate_atomically(
    module: Module,
    build: &Builder,
    ty: Type,
    (target, source): (Value, Value),
    (count, stride): (Value, Value),
) {
    let (suffix, text) = specialised_from(MOVE_ATOMIC, ty);
    let text = text.replace("BYTES", &module.alloc_size(ty).to_string());
    let name = format!("enzyme_rs_move_atomic_{suffix}");
    let args = [target, source, count, stride];
    call(module, build, &name, &text, &args);
}

fn specialised(ty: Type) -> (&'static str, String) {
    specialised_from(MOVE, ty)
}

/// A template for one type of number, and the suffix of its names.
fn specialised_from(template: &str, ty: Type) -> (&'static str, String) {
    let suffix = match ty.kind() {
        TypeKind::LLVMHalfTypeKind => "f16",
        TypeKind::LLVMBFloatTypeKind => "bf16",
        TypeKind::LLVMFloatTypeKind => "f32",
        TypeKind::LLVMX86_FP80TypeKind => "f80",
        TypeKind::LLVMFP128TypeKind => "f128",
        _ => "f64",
    };
    let text = template.replace("TYPE", &ty.print());
    (suffix, text.replace("SUFFIX", suffix))
}

/// Zeroes `count` numbers, `stride` bytes apart.
pub(crate) fn clear(
    module: Module,
    build: &Builder,
    ty: Type,
    at: Value,
    count: Value,
    stride: Value,
) {
    let (suffix, text) = specialised(ty);
    let name = format!("enzyme_rs_clear_{suffix}");
    call(module, build, &name, &text, &[at, count, stride]);
}

/// Copies `count` pointers, `stride` bytes apart.
pub(crate) fn copy_pointers(
    module: Module,
    build: &Builder,
    pointers: (Value, Value),
    count: Value,
    stride: Value,
) {
    let text = MOVE.replace("TYPE", "double").replace("SUFFIX", "f64");
    let (target, source) = pointers;
    call(
        module,
        build,
        "enzyme_rs_copy_pointers_f64",
        &text,
        &[target, source, count, stride],
    );
}
