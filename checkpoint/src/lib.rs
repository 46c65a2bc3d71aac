//! Checkpointing for adjoints of long time loops: what to keep, what to recompute.
//!
//! - [`Schedule`]: a lazy iterator of [`Action`]s for one of the schedules of [`Spec`];
//! - [`Replay`]: the machine that replays any schedule and proves it valid;
//! - [`Count`]: what a schedule spends, and the time that takes;
//! - [`plan()`]: from a [`Budget`] to the schedule that takes least time, with its reasons;
//! - [`binomial`]: the closed formulas.
//!
//! Nothing here stores data or touches a file.

#![deny(unsafe_code)]
#![allow(
    clippy::needless_range_loop,
    reason = "recurrences keep the indices of their papers"
)]

pub mod binomial;
pub mod cost;
mod dp;
pub mod planner;
pub mod schedule;
pub mod validity;

pub use cost::{Count, LevelCount, StepCosts, StorageLevel};
pub use planner::{Budget, Candidate, NoPlan, Plan, Rejected, plan};
pub use schedule::{Action, Cursor, Data, Schedule, ScheduleError, Slot, Spec, disk_period};
pub use validity::{Replay, Violation};
