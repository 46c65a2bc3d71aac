//! The life of an adjoint, from the primal call to the end of its reverse. Owns the calls' two traits, the
//! records and the queues. Must not: know what is communicated.

use crate::error::Site;
use crate::last_action::{self, Phase};
use crate::order::{Order, Place};
use crate::raw::MPI_Status;
use crate::statistics::Held;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// A covered call with its arguments, before the primal has run.
pub(crate) trait Call {
    /// Runs the primal, and communicates tangents.
    fn tangent(self, site: Site) -> c_int;
    /// Runs the primal, and tells what its reverse has to do.
    fn augmented(self, site: Site) -> (c_int, Reverse);
}

/// A communication whose adjoint is to come. Reverse order of events: `start` as early as the primal's
/// completion, `finish` at the primal's start.
pub(crate) trait Adjoint: Send + Sync {
    /// A nonblocking primal has completed.
    fn completed(&self, status: &MPI_Status);
    /// Where it stands among those that it must not overtake; none if nothing is to be communicated.
    fn place(&self) -> Option<Place<Queue>>;
    /// Starts the adjoint communication. Must not wait.
    fn start(&self);
    /// Waits for it; adds to the shadows of what was sent, zeroes those of what was received.
    fn finish(&self);
    /// Bytes of the objects that it has, but for buffers, which count themselves.
    fn owned(&self) -> usize {
        0
    }
}

/// The part of a tangent that waits for a nonblocking primal's completion.
pub(crate) trait Tangent: Send + Sync {
    /// The primal has completed.
    fn completed(&self, status: &MPI_Status);
}

/// What the reverse of a call does.
pub(crate) enum Reverse {
    Nothing,
    /// Of calls that communicate, and of those that start a communication: start what has not started, in
    /// this order, then finish.
    Finish(Vec<Arc<dyn Adjoint>>),
    /// Of calls that complete communications: start.
    Start(Vec<Arc<dyn Adjoint>>),
}

impl Reverse {
    /// Of a call that communicates at once.
    pub(crate) fn of(adjoints: Vec<Arc<dyn Adjoint>>) -> Reverse {
        for adjoint in &adjoints {
            enqueue(adjoint);
        }
        Reverse::Finish(adjoints)
    }

    /// Bytes of what it refers to; a communication counts where it was started.
    fn bytes(&self) -> usize {
        let owned = |adjoint: &Arc<dyn Adjoint>| size_of_val(&**adjoint) + adjoint.owned();
        match self {
            Reverse::Nothing => 0,
            Reverse::Start(adjoints) => size_of_val(&**adjoints),
            Reverse::Finish(adjoints) => {
                size_of_val(&**adjoints) + adjoints.iter().map(owned).sum::<usize>()
            }
        }
    }
}

/// Which adjoints keep an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Queue {
    /// Messages that do not overtake each other. `comm` is that of the shadow.
    Messages {
        comm: u64,
        sent: bool,
        peer: c_int,
        tag: c_int,
    },
    /// Collective calls on a communicator.
    Collectives { comm: u64 },
}

/// What the compiler's code carries from an augmented call to its reverse.
struct Record {
    site: Site,
    reverse: Reverse,
    _held: Held,
}

/// Runs a call of the program in tangent mode.
pub(crate) fn tangent(site: Site, call: impl Call) -> c_int {
    last_action::note(Phase::Tangent, &site);
    call.tangent(site)
}

/// Runs a call of the program in augmented mode; the second result is the record.
pub(crate) fn augmented(site: Site, call: impl Call) -> (c_int, *mut c_void) {
    last_action::note(Phase::Augmented, &site);
    let (status, reverse) = call.augmented(site);
    let record = Record {
        site,
        _held: Held::new(size_of::<Record>() + reverse.bytes()),
        reverse,
    };
    (status, Box::into_raw(Box::new(record)).cast())
}

/// Runs the reverse of a call, and frees its record.
///
/// # Safety
/// `record` comes from [`augmented`], and is used for the first time.
pub(crate) unsafe fn reverse(record: *mut c_void) {
    // SAFETY: what the caller owes.
    let record = unsafe { Box::from_raw(record.cast::<Record>()) };
    last_action::note(Phase::Reverse, &record.site);
    // The guard is not held while adjoints are started.
    let released = std::mem::take(&mut *released());
    released.iter().for_each(ready);
    match record.reverse {
        Reverse::Nothing => {}
        Reverse::Start(adjoints) => adjoints.iter().for_each(ready),
        Reverse::Finish(adjoints) => {
            adjoints.iter().for_each(force);
            adjoints.iter().for_each(|adjoint| adjoint.finish());
        }
    }
}

/// The number of a communication that is started at this moment.
pub(crate) fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Gives an adjoint its place among those to come.
pub(crate) fn enqueue(adjoint: &Arc<dyn Adjoint>) {
    if let Some(place) = adjoint.place() {
        order().insert(place, Arc::clone(adjoint));
    }
}

/// The completion of this send is seen by nobody: its adjoint may start with the first reverse.
pub(crate) fn release(adjoint: Arc<dyn Adjoint>) {
    released().push(adjoint);
}

fn released() -> MutexGuard<'static, Vec<Arc<dyn Adjoint>>> {
    static RELEASED: Mutex<Vec<Arc<dyn Adjoint>>> = Mutex::new(Vec::new());
    RELEASED.lock().unwrap_or_else(|poison| poison.into_inner())
}

fn ready(adjoint: &Arc<dyn Adjoint>) {
    if let Some(place) = adjoint.place() {
        order().ready(place, |adjoint| adjoint.start());
    }
}

fn force(adjoint: &Arc<dyn Adjoint>) {
    if let Some(place) = adjoint.place() {
        order().force(place, |adjoint| adjoint.start());
    }
}

/// The guard is held while adjoints are started, so that no other thread starts some of the same queue in between.
fn order() -> MutexGuard<'static, Order<Queue, Arc<dyn Adjoint>>> {
    static ORDER: Mutex<Order<Queue, Arc<dyn Adjoint>>> = Mutex::new(Order::new());
    ORDER.lock().unwrap_or_else(|poison| poison.into_inner())
}
