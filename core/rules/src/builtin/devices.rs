//! Functions of libdevice and OCML that no C library has, and instructions of NVIDIA's and AMD's processors.
//!
//! Owns: rows, and the names that share them. Must not: list functions that C has, which are families (`families.rs`).
//! Not here, and so refused by name on active data: norms of arrays (`norm`, `rnorm`), Bessel functions I0 and I1, `llvm.amdgcn.sin` and `cos`,
//! which count in turns.

use super::sharing::sharing;
use crate::callee::CalleeKind;
use crate::calls::{exp, if_eq, if_gt};
use crate::outs::{OutRule, returned, through};
use crate::registry::{Entry, Symbols};
use crate::table::ScalarRule;
use crate::term::Term;
use crate::{derivatives, out_derivatives};
use std::f64::consts::{FRAC_2_SQRT_PI, PI};
use std::sync::Arc;

/// sqrt(pi) / 2 and sqrt(2 pi).
const HALF_SQRT_PI: f64 = 1.0 / FRAC_2_SQRT_PI;
const SQRT_TAU: f64 = 2.506_628_274_631_000_5;

pub(super) fn entries() -> Vec<Entry> {
    let named = NAMES.iter().flat_map(|(row, nvidia, amd)| {
        let of_nvidia =
            [nvidia.to_string(), format!("{nvidia}f")].map(|name| format!("__nv_{name}"));
        let of_amd = ["f16", "f32", "f64"].map(|kind| format!("__ocml_{amd}_{kind}"));
        let all = of_nvidia.into_iter().chain(of_amd);
        all.filter(|name| !name.contains("__ocml__"))
            .map(|name| (name, *row))
    });
    let instructions = INSTRUCTIONS
        .iter()
        .map(|(name, row)| (name.to_string(), *row));
    let names: Vec<(&'static str, &'static str)> = named
        .chain(instructions)
        .map(|(name, row)| (&*name.leak(), row))
        .collect();
    sharing(rules(), names.into_iter(), symbols)
        .chain(sincospi())
        .collect()
}

/// AMD's intrinsics come in several types.
fn symbols(name: &'static str) -> Symbols {
    match name.starts_with("llvm.amdgcn.") {
        true => Symbols::Intrinsic(name),
        false => Symbols::Exact(name.into()),
    }
}

#[rustfmt::skip] // a table
fn rules() -> Vec<ScalarRule> {
    derivatives! {
        device_erfcinv (x: 0.1..1.9)   -> r => -HALF_SQRT_PI * exp(r * r);
        // Where the two nearly cancel, by the asymptotic series.
        device_erfcx   (x: -2.0..90.0) -> r => if_gt(x, 50.0, erfcx_far(x, r), 2.0 * x * r - FRAC_2_SQRT_PI);
        device_erfinv  (x: -0.9..0.9)  -> r => HALF_SQRT_PI * exp(r * r);
        device_normcdf (x: -3.0..3.0)       => exp(-0.5 * x * x) / SQRT_TAU;
        device_normcdfinv(x: 0.1..0.9) -> r => SQRT_TAU * exp(0.5 * r * r);
        device_rcp     (x: 0.1..9.0)   -> r => -(r / x);
        // At the origin the symmetric choice, as for `hypot`.
        device_norm3d  (x: -9.0..9.0, y: -9.0..9.0, z: -9.0..9.0) -> r at { (0.0, 0.0, 0.0) => [0.0, 0.0, 0.0], "kink: the symmetric choice" }
            => if_eq(r, 0.0, 0.0, x / r), if_eq(r, 0.0, 0.0, y / r), if_eq(r, 0.0, 0.0, z / r);
        device_rnorm3d (x: 0.1..9.0, y: 0.1..9.0, z: 0.1..9.0) -> r => -x * r * r * r, -y * r * r * r, -z * r * r * r;
    }
}

/// The derivative by its quotient with -r / x: the series of both in 1 / x^2, divided.
fn erfcx_far<'a>(x: Term<'a>, r: Term<'a>) -> Term<'a> {
    let u = 1.0 / x / x;
    -(r / x) * (1.0 - u * (1.0 - u * (2.5 - 9.25 * u)))
}

/// Rows, and how NVIDIA's and AMD's libraries call them.
const NAMES: &[(&str, &str, &str)] = &[
    ("device_erfcinv", "erfcinv", "erfcinv"),
    ("device_erfcx", "erfcx", "erfcx"),
    ("device_erfinv", "erfinv", "erfinv"),
    ("device_normcdf", "normcdf", "ncdf"),
    ("device_normcdfinv", "normcdfinv", "ncdfinv"),
    ("device_norm3d", "norm3d", "len3"),
    ("device_rnorm3d", "rnorm3d", "rlen3"),
];

#[rustfmt::skip] // a table
const INSTRUCTIONS: &[(&str, &str)] = &[
    ("__nv_drcp_rn", "device_rcp"), ("__nv_drcp_rd", "device_rcp"), ("__nv_drcp_ru", "device_rcp"), ("__nv_drcp_rz", "device_rcp"),
    ("__nv_frcp_rn", "device_rcp"), ("__nv_frcp_rd", "device_rcp"), ("__nv_frcp_ru", "device_rcp"), ("__nv_frcp_rz", "device_rcp"),
    ("llvm.nvvm.rcp.rn.d", "device_rcp"), ("llvm.nvvm.rcp.rm.d", "device_rcp"), ("llvm.nvvm.rcp.rp.d", "device_rcp"), ("llvm.nvvm.rcp.rz.d", "device_rcp"),
    ("llvm.nvvm.rcp.rn.f", "device_rcp"), ("llvm.nvvm.rcp.rm.f", "device_rcp"), ("llvm.nvvm.rcp.rp.f", "device_rcp"), ("llvm.nvvm.rcp.rz.f", "device_rcp"),
    ("llvm.nvvm.rcp.approx.ftz.d", "device_rcp"), ("llvm.nvvm.rcp.approx.ftz.f", "device_rcp"), ("llvm.nvvm.rcp.rn.ftz.f", "device_rcp"),
    ("llvm.amdgcn.rcp", "device_rcp"),
];

/// The sine and the cosine of pi times a number: NVIDIA's library writes both, AMD's returns the first.
fn sincospi() -> Vec<Entry> {
    let rows: Vec<OutRule> = out_derivatives! {
        sincospi(x: -3.0..3.0) -> (s: through(1), c: through(2)) => [PI * c], [-PI * s];
        sincospi_returned(x: -3.0..3.0) -> (s: returned(), c: through(1)) => [PI * c], [-PI * s];
    };
    let names: [&[&'static str]; 2] = [
        &["__nv_sincospi", "__nv_sincospif"],
        &[
            "__ocml_sincospi_f16",
            "__ocml_sincospi_f32",
            "__ocml_sincospi_f64",
        ],
    ];
    let entries = rows.into_iter().zip(names).flat_map(|(row, names)| {
        let rule = Arc::new(row);
        let entry =
            move |name: &&'static str| Entry::exact(*name, CalleeKind::OutResults(rule.clone()));
        names.iter().map(entry).collect::<Vec<_>>()
    });
    entries.collect()
}
