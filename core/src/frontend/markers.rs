//! The markers in a hook's argument list.
//!
//! Owns: their names and the shapes in which front ends hand them over. Must not: know what a
//! marker means for a request (see `parse`).
//! Tests: `frontend/tests.rs`.

use super::resolve;
use enzyme_llvm_shim::ir::{Opcode, TypeKind, Value, ValueKind};

/// What a marker says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    /// The next argument has no derivative.
    Const,
    /// The next argument comes with its shadow.
    Dup,
    /// As [`Marker::Dup`]; the primal result behind it is not asked for.
    DupNoNeed,
    /// As [`Marker::Dup`]; the shadows of all directions lie in one buffer, as many bytes apart as the next argument says.
    DupApart,
    /// The same, as [`Marker::DupNoNeed`].
    DupNoNeedApart,
    /// The next argument says how many directions there are.
    Width,
    /// The next argument is the same for all calls of a batch.
    Scalar,
    /// Each call of a batch has an argument of its own.
    Vector,
    /// Each call of a batch has an address of its own, as many bytes from the one before as the next argument says.
    Buffer,
    /// The next argument's adjoint is returned.
    Out,
    /// The primal value is returned, too.
    PrimalReturn,
    /// The return value is inactive.
    ConstReturn,
    /// The return value is active.
    ActiveReturn,
    /// The return value is active and has a shadow.
    DupReturn,
    /// Nothing is asked about the return value.
    NoReturn,
    /// The next argument says how many bytes there are for the tape.
    Allocated,
    /// The next argument is the tape, or the memory for it.
    Tape,
    /// The tape outlives the reverse pass.
    NoFree,
    /// The tape is one of those of all threads of a launch: what the engine says of kernels, and no program.
    OfLaunch,
    /// Memory that is its own shadow is inactive.
    RuntimeActivity,
    /// Other threads add to the same shadows.
    AtomicAdd,
    /// Nobody changes what the next argument points to between the two halves.
    NotOverwritten,
    /// The shadows of all arguments stand behind the arguments.
    Interleave,
    /// A marker of the known tool that this one does not offer.
    Unsupported(&'static str),
    /// What looks like a marker and is none.
    Unknown(String),
    /// One of several, as the path says that was taken.
    Chosen,
}

/// The markers by name.
const MARKERS: &[(&str, Marker)] = &[
    ("enzyme_const", Marker::Const),
    ("enzyme_dup", Marker::Dup),
    ("enzyme_dupnoneed", Marker::DupNoNeed),
    ("enzyme_dupv", Marker::DupApart),
    ("enzyme_dupnoneedv", Marker::DupNoNeedApart),
    ("enzyme_width", Marker::Width),
    ("enzyme_scalar", Marker::Scalar),
    ("enzyme_vector", Marker::Vector),
    ("enzyme_buffer", Marker::Buffer),
    ("enzyme_out", Marker::Out),
    ("enzyme_primal_return", Marker::PrimalReturn),
    ("enzyme_const_return", Marker::ConstReturn),
    ("enzyme_active_return", Marker::ActiveReturn),
    ("enzyme_dup_return", Marker::DupReturn),
    ("enzyme_noret", Marker::NoReturn),
    ("enzyme_allocated", Marker::Allocated),
    ("enzyme_tape", Marker::Tape),
    ("enzyme_nofree", Marker::NoFree),
    ("enzyme_rs_of_launch", Marker::OfLaunch),
    ("enzyme_not_overwritten", Marker::NotOverwritten),
    ("enzyme_runtime_activity", Marker::RuntimeActivity),
    ("enzyme_atomic_add", Marker::AtomicAdd),
    ("enzyme_interleave", Marker::Interleave),
];

/// Markers without support, with the remedy.
const UNSUPPORTED: &[(&str, &str)] = &[
    (
        "enzyme_byref",
        "pass the value by pointer with `enzyme_dup`",
    ),
    (
        "enzyme_interface",
        "leave it out: probabilistic programming is not supported",
    ),
    (
        "enzyme_trace",
        "leave it out: probabilistic programming is not supported",
    ),
    (
        "enzyme_duptrace",
        "leave it out: probabilistic programming is not supported",
    ),
    (
        "enzyme_likelihood",
        "leave it out: probabilistic programming is not supported",
    ),
    (
        "enzyme_duplikelihood",
        "leave it out: probabilistic programming is not supported",
    ),
    (
        "enzyme_observations",
        "leave it out: probabilistic programming is not supported",
    ),
    (
        "enzyme_active_rand_var",
        "leave it out: probabilistic programming is not supported",
    ),
];

