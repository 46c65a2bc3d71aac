//! The applications of `apps`, differentiated by the wrappers that lie beside the driver, on several ranks, against what is known of them.
//!
//! Owns: which applications there are. Must not: know how an application works.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod alike;
mod bench;
mod brusselator;
mod burgers;
mod fwi;
mod heat;
mod heat_rust;
mod keeps;
mod lorenz;
mod newton;
mod sedov;
mod shallow_water;
mod throws;
mod uneven;
mod vanderpol;
