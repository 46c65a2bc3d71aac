//! Settings in TOML as people write them: numbers with units, sizes, times; errors that show file, line and key, with the nearest name.
//!
//! A text becomes one of the [`Sources`], [`read`] makes a [`Table`] of it in which each word has its place, and a [`Section`] is asked for its
//! keys one by one. [`Section::finish`] complains of what nobody has asked for. [`words`] has numbers the other way round, for output.
//!
//! Owns: kinds of values, and the look of what is said of wrong ones. Must not: know which keys there are, or what they mean.

#![deny(unsafe_code)]

mod complaint;
mod section;
mod units;
mod value;
pub mod words;

pub use complaint::{Complaint, Place, Sources, nearest};
pub use section::Section;
pub use value::{Entry, Table, Value, overlay, read};
