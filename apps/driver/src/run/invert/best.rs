//! What a search has come to.
//!
//! Owns: the words for why it ends. Must not: search.

/// What a search has come to, and why it has ended.
pub(super) struct Best {
    pub(super) controls: Vec<f64>,
    pub(super) objective: f64,
    pub(super) iterations: u64,
    pub(super) why: &'static str,
    /// Whether the gradient is far above what was asked for.
    pub(super) is_far: bool,
}

/// From so many times what was asked for on.
pub(super) const FAR: f64 = 100.0;

/// Why a search ends, in words.
pub(super) const CONVERGED: &str = "the gradient has fallen as far as was asked for";
pub(super) const OUT_OF_ITERATIONS: &str = "the number of iterations is reached";
pub(super) const NO_PRODUCT: &str =
    "the product of the Hessian with the gradient is no finite number";
pub(super) const NO_STEP: &str = "no step makes the objective less";
