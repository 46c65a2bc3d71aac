//! Moves of lanes within and between vectors.
//!
//! Owns: which lane goes where. Must not: compute with numbers, but for the operations that are
//! mostly moves (pairs, dot products).

use super::{Lanes, length, number_bits};
use crate::prepare::vectors;
use enzyme_llvm_shim::ir::{Type, TypeKind, Value};
use enzyme_rules::Step;

/// Bits of the blocks that x86 operates in.
const BLOCK: u32 = 128;

/// Even (`second`: odd) lanes of two vectors, in each block first those of the first.
fn paired(lanes: u32, block: u32, second: bool) -> Vec<i32> {
    let lane = |i: u32| {
        let (start, k) = (i / block * block, i % block);
        let vector = if k < block / 2 { 0 } else { lanes };
        vector + start + 2 * (k % (block / 2)) + u32::from(second)
    };
    (0..lanes).map(|i| lane(i) as i32).collect()
}

impl Lanes {
    /// Lanes of one vector.
    pub(super) fn pick(&self, vector: Value, lanes: Vec<i32>) -> Value {
        self.build.shuffle(vector, vector.ty().poison(), &lanes)
    }

    /// Lanes of several vectors, one after the other.
    fn gathered(&self, ty: Type, from: impl Iterator<Item = (Value, u32)>) -> Value {
        let lanes = (0..).zip(from);
        lanes.fold(ty.poison(), |all, (to, (vector, lane))| {
            self.with_lane(all, self.lane(vector, lane), to)
        })
    }

    /// Lane 0 of each vector, then lane 1 of each, ….
    pub(super) fn interleave(&self, vectors: &[Value]) -> Value {
        let (count, lanes) = (vectors.len() as u32, length(vectors[0]));
        let ty = vectors[0].ty().element().vector(count * lanes);
        let from = (0..count * lanes).map(|i| (vectors[(i % count) as usize], i / count));
        match *vectors {
            [a, b] => {
                let lane = |i: u32| (i / 2 + i % 2 * lanes) as i32;
                let mask: Vec<i32> = (0..2 * lanes).map(lane).collect();
                self.build.shuffle(a, b, &mask)
            }
            _ => self.gathered(ty, from),
        }
    }

    /// A structure of vectors: every n-th lane from 0 on, from 1 on, ….
    pub(super) fn deinterleave(&self, vector: Value, ty: Type) -> Value {
        let count = ty.fields().len() as u32;
        (0..count).fold(ty.poison(), |all, first| {
            let lanes = (first as i32..length(vector) as i32).step_by(count as usize);
            let part = self.pick(vector, lanes.collect());
            self.build.insert_value(all, part, first)
        })
    }

    pub(super) fn splice(&self, right: bool) -> Option<Value> {
        let lanes = length(self.args[0]) as i32;
        let offset = i32::try_from(self.args[2].as_i64()?).ok()?;
        let first = if right { lanes - offset } else { offset };
        let mask: Vec<i32> = (first..first + lanes).collect();
        let inside = (0..=lanes).contains(&first);
        inside.then(|| self.build.shuffle(self.args[0], self.args[1], &mask))
    }

    pub(super) fn insert(&self) -> Option<Value> {
        let (whole, part) = (self.args[0], self.args[1]);
        let (lanes, few) = (length(whole) as i32, length(part) as i32);
        let first = i32::try_from(self.args[2].as_i64()?).ok()?;
        let inside = |i: i32| (first..first + few).contains(&i);
        let widened = (0..lanes).map(|i| if inside(i) { i - first } else { -1 });
        let widened = self.pick(part, widened.collect());
        let lane = |i: i32| if inside(i) { lanes + i } else { i };
        let mask: Vec<i32> = (0..lanes).map(lane).collect();
        Some(self.build.shuffle(whole, widened, &mask))
    }

    pub(super) fn extract(&self) -> Option<Value> {
        let first = i32::try_from(self.args[1].as_i64()?).ok()?;
        let lanes = length(self.call) as i32;
        Some(self.pick(self.args[0], (first..first + lanes).collect()))
    }

    pub(super) fn pairs(&self, step: Step, block: u32) -> Value {
        let (a, b) = (self.args[0], self.args[1]);
        let block = self.block(a.ty(), block);
        let [x, y] = [false, true].map(|second| {
            let lanes = paired(length(a), block, second);
            self.build.shuffle(a, b, &lanes)
        });
        self.step(step, x, y)
    }

    /// Lanes of a block of so many bits.
    fn block(&self, ty: Type, bits: u32) -> u32 {
        match (bits, number_bits(ty.element())) {
            (1.., Some(each)) => bits / each,
            _ => vectors::length(ty),
        }
    }

    pub(super) fn dot(&self) -> Option<Value> {
        let [a, b] = [0, 1].map(|i| self.args[i]);
        let chosen = self.args[2].as_u64()?;
        let (lanes, block) = (length(a), self.block(a.ty(), BLOCK));
        let zero = a.ty().zero();
        let where_set = |first: u32| -> Vec<i32> {
            let set = |i: u32| chosen >> (first + i % block) & 1 != 0;
            let lane = |i: u32| if set(i) { i } else { lanes + i };
            (0..lanes).map(|i| lane(i) as i32).collect()
        };
        let product = self.build.fmul(a, b);
        let mut sum = self.build.shuffle(product, zero, &where_set(4));
        for apart in [1, 2].into_iter().filter(|apart| *apart < block) {
            let other = (0..lanes).map(|i| (i ^ apart) as i32).collect();
            sum = self.build.fadd(sum, self.pick(sum, other));
        }
        Some(self.build.shuffle(sum, zero, &where_set(0)))
    }

    pub(super) fn permute(&self, block: u32, low: u32) -> Option<Value> {
        let is_integer = |v: &&Value| v.ty().element().kind() == TypeKind::LLVMIntegerTypeKind;
        let indices = *self.args.iter().find(is_integer)?;
        let numbers = *self.args.iter().find(|v| !is_integer(v))?;
        let (lanes, block) = (length(numbers), self.block(numbers.ty(), block));
        let ty = indices.ty().element();
        let one = |all: Value, to: u32| {
            let index = self.lane(indices, to);
            let index = self.build.lshr(index, ty.constant_int(u64::from(low)));
            let index = self.build.and(index, ty.constant_int(u64::from(block - 1)));
            let start = ty.constant_int(u64::from(to / block * block));
            let from = self.build.add(index, start);
            let lane = self.build.extract_element(numbers, from);
            self.with_lane(all, lane, to)
        };
        Some((0..lanes).fold(numbers.ty().poison(), one))
    }
}
