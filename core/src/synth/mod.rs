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
//! [`own`]: rules for the run-time library.
//!
//! Owns: emission. Must not: decide anything; what a plan does not say is an internal error.

mod add;
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
mod forward;
pub(crate) mod frame;
mod guard;
mod heap;
pub(crate) mod keep;
pub(crate) mod lookup;
mod masked;
pub(crate) mod mirror;
pub(crate) mod own;
pub(crate) mod owned;
mod records;
pub(crate) mod reverse;
pub(crate) mod rule;
mod scopes;
pub(crate) mod shadows;
pub(crate) mod signature;
mod steps;
pub(crate) mod tape;
pub(crate) mod through;
