//! Shadows of variables of the device (`__device__`, `__constant__`).
//!
//! A variable has a shadow from where a derivative puts numbers that vary there until the derivative ends: before, nothing in it varies, and kernels are handed
//! the variable itself in the place of its shadow, as for other memory without one. Each derivative has shadows of its own, and each begins with zeros. The variable is known by its address,
//! by whatever name and in whichever file the program uses it.
//!
//! Owns: these shadows. Must not: know kernels, or the names of the host for variables.

use crate::derivatives::{self, Id};
use crate::failure::{Why, fail_with};
use crate::memory;
use crate::rooms;
use crate::steps;
use crate::vendor::Functions;
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::{Mutex, PoisonError};

/// A derivative, and how many there are in each other: what runs within another one has shadows of its own.
type Scope = (Id, u64);

/// A variable on a device.
type Place = (c_int, u64);

struct Shadow {
    functions: &'static Functions,
    at: usize,
    bytes: u64,
    /// Whether a kernel has named the variable since.
    named: bool,
}

/// Variables that kernels of a derivative have named while they had no shadow, with their bytes.
static UNSHADOWED: Mutex<BTreeMap<Scope, BTreeMap<Place, u64>>> = Mutex::new(BTreeMap::new());

/// A kernel names a variable. Kernels and the host must mean the same address: see [`forget`].
pub(crate) fn names(functions: &Functions, (variable, bytes): (u64, u64)) {
    let place = (functions.device(), variable);
    let Some(scope) = derivatives::own() else {
        return;
    };
    let is_known = shadows(|all| {
        let shadow = all.get_mut(&scope).and_then(|own| own.get_mut(&place));
        shadow.map(|shadow| shadow.named = true).is_some()
    });
    if !is_known {
        let mut all = UNSHADOWED.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(scope).or_default().insert(place, bytes);
    }
}

/// Whether a kernel has named a variable as large as one with a shadow that no kernel has named: by another address than the host has, it would be taken for one in which
/// nothing varies.
fn is_lost(scope: Scope, own: &BTreeMap<Place, Shadow>) -> bool {
    let mut all = UNSHADOWED.lock().unwrap_or_else(PoisonError::into_inner);
    let others = all.remove(&scope).unwrap_or_default();
    let unnamed = own
        .iter()
        .filter(|(place, shadow)| !shadow.named && !others.contains_key(*place));
    let mut sizes = unnamed.map(|(_, shadow)| shadow.bytes);
    let strange = others.iter().filter(|(place, _)| !own.contains_key(*place));
    let strange: Vec<u64> = strange.map(|(_, bytes)| *bytes).collect();
    sizes.any(|bytes| strange.contains(&bytes))
}

static SHADOWS: Mutex<BTreeMap<Scope, BTreeMap<Place, Shadow>>> = Mutex::new(BTreeMap::new());

