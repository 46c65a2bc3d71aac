//! What each rank does over the time of a run, and how much of it is waiting for others.
//!
//! A rank is in one phase at any time. Its time line has a fixed number of bins, each with the seconds of all phases: where the run outgrows them, two
//! bins become one. So a run of any length takes the same memory.
//!
//! Owns: its parts. Must not: draw, or put what they say into words (`output` does).

mod bins;
mod clock;
mod lines;
mod phase;
mod stores;

pub(crate) use clock::Clock;
pub(crate) use lines::{Lines, Seconds};
pub(crate) use phase::{PHASES, Phase};
pub(crate) use stores::Watched;
