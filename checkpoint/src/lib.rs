//! Checkpointing for adjoints of long time loops: what to keep, what to recompute.
//!
//! - [`Schedule`]: a lazy iterator of [`Action`]s for one of the schedules of [`Spec`];
//! - [`Replay`]: the machine that replays any schedule and proves it valid;
//! - [`Count`]: what a schedule spends, and the time that takes;
//! - [`binomial`]: the closed formulas.
//!
//! Nothing here stores data or touches a file.

#![deny(unsafe_code)]

pub mod binomial;
pub mod cost;
mod dp;
pub mod schedule;
pub mod validity;

pub use cost::{Count, LevelCount, StepCosts, StorageLevel};
pub use schedule::{Action, Cursor, Data, Schedule, ScheduleError, Slot, Spec, disk_period};
pub use validity::{Replay, Violation};
