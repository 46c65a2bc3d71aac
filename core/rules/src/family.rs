//! From a symbol to its family, and from a family to the symbol that calls it.
//!
//! Owns: suffixes and prefixes: `sinf`, `sinl`, `__sin_finite`, `llvm.sin.v4f32`, `__nv_sinf`,
//! `__ocml_sin_f64`, `__fd_sin_1` all mean the family `sin`. Must not: know which families exist
//! (`families.rs`) or what they do. C++'s mangled `std::` overloads are inline functions around
//! these names and need no entry. Tests: `tests/families.rs`.

use crate::families::{
    ALIASES, AS_INSTRUCTION, Devices, FAMILIES, Family, Home, INSTRUCTIONS, ON_DEVICES, ROUNDED,
    SILENT, SPELLED_OUT, WAYS, find,
};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The floating-point types of LLVM that functions come in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    /// IEEE binary16
    Half,
    /// IEEE binary32
    Float,
    /// IEEE binary64
    Double,
    /// x87 80 bit
    X86Fp80,
    /// bfloat16
    BFloat,
    /// IEEE binary128
    Fp128,
}

/// How a symbol spells its family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spelling {
    /// `sinf`
    Libm,
    /// `__sinf_finite`, of old glibc with `-ffast-math`
    Finite,
    /// `llvm.sin.f32`
    Intrinsic,
    /// `__nv_sinf`, or an instruction of NVIDIA's
    Libdevice,
    /// `__ocml_sin_f32`, or an instruction of AMD's
    Ocml,
    /// `__fs_sin_1`, of classic flang
    Flang,
}

/// A symbol understood.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Member {
    /// The family.
    pub family: &'static str,
    /// The kind that the name says; none for intrinsics, whose operands say it. `l` is reported
    /// as x87's 80 bit: where `long double` is another type, believe the operand.
    pub kind: Option<FloatKind>,
    /// How the name is spelled.
    pub style: Spelling,
}

/// How to call a member of a family at some kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// An LLVM intrinsic, without its type suffix: `llvm.sin`.
    Intrinsic(&'static str),
    /// A function of the C math library (or of a device's, see [`spelling_on`]) at that kind.
    Libm(String),
    /// A function of the C math library at another kind: extend the arguments, truncate the result.
    Promoted {
        /// The kind to compute at.
        at: FloatKind,
        /// The function.
        symbol: String,
    },
    /// An internal function that the engine emits from [`crate::helper()`]'s formula.
    Helper(&'static str),
}

/// The family member that a symbol names.
pub fn classify(symbol: &str) -> Option<Member> {
    match symbol.strip_prefix("llvm.") {
        Some(name) => classify_intrinsic(name).or_else(|| classify_instruction(name)),
        None => SYMBOLS.get(symbol).copied(),
    }
}

/// How to call a member of the family; none for instructions and for families that only devices
/// have (formulas call neither).
pub fn spelling(family: &str, kind: FloatKind) -> Option<Callee> {
    let family = find(family)?;
    if let Some(base) = family.intrinsic {
        return INTRINSICS
            .get(base)
            .map(|known| Callee::Intrinsic(known.full));
    }
    match family.home {
        Home::Libm => Some(libm(family.name, kind)),
        Home::Helper => crate::helper::helper(family.name).map(|h| Callee::Helper(h.symbol)),
        Home::Intrinsic | Home::Device | Home::Instruction => None,
    }
}

/// The function of the C library that a call of the family runs in the end, if it may set `errno`.
/// [`spelling`] prefers the intrinsic, of which LLVM believes that it leaves `errno` alone.
pub fn setting_errno(family: &str, kind: FloatKind) -> Option<Callee> {
    let family = find(family)?;
    let is_call = family.home == Home::Libm && !SILENT.contains(&family.name);
    is_call.then(|| libm(family.name, kind))
}

/// What compilers make of calls of a C function whose first argument is of that kind: the intrinsic
/// (`llvm.sin`) or the instruction (`frem`) of that name; none if they leave them as they are.
pub fn made_of(symbol: &str, kind: FloatKind) -> Option<&'static str> {
    let family = find(classify(symbol)?.family)?;
    let suffix = match kind {
        FloatKind::Float => "f",
        FloatKind::Double => "",
        FloatKind::X86Fp80 | FloatKind::Fp128 => "l",
        FloatKind::Half | FloatKind::BFloat => return None,
    };
    // Of all the names that mean the family they know the function by this one.
    if symbol != suffixed(family.name, suffix) {
        return None;
    }
    let mut instructions = AS_INSTRUCTION.iter();
    if let Some((_, instruction)) = instructions.find(|(name, _)| *name == family.name) {
        return Some(instruction);
    }
    // Where the C function returns through pointers, the intrinsic of its name is another family
    // (`modf_pair`).
    let base = family.intrinsic.unwrap_or(family.name);
    INTRINSICS.get(base).map(|known| known.full)
}

