//! Requests: what the library has to do when one completes. Owns the table from the handles of the program to
//! communications under way, and persistent ones. Must not: know what is communicated.
//!
//! An MPI may give the same handle to all sends that are complete when they are started (OpenMPI and MPICH
//! do). Which of them a wait completes makes no difference: the adjoint of a send only has to be received,
//! and may be from there on. So sends under one handle form a stack, of which a thread takes its own. Receives have
//! handles of their own, and for collective calls [`distinct`] sees to it.

use crate::adjoint::{self, Adjoint, Tangent};
use crate::error::{self, Code, Site};
use crate::raw::{self, Handle, MPI_Request, MPI_Status};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard};

/// What waits for the completion of a request.
#[derive(Clone)]
pub(crate) enum Pending {
    /// No numbers are passed on: the request is only known.
    Nothing,
    Tangent(Arc<dyn Tangent>),
    Adjoint(Arc<dyn Adjoint>),
}

impl Pending {
    /// The primal has completed. Returns the adjoint that may be started in reverse.
    fn completed(&self, status: &MPI_Status) -> Option<Arc<dyn Adjoint>> {
        match self {
            Pending::Nothing => None,
            Pending::Tangent(tangent) => {
                tangent.completed(status);
                None
            }
            Pending::Adjoint(adjoint) => {
                adjoint.completed(status);
                adjoint::enqueue(adjoint);
                Some(Arc::clone(adjoint))
            }
        }
    }
}

/// Whether the program may give a request away while it is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Send,
    /// Something comes: the derivative needs to see the completion.
    Receive,
}

/// A communication that may be started any number of times.
pub(crate) trait Template: Send + Sync {
    /// Just before the primal is started; `None` if no numbers are passed on.
    fn begin(&self, number: u64, site: Site) -> Option<Box<dyn Begun>>;
    /// Whether something comes.
    fn sort(&self) -> Sort;
}

/// A communication that is being started: one of the two follows when the primal was started.
pub(crate) trait Begun {
    /// In tangent mode.
    fn tangent(self: Box<Self>, request: MPI_Request) -> Arc<dyn Tangent>;
    /// In augmented mode.
    fn adjoint(self: Box<Self>) -> Arc<dyn Adjoint>;
}

struct Entry {
    pending: Pending,
    sort: Sort,
    site: Site,
    /// Who started it.
    thread: usize,
}

impl Entry {
    fn new(pending: Pending, sort: Sort, site: Site) -> Entry {
        Entry {
            pending,
            sort,
            site,
            thread: this_thread(),
        }
    }
}

/// Differs between all threads that are there at the same time.
pub(crate) fn this_thread() -> usize {
    thread_local! {
        static MARK: u8 = const { 0 };
    }
    MARK.with(|mark| ptr::from_ref(mark).addr())
}

struct Persistent {
    template: Arc<dyn Template>,
    running: Option<Entry>,
}

struct Table {
    /// By the handle, and by the order in which they were started.
    single: BTreeMap<(usize, u64), Entry>,
    started: u64,
    persistent: BTreeMap<usize, Persistent>,
}

/// Notes a communication that was started.
pub(crate) fn register(request: MPI_Request, pending: Pending, sort: Sort, site: Site) {
    table().push(request.bits(), Entry::new(pending, sort, site));
}

/// Notes a communication that passes no numbers on, if it was started.
pub(crate) fn passive(status: c_int, request: MPI_Request, site: Site) {
    if status == raw::SUCCESS {
        register(request, Pending::Nothing, Sort::Send, site);
    }
}

/// Notes a persistent communication.
pub(crate) fn register_persistent(request: MPI_Request, template: Arc<dyn Template>) {
    table().persistent.insert(
        request.bits(),
        Persistent {
            template,
            running: None,
        },
    );
}

/// The template of a persistent request, which must not be active.
pub(crate) fn template(request: MPI_Request, site: &Site) -> Arc<dyn Template> {
    let table = table();
    let Some(persistent) = table.persistent.get(&request.bits()) else {
        foreign(
            "the persistent request was made outside of differentiated code",
            "call MPI_Send_init, MPI_Recv_init and their kin in the function that is differentiated",
            site,
        );
    };
    if let Some(running) = &persistent.running {
        reused(&running.site, site);
    }
    Arc::clone(&persistent.template)
}

/// Notes that a persistent communication was started.
pub(crate) fn run(request: MPI_Request, pending: Pending, site: Site) {
    if let Some(persistent) = table().persistent.get_mut(&request.bits()) {
        let sort = persistent.template.sort();
        persistent.running = Some(Entry::new(pending, sort, site));
    }
}

/// What was known of a request of the program before a call that may complete it.
pub(crate) struct Taken {
    key: usize,
    /// The handle says something: it is not null, and not that of a persistent request.
    single: bool,
    entry: Option<Entry>,
}

/// Takes what is known of the requests out of the table.
pub(crate) fn take(requests: &[MPI_Request]) -> Vec<Taken> {
    let mut table = table();
    let taken = requests.iter().map(|request| {
        let key = request.bits();
        Taken {
            key,
            single: *request != raw::request_null() && !table.persistent.contains_key(&key),
            entry: table.take(*request),
        }
    });
    taken.collect()
}

/// Puts back what has not completed.
pub(crate) fn put_back(taken: Vec<Taken>) {
    if taken.iter().any(|taken| taken.entry.is_some()) {
        let mut table = table();
        for Taken { key, entry, .. } in taken {
            if let Some(entry) = entry {
                table.push(key, entry);
            }
        }
    }
}

