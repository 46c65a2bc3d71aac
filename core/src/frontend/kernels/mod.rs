//! Kernels whose launches are differentiated: each gets derivatives that are kernels themselves.
//!
//! The host's code is compiled apart from the device's, so that neither pass sees what the other one does. They agree on names and on
//! parameters: a kernel `k` with the annotation `enzyme_rs_kernel` gets these beside it, which [`emit`] writes with hook calls like those of
//! a program.
//!
//! ```text
//! k__enzyme_rs_facts    (words)                        writes what the host must know of k
//! k__enzyme_rs_tangent  (each parameter, its tangent; tangents of variables; distance; shadows, each)
//! k__enzyme_rs_augmented(each parameter, its shadow; shadows of variables; room, bytes, note; distance; shadows, each)
//! k__enzyme_rs_reverse  (each parameter, its shadow; shadows of variables; room, bytes, note; distance; shadows, each)
//! k__enzyme_rs_settled  (room, bytes)
//! ```
//!
//! Behind a pointer stands its shadow, which is the pointer itself where memory has no derivative. Behind a number stands its tangent, or in the
//! reverse pass the address of a `double` that all threads add its adjoint to (null: nobody asks), and nothing in the augmented kernel; behind a
//! structure the address of its shadow in memory of the device. Integers, and structures of them, have nothing behind them. `room` is memory for
//! all threads of the launch, `bytes` for each, and `note` (null: nobody asks) where a thread says how many it needs that has too few. Where the facts say so, there is a `distance`: the bytes from shared memory whose size the launch says to its
//! shadow; the launch asks for twice as much of that memory. Where they say that as well, there are `shadows`: memory of the device, `each` bytes for each block, where shadows of
//! shared memory lie that have no room there (`pipeline/shared.rs`).
//!
//! Where the facts say so, the kernel that settles is launched behind the augmented one, with as many threads, before anything else is done to memory of the device: which numbers are
//! the largest is known only then (`plan/raises.rs`). Such a kernel has no tangent, which the facts say as well.
//!
//! A kernel with the annotation `enzyme_rs_kernel_inactive` gets the facts alone, which say what it writes.
//!
//! A kernel that an option names gets the same as one with the first annotation, but that no compilation fails for it: where its derivative cannot be had, the
//! facts say why ([`optional`]).
//!
//! Behind all parameters stands the shadow of each variable of the device that the facts name as handed over ([`variables`]); the kernels know themselves where the variable
//! is.
//!
//! Owns: which kernels these are. Must not: know the host's side (`launches`).

mod below;
mod beside;
mod emit;
mod inactive;
mod marked;
mod optional;
mod variables;

pub(super) use beside::{Beside, is_beside};
pub(crate) use beside::{Found, hidden_address, hidden_number, kernel_of};
pub(crate) use emit::Shares;
pub(crate) use inactive::{
    Beyond, handed, kernels as inactive_kernels, runs_unseen, writes_beyond,
};
pub(super) use marked::is_named;
pub(crate) use optional::{Optional, leave_out};

use super::hooks::is_hook;
use super::registrations::{KERNEL, KERNEL_INACTIVE, with_annotation};
use crate::diag::Diagnostic;
use crate::names::readable;
use crate::synth::apart::SHADOW;
use below::called_below;
use beside::{
    AS_MUCH, FORWARD_TOO, HANDED, KEEPS_MORE, ON_DEVICE, POINTEE, SETTLED, SPREAD, TOGETHER, TWICE,
    WITHOUT_TANGENT, WRITTEN, keeps_more, params, primal_of, settles, shadow_bytes, shares,
};
use emit::ENTER_SHADOWS;
use enzyme_llvm_shim::host::{Caller, caller};
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::Registry;
use indexmap::{IndexMap, IndexSet};
use marked::{by_option, with_mark};
use variables::Known;

