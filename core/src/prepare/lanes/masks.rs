//! What the masks of vector operations mean: one `i1` a lane.
//!
//! Owns: bits of integers, and signs of lanes, as vectors of `i1`. Must not: know who is masked.

use super::Lanes;
use crate::prepare::signs;
use crate::prepare::vectors::is_vector;
use enzyme_llvm_shim::ir::{IntPredicate, Opcode, TypeKind, Value};

impl Lanes {
    /// A mask of `lanes` lanes, whatever it is given as.
    pub(super) fn mask(&self, given: Value, lanes: u32) -> Value {
        let ty = given.ty();
        if !is_vector(ty) {
            let bits = self.module.context().int(1).vector(ty.int_bits());
            let all = self.build.bitcast(given, bits);
            return match ty.int_bits() == lanes {
                true => all,
                false => self.pick(all, (0..lanes as i32).collect()),
            };
        }
        match ty.element().kind() {
            TypeKind::LLVMIntegerTypeKind if ty.element().int_bits() == 1 => given,
            TypeKind::LLVMIntegerTypeKind => self.is_negative(given),
            _ => self.has_sign(given),
        }
    }

    fn is_negative(&self, bits: Value) -> Value {
        let zero = bits.ty().zero();
        self.build.icmp(IntPredicate::LLVMIntSLT, bits, zero)
    }

    /// Signs of numbers, of NaNs and zeros, too. Bits that were made as integers are asked as such.
    fn has_sign(&self, numbers: Value) -> Value {
        let from = numbers.is_instruction().then(|| numbers.operands());
        match from {
            Some(from)
                if numbers.opcode() == Opcode::LLVMBitCast
                    && is_vector(from[0].ty())
                    && from[0].ty().length() == numbers.ty().length() =>
            {
                return self.is_negative(from[0]);
            }
            None if numbers.is_constant() => {
                let bits = super::number_bits(numbers.ty().element()).unwrap_or(64);
                let integers = self.module.context().int(bits);
                let integers = integers.vector(super::length(numbers));
                return self.is_negative(self.build.bitcast(numbers, integers));
            }
            _ => {}
        }
        signs::is_set(self.module, &self.build, numbers)
    }

    /// Whether a lane of a mask is set, if that is known now.
    pub(super) fn is_set(mask: Value, lane: u32) -> Option<bool> {
        let lane = mask.is_constant().then(|| mask.aggregate_element(lane))??;
        Some(lane.as_u64()? != 0)
    }
}
