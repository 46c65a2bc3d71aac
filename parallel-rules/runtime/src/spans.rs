//! Which memory each worker of a team has read, and numbers that workers have instead of what others have read as well.
//!
//! Owns: [`Spans`], adding up those numbers. Must not: know who asks, or what is read.

use crate::apart::{OwnSpan, Span, apart};
use crate::barrier;
use crate::context;
use crate::fatal::guarded;
use std::ffi::c_int;
use std::sync::{Mutex, PoisonError, RwLock};

/// Bytes of a number.
const NUMBER: usize = size_of::<f64>();

/// What a worker has read: where, and how often, or 0.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct ReadSpan {
    span: Span,
    often: usize,
}

/// Where a worker adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Place {
    own: OwnSpan,
    /// How many bytes behind the shadow the worker's own numbers lie.
    distance: usize,
}

/// Numbers of one worker, in the place of those from an address on.
struct Private {
    worker: usize,
    index: usize,
    low: usize,
    numbers: Vec<f64>,
}

impl Private {
    fn end(&self) -> usize {
        self.low + self.numbers.len() * NUMBER
    }

    /// Adds what lies from one address to another one to what these stand for.
    ///
    /// # Safety
    /// That memory is there, and nobody else accesses it.
    unsafe fn add(&self, from: usize, to: usize) {
        let first = from.clamp(self.low, self.end()) - self.low;
        let end = to.clamp(self.low, self.end()) - self.low;
        for index in first / NUMBER..end / NUMBER {
            let number = self.numbers[index];
            // Where nothing was added there may be something else than a number.
            if number != 0.0 {
                let at = (self.low + index * NUMBER) as *mut f64;
                // SAFETY: the caller's promise; what the worker has read is aligned.
                unsafe { *at += number };
            }
        }
    }
}

/// The spans of the workers of a team, by worker.
#[derive(Default)]
pub(crate) struct Spans {
    read: Mutex<Vec<Option<Vec<ReadSpan>>>>,
    private: RwLock<Vec<Private>>,
}

impl Spans {
    fn keep(&self, worker: usize, spans: &[ReadSpan]) {
        let mut all = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let most = all.len().max(worker + 1);
        all.resize(most, None);
        all[worker] = Some(spans.to_vec());
    }

    /// Where a worker of a team of this size adds plainly: to what it has read alone, or to numbers of its own; nowhere if something is not known.
    fn place(&self, worker: usize, size: usize, index: usize) -> Place {
        let all = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let of_worker = |worker: usize| all.get(worker)?.as_ref();
        let known = (0..size).all(|worker| of_worker(worker).is_some());
        let read = of_worker(worker).and_then(|spans| spans.get(index));
        let Some(read) = read.filter(|_| known) else {
            return Place::from(OwnSpan::NONE);
        };
        let others = (0..size).filter(|other| *other != worker);
        let spans = others.filter_map(of_worker).flatten();
        let own = apart(read.span, spans.map(|other| other.span).collect());
        match read.is_read_often() && read.is_shared(own.span) {
            true => self.private(worker, index, read.span),
            false => Place::from(own),
        }
    }

    fn private(&self, worker: usize, index: usize, span: Span) -> Place {
        let numbers = vec![0.0_f64; (span.end - span.low) / NUMBER];
        let distance = (numbers.as_ptr() as usize).wrapping_sub(span.low);
        let private = Private {
            worker,
            index,
            low: span.low,
            numbers,
        };
        let mut all = self.private.write().unwrap_or_else(PoisonError::into_inner);
        all.push(private);
        let whole = OwnSpan {
            whole: 1,
            ..OwnSpan::NONE
        };
        Place {
            own: whole,
            distance,
        }
    }

    /// Adds up the numbers that workers have had of their own, when all of them have come to the end of what they do: each worker those of its share of
    /// the memory, worker by worker, so that sums are the same each time.
    pub(crate) fn add_up(&self, worker: usize, size: usize) {
        if !self.may_be_private() {
            return;
        }
        barrier::of_team();
        let all = self.private.read().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<&Private> = all.iter().collect();
        all.sort_unstable_by_key(|private| (private.worker, private.index));
        let low = all.iter().map(|private| private.low).min().unwrap_or(0);
        let end = all.iter().map(|private| private.end()).max().unwrap_or(0);
        let share = (end - low).div_ceil(size).next_multiple_of(NUMBER);
        let from = low + share * worker;
        for private in all {
            // SAFETY: shares do not overlap, and whoever else adds to that memory is behind the barrier. The numbers were given to a worker that has read there.
            unsafe { private.add(from, from + share) }
        }
    }

    /// Whether some worker may have numbers of its own, of which all workers think alike.
    fn may_be_private(&self) -> bool {
        let all = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let mut spans = all.iter().flatten().flatten();
        all.len() > 1 && spans.any(ReadSpan::is_read_often)
    }
}

impl ReadSpan {
    /// Whether it is whole numbers, fewer of them than additions.
    fn is_read_often(&self) -> bool {
        let Span { low, end } = self.span;
        let bytes = end.saturating_sub(low);
        let is_whole = low.is_multiple_of(NUMBER) && bytes.is_multiple_of(NUMBER);
        is_whole && bytes / NUMBER < self.often
    }

    /// Whether most of it is read by others, too: all but this part.
    fn is_shared(&self, own: Span) -> bool {
        own.end - own.low < (self.span.end - self.span.low) / 2
    }
}

impl From<OwnSpan> for Place {
    fn from(own: OwnSpan) -> Self {
        Self { own, distance: 0 }
    }
}

/// Remembers what the calling worker has read.
///
/// # Safety
/// `spans` leads to `n` of them.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_read_spans(spans: *const ReadSpan, n: c_int) {
    guarded(|| {
        // SAFETY: the caller's promise.
        let spans = unsafe { std::slice::from_raw_parts(spans, n as usize) };
        context::now(|now| now.shared.spans.keep(now.worker as usize, spans));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_gets_what_lies_in_it_and_zeros_leave_all_else_alone() {
        let no_number = f64::from_bits(0x7ff4_0000_dead_beef);
        let mut shadow = [1.0, no_number, 2.0, 3.0];
        let low = shadow.as_mut_ptr() as usize;
        let private = Private {
            worker: 0,
            index: 0,
            low,
            numbers: vec![0.5, 0.0, 0.25, 8.0],
        };
        // SAFETY: all of it is in the array.
        unsafe { private.add(low - 64, low + 3 * NUMBER) }
        assert_eq!([shadow[0], shadow[2], shadow[3]], [1.5, 2.25, 3.0]);
        assert_eq!(shadow[1].to_bits(), no_number.to_bits());
    }

    #[test]
    fn numbers_of_its_own_pay_if_there_are_fewer_than_additions_and_others_read_most() {
        let read = |end, often| ReadSpan {
            span: Span { low: 800, end },
            often,
        };
        assert!(read(880, 11).is_read_often());
        assert!(!read(880, 10).is_read_often());
        assert!(!read(876, 100).is_read_often());
        assert!(read(880, 11).is_shared(Span { low: 800, end: 832 }));
        assert!(!read(880, 11).is_shared(Span { low: 800, end: 848 }));
    }
}