/// What was added to a module.
#[derive(Default)]
pub(crate) struct Added {
    /// Whether there are derivatives of kernels.
    pub(crate) derivatives: bool,
    /// Whether there is anything.
    pub(crate) any: bool,
    /// What is wrong with kernels.
    pub(crate) wrong: Vec<Diagnostic>,
    /// Kernels whose derivatives may be left out.
    pub(crate) optional: Vec<Optional>,
}

/// Adds what kernels get beside them that are marked, or that one of the patterns names.
///
/// `shares`: what they are to be told of memory that their blocks share.
pub(crate) fn add(
    (module, registry): (Module, &Registry),
    patterns: &[String],
    shares: Shares,
) -> Added {
    let known = Known::new(module, registry);
    let grid = known.grid();
    let kernels = with_mark(module, KERNEL);
    let inactive = with_mark(module, KERNEL_INACTIVE);
    let by_option = by_option(module, patterns);
    let derivatives = !kernels.is_empty() || !by_option.is_empty();
    let mut asking = Vec::new();
    if derivatives {
        let mut own = module.functions();
        own.retain(|f| !f.is_declaration() && caller(*f) == Caller::Host);
        asking.extend(own.into_iter().filter(|f| asks(*f)));
        for kernel in &asking {
            emit::enters_given(module, *kernel);
        }
    }
    let mut added = Added {
        derivatives,
        any: derivatives || !inactive.is_empty(),
        wrong: Vec::new(),
        optional: optional::add(&known, by_option, (&asking, shares)),
    };
    for kernel in &kernels {
        if inactive.contains(kernel) {
            added.wrong.push(inactive::is_both(*kernel));
            continue;
        }
        match known.handed(*kernel) {
            Ok((params, variables)) => {
                emit::beside((module, grid), *kernel, (&params, &variables), shares);
            }
            Err(diagnostic) => added.wrong.push(diagnostic),
        }
    }
    for kernel in inactive.into_iter().filter(|k| !kernels.contains(k)) {
        match params(module, kernel) {
            Ok(params) => {
                let variables = known.of_inactive(kernel);
                emit::facts_alone(module, kernel, (&params, variables));
            }
            Err(diagnostic) => added.wrong.push(diagnostic),
        }
    }
    added
}

/// What the analysis has found behind the parameter of a function, or behind the pointer at an offset of what it points to; nothing of a function that it does
/// not know.
type Pointees<'a> = &'a dyn Fn(&str, usize, Option<u64>) -> Option<u64>;

/// Says in the facts which variables of the device kernels write more than integers to: 5, or another number.
pub(crate) fn tell_written(module: Module, found: &dyn Fn(&str, usize) -> Option<u64>) {
    for asked in module.functions() {
        let name = asked.name();
        let parts = name.strip_prefix(WRITTEN);
        let Some((param, function)) = parts.and_then(|parts| parts.split_once('.')) else {
            continue;
        };
        let param = param.parse().expect("a position");
        if let Some(known) = found(function, param) {
            answer(module, asked, known);
        }
    }
}

/// Says in the facts what the analysis has found behind pointers: bytes of each number, 1 for integers, 3 for integers that it writes, 7 for such that it reads as well, 5 for numbers of several
/// kinds or beside something else, 0 for what is not known. It is asked for a function, a position, and the offset of a pointer behind it.
pub(crate) fn tell(module: Module, found: Pointees<'_>) {
    for asked in module.functions() {
        let name = asked.name();
        let Some(rest) = name.strip_prefix(POINTEE) else {
            continue;
        };
        let parts: Vec<&str> = rest.splitn(3, '.').collect();
        let [param, offset, function] = parts[..] else {
            continue;
        };
        let param = param.parse().expect("a position");
        if let Some(known) = found(function, param, offset.parse().ok()) {
            answer(module, asked, known);
        }
    }
}

/// Puts an answer in the place of what stands for it.
fn answer(module: Module, asked: Value, known: u64) {
    let known = module.context().i64(known as i64);
    for call in asked.users() {
        call.replace_all_uses_with(known);
        call.erase_instruction();
    }
    asked.erase_function();
}

