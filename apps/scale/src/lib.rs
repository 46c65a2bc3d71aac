//! What an adjoint run takes on a cluster, before there is time on it: a model of its time and memory for each number of ranks.
//!
//! - A step takes what its points take, what the border of a rank's block takes, and what reductions over all ranks take ([`Step`]). The
//!   coefficients are fitted to measured runs, or follow from the network that the file describes.
//! - The run under checkpoints is what the planner of `enzyme-checkpoint` finds for the memory and the disks that a rank has a share of, with
//!   those steps ([`predict`]).
//! - Nodes fail; the run is saved as often as it should be then, and starts again where it was saved ([`Failures`]).
//!
//! It is a model: it knows no cache, no congestion and no imbalance but those that were measured. [`Answer::warnings`] says how far what is asked for lies from what
//! was measured.
//!
//! Owns: the model, the keys of its file. Must not: run or print anything.

#![deny(unsafe_code)]

mod answer;
mod block;
mod failures;
mod file;
mod fit;
mod predict;
mod reports;
mod step;
mod warnings;

pub use answer::{Answer, Residual, answer};
pub use block::{Block, Grid};
pub use failures::Failures;
pub use file::{Disk, Machine, Measured, Question, Run, Size, open};
pub use predict::{Outcome, Parts, Prediction, Row, Shares, predict};
pub use step::{Coefficient, Network, Origin, Step};
