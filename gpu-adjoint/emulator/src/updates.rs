//! What atomic operations tell the checker.
//!
//! Owns: before and behind what. Must not: do them.

use crate::check::{Access, access};
use crate::current;
use crate::happened;
use crate::shadow::Kind;
use std::ffi::c_int;

const RELEASE: c_int = 3;
const ACQUIRE_RELEASE: c_int = 4;
const SEQUENTIAL: c_int = 5;

/// One is done.
pub(crate) fn atomic_access(kind: Kind, reads: bool, address: usize, bytes: usize, place: usize) {
    access(Access {
        address,
        bytes,
        kind,
        reads,
        copies: false,
        place,
    });
}

/// Before one that writes. Compilers give updates of CUDA the strongest order, which there means none: these need a fence.
pub(crate) fn will_write(address: usize, bytes: usize, order: c_int, reads: bool, place: usize) {
    atomic_access(Kind::AtomicWrite, reads, address, bytes, place);
    let releases = match order {
        RELEASE | ACQUIRE_RELEASE => true,
        SEQUENTIAL => !reads,
        _ => false,
    };
    current::with(|block, thread| {
        block.does();
        if block.launch.settings.check {
            happened::hands_on(block, thread, address, releases);
        }
    });
}

/// Behind one that has read.
pub(crate) fn has_read(address: usize) {
    current::with(|block, thread| {
        if block.launch.settings.check {
            happened::sees(block, thread, address);
        }
        current::spins(thread, address);
    });
}
