//! Canonical copies of the functions to be differentiated.
//!
//! The engine never works in the user's function. A copy is cloned, and callees with a body are inlined into it: not recursive ones, and not
//! what the user marked `noinline`; up to `inline-limit` instructions, and copies of those that are called at several places up to
//! `inline-growth` times the function's own size. (Each copy is differentiated by itself.) Then LLVM's scalar passes run, then `mergereturn`,
//! `loop-simplify` and `lcssa`. Inlining comes first because every analysis is sharper without calls, and a call that is gone need not
//! be split.
//!
//! Every loop gets an `i64` counter from 0 (`canonicalize_counters` of the shim). Affine phis are rewritten in terms of it, and its trip count is
//! expanded before the outermost loop in which it does not vary. Exits to where the function never returns do not count. Counters are found
//! by shape and not by name, for hosts may run with `discard-value-names`.
//!
//! **Invariant**: a prepared function computes what its source computes. It has one return, and every loop has one preheader and one latch.
//! Cycles with two entries are refused (EZ0106).
//!
//! Owns: cloning, inlining, LLVM's simplifying passes, the lowering of what the engine would
//! otherwise have to know twice (`realloc`, arguments passed by value, chosen pointers), canonical counters, and the
//! phis that record which way control came. Must not: know about derivatives or requests; a
//! prepared function computes what its source computes.

mod addresses;
mod allocate;
mod assembly;
mod assertions;
mod assigned;
mod atomics;
mod by_value;
mod carriers;
mod copies;
mod errno;
mod extremes;
mod fences;
mod flow;
mod from_one;
mod hoisted;
mod inline;
mod instead;
mod instrumented;
mod lanes;
mod lower;
mod machine;
mod members;
mod mixed;
mod offsets;
mod outcome;
mod peel;
mod pieces;
mod places;
mod plain;
mod pointer_selects;
mod pointers;
mod put_together;
mod regions;
mod rows;
mod self_copies;
mod sign_masks;
mod signs;
mod slices;
mod squares;
mod stops;
mod targets;
mod task_reductions;
pub(crate) mod tiles;
mod tries;
mod unroll;
mod unwind;
mod updates;
mod vectors;
mod volatile;
mod words;

pub(crate) use inline::Callees;
pub(crate) use regions::forget as forget_regions;
pub(crate) use regions::forget_all_marks;
pub use regions::mark_variables;
pub(crate) use stops::complete;
pub(crate) use targets::{Belief, Targets};

use crate::diag::{Diagnostic, codes};
use crate::options::Options;
use crate::view::Imported;
use crate::view::import::{self, Annotations};
use crate::view::names::COPY;
use crate::view::steps::{APART, DISTINCT, alone, is_steps, pairs};
use enzyme_llvm_shim::analyses::{self, Alias};
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::Registry;
use std::rc::Rc;

/// Memory to SSA, redundant code away, calls of known functions exposed: enough that what follows
/// sees the program and not the front end. No vectorising, no unrolling. Loads that are moved out of loops forget their alignment.
const SIMPLIFY: &str = "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<\
    no-verify-fixpoint>,simplifycfg,sroa<modify-cfg>,gvn,\
    loop-mssa(loop-rotate,licm,simple-loop-unswitch<nontrivial;trivial>),infer-alignment,simplifycfg,instcombine<no-verify-fixpoint>,\
    loop(loop-idiom,indvars,loop-deletion),early-cse<memssa>,dse,adce,simplifycfg)";

/// Leads jumps past branches that are decided where they come from. LLVM joins the ways out of a block to ask a flag which one was taken, and where it asks twice,
/// what no iteration ever goes through may look like a cycle with two entries.
const STRAIGHTEN: &str = "function(jump-threading)";

/// The shape that reversal needs: one exit, loops with one entry and one latch.
const CANONICAL: &str = "function(mergereturn,loop-simplify,lcssa)";

/// Regions inside of each other that are looked into; what deeper ones run stays a call.
const MOST_INSIDE: u32 = 4;

/// What the preparation of all functions of a run has in common.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    pub(crate) callees: &'a Callees,
    /// What calls through pointers may reach, if they are to be branches.
    pub(crate) targets: Option<(&'a Targets, Belief)>,
    pub(crate) alias: &'a Rc<Alias>,
    pub(crate) options: &'a Options,
    /// Whether the module's accesses say their types.
    pub(crate) typed: bool,
    /// Loops whose iterations become functions.
    pub(crate) tiles: &'a [tiles::Place],
}

