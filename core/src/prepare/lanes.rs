//! Operations on vectors, said with generic instructions.
//!
//! What a vectoriser, an intrinsic header or another compiler leaves is one call for what later
//! phases know as several instructions: a reduction is a tree of sums, `hadd` two shuffles and a
//! sum, a gather as many loads as it has lanes. Those have derivatives already.
//!
//! Element-wise intrinsics of the target have rows of their own; what surrounds a row (other lanes, masks) is taken off the call (`Guard`).
//! Masked loads and stores stay: analyses and plans know them (`MaskedAccess`).
//!
//! Owns: which instructions an operation of the tables (`enzyme_rules::LaneOp`) is; `moves` has the
//! lanes that each takes (`picks` as lists), `masks` what masks mean, `memory` lanes in memory. Must not: change what is
//! computed, in any lane that is not poison. What cannot be said so stays, and is refused by its name.

mod masks;
mod memory;
mod moves;
mod picks;

use super::vectors;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{FloatPredicate, Module, Opcode, Type, TypeKind, Value};
use enzyme_rules::{Guard, LaneOp, MaskedAccess, Order, Step};

/// The rounding mode operand that asks for none.
const CURRENT_ROUNDING: i64 = 4;

/// The flag that sums and products may be taken in any order.
const REASSOCIATE: u32 = 1;

/// Comparisons by the number that x86 gives them; a signal on quiet NaNs is not a result.
const COMPARISONS: [FloatPredicate; 16] = [
    FloatPredicate::LLVMRealOEQ,
    FloatPredicate::LLVMRealOLT,
    FloatPredicate::LLVMRealOLE,
    FloatPredicate::LLVMRealUNO,
    FloatPredicate::LLVMRealUNE,
    FloatPredicate::LLVMRealUGE,
    FloatPredicate::LLVMRealUGT,
    FloatPredicate::LLVMRealORD,
    FloatPredicate::LLVMRealUEQ,
    FloatPredicate::LLVMRealULT,
    FloatPredicate::LLVMRealULE,
    FloatPredicate::LLVMRealPredicateFalse,
    FloatPredicate::LLVMRealONE,
    FloatPredicate::LLVMRealOGE,
    FloatPredicate::LLVMRealOGT,
    FloatPredicate::LLVMRealPredicateTrue,
];

/// Rewrites one call, if that is possible.
pub(super) fn rewrite(module: Module, call: Value, op: LaneOp) {
    let lanes = Lanes::new(module, call);
    if !lanes.is_fixed() {
        return;
    }
    let done = match op {
        LaneOp::Memory(access) => lanes.memory(access),
        _ => lanes.value(op).map(Some),
    };
    let Some(result) = done else { return };
    if let Some(value) = result {
        call.replace_all_uses_with(value);
    }
    call.erase_instruction();
}

/// Takes the lanes out of a call that its row is not about.
pub(super) fn unguard(module: Module, call: Value, guard: Guard) {
    let lanes = Lanes::new(module, call);
    if lanes.is_fixed() && !lanes.is_unguarded(guard) {
        let value = lanes.unguarded(guard);
        call.replace_all_uses_with(value);
        call.erase_instruction();
    }
}

/// Lanes that a masked load leaves undefined are zero from here on: they may be computed with, and a
/// zero is what the machine puts there.
pub(super) fn settle(call: Value, access: MaskedAccess) {
    let value = call.call_args()[usize::from(access.value)];
    if !access.stores && is_undefined(value) {
        call.set_operand(u32::from(access.value), value.ty().zero());
    }
}

fn is_undefined(value: Value) -> bool {
    value == value.ty().poison() || value == value.ty().undef()
}

/// A call of an operation on vectors, and the place in front of it.
struct Lanes {
    module: Module,
    build: Builder,
    call: Value,
    args: Vec<Value>,
}

impl Lanes {
    fn new(module: Module, call: Value) -> Self {
        let build = Builder::ahead_of(module.context(), call);
        Self {
            module,
            build,
            call,
            args: call.call_args(),
        }
    }

    /// Vectors whose length is known only at run time stay as they are.
    fn is_fixed(&self) -> bool {
        let scalable = |v: &Value| v.ty().kind() == TypeKind::LLVMScalableVectorTypeKind;
        self.call.opcode() == Opcode::LLVMCall
            && !scalable(&self.call)
            && !self.args.iter().any(scalable)
    }