/// Says in the facts what is known when the derivatives are there.
pub(crate) fn complete(module: Module) {
    let distance = module.function(DISTANCE);
    let names = module.functions().into_iter().map(Value::name);
    let kernels = names.filter_map(|name| name.strip_prefix(KEEPS_MORE).map(str::to_owned));
    for kernel in kernels.collect::<Vec<_>>() {
        let kernel = kernel.as_str();
        let Some(asked) = module.function(&keeps_more(kernel)) else {
            continue;
        };
        let beside = Beside::ALL.iter();
        let beside = beside.filter_map(|which| module.function(&which.name(kernel)));
        beside.for_each(transform::place_calls);
        let halves = [Beside::Augmented, Beside::Reverse];
        let halves = halves.map(|half| module.function(&half.name(kernel)));
        let [Some(augmented), Some(reverse)] = halves else {
            continue;
        };
        let kept = |spread: bool| {
            let mut halves = [augmented, reverse].into_iter();
            u64::from(halves.any(|half| pushes(half, spread)))
        };
        answer(module, asked, kept(false) * TOGETHER + kept(true) * SPREAD);
        let tangent = module.function(&Beside::Tangent.name(kernel));
        if let Some(asked) = module.function(&settles(kernel)) {
            let without = tangent.is_some_and(|tangent| calls(tangent, NO_TANGENT));
            let settled = u64::from(calls(augmented, RAISES)) * SETTLED;
            answer(
                module,
                asked,
                settled + u64::from(without) * WITHOUT_TANGENT,
            );
        }
        complete_shared(module, kernel, (augmented, &[Some(reverse), tangent]));
    }
    tell(module, &|_, _, _| Some(0));
    tell_written(module, &|_, _| Some(0));
    // Nobody asks any more who calls it.
    let asked_about = [RAISES, NO_TANGENT, SHADOW].into_iter();
    let asked_about = asked_about.filter_map(|name| module.function(name));
    for function in asked_about.chain(distance) {
        function.remove_attribute("noinline");
    }
}

/// Says what derivatives need of memory that a block shares, and of memory of the device in its place.
fn complete_shared(module: Module, kernel: &str, (augmented, others): (Value, &[Option<Value>])) {
    let others = others.iter().flatten().copied();
    let all: Vec<Value> = [augmented].into_iter().chain(others).collect();
    let shadows = placed(module, &all);
    if let Some(asked) = module.function(&beside::shadows(kernel)) {
        let forward_too = !placed(module, &[augmented]).is_empty();
        answer(module, asked, HANDED + u64::from(forward_too) * FORWARD_TOO);
    }
    if let Some(asked) = module.function(&shadow_bytes(kernel)) {
        let ends = shadows.iter().map(|[offset, bytes]| offset + bytes);
        answer(module, asked, ends.max().unwrap_or(0));
    }
    if let Some(asked) = module.function(&shares(kernel)) {
        let on_device = shadows.iter().any(|[_, bytes]| *bytes == 0);
        let is_shadowed = all.iter().any(|kernel| calls(*kernel, DISTANCE));
        let times = match (on_device, is_shadowed) {
            (true, _) => ON_DEVICE,
            (false, true) => TWICE,
            (false, false) => AS_MUCH,
        };
        answer(module, asked, times);
    }
}

/// What tells how far a shadow is from memory whose size the launch says. It is not inlined before it is known who asks.
const DISTANCE: &str = "enzyme_rs_grid_distance";

/// What notes a number of which is settled behind the launch whether it is the largest or the smallest. These two are not inlined before it is known who calls them, either.
const RAISES: &str = "enzyme_rs_grid_raise";

/// What stands in a tangent that cannot be had.
const NO_TANGENT: &str = "enzyme_rs_grid_no_tangent";

