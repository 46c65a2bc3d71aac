//! CUDA and HIP: what the instructions of kernels are to a derivative.
//!
//! Owns: the packs [`Nvidia`] and [`Amd`], and how both say their rows. Must not: know what a derivative is.

#![deny(unsafe_code)]

mod amd;
mod assembly;
mod host;
mod nvidia;
mod refused;

pub use amd::Amd;
use enzyme_rules::{
    CalleeKind, CarrierRule, Effects, Entry, LinearRule, Meeting, MirrorRule, Refused, Said,
    Symbols,
};
pub use nvidia::Nvidia;
use std::sync::Arc;

/// The barrier of a block, in the libraries of both machines.
const BARRIER: &str = "enzyme_rs_grid_barrier";

/// What kernels need of the run-time library that differentiated code of the host launches.
const LAUNCHES: &str = include_str!("launches.ll");

/// What to do with states of generators of random numbers, in which integers and numbers of a library lie.
const GENERATORS: &str = "draw random numbers in a kernel of their own, marked ENZYME_RS_KERNEL_INACTIVE, into memory that the hook is handed as enzyme_const; uniform numbers may be drawn here from a state that is not copied: `curand_uniform_double(&states[i])` (docs/gpu-libraries.md#curand)";

/// A barrier with so many operands.
fn barrier(operands: usize) -> CalleeKind {
    CalleeKind::Mirrored(Arc::new(MirrorRule::of_itself(Meeting::Barrier, operands)))
}

/// Linear in an operand; the library's function of the adjoint.
fn linear(operand: u8, adjoint: &'static str) -> CalleeKind {
    CalleeKind::Linear(LinearRule { operand, adjoint })
}

/// Hands on the bits of an operand; what takes its place for numbers of 32 and of 64 bits.
fn carrier(operand: u8, short: &'static str, long: &'static str) -> CalleeKind {
    CalleeKind::Carrier(CarrierRule {
        operand,
        short,
        long,
        kept: None,
        below: None,
    })
}

/// Names that begin so have no derivative.
fn inactive(
    names: &'static [&'static str],
    effects: Effects,
) -> impl Iterator<Item = Entry> + 'static {
    names
        .iter()
        .map(move |name| Entry::prefix(*name, CalleeKind::inactive(effects)))
}

/// How names begin, what the source calls that, what to do instead.
type Refusals = (&'static [&'static str], &'static str, &'static str);

fn entries((names, construct, remedy): &'static Refusals) -> impl Iterator<Item = Entry> {
    names.iter().map(|name| {
        let what = CalleeKind::Refused(Refused {
            construct: Some(construct),
            ..(*remedy).into()
        });
        Entry::prefix(*name, what)
    })
}

/// What is said of a function of the library, which has a body.
fn said(name: &'static str, what: CalleeKind) -> (Symbols, Said) {
    let entry = Entry::exact(name, what);
    (entry.matcher.clone(), Said::Known(entry))
}
