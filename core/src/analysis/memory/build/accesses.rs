//! Constraints of indices, conversions, integer operations, loads and stores.
//!
//! Owns: what these say of pointers and of the bits in memory. Must not: know calls.

use super::Context;
use crate::analysis::memory::graph::{CellId, Pointer, gcd};
use crate::analysis::memory::origins::Origins;
use crate::analysis::memory::scalar::{Proof, Scalar, constant_scalar, named_scalar};
use crate::analysis::memory::touches::Touch;
use crate::view::{
    CastOp, IndexStep, Inst, InstId, IntOp, Leaf, Op, Shape, TyId, ValueId, ValueKind,
};

/// Scalars of one value beyond which an access is treated as a whole.
const MOST_LEAVES: usize = 64;

/// Bits of a pointer.
const POINTER_BITS: u64 = 64;

impl Context<'_, '_> {
    pub(super) fn gep(&mut self, inst: &Inst, constant: Option<i64>, steps: &[IndexStep]) {
        let result = inst.result.expect("address arithmetic has a result");
        self.indices(inst);
        let Some(base) = self.pointer(inst.operands[0]) else {
            return;
        };
        let (mut start, mut known, mut distances) = (0, 0, Vec::new());
        for (index, step) in inst.operands[1..].iter().zip(steps) {
            match self.distance(*index) {
                Some(between) => distances.push((between, step.bytes.unsigned_abs())),
                None => {
                    let (offset, stride) = self.index_step(*index, *step);
                    start += offset;
                    known = gcd(known, stride);
                }
            }
        }
        let mut moved = match constant {
            Some(constant) => self.graph.step(base, constant + start, known),
            None => self.graph.step(base, 0, 1),
        };
        for (between, times) in distances {
            moved = self.graph.step_between(moved, between, times);
        }
        match self.function.pointers.get(&result) {
            Some(known) => self.graph.unify(*known, moved),
            None => {
                self.function.pointers.insert(result, moved);
            }
        }
    }

    /// The pointers whose difference an index is.
    fn distance(&mut self, index: ValueId) -> Option<(Pointer, Pointer)> {
        let body = self.body();
        let inst = body.def(index).map(|id| &body.insts[id])?;
        if inst.op != Op::Int(IntOp::Arithmetic) {
            return None;
        }
        let address = |v: ValueId| {
            let cast = body.def(v).map(|id| &body.insts[id])?;
            (cast.op == Op::Cast(CastOp::PtrToInt)).then(|| cast.operands[0])
        };
        let (one, other) = (address(inst.operands[0])?, address(inst.operands[1])?);
        Some((self.pointer(one)?, self.pointer(other)?))
    }

    /// How far an index leads: this many bytes, and any number of these. A choice between two
    /// constants is one of two places.
    fn index_step(&self, index: ValueId, step: IndexStep) -> (i64, u64) {
        let made = self.body().def(index).map(|id| &self.body().insts[id]);
        let constant = |v: ValueId| match self.body().values[v].kind {
            ValueKind::ConstInt(Some(n)) => i64::try_from(n).ok()?.checked_mul(step.bytes),
            _ => None,
        };
        let ends = made
            .filter(|inst| inst.op == Op::Select)
            .and_then(|inst| Some((constant(inst.operands[1])?, constant(inst.operands[2])?)));
        match ends {
            Some((one, other)) if one != other => (one, one.abs_diff(other)),
            _ => (0, multiples(step)),
        }
    }

    /// Indices are integers.
    pub(super) fn indices(&mut self, inst: &Inst) {
        for index in inst.operands.iter().skip(1) {
            self.raise(*index, Scalar::Presumed);
        }
    }