/// What a push calls where there is no room, wherever the push was inlined: with the need, and the name of the kernel.
const PUSHES: &str = "enzyme_rs_tape_missing";

/// The same where what is pushed is spread among threads; it calls that one.
const PUSHES_SPREAD: &str = "enzyme_rs_grid_missing_spread";

/// Says in which kernel a thread has too little room, or in which ones where it may be several.
pub(crate) fn name_where_room_is_missing(module: Module) {
    let missing = [PUSHES, PUSHES_SPREAD].map(|name| module.function(name));
    let missing: Vec<Value> = missing.into_iter().flatten().collect();
    if missing.is_empty() {
        return;
    }
    let mut kernels = module.functions();
    kernels.retain(|f| !f.is_declaration() && caller(*f) == Caller::Host);
    let mut names: IndexMap<Value, IndexSet<String>> = IndexMap::new();
    for kernel in kernels {
        let name = readable(primal_of(&kernel.name()), &[]);
        for function in called_below(kernel, &|_| true) {
            names.entry(function).or_default().insert(name.clone());
        }
    }
    for call in missing.iter().flat_map(|missing| missing.users()) {
        let function = call.block().map(|block| block.function());
        if function.is_some_and(|function| missing.contains(&function)) {
            continue;
        }
        if let Some(all) = function.and_then(|f| names.get(&f)) {
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            call.set_operand(1, module.text("ez.kernel", &all.join("` or `")));
        }
    }
}

/// Whether a kernel pushes what lies together, or what is spread.
fn pushes(kernel: Value, spread: bool) -> bool {
    let (asked, but_for) = match spread {
        true => (PUSHES_SPREAD, PUSHES),
        false => (PUSHES, PUSHES_SPREAD),
    };
    let below = called_below(kernel, &|function| function.name() != but_for);
    below.iter().any(|f| f.name() == asked)
}

/// Whether a kernel calls a function, itself or below.
fn calls(kernel: Value, name: &str) -> bool {
    let below = called_below(kernel, &|_| true);
    below.iter().any(|f| f.name() == name)
}

/// Where kernels have shadows in memory of the device, and bytes, for each that they use.
fn placed(module: Module, kernels: &[Value]) -> Vec<[u64; 2]> {
    let below = kernels.iter().flat_map(|one| called_below(*one, &|_| true));
    let below: IndexSet<Value> = below.collect();
    let calls = module.function(SHADOW).into_iter().flat_map(Value::users);
    let is_below = |call: &Value| {
        let function = call.block().map(|block| block.function());
        function.is_some_and(|function| below.contains(&function))
    };
    let said = |call: Value, index| call.operand(index).and_then(Value::as_u64);
    let both = |call| [0, 1].map(|index| said(call, index).expect("a number of the engine's"));
    calls.filter(is_below).map(both).collect()
}

/// Whether a launch of a kernel that stands beside another one brings memory of the device for shadows of shared memory.
pub(crate) fn brings_shadows(kernel: Value) -> bool {
    calls(kernel, ENTER_SHADOWS)
}

/// Whether launches of a kernel are differentiated that asks for derivatives itself.
pub(crate) fn any_asks(module: Module) -> bool {
    let marked = with_mark(module, KERNEL);
    marked.into_iter().any(asks)
}

/// Whether a function asks for a derivative, itself or below.
fn asks(function: Value) -> bool {
    let below = called_below(function, &|_| true);
    below.iter().any(|f| is_hook(&f.name()))
}

/// Whether there are kernels with a mark, or functions that stand for them on the host.
pub fn are_marked(module: Module) -> bool {
    let marks = [KERNEL, KERNEL_INACTIVE].into_iter();
    marks
        .flat_map(|mark| with_annotation(module, mark))
        .next()
        .is_some()
}

/// Whether one of the patterns names a kernel of a device's module.
pub fn are_named(module: Module, patterns: &[String]) -> bool {
    !by_option(module, patterns).is_empty()
}
