//! Why there is no such schedule. Owns the wording and the remedies.

/// Why there is no such schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// Parameters that make no sense.
    #[error("schedule `{name}`: {what}")]
    Invalid {
        /// The schedule.
        name: &'static str,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// An offline schedule was asked for without a number of steps.
    #[error(
        "schedule `{name}` needs the number of steps; where it is not known, use online, dynamic, \
         periodic, two-level or store-all"
    )]
    LengthNeeded {
        /// The schedule.
        name: &'static str,
    },
    /// A parameter, or what follows from it, is above what can be served.
    #[error("schedule `{name}`: {parameter} is {value}, more than {limit}; {remedy}")]
    TooLarge {
        /// The schedule.
        name: &'static str,
        /// Which parameter, or what follows from which.
        parameter: &'static str,
        /// Its value.
        value: u128,
        /// The most that is allowed.
        limit: u128,
        /// What to do about it.
        remedy: &'static str,
    },
    /// The length was announced although it was known, or too late.
    #[error(
        "the number of steps was {steps} already, or the forward sweep had ended; it is announced once"
    )]
    LengthKnown {
        /// The number of steps as known.
        steps: u64,
    },
    /// More steps were run than there are.
    #[error("{asked} steps were announced as the total, but the forward sweep is at {at}")]
    Overrun {
        /// Steps announced.
        asked: u64,
        /// Steps run.
        at: u64,
    },
    /// The cursor was written by another version.
    #[error(
        "cursor of version {found}; this program reads version {expected}: resume with the program that wrote it"
    )]
    CursorVersion {
        /// Version of the cursor.
        found: u32,
        /// Version that is understood.
        expected: u32,
    },
}
