//! Copies and fills.
//!
//! All memory is the host's, so that directions say nothing. Copies beyond the end of an allocation are errors.
//!
//! Owns: these. Must not: know which memory was handed out.

use crate::errors::Error;
use crate::memory::holds;
use crate::modules;
use std::ffi::{c_int, c_void};

/// Copies bytes.
pub(crate) fn copy(to: *mut c_void, from: *const c_void, bytes: usize) -> Error {
    if bytes == 0 {
        return Error::SUCCESS;
    }
    if to.is_null() || from.is_null() || !holds(to, bytes) || !holds(from, bytes) {
        return Error::VALUE;
    }
    // SAFETY: the caller's promise for memory of its own; for that of the device it was asked.
    unsafe { std::ptr::copy(from.cast::<u8>(), to.cast::<u8>(), bytes) };
    Error::SUCCESS
}

/// Rows of so many bytes, and so far from one to the next.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) width: usize,
    pub(crate) height: usize,
}

fn row(base: *const c_void, pitch: usize, row: usize) -> *mut c_void {
    base.cast::<u8>()
        .wrapping_add(pitch * row)
        .cast_mut()
        .cast()
}

/// Copies a rectangle.
pub(crate) fn copy_rows(
    (to, to_pitch): (*mut c_void, usize),
    (from, from_pitch): (*const c_void, usize),
    shape: Shape,
) -> Error {
    if shape.width > to_pitch || shape.width > from_pitch {
        return Error::PITCH;
    }
    let line = |n| copy(row(to, to_pitch, n), row(from, from_pitch, n), shape.width);
    (0..shape.height).fold(Error::SUCCESS, |error, n| error.and(|| line(n)))
}

/// Fills with a byte.
pub(crate) fn fill(to: *mut c_void, value: c_int, bytes: usize) -> Error {
    if bytes == 0 {
        return Error::SUCCESS;
    }
    if to.is_null() || !holds(to, bytes) {
        return Error::VALUE;
    }
    // SAFETY: as for copies.
    unsafe { std::ptr::write_bytes(to.cast::<u8>(), value as u8, bytes) };
    Error::SUCCESS
}

/// Fills a rectangle.
pub(crate) fn fill_rows(to: *mut c_void, pitch: usize, value: c_int, shape: Shape) -> Error {
    let line = |n| fill(row(to, pitch, n), value, shape.width);
    (0..shape.height).fold(Error::SUCCESS, |error, n| error.and(|| line(n)))
}

/// Where bytes of a variable of the device lie.
fn within(symbol: *const c_void, bytes: usize, offset: usize) -> Result<*mut c_void, Error> {
    let variable = modules::variable(symbol).ok_or(Error::SYMBOL)?;
    let end = offset.checked_add(bytes).ok_or(Error::VALUE)?;
    if end as u64 > variable.bytes {
        return Err(Error::VALUE);
    }
    Ok((variable.address + offset) as *mut c_void)
}

/// Copies to a variable of the device.
pub(crate) fn to_symbol(
    symbol: *const c_void,
    from: *const c_void,
    bytes: usize,
    offset: usize,
) -> Error {
    within(symbol, bytes, offset).map_or_else(|error| error, |to| copy(to, from, bytes))
}

/// Copies from a variable of the device.
pub(crate) fn from_symbol(
    to: *mut c_void,
    symbol: *const c_void,
    bytes: usize,
    offset: usize,
) -> Error {
    within(symbol, bytes, offset).map_or_else(|error| error, |from| copy(to, from, bytes))
}
