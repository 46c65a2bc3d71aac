//! First and last iterations that take other indices than the rest, apart from their loops.
//!
//! A periodic border is written as `left = j == 0 ? n - 1 : j - 1`: a select, through which no
//! analysis sees that the loop walks evenly through memory in all iterations but one. With that
//! one peeled off, adjoints can be carried and loops vectorised.
//!
//! Owns: which loops are peeled. Must not: know why a loop is better without a select.

use enzyme_llvm_shim::analyses::{self, IndexChoice, Iteration};
use enzyme_llvm_shim::ir::{Block, Value};
use enzyme_llvm_shim::transform;
use indexmap::IndexMap;

/// Larger loops are left alone.
const LARGEST: u32 = 400;

/// Loops as peeling wants them.
const SHAPE: &str = "function(loop-simplify,lcssa)";

/// What peeling leaves behind.
const TIDY: &str = "function(simplifycfg,early-cse<memssa>,instcombine<no-verify-fixpoint>,\
    loop-simplify,lcssa,loop(indvars),early-cse<memssa>,adce,simplifycfg)";

/// Peels the iterations in which indices are chosen otherwise: at most one at each end of a loop.
///
/// # Errors
/// LLVM's reason if a pass fails.
pub(super) fn border_iterations(copy: Value) -> Result<(), String> {
    transform::run_function_passes(copy, SHAPE)?;
    let mut choices = analyses::index_choices(copy);
    choices.retain(|choice| choice.instructions <= LARGEST);
    if choices.is_empty() {
        return Ok(());
    }
    let mut ends: IndexMap<(Block, Iteration), Vec<Value>> = IndexMap::new();
    for IndexChoice {
        header,
        iteration,
        comparison,
        ..
    } in choices
    {
        let equalities = ends.entry((header, iteration)).or_default();
        equalities.push(comparison);
    }
    for ((header, iteration), equalities) in ends {
        // A loop may have lost its shape when its other end was peeled: it stays as it is.
        transform::peel(copy, header, iteration, &equalities);
    }
    transform::run_function_passes(copy, TIDY)
}
