//! An ensemble as a whole: its members that are not finished are started as processes of this program, and what all have found is summed up.
//!
//! Owns: its parts. Must not: run a simulation.

mod attempt;
mod earlier;
mod ended;
mod mean;
mod members;
mod pool;
mod report;
mod run;
mod summary;
mod text;

pub(crate) use run::run;
