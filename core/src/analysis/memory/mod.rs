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
//! **Invariant**: two accesses that may meet touch a common field. Activity, shadows and refusals rely on it.
//!
//! - *Objects and callers.* Facts do not flow down the call graph. But types that a callee alone cannot tell are asked of a second analysis of
//!   everything below the hooks as one component (`Facts::closed_world`), which is never asked about anything else. Functions of hooks that have a
//!   callee in common are analysed together, for generated functions serve all hooks. Only there is it known that *nobody* accesses a member
//!   of memory which callers see, so that a copy may leave it out. Heap memory counts as seen if a global leads to it.
//! - *Arrays.* Fields of different sorts may share an offset in an array: strict aliasing keeps a number and an integer apart. An index
//!   that is one of two constants reduces the stride to their distance. A pointer that is moved by the difference of two pointers into one object
//!   is as exact as places in that object: the byte counts by which containers and sorting move leave arrays of structures apart.
//! - *Types* come from use: typed loads and stores, TBAA tags and `tbaa.struct`, `bitcast`, copies (types flow both ways), constants. Memory
//!   that is only set or copied as a whole has one untyped field, for it can be active, too.
//! - *Integers.* TBAA says that an integer is one, and in code without TBAA the type of stack memory does. Only that keeps an access apart
//!   from a number at the same place of an array. What the program computes with is *presumed* to be an integer: it meets everything, and
//!   a number at its place is a contradiction. In code with TBAA an access of a number without a tag was a copy of bytes and keeps nothing
//!   apart, either. A store tells what it tells of all its bytes: a word over several members ends the numbers among them, whatever its
//!   first byte is. A word that nobody types is of the numbers that fill it.
//! - *Types of accesses* are those of the bits that are moved. A program may move a number as a pointer, or two floats as a double. Two accesses of
//!   numbers of different kinds, or of a number and a pointer, are apart in an array if TBAA says so of both, or else under the conditions of
//!   [`contested`]. Where they are not, they meet, and what moves active numbers or pointers there is refused (`plan::disguised`).
//! - *Addresses in integers.* An integer that was moved as a whole leads where the pointer in it did. One that was computed, or a pointer that
//!   was written in pieces, may lead anywhere: all memory at such addresses is one object, whose numbers vary and are useful, and callers
//!   see it. Only new memory that is aligned by constants, to one address, is followed.
//!
//! The analysis is flow-insensitive and does not depend on the request, so that it is computed once a function.
//!
//! Owns: [`scalar`] (what a place holds), [`origins`] (where memory comes from), [`graph`] (the unification),
//! [`touches`] (what instructions access), [`build`] (constraints of instructions), [`integers`] (what is nothing else), [`fragments`] (which integers carry bits of
//! numbers), [`used`] (what proves that a number is one), [`shapes`] (what lies where, by the pointers of the accesses),
//! [`contested`] (bytes that are accessed as several sorts), [`component`] (the settled objects, numbered), [`facts`] (the frozen answers), [`passing`] (copies as callers know them), [`freeing`] (parameters whose memory ends). Must not: know activity.

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
mod punned;
mod scalar;
mod shapes;
mod touches;
mod used;

pub(crate) use build::{
    VARIABLES_ELSEWHERE, analyze_closed, analyze_component, declared_otherwise,
};
pub(crate) use component::{FieldId, Object, ObjectId, Place};
pub(crate) use facts::{Memory, Reach, Replaced};
pub(crate) use graph::gcd;
pub(crate) use origins::{Maker, Origins};
pub(crate) use scalar::{Run, Scalar, Spot, constant_scalar, float_size, named_scalar, named_size};
