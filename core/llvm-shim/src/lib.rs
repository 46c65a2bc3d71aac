//! Everything `unsafe` of the compiler side.
//!
//! Owns: the border between safe Rust and LLVM. [`ir`] has `Copy` handles over LLVM's C API (in
//! place of inkwell's typed values, which panic on legal IR such as tokens and metadata operands),
//! [`builder`] emits instructions, [`analyses`] exports what LLVM's analyses know as plain arrays,
//! [`transform`] has primitive transforms, [`clock`] says what time they take, [`host`] has
//! what makes device code code of the host, [`plugin`] has the entry
//! point's plumbing, [`io`] reads and writes modules through inkwell.
//!
//! Must not: contain policy. It answers questions about IR and performs primitive steps; what they
//! are for is decided in `enzyme-core`.
//!
//! **Invariant that makes the safe functions sound.** Handles are obtained from one [`ir::Module`]
//! that its caller lends exclusively for the duration of a run; no handle is used after the module
//! is gone, nor after the value it names was erased. Erasing functions say so.

mod ffi;

pub mod analyses;
pub mod builder;
pub mod clock;
pub mod host;
pub mod io;
pub mod ir;
pub mod plugin;
pub mod transform;

pub use inkwell;
