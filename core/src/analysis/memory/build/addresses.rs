//! Constraints of conversions between pointers and integers, and of addresses under arithmetic.
//!
//! An integer that was moved as a whole leads where the pointer in it did. One that was computed may be any
//! address: what lies there is distrusted ([`Origins::computed`]). Known is only memory that was aligned by hand.
//!
//! Owns: which of these an integer is. Must not: know other integer operations, loads or stores.

use super::Context;
use crate::analysis::callee::{self, Target};
use crate::analysis::memory::origins::Origins;
use crate::analysis::memory::scalar::Scalar;
use crate::view::{CastOp, Inst, InstId, IntOp, Op, Shape, ValueId, ValueKind};
use enzyme_rules::CalleeKind;
use indexmap::IndexSet;

impl Context<'_, '_> {
    pub(super) fn pointer_to_integer(&mut self, from: ValueId, to: ValueId) {
        self.raise(to, Scalar::Pointer);
        if let (Some(cell), Some(pointer)) = (self.cell(to), self.pointer(from)) {
            let target = self.graph.target_of(cell);
            self.graph.unify(target, pointer);
        }
    }

    pub(super) fn integer_to_pointer(&mut self, from: ValueId, to: ValueId) {
        if self.is_sentinel(from) || self.is_left_alone(to) {
            return;
        }
        let Some(pointer) = self.pointer(to) else {
            return;
        };
        let carried = self.is_carried(from);
        self.graph.add_origins(
            pointer,
            Origins {
                from_integer: carried,
                computed: !carried,
                ..Origins::default()
            },
        );
        if carried {
            self.raise(from, Scalar::Pointer);
        }
        if let Some(cell) = self.cell(from) {
            let target = self.graph.target_of(cell);
            self.graph.unify(pointer, target);
        }
    }

    /// Whether an address is compared, and given to functions without body of which the program says that they have no derivative, or whose rule
    /// has no use for its shadow: nobody else follows it. No number goes through what lies there, whatever memory that is, and so the integer is
    /// one like any other, counted or marked as it may be.
    fn is_left_alone(&self, address: ValueId) -> bool {
        let body = self.body();
        let mut uses = body.values[address].uses.iter();
        uses.all(|id| {
            let inst = &body.insts[*id];
            let Some(Target::Custom(asked)) = callee::target(inst, self.registry) else {
                return matches!(inst.op, Op::ICmp);
            };
            let operands = (0..).zip(&inst.operands);
            let mut given = operands.filter(|(_, operand)| **operand == address);
            !asked.whole && given.all(|(at, _)| !callee::looks_at_shadow(asked, at))
        })
    }

    /// Sums and masks of addresses: of new memory, they are followed; where others are kept as an address, they lead
    /// anywhere.
    pub(super) fn address(&mut self, inst: &Inst, result: ValueId) {
        if self.is_aligned(result) {
            let from = inst.operands[0];
            self.raise(result, Scalar::Pointer);
            if let (Some(from), Some(result)) = (self.cell(from), self.cell(result)) {
                let (source, target) = (self.graph.target_of(from), self.graph.target_of(result));
                self.graph.unify(target, source);
            }
        } else if self.is_kept(result) {
            let cell = self.cell(result);
            self.function.computed.extend(cell);
        }
    }

    /// Whether a store writes bits that may come from a pointer, but not as one: neither constants nor counts.
    pub(super) fn stores_piece(&self, id: InstId) -> bool {
        let body = self.body();
        let value = body.insts[id].operands[0];
        let made = body.def(value).map(|id| &body.insts[id].op);
        let counts = matches!(
            made,
            Some(
                Op::Int(IntOp::Arithmetic | IntOp::Product | IntOp::Division)
                    | Op::Cast(CastOp::FpToInt | CastOp::SignExtend | CastOp::PtrToInt)
                    | Op::ICmp
                    | Op::FCmp
            )
        );
        let constant = matches!(
            body.values[value].kind,
            ValueKind::ConstInt(_) | ValueKind::Zeroish
        );
        !counts && !constant && *body.shape(value) != Shape::Pointer
    }

