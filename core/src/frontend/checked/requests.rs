//! What a check asks for: the tangent and the adjoint of the function of one hook.
//!
//! Owns: these requests. Must not: decide which hooks are checked.

use crate::request::{Activity, Mode, Request, Returned};
use crate::synth::signature::holds_float;

/// The tangent that a derivative in reverse mode is compared with.
pub(super) fn tangent_of(request: &Request) -> Request {
    let dup = |activity: &Activity| match activity {
        Activity::Out => Activity::Dup,
        other => *other,
    };
    Request {
        mode: Mode::Forward,
        params: request.params.iter().map(dup).collect(),
        returned: Returned {
            active: is_seeded(request),
            primal: false,
        },
        ..request.clone()
    }
}

/// The adjoint alone, without the primal's result.
pub(super) fn gradient_of(request: &Request) -> Request {
    Request {
        returned: Returned {
            primal: false,
            ..request.returned
        },
        ..request.clone()
    }
}

/// Whether the number that the function returns has a seed.
pub(super) fn is_seeded(request: &Request) -> bool {
    request.returned.active && holds_float(request.function.function_type().returned())
}
