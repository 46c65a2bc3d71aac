//! The built-in pack: what the engine knows without any other.
//!
//! Owns: the list of its tables. Must not: hold rows itself, nor name a parallel runtime. It
//! registers through the same door as every other pack.

mod aarch64;
mod advice;
mod alloc;
mod complex;
mod devices;
mod float;
mod fortran;
mod inactive;
mod intrinsics;
mod jumps;
mod libm;
mod library;
mod memory;
mod noreturn;
mod rows;
mod sharing;
mod special;
mod vector;
mod x86;

use crate::lanes::Guard;
use crate::registry::{Entry, RulePack, Said, Symbols};
pub use advice::{advice, speaks_alone};
pub use fortran::{DESCRIPTOR, assignment};

/// The built-in pack.
pub fn builtin() -> impl RulePack {
    Builtin
}

struct Builtin;

impl RulePack for Builtin {
    fn name(&self) -> &'static str {
        "builtin"
    }

    fn entries(&self) -> Vec<Entry> {
        let tables = [
            float::entries(),
            libm::entries(),
            special::entries(),
            complex::entries(),
            intrinsics::entries(),
            inactive::entries(),
            library::entries(),
            fortran::entries(),
            noreturn::entries(),
            jumps::entries(),
            alloc::entries(),
            memory::entries(),
            vector::entries(),
            x86::entries(),
            aarch64::entries(),
            devices::entries(),
        ];
        tables.into_iter().flatten().collect()
    }

    fn sinks(&self) -> &'static [&'static str] {
        library::SINKS
    }

    fn guards(&self) -> &'static [(&'static str, &'static str)] {
        library::GUARDS
    }

    fn said(&self) -> Vec<(Symbols, Said)> {
        noreturn::said()
    }
}

/// Lanes of a call that its row is not about.
pub fn guard(symbol: &str) -> Option<Guard> {
    x86::guard(symbol)
}
