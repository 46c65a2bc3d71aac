//! What a run leaves for people and for other programs.
//!
//! Owns: its parts. Must not: compute.

pub(crate) mod fields;
pub(crate) mod text;
mod xdmf;
