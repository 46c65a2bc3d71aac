//! No PNG: this build is without the feature `png`.
//!
//! Owns: saying so. Must not: write anything.

use enzyme_case::Complaint;
use std::convert::Infallible;

/// Nothing makes PNG.
pub(crate) enum Painter {}

impl Painter {
    /// As there is none, nobody asks it.
    pub(super) fn png(&self, _: &str) -> Result<Vec<u8>, Infallible> {
        match *self {}
    }
}

/// Says that there is none.
///
/// # Errors
/// Always.
pub(crate) fn prepare() -> Result<Painter, Complaint> {
    let complaint = Complaint::new("this build of enzyme-rs-run writes no PNG");
    Err(complaint
        .help("build it with its feature `png`, or leave `pictures = \"both\"` out of the case"))
}
