//! What a run tells while it goes on and when it has ended. Owns these data and their wording.

use super::meter::Costs;
use super::stop::RESUME_EXIT_CODE;
use crate::cost::Count;
use crate::journal::JournalError;
use crate::schedule::Spec;
use crate::store::{Entry, Traffic};
use bytesize::ByteSize;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Steps of the run, if known yet.
    pub steps: Option<u64>,
    /// Steps run forward so far, in all processes, repetitions included.
    pub forward: u64,
    /// Adjoint steps so far.
    pub reverse: u64,
    /// Time since this process began.
    pub elapsed: Duration,
    /// Time that the rest will take, by what steps have cost in this process; `None` as long as no adjoint step was
    /// measured, or the length is not known.
    pub left: Option<Duration>,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            steps,
            forward,
            reverse,
            elapsed,
            left,
        } = self;
        let steps = steps.map_or("?".into(), |steps| steps.to_string());
        write!(
            f,
            "{forward} forward steps, {reverse} adjoint steps of {steps}, {}",
            time(*elapsed)
        )?;
        match left {
            Some(left) => write!(f, ", {} left", time(*left)),
            None => Ok(()),
        }
    }
}

/// A time as people read it.
fn time(time: Duration) -> String {
    if time < Duration::from_secs(60) {
        return format!("{time:.3?}");
    }
    humantime::format_duration(Duration::from_secs(time.as_secs())).to_string()
}

/// How long a run waited; nothing, where it has not.
fn waited(wait: Duration) -> String {
    match wait {
        Duration::ZERO => String::new(),
        wait => format!(", waited {}", time(wait)),
    }
}

/// A number of bytes as people read it.
fn size(bytes: u64) -> String {
    ByteSize::b(bytes).display().si().to_string()
}

/// What happens in a run, for whoever shows it.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// The run goes on from a journal; that many checkpoints are computed again.
    Resumed {
        /// How far it had come.
        progress: Progress,
        /// Checkpoints that were in memory, or lost.
        again: usize,
    },
    /// A checkpoint that should have survived did not; it is computed again.
    Lost(&'a Entry),
    /// The last save is damaged; the run goes on from the one before.
    JournalDamaged(&'a JournalError),
    /// Regularly, see [`super::Executor::progress_every`].
    Progress(Progress),
    /// The final state is reached.
    EndForward(Progress),
    /// This adjoint is complete, counted from 0.
    EndAdjoint(u32),
    /// The journal is written: from here the run can be resumed.
    Saved {
        /// Time that it took.
        took: Duration,
    },
}

/// What one storage level did in this process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LevelReport {
    /// What the store moved.
    pub traffic: Traffic,
    /// Time that the run waited for writes; not measured where a store is memory alone.
    pub write_wait: Duration,
    /// Time that the run waited for reads.
    pub read_wait: Duration,
    /// Size in bytes of the largest checkpoint.
    pub largest: u64,
}

impl LevelReport {
    /// Share of the store's writing during which the run went on: 0 if it waited for all, 1 if for nothing.
    /// `None` if nothing was written in measurable time.
    #[must_use]
    pub fn write_overlap(&self) -> Option<f64> {
        overlap(self.traffic.write_time, self.write_wait)
    }

    /// The same for reading.
    #[must_use]
    pub fn read_overlap(&self) -> Option<f64> {
        overlap(self.traffic.read_time, self.read_wait)
    }
}

fn overlap(work: Duration, waited: Duration) -> Option<f64> {
    let share = waited.as_secs_f64() / work.as_secs_f64();
    share.is_finite().then_some((1.0 - share).max(0.0))
}

