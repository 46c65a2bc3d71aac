//! What a rank is busy with.
//!
//! Owns: the phases and their names. Must not: measure.

/// What a rank is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// What is not the run: making a plan, writing results.
    Around,
    /// Steps and checkpoints that are measured before the run.
    Measuring,
    /// Steps for the first time.
    Primal,
    /// Steps once more, from a checkpoint.
    Repeated,
    /// Derivatives of steps.
    Adjoint,
    Writing,
    Reading,
    /// What a gradient is compared with.
    Check,
}

/// All of them, each where its number is.
pub(crate) const PHASES: [Phase; 8] = [
    Phase::Around,
    Phase::Measuring,
    Phase::Primal,
    Phase::Repeated,
    Phase::Adjoint,
    Phase::Writing,
    Phase::Reading,
    Phase::Check,
];

impl Phase {
    /// What it is called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Around => "planning and results",
            Self::Measuring => "measuring",
            Self::Primal => "primal steps",
            Self::Repeated => "repeated steps",
            Self::Adjoint => "adjoint steps",
            Self::Writing => "writing checkpoints",
            Self::Reading => "reading checkpoints",
            Self::Check => "check",
        }
    }
}
