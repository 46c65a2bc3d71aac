//! Code that one thread at a time runs: between lock and unlock of a mutex, and updates of single numbers.
//!
//! The forward sweep remembers in which order threads passed, and the reverse pass lets them pass in the opposite order (`passages`). Waiting for a
//! condition is the end of one passage and the begin of another. Who wakes whom is not remembered: a program may not count on being woken only when
//! it is told, and so what it reads behind is ordered by the mutex.
//!
//! Owns: these functions, and the passages that are not over. Must not: know what is computed inside.

use crate::ending::guarded;
use crate::fatal::not_held;
use crate::passages::Order;
use crate::posix::{
    pthread_cond_wait, pthread_mutex_lock, pthread_mutex_unlock, pthread_spin_lock,
    pthread_spin_unlock,
};
use crate::threads::together;
use crate::updates;
use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What keeps others out in the forward sweep.
#[derive(Clone, Copy)]
enum Guard {
    Mutex(*mut c_void),
    Spin(*mut c_void),
    /// Nobody else updates the number at this address.
    Update(usize),
}

impl Guard {
    /// Gives what the program's call gives: 0 if the lock is taken.
    fn enter(self) -> c_int {
        // SAFETY: the program gives its locks, and calls this where it would call these.
        unsafe {
            match self {
                Guard::Mutex(lock) => pthread_mutex_lock(lock),
                Guard::Spin(lock) => pthread_spin_lock(lock),
                Guard::Update(number) => {
                    updates::begin(number);
                    0
                }
            }
        }
    }

    fn leave(self) -> c_int {
        // SAFETY: this thread has entered.
        unsafe {
            match self {
                Guard::Mutex(lock) => pthread_mutex_unlock(lock),
                Guard::Spin(lock) => pthread_spin_unlock(lock),
                Guard::Update(number) => {
                    updates::end(number);
                    0
                }
            }
        }
    }

    /// What tells its passages from those of others.
    fn address(self) -> usize {
        match self {
            Guard::Mutex(lock) | Guard::Spin(lock) => lock as usize,
            Guard::Update(number) => updates::lock(number),
        }
    }
}

/// One thread's way through a section.
struct Passage {
    order: Arc<Order>,
    ticket: u64,
    address: usize,
}

thread_local! {
    /// Passages that the calling thread has begun in a forward sweep, and not ended.
    static OPEN: RefCell<Vec<*mut Passage>> = const { RefCell::new(Vec::new()) };
}

/// Begins a passage of a lock that the calling thread has taken; the passage gets the next ticket.
fn open(address: usize) -> *mut Passage {
    let together = together();
    together.going_on.fetch_add(1, Ordering::AcqRel);
    let order = match holds(address) {
        // Nobody else can come in between.
        true => Arc::default(),
        false => together.orders.of(address),
    };
    let ticket = order.passed();
    let passage = Box::into_raw(Box::new(Passage {
        order,
        ticket,
        address,
    }));
    OPEN.with_borrow_mut(|all| all.push(passage));
    passage
}

/// Whether the calling thread is inside already: it may hold a mutex several times.
fn holds(address: usize) -> bool {
    OPEN.with_borrow(|all| {
        // SAFETY: `open` made all, and they end in `leave_again`.
        let mut addresses = all.iter().map(|open| unsafe { (**open).address });
        addresses.any(|open| open == address)
    })
}

/// Ends the last passage of a lock that is still held, and gives it: locks need not be left in the opposite order.
fn close(address: usize) -> *mut Passage {
    let found = OPEN.with_borrow_mut(|all| {
        // SAFETY: as above.
        let is_its = |open: &*mut Passage| unsafe { (**open).address == address };
        all.iter().rposition(is_its).map(|at| all.remove(at))
    });
    let passage = found.unwrap_or_else(|| not_held());
    // SAFETY: as above.
    let Passage { order, ticket, .. } = unsafe { &*passage };
    order.set(ticket + 1);
    together().going_on.fetch_sub(1, Ordering::AcqRel);
    passage
}

/// Waits in the reverse pass until all later passages are reversed.
fn enter_again(passage: *mut c_void) {
    if passage.is_null() {
        return;
    }
    // SAFETY: it is a passage of the forward sweep.
    let passage = unsafe { &*passage.cast::<Passage>() };
    passage.order.wait_for(passage.ticket + 1);
}

/// Lets the passage before it in, and ends it.
fn leave_again(passage: *mut c_void) {
    if passage.is_null() {
        return;
    }
    // SAFETY: it is a passage of the forward sweep, whose end was reversed before.
    let passage = unsafe { Box::from_raw(passage.cast::<Passage>()) };
    passage.order.set(passage.ticket);
}