    pub(super) fn cast(&mut self, inst: &Inst, cast: CastOp) {
        let (from, to) = (
            inst.operands[0],
            inst.result.expect("a conversion has a result"),
        );
        match cast {
            CastOp::PtrToInt => self.pointer_to_integer(from, to),
            CastOp::IntToPtr => self.integer_to_pointer(from, to),
            CastOp::AddrSpace => self.same_pointer(from, to),
            CastOp::Bitcast => self.bitcast(from, to),
            CastOp::IntToFp => self.raise(from, Scalar::Presumed),
            CastOp::FpToInt => self.raise(to, Scalar::Presumed),
            CastOp::SignExtend => self.raise(from, Scalar::Presumed),
            CastOp::Extend if self.is_narrow(from) => self.raise(to, Scalar::Presumed),
            CastOp::FpTrunc | CastOp::FpExt | CastOp::Trunc | CastOp::Extend => {}
        }
    }

    /// Too few bits for any number.
    fn is_narrow(&self, value: ValueId) -> bool {
        matches!(self.body().shape(value), Shape::Int(bits) if *bits < 16)
    }

    fn bitcast(&mut self, from: ValueId, to: ValueId) {
        let body = self.body();
        let lanes = |v: ValueId| body.types.float_lanes(body.values[v].ty);
        match (lanes(from), lanes(to)) {
            (Some(kind), None) => self.raise(to, Scalar::Float(kind)),
            (None, Some(kind)) => self.raise(from, Scalar::Float(kind)),
            (None, None) => self.same_bits(from, to),
            (Some(_), Some(_)) => {}
        }
    }

    pub(super) fn integer(&mut self, inst: &Inst, op: IntOp) {
        let result = inst.result.expect("integer arithmetic has a result");
        self.address(inst, result);
        match op {
            // Masks and shifts serve numbers, too: they say nothing of what the bits are.
            IntOp::And | IntOp::Or | IntOp::Xor => {
                for operand in &inst.operands {
                    self.same_bits(result, *operand);
                }
            }
            // The sign in front of shifted bits makes them an integer.
            IntOp::AShr if !self.function.made_numbers.contains(&result) => {
                self.raise(result, Scalar::Presumed);
            }
            IntOp::Shl | IntOp::LShr | IntOp::AShr => {}
            // A sum with an exponent: as the bits of a number it is refused, if active.
            IntOp::Product | IntOp::Arithmetic if self.function.made_numbers.contains(&result) => {
                for operand in &inst.operands {
                    self.same_bits(result, *operand);
                }
            }
            IntOp::Product | IntOp::Arithmetic | IntOp::Division => {
                for value in inst.operands.iter().chain(&inst.result) {
                    self.raise(*value, Scalar::Presumed);
                }
            }
        }
    }

    /// A load (`value` is its result) or store (`value` is stored).
    pub(super) fn access(&mut self, id: InstId, at: ValueId, value: ValueId, writes: bool) {
        let Some(pointer) = self.pointer(at) else {
            return;
        };
        let ty = self.body().values[value].ty;
        if self.body().types.holds_unusual_float(ty) {
            // How long it is, only the machine says that runs it.
            self.touch(id, pointer, u64::MAX, writes);
            return;
        }
        let leaves = self.body().types.leaves(ty, MOST_LEAVES);
        match leaves {
            Some(leaves) if leaves.len() == 1 => {
                self.access_scalar(id, (at, pointer), value, writes);
            }
            Some(leaves) => {
                for leaf in leaves {
                    let part = Pointer {
                        offset: pointer.offset + leaf.offset as i64,
                        ..pointer
                    };
                    let cell = self.access_leaf(id, part, leaf.ty, writes);
                    let address = *self.body().types.shape(leaf.ty) == Shape::Int(64);
                    if !writes && address && self.stated(id, 64) == Scalar::Unknown {
                        // Integers in a vector or structure are not followed.
                        self.function.computed.push(cell);
                    }
                }
                self.unknown_aggregate(pointer, ty);
            }
            None => {
                self.access_leaf(id, pointer, ty, writes);
            }
        }
    }

    pub(super) fn touch(&mut self, id: InstId, pointer: Pointer, size: u64, writes: bool) {
        self.touch_as(id, pointer, size, writes, Scalar::Unknown);
    }

