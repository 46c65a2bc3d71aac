//! How exactly a simulation computes, and what rounding then leaves of differences.
//!
//! Owns: these thresholds. Must not: judge (`results` does).

use serde::{Serialize, Serializer};

/// What a check accepts of a simulation that computes so exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Precision {
    /// As a case calls it.
    pub(crate) name: &'static str,
    /// Differences of objectives below this part of them are rounding.
    pub(crate) noise: f64,
    /// By which part of the derivative forward mode may differ from reverse mode.
    pub(crate) difference: f64,
    /// Accepted difference of the order of remainders from 2.
    pub(crate) order: f64,
    /// Which part of the derivative may be missing from a gradient that is right: along a direction of all controls, and along that of a field, which may be felt so
    /// little that differences have no more digits.
    pub(crate) missing: f64,
    pub(crate) missing_of_field: f64,
}

pub(crate) const DOUBLE: Precision = Precision {
    name: "double",
    noise: 1e-13,
    difference: 1e-10,
    order: 0.05,
    missing: 1e-5,
    missing_of_field: 1e-3,
};

/// Numbers of 32 bits have an ulp of 1.2e-7.
pub(crate) const SINGLE: Precision = Precision {
    name: "single",
    noise: 3e-6,
    difference: 1e-4,
    order: 0.2,
    missing: 1e-3,
    missing_of_field: 1e-2,
};

impl Serialize for Precision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}
