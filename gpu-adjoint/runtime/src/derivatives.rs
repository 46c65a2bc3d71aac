//! Which derivatives run, and on which threads.
//!
//! Generated code says on its thread where a derivative begins and where it ends; one that begins within another one is part of that. Threads that differentiated code
//! starts say nothing, nor does a program that calls the halves of a derivative apart: what such a thread does may belong to any derivative that runs at the
//! time, or to halves that are called apart.
//!
//! One that an exception leaves does not say that it ends. It is over when one around it ends, or when another one begins on the same thread that is not called from it: each
//! notes its hook, and where the stack was, which grows downwards. What is called from a function has its place below that of the function, or at the same one if it came in line,
//! as the derivative of a derivative does; the same hook does not.
//!
//! Owns: numbers of derivatives, and to which ones the present thread belongs. Must not: know what is kept for them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// A derivative. No two have the same number.
pub(crate) type Id = u64;

/// All that are not bracketed: halves that are called apart.
pub(crate) const APART: Id = 0;

struct Running {
    last: Id,
    /// With how many there are in each other.
    all: BTreeMap<Id, u64>,
}

static RUNNING: Mutex<Running> = Mutex::new(Running {
    last: APART,
    all: BTreeMap::new(),
});

fn running<R>(act: impl FnOnce(&mut Running) -> R) -> R {
    act(&mut RUNNING.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Where the stack was, and for which hook.
#[derive(Clone, Copy)]
struct Begun {
    place: usize,
    hook: usize,
}

impl Begun {
    /// Whether another one may begin before this one is over.
    fn may_hold(self, inner: Self) -> bool {
        inner.place < self.place || inner.place == self.place && inner.hook != self.hook
    }
}

/// What a thread is within: a derivative, and how it and those began that are part of it.
struct Within {
    id: Id,
    begun: Vec<Begun>,
}

thread_local! {
    static WITHIN: RefCell<Option<Within>> = const { RefCell::new(None) };
}

/// Where the stack is in a function that `begin` is called from, but for a distance that is always the same.
#[inline(never)]
fn stack_place() -> usize {
    let here = 0u8;
    std::hint::black_box(&raw const here) as usize
}

/// One begins on this thread. Gives how many there are in each other, and one that is over without having said so.
#[inline(never)]
pub(crate) fn begin(hook: usize) -> (u64, Option<Id>) {
    let place = stack_place();
    begin_at(Begun { place, hook })
}

fn begin_at(new: Begun) -> (u64, Option<Id>) {
    WITHIN.with_borrow_mut(|within| {
        let mut left = None;
        if let Some(now) = within {
            now.begun.retain(|outer| outer.may_hold(new));
            if now.begun.is_empty() {
                left = within.take().map(|over| over.id);
            }
        }
        left.into_iter().for_each(is_over);
        let within = within.get_or_insert_with(|| Within {
            id: next(),
            begun: Vec::new(),
        });
        within.begun.push(new);
        let depth = within.begun.len() as u64;
        running(|running| running.all.insert(within.id, depth));
        (depth, left)
    })
}

fn next() -> Id {
    running(|running| {
        running.last += 1;
        running.last
    })
}

fn is_over(id: Id) {
    running(|running| running.all.remove(&id));
}

/// One of this thread ends, which was so deep in others. Gives it if it was part of no other one.
pub(crate) fn end(depth: u64) -> Option<Id> {
    WITHIN.with_borrow_mut(|within| {
        let now = within.as_mut()?;
        now.begun.truncate(depth.saturating_sub(1) as usize);
        if !now.begun.is_empty() {
            let depth = now.begun.len() as u64;
            running(|running| running.all.insert(now.id, depth));
            return None;
        }
        let id = within.take()?.id;
        is_over(id);
        Some(id)
    })
}

/// Whether this thread has said of no derivative that it begins.
pub(crate) fn is_apart() -> bool {
    WITHIN.with_borrow(Option::is_none)
}

/// The derivative that this thread has begun, and how many there are in each other.
pub(crate) fn own() -> Option<(Id, u64)> {
    WITHIN.with_borrow(|within| {
        let now = within.as_ref()?;
        Some((now.id, now.begun.len() as u64))
    })
}

/// What shadows of variables belong to that this thread sees: its own derivative, by its depth, or any that runs.
pub(crate) fn scopes() -> Vec<(Id, u64)> {
    match own() {
        Some(own) => vec![own],
        None => running(|running| {
            running
                .all
                .iter()
                .map(|(id, depth)| (*id, *depth))
                .collect()
        }),
    }
}

/// Those that this thread may be at work for.
pub(crate) fn present() -> Vec<Id> {
    let own = WITHIN.with_borrow(|within| within.as_ref().map(|within| within.id));
    match own {
        Some(id) => vec![id],
        None => running(|running| {
            [APART]
                .into_iter()
                .chain(running.all.keys().copied())
                .collect()
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::{APART, Begun, begin, begin_at, end, is_apart, present};
    use std::sync::mpsc::channel;

    /// What is called from a derivative, further down the stack.
    #[inline(never)]
    fn called<R>(act: impl FnOnce() -> R) -> R {
        let room = std::hint::black_box([0u8; 64]);
        let result = act();
        std::hint::black_box(room);
        result
    }

    #[test]
    fn a_derivative_within_another_one_is_part_of_it() {
        let (first, _) = begin(1);
        let outer = present();
        called(|| {
            let (second, left) = begin(1);
            assert_eq!((second, left), (first + 1, None));
            assert_eq!(present(), outer);
            assert_eq!(end(second), None);
        });
        assert_eq!(present(), outer);
        assert_eq!(end(first), Some(outer[0]));
        assert!(is_apart());
        assert_eq!(end(first), None);
        let (again, _) = begin(1);
        assert_ne!(present(), outer);
        end(again);
    }

    #[test]
    fn one_that_an_exception_has_left_is_over() {
        // Of two in each other, each is left: the next one begins where the first did.
        let begin_at = |place, hook| begin_at(Begun { place, hook });
        assert_eq!(begin_at(1000, 1), (1, None));
        let left = present();
        assert_eq!(begin_at(900, 2), (2, None));
        assert_eq!(begin_at(1000, 1), (1, Some(left[0])));
        assert_ne!(present(), left);
        // Another hook, in line.
        assert_eq!(begin_at(1000, 2), (2, None));
        assert_eq!(end(2), None);
        // The inner one is left, and the outer one goes on and ends.
        assert_eq!(begin_at(900, 2), (2, None));
        assert_eq!(begin_at(950, 2), (2, None));
        let outer = present();
        assert_eq!(end(1), Some(outer[0]));
        assert!(is_apart());
    }

    #[test]
    fn a_thread_that_says_nothing_may_be_at_work_for_any_derivative() {
        let (say, hear) = channel();
        let (depth, _) = begin(1);
        let own = present()[0];
        let worker = std::thread::spawn(move || {
            let all = present();
            say.send(()).unwrap();
            (is_apart(), all)
        });
        hear.recv().unwrap();
        let (apart, all) = worker.join().unwrap();
        assert!(apart && all.contains(&own) && all.contains(&APART));
        end(depth);
        assert!(!std::thread::spawn(present).join().unwrap().contains(&own));
    }
}