/// How to call a member of the family where only a device library is linked: the instruction that all devices have, or else the library that the
/// style names, without its fast variants. NVIDIA's has no function of 16 bits. For other styles the same as [`spelling`].
pub fn spelling_on(style: Spelling, family: &str, kind: FloatKind) -> Option<Callee> {
    let is_device = matches!(style, Spelling::Libdevice | Spelling::Ocml);
    let home = find(family)?.home;
    if !is_device || home == Home::Helper || ON_DEVICES.contains(&family) {
        return spelling(family, kind);
    }
    let symbol = |at: FloatKind| device_symbol(style, family, at);
    let short = matches!(kind, FloatKind::Half | FloatKind::BFloat);
    let promoted = |symbol| Callee::Promoted {
        at: FloatKind::Float,
        symbol,
    };
    let own = symbol(kind).map(Callee::Libm);
    own.or_else(|| symbol(FloatKind::Float).filter(|_| short).map(promoted))
}

/// A device library's function of that family and kind, whatever its shape.
pub fn device_function(style: Spelling, family: &str, kind: FloatKind) -> Option<String> {
    let known = device_symbol(style, family, kind);
    known.or_else(|| match (style, kind) {
        (Spelling::Libdevice, FloatKind::Double) => Some(format!("__nv_{family}")),
        (Spelling::Libdevice, FloatKind::Float) => Some(format!("__nv_{family}f")),
        (Spelling::Ocml, FloatKind::Double) => Some(format!("__ocml_{family}_f64")),
        (Spelling::Ocml, FloatKind::Float) => Some(format!("__ocml_{family}_f32")),
        _ => None,
    })
}

fn device_symbol(style: Spelling, family: &str, kind: FloatKind) -> Option<String> {
    let is_fast = |symbol: &str| {
        ["__nv_fast_", "__ocml_native_", "llvm."]
            .iter()
            .any(|start| symbol.starts_with(start))
    };
    let mut all = symbols().filter(|(symbol, _)| !is_fast(symbol));
    let wanted = (family, Some(kind), style);
    let found = all.find(|(_, member)| (member.family, member.kind, member.style) == wanted);
    found.map(|(symbol, _)| symbol.to_owned())
}

/// Every symbol that means a family, in order of their spelling; intrinsics are not among them.
pub fn symbols() -> impl Iterator<Item = (&'static str, Member)> {
    SYMBOLS
        .iter()
        .map(|(symbol, member)| (symbol.as_str(), *member))
}

fn libm(base: &str, kind: FloatKind) -> Callee {
    match kind {
        FloatKind::Half | FloatKind::BFloat => Callee::Promoted {
            at: FloatKind::Float,
            symbol: suffixed(base, "f"),
        },
        FloatKind::Float => Callee::Libm(suffixed(base, "f")),
        FloatKind::Double => Callee::Libm(suffixed(base, "")),
        FloatKind::X86Fp80 => Callee::Libm(suffixed(base, "l")),
        FloatKind::Fp128 => Callee::Libm(suffixed(base, "f128")),
    }
}

/// `sin` + `f` = `sinf`, but `lgamma_r` + `f` = `lgammaf_r`.
fn suffixed(base: &str, suffix: &str) -> String {
    match base.strip_suffix("_r") {
        Some(stem) => format!("{stem}{suffix}_r"),
        None => format!("{base}{suffix}"),
    }
}

/// An instruction of a device by the name of its intrinsic: `nvvm.sqrt.rn.ftz.f`, `amdgcn.exp2.f32`. How it rounds, and what it does to the
/// smallest numbers, changes no derivative.
fn classify_instruction(name: &str) -> Option<Member> {
    let (style, rest) = match (name.strip_prefix("nvvm."), name.strip_prefix("amdgcn.")) {
        (Some(rest), _) => (Spelling::Libdevice, rest),
        (_, Some(rest)) => (Spelling::Ocml, rest),
        (None, None) => return None,
    };
    let mut parts = rest.split('.');
    let operation = parts.next()?;
    let mut parts: Vec<&str> = parts.collect();
    let kind = match parts.pop()? {
        "d" | "f64" => FloatKind::Double,
        "f" | "f32" => FloatKind::Float,
        "f16" => FloatKind::Half,
        _ => return None,
    };
    let is_way = |part: &&str| WAYS.contains(part);
    let mut instructions = INSTRUCTIONS.iter().filter(|_| parts.iter().all(is_way));
    let (_, family, _) = instructions.find(|(known, _, of)| *known == operation && *of == style)?;
    Some(Member {
        family,
        kind: Some(kind),
        style,
    })
}

