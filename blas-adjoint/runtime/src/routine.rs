//! What each routine's derivative consists of.
//!
//! Owns: [`Routine`], the steps around a call. Must not: know any routine.

use crate::operand::Adjoints;
use std::ffi::c_void;

/// The derivative of one call.
pub(crate) trait Routine {
    /// Fetches what is used through copies: primal vectors, their shadows.
    fn load(&mut self, _primal: bool, _shadows: bool, _forward: bool) {}

    /// Brings the shadows among it back.
    fn store(&mut self, _forward: bool) {}

    /// Forward mode: the tangents that need what the routine overwrites.
    fn tangent_before(&mut self, _direction: usize) {}

    /// Reverse mode: keeps what the adjoint reads of what the routine is given.
    fn keep_before(&mut self) {}

    /// Sees what the routine returned.
    fn learn(&mut self, _result: *const c_void) {}

    /// Forward mode: the tangents that need what the routine computed; a returned number's goes where it is told.
    fn tangent_after(&mut self, _direction: usize, _to: *mut c_void) {}

    /// Reverse mode: keeps what the adjoint reads of what the routine made.
    fn keep_after(&mut self) {}

    /// The adjoints of one direction.
    fn reverse(&mut self, adjoints: &Adjoints);
}
