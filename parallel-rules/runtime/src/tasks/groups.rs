//! Groups of tasks: where they end, and whether their tasks are to leave before that (`cancel taskgroup`).
//!
//! A task belongs to the group that its parent was in where it handed the task in. OpenMP knows our groups as well, and is never told that one is left: it
//! would drop tasks whose reversal is waited for. A task that came too late is run, asks, and does nothing (`enzyme_rules::Discarded`). Should code that is
//! not differentiated tell OpenMP nonetheless, then fewer tasks have begun at the end than were handed in, and the program ends.
//!
//! Owns: which group the calling thread is in. Must not: know tasks.

use super::{Point, parent_if_any};
use crate::fatal::dropped_tasks;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A group of tasks.
#[derive(Default)]
pub(crate) struct Group {
    /// Where it ends.
    pub(super) end: Arc<Point>,
    /// Whether its tasks are to leave.
    pub(crate) is_left: AtomicBool,
    /// Tasks that were handed in, and those that have begun.
    handed_in: AtomicU64,
    begun: AtomicU64,
}

impl Group {
    pub(super) fn hand_in(&self) {
        self.handed_in.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn begin(&self) {
        self.begun.fetch_add(1, Ordering::Relaxed);
    }
}

thread_local! {
    /// Groups that were begun outside of all teams of derivatives, where tasks are done at once.
    static OUTSIDE: RefCell<Vec<Arc<Group>>> = const { RefCell::new(Vec::new()) };
}

/// The groups that the running task is in and may end, the innermost one last.
fn all<R>(ask: impl Fn(&mut Vec<Arc<Group>>) -> R) -> R {
    parent_if_any(|parent| ask(&mut parent.groups)).unwrap_or_else(|| OUTSIDE.with_borrow_mut(ask))
}

/// The group that tasks belong to which are handed in now; nothing if differentiated code has begun none.
pub(crate) fn current() -> Option<Arc<Group>> {
    all(|groups| groups.last().cloned())
}

/// Begins a group.
pub(super) fn begin() {
    all(|groups| groups.push(Arc::default()));
}

/// Ends the innermost one, whose tasks are all over.
pub(super) fn end() -> Arc<Group> {
    let group = all(Vec::pop).unwrap_or_default();
    if group.begun.load(Ordering::Acquire) != group.handed_in.load(Ordering::Acquire) {
        dropped_tasks();
    }
    group
}
