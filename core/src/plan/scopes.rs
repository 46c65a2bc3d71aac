//! Which accesses of a derivative never meet, beyond what LLVM sees by itself.
//!
//! A derivative touches memory of three kinds. *Kept* things lie on the tape and in variables, memory of our
//! own that no pointer of the program leads to: where the frame of a split derivative holds the function's stack
//! memory as well, it does so at other bytes. *Primal* memory is what the function itself reads and writes.
//! *Shadows* are other memory than that: those that are made here are, and for the others it is what the hook
//! asks for (`include/enzyme_rs/enzyme.h`). A pointer without a shadow stands for its own, but is only passed on.
//! It does no harm that a direction may be given that is the point itself, for both are only read.
//!
//! Of two shadows only this is known: *they overlap where their primals do, and nowhere else*. A parameter that
//! is `noalias` promises that what is accessed through it **and written** by the function is accessed through nothing
//! else. What is only read may be read through others as well, and its shadow, to which reverse mode adds, has
//! several names then. So `noalias` on the parameter of a shadow would promise too much, and shadows are told
//! apart access by access: those of two accesses through different parameters never meet if the primal of one of them
//! is a store. Accesses whose primals are both loads may meet.
//!
//! The promise is about accesses that the source makes. Passes make loads run where the source does not, if
//! they know that the memory is there; nobody looks at what they read, but their shadows are added to. So loads
//! tell nothing apart, unless they go through parameters of which no more is known than that they are `noalias`.
//!
//! Of a function that the workers of a team run, its only caller may know that two parameters lead to different objects (`Body::are_distinct`): then nothing
//! behind one is behind the other.
//!
//! All this is true of one call of the derivative, not of two: the shadow of one may be the primal memory
//! of the next. So scopes belong to one function, which declares them where it begins.
//!
//! Owns: [`Scopes`]. Must not: emit; speak of memory that only calls access.

use crate::analysis::bases::Bases;
use crate::request::Request;
use crate::view::{Body, InstId, Op};
use enzyme_rules::Registry;

/// The shadows of what is read, or of what is written, through one parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Through {
    pub(crate) param: u32,
    pub(crate) written: bool,
}

/// What is known of one access of a shadow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Known {
    /// All that it may belong to; empty if it may belong to more than that.
    pub(crate) of: Vec<Through>,
    /// What it never meets.
    pub(crate) apart_from: Vec<Through>,
}

/// Where shadows are told apart by the parameters that lead to them.
#[derive(Clone, Debug)]
pub(crate) struct Scopes {
    /// On which of the parameters pointers are based that have a shadow and may be told apart.
    bases: Bases,
    /// Those that are `noalias` and not known to lead to memory.
    restricted: Vec<u32>,
}

impl Scopes {
    /// Finds what every pointer of a body may be based on.
    pub(crate) fn find(body: &Body, registry: &Registry, request: &Request) -> Self {
        let positions =
            || (0..body.params.len() as u32).filter(|p| request.has_shadow(*p as usize));
        let is_restricted = |position: &u32| {
            let promised = body.promised[*position as usize];
            promised.unshared && !promised.present
        };
        let restricted: Vec<u32> = positions().filter(is_restricted).collect();
        let told_apart = positions().filter(|one| {
            restricted.contains(one) || positions().any(|other| body.are_distinct(*one, other))
        });
        Self {
            bases: Bases::find(body, registry, told_apart.collect()),
            restricted,
        }
    }

    /// All that accesses of shadows may belong to.
    pub(crate) fn all(&self) -> impl Iterator<Item = Through> + '_ {
        let both = |param: &u32| {
            [false, true].map(|written| Through {
                param: *param,
                written,
            })
        };
        self.bases.params.iter().flat_map(both)
    }

    /// What is known of the shadow of the memory that a load or store accesses.
    pub(crate) fn of(&self, body: &Body, id: InstId) -> Known {
        let inst = &body.insts[id];
        let written = matches!(inst.op, Op::Store { .. });
        if !written && !matches!(inst.op, Op::Load { .. }) {
            return Known::default();
        }
        let pointer = inst.operands[usize::from(written)];
        let based = self.bases.of(pointer);
        if based.other && !written {
            return Known::default();
        }
        let mut known = Known::default();
        let params = || self.bases.params.iter().copied().enumerate();
        let is_base = |bit: usize| based.params >> bit & 1 != 0;
        for (bit, param) in params() {
            let through = |written| Through { param, written };
            if is_base(bit) {
                known.of.extend((!based.other).then_some(through(written)));
                continue;
            }
            let mut bases = params().filter(|(bit, _)| is_base(*bit));
            let is_distinct = !based.other
                && based.params != 0
                && bases.all(|(_, base)| body.are_distinct(base, param));
            let is_restricted = self.restricted.contains(&param);
            if is_distinct || is_restricted {
                known.apart_from.push(through(true));
            }
            if is_distinct || is_restricted && written {
                known.apart_from.push(through(false));
            }
        }
        known
    }
}
