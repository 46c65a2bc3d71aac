//! Emission: derivative functions from plans.
//!
//! [`signature`]: types of generated functions. [`frame`]: the function under construction and the
//! maps from the snapshot into it. [`shadows`]: shadows in the forward sweep. [`forward`]: tangent
//! mode. [`keep`]: the forward sweep's part of reverse mode. [`lookup`]: items in the reverse pass.
//! [`reverse`]: adjoints of instructions. [`back`]: the mirrored control flow. [`rule`]: rows of the
//! rule tables as instructions. [`mirror`]: calls that a library mirrors. [`array`]: routines over arrays whose derivative a library computes. [`custom`]: derivatives that the program brings. [`tape`]: the run-time library.
//! [`masked`]: loads and stores under a mask. [`heap`]: heap memory in the reverse pass. [`scopes`]: which accesses never meet.
//! [`records`]: what the iterations of loops of unknown count keep. [`derivative`]: whole functions.
//! [`guard`]: shadows that may be the primal memory itself. [`add`]: contributions added to shadows.
//! [`errno`]: calls that leave `errno` alone. [`owned`]: tapes that the program owns. [`directions`]: several
//! tangents or adjoints at once. [`through`]: derivatives behind shadows of function pointers. [`steps`]: loops whose steps are run again.
//! [`own`]: rules for the run-time library. [`twins`]: names of globals that are shadows. [`tangent`]: tangents of operands.
//! [`grid`]: the run-time library of GPUs. [`sized`], [`apart`]: shadows of memory that a block shares. [`several`]: functions of several results there. [`vault`]: where kept items are. [`left_out`]: what nobody needs goes. [`errors`]: bounds of rounding errors in the place of tangents.
//!
//! A derivative starts as a clone of the prepared body. The forward sweep gets shadows beside pointers, and stores of kept items. The reverse pass
//! has a block for each block; items are looked up once a block. Adjoints are stack slots, which LLVM's passes promote to registers.
//!
//! Reverse code carries the debug location of the instruction that it belongs to, and generated functions have their own names in debug
//! information (`f.grad`). What is true of the primal because it is only read is not said of its shadow, which is written or lies elsewhere: of TBAA tags,
//! accesses of shadows take the scalar type only, and they are aligned as their numbers are.
//!
//! Owns: emission. Must not: decide anything; what a plan does not say is an internal error.

mod add;
pub(crate) mod apart;
pub(crate) mod array;
pub(crate) mod back;
pub(crate) mod calls;
mod carry;
pub(crate) mod copies;
pub(crate) mod custom;
pub(crate) mod derivative;
pub(crate) mod directions;
mod errno;
pub(crate) mod errors;
mod extents;
mod forward;
pub(crate) mod frame;
pub(crate) mod grid;
mod guard;
mod heap;
pub(crate) mod host;
mod inspect;
pub(crate) mod keep;
mod left_out;
pub(crate) mod lookup;
mod masked;
pub(crate) mod mirror;
mod of_blocks;
pub(crate) mod own;
pub(crate) mod owned;
mod raises;
mod records;
pub(crate) mod reverse;
pub(crate) mod rule;
mod scopes;
pub(crate) mod several;
pub(crate) mod shadows;
pub(crate) mod signature;
pub(crate) mod sized;
mod spans;
mod spread;
mod steps;
mod tangent;
pub(crate) mod tape;
mod task;
pub(crate) mod team;
mod threads;
pub(crate) mod through;
pub(crate) mod twins;
mod vault;
mod windows;
