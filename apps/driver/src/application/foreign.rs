//! Calls of what a simulation's library has.
//!
//! Owns: what makes them safe. Must not: know any of its functions.

/// Calls a function of a simulation's library, or of its ranks.
macro_rules! foreign {
    ($call:expr) => {
        // SAFETY: the interface says what the function is. What it is given comes from its library, or lives during the call, and arrays are as long as the fields
        // of their role.
        unsafe { $call }
    };
}

pub(super) use foreign;
