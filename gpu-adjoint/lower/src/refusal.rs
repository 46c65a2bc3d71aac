//! What cannot be run on the CPU.
//!
//! Owns: how it is said. Must not: find it.

use enzyme_llvm_shim::analyses::demangled;
use enzyme_llvm_shim::ir::{SourceLocation, Value};
use std::fmt;

/// Something in device code that has no meaning here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What it is, by its name.
    pub what: String,
    /// The function of the source in which it stands; empty: none.
    pub function: String,
    /// Its place in the source, if that is known.
    pub place: Option<SourceLocation>,
    /// What can be done.
    pub help: &'static str,
}

impl Refusal {
    /// Of an instruction.
    pub(crate) fn at(instruction: Value, what: String, help: &'static str) -> Self {
        let symbol = instruction.block().map(|b| b.function().name());
        let symbol = symbol.unwrap_or_default();
        let symbol = symbol.strip_suffix(crate::EMULATED).unwrap_or(&symbol);
        Refusal {
            what,
            function: demangled(symbol).unwrap_or_else(|| symbol.to_owned()),
            place: instruction.source_location(),
            help,
        }
    }

    /// Of the module, or of something in it that stands in no function.
    pub(crate) fn of_module(what: String, help: &'static str) -> Self {
        Refusal {
            what,
            function: String::new(),
            place: None,
            help,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(out, "{}:{}: ", place.file, place.line)?;
        }
        write!(out, "{}", self.what)?;
        match self.function.is_empty() {
            true => Ok(()),
            false => write!(out, ", in `{}`", self.function),
        }
    }
}
