//! Threads: forwards as the program starts and joins them, backwards the other way round.
//!
//! In the reverse pass, where a thread was joined one is started that runs the reverse half, and where it was started that one is joined. So what the
//! program ordered by starting and joining is ordered the other way round. The tape belongs to the pair of both, not to a thread of the system.
//!
//! That never waits for ever: whoever waits for a thread's reversal waits for what came later in the forward sweep.
//!
//! Owns: threads from where they are started until that is reversed, and what a thread and those that it starts have in common. Must
//! not: know what they do.

use crate::arena::{self, Arena};
use crate::ending::guarded;
use crate::fatal::{broken, lost, not_joined, not_known, not_started};
use crate::given::Given;
use crate::passages::{Orders, wait_until};
use crate::posix::{Handle, pthread_create, pthread_join};
use crate::sanitizer;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What a thread does: what it is given, its arena.
type Work = unsafe extern "C" fn(*mut c_void, *mut c_void);

/// A thread, from where it is started until that is reversed.
struct Thread {
    forward: Work,
    /// None in a tangent.
    reverse: Option<Work>,
    given: Given,
    arena: Arena,
    together: Arc<Together>,
    /// Whether somebody waited for its end.
    joined: AtomicBool,
    /// The thread that reverses it.
    reversing: OnceLock<Handle>,
}

/// What threads have in common that may run at the same time.
#[derive(Default)]
pub(crate) struct Together {
    /// In which order they came by sections.
    pub(crate) orders: Orders,
    /// Threads that were started and for which nobody has waited, and sections that were entered and not left.
    pub(crate) going_on: AtomicUsize,
}

impl Drop for Thread {
    fn drop(&mut self) {
        let consumed = std::mem::take(&mut self.arena);
        arena::give_back(std::iter::once(consumed));
    }
}

thread_local! {
    /// What the calling thread has in common with others.
    static TOGETHER: RefCell<Option<Arc<Together>>> = const { RefCell::new(None) };
    /// What the program said of the thread that comes next: where its handle goes, attributes.
    static NEXT: Cell<(*mut Handle, *const c_void)> =
        const { Cell::new((std::ptr::null_mut(), std::ptr::null())) };
}

/// Threads that run forwards and for which nobody has waited, by their handles.
static RUNNING: Mutex<BTreeMap<Handle, Arc<Thread>>> = Mutex::new(BTreeMap::new());

/// What the calling thread has in common with those that it starts, and with that which started it. Where nothing goes on, what comes is ordered behind
/// what was, and may be reversed without it: two tapes can be used in any order.
pub(crate) fn together() -> Arc<Together> {
    TOGETHER.with_borrow_mut(|own| {
        let goes_on = |own: &Arc<Together>| own.going_on.load(Ordering::Acquire) != 0;
        *own = own.take().filter(goes_on);
        own.get_or_insert_default().clone()
    })
}

/// Starts a thread of the system for one of the program.
///
/// # Safety
/// Attributes are those of a thread, or null.
unsafe fn start(
    thread: &Arc<Thread>,
    attributes: *const c_void,
    run: extern "C" fn(*mut c_void) -> *mut c_void,
) -> Handle {
    let mut handle = 0;
    let own = Arc::into_raw(thread.clone());
    sanitizer::released(&**thread);
    // SAFETY: the thread takes up what it is given; the attributes are the caller's promise.
    let error = unsafe { pthread_create(&mut handle, attributes, run, own.cast_mut().cast()) };
    if error != 0 {
        not_started(error);
    }
    handle
}

/// What a thread of the system does with one of the program.
fn perform(thread: *mut c_void, what: impl FnOnce(&Thread)) -> *mut c_void {
    guarded(|| {
        // SAFETY: `start` gave it.
        let thread = unsafe { Arc::from_raw(thread.cast_const().cast::<Thread>()) };
        sanitizer::acquired(&*thread);
        TOGETHER.set(Some(thread.together.clone()));
        what(&thread);
        sanitizer::released(&*thread);
    });
    std::ptr::null_mut()
}

extern "C" fn forward(thread: *mut c_void) -> *mut c_void {
    perform(thread, |thread| {
        // SAFETY: generated code made both.
        unsafe { (thread.forward)(thread.given.as_mut_ptr(), thread.arena.as_mut_ptr()) }
    })
}

extern "C" fn backward(thread: *mut c_void) -> *mut c_void {
    perform(thread, |thread| {
        let reverse = thread
            .reverse
            .unwrap_or_else(|| broken("a tangent is reversed"));
        // SAFETY: generated code made both for the thread's augmented half.
        unsafe { reverse(thread.given.as_mut_ptr(), thread.arena.as_mut_ptr()) }
    })
}

/// Waits for the end of a thread of the system.
fn wait(handle: Handle, thread: &Thread) {
    // SAFETY: it was started, and nobody else waits for it.
    let error = unsafe { pthread_join(handle, std::ptr::null_mut()) };
    if error != 0 {
        not_known();
    }
    sanitizer::acquired(thread);
}

