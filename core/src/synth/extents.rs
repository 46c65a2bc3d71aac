//! Questions about memory that iterations span, asked when the program runs.
//!
//! All sums are of 64 bits and must not wrap: products, strides and iterations that are larger than any in a program's memory answer no.
//!
//! Owns: these questions. Must not: choose what is compared.

use super::lookup::Reverse;
use crate::analysis::exclusive::{Extent, Far, Range};
use crate::plan::Item;
use crate::view::polynomials::Factor;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Opcode, Value};

/// No term is larger, in bytes: the address space of a process.
const MOST_BYTES: u64 = 1 << 47;

/// No stride is larger, in bytes.
const MOST_STRIDE: u64 = 1 << 32;

/// No number of an iteration is larger.
const MOST_ITERATIONS: u64 = 1 << 30;

/// A sum under construction, and whether it is right.
struct Sum {
    value: Value,
    right: Value,
}

impl Sum {
    fn of(from: Value) -> Self {
        let right = from.context().boolean(true);
        Self { value: from, right }
    }

    fn add(&mut self, build: &Builder, more: Value) {
        self.value = build.add(self.value, more);
    }

    fn require(&mut self, build: &Builder, condition: Value) {
        self.right = build.and(self.right, condition);
    }
}

impl Reverse<'_, '_> {
    /// Whether no iteration of another worker reads what this one reads.
    pub(super) fn is_own_iteration(&mut self, far: &Far) -> Value {
        let is_far = self.is_far(far);
        match far.rows.is_empty() {
            true => is_far,
            false => {
                let apart = self.are_rows_apart(&far.rows);
                self.frame.build.or(is_far, apart)
            }
        }
    }

    /// Whether what all iterations read of one row does not overlap with what they read of another one, for any two.
    fn are_rows_apart(&mut self, rows: &[Range]) -> Value {
        let ends: Vec<[Sum; 2]> = rows.iter().map(|row| self.ends(row)).collect();
        let mut all = self.frame.context().boolean(true);
        for (at, one) in ends.iter().enumerate() {
            for other in &ends[at + 1..] {
                let apart = self.are_apart_from(one, other);
                all = self.frame.build.and(all, apart);
            }
        }
        all
    }

    /// Whether the worker runs all iterations that may read what this one reads.
    fn is_far(&mut self, far: &Far) -> Value {
        let [counter, last] = [far.counter, far.last].map(|value| self.lookup(Item::Primal(value)));
        let mut width = Sum::of(self.frame.i64(far.extent.bytes));
        // Where one access moves on and another one back, they part from each other by both.
        for (factors, least, greatest) in far.extent.origins.iter().chain(&far.extent.spans) {
            self.add_width(&mut width, factors, greatest.abs_diff(*least));
        }
        let (_, stride) = self.stride(&far.extent, &mut width);
        let int = self.frame.context().int(64);
        let build = &self.frame.build;
        let behind = build.sub(last, counter);
        let [before, behind] = [counter, behind].map(|n| build.int_cast(n, int, false));
        let nearer = build.icmp(IntPredicate::LLVMIntULT, before, behind);
        let steps = build.select(nearer, before, behind);
        // The next iteration of another worker is one farther away.
        let steps = build.add(steps, int.constant_int(1));
        let most = int.constant_int(MOST_ITERATIONS);
        let many = build.icmp(IntPredicate::LLVMIntUGT, steps, most);
        let steps = build.select(many, most, steps);
        let far = build.icmp(
            IntPredicate::LLVMIntUGE,
            build.mul(steps, stride),
            width.value,
        );
        build.and(width.right, far)
    }

    /// Whether what all iterations read behind two addresses does not overlap.
    pub(super) fn are_ranges_apart(&mut self, ranges: &[Range; 2]) -> Value {
        let [one, other] = [&ranges[0], &ranges[1]].map(|range| self.ends(range));
        self.are_apart_from(&one, &other)
    }

    /// Whether one part of memory ends before the other one begins.
    fn are_apart_from(&self, one: &[Sum; 2], other: &[Sum; 2]) -> Value {
        let build = &self.frame.build;
        let before = |one: &[Sum; 2], other: &[Sum; 2]| {
            // What loops might take away may lead below all addresses.
            build.icmp(IntPredicate::LLVMIntSLE, one[1].value, other[0].value)
        };
        let apart = build.or(before(one, other), before(other, one));
        let ends = one.iter().chain(other);
        ends.fold(apart, |all, end| build.and(all, end.right))
    }

