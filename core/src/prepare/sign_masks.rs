//! Sign bits set, cleared, flipped and copied by integer masks, as `fabs`, `fneg` and `copysign`.
//!
//! Where integers are turned into numbers in the end, what was done to their sign on the way can be
//! said with numbers: exactly the same bits, and nothing is left for later phases to guess from.
//! Works on vectors, too, also where these are put together lane by lane.
//!
//! Owns: the patterns. Must not: touch integers that never become numbers here (a generator's
//! state, for one).

use super::signs;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value};
use enzyme_llvm_shim::transform;

/// Masks in a row beyond which integers stay integers.
const DEEPEST: u32 = 16;

/// Rewrites what leads to conversions of bits into numbers.
pub(super) fn as_numbers(module: Module, copy: Value) {
    let instructions = copy.blocks().into_iter().flat_map(|b| b.instructions());
    let roots: Vec<Value> = instructions.filter(|i| becomes_number(*i)).collect();
    let mut changed = false;
    for root in roots {
        let from = root.operands()[0];
        let number = Bits {
            module,
            ty: root.ty(),
        }
        .number(from, 0);
        if let Some(number) = number {
            root.replace_all_uses_with(number);
            root.erase_instruction();
            changed = true;
        }
    }
    if changed {
        // Integers that nobody uses any more are only dead weight.
        let _ = transform::run_function_passes(copy, "function(adce,early-cse)");
    }
}

/// A bitcast from an integer, or lane by lane from integers, to numbers; what is only loaded and shuffled may as well be
/// numbers of another length.
fn becomes_number(inst: Value) -> bool {
    if inst.opcode() != Opcode::LLVMBitCast {
        return false;
    }
    let bits = inst.operands()[0];
    let (from, to) = (bits.ty(), inst.ty());
    let moved = bits.is_instruction()
        && matches!(bits.opcode(), Opcode::LLVMLoad | Opcode::LLVMShuffleVector);
    let element = |ty: Type| {
        if lanes(ty).is_some() {
            ty.element()
        } else {
            ty
        }
    };
    (moved || lanes(from) == lanes(to))
        && element(from).kind() == TypeKind::LLVMIntegerTypeKind
        && matches!(
            element(to).kind(),
            TypeKind::LLVMHalfTypeKind
                | TypeKind::LLVMBFloatTypeKind
                | TypeKind::LLVMFloatTypeKind
                | TypeKind::LLVMDoubleTypeKind
                | TypeKind::LLVMFP128TypeKind
        )
}

/// How many lanes a type has, if it is a vector.
fn lanes(ty: Type) -> Option<u64> {
    (ty.kind() == TypeKind::LLVMVectorTypeKind).then(|| ty.length())
}

/// How a mask stands to the sign bit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mask {
    Sign,
    Rest,
}

/// Integers as numbers of one type.
struct Bits {
    module: Module,
    ty: Type,
}

impl Bits {
    /// The number that an integer holds the bits of, in front of the integer; none if it takes
    /// more than moves of signs to say.
    fn number(&self, bits: Value, depth: u32) -> Option<Value> {
        if depth > DEEPEST || !bits.is_instruction() {
            return None;
        }
        let build = Builder::ahead_of(self.module.context(), bits);
        match bits.opcode() {
            Opcode::LLVMBitCast => Some(bits.operands()[0]).filter(|v| v.ty() == self.ty),
            Opcode::LLVMLoad if !bits.is_volatile() && !bits.is_atomic() => {
                let load = build.load(self.ty, bits.operands()[0], "");
                load.set_memory_alignment(bits.memory_alignment());
                load.copy_tbaa(bits);
                Some(load)
            }
            Opcode::LLVMShuffleVector => self.shuffled(&build, bits, depth),
            // What follows is said lane by lane: words of numbers are only moved.
            _ if lanes(bits.ty()) != lanes(self.ty) => None,
            Opcode::LLVMSelect => {
                let [chosen, a, b] = [0, 1, 2].map(|i| bits.operands()[i]);
                let sides = [a, b].map(|side| self.number(side, depth + 1));
                if sides == [None, None] {
                    return None;
                }
                let side =
                    |at: usize, bits| sides[at].unwrap_or_else(|| build.bitcast(bits, self.ty));
                let (a, b) = (side(0, a), side(1, b));
                Some(build.select(chosen, a, b))
            }
            Opcode::LLVMInsertElement => {
                let [vector, lane, at] = [0, 1, 2].map(|i| bits.operands()[i]);
                let ty = self.ty.element();
                let lane = Bits { ty, ..*self }.operand(&build, lane, depth);
                let vector = self.operand(&build, vector, depth);
                Some(build.insert_element(vector, lane, at))
            }
            Opcode::LLVMAnd | Opcode::LLVMXor | Opcode::LLVMOr => {
                let number = self.signed(&build, bits, depth)?;
                // Whoever else wants the bits, to store them, takes the number's.
                bits.replace_all_uses_with(build.bitcast(number, bits.ty()));
                Some(number)
            }
            _ => None,
        }
    }

