//! Results that go where a pointer leads.
//!
//! Owns: that null is an error. Must not: know what is stored.

use crate::errors::Error;

/// Stores a result.
pub(crate) fn put<T>(to: *mut T, value: T) -> Error {
    if to.is_null() {
        return Error::VALUE;
    }
    // SAFETY: the callers of C functions promise that their pointers lead to memory for results.
    unsafe { to.write(value) };
    Error::SUCCESS
}

/// Stores a result that may be an error.
pub(crate) fn put_or<T>(to: *mut T, value: Result<T, Error>) -> Error {
    match value {
        Ok(value) => put(to, value),
        Err(error) => error,
    }
}
