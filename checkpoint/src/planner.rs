//! From budgets to a schedule. Owns the choice and its reasons; the schedules know nothing of it.
//!
//! Every schedule that fits the budgets is drawn and counted, and the one that takes least time is taken.
//! Drawing costs some ten nanoseconds an action, so that this is exact and still quick.

use crate::binomial::least_advances;
use crate::cost::{Count, LevelCount, StepCosts, StorageLevel};
use crate::prices::is_cost;
use crate::schedule::{Schedule, Spec, disk_period};
use serde::{Deserialize, Serialize};

/// What there is to spend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// Steps of the run; if their number is not known before, those expected.
    pub steps: u64,
    /// Whether `steps` is known to be right.
    pub steps_known: bool,
    /// Adjoints to compute of one forward run.
    pub adjoints: u32,
    /// Storage levels, memory first; slots count checkpoints of one state each.
    pub levels: Vec<StorageLevel>,
    /// Costs of a step, in the unit of the levels' costs.
    pub step: StepCosts,
    /// Room that the tape of one step takes, in states, if tapes can be stored at all.
    pub tape_units: Option<u64>,
}

impl Budget {
    /// Steps, of all adjoints together, that can be planned for: every schedule is drawn to be counted.
    pub const MOST_STEPS: u64 = 100_000_000;

    /// One adjoint of `steps` steps of cost 1, with `ram` checkpoints in memory.
    #[must_use]
    pub fn memory(steps: u64, ram: u64) -> Self {
        Self {
            steps,
            steps_known: true,
            adjoints: 1,
            levels: vec![StorageLevel::free(ram)],
            step: StepCosts::default(),
            tape_units: None,
        }
    }
}

/// A schedule with what it spends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The schedule.
    pub spec: Spec,
    /// What it spends.
    pub count: Count,
    /// The time it takes, in the budget's unit.
    pub time: f64,
    /// That time over the time of one forward run and its adjoint steps with nothing repeated or moved.
    pub slowdown: f64,
}

impl Candidate {
    /// Forward steps over steps: how often the primal runs.
    #[must_use]
    pub fn recomputation(&self) -> f64 {
        let steps = self.count.reverses.max(1) as f64;
        self.count.forward_steps() as f64 / steps
    }
}

/// A schedule that was not considered, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rejected {
    /// Name of the schedule.
    pub name: String,
    /// Why it is out.
    pub reason: String,
}

/// What the planner found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// All that fit, the best first.
    pub candidates: Vec<Candidate>,
    /// Those that do not.
    pub rejected: Vec<Rejected>,
    /// Why the first is the best, a sentence each.
    pub reasons: Vec<String>,
}

impl Plan {
    /// The schedule to take.
    #[must_use]
    pub fn best(&self) -> &Candidate {
        &self.candidates[0]
    }
}

/// No schedule fits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no schedule fits the budgets: {}", .0.iter().map(|r| format!("{} ({})", r.name, r.reason)).collect::<Vec<_>>().join("; "))]
pub struct NoPlan(
    /// What was looked at, and why it does not fit.
    pub Vec<Rejected>,
);

/// Longest chain for which tables with many corners are made without being asked: this takes a second or so.
const LONG: u64 = 20_000;

/// Fewest slots of memory with which the tables of several limited levels have few corners.
const ENOUGH: u64 = 4;

/// Steps times slots of tables: a second or so.
const LARGE: u64 = 20_000_000;

/// Steps times slots of Online: some seconds.
const LARGE_ONLINE: u64 = 100_000_000;

/// Finds the schedule that takes least time within the budgets.
///
/// # Errors
/// If not even the initial state fits, costs make no sense, or there are too many steps to plan for.
pub fn plan(budget: &Budget) -> Result<Plan, NoPlan> {
    plan_with(budget, "")
}

