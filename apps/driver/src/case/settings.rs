//! What a case says.
//!
//! Owns: what all of it is together. Must not: read files.

use super::checkpoints::Checkpoints;
use super::inversion::Inversion;
use super::member::Member;
use crate::precision::Precision;
use enzyme_case::Section;
use enzyme_run_cli::Task;
use std::path::PathBuf;

/// What such a file is called in messages.
pub(crate) const WHAT: &str = "a case";

/// As what pictures are written, besides SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pictures {
    Svg,
    /// And as PNG.
    Both,
}

/// A case.
#[derive(Debug)]
pub(crate) struct Case {
    /// What its file is called, without the ending.
    pub(crate) name: String,
    /// The folder of its file.
    pub(crate) home: PathBuf,
    /// The simulation's library.
    pub(crate) application: PathBuf,
    pub(crate) parameters: Section,
    /// What is said of controls, which only the simulation knows.
    pub(crate) controls: Section,
    pub(crate) task: Task,
    /// Where results go.
    pub(crate) output: PathBuf,
    pub(crate) pictures: Pictures,
    pub(crate) checkpoints: Checkpoints,
    pub(crate) inversion: Inversion,
    /// How exactly the simulation computes.
    pub(crate) precision: Precision,
    /// Seed of random directions.
    pub(crate) seed: u64,
    /// Which member of an ensemble it is, if it is one.
    pub(crate) member: Option<Member>,
}
