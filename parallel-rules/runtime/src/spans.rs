//! Which memory each worker of a team has read.
//!
//! Owns: [`Spans`]. Must not: know who asks, or what is read.

use crate::apart::{OwnSpan, Span, apart};
use crate::context;
use crate::fatal::guarded;
use std::ffi::c_int;
use std::sync::{Mutex, PoisonError};

/// The spans of the workers of a team, by worker.
#[derive(Default)]
pub(crate) struct Spans(Mutex<Vec<Option<Vec<Span>>>>);

impl Spans {
    fn keep(&self, worker: usize, spans: &[Span]) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let most = all.len().max(worker + 1);
        all.resize(most, None);
        all[worker] = Some(spans.to_vec());
    }

    /// What a worker of a team of this size read alone; nothing if something is not known.
    fn own(&self, worker: usize, size: usize, index: usize) -> OwnSpan {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_worker = |worker: usize| all.get(worker)?.as_ref();
        let known = (0..size).all(|worker| of_worker(worker).is_some());
        let Some(read) = of_worker(worker).and_then(|spans| spans.get(index)) else {
            return OwnSpan::NONE;
        };
        if !known {
            return OwnSpan::NONE;
        }
        let others = (0..size).filter(|other| *other != worker);
        let spans = others.filter_map(of_worker).flatten().copied();
        apart(*read, spans.collect())
    }
}

/// Remembers what the calling worker has read.
///
/// # Safety
/// `spans` leads to `n` of them.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_spans(spans: *const Span, n: c_int) {
    guarded(|| {
        // SAFETY: the caller's promise.
        let spans = unsafe { std::slice::from_raw_parts(spans, n as usize) };
        context::now(|now| now.shared.spans.keep(now.worker as usize, spans));
    });
}

/// Says what no other worker of the team has read of each.
///
/// # Safety
/// There is room for `n` of them at `own`.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_own_spans(own: *mut OwnSpan, n: c_int) {
    guarded(|| {
        context::now(|now| {
            for index in 0..n as usize {
                let known = now
                    .shared
                    .spans
                    .own(now.worker as usize, now.size as usize, index);
                // SAFETY: the caller's promise.
                unsafe { own.add(index).write(known) }
            }
        });
    });
}
