//! What is done with a simulation.
//!
//! Owns: its parts: a file for each task, and what several of them need. Must not: print, or know the forms of results (`output` does).

mod check;
mod directions;
mod ended;
mod evaluations;
mod find;
mod finite;
mod folder;
mod forward;
mod gradient;
mod invert;
mod journal;
mod kept;
mod primal;
mod second;
mod sums;
mod task;
mod trial;
mod whole;
mod written;

pub(crate) use task::task;
