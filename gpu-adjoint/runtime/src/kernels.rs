//! The kernels that a program has derivatives of.
//!
//! Owns: finding them by the address that the program launches. Must not: launch any.

use crate::facts::Facts;
use crate::failure::{Why, fail_with};
use crate::vendor::Functions;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Arc, Mutex, PoisonError};

type Address = *mut c_void;

/// Which derivative, in the order in which the compiler registers them (`core/src/frontend/kernels`).
#[derive(Clone, Copy, Debug)]
pub(crate) enum Beside {
    Facts = 0,
    Tangent = 1,
    Augmented = 2,
    Reverse = 3,
}

/// A kernel with derivatives.
#[derive(Debug)]
pub(crate) struct Kernel {
    pub(crate) name: String,
    /// Addresses by which its derivatives are launched, one byte each.
    derivatives: usize,
    facts: Mutex<Option<Arc<Facts>>>,
}

impl Kernel {
    pub(crate) fn beside(&self, which: Beside) -> Address {
        (self.derivatives + which as usize) as Address
    }

    /// What is known of it; the device is asked once.
    pub(crate) fn facts(&self, functions: &Functions) -> Arc<Facts> {
        let mut facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        let known = facts.get_or_insert_with(|| Arc::new(Facts::ask(functions, self)));
        known.clone()
    }
}

static KERNELS: Mutex<BTreeMap<usize, Arc<Kernel>>> = Mutex::new(BTreeMap::new());

/// Notes a kernel.
pub(crate) fn learn(kernel: Address, derivatives: Address, name: &str) {
    let known = Kernel {
        name: name.to_owned(),
        derivatives: derivatives as usize,
        facts: Mutex::new(None),
    };
    let mut all = KERNELS.lock().unwrap_or_else(PoisonError::into_inner);
    all.insert(kernel as usize, Arc::new(known));
}

/// The kernel of an address. Ends the program if it has no derivatives.
pub(crate) fn find(kernel: Address) -> Arc<Kernel> {
    let all = KERNELS.lock().unwrap_or_else(PoisonError::into_inner);
    match all.get(&(kernel as usize)) {
        Some(known) => known.clone(),
        None => fail_with(
            Why::Unmarked,
            "a kernel is launched in differentiated code that has no derivatives",
            "mark it: `__global__ ENZYME_RS_KERNEL void k(…)`, of <enzyme_rs/gpu.hpp>, in its definition",
        ),
    }
}
