//! What a run leaves for people and for other programs.
//!
//! Owns: its parts. Must not: compute.

mod drawn;
pub(crate) mod earlier;
pub(crate) mod fields;
#[cfg_attr(feature = "hdf5", path = "hdf5.rs")]
#[cfg_attr(not(feature = "hdf5"), path = "plain.rs")]
mod form;
pub(crate) mod inversion;
pub(crate) mod page;
#[cfg_attr(feature = "png", path = "painter.rs")]
#[cfg_attr(not(feature = "png"), path = "no_painter.rs")]
mod painter;
mod parameters;
mod part;
mod pictures;
pub(crate) mod png;
pub(crate) mod report;
pub(crate) mod text;
pub(crate) mod timeline;
mod xdmf;