/// Starts a thread as the program does, and remembers it by its handle.
///
/// # Safety
/// So many bytes are given.
unsafe fn begin(work: [Option<Work>; 2], given: *const c_void, bytes: usize) -> Arc<Thread> {
    let [Some(forward_half), reverse] = work else {
        broken("a thread has nothing to do")
    };
    let thread = Arc::new(Thread {
        forward: forward_half,
        reverse,
        // SAFETY: the caller's promise.
        given: unsafe { Given::copy(given, bytes) },
        arena: arena::obtain(),
        together: together(),
        joined: AtomicBool::new(false),
        reversing: OnceLock::new(),
    });
    thread.together.going_on.fetch_add(1, Ordering::AcqRel);
    let (place, attributes) = NEXT.replace((std::ptr::null_mut(), std::ptr::null()));
    if place.is_null() {
        broken("a thread is started without a handle");
    }
    // Nobody finds the handle before the thread.
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: they are those of the program.
    let handle = unsafe { start(&thread, attributes, forward) };
    running.insert(handle, thread.clone());
    // SAFETY: the program wants it there.
    unsafe { place.write(handle) };
    thread
}

/// Waits for a thread of the program.
fn join(handle: Handle) -> Arc<Thread> {
    let found = RUNNING
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .remove(&handle);
    let thread = found.unwrap_or_else(|| not_known());
    wait(handle, &thread);
    thread.together.going_on.fetch_sub(1, Ordering::AcqRel);
    thread.joined.store(true, Ordering::Release);
    thread
}

/// What the program says of the next thread, in a tangent.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_threads_next_tangent(
    handle: *mut Handle,
    attributes: *const c_void,
    _width: c_int,
    _: *const c_char,
) {
    NEXT.set((handle, attributes));
}

/// The same in a forward sweep.
///
/// # Safety
/// `record` leads to a pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_next_augmented(
    handle: *mut Handle,
    attributes: *const c_void,
    _width: c_int,
    _: *const c_char,
    record: *mut *mut c_void,
) {
    NEXT.set((handle, attributes));
    // SAFETY: the caller's promise.
    unsafe { *record = std::ptr::null_mut() }
}

/// The same in a reverse pass: nothing is left to say.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_threads_next_reverse(_record: *mut c_void) {}

/// Starts a thread for a tangent.
///
/// # Safety
/// `enzyme_rules::ThreadStart` has the convention.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_run(
    work: Work,
    given: *const c_void,
    bytes: usize,
) {
    guarded(|| {
        // SAFETY: the caller's promise.
        unsafe { begin([Some(work), None], given, bytes) };
    });
}

/// Starts a thread for an augmented half; gives a record.
///
/// # Safety
/// As for [`enzyme_rs_threads_run`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_augmented(
    work: Work,
    reverse: Work,
    given: *const c_void,
    bytes: usize,
) -> *mut c_void {
    guarded(|| {
        // SAFETY: the caller's promise.
        let thread = unsafe { begin([Some(work), Some(reverse)], given, bytes) };
        Arc::into_raw(thread).cast_mut().cast()
    })
}

/// Waits until a thread is reversed, and gives back what it was given.
///
/// # Safety
/// The record is one of [`enzyme_rs_threads_augmented`]; `given` has room for what the thread was given.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_reverse(record: *mut c_void, given: *mut c_void) {
    guarded(|| {
        // SAFETY: the caller's promise.
        let thread = unsafe { Arc::from_raw(record.cast_const().cast::<Thread>()) };
        if !thread.joined.load(Ordering::Acquire) {
            not_joined();
        }
        // Another thread may be the one that joined it.
        wait_until(|| thread.reversing.get().is_some());
        let handle = thread.reversing.get().copied().unwrap_or_default();
        wait(handle, &thread);
        // SAFETY: the caller's promise.
        unsafe { thread.given.give_back(given) }
    });
}

/// Waits for a thread in a tangent.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_threads_join_tangent(
    handle: Handle,
    _width: c_int,
    _: *const c_char,
) {
    guarded(|| {
        join(handle);
    });
}

/// The same in a forward sweep.
///
/// # Safety
/// `record` leads to a pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_join_augmented(
    handle: Handle,
    _width: c_int,
    _: *const c_char,
    record: *mut *mut c_void,
) {
    let thread = guarded(|| join(handle));
    // SAFETY: the caller's promise.
    unsafe { *record = Arc::into_raw(thread).cast_mut().cast() }
}

/// The same in a reverse pass: there the thread's reversal begins.
///
/// # Safety
/// The record is one of [`enzyme_rs_threads_join_augmented`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_join_reverse(record: *mut c_void) {
    guarded(|| {
        // SAFETY: the caller's promise.
        let thread = unsafe { Arc::from_raw(record.cast_const().cast::<Thread>()) };
        // SAFETY: there are no attributes.
        let handle = unsafe { start(&thread, std::ptr::null(), backward) };
        // It is joined once.
        let _ = thread.reversing.set(handle);
    });
}

/// Ends the program where the result of a thread is not found.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_threads_lost() {
    lost()
}

/// Whether the calling thread is the only one: nobody knows who else was started.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_threads_alone() -> c_int {
    0
}
