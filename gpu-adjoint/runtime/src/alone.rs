//! Who adds to shadows on a device.
//!
//! A kernel whose threads each add to numbers of their own does so plainly, and a sum of copied adjoints is made on the host. Threads of the host may have one shadow: so one of
//! them adds at a time. Two devices that share a shadow are not known to each other.
//!
//! Owns: the locks. Must not: know what is added.

use std::collections::BTreeMap;
use std::ffi::c_int;
use std::sync::{Arc, Mutex, PoisonError};

static ADDING: Mutex<BTreeMap<c_int, Arc<Mutex<()>>>> = Mutex::new(BTreeMap::new());

/// What is held while somebody adds on a device.
pub(crate) fn on(device: c_int) -> Arc<Mutex<()>> {
    let mut all = ADDING.lock().unwrap_or_else(PoisonError::into_inner);
    all.entry(device).or_default().clone()
}

/// Adds on a device, when nobody else does. Who fails while he adds ends the program.
pub(crate) fn alone<R>(device: c_int, add: impl FnOnce() -> R) -> R {
    let lock = on(device);
    let _held = lock.lock().unwrap_or_else(PoisonError::into_inner);
    add()
}
