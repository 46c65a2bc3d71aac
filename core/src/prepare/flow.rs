//! Recording which way control came, as ordinary SSA values.
//!
//! Owns: the phis that tell, in a block with several predecessors, which one was taken, and in a
//! loop's exit block, how far the loop's counter had come. To the plan they are values like any
//! other: kept or recomputed if something needs them, gone if nothing does.
//! Must not: look at anything but control flow.

use crate::diag::{Diagnostic, codes};
use crate::view::import::Annotations;
use enzyme_llvm_shim::analyses::{self, LoopForest};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Block, Module, Opcode, Value};
use indexmap::{IndexMap, IndexSet};

type Numbers = IndexMap<Block, usize>;

fn numbered(function: Value) -> Numbers {
    function
        .blocks()
        .into_iter()
        .enumerate()
        .map(|(i, b)| (b, i))
        .collect()
}

/// Distinct predecessors of each block, in function order, with the number of edges from each: a switch may have
/// several.
fn predecessors(blocks: &Numbers) -> Vec<Vec<(Block, usize)>> {
    let mut preds: Vec<Vec<(Block, usize)>> = vec![Vec::new(); blocks.len()];
    for block in blocks.keys() {
        let successors = block
            .terminator()
            .map(|t| t.successors())
            .unwrap_or_default();
        for successor in successors {
            let list = &mut preds[blocks[&successor]];
            match list.last_mut() {
                Some((last, edges)) if last == block => *edges += 1,
                _ => list.push((*block, 1)),
            }
        }
    }
    preds
}

fn dominates(forest: &LoopForest, a: usize, b: usize) -> bool {
    std::iter::successors(Some(b), |x| forest.idom[*x]).any(|x| x == a)
}

/// Refuses jumps to addresses of labels: the labels are those of the source, and a copy that jumped there would run on in it.
pub(super) fn check_jumps(source: Value) -> Result<(), Diagnostic> {
    let ends = source.blocks().into_iter().filter_map(|b| b.terminator());
    let mut jumps = ends.filter(|end| end.opcode() == Opcode::LLVMIndirectBr);
    match jumps.next() {
        None => Ok(()),
        Some(jump) => Err(Diagnostic::new(
            codes::IRREVERSIBLE_FLOW,
            "this function jumps to a computed label",
        )
        .at(source, Some(jump))
        .note("addresses of labels belong to the function as it was written, not to its derivative")
        .help("replace `goto *` by a `switch` over a number that says where to go")),
    }
}

/// Whether there is a cycle with two entries.
pub(super) fn is_irreducible(copy: Value) -> bool {
    second_entry(copy).is_some()
}

/// A block in a cycle with two entries.
fn second_entry(copy: Value) -> Option<Block> {
    retreating_edge(&numbered(copy), &analyses::loop_forest(copy))
}

/// Refuses cycles with two entries: their iterations cannot be counted.
pub(super) fn check_reducible(source: Value, copy: Value) -> Result<(), Diagnostic> {
    match second_entry(copy) {
        None => Ok(()),
        Some(block) => Err(Diagnostic::new(
            codes::IRREVERSIBLE_FLOW,
            "this function jumps into the middle of a loop",
        )
        .at(source, block.terminator())
        .note("a cycle with two entries has no iteration count that could be reversed")
        .help("replace the `goto` (or computed jump) by a structured loop")),
    }
}

/// A depth-first walk's edge to an ancestor that does not dominate its source.
fn retreating_edge(blocks: &Numbers, forest: &LoopForest) -> Option<Block> {
    let succs: Vec<Vec<usize>> = blocks
        .keys()
        .map(|b| b.terminator().map(|t| t.successors()).unwrap_or_default())
        .map(|list| list.iter().map(|s| blocks[s]).collect())
        .collect();
    let (mut entered, mut left) = (vec![false; succs.len()], vec![false; succs.len()]);
    let mut stack = vec![(0usize, 0usize)];
    entered[0] = true;
    while let Some((block, next)) = stack.pop() {
        let Some(&to) = succs[block].get(next) else {
            left[block] = true;
            continue;
        };
        stack.push((block, next + 1));
        if !entered[to] {
            entered[to] = true;
            stack.push((to, 0));
        } else if !left[to] && !dominates(forest, to, block) {
            return blocks.get_index(block).map(|(b, _)| *b);
        }
    }
    None
}

/// Inserts the phis and notes them.
pub(super) fn record_paths(module: Module, copy: Value, notes: &mut Annotations) {
    let blocks = numbered(copy);
    let forest = analyses::loop_forest(copy);
    let preds = predecessors(&blocks);
    let recorder = Recorder {
        module,
        blocks: &blocks,
        forest: &forest,
        preds: &preds,
    };
    let counters: Vec<Value> = notes.counts.iter().map(|c| c.counter).collect();
    let headers: IndexSet<Block> = forest.loops.iter().map(|l| l.header).collect();
    for (block, number) in &blocks {
        if preds[*number].len() > 1 && !headers.contains(block) {
            notes
                .from
                .push((*block, recorder.choice_phi(*block, *number)));
        }
        for exited in recorder.exited_loops(*number) {
            let phi = recorder.exit_phi(*block, *number, counters[exited]);
            notes.exits.push((*block, exited, phi));
        }
    }
}

struct Recorder<'a> {
    module: Module,
    blocks: &'a Numbers,
    forest: &'a LoopForest,
    preds: &'a [Vec<(Block, usize)>],
}

impl Recorder<'_> {
    fn loops_of(&self, block: usize) -> Vec<usize> {
        let first = self.forest.loop_of[block];
        std::iter::successors(first, |l| self.forest.loops[*l].parent).collect()
    }

    /// Loops left on every edge into the block (exits are dedicated, so all edges agree).
    fn exited_loops(&self, block: usize) -> Vec<usize> {
        let Some((pred, _)) = self.preds[block].first() else {
            return Vec::new();
        };
        let mine = self.loops_of(block);
        let theirs = self.loops_of(self.blocks[pred]);
        theirs.into_iter().filter(|l| !mine.contains(l)).collect()
    }

    fn new_phi(&self, block: Block, bits: u32, name: &str) -> Value {
        let context = self.module.context();
        let build = Builder::new(context);
        match block.instructions().first() {
            Some(first) => build.before_records(*first),
            None => build.at_end(block),
        }
        build.phi(context.int(bits), name)
    }

    fn choice_phi(&self, block: Block, number: usize) -> Value {
        let phi = self.new_phi(block, 32, "ez.from");
        let int = self.module.context().int(32);
        self.fill(phi, number, |position| int.constant_int(position as u64));
        phi
    }

    fn exit_phi(&self, block: Block, number: usize, counter: Value) -> Value {
        let phi = self.new_phi(block, 64, "ez.exit");
        self.fill(phi, number, |_| counter);
        phi
    }

    /// One entry for each edge.
    fn fill(&self, phi: Value, number: usize, value: impl Fn(usize) -> Value) {
        for (position, (pred, edges)) in self.preds[number].iter().enumerate() {
            for _ in 0..*edges {
                phi.add_incoming(value(position), *pred);
            }
        }
    }
}
