//! Whether derivatives of kernels are to be told of memory of the device for shadows of shared memory.
//!
//! Owns: this, which is asked before anything is generated: they take arguments for it. Must not: decide where a shadow lies (`shared`).

use crate::frontend::{Shares, any_kernel_asks};
use crate::synth::grid::is_of_block;
use crate::synth::sized::has_any;
use enzyme_llvm_shim::ir::Module;
use enzyme_rules::Registry;

/// What they are told; `always`: an option has all these shadows lie there.
pub(super) fn told((module, registry): (Module, &Registry), always: bool) -> Shares {
    let Some(grid) = registry.grid() else {
        return Shares::default();
    };
    let distance = has_any(module, Some(grid));
    let all = module.globals().into_iter();
    let all = all.filter(|one| is_of_block(*one, Some(grid)));
    let bytes = all.map(|one| module.alloc_size(one.global_value_type()));
    let bytes: u64 = bytes.sum();
    // Those of the library, and gaps between variables.
    const MORE: u64 = 1024;
    // Of a derivative in a kernel, the shadows are variables that have shadows themselves.
    let is_close = any_kernel_asks(module) || 2 * bytes + MORE > grid.shared_bytes;
    Shares {
        distance,
        shadows: match always {
            true => distance || bytes > 0,
            false => bytes > 0 && is_close,
        },
    }
}
