//! In which order threads pass through code that one at a time runs, and what ThreadSanitizer is told of that.
//!
//! Owns: orders of passages (`passages`), locks of single numbers (`updates`), and words for the sanitizer. Must not: know who starts threads, or what
//! they do inside.

pub mod passages;
pub mod sanitizer;
pub mod updates;
