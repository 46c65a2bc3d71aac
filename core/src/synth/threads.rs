//! Questions about what the threads of a launch reach, asked when it runs. Their answers are the same for all threads.
//!
//! Sums are of 64 bits, and of few products of numbers of 32 bits and small constants. Where a number is of 64 bits, and larger, a sum may be anything; then the
//! program reaches no memory there.
//!
//! Owns: these questions. Must not: choose what is compared.

use super::frame::Frame;
use super::lookup::Reverse;
use crate::analysis::exclusive::{Along, Arrays, Count, Counted, Reach, Rows};
use crate::plan::Item;
use crate::view::ValueId;
use crate::view::polynomials::Polynomial;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Opcode, Value};

impl Frame<'_> {
    /// How many threads the grid has, if it is of that shape, or a number that is larger than any: asked where the function begins.
    fn threads(&mut self, count: Count) -> Value {
        if let Some(known) = self.threads.get(&count) {
            return *known;
        }
        let build = Builder::new(self.context());
        build.before(self.slot_anchor.expect("slots have an anchor"));
        let callee = self.source.module.function(match count {
            Count::Row => "enzyme_rs_grid_row",
            Count::Across => "enzyme_rs_grid_across",
            Count::Down => "enzyme_rs_grid_down",
        });
        let callee = callee.expect("the library of a machine defines its functions");
        let all = build.call(callee.function_type(), callee, &[], "threads");
        self.threads.insert(count, all);
        all
    }
}

impl Reverse<'_, '_> {
    /// Whether the grid is of a shape, and no more threads are counted.
    pub(super) fn are_few(&mut self, count: Count, most: u64) -> Value {
        let threads = self.frame.threads(count);
        let most = self.frame.i64(most);
        self.frame
            .build
            .icmp(IntPredicate::LLVMIntULE, threads, most)
    }

    /// Whether a number of each thread does not wrap. No sum of two products of numbers below 2^31 does.
    pub(super) fn fits(&mut self, counted: &Counted) -> Value {
        let mut all = self.frame.context().boolean(true);
        let mut sum = self.sum_that_fits(&counted.sum, &mut all);
        for (count, each) in &counted.each {
            let each = self.sum_that_fits(each, &mut all);
            let threads = self.frame.threads(*count);
            all = self.frame.build.and(all, self.is_below(threads));
            let build = &self.frame.build;
            sum = build.add(sum, build.mul(threads, each));
        }
        self.frame.build.and(all, self.is_below(sum))
    }

    /// A sum; what must hold is that no value of it is negative, and it is below 2^31.
    fn sum_that_fits(&mut self, sum: &Polynomial, all: &mut Value) -> Value {
        for (factors, _) in sum.products() {
            for factor in factors {
                let value = self.wide(factor.value);
                *all = self.frame.build.and(*all, self.is_below(value));
            }
        }
        let sum = self.exact_sum(sum);
        *all = self.frame.build.and(*all, self.is_below(sum));
        sum
    }

    fn is_below(&self, value: Value) -> Value {
        let end = self.frame.i64(Counted::END);
        self.frame.build.icmp(IntPredicate::LLVMIntULT, value, end)
    }

    /// Whether rows are as long as what threads reach in one.
    pub(super) fn are_rows_long(&mut self, rows: &Rows) -> Value {
        let length = self.row_bytes(rows.stride, &rows.along);
        let distance = self.exact_sum(&rows.distance);
        let zero = self.frame.i64(0);
        let most = self.frame.i64(rows.most);
        let build = &self.frame.build;
        let is_behind = build.icmp(IntPredicate::LLVMIntSGE, distance, zero);
        let distance = build.select(is_behind, distance, build.sub(zero, distance));
        build.and(
            build.icmp(IntPredicate::LLVMIntUGE, distance, length),
            build.icmp(IntPredicate::LLVMIntULE, distance, most),
        )
    }

