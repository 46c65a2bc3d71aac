//! Functions that the workers of a team run.
//!
//! A worker's halves are made as those of any other call; a run-time library starts the team for each of them.
//!
//! Owns: what cannot be asked of a team, and what its workers cannot have. Must not: decide how workers add to shadows (`accumulate`).

use super::adjoints::{Adjoint, Called, Classified};
use super::calls;
use super::facts::Facts;
use super::refusal::{Refusal, in_source};
use crate::analysis::callee;
use crate::analysis::memory::{ObjectId, Origins};
use crate::analysis::unordered;
use crate::diag::codes;
use crate::request::{TapeOwner, Team};
use crate::view::body::ValueData;
use crate::view::entity::Map;
use crate::view::{Access, Inst, InstId, Op, ValueId, ValueKind};

/// A call that starts a team.
pub(super) fn call(facts: Facts<'_>, id: InstId, inst: &Inst, symbol: &str) -> Classified {
    let mut plain = calls::defined(facts, id, inst, symbol)?;
    let Adjoint::Call(call) = &mut plain else {
        return Ok(plain);
    };
    if facts.request.tape == (TapeOwner::Program { again: true }) {
        return Err(Refusal::new(
            codes::UNSUPPORTED_HOOK,
            id,
            "the tapes of a parallel region are consumed by its reverse pass, and enzyme_nofree asks for more",
        )
        .help("call the augmented primal once for each reverse pass"));
    }
    call.called = Called::Team(symbol.to_owned());
    Ok(plain)
}

/// A call that hands in a task.
pub(super) fn task(facts: Facts<'_>, id: InstId, inst: &Inst, symbol: &str) -> Classified {
    let mut handed_in = call(facts, id, inst, symbol)?;
    if let Adjoint::Call(call) = &mut handed_in {
        call.called = Called::Task(symbol.to_owned());
    }
    Ok(handed_in)
}

/// Variables of which each thread has a copy, as far as nothing says which thread's copy is used.
///
/// Their shadows outlive the team, and are not those of the workers that come next. What finds a copy says so (`ShadowOf::Copy`), and then nothing may
/// use the variable otherwise.
pub(super) fn thread_locals(facts: Facts<'_>) -> Vec<Refusal> {
    let refused = |(value, data): (ValueId, &ValueData)| {
        let ValueKind::Global {
            name, thread_local, ..
        } = &data.kind
        else {
            return None;
        };
        let mut others = data.uses.iter();
        let at = *others.find(|user| !facts.finds_copy(**user, value))?;
        let found = data.uses.iter().any(|user| facts.finds_copy(*user, value));
        let of_team = *thread_local && facts.request.team.is_some();
        let wrong = (found || of_team) && facts.shadowed(value);
        let message = format!(
            "`{name}`, of which each thread has its own, holds active data in a parallel region"
        );
        wrong.then(|| {
            Refusal::new(codes::NO_SHADOW, at, message)
                .note("its shadow would be found again by whichever thread runs the reverse pass")
                .help("declare a variable in the parallel region, or an array with an element for each worker")
        })
    };
    facts.body.values.iter().filter_map(refused).collect()
}

/// Variables of a thread that its reverse half has to find again, and that are handed to functions which take such variables alone: what lies elsewhere they
/// cannot be given.
pub(super) fn variables_elsewhere(
    facts: Facts<'_>,
    kept: impl Iterator<Item = InstId>,
) -> Vec<Refusal> {
    let grid = facts.registry.grid();
    if grid.is_none_or(|grid| grid.variables == 0) {
        return Vec::new();
    }
    let insts = &facts.body.insts;
    let takes = |user: &&InstId| {
        let symbol = callee::symbol(&insts[**user]);
        symbol.is_some_and(|symbol| !symbol.starts_with("llvm."))
    };
    let refused = kept.filter_map(|id| {
        let variable = insts[id].result?;
        let at = *facts.body.values[variable].uses.iter().find(takes)?;
        let name = facts.body.in_words(variable);
        let message = format!(
            "{name}, which the reverse pass looks at, is handed to a function by value, as memory"
        );
        Some(
            Refusal::new(codes::NO_SHADOW, at, message)
                .note("on this machine the function takes a variable of the thread, and what the reverse pass looks at lies elsewhere")
                .help("hand the structure over by pointer or reference, or let the function be inlined"),
        )
    });
    refused.collect()
}

