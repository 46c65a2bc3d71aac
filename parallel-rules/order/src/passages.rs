//! In which order workers ran through code that only one runs at a time, so that the reverse pass has them run in the opposite order.
//!
//! The forward sweep gives each passage a ticket, 0, 1, 2, …. The reverse pass lets the passage with the highest ticket in first, then the one
//! before it, and so on. That never waits for ever: a passage waits only for passages that came after it in the forward sweep, a barrier is
//! reversed by a barrier, and so whatever waits in the reverse pass waits for something that was later in the forward sweep. (A cycle of such
//! waits would be a cycle in the order in which the forward sweep ran.)
//!
//! ThreadSanitizer, if the program has it, is told of each of these.
//!
//! Owns: [`Order`]. Must not: know what is ordered.

use crate::sanitizer;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Looks before other workers get the core.
const SPINS: u32 = 64;

/// How many passages there are that have not been reversed.
#[derive(Default)]
pub struct Order {
    passed: AtomicU64,
    /// Whether somebody is inside, where what lets workers in may let several in.
    taken: AtomicBool,
}

impl Order {
    /// Waits until so many passages are over, and not reversed.
    pub fn wait_for(&self, passages: u64) {
        wait_until(|| self.passed.load(Ordering::Acquire) == passages);
        sanitizer::acquired(self);
    }

    /// Waits until nobody else is inside.
    pub fn enter_alone(&self) {
        wait_until(|| !self.taken.swap(true, Ordering::Acquire));
        sanitizer::acquired(&self.taken);
    }

    /// Ends that.
    pub fn leave_alone(&self) {
        sanitizer::released(&self.taken);
        self.taken.store(false, Ordering::Release);
    }

    /// How many passages are over; the caller is the only one that may change it.
    pub fn passed(&self) -> u64 {
        self.passed.load(Ordering::Acquire)
    }

    /// Lets the next passage in, forwards or backwards.
    pub fn set(&self, passages: u64) {
        sanitizer::released(self);
        self.passed.store(passages, Ordering::Release);
    }
}

/// Looks until something holds.
pub fn wait_until(holds: impl Fn() -> bool) {
    let mut looked = 0;
    while !holds() {
        looked += 1;
        match looked < SPINS {
            true => std::hint::spin_loop(),
            false => std::thread::yield_now(),
        }
    }
}

/// Orders by the address of what they belong to.
#[derive(Default)]
pub struct Orders {
    by_address: Mutex<BTreeMap<usize, Arc<Order>>>,
}

impl Orders {
    /// That of what lies at an address.
    pub fn of(&self, address: usize) -> Arc<Order> {
        let mut all = self
            .by_address
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        all.entry(address).or_default().clone()
    }
}
