//! What a run leaves for people and for other programs.
//!
//! Owns: its parts. Must not: compute.

pub(crate) mod earlier;
pub(crate) mod fields;
#[cfg_attr(feature = "hdf5", path = "hdf5.rs")]
#[cfg_attr(not(feature = "hdf5"), path = "plain.rs")]
mod form;
pub(crate) mod inversion;
pub(crate) mod page;
mod part;
mod pictures;
#[cfg_attr(feature = "png", path = "png.rs")]
#[cfg_attr(not(feature = "png"), path = "no_png.rs")]
pub(crate) mod png;
pub(crate) mod report;
pub(crate) mod text;
pub(crate) mod timeline;
mod xdmf;