    /// What a copy reads.
    pub(super) fn touch_copied(&mut self, id: InstId, pointer: Pointer, size: u64) {
        let touch = Touch {
            pointer,
            size,
            writes: false,
            scalar: Scalar::Unknown,
            number: false,
            piece: false,
            copied: true,
            ruled: false,
            leads_on: false,
            hands: false,
        };
        self.function.touched.entry(id).or_default().push(touch);
    }

    pub(super) fn touch_as(
        &mut self,
        id: InstId,
        pointer: Pointer,
        size: u64,
        writes: bool,
        scalar: Scalar,
    ) {
        let touch = Touch {
            pointer,
            size,
            writes,
            scalar,
            number: matches!(scalar, Scalar::Float(_)),
            piece: false,
            copied: false,
            ruled: false,
            leads_on: false,
            hands: false,
        };
        self.function.touched.entry(id).or_default().push(touch);
    }

    fn access_leaf(&mut self, id: InstId, pointer: Pointer, ty: TyId, writes: bool) -> CellId {
        let scalar = match self.body().types.shape(ty) {
            Shape::Float(kind) => Scalar::Float(*kind),
            Shape::Pointer => Scalar::Pointer,
            Shape::Int(bits) => self.stated(id, *bits),
            Shape::Vector(..)
            | Shape::Array(..)
            | Shape::Struct(_)
            | Shape::Void
            | Shape::UnusualFloat
            | Shape::Other => Scalar::Unknown,
        };
        self.access_as(id, pointer, ty, writes, scalar)
    }

    /// What the access of a number tells from integers. In code with TBAA, one without a tag was a copy of
    /// bytes in the source, which may as well go into memory that was declared as integers.
    fn told(&self, id: InstId, scalar: Scalar) -> Scalar {
        let named = named_scalar(&self.body().insts[id].tbaa);
        match self.function.typed && !matches!(named, Scalar::Float(_)) {
            true => Scalar::Unknown,
            false => scalar,
        }
    }

    /// What an access of an integer says of it by itself: what TBAA says, or that so few bits are a
    /// character rather than a piece of a number, as long as nothing shows the contrary.
    fn stated(&self, id: InstId, bits: u32) -> Scalar {
        let named = named_scalar(&self.body().insts[id].tbaa);
        match bits {
            ..=8 => named.join(Scalar::Presumed),
            _ => named,
        }
    }

    fn access_as(
        &mut self,
        id: InstId,
        pointer: Pointer,
        ty: TyId,
        writes: bool,
        scalar: Scalar,
    ) -> CellId {
        let size = self.body().types.get(ty).store_size;
        let number = matches!(scalar, Scalar::Float(_));
        let integer = matches!(self.body().types.shape(ty), Shape::Int(_));
        let width = self.width(id).max(size);
        let body = self.function.body;
        let inst = &body.insts[id];
        let used = self.function.used.is_used(body, inst, self.registry);
        let proof = match named_scalar(&inst.tbaa) {
            Scalar::Int if integer => Proof::Stated,
            named if named == scalar && named != Scalar::Unknown => Proof::Stated,
            _ if integer && used => Proof::None,
            _ if integer => Proof::Words,
            _ if used => Proof::Used,
            _ => Proof::Moved,
        };
        let touch = Touch {
            pointer,
            size,
            writes,
            scalar: match proof {
                _ if number => self.told(id, scalar),
                // What is known of a place does not say that it is the one that is accessed.
                Proof::Words => self.stated(id, 8 * size as u32),
                Proof::None | Proof::Moved | Proof::Used | Proof::Stated => scalar,
            },
            number,
            piece: writes && self.stores_piece(id),
            copied: false,
            ruled: false,
            leads_on: false,
            hands: false,
        };
        self.function.touched.entry(id).or_default().push(touch);
        let alignment = u64::from(self.body().insts[id].alignment);
        if number && (1..size).contains(&alignment) {
            let packed = Origins {
                packed: true,
                ..Origins::default()
            };
            self.graph.add_origins(pointer, packed);
        }
        let cell = self.graph.access_as(pointer, (size, width), scalar, proof);
        if used && !integer {
            self.graph.mark_used(cell);
        }
        cell
    }

