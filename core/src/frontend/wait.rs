//! Which hook calls wait for the linker, at the compile step of a link-time optimised build.
//!
//! Owns: whether all that a hook's function needs is in the module. Must not: be asked when nothing comes after.
//! Tests: `frontend/tests/refusing.rs`.

use super::{Hook, hooks, order};
use enzyme_rules::Registry;

/// Whether a function that the hook's function mentions, directly or through others, may come from another module:
/// it has neither a body here nor a rule. What is inside of an outer hook's function is inside of its own, so that
/// an outer hook waits with an inner one.
pub(super) fn waits(hook: &Hook, registry: &Registry) -> bool {
    let mentioned = order::reachable(hook.request.function);
    let mut absent = mentioned.into_iter().filter(|f| f.is_declaration());
    absent.any(|function| {
        let name = function.name();
        let ours = hooks::classify(&name).is_some() || name.starts_with("llvm.");
        !ours && registry.lookup(&name).is_none()
    })
}