/// A prepared function: the copy and its snapshot.
pub(crate) struct Prepared {
    /// The copy in the module; erased at the end of the run.
    pub copy: Value,
    /// Its snapshot.
    pub view: Imported,
    /// What its loops are found by when it is prepared again.
    pub parts: tiles::Parts,
}

/// Prepares a copy of `function`.
///
/// # Errors
/// A diagnostic where control flow cannot be brought into canonical shape.
pub(crate) fn prepare(
    module: Module,
    function: Value,
    registry: &Registry,
    shared: Shared<'_>,
) -> Result<Prepared, Diagnostic> {
    let name = function.name();
    let internal = |message: String| Diagnostic::new(codes::INTERNAL, message).at(function, None);
    machine::check(module, function, registry)?;
    instrumented::check(function)?;
    flow::check_jumps(function)?;
    let copy = transform::clone_function(function, &format!("{name}{COPY}"))
        .ok_or_else(|| internal("cannot copy the function".to_owned()))?;
    if !shared.typed {
        keep_copying_loops(module, copy);
    }
    unwind::drop_cleanups(copy, registry);
    if !is_steps(function) {
        inline::inline_callees(copy, shared.callees, shared.options);
    }
    simplify(module, copy, registry).map_err(internal)?;
    if flow::is_irreducible(copy) {
        transform::run_function_passes(copy, STRAIGHTEN).map_err(internal)?;
        simplify(module, copy, registry).map_err(internal)?;
    }
    look_into_regions(module, copy, registry, shared).map_err(internal)?;
    fences::drop_fences(copy, registry);
    join_halves(module, copy, registry).map_err(internal)?;
    // What descriptors and records hold is seen when the code around is simple.
    if assigned::as_copies(module, copy) | regions::has_task_marks(copy) {
        simplify(module, copy, registry).map_err(internal)?;
    }
    if let Some((targets, belief)) = shared.targets
        && targets.as_branches(module, copy, belief)
    {
        inline::inline_callees(copy, shared.callees, shared.options);
        simplify(module, copy, registry).map_err(internal)?;
        look_into_regions(module, copy, registry, shared).map_err(internal)?;
        // What came in with those bodies stays a call: functions that lead to each other would come in again and again.
        if targets.as_branches(module, copy, belief) {
            simplify(module, copy, registry).map_err(internal)?;
        }
    }
    lower_atomics(module, copy, registry, shared.callees).map_err(internal)?;
    if unroll::over_arrays(copy).map_err(internal)? {
        simplify(module, copy, registry).map_err(internal)?;
        // A loop may have taken halves of a number from an array.
        join_halves(module, copy, registry).map_err(internal)?;
    }
    regions::forget_marks(copy);
    peel::border_iterations(copy).map_err(internal)?;
    // Not before: copied as a whole, its members keep their types; split into registers, they are bits.
    by_value::copy_arguments(module, copy);
    pieces::as_loads(module, copy);
    put_together::as_stores(module, copy);
    if registry.grid().is_some() {
        members::one_by_one(module, copy);
    }
    if shared.typed {
        words::as_copies(module, copy);
    }
    // Simplification may have made new constant expressions and kept what the copies carried.
    lower::lower(module, copy, registry);
    lower::forget_lifetimes(copy);
    copies::find(module, copy, registry);
    self_copies::leave_out(module, copy, registry);
    // Only now are saved stack pointers values.
    lower::stack(module, copy);
    if slices::as_lanes(module, copy) | signs::as_comparisons(module, copy) {
        // Bits that nobody uses any more would be refused.
        transform::run_function_passes(copy, "function(adce)").map_err(internal)?;
    }
    sign_masks::as_numbers(module, copy);
    assertions::contents(module, copy);
    // Passes that these two ran may have folded address arithmetic on globals into constants.
    transform::expand_constant_expressions(copy);
    if let Some(grid) = registry.grid()
        && places::as_distances(module, copy, grid.shared)
    {
        transform::run_function_passes(copy, "function(adce)").map_err(internal)?;
        transform::expand_constant_expressions(copy);
    }
    // Last, for LLVM's passes would fold the branches again.
    pointer_selects::as_branches(module, copy);
    if let Some(grid) = registry.grid() {
        transform::make_generic(copy, grid.generic);
    }
    transform::run_function_passes(copy, CANONICAL).map_err(internal)?;
    flow::check_reducible(function, copy)?;
    transform::canonicalize_counters(copy).map_err(internal)?;
    let parts = tiles::Parts::of(copy);
    if !shared.tiles.is_empty() {
        tiles::apart(module, copy, &parts, shared.tiles).map_err(internal)?;
        transform::run_function_passes(copy, CANONICAL).map_err(internal)?;
        transform::canonicalize_counters(copy).map_err(internal)?;
    }
    transform::relate_neighbours(copy);
    // LLVM's passes do not know that others may write there while this worker waits for them; questions about aliases do.
    for param in alone(function) {
        copy.add_param_attribute(param, module.context().enum_attribute("noalias"));
    }
    let mut notes = Annotations {
        counts: analyses::trip_counts(copy),
        apart: pairs(function, APART),
        distinct: pairs(function, DISTINCT),
        ..Annotations::default()
    };
    flow::record_paths(module, copy, &mut notes);
    regions::say_apart(module, copy, shared.alias);
    Ok(Prepared {
        copy,
        view: import::import(module, (copy, &name), &notes, shared.alias),
        parts,
    })
}

