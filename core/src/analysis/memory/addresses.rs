//! Addresses that are computed with as integers.
//!
//! An integer that is made of a pointer, and only compared, subtracted from another one or stored as it is, is followed by its
//! cell. After a sum or a mask it leads anywhere in the same memory, or elsewhere, which no cell says.
//!
//! Owns: [`Computed`]. Must not: write to the graph.

use crate::view::{Body, CastOp, Inst, InstId, IntOp, Op, ValueId, ValueKind};
use indexmap::IndexSet;

/// The addresses of one function that are integers.
#[derive(Clone, Debug, Default)]
pub(super) struct Computed {
    /// Results of sums and masks that still are addresses.
    moved: IndexSet<ValueId>,
    /// Integers made of pointers that may become pointers again, here or where they are passed or stored.
    leaving: IndexSet<ValueId>,
}

impl Computed {
    pub(super) fn of(body: &Body) -> Self {
        let casts = body.insts.values().filter(|inst| is_cast(inst));
        let casts: Vec<ValueId> = casts.filter_map(|inst| inst.result).collect();
        if casts.is_empty() {
            return Self::default();
        }
        let addresses = addresses(body);
        let moves = |v: &&ValueId| body.def(**v).is_some_and(|id| moves(body, &body.insts[id]));
        Self {
            moved: addresses.iter().filter(moves).copied().collect(),
            leaving: casts
                .into_iter()
                .filter(|v| leaves(body, &addresses, *v))
                .collect(),
        }
    }

    /// Whether an integer is an address plus something, or with bits cut off.
    pub(super) fn is_moved(&self, value: ValueId) -> bool {
        self.moved.contains(&value)
    }

    /// Whether an integer that is made of a pointer may become a pointer again.
    pub(super) fn is_leaving(&self, value: ValueId) -> bool {
        self.leaving.contains(&value)
    }
}

fn is_cast(inst: &Inst) -> bool {
    inst.op == Op::Cast(CastOp::PtrToInt)
}

/// All integers that are addresses. Merges may take them from below: they are looked at again until none is new.
fn addresses(body: &Body) -> IndexSet<ValueId> {
    let mut merged = IndexSet::new();
    loop {
        let mut found: IndexSet<ValueId> = merged.clone();
        for inst in body.insts.values() {
            if let Some(result) = inst.result
                && (is_cast(inst) || is_address(body, inst, &found))
            {
                found.insert(result);
            }
        }
        let merges = |v: &&ValueId| {
            let made = body.def(**v).map(|id| &body.insts[id].op);
            matches!(made, Some(Op::Phi(_)))
        };
        let again: IndexSet<ValueId> = found.iter().filter(merges).copied().collect();
        if again.len() == merged.len() {
            return found;
        }
        merged = again;
    }
}

/// Whether an instruction makes an address of addresses that are known. The sum of one and an offset is one; the distance of
/// two is none, nor are a few low bits.
fn is_address(body: &Body, inst: &Inst, known: &IndexSet<ValueId>) -> bool {
    let of = inst.passed_on().filter(|v| known.contains(v)).count();
    let Op::Int(op) = &inst.op else {
        return of > 0;
    };
    match op {
        IntOp::Arithmetic => of == 1,
        IntOp::And => of > 0 && !constant(body, inst).is_some_and(is_low),
        IntOp::Or | IntOp::Xor => of > 0,
        IntOp::Shl | IntOp::LShr | IntOp::AShr | IntOp::Division | IntOp::Product => false,
    }
}

/// Whether the address that comes out is another than the one that went in. Pointers are marked in bits that are zero in
/// all of them.
fn moves(body: &Body, inst: &Inst) -> bool {
    let marks = |mask: i128| (-16..16).contains(&mask);
    let masked = matches!(inst.op, Op::Int(IntOp::And | IntOp::Or | IntOp::Xor));
    let passed = matches!(inst.op, Op::Phi(_) | Op::Select | Op::Freeze) || is_cast(inst);
    !passed && !(masked && constant(body, inst).is_some_and(marks))
}

fn constant(body: &Body, inst: &Inst) -> Option<i128> {
    match body.values[*inst.operands.get(1)?].kind {
        ValueKind::ConstInt(value) => value,
        _ => None,
    }
}

fn is_low(mask: i128) -> bool {
    (0..1 << 16).contains(&mask)
}

/// Whether an address goes where it may become a pointer again.
fn leaves(body: &Body, addresses: &IndexSet<ValueId>, start: ValueId) -> bool {
    let mut seen = IndexSet::from([start]);
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        for id in &body.values[value].uses {
            let result = body.insts[*id].result;
            match result.filter(|r| addresses.contains(r)) {
                Some(further) => {
                    seen.insert(further);
                }
                None if ends(body, *id) => {}
                None => return true,
            }
        }
    }
    false
}

/// Whether an instruction makes nothing of an address that could be one again.
fn ends(body: &Body, id: InstId) -> bool {
    matches!(
        body.insts[id].op,
        Op::ICmp | Op::Br | Op::Switch | Op::Int(_) | Op::Cast(CastOp::IntToFp)
    )
}
