//! From what a derivative returns to what the hook is declared to return.
//!
//! Owns: the list of results of a request, and how their scalars fit into the hook's type. Must
//! not: emit (see `emit`).
//! Tests: `frontend/tests.rs`.

use super::activity::{Contents, parameter_name};
use super::layout::{self, Leaf, describe};
use super::site::Site;
use crate::diag::{Diagnostic, codes};
use crate::request::{Activity, Mode, Request, of_each};
use enzyme_llvm_shim::ir::{Module, Type, TypeKind};

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

/// What becomes of the tape of an augmented primal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tape {
    /// There is none among the results.
    None,
    /// It is the first result, and goes where the program says: the hook does not return it.
    Placed,
    /// The hook returns it.
    Returned,
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
    let is_void = returned.kind() == TypeKind::LLVMVoidTypeKind;
    let mut all = Vec::new();
    if request.mode == Mode::Augmented {
        all.push(("tape".to_owned(), site.module.context().pointer()));
    }
    if request.returned.primal && request.mode != Mode::Reverse && !is_void {
        all.push(("primal value".to_owned(), returned));
    }
    match request.mode {
        Mode::Forward if request.returned.active => {
            all.push(("tangent".to_owned(), of_each(returned, request.width)));
        }
        Mode::Forward => {}
        Mode::Augmented => {
            let float = Contents::of(site.module, returned).float;
            if request.returned.active && !float {
                all.push(("shadow".to_owned(), of_each(returned, request.width)));
            }
        }
        Mode::Gradient | Mode::Reverse => {
            for (index, param) in request.function.params().into_iter().enumerate() {
                if request.params[index] == Activity::Out {
                    let name = parameter_name(site, index);
                    let ty = of_each(param.ty(), request.width);
                    all.push((format!("adjoint of {name}"), ty));
                }
            }
        }
    }
    all
}

/// Checks that the results of a request fit what the hook is declared to return.
pub(super) fn check(site: &Site, request: &Request, tape: Tape) -> Result<(), Diagnostic> {
    let mut results = results(site, request);
    let types: Vec<Type> = results.iter().map(|(_, ty)| *ty).collect();
    let source = layout::gather(site.module.context(), &types);
    let target = Target::of(site);
    let lost = tape == Tape::Returned && !target.used;
    if fit(site.module, source, target, tape).is_some() && !lost {
        return Ok(());
    }
    if tape == Tape::Placed {
        results.remove(0);
    }
    let types: Vec<Type> = results.iter().map(|(_, ty)| *ty).collect();
    let (name, is) = (request.function.name(), describe(target.ty));
    let listed = match &types[..] {
        [] => "nothing".to_owned(),
        [only] => describe(*only),
        _ => describe(layout::gather(site.module.context(), &types)),
    };
    let message = match lost {
        true => format!("nobody takes the tape that the augmented primal of `{name}` returns"),
        false => format!(
            "the hook is declared to return {is}, but the derivative of `{name}` returns {listed}"
        ),
    };
    let mut error = site.refuse(codes::HOOK_RETURN, message);
    for (name, ty) in &results {
        error = error.note(format!("result: {name}, {}", describe(*ty)));
    }
    Err(error.help(match (results.len(), tape) {
        (0, _) if site.caller.is_fortran() => {
            "make the hook a subroutine: declare it `external` without a type, and `call` it; adjoints are added to the shadows (docs/fortran.md)"
        }
        (0, _) => "declare a hook that returns void for this call",
        (1, _) => "declare a hook that returns this type for this call",
        (_, Tape::None) => "declare a hook that returns a structure of these types, in this order",
        (_, Tape::Placed | Tape::Returned) => {
            "declare a hook that returns the first of these types, or a structure of the first ones"
        }
    }))
}

/// How results of type `source` fit `target`, if they do. Of an augmented primal as many as there is room for.
pub(super) fn fit(module: Module, source: Type, target: Target, tape: Tape) -> Option<Fit> {
    if !target.used {
        return Some(Fit::Nothing);
    }
    let all = layout::leaves(module, source);
    let of = |leaf: &Leaf| leaf.path.first().copied().unwrap_or(0);
    let from = u32::from(tape == Tape::Placed);
    let end = all.last().map_or(0, |leaf| of(leaf) + 1);
    let shortest = match tape {
        Tape::None => end,
        Tape::Placed | Tape::Returned => 1,
    };
    (shortest..=end).rev().find_map(|end| {
        let part = all.iter().filter(|leaf| (from..end).contains(&of(leaf)));
        fit_leaves(module, &part.cloned().collect::<Vec<Leaf>>(), target)
    })
}

fn fit_leaves(module: Module, sources: &[Leaf], target: Target) -> Option<Fit> {
    // An undeclared function of old C returns int.
    if sources.is_empty() && layout::is_integer(target.ty) && !target.in_memory {
        return Some(Fit::Nothing);
    }
    if let ([only], true) = (sources, layout::is_float(target.ty) && !target.in_memory) {
        return layout::is_float(only.ty).then(|| Fit::Cast(only.clone()));
    }
    let targets = layout::leaves(module, target.ty);
    let pieces = pair(module, sources, &targets)?;
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