    /// Where the memory begins that all iterations read, and where it ends.
    fn ends(&mut self, range: &Range) -> [Sum; 2] {
        let int = self.frame.context().int(64);
        let base = self.lookup(Item::Primal(range.base));
        let base = self.frame.build.cast(Opcode::LLVMPtrToInt, base, int);
        let [mut low, mut high] = [Sum::of(base), Sum::of(base)];
        let bytes = self.frame.i64(range.extent.bytes);
        high.add(&self.frame.build, bytes);
        // A loop inside of the iteration adds a part of its span: of each product in it as much as that, or nothing, or something in between.
        for (factors, least, greatest) in range.extent.origins.iter().chain(&range.extent.spans) {
            let product = self.product(factors);
            let times = least.unsigned_abs().max(greatest.unsigned_abs());
            self.magnitude(&mut low, product, MOST_BYTES / times.max(1));
            let build = &self.frame.build;
            let [one, other] =
                [least, greatest].map(|times| build.mul(product, int.constant_int(*times as u64)));
            self.widen([&mut low, &mut high], one, other);
        }
        let (stride, _) = self.stride(&range.extent, &mut low);
        let (first, last) = range.iterations;
        let reached = [first, last].map(|iteration| {
            let iteration = self.lookup(Item::Primal(iteration));
            let build = &self.frame.build;
            let iteration = build.int_cast(iteration, int, true);
            let most = int.constant_int(MOST_ITERATIONS);
            low.require(build, build.icmp(IntPredicate::LLVMIntULE, iteration, most));
            build.mul(iteration, stride)
        });
        self.widen([&mut low, &mut high], reached[0], reached[1]);
        [low, high]
    }

    /// Adds the lesser of two numbers to the lower end, and the greater to the upper one.
    fn widen(&self, [low, high]: [&mut Sum; 2], one: Value, other: Value) {
        let build = &self.frame.build;
        let less = build.icmp(IntPredicate::LLVMIntSLT, one, other);
        low.add(build, build.select(less, one, other));
        high.add(build, build.select(less, other, one));
    }

    fn add_width(&mut self, width: &mut Sum, factors: &[Factor], times: u64) {
        let Some(most) = MOST_BYTES.checked_div(times) else {
            return;
        };
        let product = self.product(factors);
        let magnitude = self.magnitude(width, product, most);
        let times = self.frame.i64(times);
        let build = &self.frame.build;
        width.add(build, build.mul(magnitude, times));
    }

    /// The stride, and how large it is; requires that it is not zero, nor too large.
    fn stride(&mut self, extent: &Extent, sum: &mut Sum) -> (Value, Value) {
        let mut stride = self.frame.i64(0);
        for (factors, times) in extent.stride.products() {
            let product = self.product(factors);
            let build = &self.frame.build;
            let times = product.ty().constant_int(times as u64);
            stride = build.add(stride, build.mul(product, times));
        }
        let magnitude = self.magnitude(sum, stride, MOST_STRIDE);
        let build = &self.frame.build;
        let moves = build.icmp(IntPredicate::LLVMIntNE, stride, stride.ty().zero());
        sum.require(build, moves);
        (stride, magnitude)
    }

    fn product(&mut self, factors: &[Factor]) -> Value {
        let int = self.frame.context().int(64);
        let mut product = self.frame.i64(1);
        for factor in factors {
            let value = self.lookup(Item::Primal(factor.value));
            let build = &self.frame.build;
            let value = build.int_cast(value, int, factor.is_signed);
            product = build.mul(product, value);
        }
        product
    }

    /// A number without its sign; requires that it is not too large.
    fn magnitude(&self, sum: &mut Sum, number: Value, most: u64) -> Value {
        let build = &self.frame.build;
        let negative = build.icmp(IntPredicate::LLVMIntSLT, number, number.ty().zero());
        let magnitude = build.select(negative, build.sub(number.ty().zero(), number), number);
        let most = number.ty().constant_int(most);
        sum.require(build, build.icmp(IntPredicate::LLVMIntULE, magnitude, most));
        magnitude
    }
}