/// Threads of a block that leave others which still meet: the adjoints of barriers would not be met by the same threads.
pub(super) fn departing(facts: Facts<'_>) -> Option<Refusal> {
    let (workers, _) = facts.team.filter(|_| facts.request.mode.is_reverse())?;
    let at = workers.departure()?;
    Some(
        Refusal::new(
            codes::UNKNOWN_ORDER,
            at,
            "threads of a block may leave here between two barriers, while others go on to the next one",
        )
        .note("in the reverse pass they would wait at the first barrier while the others wait at the second one")
        .help("let all threads come to all barriers: put the work in a branch, `if (i < n) { … }`, instead of leaving by `return`, and let no bound of a loop with a barrier depend on the thread"),
    )
}

/// What may order workers without anybody knowing in which order they came, so that the reverse pass cannot order them.
///
/// A function of the program that has a derivative says that itself.
pub(super) fn unordered(facts: Facts<'_>, adjoints: &Map<InstId, Adjoint>) -> Vec<Refusal> {
    if !facts.request.team.is_some() || !facts.request.mode.is_reverse() {
        return Vec::new();
    }
    let returns = facts.body.reach_exit();
    let refused = |(id, inst): (InstId, &Inst)| {
        let asked = matches!(adjoints[id], Adjoint::Call(_)) || !returns[inst.block];
        let (body, registry) = (facts.body, facts.registry);
        let waits = || unordered::waits(facts.unordered, body, inst, registry);
        let guards =
            || unordered::guarded(body, inst, registry).filter(|of| holds_active(facts, of));
        let what = waits().or_else(|| Some(format!("the initialisation of `{}`", guards()?)));
        let what = what.filter(|_| !asked)?;
        let (who, instead) = match facts.request.team {
            Team::Grid if inst.op == Op::Fence => (
                "threads of a grid",
                "where the block that comes last joins the parts of all: let each block write its part, and a second kernel, or the host, join them; the end of a kernel needs no fence, and `__syncthreads()` is one within a block",
            ),
            Team::Grid => (
                "threads of a block",
                "use barriers of whole blocks, and atomic additions whose result is not used (docs/gpu-kernels.md)",
            ),
            _ => (
                "workers of a parallel region",
                "use barriers, critical sections and locks whose order is known (docs/openmp.md, docs/threads.md), or reductions",
            ),
        };
        let message = format!("{what} may let {who} wait for each other");
        let refusal = Refusal::new(codes::UNKNOWN_ORDER, id, message);
        let advice = callee::symbol(inst).and_then(enzyme_rules::advice);
        let refusal = match advice {
            Some((what, instead)) => refusal.note(in_source(what)).help(instead),
            None => refusal,
        };
        let refusal = match inst.op.access() {
            Access::Read | Access::Write | Access::Exchange if guards().is_none() => refusal.help(
                "if it only counts, say that it orders nothing: `memory_order_relaxed`, in C++ `next.fetch_add(1, std::memory_order_relaxed)`",
            ),
            Access::Read | Access::Write | Access::Exchange => refusal,
            Access::None | Access::Order | Access::Call | Access::Unknown => refusal,
        };
        Some(
            refusal
                .note("the reverse pass would have to let them wait the other way round, and nobody says which one came first")
                .help(instead)
                .help("or register it as inactive (`__enzyme_inactivefn`), if it lets nobody wait"),
        )
    };
    facts.body.insts.iter().filter_map(refused).collect()
}

/// Whether active numbers lie in a global, or where it leads.
fn holds_active(facts: Facts<'_>, global: &str) -> bool {
    let objects = facts.memory.objects.iter().enumerate();
    let is_it = |origins: &Origins| origins.globals.iter().any(|name| name == global);
    let named = objects.filter(|(_, object)| is_it(&object.origins));
    let named = named.map(|(index, _)| ObjectId(index));
    let reached = facts.memory.all_reachable(named);
    let mut fields = reached.iter().flat_map(|o| &facts.memory.object(*o).fields);
    fields.any(|f| facts.activities.active_field(*f) && facts.memory.fields[f.0].holds_number())
}
