//! What the workers of a team have read, and where they add plainly (`enzyme_rules::SpanRule`).
//!
//! Owns: the C ABI. Must not: choose where a worker adds.

use crate::context;
use crate::ending::guarded;
use enzyme_spans::{Accessed, Place};
use std::ffi::c_int;

/// Remembers what the calling worker has read, and behind that, what it has written.
///
/// # Safety
/// `spans` leads to `read + written` of them.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_accessed(
    spans: *const Accessed,
    read: c_int,
    written: c_int,
) {
    guarded(|| {
        // SAFETY: the caller's promise.
        let spans = unsafe { std::slice::from_raw_parts(spans, (read + written) as usize) };
        let (read, written) = spans.split_at(read as usize);
        context::now(|now| now.shared.spans.keep(now.worker as usize, read, written));
    });
}

/// Says where the calling worker adds plainly of each.
///
/// # Safety
/// There is room for `n` of them at `places`.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_places(places: *mut Place, n: c_int) {
    guarded(|| {
        context::now(|now| {
            for index in 0..n as usize {
                let place = now
                    .shared
                    .spans
                    .place(now.worker as usize, now.size as usize, index);
                // SAFETY: the caller's promise.
                unsafe { places.add(index).write(place) }
            }
        });
    });
}
