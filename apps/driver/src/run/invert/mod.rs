//! Inversion: the controls for which the objective is least, by L-BFGS or by Newton's method with conjugate gradients.
//!
//! Each evaluation is a gradient under checkpoints, with a journal of its own, and is kept when it is whole; so is each product with the Hessian. So the same
//! command goes on within the evaluation that a crash has ended.
//!
//! Owns: its parts. Must not: know other tasks.

mod best;
mod lbfgs;
mod misfit;
mod newton;
mod search;
mod space;
mod variables;

pub(super) use search::run;