/// The same with the schedule of this name among them, also if it takes long to plan.
///
/// # Errors
/// As [`plan`].
pub fn plan_with(budget: &Budget, name: &str) -> Result<Plan, NoPlan> {
    if let Some(reason) = senseless(budget) {
        let name = "any".into();
        return Err(NoPlan(vec![Rejected { name, reason }]));
    }
    let mut plan = Plan {
        candidates: Vec::new(),
        rejected: Vec::new(),
        reasons: Vec::new(),
    };
    for spec in offers(budget, &mut plan.rejected) {
        let long = takes_long(&spec, budget.steps).filter(|_| spec.name() != name);
        match long.map_or_else(|| evaluate(&spec, budget), Err) {
            Ok(candidate) => plan.candidates.push(candidate),
            Err(reason) => plan.rejected.push(Rejected {
                name: spec.name().into(),
                reason,
            }),
        }
    }
    if plan.candidates.is_empty() {
        return Err(NoPlan(plan.rejected));
    }
    // The order of the offers decides between equals: simpler ones come first.
    plan.candidates.sort_by(|a, b| a.time.total_cmp(&b.time));
    plan.reasons = reasons(&plan, budget);
    Ok(plan)
}

/// Why there is nothing to plan for, if so.
fn senseless(budget: &Budget) -> Option<String> {
    // An adjoint of no steps is an action, too.
    let steps = budget.steps.max(1);
    let all = steps.saturating_mul(u64::from(budget.adjoints));
    if all > Budget::MOST_STEPS {
        return Some(format!(
            "`steps` (at least 1) times `adjoints` is {all}, more than {}; treat several steps as one",
            Budget::MOST_STEPS
        ));
    }
    if budget.adjoints == 0 {
        return Some("`adjoints` is 0: use the schedule `none`, which needs no storage".into());
    }
    let StepCosts { forward, adjoint } = budget.step;
    let of_step = [forward, adjoint].map(|cost| ("a step".to_owned(), cost));
    let levels = budget.levels.iter().enumerate();
    let of_levels = levels.flat_map(|(k, level)| {
        let name = format!("an access to level {k}");
        [(name.clone(), level.write), (name, level.read)]
    });
    let mut costs = of_step.into_iter().chain(of_levels);
    let (what, cost) = costs.find(|(_, cost)| !is_cost(*cost))?;
    Some(format!(
        "the cost of {what} is {cost}: costs are finite and not negative"
    ))
}

/// The names of all schedules that a plan may find.
pub const SCHEDULES: [&str; 11] = [
    "disk-revolve",
    "dynamic",
    "h-revolve",
    "mixed",
    "multistage",
    "online",
    "periodic-disk-revolve",
    "revolve",
    "stages",
    "store-all",
    "two-level",
];

/// The schedules that may fit; simpler ones first.
fn offers(budget: &Budget, rejected: &mut Vec<Rejected>) -> Vec<Spec> {
    let Budget {
        steps, adjoints, ..
    } = *budget;
    let slots = |level: usize| {
        budget
            .levels
            .get(level)
            .map_or(Some(0), |level| level.slots)
    };
    let ram = slots(0).unwrap_or(steps).min(steps);
    let disk = slots(1);
    let mut offers = Vec::new();
    if budget.tape_units == Some(1) {
        offers.push(Spec::StoreAll { adjoints });
    }
    let one = "serves one adjoint";
    let mut reject = |name: &str, reason: &str| {
        rejected.push(Rejected {
            name: name.into(),
            reason: reason.into(),
        });
    };
    if budget.steps_known {
        offers.push(Spec::Revolve {
            slots: ram,
            adjoints,
        });
    } else if adjoints == 1 {
        offers.push(Spec::Online { slots: ram });
        offers.push(Spec::Dynamic { slots: ram });
    } else {
        reject("online", one);
        reject("dynamic", one);
    }
    if disk != Some(0) {
        let count = disk.unwrap_or(steps).max(1);
        let shortest = steps.div_ceil(count).max(1);
        let level = budget.levels[1];
        let best = disk_period(
            ram.saturating_add(1),
            budget.step.forward,
            level.write,
            level.read,
        );
        offers.push(Spec::TwoLevel {
            period: best.max(shortest).min(steps.max(1)),
            ram,
            adjoints,
        });
    }
    if adjoints > 1 || !budget.steps_known {
        let why = if adjoints > 1 {
            one
        } else {
            "needs the number of steps"
        };
        for name in [
            "multistage",
            "h-revolve",
            "disk-revolve",
            "periodic-disk-revolve",
            "mixed",
            "stages",
        ] {
            reject(name, why);
        }
        return offers;
    }
    offers.extend(offers_for_one(budget, ram, disk));
    offers
}

