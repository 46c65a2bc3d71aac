//! The built-in pack: what the engine knows without any other.
//!
//! Owns: the list of its tables. Must not: hold rows itself, nor name a parallel runtime. It
//! registers through the same door as every other pack.

mod alloc;
mod complex;
mod float;
mod inactive;
mod intrinsics;
mod libm;
mod library;
mod memory;
mod noreturn;
mod special;

use crate::callee::CalleeKind;
use crate::outs::OutRule;
use crate::registry::{Entry, RulePack};
use crate::table::ScalarRule;
use std::sync::Arc;

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
            noreturn::entries(),
            alloc::entries(),
            memory::entries(),
        ];
        tables.into_iter().flatten().collect()
    }
}

/// Entries for rows, each about the family that it is named after.
fn scalar_entries(rules: Vec<ScalarRule>) -> impl Iterator<Item = Entry> {
    rules
        .into_iter()
        .map(|rule| Entry::family(rule.name, CalleeKind::Scalar(Arc::new(rule))))
}

/// The same for functions with several results.
fn out_entries(rules: Vec<OutRule>) -> impl Iterator<Item = Entry> {
    rules
        .into_iter()
        .map(|rule| Entry::family(rule.name, CalleeKind::OutResults(Arc::new(rule))))
}
