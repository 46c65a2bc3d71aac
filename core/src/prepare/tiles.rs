//! Iterations of loops as functions of what they read.
//!
//! Such a function is given the number of its iteration and what that reads, and returns what the loop adds up (`tiles.cpp` of the shim). It is
//! marked by an attribute, and no call of it is inlined before derivatives are made.
//!
//! Owns: [`Place`], by which a loop is found again when its function is prepared anew. Must not: know which loops, or why.

use crate::view::names::COPY;
use crate::view::steps::TILE;
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::ir::{Block, Module, Opcode, Value};
use enzyme_llvm_shim::transform;

/// A loop, by positions among the [`Parts`] of a function, which are the same each time that it is prepared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// How many parts there were.
    pub(crate) among: (usize, usize),
    /// Of its header.
    pub(crate) header: usize,
    /// Memory of which each iteration gets its own: what makes it and, of heap memory, what ends it.
    pub(crate) scratch: Vec<(usize, Option<usize>)>,
}

/// What a function consists of when functions could be made of iterations; what is prepared afterwards adds to that.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    blocks: Vec<Block>,
    /// Calls and variables.
    makers: Vec<Value>,
}

impl Parts {
    pub(super) fn of(function: Value) -> Self {
        let blocks = function.blocks();
        let insts = blocks.iter().flat_map(|block| block.instructions());
        let makes = |i: &Value| matches!(i.opcode(), Opcode::LLVMCall | Opcode::LLVMAlloca);
        let makers = insts.filter(makes).collect();
        Self { blocks, makers }
    }

    /// How many blocks and makers there are.
    pub(crate) fn count(&self) -> (usize, usize) {
        (self.blocks.len(), self.makers.len())
    }

    /// Which block this is, if it was one then.
    pub(crate) fn block(&self, block: Block) -> Option<usize> {
        self.blocks.iter().position(|other| *other == block)
    }

    /// Which call or variable this is, if it was one then.
    pub(crate) fn maker(&self, value: Value) -> Option<usize> {
        self.makers.iter().position(|other| *other == value)
    }
}

/// Makes functions of the iterations of some loops, which must have canonical counters. Afterwards neither loops nor exits need be.
pub(super) fn apart(
    module: Module,
    copy: Value,
    parts: &Parts,
    places: &[Place],
) -> Result<(), String> {
    let counts = analyses::trip_counts(copy);
    let Parts { blocks, makers } = parts;
    // Positions among other parts would be those of other loops.
    for place in places.iter().filter(|place| place.among == parts.count()) {
        let header = blocks[place.header];
        let count = counts.iter().find(|count| count.header == header);
        let scratch = place.scratch.iter();
        let scratch = scratch.map(|(made, freed)| (makers[*made], freed.map(|at| makers[at])));
        let scratch: Vec<_> = scratch.collect();
        let tile = count.and_then(|count| transform::outline_tile(copy, *count, &scratch));
        if let Some(tile) = tile {
            tile.set_name(&tile.name().replace(COPY, ""));
            tile.add_function_attribute(module.context().string_attribute(TILE, ""));
        }
    }
    transform::run_function_passes(copy, "function(sroa<modify-cfg>,adce)")
}
