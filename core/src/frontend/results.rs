//! From what a derivative returns to what the hook is declared to return.
//!
//! Owns: the list of results of a request, and how their scalars fit into the hook's type. Must
//! not: emit (see `emit`).
//! Tests: `frontend/tests.rs`.

use super::activity::parameter_name;
use super::layout::{self, Leaf, describe};
use super::site::Site;
use crate::diag::{Diagnostic, codes};
use crate::request::{Activity, Mode, Request};
use enzyme_llvm_shim::ir::{Module, Type};

/// How results become what the hook returns.
#[derive(Clone, Debug)]
pub(super) enum Fit {
    /// Nobody looks at them, or there are none.
    Nothing,
    /// The only scalar, converted: C programs have one declaration for all floating types.
    Cast(Leaf),
    /// Scalar by scalar.
    Pieces(Vec<Piece>),
}

/// One scalar of the results and its place.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// In what the derivative returns.
    pub(super) source: Leaf,
    /// In what the hook returns.
    pub(super) target: Leaf,
    /// In bytes from the start of what the hook returns.
    pub(super) offset: u64,
    /// It is only a part of the target's scalar.
    pub(super) packed: bool,
}

/// What the hook is declared to return.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// The type.
    pub(super) ty: Type,
    /// It is returned through memory.
    pub(super) in_memory: bool,
    /// Somebody looks at it.
    used: bool,
}

impl Target {
    /// Of a hook call.
    pub(super) fn of(site: &Site) -> Self {
        let memory = site.memory_type();
        let used = memory.is_some() || !site.call.users().is_empty();
        Self {
            ty: memory.unwrap_or(site.call.ty()),
            in_memory: memory.is_some(),
            used,
        }
    }
}

/// What the derivative of a request returns, with names for messages.
fn results(site: &Site, request: &Request) -> Vec<(String, Type)> {
    let returned = request.function.function_type().returned();
    let mut all = Vec::new();
    if request.returned.primal {
        all.push(("primal value".to_owned(), returned));
    }
    match request.mode {
        Mode::Forward if request.returned.active => all.push(("tangent".to_owned(), returned)),
        Mode::Forward => {}
        _ => {
            for (index, param) in request.function.params().into_iter().enumerate() {
                if request.params[index] == Activity::Out {
                    let name = parameter_name(site, index);
                    all.push((format!("adjoint of {name}"), param.ty()));
                }
            }
        }
    }
    all
}

/// Checks that the results of a request fit what the hook is declared to return.
pub(super) fn check(site: &Site, request: &Request) -> Result<(), Diagnostic> {
    let results = results(site, request);
    let types: Vec<Type> = results.iter().map(|(_, ty)| *ty).collect();
    let source = layout::gather(site.module.context(), &types);
    let target = Target::of(site);
    if fit(site.module, source, target).is_some() {
        return Ok(());
    }
    let (name, is) = (request.function.name(), describe(target.ty));
    let listed = match &types[..] {
        [] => "nothing".to_owned(),
        [only] => describe(*only),
        _ => describe(source),
    };
    let mut error = site.refuse(
        codes::HOOK_RETURN,
        format!(
            "the hook is declared to return {is}, but the derivative of `{name}` returns {listed}"
        ),
    );
    for (name, ty) in &results {
        error = error.note(format!("result: {name}, {}", describe(*ty)));
    }
    Err(error.help(match results.len() {
        0 => "declare a hook that returns void for this call",
        1 => "declare a hook that returns this type for this call",
        _ => "declare a hook that returns a structure of these types, in this order",
    }))
}

/// How results of type `source` fit `target`, if they do.
pub(super) fn fit(module: Module, source: Type, target: Target) -> Option<Fit> {
    if !target.used {
        return Some(Fit::Nothing);
    }
    let sources = layout::leaves(module, source);
    // An undeclared function of old C returns int.
    if sources.is_empty() && layout::is_integer(target.ty) && !target.in_memory {
        return Some(Fit::Nothing);
    }
    if let ([only], true) = (
        &sources[..],
        layout::is_float(target.ty) && !target.in_memory,
    ) {
        return layout::is_float(only.ty).then(|| Fit::Cast(only.clone()));
    }
    let targets = layout::leaves(module, target.ty);
    let pieces = pair(module, &sources, &targets)?;
    (!pieces.is_empty()).then_some(Fit::Pieces(pieces))
}

/// Finds a place for every scalar of the results, in order.
fn pair(module: Module, sources: &[Leaf], targets: &[Leaf]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = sources;
    for target in targets {
        match rest.split_first() {
            Some((source, others)) if holds(target.ty, source.ty) => {
                let (source, target) = (source.clone(), target.clone());
                let offset = target.offset;
                pieces.push(Piece {
                    source,
                    target,
                    offset,
                    packed: false,
                });
                rest = others;
            }
            _ if is_padding(target.ty) => {}
            _ => rest = pack(module, target, rest, &mut pieces)?,
        }
    }
    rest.is_empty().then_some(pieces)
}

/// Whether a scalar is stored as this type; truth values take a byte in memory.
fn holds(target: Type, source: Type) -> bool {
    target == source || (is_integer_of(target, 8) && is_integer_of(source, 1))
}

fn is_integer_of(ty: Type, bits: u32) -> bool {
    layout::is_integer(ty) && ty.int_bits() == bits
}

/// Front ends fill the gaps of structures with bytes.
fn is_padding(ty: Type) -> bool {
    is_integer_of(ty, 8)
}

/// Conventions return two or more small fields as one integer.
fn pack<'a>(
    module: Module,
    target: &Leaf,
    sources: &'a [Leaf],
    pieces: &mut Vec<Piece>,
) -> Option<&'a [Leaf]> {
    let room = layout::is_integer(target.ty).then(|| module.store_size(target.ty))?;
    let mut at = 0;
    let mut count = 0;
    for source in sources {
        let (size, align) = (module.store_size(source.ty), module.alignment(source.ty));
        let start = u64::next_multiple_of(at, u64::from(align.max(1)));
        if start + size > room {
            break;
        }
        let (source, offset) = (source.clone(), target.offset + start);
        pieces.push(Piece {
            source,
            target: target.clone(),
            offset,
            packed: true,
        });
        at = start + size;
        count += 1;
    }
    // One alone would be a number taken for its bits.
    (count >= 2).then(|| &sources[count..])
}
