//! A case: which simulation is run with which parameters, and what is wanted of it.
//!
//! Owns: the keys of case files, by its parts. Must not: run anything.

mod checkpoints;
mod ensemble;
mod file;
mod inversion;
mod member;
mod range;
mod settings;

pub(crate) use checkpoints::{Checkpoints, WHOLE};
pub(crate) use ensemble::Ensemble;
pub(crate) use enzyme_run_cli::Task;
pub(crate) use file::{Overrides, Written, open};
pub(crate) use inversion::Method;
pub(crate) use member::{Member, member_folder};
pub(crate) use settings::{Case, Pictures, WHAT};
