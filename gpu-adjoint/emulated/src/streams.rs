//! Streams and events: all is done when a call returns, so that streams are only names, and events times.
//!
//! Owns: their handles. Must not: know what runs in a stream.

use crate::errors::Error;
use crate::pointers::put;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A stream, or an event.
pub(crate) type Handle = *mut c_void;

/// Streams that exist always: the usual one, that of all threads, and that of the calling thread.
const USUAL: usize = 2;

/// Numbers of handles, from above those that exist always.
static NEXT: AtomicUsize = AtomicUsize::new(0x1000);

/// Streams have no time; events that were not recorded have none either.
static ALL: Mutex<BTreeMap<usize, Option<Instant>>> = Mutex::new(BTreeMap::new());

fn all() -> MutexGuard<'static, BTreeMap<usize, Option<Instant>>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A new one.
pub(crate) fn created(to: *mut Handle) -> Error {
    let number = NEXT.fetch_add(16, Ordering::Relaxed);
    let error = put(to, number as Handle);
    if error == Error::SUCCESS {
        all().insert(number, None);
    }
    error
}

/// It is not used any more.
pub(crate) fn destroyed(handle: Handle) -> Error {
    match all().remove(&(handle as usize)) {
        Some(_) => Error::SUCCESS,
        None => Error::HANDLE,
    }
}

/// Whether a handle is one.
pub(crate) fn known(handle: Handle) -> Error {
    let number = handle as usize;
    match number <= USUAL || all().contains_key(&number) {
        true => Error::SUCCESS,
        false => Error::HANDLE,
    }
}

/// Does something in a stream.
pub(crate) fn then<T>(stream: Handle, run: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    match known(stream) {
        Error::SUCCESS => run(),
        error => Err(error),
    }
}

/// An event happens now.
pub(crate) fn recorded(event: Handle) -> Error {
    match all().get_mut(&(event as usize)) {
        Some(time) => {
            *time = Some(Instant::now());
            Error::SUCCESS
        }
        None => Error::HANDLE,
    }
}

/// Milliseconds between two events.
pub(crate) fn elapsed(to: *mut f32, from: Handle, until: Handle) -> Error {
    let all = all();
    let time = |event: Handle| all.get(&(event as usize)).copied().flatten();
    let (Some(from), Some(until)) = (time(from), time(until)) else {
        return Error::HANDLE;
    };
    let passed = until.saturating_duration_since(from);
    put(to, passed.as_secs_f32() * 1e3)
}