/// Has threads hand each other numbers where they hand each other their halves.
fn join_halves(module: Module, copy: Value, registry: &Registry) -> Result<(), String> {
    match carriers::as_numbers(module, copy, registry) {
        true => simplify(module, copy, registry),
        false => Ok(()),
    }
}

/// Says what threads do to numbers atomically in the ways that have derivatives.
fn lower_atomics(
    module: Module,
    copy: Value,
    registry: &Registry,
    callees: &Callees,
) -> Result<(), String> {
    if tries::as_updates(module, copy, registry) {
        simplify(module, copy, registry)?;
        // Only now does nobody use their results any more.
        atomics::as_sums(module, copy);
    }
    if extremes::settle(module, copy, registry) {
        simplify(module, copy, registry)?;
    }
    if updates::as_sections(module, copy, registry, callees)? {
        simplify(module, copy, registry)?;
    }
    Ok(())
}

/// Puts code into the place of regions, and the functions that they run into that, as long as these hold regions themselves.
fn look_into_regions(
    module: Module,
    copy: Value,
    registry: &Registry,
    shared: Shared<'_>,
) -> Result<(), String> {
    let mut round = 0;
    while regions::as_code(module, copy, registry, shared.callees) {
        // A function that runs itself through a region would come in without end.
        if round < MOST_INSIDE {
            inline::inline_callees(copy, shared.callees, shared.options);
        }
        simplify(module, copy, registry)?;
        round += 1;
    }
    // Behind the rest: what workers are handed by its address has become values then, which do not change in the loop.
    while regions::has_marks(copy, registry) {
        transform::run_function_passes(copy, CANONICAL)?;
        regions::join_exits(copy, registry);
        transform::run_function_passes(copy, CANONICAL)?;
        transform::canonicalize_counters(copy)?;
        let heeded = regions::as_steps(module, copy, registry);
        simplify(module, copy, registry)?;
        if !heeded {
            break;
        }
    }
    // What they are given is seen when the code around is simple.
    if regions::threads_as_calls(module, copy, registry) {
        simplify(module, copy, registry)?;
    }
    Ok(())
}

/// Memory becomes values, and code becomes what the analyses expect.
fn simplify(module: Module, copy: Value, registry: &Registry) -> Result<(), String> {
    hoisted::to_entry(copy);
    assertions::iterations(module, copy);
    regions::leave_memory_alone(copy, registry);
    regions::show_records(copy, registry)?;
    instead::exchange(module, copy, registry);
    // Before LLVM copies what tasks are given as integers.
    regions::tasks_as_calls(module, copy, registry)?;
    lower::lower(module, copy, registry);
    // Of a loop whose iterations become a function, they say which variables are an iteration's own.
    if !regions::has_marks(copy, registry) {
        lower::forget_lifetimes(copy);
    }
    copies::find(module, copy, registry);
    mixed::apart(module, copy);
    pointers::apart(module, copy);
    addresses::as_pointers(module, copy);
    squares::as_roots(module, copy);
    atomics::as_sums(module, copy);
    atomics::relax_counts(copy, registry);
    errno::elsewhere_while(module, copy, registry, || {
        transform::run_function_passes(copy, SIMPLIFY)
    })?;
    addresses::as_casts(module, copy);
    Ok(())
}

/// Without TBAA it is the loads and stores of a loop that say what it copies; as one copy of bytes it would say nothing.
fn keep_copying_loops(module: Module, copy: Value) {
    let none = module.context().string_attribute("no-builtin-memcpy", "");
    copy.add_function_attribute(none);
}