    /// Whole numbers that are moved as so many words each.
    fn shuffled(&self, build: &Builder, bits: Value, depth: u32) -> Option<Value> {
        if self.ty.kind() != TypeKind::LLVMVectorTypeKind {
            return None;
        }
        let mask = bits.shuffle_mask();
        let from = bits.operands()[0].ty().length();
        let words = mask.len() / self.ty.length() as usize;
        let divides = |n: usize| words != 0 && n.is_multiple_of(words);
        if !divides(mask.len()) || !divides(from as usize) {
            return None;
        }
        let whole = |part: &[i32]| match part[0] {
            -1 => part.iter().all(|word| *word == -1).then_some(-1),
            first => {
                let follows = part.iter().zip(first..).all(|(word, next)| *word == next);
                let lane = first / words as i32;
                (follows && lane * words as i32 == first).then_some(lane)
            }
        };
        let mask: Vec<i32> = mask.chunks(words).map(whole).collect::<Option<_>>()?;
        let ty = self.ty.element().vector((from / words as u64) as u32);
        let moved = |side: Value| match side == side.ty().poison() || side == side.ty().undef() {
            true => Some(ty.poison()),
            false => Bits { ty, ..*self }.number(side, depth + 1),
        };
        let (one, other) = (moved(bits.operands()[0])?, moved(bits.operands()[1])?);
        Some(build.shuffle(one, other, &mask))
    }

    /// A move of a sign.
    fn signed(&self, build: &Builder, bits: Value, depth: u32) -> Option<Value> {
        let [a, b] = [bits.operands()[0], bits.operands()[1]];
        if let Some(mask) = mask(b) {
            let x = || self.operand(build, a, depth);
            return match (bits.opcode(), mask) {
                (Opcode::LLVMAnd, Mask::Sign) => {
                    let zero = self.ty.zero();
                    Some(self.call(build, "llvm.copysign", &[zero, x()]))
                }
                (Opcode::LLVMAnd, Mask::Rest) => Some(self.absolute(build, x())),
                (Opcode::LLVMXor, Mask::Sign) => Some(build.fneg(x())),
                (Opcode::LLVMOr, Mask::Sign) => Some(build.fneg(self.absolute(build, x()))),
                _ => None,
            };
        }
        let (x, y) = match (masked(a), masked(b)) {
            (Some((x, Mask::Rest)), Some((y, Mask::Sign)))
            | (Some((y, Mask::Sign)), Some((x, Mask::Rest)))
                if bits.opcode() == Opcode::LLVMOr =>
            {
                let (x, y) = (self.operand(build, x, depth), self.operand(build, y, depth));
                return Some(self.call(build, "llvm.copysign", &[x, y]));
            }
            (Some((y, Mask::Sign)), _) => (b, y),
            (_, Some((y, Mask::Sign))) => (a, y),
            _ => return None,
        };
        let (x, y) = (self.operand(build, x, depth), self.operand(build, y, depth));
        let set = signs::is_set(self.module, build, y);
        match bits.opcode() {
            Opcode::LLVMOr => {
                let negative = build.fneg(self.absolute(build, x));
                Some(build.select(set, negative, x))
            }
            Opcode::LLVMXor => Some(build.select(set, build.fneg(x), x)),
            _ => None,
        }
    }

    /// The number of an operand, by conversion in front of its user if need be.
    fn operand(&self, build: &Builder, bits: Value, depth: u32) -> Value {
        self.number(bits, depth + 1)
            .unwrap_or_else(|| build.bitcast(bits, self.ty))
    }

    fn absolute(&self, build: &Builder, x: Value) -> Value {
        self.call(build, "llvm.fabs", &[x])
    }

    fn call(&self, build: &Builder, name: &str, args: &[Value]) -> Value {
        let callee = self.module.intrinsic(name, &[self.ty]);
        build.call(callee.function_type(), callee, args, "")
    }
}

/// `x & mask` with one of the two masks.
fn masked(value: Value) -> Option<(Value, Mask)> {
    let is_and = value.is_instruction() && value.opcode() == Opcode::LLVMAnd;
    let operands = if is_and {
        value.operands()
    } else {
        return None;
    };
    Some((operands[0], mask(operands[1])?))
}

/// What a constant is, the same in every lane.
fn mask(value: Value) -> Option<Mask> {
    if !value.is_constant() {
        return None;
    }
    if value.ty().kind() != TypeKind::LLVMVectorTypeKind {
        return lane_mask(value, value.ty().int_bits());
    }
    let bits = value.ty().element().int_bits();
    let lanes = u32::try_from(value.ty().length()).ok()?;
    let mut all = (0..lanes).map(|lane| lane_mask(value.aggregate_element(lane)?, bits));
    let first = all.next()??;
    all.all(|lane| lane == Some(first)).then_some(first)
}

fn lane_mask(value: Value, bits: u32) -> Option<Mask> {
    let sign = 1u64.checked_shl(bits.checked_sub(1)?)?;
    match value.as_u64()? {
        found if found == sign => Some(Mask::Sign),
        found if found == sign - 1 => Some(Mask::Rest),
        _ => None,
    }
}
