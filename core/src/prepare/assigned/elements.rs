//! The elements of an array, wherever these lie, and loops over them.
//!
//! Owns: addresses of elements, nests of loops ahead of an instruction. Must not: know descriptors, or what an assignment does.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Block, IntPredicate, Module, Type, Value};
use enzyme_llvm_shim::transform;

/// The elements of an array, as values of the program.
pub(super) struct Elements {
    pub(super) base: Value,
    /// Bytes of an element.
    pub(super) bytes: u64,
    /// The type of an element that is a real number.
    pub(super) number: Option<Type>,
    /// The first one's neighbours lie next to each other.
    pub(super) dimensions: Vec<Steps>,
}

/// A dimension of an array.
pub(super) struct Steps {
    /// How many elements.
    pub(super) extent: Value,
    /// Bytes from one to the next.
    pub(super) stride: Value,
    /// Whether these are known to follow each other without gaps.
    pub(super) is_close: bool,
}

impl Elements {
    fn i64(&self, value: u64) -> Value {
        self.base.context().i64(value as i64)
    }

    /// How many bytes all of them have.
    pub(super) fn size(&self, build: &Builder) -> Value {
        let extents = self.dimensions.iter().map(|dimension| dimension.extent);
        extents.fold(self.i64(self.bytes), |size, extent| build.mul(size, extent))
    }

    /// Whether they lie in one piece, as the program finds; nothing where that is known.
    pub(super) fn lie_close(&self, build: &Builder) -> Option<Value> {
        let mut all = None;
        let mut step = self.i64(self.bytes);
        for dimension in &self.dimensions {
            let extent = dimension.extent;
            if !dimension.is_close {
                // From the only element there is no next one.
                let one = build.icmp(IntPredicate::LLVMIntULT, extent, self.i64(2));
                let close = build.icmp(IntPredicate::LLVMIntEQ, dimension.stride, step);
                all = both(build, all, Some(build.or(one, close)));
            }
            step = build.mul(step, extent);
        }
        all
    }

    /// Whether another array has as many elements in each dimension.
    pub(super) fn is_shaped_like(&self, other: &Self, build: &Builder) -> Value {
        let pairs = self.dimensions.iter().zip(&other.dimensions);
        let all = pairs.fold(None, |all, (one, other)| {
            let same = build.icmp(IntPredicate::LLVMIntEQ, one.extent, other.extent);
            both(build, all, Some(same))
        });
        all.unwrap_or_else(|| self.base.context().int(1).constant_int(1))
    }

    /// New memory for elements of the same shape, in one piece. There is some even for none: a pointer to it says that the array is allocated.
    pub(super) fn anew(&self, module: Module, build: &Builder) -> Self {
        let ty = module
            .context()
            .pointer()
            .function(&[module.context().int(64)], false);
        let size = self.size(build);
        let is_none = build.icmp(IntPredicate::LLVMIntEQ, size, self.i64(0));
        let size = build.select(is_none, self.i64(1), size);
        let mut stride = self.i64(self.bytes);
        let dimensions = self.dimensions.iter().map(|dimension| {
            let extent = dimension.extent;
            let next = build.mul(stride, extent);
            let stride = std::mem::replace(&mut stride, next);
            Steps {
                extent,
                stride,
                is_close: true,
            }
        });
        Self {
            dimensions: dimensions.collect(),
            base: build.call(ty, module.declare("malloc", ty), &[size], "assigned"),
            ..*self
        }
    }

    fn at(&self, build: &Builder, indices: &[Value]) -> Value {
        let steps = self.dimensions.iter().zip(indices);
        steps.fold(self.base, |address, (dimension, index)| {
            build.ptradd(address, build.mul(*index, dimension.stride), "")
        })
    }

    /// Makes the element at some indices what that of another array is there; a number alone is the same everywhere.
    pub(super) fn set(&self, build: &Builder, indices: &[Value], from: &Self) {
        let (to, from) = (self.at(build, indices), from.at(build, indices));
        match self.number {
            Some(number) => build.store(build.load(number, from, ""), to),
            None => build.copy_memory(to, from, self.i64(self.bytes)),
        };
    }
}

/// What holds where both hold, of which some is known to.
pub(super) fn both(build: &Builder, one: Option<Value>, other: Option<Value>) -> Option<Value> {
    match (one, other) {
        (Some(one), Some(other)) => Some(build.and(one, other)),
        (one, other) => one.or(other),
    }
}

/// Loops ahead of an instruction over all indices that some extents allow, the first of them in the innermost loop.
pub(super) fn each(
    module: Module,
    ahead: Value,
    dimensions: &[Steps],
    body: impl FnOnce(&Builder, &[Value]),
) {
    let build = located(module, ahead);
    let i64 = module.context().int(64);
    let mut from = ahead.block().expect("an instruction is in a block");
    let mut goes_on = cut(ahead);
    let mut indices = Vec::new();
    for dimension in dimensions.iter().rev() {
        let [asks, enters, next] =
            ["elements", "element", "next"].map(|name| from.function().append_block(name));
        build.at_end(from);
        build.br(asks);
        build.at_end(asks);
        let index = build.phi(i64, "");
        let more = build.icmp(IntPredicate::LLVMIntSLT, index, dimension.extent);
        build.cond_br(more, enters, goes_on);
        build.at_end(next);
        let following = build.add(index, i64.constant_int(1));
        build.br(asks);
        index.add_incoming(i64.zero(), from);
        index.add_incoming(following, next);
        indices.insert(0, index);
        (from, goes_on) = (enters, next);
    }
    build.at_end(from);
    body(&build, &indices);
    build.br(goes_on);
}

/// Two ways ahead of an instruction, where something holds and where it does not: what ends each of them.
pub(super) fn branch(module: Module, ahead: Value, holds: Value) -> [Value; 2] {
    let build = located(module, ahead);
    let block = ahead.block().expect("an instruction is in a block");
    let goes_on = cut(ahead);
    let ways = ["holds", "fails"].map(|name| block.function().append_block(name));
    build.at_end(block);
    build.cond_br(holds, ways[0], ways[1]);
    ways.map(|way| {
        build.at_end(way);
        build.br(goes_on)
    })
}

/// A builder that stands ahead of an instruction, whose place in the source it gives to what it builds.
pub(super) fn located(module: Module, ahead: Value) -> Builder {
    let build = Builder::ahead_of(module.context(), ahead);
    build.set_location(Some(ahead));
    build
}

/// Ends a block ahead of an instruction, without a terminator: the block that the instruction begins.
fn cut(ahead: Value) -> Block {
    let block = ahead.block().expect("an instruction is in a block");
    let rest = transform::split_block(block, ahead, "assigned").expect("it can be split off");
    block
        .terminator()
        .expect("it was split")
        .erase_instruction();
    rest
}