    /// Whether what threads reach of two arrays does not overlap, or they are one, and that will do.
    pub(super) fn are_arrays_apart(&mut self, arrays: &Arrays) -> Value {
        let [one, other] = [0, 1].map(|at| {
            let reach = &arrays.reaches[at];
            self.ends_of(reach, &arrays.along)
        });
        let bases = [0, 1].map(|at| self.shadow_address(arrays.reaches[at].base));
        let build = &self.frame.build;
        let before = |one: [Value; 2], other: [Value; 2]| {
            build.icmp(IntPredicate::LLVMIntSLE, one[1], other[0])
        };
        let apart = build.or(before(one, other), before(other, one));
        match arrays.equal {
            true => build.or(
                apart,
                build.icmp(IntPredicate::LLVMIntEQ, bases[0], bases[1]),
            ),
            false => apart,
        }
    }

    /// The addresses where what threads reach begins and ends.
    fn ends_of(&mut self, reach: &Reach, along: &[Along]) -> [Value; 2] {
        let base = self.shadow_address(reach.base);
        let length = self.row_bytes(reach.stride, &along[0]);
        let mut rows: Vec<Value> = reach.rows.iter().map(|row| self.exact_sum(row)).collect();
        if let (Some(line), [_, lines]) = (&reach.line, along) {
            let line = self.exact_sum(line);
            let lines = self.numbers(lines);
            let build = &self.frame.build;
            let to_last = build.sub(build.mul(line, lines), line);
            let last: Vec<Value> = rows.iter().map(|row| build.add(*row, to_last)).collect();
            rows.extend(last);
        }
        let (low, high) = reach.window;
        let [low, high] = [low, high.wrapping_sub_unsigned(reach.stride)]
            .map(|bytes| self.frame.i64(bytes as u64));
        let build = &self.frame.build;
        let extreme = |predicate| {
            let chosen = rows
                .iter()
                .copied()
                .reduce(|one, other| build.select(build.icmp(predicate, one, other), one, other));
            build.add(base, chosen.expect("there is a row"))
        };
        let first = extreme(IntPredicate::LLVMIntSLT);
        let last = extreme(IntPredicate::LLVMIntSGT);
        [
            build.add(first, low),
            build.add(build.add(last, length), high),
        ]
    }

    /// The shadow of an address, as a number.
    fn shadow_address(&mut self, base: ValueId) -> Value {
        let shadow = self.lookup(Item::Shadow(base));
        let int = self.frame.context().int(64);
        self.frame.build.cast(Opcode::LLVMPtrToInt, shadow, int)
    }

    /// Bytes from the first thread's place in a row to behind the last one's.
    fn row_bytes(&mut self, stride: u64, along: &Along) -> Value {
        let all = self.numbers(along);
        let stride = self.frame.i64(stride);
        self.frame.build.mul(all, stride)
    }

    /// How many numbers threads may come with along a direction.
    fn numbers(&mut self, along: &Along) -> Value {
        let Some(below) = &along.below else {
            return self.frame.threads(along.count);
        };
        let below = self.exact_sum(below);
        if along.goes_on {
            return below;
        }
        let threads = self.frame.threads(along.count);
        let build = &self.frame.build;
        // What is negative is larger than any number of threads.
        let fewer = build.icmp(IntPredicate::LLVMIntULT, below, threads);
        build.select(fewer, below, threads)
    }

    fn exact_sum(&mut self, sum: &Polynomial) -> Value {
        let mut all = self.frame.i64(sum.coefficient(&[]) as u64);
        for (factors, often) in sum.products() {
            if let [factor] = factors[..] {
                let value = self.wide(factor.value);
                let often = self.frame.i64(often as u64);
                let build = &self.frame.build;
                all = build.add(all, build.mul(value, often));
            }
        }
        all
    }

    /// A number with its sign.
    fn wide(&mut self, value: ValueId) -> Value {
        let value = self.lookup(Item::Primal(value));
        let int = self.frame.context().int(64);
        self.frame.build.int_cast(value, int, true)
    }
}