    fn index(&self, lane: u32) -> Value {
        vectors::index(self.module, lane)
    }

    fn lane(&self, vector: Value, lane: u32) -> Value {
        self.build.extract_element(vector, self.index(lane))
    }

    fn with_lane(&self, vector: Value, value: Value, lane: u32) -> Value {
        self.build.insert_element(vector, value, self.index(lane))
    }

    /// Takes over what the call says of the numbers that it computes with.
    fn flagged(&self, value: Value) -> Value {
        if value.is_instruction() {
            value.set_fast_math(self.call.fast_math());
        }
        value
    }

    fn intrinsic(&self, name: &str, args: &[Value]) -> Value {
        let callee = self.module.intrinsic(name, &[args[0].ty()]);
        let result = self.build.call(callee.function_type(), callee, args, "");
        self.flagged(result)
    }

    fn step(&self, step: Step, a: Value, b: Value) -> Value {
        match step {
            Step::Add => self.flagged(self.build.fadd(a, b)),
            Step::Sub => self.flagged(self.build.fsub(a, b)),
            Step::Mul => self.flagged(self.build.fmul(a, b)),
            Step::Call(name) => self.intrinsic(name, &[a, b]),
        }
    }

    fn value(&self, op: LaneOp) -> Option<Value> {
        let args = &self.args;
        match op {
            LaneOp::Reduce { step, order, start } => Some(self.reduce(step, order, start)),
            LaneOp::Interleave => Some(self.interleave(args)),
            LaneOp::Deinterleave => Some(self.deinterleave(args[0], self.call.ty())),
            LaneOp::Reverse => Some(self.pick(args[0], picks::reverse(length(args[0])))),
            LaneOp::Splice { right } => self.splice(right),
            LaneOp::Insert => self.insert(),
            LaneOp::Extract => self.extract(),
            LaneOp::Pairs { step, block } => Some(self.pairs(step, block)),
            LaneOp::AddSub => Some(self.alternate(
                self.build.fsub(args[0], args[1]),
                self.build.fadd(args[0], args[1]),
            )),
            LaneOp::FmaAddSub => self.fma_alternate(),
            LaneOp::Dot => self.dot(),
            LaneOp::AbsoluteDifference => {
                let difference = self.build.fsub(args[0], args[1]);
                Some(self.intrinsic("llvm.fabs", &[difference]))
            }
            LaneOp::BySign => {
                let chosen = self.mask(args[2], length(args[0]));
                Some(self.build.select(chosen, args[1], args[0]))
            }
            LaneOp::CompareFirst => self.compare_first(),
            LaneOp::Narrow => self.narrow(),
            LaneOp::NarrowFirst => {
                let wide = self.lane(args[1], 0);
                let narrow = self.build.fptrunc(wide, args[0].ty().element());
                Some(self.with_lane(args[0], narrow, 0))
            }
            LaneOp::Permute { block, low } => self.permute(block, low),
            LaneOp::Memory(_) => None,
        }
    }

    fn reduce(&self, step: Step, order: Order, start: bool) -> Value {
        let vector = self.args[usize::from(start)];
        let first = start.then(|| self.args[0]);
        let open = order == Order::Any || self.call.fast_math() & REASSOCIATE != 0;
        let even = length(vector).is_power_of_two();
        let total = match (open, order) {
            (true, _) if even => self.tree(step, vector, picks::halves),
            (_, Order::Neighbours) if even => self.tree(step, vector, picks::neighbours),
            _ => return self.in_turn(step, vector, first),
        };
        match first {
            Some(first) => self.step(step, first, total),
            None => total,
        }
    }

    /// Two halves of the lanes at a time, as `split` says, until one is left.
    fn tree(&self, step: Step, vector: Value, split: fn(u32) -> [Vec<i32>; 2]) -> Value {
        let mut vector = vector;
        while length(vector) > 1 {
            let [a, b] = split(length(vector)).map(|lanes| self.pick(vector, lanes));
            vector = self.step(step, a, b);
        }
        self.lane(vector, 0)
    }

    fn in_turn(&self, step: Step, vector: Value, first: Option<Value>) -> Value {
        let mut lanes = (0..length(vector)).map(|lane| self.lane(vector, lane));
        let first = first.or_else(|| lanes.next());
        let first = first.expect("a vector has lanes");
        lanes.fold(first, |sum, lane| self.step(step, sum, lane))
    }

