//! What a launch tells its caller.
//!
//! Owns: the codes, which are part of the C ABI. Must not: change a number.

/// Why a launch has not done what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Failure {
    /// It has.
    None = 0,
    /// No kernel, no dimensions, no warp of 32 or 64 lanes, or a grid or block without a thread.
    Configuration = 1,
    /// More threads in a block than a GPU has.
    Threads = 2,
    /// More shared memory than a block has.
    Shared = 3,
    /// A kernel launches a kernel.
    Nested = 4,
    /// Threads wait for each other in different places.
    Divergence = 5,
    /// The checker has reported something.
    Reported = 6,
    /// `ENZYME_RS_EMULATOR` is not understood.
    Options = 7,
    /// The system gives no memory for the stacks of threads.
    Stacks = 8,
    /// A call of a lane that does not name the lane itself.
    Mask = 9,
    /// The kernel stops itself: `__trap`.
    Trap = 10,
    /// An assertion in the kernel does not hold.
    Assertion = 11,
    /// More blocks than run at the same time.
    Together = 12,
}

impl Failure {
    /// The one of a code.
    pub(crate) fn of(code: i32) -> Self {
        let all = [
            Self::Configuration,
            Self::Threads,
            Self::Shared,
            Self::Nested,
            Self::Divergence,
            Self::Reported,
            Self::Options,
            Self::Stacks,
            Self::Mask,
            Self::Trap,
            Self::Assertion,
            Self::Together,
        ];
        let found = all.into_iter().find(|f| *f as i32 == code);
        found.unwrap_or(Self::None)
    }
}
