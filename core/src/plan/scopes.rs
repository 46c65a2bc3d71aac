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
//! All this is true of one call of the derivative, not of two: the shadow of one may be the primal memory
//! of the next. So scopes belong to one function, which declares them where it begins.
//!
//! Owns: [`Scopes`]. Must not: emit; speak of memory that only calls access.

use crate::analysis::callee;
use crate::request::Request;
use crate::view::entity::Map;
use crate::view::{Body, CastOp, Inst, InstId, Op, ValueId, ValueKind};
use enzyme_rules::{CalleeKind, Registry};

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
    /// Parameters with a shadow that are `noalias` and not known to lead to memory, by position.
    restricted: Vec<u32>,
    /// What each pointer may be made from.
    made_from: Map<ValueId, Origins>,
}

/// What a pointer may be made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Origins {
    /// Restricted parameters, a bit each.
    params: u64,
    /// Something else.
    other: bool,
}

impl Origins {
    const OTHER: Self = Self {
        params: 0,
        other: true,
    };

    fn or(self, more: Self) -> Self {
        Self {
            params: self.params | more.params,
            other: self.other || more.other,
        }
    }
}

/// More parameters than this are not told apart.
const MOST: usize = u64::BITS as usize;

impl Scopes {
    /// Finds what every pointer of a body may be made from.
    pub(crate) fn find(body: &Body, registry: &Registry, request: &Request) -> Self {
        let is_restricted = |position: &u32| {
            let promised = body.promised[*position as usize];
            let alone = promised.unshared && !promised.present;
            alone && request.has_shadow(*position as usize)
        };
        let positions = 0..body.params.len() as u32;
        let mut restricted: Vec<u32> = positions.filter(is_restricted).collect();
        restricted.truncate(MOST);
        let mut found = Self {
            restricted,
            made_from: Map::filled(body.values.len(), Origins::default()),
        };
        if !found.restricted.is_empty() {
            found.spread(body, registry, 0);
            let escaped = found.escaped(body, registry);
            found.spread(body, registry, escaped);
        }
        found
    }

    /// All that accesses of shadows may belong to.
    pub(crate) fn all(&self) -> impl Iterator<Item = Through> + '_ {
        let both = |param: &u32| {
            [false, true].map(|written| Through {
                param: *param,
                written,
            })
        };
        self.restricted.iter().flat_map(both)
    }

    /// What is known of the shadow of the memory that a load or store accesses.
    pub(crate) fn of(&self, body: &Body, id: InstId) -> Known {
        let inst = &body.insts[id];
        let written = matches!(inst.op, Op::Store { .. });
        if !written && !matches!(inst.op, Op::Load { .. }) {
            return Known::default();
        }
        let pointer = inst.operands[usize::from(written)];
        let origins = self.made_from[pointer];
        if origins.other && !written {
            return Known::default();
        }
        let mut known = Known::default();
        for (bit, param) in self.restricted.iter().copied().enumerate() {
            let stored = Through {
                param,
                written: true,
            };
            let loaded = Through {
                param,
                written: false,
            };
            if origins.params & (1 << bit) == 0 {
                known.apart_from.push(stored);
                known.apart_from.extend(written.then_some(loaded));
            } else if !origins.other {
                known.of.push(Through { param, written });
            }
        }
        known
    }

    /// Follows pointers from where they come from; those of unknown origin may be any of `escaped`.
    fn spread(&mut self, body: &Body, registry: &Registry, escaped: u64) {
        let is_pointer = |v: &ValueId| body.types.is_pointer(body.values[*v].ty);
        let mut work: Vec<ValueId> = body.values.keys().filter(is_pointer).collect();
        for value in &work {
            let own = self.own(body, registry, *value, escaped);
            self.made_from[*value] = self.made_from[*value].or(own);
        }
        while let Some(value) = work.pop() {
            for user in &body.values[value].uses {
                let inst = &body.insts[*user];
                let Some(result) = inst.result.filter(|_| passes_on(&inst.op)) else {
                    continue;
                };
                let all = self.made_from[result].or(self.made_from[value]);
                if all != self.made_from[result] {
                    self.made_from[result] = all;
                    work.push(result);
                }
            }
        }
    }

    /// Origins of a pointer that are not those of an operand.
    fn own(&self, body: &Body, registry: &Registry, value: ValueId, escaped: u64) -> Origins {
        match &body.values[value].kind {
            ValueKind::Param(position) => {
                let bit = self.restricted.iter().position(|p| p == position);
                let own = |bit: usize| Origins {
                    params: 1 << bit,
                    other: false,
                };
                bit.map_or(Origins::OTHER, own)
            }
            // Nothing is accessed through it.
            ValueKind::Zeroish => Origins::default(),
            ValueKind::Inst(id) if passes_on(&body.insts[*id].op) => Origins::default(),
            ValueKind::Inst(id) if !is_new(&body.insts[*id], registry) => Origins {
                params: escaped,
                other: true,
            },
            _ => Origins::OTHER,
        }
    }

    /// Parameters whose pointers are stored, passed on or made integers: what comes from memory or calls may be
    /// made from them.
    fn escaped(&self, body: &Body, registry: &Registry) -> u64 {
        let mut escaped = 0;
        for inst in body.insts.values() {
            for (position, operand) in inst.operands.iter().enumerate() {
                if !stays(inst, position, registry) {
                    escaped |= self.made_from[*operand].params;
                }
            }
        }
        escaped
    }
}

/// Whether a result of this operation points into what one of its pointer operands points into.
fn passes_on(op: &Op) -> bool {
    matches!(
        op,
        Op::Phi(_)
            | Op::Select
            | Op::Gep { .. }
            | Op::Freeze
            | Op::Cast(CastOp::Bitcast | CastOp::AddrSpace)
    )
}

/// Whether the result is memory that nothing else led to before.
fn is_new(inst: &Inst, registry: &Registry) -> bool {
    let allocates = || {
        matches!(
            callee::known(inst, registry),
            Some(CalleeKind::Allocator(_))
        )
    };
    matches!(inst.op, Op::Alloca(_)) || allocates()
}

/// Whether a pointer that is used here does not become known to anything else by it.
fn stays(inst: &Inst, position: usize, registry: &Registry) -> bool {
    let reads = matches!(
        inst.op,
        Op::Load { .. } | Op::AtomicRmw { .. } | Op::CmpXchg
    );
    let accessed =
        (reads && position == 0) || (matches!(inst.op, Op::Store { .. }) && position == 1);
    let only_used = match callee::known(inst, registry) {
        Some(CalleeKind::Memory(_) | CalleeKind::Deallocator(_)) => inst.result.is_none(),
        Some(CalleeKind::Masked(_)) => true,
        _ => false,
    };
    accessed || only_used || inst.op == Op::ICmp || passes_on(&inst.op)
}
