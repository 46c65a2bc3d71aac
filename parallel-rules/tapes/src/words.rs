//! Memory for what generated code hands from worker to worker, aligned as any value is.
//!
//! Owns: [`Words`]. Must not: know what lies there.

use std::cell::UnsafeCell;
use std::ffi::c_void;

/// Some memory.
pub struct Words(Box<[UnsafeCell<u128>]>);

// SAFETY: generated code alone looks at it, and has workers wait for each other.
unsafe impl Sync for Words {}
// SAFETY: as above.
unsafe impl Send for Words {}

impl Words {
    /// Room for so many bytes.
    pub fn zeroed(bytes: usize) -> Self {
        let words = bytes.div_ceil(size_of::<u128>());
        Self((0..words).map(|_| UnsafeCell::new(0)).collect())
    }

    /// Whether all numbers there are zero, whatever their signs, as far as they have four bytes or more.
    pub fn are_zero(&self) -> bool {
        const BUT_SIGNS: u128 = 0x7fff_ffff_7fff_ffff_7fff_ffff_7fff_ffff;
        // SAFETY: workers are done with it when somebody asks.
        self.0
            .iter()
            .all(|word| unsafe { *word.get() } & BUT_SIGNS == 0)
    }

    /// Where it begins.
    pub fn as_mut_ptr(&self) -> *mut c_void {
        self.0.as_ptr().cast_mut().cast()
    }
}