/// The functions of a section's begin and end, which a tangent, a forward sweep and a reverse pass call: their names, and what keeps others out.
macro_rules! section {
    ([$tangent:ident, $augmented:ident, $reverse:ident], [$end_tangent:ident, $end_augmented:ident, $end_reverse:ident], $guard:expr) => {
        /// The begin of the section in a tangent.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $tangent(
            lock: *mut c_void,
            _width: c_int,
            _: *const c_char,
        ) -> c_int {
            $guard(lock).enter()
        }

        /// The begin of the section in a forward sweep.
        ///
        /// # Safety
        /// `record` leads to a pointer.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $augmented(
            lock: *mut c_void,
            _width: c_int,
            _: *const c_char,
            record: *mut *mut c_void,
        ) -> c_int {
            let guard: Guard = $guard(lock);
            let error = guard.enter();
            let passage = match error {
                0 => guarded(|| open(guard.address())),
                _ => std::ptr::null_mut(),
            };
            // SAFETY: the caller's promise.
            unsafe { *record = passage.cast() }
            error
        }

        /// The begin of the section in a reverse pass, which is the end there.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $reverse(record: *mut c_void) {
            guarded(|| leave_again(record));
        }

        /// The end of the section in a tangent.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $end_tangent(
            lock: *mut c_void,
            _width: c_int,
            _: *const c_char,
        ) -> c_int {
            $guard(lock).leave()
        }

        /// The end of the section in a forward sweep.
        ///
        /// # Safety
        /// `record` leads to a pointer.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $end_augmented(
            lock: *mut c_void,
            _width: c_int,
            _: *const c_char,
            record: *mut *mut c_void,
        ) -> c_int {
            let guard: Guard = $guard(lock);
            let passage = guarded(|| close(guard.address()));
            // SAFETY: the caller's promise.
            unsafe { *record = passage.cast() }
            guard.leave()
        }

        /// The end of the section in a reverse pass, which is the begin there.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $end_reverse(record: *mut c_void) {
            guarded(|| enter_again(record));
        }
    };
}

section!(
    [
        enzyme_rs_threads_mutex_tangent,
        enzyme_rs_threads_mutex_augmented,
        enzyme_rs_threads_mutex_reverse
    ],
    [
        enzyme_rs_threads_end_mutex_tangent,
        enzyme_rs_threads_end_mutex_augmented,
        enzyme_rs_threads_end_mutex_reverse
    ],
    Guard::Mutex
);
section!(
    [
        enzyme_rs_threads_spin_tangent,
        enzyme_rs_threads_spin_augmented,
        enzyme_rs_threads_spin_reverse
    ],
    [
        enzyme_rs_threads_end_spin_tangent,
        enzyme_rs_threads_end_spin_augmented,
        enzyme_rs_threads_end_spin_reverse
    ],
    Guard::Spin
);
section!(
    [
        enzyme_rs_threads_update_tangent,
        enzyme_rs_threads_update_augmented,
        enzyme_rs_threads_update_reverse
    ],
    [
        enzyme_rs_threads_end_update_tangent,
        enzyme_rs_threads_end_update_augmented,
        enzyme_rs_threads_end_update_reverse
    ],
    |number: *mut c_void| Guard::Update(number as usize)
);

/// The two passages between which a thread waited for a condition.
struct Waited {
    before: *mut Passage,
    behind: *mut Passage,
}

/// Waits for a condition in a forward sweep, with a mutex that the thread holds.
///
/// # Safety
/// Condition and mutex are the program's, `record` leads to a pointer.
unsafe fn wait(condition: *mut c_void, mutex: *mut c_void, record: *mut *mut c_void) -> c_int {
    let before = guarded(|| close(mutex as usize));
    // SAFETY: the caller's promise.
    let error = unsafe { pthread_cond_wait(condition, mutex) };
    let behind = guarded(|| open(mutex as usize));
    let own = Box::into_raw(Box::new(Waited { before, behind }));
    // SAFETY: the caller's promise.
    unsafe { *record = own.cast() }
    error
}

/// The mutex of a `std::unique_lock`, which begins with its address.
///
/// # Safety
/// It is one.
unsafe fn mutex_of(lock: *const *mut c_void) -> *mut c_void {
    // SAFETY: the caller's promise.
    unsafe { *lock }
}

/// Waits for a condition in a tangent.
///
/// # Safety
/// Both are the program's.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_wait_tangent(
    condition: *mut c_void,
    mutex: *mut c_void,
    _width: c_int,
    _: *const c_char,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { pthread_cond_wait(condition, mutex) }
}

/// The same in a forward sweep.
///
/// # Safety
/// Both are the program's, `record` leads to a pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_wait_augmented(
    condition: *mut c_void,
    mutex: *mut c_void,
    _width: c_int,
    _: *const c_char,
    record: *mut *mut c_void,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { wait(condition, mutex, record) }
}

/// The same in a reverse pass.
///
/// # Safety
/// The record is one of the forward sweep.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_wait_reverse(record: *mut c_void) {
    guarded(|| {
        // SAFETY: the caller's promise.
        let own = unsafe { Box::from_raw(record.cast::<Waited>()) };
        leave_again(own.behind.cast());
        enter_again(own.before.cast());
    });
}

/// Waits for a `std::condition_variable` with a `std::unique_lock` in a tangent.
///
/// # Safety
/// Both are the program's.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_wait_locked_tangent(
    condition: *mut c_void,
    lock: *const *mut c_void,
    _width: c_int,
    _: *const c_char,
) {
    // SAFETY: the caller's promise.
    unsafe { pthread_cond_wait(condition, mutex_of(lock)) };
}

/// The same in a forward sweep.
///
/// # Safety
/// Both are the program's, `record` leads to a pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_wait_locked_augmented(
    condition: *mut c_void,
    lock: *const *mut c_void,
    _width: c_int,
    _: *const c_char,
    record: *mut *mut c_void,
) {
    // SAFETY: the caller's promise.
    unsafe { wait(condition, mutex_of(lock), record) };
}

/// The same in a reverse pass.
///
/// # Safety
/// The record is one of the forward sweep.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_wait_locked_reverse(record: *mut c_void) {
    // SAFETY: the caller's promise.
    unsafe { enzyme_rs_threads_wait_reverse(record) }
}
