//! Objects, the pointers into them, and the types of what they hold.
//!
//! A unification-based points-to analysis (Steensgaard 1996) whose objects have fields: a pointer
//! is an object and a byte offset in it, offsets being known modulo a stride (0: exactly). Address
//! arithmetic with a variable index reduces the stride to the greatest common divisor, so that an
//! array of doubles is one field at offset 0 modulo 8 and an array of structures keeps its fields
//! apart. Functions are analysed bottom-up over the call graph; a callee's objects are copied into
//! its caller (Lattner's data structure analysis, 2003), recursion shares one graph.
//!
//! Types are facts about cells: what was stored or loaded there as a number, a pointer or an
//! integer. They never come from the source types of address arithmetic, which LLVM 22 erases.
//!
//! Owns: [`scalar`] (what a place holds), [`origins`] (where memory comes from), [`graph`] (the unification),
//! [`touches`] (what instructions access), [`build`] (constraints of instructions), [`integers`] (what is nothing else), [`fragments`] (which integers carry bits of
//! numbers), [`used`] (what proves that a number is one), [`shapes`] (what lies where, by the pointers of the accesses),
//! [`contested`] (bytes that are accessed as several sorts), [`component`] (the settled objects, numbered), [`facts`] (the frozen answers), [`passing`] (copies as callers know them), [`freeing`] (parameters whose memory ends). Must not: know activity.

mod bits;
mod build;
mod component;
mod contested;
mod facts;
mod fragments;
mod freeing;
mod graph;
mod integers;
mod origins;
mod passing;
mod scalar;
mod shapes;
mod touches;
mod used;

pub(crate) use build::{analyze_closed, analyze_component};
pub(crate) use component::{FieldId, Object, ObjectId, Place};
pub(crate) use facts::{Memory, Replaced};
pub(crate) use graph::gcd;
pub(crate) use origins::Origins;
pub(crate) use scalar::{Run, Scalar, constant_scalar, float_size, named_scalar};
