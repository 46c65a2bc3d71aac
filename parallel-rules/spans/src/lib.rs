//! Which memory each worker of a team has read, and numbers that workers have instead of what others have read as well.
//!
//! Owns: [`Spans`], adding up those numbers. Must not: know who asks, what is read, or how workers meet.

mod apart;

use apart::{OwnSpan, Span, apart};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

/// Bytes of a number.
const NUMBER: usize = size_of::<f64>();

/// Reading numbers so often is worth a copy of them for the worker.
const MANY: usize = 8;

/// What a worker has accessed.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Accessed {
    span: Span,
    /// How often it has read there, or 0.
    often: usize,
    /// A bit for each part of what is written that must not overlap with what the worker has read, if it is to have numbers of its own.
    apart_from: u64,
    /// 1 if no two workers read the same number of this part at the same time, as long as it overlaps with no other part.
    beside: u64,
}

/// What a worker has read and written, by part.
#[derive(Clone, Default)]
struct Parts {
    read: Vec<Accessed>,
    written: Vec<Accessed>,
}

/// Where a worker adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Place {
    own: OwnSpan,
    /// How many bytes behind the shadow the worker's own numbers lie that it has instead of all that it has read.
    distance: usize,
    /// The same of numbers instead of what lies before that which it alone has read, and behind it; 0 where it has none.
    below: usize,
    above: usize,
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
pub struct Spans {
    accessed: Mutex<Vec<Option<Parts>>>,
    private: RwLock<Vec<Private>>,
}

impl Spans {
    /// Remembers what a worker has read, and what of it must not be written.
    pub fn keep(&self, worker: usize, read: &[Accessed], written: &[Accessed]) {
        let mut all = self.accessed();
        let most = all.len().max(worker + 1);
        all.resize(most, None);
        all[worker] = Some(Parts {
            read: read.to_vec(),
            written: written.to_vec(),
        });
    }

    fn accessed(&self) -> MutexGuard<'_, Vec<Option<Parts>>> {
        self.accessed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where a worker of a team of this size adds plainly: to what it has read alone, or to numbers of its own; nowhere if something is not known.
    pub fn place(&self, worker: usize, size: usize, index: usize) -> Place {
        let all = self.accessed();
        let team: Option<Vec<&Parts>> = (0..size).map(|other| all.get(other)?.as_ref()).collect();
        let nowhere = Place::from(OwnSpan::NONE);
        let Some(team) = team else {
            return nowhere;
        };
        let Some(read) = team[worker].read.get(index) else {
            return nowhere;
        };
        if read.beside != 0 && is_apart(&team, index) {
            return Place::from(OwnSpan {
                span: read.span,
                whole: 1,
            });
        }
        let others = team
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != worker);
        let others = others.flat_map(|(_, other)| &other.read);
        let own = apart(read.span, others.map(|other| other.span).collect());
        let may_be_private = own.whole == 0 && read.is_read_often();
        match may_be_private && !team.iter().any(|other| read.is_written(other)) {
            true => self.private((worker, index), read, own.span),
            false => Place::from(own),
        }
    }

    /// Gives a worker numbers of its own: instead of all that it has read, or, if it has read most of that alone, before and behind that part.
    fn private(&self, of: (usize, usize), read: &Accessed, own: Span) -> Place {
        if read.is_shared(own) || read.is_read_many_times() {
            let whole = OwnSpan {
                whole: 1,
                ..OwnSpan::NONE
            };
            return Place {
                distance: self.instead(of, read.span),
                ..Place::from(whole)
            };
        }
        // What is partly its own is not.
        let own = Span {
            low: own.low.next_multiple_of(NUMBER),
            end: own.end / NUMBER * NUMBER,
        };
        let Span { low, end } = read.span;
        let below = Span { low, end: own.low };
        let above = Span { low: own.end, end };
        Place {
            below: self.instead(of, below),
            above: self.instead(of, above),
            ..Place::from(OwnSpan {
                span: own,
                whole: 0,
            })
        }
    }

    /// How many bytes behind the shadow the numbers lie that a worker has instead of a span.
    fn instead(&self, (worker, index): (usize, usize), span: Span) -> usize {
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
        distance
    }

    /// Adds up the numbers that workers have had of their own, when all of them have come to the end of what they do: each worker those of its share of
    /// the memory, worker by worker, so that sums are the same each time. Workers wait for each other in `meet`.
    ///
    /// # Safety
    /// The memory that the workers have read is there, and nobody else accesses it once they have met.
    pub unsafe fn add_up(&self, worker: usize, size: usize, meet: impl FnOnce()) {
        if !self.may_be_private() {
            return;
        }
        meet();
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
        let all = self.accessed();
        let mut spans = all.iter().flatten().flat_map(|parts| &parts.read);
        all.len() > 1 && spans.any(Accessed::is_read_often)
    }
}

impl Accessed {
    /// Whether it is whole numbers, no more of them than additions.
    fn is_read_often(&self) -> bool {
        let Span { low, end } = self.span;
        let bytes = end.saturating_sub(low);
        let is_whole = low.is_multiple_of(NUMBER) && bytes.is_multiple_of(NUMBER);
        is_whole && bytes > 0 && bytes / NUMBER <= self.often
    }

    /// Whether each number is read so often that asking each time whether others read it takes longer than having all of them anew.
    fn is_read_many_times(&self) -> bool {
        let Span { low, end } = self.span;
        (end - low) / NUMBER * MANY <= self.often
    }

    /// Whether a worker writes there, as far as that has to be asked.
    fn is_written(&self, by: &Parts) -> bool {
        let written = by.written.iter().enumerate();
        let mut asked = written.filter(|(part, _)| self.apart_from >> part & 1 != 0);
        asked.any(|(_, written)| self.span.overlaps(written.span))
    }