fn shadows<R>(act: impl FnOnce(&mut BTreeMap<Scope, BTreeMap<Place, Shadow>>) -> R) -> R {
    act(&mut SHADOWS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The shadow of a variable on the present device, if it has one.
pub(crate) fn find(functions: &Functions, variable: u64) -> Option<u64> {
    let place = (functions.device(), variable);
    let scopes = derivatives::scopes();
    let found: Vec<u64> = shadows(|all| {
        let own = scopes.iter().filter_map(|scope| all.get(scope));
        let own = own.filter_map(|variables| variables.get(&place));
        own.map(|shadow| shadow.at as u64).collect()
    });
    // A thread that has begun no derivative may be at work for any that runs, or for halves that are called apart.
    match found[..] {
        [] => None,
        [one] if derivatives::own().is_some() => Some(one),
        _ => of_several(),
    }
}

/// The same; from now on it has one.
pub(crate) fn need(functions: &'static Functions, (variable, bytes): (u64, u64)) -> u64 {
    if let Some(known) = find(functions, variable) {
        return known;
    }
    let scope = match derivatives::own() {
        Some(one) => one,
        None if derivatives::scopes().is_empty() => of_halves(),
        None => of_several(),
    };
    let place = (functions.device(), variable);
    let at = memory::obtain(functions, memory::DEVICE, bytes) as usize;
    if at == 0 {
        rooms::missing(Some(bytes));
    }
    let shadow = Shadow {
        functions,
        at,
        bytes,
        named: false,
    };
    shadows(|all| all.entry(scope).or_default().insert(place, shadow));
    at as u64
}

/// Derivatives have ended: this one from a depth on, with those within it.
pub(crate) fn forget(derivative: Id, depth: u64) {
    if depth <= 1 {
        steps::forget(derivative);
    }
    let gone = shadows(|all| {
        let mut ended = all.split_off(&(derivative, depth));
        // Others have larger numbers.
        all.append(&mut ended.split_off(&(derivative + 1, 0)));
        ended
    });
    if gone.iter().any(|(scope, own)| is_lost(*scope, own)) {
        fail_with(
            Why::Variable,
            "numbers that vary lie in a variable of the device that no kernel of the derivative names by the address that the host has, and a kernel names another one of its size: they may be the same",
            "hand kernels a pointer to memory of the device",
        );
    }
    let mut others = UNSHADOWED.lock().unwrap_or_else(PoisonError::into_inner);
    others.retain(|(id, within), _| *id != derivative || *within < depth);
    drop(others);
    for shadow in gone.into_values().flat_map(BTreeMap::into_values) {
        memory::release(shadow.functions, memory::DEVICE, shadow.at as *mut c_void);
    }
}

fn of_halves() -> ! {
    fail_with(
        Why::Variable,
        "numbers that vary lie in a variable of the device, and the halves of the derivative are called apart: nothing says how long its shadow is needed",
        "compute the derivative in one call (`__enzyme_autodiff`), or hand kernels a pointer to memory of the device",
    )
}

fn of_several() -> ! {
    fail_with(
        Why::Variable,
        "numbers that vary lie in a variable of the device, on a thread of which it is not known which one of several derivatives it belongs to",
        "use the variable on the thread that computes the derivative, or hand kernels a pointer to memory of the device",
    )
}

/// Ends the program: a kernel names a variable with numbers that vary, whose shadow its derivatives are not handed.
pub(crate) fn is_named(kernel: &str, variable: &str) -> ! {
    fail_with(
        Why::Variable,
        &format!(
            "numbers that vary lie in the variable `{variable}` of the device, and to the derivatives of the kernel `{kernel}` nothing in it varies: it holds pointers, or no numbers by its type, or a function names it that stays a function"
        ),
        "hand the kernel a pointer to memory of the device, or let the variable be one of numbers",
    )
}

#[cfg(test)]
mod tests {
    use super::{find, names, need};
    use crate::vendor::mock::{FUNCTIONS, machine};
    use crate::{enzyme_rs_gpu_begin, enzyme_rs_gpu_end};
    use std::ffi::c_void;

    /// What a derivative does on this thread. Each has its own place on the stack.
    #[inline(never)]
    fn derivative<R>(act: impl FnOnce() -> R) -> R {
        let depth = enzyme_rs_gpu_begin(std::ptr::null());
        let result = act();
        enzyme_rs_gpu_end(depth);
        result
    }

    fn read(at: u64) -> f64 {
        let mut value = 1.0f64;
        FUNCTIONS.copy((&raw mut value).cast(), at as *const c_void, 8);
        value
    }

    fn write(at: u64, value: f64) {
        FUNCTIONS.copy(at as *mut c_void, (&raw const value).cast(), 8);
    }

    #[test]
    fn a_variable_has_a_shadow_of_zeros_in_each_derivative() {
        for _ in 0..2 {
            derivative(|| {
                assert_eq!(find(&FUNCTIONS, 4096), None);
                let shadow = need(&FUNCTIONS, (4096, 8));
                assert_eq!(read(shadow), 0.0);
                write(shadow, 3.0);
                // Another one within it has its own, and this one keeps what it had.
                derivative(|| {
                    assert_eq!(find(&FUNCTIONS, 4096), None);
                    assert_eq!(read(need(&FUNCTIONS, (4096, 8))), 0.0);
                });
                assert_eq!(find(&FUNCTIONS, 4096), Some(shadow));
                assert_eq!((need(&FUNCTIONS, (4096, 8)), read(shadow)), (shadow, 3.0));
                let other = machine(|machine| std::mem::replace(&mut machine.device, -9));
                assert_eq!(find(&FUNCTIONS, 4096), None);
                machine(|machine| machine.device = other);
            });
            assert_eq!(machine(|machine| machine.in_use()), 0);
        }
    }

    #[test]
    #[should_panic(expected = "a kernel names another one of its size: they may be the same")]
    fn a_variable_that_kernels_know_by_another_address_is_told() {
        derivative(|| {
            need(&FUNCTIONS, (4096, 8));
            // One of another size, and one that has a shadow later, are none.
            names(&FUNCTIONS, (5120, 16));
            names(&FUNCTIONS, (8192, 8));
            // No panic leaves the functions that generated code calls.
            let (id, depth) = super::derivatives::own().unwrap();
            super::forget(id, depth);
        });
    }

    #[test]
    fn a_variable_that_kernels_know_by_its_address_is_none_that_is_lost() {
        derivative(|| {
            names(&FUNCTIONS, (8192, 8));
            for variable in [4096, 8192] {
                need(&FUNCTIONS, (variable, 8));
            }
            names(&FUNCTIONS, (4096, 8));
        });
    }

    #[test]
    #[should_panic(expected = "numbers that vary lie in a variable of the device")]
    fn a_thread_without_a_derivative_is_told() {
        // Derivatives of other tests may run: this thread must not be taken for one of theirs.
        need(&FUNCTIONS, (4096, 8));
    }
}