/// Why a schedule is not planned without being asked for, if so.
fn takes_long(spec: &Spec, steps: u64) -> Option<String> {
    let long = match spec {
        Spec::Stages { units, stage_units } => {
            let units = (*units).min(steps.saturating_mul(*stage_units));
            steps > LONG || steps.saturating_mul(units) > LARGE
        }
        Spec::Levels { levels, .. } => {
            // Memory at no cost needs no table.
            let tables = levels.iter().enumerate();
            let tables = tables.filter(|(k, level)| *k > 0 || level.write > 0.0);
            let slots = tables.filter_map(|(_, level)| level.slots);
            let slots = slots.fold(0, |sum: u64, slots| sum.saturating_add(slots.min(steps)));
            let few = levels[0].slots.is_some_and(|slots| slots < ENOUGH);
            slots > 0 && (few && steps > LONG || steps.saturating_mul(slots) > LARGE)
        }
        Spec::Online { slots } => steps > *slots && steps.saturating_mul(*slots) > LARGE_ONLINE,
        _ => false,
    };
    long.then(|| format!("planning {steps} steps takes long; ask for it by name"))
}

/// Schedules of a known length that serve one adjoint.
fn offers_for_one(budget: &Budget, ram: u64, disk: Option<u64>) -> Vec<Spec> {
    let mut offers = Vec::new();
    if let (Some(level), true) = (budget.levels.get(1), disk != Some(0)) {
        let StorageLevel { write, read, .. } = *level;
        if let Some(disk) = disk {
            offers.push(Spec::Multistage {
                ram,
                disk,
                write,
                read,
            });
        }
        if ram > 0 {
            let best = disk_period(ram, budget.step.forward, write, read);
            let shortest = budget.steps.div_ceil(disk.unwrap_or(budget.steps));
            offers.push(Spec::PeriodicDisk {
                ram,
                period: best.max(shortest).clamp(1, budget.steps.max(1)),
            });
        }
        if disk.is_some() && budget.levels.len() == 2 {
            // Cheap to plan; out if it takes more slots than there are.
            offers.push(Spec::ram_and_disk(
                ram,
                None,
                budget.step.forward,
                write,
                read,
            ));
        }
    }
    let costly = |level: &StorageLevel| level.write > 0.0 || level.read > 0.0;
    if budget.levels.len() > 1 || budget.levels.iter().any(costly) {
        offers.push(Spec::Levels {
            levels: budget.levels.clone(),
            forward: budget.step.forward,
        });
    }
    match budget.tape_units {
        Some(1) => offers.push(Spec::Mixed { units: ram }),
        Some(stage_units) => offers.push(Spec::Stages {
            units: ram,
            stage_units: stage_units.saturating_add(1),
        }),
        None => {}
    }
    offers
}

/// Draws a schedule and counts what it spends.
fn evaluate(spec: &Spec, budget: &Budget) -> Result<Candidate, String> {
    let schedule =
        Schedule::new(spec.clone(), Some(budget.steps)).map_err(|error| error.to_string())?;
    let count = Count::of(schedule, spec.tape_units());
    for (k, LevelCount { peak, .. }) in count.levels.iter().enumerate() {
        match budget.levels.get(k).map(|level| level.slots) {
            None if *peak > 0 => return Err(format!("needs storage level {k}")),
            Some(Some(slots)) if *peak > slots => {
                return Err(format!(
                    "needs {peak} slots on level {k}, there are {slots}"
                ));
            }
            _ => {}
        }
    }
    let time = count.time(budget.step, &budget.levels);
    // One forward run, whose last step is the first one recorded, and each adjoint step.
    let least = (budget.steps as f64 - 1.0).max(0.0) * budget.step.forward
        + count.reverses as f64 * budget.step.adjoint;
    let slowdown = if least > 0.0 { time / least } else { 1.0 };
    Ok(Candidate {
        spec: spec.clone(),
        count,
        time,
        slowdown,
    })
}

