//! The plain structures and numbers that cross the boundary. Owns their layout, which is the ABI, and how
//! they translate; calls nothing.
//!
//! All counts are signed 64-bit numbers, as Fortran has no others; -1 stands for "not known" or "no limit".

use std::ffi::c_char;

/// The number of steps is not known yet.
pub const UNKNOWN: i64 = -1;

/// A storage level without limit.
pub const NO_LIMIT: i64 = -1;

/// What became of a call. Negative numbers are errors, explained by enzyme_rs_cp_last_message().
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All went well.
    Ok = 0,
    /// The schedule is at its end: there is no further action. Not an error.
    Done = 1,
    /// The run was asked to stop and did. Not an error: the report says whether the same command goes on
    /// from here, and with which code the program is to end.
    Stopped = 2,
    /// An argument is NULL, out of range or no text.
    BadArgument = -1,
    /// There is no such schedule: parameters that make no sense, a length that is needed, tables that
    /// would be too large.
    NoSchedule = -2,
    /// The number of steps was announced twice, or more steps were run than there are.
    Length = -3,
    /// The cursor is damaged, or of another version.
    BadCursor = -4,
    /// No schedule fits the budget.
    NoPlan = -5,
    /// The schedule is not valid, at the action that the message names.
    Violation = -6,
    /// A mistake in this library. The handle that the call was given can only be freed.
    Internal = -7,
    /// A checkpoint could not be kept or had back; see enzyme_rs_cp_last_error() for the place.
    StoreFailed = -8,
    /// A callback of the model returned something else than 0, or what it said makes no sense.
    ModelFailed = -9,
    /// A state computed again is not what it was: the gradient would be wrong.
    NotReproducible = -10,
    /// The journal is damaged, of another version, or that of another run.
    BadJournal = -11,
    /// The system refuses a thread or a signal handler.
    SystemFailed = -12,
    /// Another rank of the run has failed, or the ranks do not do the same.
    PeerFailed = -13,
    /// The adjoint of a step is not that of the step: enzyme_rs_cp_run_test_adjoint().
    WrongAdjoint = -14,
}

/// The schedules there are. The fields of enzyme_rs_cp_spec that each one reads are listed here; "known"
/// are those that need the number of steps from the beginning. Slots count the one for the initial state.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Forward only, no adjoint. Reads nothing.
    None = 0,
    /// The tape of every step is kept. Reads adjoints.
    StoreAll = 1,
    /// A state every period steps on storage level `level`; recorded period by period. Reads period,
    /// level, adjoints.
    Periodic = 2,
    /// Binomial checkpointing, known: fewest forward steps, and fewest writes among those (Griewank &
    /// Walther 2000). Reads slots, adjoints.
    Revolve = 3,
    /// The steps of Revolve with slots + disk checkpoints, those accessed most in memory, known (Stumm &
    /// Walther 2009). Reads slots, disk, write, read.
    Multistage = 4,
    /// Unknown length, few writes (the problem of Stumm & Walther 2010). Reads slots.
    Online = 5,
    /// Unknown length, minimal repetition (Wang, Moin & Iaccarino 2009). Reads slots.
    Dynamic = 6,
    /// The cheapest schedule for any number of storage levels, the last one perhaps without limit, known:
    /// H-Revolve (Herrmann & Pallez 2020), Disk-Revolve (Aupy et al. 2016). Reads levels, level_count,
    /// forward.
    Levels = 7,
    /// A state on level 1 every period steps, each period reversed by Revolve, known (Aupy & Herrmann
    /// 2017). Reads slots, period; see enzyme_rs_cp_disk_period().
    PeriodicDisk = 8,
    /// A slot keeps a state or the tape of a step, known (Maddison 2024). Reads slots.
    Mixed = 9,
    /// Multistage time steppers: states and stages, known (Zhang & Constantinescu 2021). Reads slots,
    /// stage_units.
    Stages = 10,
    /// A state on level 1 every period steps, kept for all adjoints, Revolve in between. Reads slots,
    /// period, adjoints.
    TwoLevel = 11,
    /// Steps of different costs, known. Reads slots, step_costs, step_cost_count.
    StepCosts = 12,
}

/// What to do next. State i is the state before step i; step i leads from state i to state i + 1.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Run the steps step, ..., end - 1 and keep nothing. The working state is `step` before and `end`
    /// after.
    Advance = 0,
    /// Run step `step` and keep its tape: what its adjoint will need.
    Record = 1,
    /// Run the adjoint of `step`, which consumes the tape. The working state is undefined then.
    Reverse = 2,
    /// Copy the working state or tape (see `data`) number `step` into the free slot (level, slot).
    Store = 3,
    /// Copy from the slot into the working state or tape; the slot stays as it is. A slot of stages of
    /// step i can be restored as tape of i or state i + 1.
    Restore = 4,
    /// The slot's content is not needed any more.
    Discard = 5,
    /// The working state is the final one: evaluate the objective, seed the adjoint.
    EndForward = 6,
    /// The adjoint has arrived at state 0.
    EndAdjoint = 7,
}

