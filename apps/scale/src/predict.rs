//! What a run takes on one number of ranks, and what limits it.
//!
//! Owns: from steps and a machine's shares to times. Must not: fit steps, choose schedules (the planner does).

use crate::block::Block;
use crate::failures::Failures;
use crate::file::{Disk, Machine, Question};
use crate::step::Step;
use enzyme_checkpoint::{Budget, Candidate, StepCosts, StorageLevel, plan};
use serde::Serialize;

/// Seconds of a step by what they are spent on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Parts {
    /// Points.
    pub compute: f64,
    /// Borders of blocks.
    pub halo: f64,
    /// Reductions over all ranks.
    pub reductions: f64,
}

impl Parts {
    /// All of it.
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.compute + self.halo + self.reductions
    }
}

/// What a run takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// Nodes.
    pub nodes: u64,
    /// Points of the whole problem.
    pub points: f64,
    /// A step forward.
    pub step: Parts,
    /// A step with its adjoint.
    pub adjoint: Parts,
    /// Bytes of a rank's state.
    pub state: f64,
    /// The schedule that the planner takes.
    pub schedule: &'static str,
    /// Forward steps for each step.
    pub forward_steps: f64,
    /// Bytes of a rank's checkpoints in memory, at most.
    pub memory: f64,
    /// The same on disk.
    pub disk: f64,
    /// On which disk, `local` or `shared`, if on one.
    pub on: Option<&'static str>,
    /// Seconds without failures and saves.
    pub undisturbed: f64,
    /// Seconds between saves for which the time is least; none, where a run without saves takes less.
    pub save_every: Option<f64>,
    /// Seconds of a save, if nodes fail.
    pub save: Option<f64>,
    /// Failures expected.
    pub failures: f64,
    /// Seconds expected; without end it is infinite, in JSON `null`.
    pub time: f64,
    /// Nodes times hours.
    pub node_hours: f64,
    /// Work in each rank's time, of what it is on the smallest number of ranks.
    pub efficiency: f64,
    /// The time by what it is spent on.
    pub shares: Shares,
}

/// Shares of a run's time: what it is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Shares {
    /// Points: each step once, and its adjoint.
    pub compute: f64,
    /// Borders of blocks, in the same.
    pub halo: f64,
    /// Reductions over all ranks, in the same.
    pub reductions: f64,
    /// Steps that are run again, for there is no room for all states.
    pub recomputation: f64,
    /// Checkpoints on disk.
    pub disk: f64,
    /// Saves, and what failures destroy.
    pub failures: f64,
}

impl Shares {
    /// With their names.
    #[must_use]
    pub fn named(&self) -> [(&'static str, f64); 6] {
        [
            ("compute", self.compute),
            ("halo", self.halo),
            ("reductions", self.reductions),
            ("recomputation", self.recomputation),
            ("disk", self.disk),
            ("failures", self.failures),
        ]
    }
}

impl Prediction {
    /// What most of the time is spent on, and the share of it.
    #[must_use]
    pub fn limit(&self) -> (&'static str, f64) {
        let all = self.shares.named().into_iter();
        let largest = all.max_by(|a, b| a.1.total_cmp(&b.1));
        largest.unwrap_or(("compute", 1.0))
    }
}

/// A prediction, or why there can be none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Ranks.
    pub ranks: u64,
    /// What they take.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// As it stands in JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Outcome {
    /// The run is possible.
    Possible(Box<Prediction>),
    /// It is not.
    Impossible {
        /// Why.
        impossible: String,
    },
}

/// What a rank does in a step, on so many of them.
struct Work {
    ranks: u64,
    nodes: u64,
    /// Ranks of a node.
    on_node: f64,
    block: Block,
    state: f64,
    step: Parts,
    adjoint: Parts,
}

/// Predicts a run on so many ranks, with such steps forward and with their adjoints.
///
/// # Errors
/// Why it is not possible.
pub fn predict(
    question: &Question,
    bytes_per_point: f64,
    steps: &[Step; 2],
    ranks: u64,
) -> Result<Prediction, String> {
    let grid = question.run.grid(question.run.points(ranks));
    let block = grid.block(ranks);
    let block = block.ok_or("in some direction the grid has fewer points than ranks")?;
    let machine = &question.machine;
    let work = Work {
        ranks,
        nodes: ranks.div_ceil(machine.ranks_per_node),
        on_node: ranks.min(machine.ranks_per_node) as f64,
        state: bytes_per_point * block.points,
        step: steps[0].parts(&block, ranks),
        adjoint: steps[1].parts(&block, ranks),
        block,
    };
    let ways = [
        (None, None),
        (machine.local, Some("local")),
        (machine.shared, Some("shared")),
    ];
    let there = ways
        .iter()
        .filter(|(disk, on)| disk.is_some() == on.is_some());
    let mut best: Result<Prediction, String> = Err(String::new());
    for (disk, on) in there {
        let found = planned(question, &work, *disk, *on);
        best = match (best, found) {
            (Ok(best), Ok(found)) if found.time >= best.time => Ok(best),
            (_, Ok(found)) => Ok(found),
            (Ok(best), Err(_)) => Ok(best),
            (Err(_), Err(why)) => Err(why),
        };
    }
    best
}