impl Marker {
    /// The name that the user wrote.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Unknown(name) => name,
            Self::Unsupported(name) => name,
            _ => MARKERS
                .iter()
                .find(|(_, known)| known == self)
                .map_or("", |(name, _)| name),
        }
    }

    /// What to do instead of using it.
    pub(super) fn remedy(&self) -> &'static str {
        UNSUPPORTED
            .iter()
            .find(|(name, _)| *name == self.name())
            .map_or(
                "markers are enzyme_const, enzyme_dup, enzyme_dupnoneed, enzyme_dupv, \
             enzyme_dupnoneedv, enzyme_out, enzyme_width, enzyme_scalar, enzyme_vector, enzyme_buffer, \
             enzyme_primal_return, enzyme_const_return, enzyme_dup_return, enzyme_active_return, \
             enzyme_noret, enzyme_allocated, enzyme_tape, enzyme_nofree, enzyme_not_overwritten, \
             enzyme_runtime_activity, enzyme_atomic_add and enzyme_interleave",
                |(_, remedy)| remedy,
            )
    }

    /// Whether it speaks about the next argument rather than the return value.
    pub(super) fn is_activity(&self) -> bool {
        matches!(self, Self::Const | Self::Out) || self.is_dup()
    }

    /// Whether it announces a shadow or tangent.
    pub(super) fn is_dup(&self) -> bool {
        let one = matches!(self, Self::Dup | Self::DupNoNeed);
        one || matches!(self, Self::DupApart | Self::DupNoNeedApart)
    }

    /// Whether what belongs to all directions or calls lies in one buffer.
    pub(super) fn is_apart(&self) -> bool {
        matches!(self, Self::DupApart | Self::DupNoNeedApart | Self::Buffer)
    }

    /// Whether it says what the calls of a batch are given.
    pub(super) fn is_of_batch(&self) -> bool {
        matches!(self, Self::Scalar | Self::Vector | Self::Buffer)
    }

    /// Whether the primal result is not asked for.
    pub(super) fn is_no_need(&self) -> bool {
        matches!(self, Self::DupNoNeed | Self::DupNoNeedApart)
    }

    /// Whether it speaks about the tape of a split derivative.
    pub(super) fn is_about_tape(&self) -> bool {
        matches!(
            self,
            Self::Allocated | Self::Tape | Self::NoFree | Self::OfLaunch | Self::NotOverwritten
        )
    }
}

/// The identifier at the start of a text: mangling goes on with a capital letter or a digit, and
/// Fortran appends an underscore.
pub(super) fn identifier(text: &str) -> &str {
    let end = text
        .find(|c: char| !c.is_ascii_lowercase() && c != '_')
        .unwrap_or(text.len());
    text[..end].trim_end_matches('_')
}

/// The marker of a name, mangled or not. `enzyme_output` is not `enzyme_out`.
fn by_name(name: &str) -> Option<Marker> {
    let start = name.find("enzyme_")?;
    let word = identifier(&name[start..]);
    let known = MARKERS
        .iter()
        .find(|(text, _)| *text == word)
        .map(|(_, marker)| marker.clone());
    known.or_else(|| {
        let (name, _) = UNSUPPORTED.iter().find(|(text, _)| *text == word)?;
        Some(Marker::Unsupported(name))
    })
}

/// Whether a global variable is a marker.
pub(super) fn is_marker_global(global: Value) -> bool {
    by_name(&global.name()).is_some()
}

/// The marker that an argument is, if it is one.
pub(super) fn marker_of(argument: Value) -> Option<Marker> {
    let mut value = argument;
    for _ in 0..resolve::DEPTH {
        if let Some(marker) = direct(value) {
            return Some(marker);
        }
        if let Some(several) = merged(value) {
            return of_all(&several);
        }
        value = resolve::step(value)?;
    }
    None
}

/// The values of which a phi or a select is one, or those behind the pointers of which a load takes one: optimisers merge
/// the markers of several hook calls so.
fn merged(value: Value) -> Option<Vec<Value>> {
    if resolve::is_instruction(value, Opcode::LLVMLoad) {
        return merged(value.operand(0)?);
    }
    if resolve::is_instruction(value, Opcode::LLVMSelect) {
        return Some(value.operands().split_off(1));
    }
    let is_phi = resolve::is_instruction(value, Opcode::LLVMPHI);
    is_phi.then(|| value.incoming().into_iter().map(|(from, _)| from).collect())
}

/// What several values are that are all markers.
fn of_all(values: &[Value]) -> Option<Marker> {
    let markers: Vec<Marker> = values.iter().map(|v| direct(*v)).collect::<Option<_>>()?;
    let first = markers.first()?;
    let same = markers.iter().all(|marker| marker == first);
    Some(if same { first.clone() } else { Marker::Chosen })
}

/// The marker that a value is without looking through anything.
fn direct(value: Value) -> Option<Marker> {
    if value.kind() == ValueKind::LLVMMetadataAsValueValueKind {
        return Some(from_metadata(value));
    }
    if is_variable(value) {
        return by_name(&value.name());
    }
    if !resolve::is_instruction(value, Opcode::LLVMLoad) {
        return None;
    }
    let global = variable_at(value.operand(0)?)?;
    by_name(&global.name()).or_else(|| unknown(value, global))
}

fn from_metadata(value: Value) -> Marker {
    let text = value.metadata_string();
    let known = text.as_deref().and_then(by_name);
    known.unwrap_or_else(|| Marker::Unknown(text.unwrap_or_else(|| "metadata".to_owned())))
}

/// An integer that is only declared and called `enzyme_…` is a marker that somebody misspelt.
fn unknown(load: Value, global: Value) -> Option<Marker> {
    let name = global.name();
    let integer = load.ty().kind() == TypeKind::LLVMIntegerTypeKind;
    let misspelt = integer && global.is_declaration() && name.starts_with("enzyme_");
    misspelt.then_some(Marker::Unknown(name))
}

/// The variable that a pointer is, be it in a space of addresses of its own, as on GPUs.
fn variable_at(pointer: Value) -> Option<Value> {
    let cast = || resolve::step(pointer).filter(|_| !pointer.is_instruction());
    [Some(pointer), cast()]
        .into_iter()
        .flatten()
        .find(|value| is_variable(*value))
}

fn is_variable(value: Value) -> bool {
    value.kind() == ValueKind::LLVMGlobalVariableValueKind
}