/// What a checkpoint holds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// Nothing: the action moves no checkpoint.
    Nothing = 0,
    /// The state before a step: enough to run on from.
    State = 1,
    /// What the adjoint of a step needs of the primal.
    Tape = 2,
    /// The stages of a step and the state after it.
    Stages = 3,
}

/// One instruction of a schedule.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// Of enum enzyme_rs_cp_action_kind.
    pub kind: i32,
    /// Of enum enzyme_rs_cp_data; for store and restore.
    pub data: i32,
    /// The (first) step, or the number of the state or tape moved; -1 for discard and both ends.
    pub step: i64,
    /// One past the last step for advance, record and reverse; else equal to `step`.
    pub end: i64,
    /// Storage level of store, restore and discard, 0 being the fastest; else -1.
    pub level: i32,
    /// Always 0.
    pub reserved: i32,
    /// Number of the slot within its level, from 0; else -1.
    pub slot: i64,
}

/// A storage level.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Checkpoints that fit, or ENZYME_RS_CP_NO_LIMIT.
    pub slots: i64,
    /// Time to write one checkpoint, in the unit of all costs.
    pub write: f64,
    /// Time to read one.
    pub read: f64,
}

/// Which schedule, with its parameters. Zero what `kind` does not read. Pointers are read during the
/// call only.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Of enum enzyme_rs_cp_kind.
    pub kind: i32,
    /// Adjoints to compute; usually 1. More are refused where the schedule serves one.
    pub adjoints: i32,
    /// Checkpoints that fit on level 0 (memory); for mixed and stages, units of storage.
    pub slots: i64,
    /// Checkpoints that fit on level 1.
    pub disk: i64,
    /// Steps between two states.
    pub period: i64,
    /// Units that the stages of one step and the state after it take, a state taking one.
    pub stage_units: i64,
    /// Storage level of periodic's states.
    pub level: i32,
    /// Entries of `levels`.
    pub level_count: i32,
    /// Storage levels, the fastest first.
    pub levels: *const Level,
    /// Cost of each step.
    pub step_costs: *const f64,
    /// Entries of `step_costs`.
    pub step_cost_count: i64,
    /// Cost of a forward step.
    pub forward: f64,
    /// Cost of a write to level 1.
    pub write: f64,
    /// Cost of a read from level 1.
    pub read: f64,
}

/// What a schedule spends.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Steps run without recording.
    pub advances: i64,
    /// Steps run with recording.
    pub records: i64,
    /// Adjoint steps.
    pub reverses: i64,
    /// Steps run forward, recording or not.
    pub forward_steps: i64,
    /// Checkpoints written, on all levels.
    pub writes: i64,
    /// Checkpoints read, on all levels.
    pub reads: i64,
    /// Actions.
    pub actions: i64,
    /// Storage levels that are used.
    pub levels: i32,
    /// Always 0.
    pub reserved: i32,
}

/// What is spent on one storage level.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelCount {
    /// Checkpoints written.
    pub writes: i64,
    /// Checkpoints read.
    pub reads: i64,
    /// Most units in use at one time.
    pub peak: i64,
}

/// Where a schedule stands.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// The number of steps, or ENZYME_RS_CP_UNKNOWN.
    pub steps: i64,
    /// Actions drawn so far.
    pub drawn: i64,
    /// Units that a tape or stages take, a state taking one.
    pub tape_units: i64,
    /// Adjoints that follow the forward run.
    pub adjoints: i32,
    /// Of enum enzyme_rs_cp_kind.
    pub kind: i32,
    /// Whether the number of steps may become known in the course of the run only: 0 or 1.
    pub online: i32,
    /// Storage levels that may be used.
    pub levels: i32,
}

/// What there is to spend.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Steps of the run; if their number is not known before, those expected.
    pub steps: i64,
    /// Whether `steps` is known to be right: 0 or 1.
    pub steps_known: i32,
    /// Adjoints to compute of one forward run.
    pub adjoints: i32,
    /// Storage levels, memory first; slots count checkpoints of one state each.
    pub levels: *const Level,
    /// Entries of `levels`.
    pub level_count: i32,
    /// Always 0.
    pub reserved: i32,
    /// Cost of a step forward that keeps nothing, in the unit of all costs.
    pub forward: f64,
    /// Cost of recording one step and reversing it.
    pub adjoint: f64,
    /// Room that the tape of one step takes, in states; 0 if tapes cannot be stored.
    pub tape_units: i64,
}

/// A schedule that fits a budget, with what it spends.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The schedule's name; lives as long as the program.
    pub name: *const c_char,
    /// The time it takes, in the budget's unit.
    pub time: f64,
    /// That time over the time with nothing repeated or moved.
    pub slowdown: f64,
    /// How often each step runs forward, on average.
    pub recomputation: f64,
    /// What it spends.
    pub count: Count,
}