impl Taken {
    /// The communication has completed. Returns the adjoint that may be started in reverse. `stays`: the request is
    /// still the program's.
    pub(crate) fn complete(
        &mut self,
        status: &MPI_Status,
        stays: bool,
        site: &Site,
    ) -> Option<Arc<dyn Adjoint>> {
        let entry = self.entry.take();
        if self.single && entry.is_none() {
            foreign(
                "the request is that of a communication that was started outside of differentiated code",
                "start and complete it in the function that is differentiated, or both outside of it",
                site,
            );
        }
        let entry = entry?;
        let adjoint = entry.pending.completed(status);
        if stays {
            self.entry = Some(Entry {
                pending: Pending::Nothing,
                sort: Sort::Send,
                ..entry
            });
        }
        adjoint
    }

    /// The request has ended with an error.
    pub(crate) fn fail(&mut self) {
        self.entry = None;
    }
}

/// The program gives a request away. The adjoint of a send may be received from the end of the program on.
pub(crate) fn free(request: MPI_Request, site: &Site) {
    let mut table = table();
    let entry = table.take(request);
    table.persistent.remove(&request.bits());
    let Some(entry) = entry else { return };
    match (entry.sort, entry.pending) {
        (Sort::Receive, _) => error::fail(
            Code::Freed,
            site,
            format_args!(
                "the request of {} is freed while active numbers are under way",
                entry.site
            ),
            "complete it by MPI_Wait or MPI_Test first",
        ),
        (Sort::Send, Pending::Adjoint(adjoint)) => adjoint::release(adjoint),
        (Sort::Send, Pending::Tangent(_) | Pending::Nothing) => {}
    }
}

impl Table {
    fn push(&mut self, key: usize, entry: Entry) {
        if let Some(persistent) = self.persistent.get_mut(&key) {
            persistent.running = Some(entry);
            return;
        }
        let mut older = self.under(key).map(|(_, older)| older);
        if let Some(older) = older.find(|older| older.sort == Sort::Receive) {
            reused(&older.site, &entry.site);
        }
        drop(older);
        self.started += 1;
        self.single.insert((key, self.started), entry);
    }

    fn under(&self, key: usize) -> impl DoubleEndedIterator<Item = (&(usize, u64), &Entry)> {
        self.single.range((key, 0)..=(key, u64::MAX))
    }

    /// The last one under the handle that this thread has started. One that another thread has started is taken for a
    /// communication that it has made over to this one.
    fn take(&mut self, request: MPI_Request) -> Option<Entry> {
        let (key, thread) = (request.bits(), this_thread());
        if let Some(persistent) = self.persistent.get_mut(&key) {
            return persistent.running.take();
        }
        let own = self
            .under(key)
            .rev()
            .find(|(_, entry)| entry.thread == thread);
        let (found, _) = own.or_else(|| self.under(key).next_back())?;
        let found = *found;
        self.single.remove(&found)
    }
}

/// What it passes on has no derivative that the library could know: it would silently be zero.
fn foreign(what: &str, remedy: &str, site: &Site) -> ! {
    error::fail(Code::Foreign, site, what, remedy)
}

fn reused(older: &Site, site: &Site) -> ! {
    error::fail(
        Code::Reused,
        site,
        format_args!("the request is that of {older}, whose completion was not seen"),
        "complete it by MPI_Wait or MPI_Test in differentiated code before the request is used again",
    )
}

fn table() -> MutexGuard<'static, Table> {
    static TABLE: Mutex<Table> = Mutex::new(Table {
        single: BTreeMap::new(),
        started: 0,
        persistent: BTreeMap::new(),
    });
    TABLE.lock().unwrap_or_else(|poison| poison.into_inner())
}

/// Replaces a request that is complete by one of the same kind that no other communication shares.
///
/// # Safety
/// `request` points to an active request of the program that has no status to tell.
#[allow(dead_code, reason = "for nonblocking collective calls")]
pub(crate) unsafe fn distinct(request: *mut MPI_Request) {
    let mut flag = 0;
    let mut status = raw::empty_status();
    // SAFETY: what the caller owes; the callbacks have the types that MPI asks for.
    unsafe {
        raw::PMPI_Request_get_status(*request, &raw mut flag, &raw mut status);
        if flag != 0 {
            raw::PMPI_Wait(request, raw::status_ignore());
            raw::PMPI_Grequest_start(
                Some(query),
                Some(nothing),
                Some(cancel),
                ptr::null_mut(),
                request,
            );
            raw::PMPI_Grequest_complete(*request);
        }
    }
}

unsafe extern "C" fn query(_: *mut c_void, status: *mut MPI_Status) -> c_int {
    // SAFETY: MPI passes the place of the status.
    unsafe {
        raw::PMPI_Status_set_elements(status, raw::byte(), 0);
        raw::PMPI_Status_set_cancelled(status, 0);
        (*status).MPI_SOURCE = raw::MPI_ANY_SOURCE;
        (*status).MPI_TAG = raw::MPI_ANY_TAG;
    }
    raw::SUCCESS
}

unsafe extern "C" fn nothing(_: *mut c_void) -> c_int {
    raw::SUCCESS
}

unsafe extern "C" fn cancel(_: *mut c_void, _: c_int) -> c_int {
    raw::SUCCESS
}
