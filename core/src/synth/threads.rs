//! Questions about what the threads of a launch reach, asked when it runs. Their answers are the same for all threads.
//!
//! Sums are of 64 bits, and of few products of numbers of 32 bits and small constants. Where a number is of 64 bits, and larger, a sum may be anything; then the
//! program reaches no memory there.
//!
//! Owns: these questions. Must not: choose what is compared.

use super::frame::Frame;
use super::lookup::Reverse;
use crate::analysis::exclusive::{Arrays, Counted, Reach, Rows};
use crate::plan::Item;
use crate::view::ValueId;
use crate::view::polynomials::Polynomial;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Opcode, Value};

/// How many threads a grid has, if they are one row.
const ROW: &str = "enzyme_rs_grid_row";

/// Rows are no longer, in bytes: a few thousand times this is still an address.
const LONGEST: u64 = 1 << 44;

impl Frame<'_> {
    /// How many threads the grid has, if they are one row, or a number that is larger than any: asked where the function begins.
    fn threads(&mut self) -> Value {
        if let Some(known) = self.threads {
            return known;
        }
        let build = Builder::new(self.context());
        build.before(self.slot_anchor.expect("slots have an anchor"));
        let callee = self.source.module.function(ROW);
        let callee = callee.expect("the library of a machine defines its functions");
        let all = build.call(callee.function_type(), callee, &[], "threads");
        self.threads = Some(all);
        all
    }
}

impl Reverse<'_, '_> {
    /// Whether the grid is a row of no more threads.
    pub(super) fn is_row(&mut self, most: u64) -> Value {
        let threads = self.frame.threads();
        let most = self.frame.i64(most);
        self.frame
            .build
            .icmp(IntPredicate::LLVMIntULE, threads, most)
    }

    /// Whether a number of each thread does not wrap.
    pub(super) fn fits(&mut self, counted: &Counted) -> Value {
        let end = self.frame.i64(Counted::END);
        let below = |build: &Builder, value| build.icmp(IntPredicate::LLVMIntULT, value, end);
        let mut all = self.frame.context().boolean(true);
        for (factors, _) in counted.sum.products() {
            for factor in factors {
                let value = self.wide(factor.value);
                all = self.frame.build.and(all, below(&self.frame.build, value));
            }
        }
        let sum = self.exact_sum(&counted.sum);
        let threads = self.frame.threads();
        let each = self.frame.i64(counted.each);
        let build = &self.frame.build;
        let sum = build.add(sum, build.mul(threads, each));
        build.and(all, below(build, sum))
    }

    /// Whether rows are as long as what threads reach in one.
    pub(super) fn are_rows_long(&mut self, rows: &Rows) -> Value {
        let length = self.row_bytes(rows.stride, rows.below.as_ref());
        let distance = self.exact_sum(&rows.distance);
        let zero = self.frame.i64(0);
        let most = self.frame.i64(LONGEST);
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
            self.ends_of(reach, arrays.below.as_ref())
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
    fn ends_of(&mut self, reach: &Reach, below: Option<&Polynomial>) -> [Value; 2] {
        let base = self.shadow_address(reach.base);
        let length = self.row_bytes(reach.stride, below);
        let rows: Vec<Value> = reach.rows.iter().map(|row| self.exact_sum(row)).collect();
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
    fn row_bytes(&mut self, stride: u64, below: Option<&Polynomial>) -> Value {
        let threads = self.frame.threads();
        let all = match below {
            None => threads,
            Some(below) => {
                let below = self.exact_sum(below);
                let build = &self.frame.build;
                // What is negative is larger than any number of threads.
                let fewer = build.icmp(IntPredicate::LLVMIntULT, below, threads);
                build.select(fewer, below, threads)
            }
        };
        let stride = self.frame.i64(stride);
        self.frame.build.mul(all, stride)
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
