//! Which worker of which team the calling thread is.
//!
//! Outside of all teams a thread is a team of its own.
//!
//! Owns: [`Context`], one a thread at a time. Must not: start teams.

use crate::order::{Order, Orders};
use crate::spans::Spans;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the workers of a team share.
pub(crate) struct Shared {
    /// The order of passages through what all teams of a derivative share: critical sections, locks, numbers that are updated.
    pub(crate) critical: Arc<Orders>,
    /// The order of passages in which the team's workers take part: in turn, or in the order of iterations.
    pub(crate) turns: Orders,
    /// What each worker has read in the forward sweep.
    pub(crate) spans: Spans,
}

impl Shared {
    /// What the workers of a team share that is started by a worker of another one.
    pub(crate) fn within(outer: &Shared) -> Arc<Self> {
        Arc::new(Self {
            critical: outer.critical.clone(),
            turns: Orders::default(),
            spans: Spans::default(),
        })
    }

    /// The same for a team that no other one starts.
    pub(crate) fn outermost() -> Arc<Self> {
        Arc::new(Self {
            critical: Arc::default(),
            turns: Orders::default(),
            spans: Spans::default(),
        })
    }
}

/// A worker, while it runs.
pub(crate) struct Context {
    pub(crate) shared: Arc<Shared>,
    pub(crate) worker: u64,
    pub(crate) size: u64,
    /// Whether the team is one.
    pub(crate) in_team: bool,
    /// How often the worker took part in passages in turn, by their address.
    passages: RefCell<BTreeMap<usize, u64>>,
    /// Waits until the workers before this one are done.
    pub(crate) done: Option<Arc<Order>>,
    /// Whether it did.
    pub(crate) took_turn: Cell<bool>,
}

impl Context {
    pub(crate) fn new(
        shared: Arc<Shared>,
        worker: u64,
        size: u64,
        done: Option<Arc<Order>>,
    ) -> Self {
        Self {
            shared,
            worker,
            size,
            in_team: true,
            passages: RefCell::default(),
            done,
            took_turn: Cell::new(false),
        }
    }

    /// The ticket of the worker's next passage in turn, and its order.
    pub(crate) fn next_turn(&self, address: usize) -> (Arc<Order>, u64) {
        let mut passages = self.passages.borrow_mut();
        let before = passages.entry(address).or_default();
        let ticket = *before * self.size + self.worker;
        *before += 1;
        (self.shared.turns.of(address), ticket)
    }
}

thread_local! {
    static NOW: RefCell<Vec<Context>> = const { RefCell::new(Vec::new()) };
}

/// Makes the calling thread a worker.
pub(crate) fn enter(context: Context) {
    NOW.with_borrow_mut(|all| all.push(context));
}

/// Ends that.
pub(crate) fn leave() -> Option<Context> {
    NOW.with_borrow_mut(Vec::pop)
}

/// Whether the calling thread is the only worker of its team, and of those around it. Where another thread is a worker of one of these, the thread that
/// asks is one as well, or was started by a team of several.
pub(crate) fn is_alone() -> bool {
    NOW.with_borrow(|all| all.iter().all(|context| context.size == 1))
}

/// Asks about the worker that the calling thread is.
pub(crate) fn now<R>(ask: impl FnOnce(&Context) -> R) -> R {
    NOW.with_borrow(|all| match all.last() {
        Some(context) => ask(context),
        None => ask(&Context {
            in_team: false,
            ..Context::new(Shared::outermost(), 0, 1, None)
        }),
    })
}
