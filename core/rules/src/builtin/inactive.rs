//! Functions of numbers whose derivative is zero or does not exist, and LLVM's bookkeeping.
//!
//! Owns: step functions, classification, inactive intrinsics. Must not: list anything that may
//! move active data (`memory.rs`, `intrinsics.rs`). Library calls are in `library.rs`.
//! Step functions are inactive rather than rows with a zero partial: nothing is needed for them.

use crate::callee::CalleeKind;
use crate::effects::Effects;
use crate::registry::Entry;

pub(super) fn entries() -> Vec<Entry> {
    let inactive = CalleeKind::inactive;
    let steps = STEPS
        .iter()
        .map(|&name| Entry::family(name, inactive(Effects::ERRNO)));
    let classes = CLASSIFICATION
        .iter()
        .map(|&name| Entry::exact(name, inactive(Effects::PURE)));
    let modes = MODES
        .iter()
        .map(|&name| Entry::exact(name, inactive(Effects::ANY)));
    let pure = PURE
        .iter()
        .map(|&name| Entry::intrinsic(name, inactive(Effects::PURE)));
    let state = STATE
        .iter()
        .map(|&name| Entry::intrinsic(name, inactive(Effects::STATE)));
    let writing = WRITING
        .iter()
        .map(|&name| Entry::intrinsic(name, inactive(Effects::ANY)));
    steps
        .chain(classes)
        .chain(modes)
        .chain(pure)
        .chain(state)
        .chain(writing)
        .collect()
}

/// Families that are constant between jumps.
#[rustfmt::skip] // a table
pub(super) const STEPS: &[&str] = &[
    "ceil", "floor", "ilogb", "llrint", "llround", "logb", "lrint", "lround", "nearbyint", "rint",
    "round", "roundeven", "trunc",
];

/// Questions about a number; `nan` reads a string that says which.
#[rustfmt::skip] // a table
const CLASSIFICATION: &[&str] = &[
    "__finite", "__finitef", "__finitel", "__fpclassify", "__fpclassifyf", "__fpclassifyl",
    "__iscanonicall", "__isinf", "__isinff", "__isinfl", "__isnan", "__isnanf", "__isnanl",
    "__issignaling", "__issignalingf", "__issignalingl", "__signbit", "__signbitf", "__signbitl",
    "finite", "finitef", "finitel", "fpclassify", "isfinite", "isgreater", "isgreaterequal",
    "isinf", "isinff", "isinfl", "isless", "islessequal", "islessgreater", "isnan", "isnanf",
    "isnanl", "isnormal", "isunordered", "nan", "nanf", "nanl", "signbit",
    "__nv_finited", "__nv_isfinited", "__nv_finitef", "__nv_isinfd", "__nv_isinff", "__nv_isnand",
    "__nv_isnanf", "__nv_signbitd", "__nv_signbitf", "__ocml_isfinite_f64", "__ocml_isfinite_f32",
    "__ocml_isinf_f64", "__ocml_isinf_f32", "__ocml_isnan_f64", "__ocml_isnan_f32",
    "__ocml_signbit_f64", "__ocml_signbit_f32", "__unorddf2", "__unordsf2",
];

/// The floating-point environment.
#[rustfmt::skip] // a table
const MODES: &[&str] = &[
    "fegetenv", "fegetexceptflag", "fegetround", "feholdexcept", "feclearexcept", "feraiseexcept",
    "fesetenv", "fesetexceptflag", "fesetround", "fetestexcept", "feupdateenv", "feenableexcept",
    "fedisableexcept",
];

/// Intrinsics that compute something inactive, or nothing.
#[rustfmt::skip] // a table
const PURE: &[&str] = &[
    "llvm.addressofreturnaddress", "llvm.allow.runtime.check", "llvm.allow.ubsan.check",
    "llvm.assume", "llvm.codeview.annotation", "llvm.dbg.assign", "llvm.dbg.declare",
    "llvm.dbg.label", "llvm.dbg.value", "llvm.donothing", "llvm.eh.typeid.for",
    "llvm.experimental.constrained.fcmp", "llvm.experimental.constrained.fcmps",
    "llvm.experimental.constrained.fptosi", "llvm.experimental.constrained.fptoui",
    "llvm.experimental.cttz.elts", "llvm.experimental.get.vector.length",
    "llvm.experimental.noalias.scope.decl", "llvm.fake.use", "llvm.fptosi.sat", "llvm.fptoui.sat",
    "llvm.frameaddress", "llvm.get.active.lane.mask", "llvm.get.dynamic.area.offset",
    "llvm.invariant.end", "llvm.invariant.start", "llvm.is.constant", "llvm.is.fpclass",
    "llvm.lifetime.end", "llvm.lifetime.start", "llvm.objectsize", "llvm.pseudoprobe",
    "llvm.public.type.test", "llvm.returnaddress", "llvm.sideeffect", "llvm.sponentry",
    "llvm.stepvector", "llvm.type.test", "llvm.var.annotation", "llvm.vscale",
];

/// Intrinsics that use or change the machine's state, but no memory of the program.
#[rustfmt::skip] // a table
const STATE: &[&str] = &[
    "llvm.debugtrap", "llvm.get.fpenv", "llvm.get.fpmode", "llvm.get.rounding", "llvm.pcmarker",
    "llvm.prefetch", "llvm.read_register", "llvm.read_volatile_register", "llvm.readcyclecounter",
    "llvm.readsteadycounter", "llvm.reset.fpenv", "llvm.reset.fpmode", "llvm.set.fpenv",
    "llvm.set.fpmode", "llvm.set.rounding", "llvm.stackrestore", "llvm.stacksave",
    "llvm.write_register",
];

/// Intrinsics that write memory which never holds active data.
#[rustfmt::skip] // a table
const WRITING: &[&str] = &[
    "llvm.clear_cache", "llvm.instrprof.callsite", "llvm.instrprof.cover",
    "llvm.instrprof.increment", "llvm.instrprof.increment.step",
    "llvm.instrprof.mcdc.parameters", "llvm.instrprof.mcdc.tvbitmap.update",
    "llvm.instrprof.timestamp", "llvm.instrprof.value.profile", "llvm.stackprotector",
    "llvm.va_end", "llvm.va_start", "llvm.xray.customevent", "llvm.xray.typedevent",
];