    /// Whether an integer is moved as a whole from where it was a pointer, as far as this function shows.
    fn is_carried(&self, value: ValueId) -> bool {
        let body = self.body();
        let mut seen = IndexSet::from([value]);
        let mut next = 0;
        while let Some(value) = seen.get_index(next).copied() {
            next += 1;
            let Some(inst) = body.def(value).map(|id| &body.insts[id]) else {
                if self.is_sentinel(value) || body.values[value].kind == ValueKind::Zeroish {
                    continue;
                }
                return false;
            };
            match inst.op {
                Op::Cast(CastOp::PtrToInt) | Op::Load { .. } => {}
                Op::Phi(_) | Op::Freeze => seen.extend(&inst.operands),
                Op::Select => seen.extend(&inst.operands[1..]),
                // Any other: it was computed, and what lies there is distrusted.
                _ => {
                    if !self.is_aligned(value) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether an integer is the address of new memory that nothing else accesses, masked by a constant, so that offsets
    /// may count from there; or a sum on the way to that mask.
    fn is_aligned(&self, value: ValueId) -> bool {
        let body = self.body();
        let mut at = value;
        while let Some(inst) = body.def(at).map(|id| &body.insts[id]) {
            match inst.op {
                Op::Int(IntOp::And) if at == value && self.by_constant(inst) => {
                    at = inst.operands[0];
                }
                Op::Int(IntOp::Arithmetic) if self.by_constant(inst) => at = inst.operands[0],
                Op::Cast(CastOp::PtrToInt) if at != value => {
                    let pointer = inst.operands[0];
                    return self.is_only_address(pointer) && self.is_masked_once(pointer);
                }
                // Any other: what lies there is distrusted.
                _ => return false,
            }
        }
        false
    }

    fn by_constant(&self, inst: &Inst) -> bool {
        let by = inst.operands[1];
        matches!(self.body().values[by].kind, ValueKind::ConstInt(_))
    }

    /// Whether all that is made of a pointer as an integer is one address: a second one would lie at a distance that nobody
    /// knows.
    fn is_masked_once(&self, pointer: ValueId) -> bool {
        let body = self.body();
        let users = |v: ValueId| body.values[v].uses.iter().map(|id| &body.insts[*id]);
        let casts = users(pointer).filter(|inst| inst.op == Op::Cast(CastOp::PtrToInt));
        let mut sums: IndexSet<ValueId> = casts.filter_map(|inst| inst.result).collect();
        let (mut next, mut masks) = (0, 0);
        while let Some(sum) = sums.get_index(next).copied() {
            next += 1;
            for user in users(sum) {
                match (&user.op, user.result) {
                    (Op::ICmp, _) => {}
                    (Op::Int(IntOp::Arithmetic), Some(further)) if self.by_constant(user) => {
                        sums.insert(further);
                    }
                    (Op::Int(IntOp::And), Some(mask)) if self.by_constant(user) => {
                        masks += usize::from(self.is_kept(mask));
                    }
                    // Any other: it may make another address of it.
                    _ => return false,
                }
            }
        }
        masks == 1
    }

    /// Whether a pointer to new memory is only kept, freed, compared and taken for an integer.
    fn is_only_address(&self, pointer: ValueId) -> bool {
        let body = self.body();
        let made = body.def(pointer).map(|id| &body.insts[id]);
        let allocated = made.and_then(|inst| callee::known(inst, self.registry));
        let kept = |id: &InstId| {
            let user = &body.insts[*id];
            match &user.op {
                Op::Cast(CastOp::PtrToInt) | Op::ICmp => true,
                Op::Store { .. } => user.operands[1] != pointer,
                Op::Call(_) => matches!(
                    callee::known(user, self.registry),
                    Some(CalleeKind::Deallocator(_))
                ),
                // Any other: the memory is accessed by another pointer.
                _ => false,
            }
        };
        matches!(allocated, Some(CalleeKind::Allocator(_)))
            && body.values[pointer].uses.iter().all(kept)
    }

    /// A constant that is the address of no memory: one of the first page, which no system maps, or of the last one. Libraries
    /// pass such markers in the place of a pointer. Like null they lead nowhere.
    fn is_sentinel(&self, value: ValueId) -> bool {
        const PAGE: i128 = 4096;
        matches!(self.body().values[value].kind, ValueKind::ConstInt(Some(n)) if (-PAGE..PAGE).contains(&n))
    }

    /// Whether an integer as wide as an address is stored, passed on or made a pointer, here or after it was moved. What is
    /// compared, or computed with once more, is looked at there.
    fn is_kept(&self, value: ValueId) -> bool {
        let body = self.body();
        if !matches!(body.shape(value), Shape::Int(64)) {
            return false;
        }
        let mut seen = IndexSet::from([value]);
        let mut next = 0;
        while let Some(value) = seen.get_index(next).copied() {
            next += 1;
            for user in body.values[value].uses.iter().map(|id| &body.insts[*id]) {
                match user.op {
                    Op::ICmp | Op::Int(_) | Op::Gep { .. } | Op::Switch => {}
                    Op::Phi(_) | Op::Select | Op::Freeze => seen.extend(&user.result),
                    Op::Load { .. } | Op::Cast(_) if user.op != Op::Cast(CastOp::IntToPtr) => {}
                    // Any other: it may become a pointer there.
                    _ => return true,
                }
            }
        }
        false
    }
}
