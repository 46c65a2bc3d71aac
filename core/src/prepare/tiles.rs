//! Iterations of loops as functions of what they read.
//!
//! Such a function is given the number of its iteration and what that reads, and returns what the loop adds up (`tiles.cpp` of the shim). It is
//! marked by an attribute, and no call of it is inlined before derivatives are made.
//!
//! Owns: [`Place`], by which a loop is found again when its function is prepared anew. Must not: know which loops, or why.

use crate::view::names::COPY;
use crate::view::steps::TILE;
use enzyme_llvm_shim::analyses::{self, TripCount};
use enzyme_llvm_shim::ir::{Block, Module, Opcode, Value};
use enzyme_llvm_shim::transform;
use indexmap::{IndexMap, IndexSet};

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
    blocks: IndexSet<Block>,
    /// Calls and variables.
    makers: IndexSet<Value>,
}

impl Parts {
    pub(super) fn of(function: Value) -> Self {
        let blocks = function.blocks();
        let insts = blocks.iter().flat_map(|block| block.instructions());
        let makes = |i: &Value| matches!(i.opcode(), Opcode::LLVMCall | Opcode::LLVMAlloca);
        let makers = insts.filter(makes).collect();
        Self {
            blocks: blocks.into_iter().collect(),
            makers,
        }
    }

    /// How many blocks and makers there are.
    pub(crate) fn count(&self) -> (usize, usize) {
        (self.blocks.len(), self.makers.len())
    }

    /// Which block this is, if it was one then.
    pub(crate) fn block(&self, block: Block) -> Option<usize> {
        self.blocks.get_index_of(&block)
    }

    /// Which call or variable this is, if it was one then.
    pub(crate) fn maker(&self, value: Value) -> Option<usize> {
        self.makers.get_index_of(&value)
    }
}

/// Makes functions of the iterations of some loops, which must have canonical counters. Afterwards neither loops nor exits need be.
pub(super) fn apart(
    module: Module,
    copy: Value,
    parts: &Parts,
    places: &[Place],
) -> Result<(), String> {
    let counts = analyses::trip_counts(copy).into_iter();
    let counts: IndexMap<Block, TripCount> = counts.map(|count| (count.header, count)).collect();
    let maker = |at: usize| parts.makers[at];
    // Positions among other parts would be those of other loops.
    let places = places.iter().filter(|place| place.among == parts.count());
    let tiles = places.filter_map(|place| {
        let scratch = place.scratch.iter();
        let scratch = scratch.map(|(made, freed)| (maker(*made), freed.map(maker)));
        Some(transform::Tile {
            count: *counts.get(&parts.blocks[place.header])?,
            scratch: scratch.collect(),
        })
    });
    let tiles: Vec<transform::Tile> = tiles.collect();
    for tile in transform::outline_tiles(copy, &tiles) {
        tile.set_name(&tile.name().replace(COPY, ""));
        tile.add_function_attribute(module.context().string_attribute(TILE, ""));
    }
    transform::run_function_passes(copy, "function(sroa<modify-cfg>,adce)")
}
