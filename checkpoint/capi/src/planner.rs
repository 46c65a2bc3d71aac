//! The planner for C: from a budget to the schedules that fit it, the best first.

use crate::boundary::{Fail, bad, count, count32, give_text, given, guarded, quietly, room};
use crate::schedule::{Schedule, json, open};
use crate::translate::{levels, name};
use crate::types::{Budget, Candidate, LevelCount, Status};
use enzyme_checkpoint as lib;
use std::ffi::c_char;
use std::mem::MaybeUninit;

/// The schedules that fit a budget, the best first.
pub struct Plan {
    plan: lib::Plan,
    /// As schedules are opened: nothing if the length is not known.
    steps: Option<u64>,
}

impl Plan {
    fn candidate(&self, index: i32) -> Result<&lib::Candidate, Fail> {
        let candidates = &self.plan.candidates;
        usize::try_from(index)
            .ok()
            .and_then(|index| candidates.get(index))
            .ok_or_else(|| {
                let count = candidates.len();
                bad(format!("`index` is {index}: {count} schedules fit"))
            })
    }
}

/// Finds the schedules that fit a budget; number 0 takes least time. On an error `*out` is NULL.
///
/// # Safety
/// The list of `budget` has the length that it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_plan_open(
    budget: Option<&Budget>,
    out: Option<&mut MaybeUninit<Option<Box<Plan>>>>,
) -> i32 {
    guarded(|| {
        let out = given("out", out)?.write(None);
        // SAFETY: promised by the caller.
        let budget = unsafe { read(given("budget", budget)?) }?;
        let plan =
            lib::plan(&budget).map_err(|error| Fail::new(Status::NoPlan, error.to_string()))?;
        let steps = budget.steps_known.then_some(budget.steps);
        *out = Some(Box::new(Plan { plan, steps }));
        Ok(Status::Ok)
    })
}

/// The budget that C describes.
///
/// # Safety
/// `levels` is NULL or points to as many levels as `level_count` says.
unsafe fn read(budget: &Budget) -> Result<lib::Budget, Fail> {
    for (name, cost) in [("forward", budget.forward), ("adjoint", budget.adjoint)] {
        if !(cost.is_finite() && cost >= 0.0) {
            return Err(bad(format!(
                "`{name}` is {cost}: costs are finite and not negative"
            )));
        }
    }
    if budget.level_count == 0 {
        return Err(bad("`level_count` is 0: give at least one storage level"));
    }
    Ok(lib::Budget {
        steps: count("steps", budget.steps)?,
        steps_known: budget.steps_known != 0,
        adjoints: count32("adjoints", budget.adjoints)?,
        // SAFETY: promised by the caller.
        levels: unsafe { levels(budget.levels, budget.level_count) }?,
        step: lib::StepCosts {
            forward: budget.forward,
            adjoint: budget.adjoint,
        },
        tape_units: match count("tape_units", budget.tape_units)? {
            0 => None,
            units => Some(units),
        },
    })
}

/// Frees a plan. NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_plan_free(plan: Option<Box<Plan>>) {
    quietly((), || drop(plan));
}

/// How many schedules fit: at least 1, or 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_plan_size(plan: Option<&Plan>) -> i32 {
    quietly(0, || {
        plan.map_or(0, |plan| {
            i32::try_from(plan.plan.candidates.len()).unwrap_or(i32::MAX)
        })
    })
}

/// What schedule number `index` of a plan spends. `levels` has room for `level_room` storage levels; those
/// that it does not use are set to zero.
///
/// # Safety
/// `levels` has that room, or is NULL with `level_room` 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_plan_candidate(
    plan: Option<&Plan>,
    index: i32,
    candidate: Option<&mut MaybeUninit<Candidate>>,
    levels: *mut LevelCount,
    level_room: i32,
) -> i32 {
    guarded(|| {
        let found = given("plan", plan)?.candidate(index)?;
        let out = given("candidate", candidate)?;
        // SAFETY: promised by the caller.
        let levels = unsafe { room("levels", levels, level_room) }?;
        out.write(Candidate {
            name: name(&found.spec).as_ptr(),
            time: found.time,
            slowdown: found.slowdown,
            recomputation: found.recomputation(),
            count: (&found.count).into(),
        });
        for (k, level) in levels.iter_mut().enumerate() {
            level.write(found.count.level(k).into());
        }
        Ok(Status::Ok)
    })
}

/// Opens schedule number `index` of a plan. On an error `*out` is NULL.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_plan_schedule(
    plan: Option<&Plan>,
    index: i32,
    out: Option<&mut MaybeUninit<Option<Box<Schedule>>>>,
) -> i32 {
    guarded(|| {
        open(out, || {
            let plan = given("plan", plan)?;
            let spec = plan.candidate(index)?.spec.clone();
            Ok(lib::Schedule::new(spec, plan.steps)?)
        })
    })
}

/// Why number 0 is the best, a line each; free it with enzyme_rs_cp_text_free().
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_plan_reasons(
    plan: Option<&Plan>,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> i32 {
    guarded(|| {
        let reasons = given("plan", plan)?.plan.reasons.join("\n");
        give_text(reasons, given("text", text)?);
        Ok(Status::Ok)
    })
}

/// The whole plan as JSON, with the schedules that do not fit and why; free it with
/// enzyme_rs_cp_text_free().
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_plan_text(
    plan: Option<&Plan>,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> i32 {
    guarded(|| {
        let plan = json(&given("plan", plan)?.plan)?;
        give_text(plan, given("text", text)?);
        Ok(Status::Ok)
    })
}