struct Intrinsic {
    full: &'static str,
    family: &'static str,
}

/// Intrinsics by their name without `llvm.` and types.
static INTRINSICS: LazyLock<BTreeMap<&'static str, Intrinsic>> = LazyLock::new(|| {
    let entry = |family: &'static Family| {
        let base = family.intrinsic?;
        let full: &'static str = Box::leak(format!("llvm.{base}").into_boxed_str());
        Some((
            base,
            Intrinsic {
                full,
                family: family.name,
            },
        ))
    };
    FAMILIES.iter().filter_map(entry).collect()
});

fn classify_intrinsic(name: &str) -> Option<Member> {
    let base = without_types(name);
    let strict = base.strip_prefix("experimental.constrained.");
    let family = match INTRINSICS.get(strict.unwrap_or(base)) {
        Some(known) => known.family,
        // The strict twins of the instructions are intrinsics though they themselves are not.
        None => {
            find(strict?)
                .filter(|family| family.home == Home::Instruction)?
                .name
        }
    };
    Some(Member {
        family,
        kind: None,
        style: Spelling::Intrinsic,
    })
}

/// Cuts the overload suffixes from an intrinsic's name: `sin.v4f32` becomes `sin`.
fn without_types(name: &str) -> &str {
    let mut base = name;
    while let Some((rest, last)) = base.rsplit_once('.') {
        if !is_type(last) {
            break;
        }
        base = rest;
    }
    base
}