    /// Whether most of it is read by others, too: all but this part.
    fn is_shared(&self, own: Span) -> bool {
        own.end - own.low < (self.span.end - self.span.low) / 2
    }
}

/// Whether what all workers have read of a part overlaps with no other part that they have read.
fn is_apart(team: &[&Parts], index: usize) -> bool {
    let all = || team.iter().flat_map(|parts| parts.read.iter().enumerate());
    let own = || all().filter(|(part, _)| *part == index);
    let low = own().map(|(_, read)| read.span.low).min().unwrap_or(0);
    let end = own().map(|(_, read)| read.span.end).max().unwrap_or(0);
    let own = Span { low, end };
    let mut others = all().filter(|(part, _)| *part != index);
    !others.any(|(_, other)| own.overlaps(other.span))
}

impl From<OwnSpan> for Place {
    fn from(own: OwnSpan) -> Self {
        Self {
            own,
            distance: 0,
            below: 0,
            above: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn span(low: usize, end: usize) -> Span {
        Span { low, end }
    }

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

    const fn accessed(low: usize, end: usize, often: usize) -> Accessed {
        Accessed {
            span: span(low, end),
            often,
            apart_from: 0b10,
            beside: 0,
        }
    }

    fn team(read: &[(usize, usize, usize)]) -> Spans {
        let spans = Spans::default();
        for (worker, (low, end, often)) in read.iter().enumerate() {
            spans.keep(worker, &[accessed(*low, *end, *often)], &[]);
        }
        spans
    }

    #[test]
    fn numbers_of_its_own_pay_if_there_are_no_more_than_additions() {
        let read = |end, often| accessed(800, end, often);
        assert!(read(880, 10).is_read_often());
        assert!(!read(880, 9).is_read_often());
        assert!(!accessed(usize::MAX, 0, 0).is_read_often());
        assert!(!read(876, 100).is_read_often());
    }

    #[test]
    fn what_nobody_else_has_read_stays_in_its_place() {
        let place = team(&[(800, 880, 11), (960, 1040, 11)]).place(0, 2, 0);
        assert_eq!((place.own.span, place.own.whole), (span(800, 880), 1));
        assert_eq!([place.distance, place.below, place.above], [0; 3]);
    }

    #[test]
    fn numbers_instead_of_all_if_others_have_read_most() {
        let spans = team(&[(800, 880, 11), (832, 960, 99)]);
        let place = spans.place(0, 2, 0);
        assert_eq!((place.own.whole, place.below, place.above), (1, 0, 0));
        assert_ne!(place.distance, 0);
    }

    #[test]
    fn numbers_instead_of_all_if_each_is_read_many_times() {
        for (often, is_whole) in [(79, 0), (80, 1)] {
            let place = team(&[(800, 880, often), (872, 960, 0)]).place(0, 2, 0);
            assert_eq!(place.own.whole, is_whole);
            assert_eq!(place.distance != 0, is_whole != 0);
        }
    }

    #[test]
    fn numbers_instead_of_what_lies_at_the_borders_if_others_have_read_that() {
        let mut shadow = [0.0_f64; 10];
        let low = shadow.as_mut_ptr() as usize;
        let at = |index: usize| low + NUMBER * index;
        // The second number from above is read in part.
        let team = team(&[
            (at(0), at(10), 11),
            (at(0), at(2), 11),
            (at(8) + 4, at(10), 11),
        ]);
        let place = team.place(0, 3, 0);
        assert_eq!((place.own.span, place.own.whole), (span(at(2), at(8)), 0));
        for (index, distance) in [
            (0, place.below),
            (1, place.below),
            (8, place.above),
            (9, place.above),
        ] {
            let own = at(index).wrapping_add(distance) as *mut f64;
            // SAFETY: the numbers that the worker has instead.
            unsafe { *own += index as f64 + 1.0 }
        }
        // SAFETY: only this test knows the numbers.
        unsafe { (0..3).for_each(|worker| team.add_up(worker, 3, || {})) }
        assert_eq!(shadow, [1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 9.0, 10.0]);
    }

    #[test]
    fn no_numbers_instead_of_what_some_worker_writes() {
        for (written, is_private) in [
            ([(0, 0), (1000, 1080)], true),
            ([(800, 880), (1000, 1080)], true),
            ([(0, 0), (872, 1080)], false),
        ] {
            let team = team(&[(800, 880, 11), (800, 960, 99)]);
            let written = written.map(|(low, end)| accessed(low, end, 0));
            team.keep(1, &[accessed(800, 960, 99)], &written);
            assert_eq!(team.place(0, 2, 0).distance != 0, is_private);
        }
    }

    #[test]
    fn what_no_two_workers_read_at_a_time_stays_in_its_place_if_nothing_else_is_there() {
        for (other, is_whole) in [((2000, 2080), true), ((880, 2080), false)] {
            let spans = Spans::default();
            for worker in 0..2 {
                let beside = Accessed {
                    beside: 1,
                    ..accessed(800, 960, 99)
                };
                let (low, end) = if worker == 0 { (0, 0) } else { other };
                spans.keep(worker, &[beside, accessed(low, end, 1)], &[]);
            }
            let place = spans.place(0, 2, 0);
            assert_eq!(place.own.whole, 1);
            assert_eq!(
                (place.distance, place.own.span) == (0, span(800, 960)),
                is_whole
            );
        }
    }

    #[test]
    fn what_is_read_seldom_is_added_to_atomically_where_others_have_read_it() {
        let place = team(&[(800, 880, 0), (864, 960, 0)]).place(0, 2, 0);
        assert_eq!((place.own.span, place.own.whole), (span(800, 864), 0));
        assert_eq!([place.distance, place.below, place.above], [0; 3]);
    }
}
