//! Additions to shadows to which other threads add as well.
//!
//! A derivative whose threads add to the same shadows says so before it communicates in reverse; from then on all additions of the process are atomic.
//!
//! Owns: these additions. Must not: know who the threads are.

use crate::datatype::Kind;
use crate::error::{Code, abort, report};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

static SHARED: AtomicBool = AtomicBool::new(false);

/// Says that other threads add to the same shadows.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_mpi_share() {
    SHARED.store(true, Ordering::Relaxed);
}

pub(crate) fn is_shared() -> bool {
    SHARED.load(Ordering::Relaxed)
}

/// `to[i] += from[i]`, each by itself.
///
/// # Safety
/// Both have `count` numbers of the kind, and do not overlap.
pub(crate) unsafe fn add(kind: Kind, to: *mut u8, from: *const u8, count: usize) {
    for i in 0..count {
        // SAFETY: what the caller owes.
        unsafe {
            let (to, from) = (to.add(i * kind.size()), from.add(i * kind.size()));
            match kind {
                Kind::F64 if to.addr().is_multiple_of(8) => add_f64(to, from),
                Kind::F32 if to.addr().is_multiple_of(4) => add_f32(to, from),
                Kind::F64 | Kind::F32 => refuse("they are not aligned"),
                Kind::LongDouble => refuse("they are of type `long double`"),
            }
        }
    }
}

/// # Safety
/// `to` is aligned, both have a number.
unsafe fn add_f64(to: *mut u8, from: *const u8) {
    // SAFETY: what the caller owes.
    let (to, more) = unsafe {
        (
            AtomicU64::from_ptr(to.cast()),
            from.cast::<f64>().read_unaligned(),
        )
    };
    let add = |bits| Some((f64::from_bits(bits) + more).to_bits());
    let _ = to.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
}

/// # Safety
/// As [`add_f64`].
unsafe fn add_f32(to: *mut u8, from: *const u8) {
    // SAFETY: what the caller owes.
    let (to, more) = unsafe {
        (
            AtomicU32::from_ptr(to.cast()),
            from.cast::<f32>().read_unaligned(),
        )
    };
    let add = |bits| Some((f32::from_bits(bits) + more).to_bits());
    let _ = to.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
}

fn refuse(why: &str) -> ! {
    let what = format_args!("numbers of a parallel region cannot be added atomically: {why}");
    let remedy = "call MPI outside of the region";
    report(Code::Shared, "the reverse of a call", what, remedy);
    abort(Code::Shared)
}
