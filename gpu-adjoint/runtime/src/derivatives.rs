//! Which derivatives run, and on which threads.
//!
//! Generated code says on its thread where a derivative begins and where it ends; one that begins within another one is part of that. Threads that differentiated code
//! starts say nothing, nor does a program that calls the halves of a derivative apart: what such a thread does may belong to any derivative that runs at the
//! time, or to halves that are called apart. One that an exception leaves is not over for its thread: what follows is part of it.
//!
//! Owns: numbers of derivatives, and to which ones the present thread belongs. Must not: know what is kept for them.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// A derivative. No two have the same number.
pub(crate) type Id = u64;

/// All that are not bracketed: halves that are called apart.
pub(crate) const APART: Id = 0;

struct Running {
    last: Id,
    all: BTreeSet<Id>,
}

static RUNNING: Mutex<Running> = Mutex::new(Running {
    last: APART,
    all: BTreeSet::new(),
});

fn running<R>(act: impl FnOnce(&mut Running) -> R) -> R {
    act(&mut RUNNING.lock().unwrap_or_else(PoisonError::into_inner))
}

/// What a thread is within: a derivative, and how many that are part of it.
#[derive(Clone, Copy)]
struct Within {
    id: Id,
    depth: u64,
}

thread_local! {
    static WITHIN: Cell<Option<Within>> = const { Cell::new(None) };
}

/// One begins on this thread.
pub(crate) fn begin() {
    let next = || {
        running(|running| {
            running.last += 1;
            running.all.insert(running.last);
            running.last
        })
    };
    let within = match WITHIN.get() {
        None => Within {
            id: next(),
            depth: 1,
        },
        Some(Within { id, depth }) => Within {
            id,
            depth: depth + 1,
        },
    };
    WITHIN.set(Some(within));
}

/// The last one that began on this thread ends. Gives it if it is part of no other one.
pub(crate) fn end() -> Option<Id> {
    let Within { id, depth } = WITHIN.get()?;
    if depth > 1 {
        let depth = depth - 1;
        WITHIN.set(Some(Within { id, depth }));
        return None;
    }
    WITHIN.set(None);
    running(|running| running.all.remove(&id));
    Some(id)
}

/// Whether this thread has said of no derivative that it begins.
pub(crate) fn is_apart() -> bool {
    WITHIN.get().is_none()
}

/// Those that this thread may be at work for.
pub(crate) fn present() -> Vec<Id> {
    match WITHIN.get() {
        Some(Within { id, .. }) => vec![id],
        None => running(|running| {
            [APART]
                .into_iter()
                .chain(running.all.iter().copied())
                .collect()
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::{APART, begin, end, is_apart, present};
    use std::sync::mpsc::channel;

    #[test]
    fn a_derivative_within_another_one_is_part_of_it() {
        begin();
        let outer = present();
        begin();
        assert_eq!(present(), outer);
        assert_eq!(end(), None);
        assert_eq!(present(), outer);
        assert_eq!(end(), Some(outer[0]));
        assert!(is_apart());
        assert_eq!(end(), None);
        begin();
        assert_ne!(present(), outer);
        end();
    }

    #[test]
    fn a_thread_that_says_nothing_may_be_at_work_for_any_derivative() {
        let (say, hear) = channel();
        begin();
        let own = present()[0];
        let worker = std::thread::spawn(move || {
            let all = present();
            say.send(()).unwrap();
            (is_apart(), all)
        });
        hear.recv().unwrap();
        let (apart, all) = worker.join().unwrap();
        assert!(apart && all.contains(&own) && all.contains(&APART));
        end();
        assert!(!std::thread::spawn(present).join().unwrap().contains(&own));
    }
}
