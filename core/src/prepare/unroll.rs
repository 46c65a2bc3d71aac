//! Loops of a few iterations that walk through local arrays, unrolled.
//!
//! The corners of an element or the rows of a small matrix are arrays whose members are chosen by the counter of a loop or by a table of constants. Once
//! such loops are unrolled, the members are values: the reverse pass computes them again from what they are made of, where it would have to keep what was
//! in memory before the next iteration of a loop around wrote other numbers there.
//!
//! Owns: how large arrays and unrolled loops may be. Must not: know derivatives.

use enzyme_llvm_shim::ir::Value;
use enzyme_llvm_shim::transform;

/// Larger arrays stay memory.
const MOST_BYTES: u32 = 1024;

/// Loops that would be larger stay loops.
const MOST_INSTRUCTIONS: u32 = 2000;

/// Loops as unrolling wants them.
const SHAPE: &str = "function(loop-simplify,lcssa)";

/// Unrolls loops where local arrays become values by that; whether there were any.
///
/// # Errors
/// LLVM's reason if a pass fails.
pub(super) fn over_arrays(copy: Value) -> Result<bool, String> {
    transform::run_function_passes(copy, SHAPE)?;
    Ok(transform::unroll_over_arrays(
        copy,
        MOST_BYTES,
        MOST_INSTRUCTIONS,
    ))
}
