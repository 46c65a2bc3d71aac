//! The built-in pack: what the engine knows without any other.
//!
//! Owns: the list of its tables. Must not: hold rows itself, nor name a parallel runtime. It
//! registers through the same door as every other pack.

mod aarch64;
mod alloc;
mod complex;
mod float;
mod inactive;
mod intrinsics;
mod jumps;
mod libm;
mod library;
mod memory;
mod noreturn;
mod special;
mod vector;
mod x86;

use crate::callee::CalleeKind;
use crate::lanes::Guard;
use crate::outs::OutRule;
use crate::registry::{Entry, RulePack, Symbols};
use crate::table::ScalarRule;
use std::collections::BTreeMap;
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
            jumps::entries(),
            alloc::entries(),
            memory::entries(),
            vector::entries(),
            x86::entries(),
            aarch64::entries(),
        ];
        tables.into_iter().flatten().collect()
    }

    fn sinks(&self) -> &'static [&'static str] {
        library::SINKS
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

/// Entries for symbols that share a row: one of `own`, of the instructions or of the C library.
fn sharing(
    own: Vec<ScalarRule>,
    names: impl Iterator<Item = (&'static str, &'static str)>,
    symbols: fn(&'static str) -> Symbols,
) -> impl Iterator<Item = Entry> {
    let all = own.into_iter().chain(float::rules()).chain(libm::rules());
    let rows: BTreeMap<&str, Arc<ScalarRule>> =
        all.map(|rule| (rule.name, Arc::new(rule))).collect();
    names.map(move |(symbol, row)| Entry {
        matcher: symbols(symbol),
        what: CalleeKind::Scalar(rows[row].clone()),
    })
}

/// Lanes of a call that its row is not about.
pub fn guard(symbol: &str) -> Option<Guard> {
    x86::guard(symbol)
}
