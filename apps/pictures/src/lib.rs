//! Pictures of schedules, Taylor expansions, fields and curves, as SVG without anything outside of it.
//!
//! - [`schedule`]: what a checkpoint schedule does over time;
//! - [`taylor`]: what is left of an expansion, and how fast it falls;
//! - [`field`]: numbers on a grid as colours, or as a line;
//! - [`scaling`]: times by the number of ranks;
//! - [`course`]: how numbers fall from one evaluation to the next;
//! - [`curve`]: how one number varies with another;
//! - [`timeline`]: what ranks do over time.
//!
//! With the feature `png-files`, `png_files` makes PNG of them.

#![deny(unsafe_code)]

mod canvas;
pub mod course;
pub mod curve;
pub mod field;
mod numbers;
#[cfg(feature = "png-files")]
pub mod png_files;
pub mod scaling;
pub mod schedule;
mod svg;
pub mod taylor;
pub mod timeline;
mod trace;

/// A picture that cannot be drawn, and why.
pub type Failed = Box<dyn std::error::Error>;