/// What a run has done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Name of the schedule.
    pub schedule: String,
    /// Steps of the run, if known yet.
    pub steps: Option<u64>,
    /// What was spent, in all processes that worked on this run.
    pub count: Count,
    /// Least forward steps for one adjoint with as many states as the schedule has slots: the binomial optimum.
    /// `None` where slots are without limit or the length is not known yet.
    pub optimum: Option<u64>,
    /// Processes that have worked on this run.
    pub processes: u32,
    /// Ranks that run it together.
    pub ranks: u32,
    /// Messages by which they agreed, in this process.
    pub messages: u64,
    /// Steps run in this process to compute lost checkpoints again.
    pub rebuilt_steps: u64,
    /// What steps have cost in this process.
    pub costs: Costs,
    /// Error that the test of the adjoint has found, if this process has made it.
    pub adjoint_error: Option<f64>,
    /// The command that plans such a run by what was measured, if it can be planned by `enzyme-rs plan`.
    pub plan: Option<String>,
    /// States compared with their first computation, in this process.
    pub checked: u64,
    /// Saves written by this process.
    pub saves: u64,
    /// Time that they took.
    pub save_time: Duration,
    /// Time since this process began.
    pub elapsed: Duration,
    /// Per storage level, this process.
    pub levels: Vec<LevelReport>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = self.steps.map_or("?".into(), |steps| steps.to_string());
        let forward = self.count.forward_steps();
        write!(f, "{}: {forward} forward steps for {steps}", self.schedule)?;
        if let Some(least) = self.optimum {
            write!(f, " (optimum {least})")?;
        }
        writeln!(f, ", {} adjoint steps", self.count.reverses)?;
        write!(f, "{}, {} states checked", time(self.elapsed), self.checked)?;
        if let Some(error) = self.adjoint_error {
            write!(f, ", adjoint tested with an error of {error:.1e}")?;
        }
        if self.saves > 0 {
            let saves = if self.saves == 1 { "save" } else { "saves" };
            write!(f, ", {} {saves} in {}", self.saves, time(self.save_time))?;
        }
        if self.processes > 1 {
            write!(f, ", process {} of this run", self.processes)?;
            write!(f, ", {} steps to rebuild", self.rebuilt_steps)?;
        }
        if self.ranks > 1 {
            write!(f, ", {} ranks, {} messages", self.ranks, self.messages)?;
        }
        if let (Some(step), Some(adjoint)) = (self.costs.forward(), self.costs.adjoint()) {
            let (step, adjoint) = (time(step), time(adjoint));
            write!(f, "\na step takes {step}, with its adjoint {adjoint}")?;
        }
        for (k, level) in self.levels.iter().enumerate() {
            let peak = self.count.level(k).peak;
            write!(
                f,
                "\nlevel {k}: at most {peak} checkpoints of {}, {level}",
                size(level.largest)
            )?;
        }
        match &self.plan {
            Some(plan) => write!(f, "\nto plan the next run: {plan}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for LevelReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Traffic {
            writes,
            reads,
            bytes_written,
            bytes_read,
            max_error,
            ..
        } = self.traffic;
        let (written, wait) = (size(bytes_written), waited(self.write_wait));
        write!(f, "{writes} writes ({written}{wait}), ")?;
        let (read, wait) = (size(bytes_read), waited(self.read_wait));
        write!(f, "{reads} reads ({read}{wait})")?;
        if max_error > 0.0 {
            write!(f, ", largest error {max_error:.3e}")?;
        }
        if let Some(share) = self.write_overlap().filter(|share| *share > 0.0) {
            write!(f, ", {:.0} % of writing hidden", share * 100.0)?;
        }
        if let Some(share) = self.read_overlap().filter(|share| *share > 0.0) {
            write!(f, ", {:.0} % of reading hidden", share * 100.0)?;
        }
        Ok(())
    }
}

/// The arguments of `enzyme-rs plan` for a run like this one, with costs in seconds as they were measured: what a checkpoint
/// on disk has cost is what the run has waited for it. It plans for memory and one disk.
pub(super) fn plan_command(
    spec: &Spec,
    steps: Option<u64>,
    count: &Count,
    costs: Costs,
    levels: &[LevelReport],
) -> Option<String> {
    let limits = spec.limits();
    if limits.is_empty() || limits.len() > 2 {
        return None;
    }
    let seconds = |time: Duration| format!("{:.3e}", time.as_secs_f64());
    let ram = limits[0].unwrap_or(count.level(0).peak).max(1);
    let mut text = format!("enzyme-rs plan --steps {} --ram {ram}", steps?);
    if let Some(disk) = limits.get(1) {
        let slots = disk.map_or("unlimited".into(), |slots| slots.to_string());
        text += &format!(" --disk {slots}");
    }
    let bytes = levels.iter().map(|level| level.largest).max();
    if let Some(bytes) = bytes.filter(|bytes| *bytes > 0) {
        text += &format!(" --state {bytes}B");
    }
    let step = seconds(costs.forward()?);
    let adjoint = seconds(costs.adjoint()?);
    text += &format!(" --step-cost {step} --adjoint-cost {adjoint}");
    if let Some(disk) = levels.get(1).filter(|_| limits.len() > 1) {
        let each = |wait: Duration, times: u64| wait.div_f64(times.max(1) as f64);
        let write = seconds(each(disk.write_wait, disk.traffic.writes));
        let read = seconds(each(disk.read_wait, disk.traffic.reads));
        text += &format!(" --write-cost {write} --read-cost {read}");
    }
    if spec.adjoints() > 1 {
        text += &format!(" --adjoints {}", spec.adjoints());
    }
    Some(text)
}

/// How a run ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// All adjoints are complete.
    Done(Report),
    /// It was asked to stop before.
    Stopped {
        /// What was done.
        report: Report,
        /// Whether the same command goes on from here.
        resumable: bool,
    },
}

impl Outcome {
    /// What was done.
    #[must_use]
    pub fn report(&self) -> &Report {
        match self {
            Self::Done(report) | Self::Stopped { report, .. } => report,
        }
    }

    /// Whether all adjoints are complete.
    #[must_use]
    pub fn is_done(&self) -> bool {
        matches!(self, Self::Done(_))
    }

    /// Exit code for job scripts: 0, [`RESUME_EXIT_CODE`], or 1 if the run stopped and cannot be resumed.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Done(_) => 0,
            Self::Stopped { resumable, .. } if *resumable => RESUME_EXIT_CODE,
            Self::Stopped { .. } => 1,
        }
    }
}
