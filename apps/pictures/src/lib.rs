//! Pictures of schedules, Taylor expansions, fields and curves, as SVG without anything outside of it.
//!
//! - [`schedule`]: what a checkpoint schedule does over time;
//! - [`taylor`]: what is left of an expansion ([`expansion`] has the numbers);
//! - [`field`]: numbers on a grid as colours;
//! - [`scaling`]: times by the number of ranks;
//! - [`course`]: how numbers fall from one evaluation to the next;
//! - [`curve`]: how one number varies with another;
//! - [`timeline`]: what ranks do over time.
//!
//! All have the colours of [`palette`].
//!
//! With the feature `png-files`, `png_files` makes PNG of them.

#![deny(unsafe_code)]

mod canvas;
pub mod course;
pub mod curve;
pub mod expansion;
pub mod field;
pub mod numbers;
pub mod palette;
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

type Drawn = Result<(), Failed>;
