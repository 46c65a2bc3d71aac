//! Which parameters a pointer may be based on, as LLVM's `noalias` means it.
//!
//! A pointer is based on a parameter if it is made from it by address arithmetic and choices, or comes back from
//! memory or a call that the parameter was given to.
//!
//! Owns: [`Bases`]. Must not: know what parameters promise.

use super::callee;
use crate::view::entity::Map;
use crate::view::{Body, CastOp, Inst, Op, ValueId, ValueKind};
use enzyme_rules::{CalleeKind, Registry};

/// What a pointer may be made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Based {
    /// Restricted parameters, a bit each.
    pub(crate) params: u64,
    /// Something else.
    pub(crate) other: bool,
}

impl Based {
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

/// What every pointer of a body may be based on, as far as some parameters go.
#[derive(Clone, Debug)]
pub(crate) struct Bases {
    /// These parameters, by position.
    pub(crate) params: Vec<u32>,
    based: Map<ValueId, Based>,
    /// Those that are stored, passed on or made integers.
    pub(crate) escaped: u64,
}

impl Bases {
    /// Follows parameters of these positions.
    pub(crate) fn find(body: &Body, registry: &Registry, mut params: Vec<u32>) -> Self {
        params.truncate(MOST);
        let mut found = Self {
            params,
            based: Map::filled(body.values.len(), Based::default()),
            escaped: 0,
        };
        if !found.params.is_empty() {
            found.spread(body, registry);
            found.escaped = found.escapes(body, registry);
            found.spread(body, registry);
        }
        found
    }

    /// What a pointer may be based on.
    pub(crate) fn of(&self, pointer: ValueId) -> Based {
        self.based[pointer]
    }

    /// Follows pointers from where they come from; those of unknown origin may be any that escaped.
    fn spread(&mut self, body: &Body, registry: &Registry) {
        let is_pointer = |v: &ValueId| body.types.is_pointer(body.values[*v].ty);
        let mut work: Vec<ValueId> = body.values.keys().filter(is_pointer).collect();
        for value in &work {
            let own = self.own(body, registry, *value);
            self.based[*value] = self.based[*value].or(own);
        }
        while let Some(value) = work.pop() {
            for user in &body.values[value].uses {
                let inst = &body.insts[*user];
                let Some(result) = inst.result.filter(|_| passes_on(&inst.op)) else {
                    continue;
                };
                let all = self.based[result].or(self.based[value]);
                if all != self.based[result] {
                    self.based[result] = all;
                    work.push(result);
                }
            }
        }
    }

    /// Based of a pointer that are not those of an operand.
    fn own(&self, body: &Body, registry: &Registry, value: ValueId) -> Based {
        match &body.values[value].kind {
            ValueKind::Param(position) => {
                let bit = self.params.iter().position(|p| p == position);
                let own = |bit: usize| Based {
                    params: 1 << bit,
                    other: false,
                };
                bit.map_or(Based::OTHER, own)
            }
            // Nothing is accessed through it.
            ValueKind::Zeroish => Based::default(),
            ValueKind::Inst(id) if passes_on(&body.insts[*id].op) => Based::default(),
            ValueKind::Inst(id) if !is_new(&body.insts[*id], registry) => Based {
                params: self.escaped,
                other: true,
            },
            _ => Based::OTHER,
        }
    }

    /// Parameters whose pointers are stored, passed on or made integers: what comes from memory or calls may be
    /// made from them.
    fn escapes(&self, body: &Body, registry: &Registry) -> u64 {
        let mut escaped = 0;
        for inst in body.insts.values() {
            for (position, operand) in inst.operands.iter().enumerate() {
                if !stays(inst, position, registry) {
                    escaped |= self.based[*operand].params;
                }
            }
        }
        escaped
    }
}

/// Whether a result of this operation points into what one of its pointer operands points into.
pub(crate) fn passes_on(op: &Op) -> bool {
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
        // Any other: it may keep what it is given.
        _ => false,
    };
    accessed || only_used || inst.op == Op::ICmp || passes_on(&inst.op)
}