    /// Bytes that a load or store accesses.
    fn width(&self, id: InstId) -> u64 {
        let inst = &self.body().insts[id];
        let value = match inst.op {
            Op::Store { .. } => Some(inst.operands[0]),
            // Under a mask.
            Op::Call(_) => inst.result.or_else(|| inst.operands.first().copied()),
            // Any other: what it results.
            _ => inst.result,
        };
        let types = &self.body().types;
        value.map_or(0, |v| types.get(self.body().values[v].ty).store_size)
    }

    /// Pointers inside first-class aggregates are not followed: what they point to is unknown.
    fn unknown_aggregate(&mut self, pointer: Pointer, ty: TyId) {
        if self.body().types.holds_pointer(ty) {
            self.graph.add_origins(
                pointer,
                Origins {
                    unknown: true,
                    ..Origins::default()
                },
            );
        }
    }

    fn access_scalar(
        &mut self,
        id: InstId,
        (named, at): (ValueId, Pointer),
        value: ValueId,
        writes: bool,
    ) {
        let ty = self.body().values[value].ty;
        match self.body().types.shape(ty) {
            Shape::Pointer => {
                let cell = self.access_leaf(id, at, ty, writes);
                if let Some(pointer) = self.pointer(value) {
                    let target = self.graph.target_of(cell);
                    match writes {
                        true => self.graph.unify(target, pointer),
                        false => self.graph.unify(pointer, target),
                    }
                }
            }
            Shape::Int(_) => self.access_integer(id, (named, at), value, writes),
            _ => {
                self.access_leaf(id, at, ty, writes);
            }
        }
    }

    /// In code without TBAA: what the type of stack memory says of an integer that is accessed at a
    /// constant place in it. A union is of the type of one member, so that the numbers in it show as
    /// such elsewhere.
    fn declared(&self, at: ValueId, bits: u32) -> Scalar {
        let body = self.body();
        let made = body.def(at).map(|id| &body.insts[id]);
        let found = made.and_then(|inst| {
            if let Op::Gep { constant, steps } = &inst.op
                && steps.is_empty()
            {
                return constant.map(|offset| (inst.operands[0], offset));
            }
            Some((at, 0))
        });
        let declared = found.and_then(|(base, offset)| {
            let made = body.def(base).map(|id| &body.insts[id].op);
            let Some(Op::Alloca(ty)) = made else {
                return None;
            };
            let leaves = body.types.leaves(*ty, MOST_LEAVES)?;
            let same = |leaf: &&Leaf| {
                leaf.offset as i64 == offset && *body.types.shape(leaf.ty) == Shape::Int(bits)
            };
            leaves.iter().find(same).map(|_| Scalar::Int)
        });
        declared
            .filter(|_| !self.function.typed)
            .unwrap_or(Scalar::Unknown)
    }

    /// An integer load or store: its value and its memory hold the same bits.
    fn access_integer(
        &mut self,
        id: InstId,
        (named, at): (ValueId, Pointer),
        value: ValueId,
        writes: bool,
    ) {
        let carrier = self.cell(value);
        let held = carrier.map_or(Scalar::Unknown, |cell| self.graph.scalar(cell));
        let bits = match *self.body().shape(value) {
            Shape::Int(bits) => bits,
            _ => 0,
        };
        let stated = self
            .stated(id, bits)
            .join(self.declared(named, bits))
            .join(constant_scalar(&self.body().values[value].kind))
            .join(held);
        let cell = self.access_as(id, at, self.body().values[value].ty, writes, stated);
        self.function.integers.insert(id, cell);
        if stated == Scalar::Pointer && u64::from(bits) == POINTER_BITS {
            // Where it leads, somebody else may know.
            self.graph.target_of(cell);
        }
        if let Some(carrier) = carrier {
            self.graph.unify_cells(cell, carrier);
        }
    }
}

/// Bytes of which an index leads a multiple.
fn multiples(step: IndexStep) -> u64 {
    let bytes = step.bytes.unsigned_abs();
    bytes
        .checked_mul(step.factor.unsigned_abs())
        .unwrap_or(bytes)
}