fn reasons(plan: &Plan, budget: &Budget) -> Vec<String> {
    let best = plan.best();
    let name = best.spec.name();
    let mut reasons = Vec::new();
    if let Some(next) = plan.candidates.get(1) {
        let gain = (next.time / best.time - 1.0) * 100.0;
        let count = plan.candidates.len();
        // What takes no time has nothing that is slower by a part of it.
        let slower = match gain.is_finite() {
            true => format!(", {gain:.1} % slower"),
            false => String::new(),
        };
        reasons.push(format!(
            "{name} takes least time of {count} schedules that fit; next is {}{slower}",
            next.spec.name()
        ));
    } else {
        reasons.push(format!(
            "of the schedules for such a run, {name} is the only one"
        ));
    }
    reasons.push(format!(
        "each step runs forward {:.2} times on average",
        best.recomputation()
    ));
    let slots: Option<u64> = budget
        .levels
        .iter()
        .map(|level| level.slots)
        .try_fold(0, |sum: u64, slots| Some(sum.saturating_add(slots?)));
    if let Some(least) = slots.and_then(|slots| least_advances(budget.steps, slots)) {
        let least = least + budget.steps;
        reasons.push(format!(
            "{} forward steps; {least} would do with all slots in memory and states alone",
            best.count.forward_steps()
        ));
    }
    if !budget.steps_known {
        reasons.push("the number of steps is not known: schedules that need it are out".into());
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_disk(steps: u64, ram: u64, disk: Option<u64>, cost: f64) -> Budget {
        let mut budget = Budget::memory(steps, ram);
        budget.levels.push(StorageLevel {
            slots: disk,
            write: cost,
            read: cost,
        });
        budget
    }

    #[test]
    fn memory_alone_is_revolve() {
        let plan = plan(&Budget::memory(1000, 10)).unwrap();
        assert_eq!(plan.best().spec.name(), "revolve");
        assert_eq!(plan.best().count.forward_steps(), 4636);
    }

    #[test]
    fn disk_is_used_when_it_pays() {
        let cheap = plan(&with_disk(1000, 10, Some(10), 2.0)).unwrap();
        assert_eq!(
            (cheap.best().spec.name(), cheap.best().time),
            ("h-revolve", 3847.0)
        );
        let dear = plan(&with_disk(1000, 10, Some(10), 1e6)).unwrap();
        assert_eq!(dear.best().spec.name(), "revolve");
        let open = plan(&with_disk(1000, 10, None, 2.0)).unwrap();
        assert_eq!(
            (open.best().spec.name(), open.best().time),
            ("disk-revolve", 3243.0)
        );
    }

    #[test]
    fn small_tapes_are_stored() {
        let mut budget = Budget::memory(100, 200);
        budget.tape_units = Some(1);
        assert_eq!(plan(&budget).unwrap().best().spec.name(), "store-all");
        budget.levels[0].slots = Some(10);
        assert_eq!(plan(&budget).unwrap().best().count.forward_steps(), 237);
    }

    #[test]
    fn unknown_lengths_and_many_adjoints() {
        let mut budget = with_disk(500, 10, None, 1.0);
        budget.adjoints = 3;
        assert_eq!(plan(&budget).unwrap().best().spec.name(), "two-level");
        budget = Budget::memory(500, 10);
        budget.steps_known = false;
        assert_eq!(plan(&budget).unwrap().best().spec.name(), "online");
    }

    #[test]
    fn nothing_fits() {
        let error = plan(&Budget::memory(10, 0)).unwrap_err();
        assert!(error.to_string().contains("no slot"), "{error}");
    }
}