/// `f64`, `bf16`, `f80`, `ppcf128`, `i32`, `p0`, and vectors of them: `v4f32`, `nxv2f64`.
fn is_type(token: &str) -> bool {
    let vector = token
        .strip_prefix("nxv")
        .or_else(|| token.strip_prefix('v'));
    let scalar = match vector {
        Some(rest) => rest.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => token,
    };
    let prefixes = ["ppcf", "bf", "f", "i", "p"];
    let width = prefixes
        .iter()
        .find_map(|prefix| scalar.strip_prefix(prefix));
    width.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// All symbols, generated once from the families.
static SYMBOLS: LazyLock<BTreeMap<String, Member>> = LazyLock::new(|| every_symbol().collect());

/// Every symbol with its family, in the order of the families and with repetitions if there were
/// any; a test counts them.
pub fn all_spellings() -> Vec<(String, &'static str)> {
    every_symbol()
        .map(|(symbol, member)| (symbol, member.family))
        .collect()
}

fn every_symbol() -> impl Iterator<Item = (String, Member)> {
    let own = FAMILIES.iter().flat_map(|family| {
        let member = |(symbol, kind, style)| {
            (
                symbol,
                Member {
                    family: family.name,
                    kind,
                    style,
                },
            )
        };
        spellings(family)
            .into_iter()
            .map(|(s, kind, style)| (s, Some(kind), style))
            .map(member)
    });
    let aliases = ALIASES.iter().flat_map(|&(alias, family)| {
        let member = move |kind| Member {
            family,
            kind: Some(kind),
            style: Spelling::Libm,
        };
        libm_names(alias)
            .into_iter()
            .map(move |(symbol, kind)| (symbol, member(kind)))
    });
    let spelled_out = SPELLED_OUT.iter().map(|&(symbol, family, double)| {
        let kind = Some(if double {
            FloatKind::Double
        } else {
            FloatKind::Float
        });
        (
            symbol.to_string(),
            Member {
                family,
                kind,
                style: style_of(symbol),
            },
        )
    });
    own.chain(aliases).chain(spelled_out).chain(rounded())
}

/// `__nv_dadd_rz`, `__ocml_fma_rtn_f64`: arithmetic that says how it rounds.
fn rounded() -> impl Iterator<Item = (String, Member)> {
    let kinds = [
        ("d", "", "f64", FloatKind::Double),
        ("f", "f", "f32", FloatKind::Float),
    ];
    let member = |family, kind, style| Member {
        family,
        kind: Some(kind),
        style,
    };
    kinds
        .into_iter()
        .flat_map(move |(letter, suffix, bits, kind)| {
            let nvidia = ["rn", "rd", "ru", "rz"].into_iter().flat_map(move |way| {
                let member = move |family| member(family, kind, Spelling::Libdevice);
                let plain = ROUNDED.iter();
                let plain = plain.map(move |(name, family)| {
                    (format!("__nv_{letter}{name}_{way}"), member(family))
                });
                plain.chain([(format!("__nv_fma{suffix}_{way}"), member("fma"))])
            });
            let amd = ["rte", "rtn", "rtp", "rtz"]
                .into_iter()
                .flat_map(move |way| {
                    let member = move |family| member(family, kind, Spelling::Ocml);
                    let all = ROUNDED.iter().chain([&("fma", "fma")]);
                    all.map(move |(name, family)| {
                        (format!("__ocml_{name}_{way}_{bits}"), member(family))
                    })
                });
            nvidia.chain(amd)
        })
}

fn style_of(symbol: &str) -> Spelling {
    match symbol {
        _ if symbol.starts_with("__nv_") || symbol.starts_with("llvm.nvvm.") => Spelling::Libdevice,
        _ if symbol.starts_with("__ocml_") || symbol.starts_with("llvm.amdgcn.") => Spelling::Ocml,
        _ => Spelling::Libm,
    }
}

/// Every symbol of a family, with its kind and style.
fn spellings(family: &Family) -> Vec<(String, FloatKind, Spelling)> {
    let name = family.name;
    let mut found = Vec::new();
    if family.home == Home::Libm {
        tag(&mut found, libm_names(name), Spelling::Libm);
        tag(&mut found, finite_names(name), Spelling::Finite);
        tag(&mut found, flang_names(name), Spelling::Flang);
    }
    if matches!(family.devices, Devices::Both | Devices::Nvidia) {
        tag(&mut found, libdevice_names(name), Spelling::Libdevice);
    }
    if matches!(family.devices, Devices::Both | Devices::Amd) {
        tag(&mut found, ocml_names(name), Spelling::Ocml);
    }
    found
}

fn tag(
    found: &mut Vec<(String, FloatKind, Spelling)>,
    names: Vec<(String, FloatKind)>,
    style: Spelling,
) {
    found.extend(
        names
            .into_iter()
            .map(|(symbol, kind)| (symbol, kind, style)),
    );
}

/// C's suffixes, and those of glibc's interchange types.
const SUFFIXES: &[(&str, FloatKind)] = &[
    ("", FloatKind::Double),
    ("f", FloatKind::Float),
    ("l", FloatKind::X86Fp80),
    ("f16", FloatKind::Half),
    ("f32", FloatKind::Float),
    ("f64", FloatKind::Double),
    ("f128", FloatKind::Fp128),
    ("f32x", FloatKind::Double),
    ("f64x", FloatKind::X86Fp80),
];

fn libm_names(base: &str) -> Vec<(String, FloatKind)> {
    SUFFIXES
        .iter()
        .map(|&(suffix, kind)| (suffixed(base, suffix), kind))
        .collect()
}

fn finite_names(base: &str) -> Vec<(String, FloatKind)> {
    let suffixes = SUFFIXES
        .iter()
        .filter(|(suffix, _)| matches!(*suffix, "" | "f" | "l" | "f128"));
    suffixes
        .map(|&(s, kind)| (format!("__{}_finite", suffixed(base, s)), kind))
        .collect()
}

/// Fast, relaxed and precise variants, single and double.
fn flang_names(base: &str) -> Vec<(String, FloatKind)> {
    let kinds = [('s', FloatKind::Float), ('d', FloatKind::Double)];
    let name = |mode: char, kind: char| format!("__{mode}{kind}_{base}_1");
    ['f', 'r', 'p']
        .into_iter()
        .flat_map(|mode| kinds.map(|(letter, kind)| (name(mode, letter), kind)))
        .collect()
}

fn libdevice_names(base: &str) -> Vec<(String, FloatKind)> {
    vec![
        (format!("__nv_{base}"), FloatKind::Double),
        (format!("__nv_{base}f"), FloatKind::Float),
        (format!("__nv_fast_{base}f"), FloatKind::Float),
    ]
}

fn ocml_names(base: &str) -> Vec<(String, FloatKind)> {
    let kinds = [
        ("f16", FloatKind::Half),
        ("f32", FloatKind::Float),
        ("f64", FloatKind::Double),
    ];
    let name = |prefix: &str, suffix: &str| format!("__ocml_{prefix}{base}_{suffix}");
    ["", "native_"]
        .into_iter()
        .flat_map(|prefix| kinds.map(|(suffix, kind)| (name(prefix, suffix), kind)))
        .collect()
}