    fn alternate(&self, even: Value, odd: Value) -> Value {
        let lanes = picks::alternate(length(even));
        self.build
            .shuffle(self.flagged(even), self.flagged(odd), &lanes)
    }

    fn fma_alternate(&self) -> Option<Value> {
        if !self.rounds_as_usual(3) {
            return None;
        }
        let [a, b, c] = [0, 1, 2].map(|i| self.args[i]);
        let signed = self.alternate(self.build.fneg(c), c);
        Some(self.intrinsic("llvm.fma", &[a, b, signed]))
    }

    /// Whether there is no such operand, or it asks for nothing.
    fn rounds_as_usual(&self, operand: usize) -> bool {
        let mode = self.args.get(operand);
        mode.is_none_or(|v| v.as_i64() == Some(CURRENT_ROUNDING))
    }

    fn compare_first(&self) -> Option<Value> {
        let number = self.args[2].as_u64()? as usize;
        let [a, b] = [0, 1].map(|i| self.lane(self.args[i], 0));
        let holds = self
            .build
            .fcmp(COMPARISONS[number % COMPARISONS.len()], a, b);
        let bits = self.module.context().int(number_bits(a.ty())?);
        let mask = self.build.bitcast(self.build.sext(holds, bits), a.ty());
        Some(self.with_lane(self.args[0], mask, 0))
    }

    fn narrow(&self) -> Option<Value> {
        let (from, to) = (self.args[0], self.call.ty());
        if !self.rounds_as_usual(3) {
            return None;
        }
        let count = length(from);
        let narrow = self.build.fptrunc(from, to.element().vector(count));
        let narrow = match vectors::length(to) == count {
            true => narrow,
            false => self.build.shuffle(
                narrow,
                narrow.ty().zero(),
                &picks::padded(count, vectors::length(to)),
            ),
        };
        Some(match self.args.get(2) {
            Some(mask) => {
                let chosen = self.mask(*mask, vectors::length(to));
                self.build.select(chosen, narrow, self.args[1])
            }
            None => narrow,
        })
    }

    /// Whether nothing is left of a guard: the call was taken apart before.
    fn is_unguarded(&self, guard: Guard) -> bool {
        let open = guard
            .mask
            .is_none_or(|(mask, _)| self.args[usize::from(mask)].as_i64() == Some(-1));
        let first = |user: Value| {
            user.opcode() == Opcode::LLVMExtractElement && user.operands()[1].as_u64() == Some(0)
        };
        open && (!guard.first || self.call.users().into_iter().all(first))
    }

    fn unguarded(&self, guard: Guard) -> Value {
        let row = self.call.clone_instruction();
        if guard.second {
            row.set_operand(0, self.args[1]);
        }
        if let Some((mask, otherwise)) = guard.mask {
            let all = self.args[usize::from(mask)].ty().constant_int(u64::MAX);
            row.set_operand(u32::from(mask), all);
            let other = self.args[usize::from(otherwise)].ty().zero();
            row.set_operand(u32::from(otherwise), other);
        }
        self.build.insert(row);
        let set = |lanes| {
            guard.mask.map(|(mask, otherwise)| {
                (
                    self.mask(self.args[usize::from(mask)], lanes),
                    self.args[usize::from(otherwise)],
                )
            })
        };
        if !guard.first {
            return match set(length(row)) {
                Some((mask, otherwise)) => self.build.select(mask, row, otherwise),
                None => row,
            };
        }
        let own = self.lane(row, 0);
        let lane = match set(1) {
            Some((mask, otherwise)) => {
                let other = self.lane(otherwise, 0);
                self.build.select(self.lane(mask, 0), own, other)
            }
            None => own,
        };
        self.with_lane(self.args[0], lane, 0)
    }
}

/// Lanes of a vector.
fn length(vector: Value) -> u32 {
    vectors::length(vector.ty())
}

/// Bits of a number.
fn number_bits(ty: Type) -> Option<u32> {
    Some(match ty.kind() {
        TypeKind::LLVMHalfTypeKind | TypeKind::LLVMBFloatTypeKind => 16,
        TypeKind::LLVMFloatTypeKind => 32,
        TypeKind::LLVMDoubleTypeKind => 64,
        TypeKind::LLVMIntegerTypeKind => ty.int_bits(),
        _ => return None,
    })
}