/// A run with checkpoints in memory and, if there is one, on this disk.
fn planned(
    question: &Question,
    work: &Work,
    disk: Option<Disk>,
    on: Option<&'static str>,
) -> Result<Prediction, String> {
    let (machine, steps) = (&question.machine, question.run.steps);
    let slots = |bytes: f64| Some((bytes / work.state) as u64);
    let memory = slots(machine.memory / work.on_node);
    let mut levels = vec![StorageLevel::free(memory.unwrap_or(0))];
    if let Some(disk) = disk {
        let sharing = if on == Some("local") {
            work.on_node
        } else {
            work.ranks as f64
        };
        let time = work.state * sharing / disk.bandwidth;
        levels.push(StorageLevel {
            slots: slots(disk.size / sharing),
            write: time,
            read: time,
        });
    }
    let budget = Budget {
        steps,
        steps_known: true,
        adjoints: 1,
        levels,
        step: StepCosts {
            forward: work.step.sum(),
            adjoint: work.adjoint.sum(),
        },
        tape_units: None,
    };
    let found = plan(&budget).map_err(|error| error.to_string())?;
    Ok(described(question, work, found.best(), on))
}

/// What a schedule comes to.
fn described(
    question: &Question,
    work: &Work,
    best: &Candidate,
    on: Option<&'static str>,
) -> Prediction {
    let [in_memory, on_disk] = [0, 1].map(|level| best.count.level(level).peak);
    let on = on.filter(|_| on_disk > 0);
    let survive = if on == Some("shared") { on_disk } else { 0 };
    let costs = failures(question, work, survive);
    let (time, save_every) = match &costs {
        Some(costs) => disturbed(costs, question, best.time),
        None => (best.time, None),
    };
    Prediction {
        nodes: work.nodes,
        points: work.block.points * work.ranks as f64,
        step: work.step,
        adjoint: work.adjoint,
        state: work.state,
        schedule: best.spec.name(),
        forward_steps: best.recomputation(),
        memory: in_memory as f64 * work.state,
        disk: on_disk as f64 * work.state,
        on,
        undisturbed: best.time,
        save_every,
        save: costs.map(|costs| costs.save),
        failures: costs.map_or(0.0, |costs| time / costs.between),
        time,
        node_hours: work.nodes as f64 * time / 3600.0,
        efficiency: 1.0,
        shares: shares(work, best, time),
    }
}

/// What failures cost, if nodes fail.
///
/// A save has the adjoint and the state of each rank. It does not have the checkpoints: those in memory and on a node's disk are lost with a node, and are
/// computed again from the last one that is left. On average over the run that is half of the way between those that survive, half of the run
/// if none does; the other ranks wait.
fn failures(question: &Question, work: &Work, survive: u64) -> Option<Failures> {
    let machine: &Machine = &question.machine;
    let (of_node, restart) = machine.failures?;
    let bandwidth = machine.shared?.bandwidth;
    let save = 2.0 * work.state * work.ranks as f64 / bandwidth;
    let apart = question.run.steps as f64 / (survive + 1) as f64;
    Some(Failures {
        between: of_node / work.nodes as f64,
        save,
        restart: restart + save + apart / 2.0 * work.step.sum(),
    })
}

/// The expected time of so much work, and how often it is saved. A run that is short as against what nodes last is best not saved at all, and
/// begins anew if one fails.
fn disturbed(costs: &Failures, question: &Question, work: f64) -> (f64, Option<f64>) {
    let every = costs.interval();
    let saved = costs.expected(work, every);
    let unsaved = Failures {
        save: 0.0,
        restart: question
            .machine
            .failures
            .map_or(0.0, |(_, restart)| restart),
        ..*costs
    };
    let unsaved = unsaved.expected(work, work);
    match unsaved <= saved && unsaved.is_finite() {
        true => (unsaved, None),
        false => (saved, Some(every)),
    }
}

/// The shares of the expected time.
fn shares(work: &Work, best: &Candidate, time: f64) -> Shares {
    let Candidate { count, .. } = best;
    let (forward, adjoint) = (count.advances as f64, count.reverses as f64);
    // One forward run, whose last step is the first one recorded.
    let once = (adjoint - 1.0).max(0.0).min(forward);
    let both = |part: fn(&Parts) -> f64| once * part(&work.step) + adjoint * part(&work.adjoint);
    let stepped = forward * work.step.sum() + adjoint * work.adjoint.sum();
    let share = |seconds: f64| {
        if time.is_finite() {
            seconds / time
        } else {
            0.0
        }
    };
    Shares {
        compute: share(both(|parts| parts.compute)),
        halo: share(both(|parts| parts.halo)),
        reductions: share(both(|parts| parts.reductions)),
        recomputation: share((forward - once) * work.step.sum()),
        disk: share((best.time - stepped).max(0.0)),
        failures: match time.is_finite() {
            true => share(time - best.time),
            false => 1.0,
        },
    }
}
