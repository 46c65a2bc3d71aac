//! LLVM intrinsics that are not members of a C family.
//!
//! Owns: rows for `powi`, `fmuladd` and their like, the intrinsics with several results, integer
//! operations and pass-throughs. Must not: list what moves memory (`memory.rs`) or vectors (the
//! engine's). The names are those of LLVM 22.

use super::rows::{out_entries, scalar_entries};
use crate::callee::CalleeKind;
use crate::calls::{if_eq, powi};
use crate::outs::{OutRule, field, integer, whole};
use crate::registry::Entry;
use crate::table::{ScalarRule, int};
use crate::term::Term;
use crate::{derivatives, out_derivatives};
use std::f64::consts::PI;

pub(super) fn entries() -> Vec<Entry> {
    let integer = INTEGER
        .iter()
        .map(|&name| Entry::intrinsic(name, CalleeKind::IntegerOp));
    let through = PASS_THROUGH
        .iter()
        .map(|&name| Entry::intrinsic(name, CalleeKind::PassThrough(0)));
    scalar_entries(rules())
        .chain(out_entries(outs()))
        .chain(integer)
        .chain(through)
        .collect()
}

#[rustfmt::skip] // a table
fn rules() -> Vec<ScalarRule> {
    derivatives! {
        arithmetic_fence(x: -9.0..9.0) => 1.0;
        canonicalize(x: -9.0..9.0)     => 1.0;
        fmuladd(a: -3.0..3.0, b: -3.0..3.0, c: -3.0..3.0) => b, a, 1.0;
        powi(x: -3.0..3.0, n: int(-5..6))
            at { (0.0, 0.0) => [0.0], "x^0 is constant"; (0.0, 1.0) => [1.0], "the identity"; (0.0, 2.0) => [0.0], "flat" }
            => if_eq(n, 0.0, 0.0, Term::from(n) * powi(x, n - 1));
    }
}

#[rustfmt::skip] // a table
fn outs() -> Vec<OutRule> {
    out_derivatives! {
        frexp_pair   (x: -9.0..9.0) -> (r: field(0), e: integer(field(1))) => [if_eq(x, 0.0, 1.0, r / x)], [];
        modf_pair    (x: -9.0..9.0) -> (f: field(0), i: whole(field(1))) => [1.0], [];
        sincos_pair  (x: -9.0..9.0) -> (s: field(0), c: field(1))        => [c], [-s];
        sincospi_pair(x: -3.0..3.0) -> (s: field(0), c: field(1))        => [PI * c], [-PI * s];
    }
}

/// Integer arithmetic in the shape of calls.
#[rustfmt::skip] // a table
const INTEGER: &[&str] = &[
    "llvm.abs", "llvm.bitreverse", "llvm.bswap", "llvm.clmul", "llvm.ctlz", "llvm.ctpop", "llvm.cttz",
    "llvm.fshl", "llvm.fshr", "llvm.sadd.sat", "llvm.sadd.with.overflow", "llvm.scmp",
    "llvm.sdiv.fix", "llvm.sdiv.fix.sat", "llvm.smax", "llvm.smin", "llvm.smul.fix", "llvm.smul.fix.sat",
    "llvm.smul.with.overflow", "llvm.sshl.sat", "llvm.ssub.sat", "llvm.ssub.with.overflow",
    "llvm.uadd.sat", "llvm.uadd.with.overflow", "llvm.ucmp", "llvm.udiv.fix", "llvm.udiv.fix.sat",
    "llvm.umax", "llvm.umin", "llvm.umul.fix", "llvm.umul.fix.sat", "llvm.umul.with.overflow",
    "llvm.ushl.sat", "llvm.usub.sat", "llvm.usub.with.overflow",
    "llvm.vector.reduce.add", "llvm.vector.reduce.and", "llvm.vector.reduce.mul",
    "llvm.vector.reduce.or", "llvm.vector.reduce.smax", "llvm.vector.reduce.smin",
    "llvm.vector.reduce.umax", "llvm.vector.reduce.umin", "llvm.vector.reduce.xor",
];

/// Intrinsics whose result is their first operand, with something remembered or forgotten.
#[rustfmt::skip] // a table
const PASS_THROUGH: &[&str] = &[
    "llvm.annotation", "llvm.expect", "llvm.expect.with.probability", "llvm.launder.invariant.group",
    "llvm.preserve.static.offset", "llvm.ptr.annotation", "llvm.ssa.copy",
    "llvm.strip.invariant.group",
];
