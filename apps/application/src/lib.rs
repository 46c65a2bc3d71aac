//! A simulation in Rust, as `enzyme-rs run` takes it: what `enzyme_rs/application.h` is to C.
//!
//! Owns: what a simulation is in Rust. Must not: know how runs are planned, checkpointed or drawn.

mod field;
mod inactive;
mod panics;
#[cfg(feature = "mpi")]
mod ranks;
mod setup;
mod table;

pub use field::Field;
pub use inactive::inactive;
pub use setup::{Refusal, Setup};
#[doc(hidden)]
pub use table::Application;

/// A simulation: what never changes during a run, and the functions that compute.
///
/// It has *controls*, of which the gradient is wanted, a *state* that steps take from one time to the next, and an *objective*, one number.
/// Controls and state are arrays, one after the other for all fields of their kind, in the order in which `create` names them; each rank has its
/// part.
///
/// - Steps must be deterministic: from equal numbers, step n leads to equal numbers, each time and in each process.
/// - The objective is the sum of what the ranks return. What is to be added up in each step lies in the state, as a field of one number.
/// - What `self` has is constant to derivatives: a step has arrays of its own for what it computes.
pub trait Simulation: Sized {
    /// Reads parameters and names fields.
    ///
    /// # Errors
    /// What [`Setup::refuse`] returns.
    fn create(setup: &mut Setup<'_>) -> Result<Self, Refusal>;

    /// Sets the controls to begin with.
    fn guess(&self, controls: &mut [f64]);

    /// Sets the state before the first step.
    fn initial(&self, controls: &[f64], state: &mut [f64]);

    /// Sets the state after a step, all of it: `after` is what `before` was two steps ago, or anything.
    fn step(&self, step: usize, controls: &[f64], before: &[f64], after: &mut [f64]);

    /// This rank's part of the objective.
    fn objective(&self, controls: &[f64], state: &[f64]) -> f64;
}

/// A simulation whose number of steps nobody knows before.
pub trait Until: Simulation {
    /// Whether the state before this step is the last one: the same on all ranks.
    fn done(&self, step: usize, state: &[f64]) -> bool;
}

/// Makes a library the simulation of a type that is [`Simulation`], with what it simulates.
#[macro_export]
macro_rules! application {
    ($simulation:ident, $about:literal) => {
        $crate::export!($simulation, $about, of);
    };
}

/// The same with second derivatives, for products with Hessians: of a simulation whose steps are not over MPI.
#[macro_export]
macro_rules! application_twice {
    ($simulation:ident, $about:literal) => {
        $crate::export!($simulation, $about, of_twice);
    };
}

/// The same as [`application!`] of a type that is [`Until`], which ends its runs.
#[macro_export]
macro_rules! application_until {
    ($simulation:ident, $about:literal) => {
        $crate::export!($simulation, $about, until);
    };
}

/// The same of a type that is [`Until`], with second derivatives.
#[macro_export]
macro_rules! application_until_twice {
    ($simulation:ident, $about:literal) => {
        $crate::export!($simulation, $about, until_twice);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! export {
    ($simulation:ident, $about:literal, $kind:ident) => {
        #[unsafe(no_mangle)]
        #[allow(non_upper_case_globals, reason = "the driver looks for this name")]
        pub static enzyme_rs_application: $crate::Application = {
            const fn text(text: &'static str) -> &'static ::core::ffi::CStr {
                match ::core::ffi::CStr::from_bytes_with_nul(text.as_bytes()) {
                    Ok(text) => text,
                    Err(_) => panic!("the text has a zero byte"),
                }
            }
            $crate::Application::$kind::<$simulation>(
                text(concat!(stringify!($simulation), "\0")),
                text(concat!($about, "\0")),
            )
        };
    };
}

/// What the page in front of the crate shows, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
