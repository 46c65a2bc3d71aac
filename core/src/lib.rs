//! The differentiation engine: LLVM IR in, LLVM IR with derivatives out.
//!
//! One idea rules it: **look, decide, write**. [`frontend`] reads the hook calls into requests,
//! `prepare` canonicalises copies of the functions concerned, `view` is a dense read-only snapshot
//! of one function, `analysis` only reads it, `plan` only decides (plain data, printable), `synth`
//! only emits. Rules of derivation are data and live in `enzyme-rules`.
//!
//! Must not: name a parallel runtime, hold global state, print, or contain `unsafe`.

#![deny(unsafe_code)]
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "headers of modules guide readers of the code, too"
)]

mod analysed;
mod analysis;
mod block_sums;
mod checks;
pub mod diag;
mod explain;
pub mod frontend;
mod generated;
mod launched;
mod names;
mod opened;
pub mod options;
pub mod phases;
mod pipeline;
mod plan;
mod prepare;
mod raised;
pub mod report;
pub mod request;
mod synth;
mod tiled;
mod truncation;
mod view;

pub use diag::{Code, Diagnostic, Severity};
pub use names::own as own_name;
pub use options::Options;
pub use pipeline::Outcome;
pub use prepare::mark_variables;

use enzyme_llvm_shim::ir::Module;
use enzyme_rules::Registry;

/// Replaces every hook call of the module by generated derivative code.
pub fn differentiate_module(module: Module, registry: &Registry, options: &Options) -> Outcome {
    pipeline::run(module, registry, options)
}
