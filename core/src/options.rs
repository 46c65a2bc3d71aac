//! The engine's options: one plain, immutable struct that travels with a run.
//!
//! Must not: hold globals or read the environment (the ways in do that).

use enzyme_llvm_shim::plugin::LinkFollows;

/// Options of one run over a module.
#[derive(Clone, Debug)]
pub struct Options {
    /// Callees are inlined into the function to be differentiated until it holds this many
    /// instructions; 0 keeps every call.
    pub inline_limit: usize,
    /// Callees that are called at several places are inlined until they make the function this many times as
    /// large as it was.
    pub inline_growth: usize,
    /// Optimise the generated functions with LLVM's scalar passes.
    pub optimize: bool,
    /// Keep values by minimum cut; off keeps every needed value that cannot be had for free.
    pub minimum_cut: bool,
    /// Run a call's primal and adjoint together in the reverse pass where that is legal; off splits
    /// every call.
    pub combine_calls: bool,
    /// Run loops forward and reversed tile by tile where that is legal and spares the tape.
    pub tile_loops: bool,
    /// Carry the adjoints of neighbouring array elements from iteration to iteration instead of
    /// adding each to memory.
    pub carry_adjoints: bool,
    /// Make one function of nests of loops that are equal in a generated function.
    pub share_nests: bool,
    /// Take memory that is its own shadow for inactive, in every derivative.
    pub runtime_activity: bool,
    /// Add atomically to shadows that other threads may add to, in every derivative.
    pub atomic_add: bool,
    /// In kernels that are launched, add plainly where each thread has numbers of its own, also on machines where that may cost more.
    pub plain_additions: bool,
    /// In kernels that are launched, shadows of memory that a block shares lie in memory of the device, also where they would fit beside it.
    pub device_shadows: bool,
    /// Call derivatives through the shadows of function pointers where the functions are not known.
    pub virtual_calls: bool,
    /// Run LLVM's verifier on each generated function.
    pub verify: bool,
    /// Collect readable plans in [`crate::Outcome::plans`].
    pub print_plans: bool,
    /// Collect what is kept, and why, in [`crate::Outcome::reports`].
    pub report: bool,
    /// Derivatives find out when they run whether promises that only one worker reads something hold.
    pub check_exclusive: bool,
    /// Compare derivatives in reverse mode with tangents and differences where the program asks for them.
    pub check_hooks: bool,
    /// The files of the program cannot be seen together when it is linked, so that this is no advice.
    pub file_by_file: bool,
    /// Kernels whose launches are differentiated though the program does not mark them: patterns of their names, `*` for any text.
    pub mark_kernels: Vec<String>,
    /// Whether definitions may still arrive at link time: hooks that lack one are then left alone.
    pub link_follows: LinkFollows,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            inline_limit: 20_000,
            inline_growth: 8,
            optimize: true,
            minimum_cut: true,
            combine_calls: true,
            tile_loops: true,
            carry_adjoints: true,
            share_nests: true,
            runtime_activity: false,
            atomic_add: false,
            plain_additions: false,
            device_shadows: false,
            virtual_calls: false,
            verify: true,
            print_plans: false,
            report: false,
            check_exclusive: false,
            check_hooks: false,
            file_by_file: false,
            mark_kernels: Vec::new(),
            link_follows: LinkFollows::No,
        }
    }
}
