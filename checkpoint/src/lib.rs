//! Checkpointing for adjoints of long time loops: what to keep, what to recompute, and where it lies.
//!
//! Schedules, without storage and without I/O:
//!
//! - [`Schedule`]: a lazy iterator of [`Action`]s for one of the schedules of [`Spec`];
//! - [`Replay`]: the machine that replays any schedule and proves it valid;
//! - [`Count`]: what a schedule spends, and the time that takes;
//! - [`plan()`]: from a [`Budget`] to the schedule that takes least time, with its reasons;
//! - [`binomial`]: its closed formulas.
//!
//! Running a simulation under one:
//!
//! - [`Model`]: the simulation and its adjoint, and [`dot_product()`], which tests that they belong together;
//! - [`store`]: checkpoints in memory, in files, in tiers, in the background;
//! - [`Executor`]: joins the three, checks that steps are reproducible, and resumes after a crash.

#![deny(unsafe_code)]
#![allow(
    clippy::needless_range_loop,
    reason = "recurrences keep the indices of their papers"
)]

pub mod binomial;
pub mod cost;
mod dot_product;
mod dp;
mod entry;
mod executor;
mod fault;
mod folder;
mod journal;
mod mixed;
pub mod model;
#[cfg(feature = "mpi")]
mod mpi;
mod peers;
pub mod planner;
mod prices;
pub mod schedule;
pub mod store;
pub mod validity;

pub use cost::{Count, LevelCount, StepCosts, StorageLevel};
pub use dot_product::{DotProduct, DotProductError, dot_product};
pub use executor::{
    AdjointTest, Check, Costs, Event, Executor, LevelReport, Outcome, Progress, RESUME_EXIT_CODE,
    Report, RunError, Stop,
};
pub use journal::{Journal, JournalError};
pub use model::{Field, Kind, Layout, Model, ModelError};
#[cfg(feature = "mpi")]
pub use mpi::MpiPeers;
pub use peers::{Alone, Peers};
pub use planner::{Budget, Candidate, NoPlan, Plan, Rejected, SCHEDULES, plan, plan_with};
pub use schedule::{Action, Cursor, Data, Schedule, ScheduleError, Slot, Spec, disk_period};
#[cfg(feature = "mpio")]
pub use store::SharedFiles;
pub use store::{
    Background, Entry, Fault, FileOptions, Files, Filter, Format, Memory, Store, StoreError, Tiered,
};
pub use validity::{Replay, Violation};

/// What the page in front of the crate shows, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
