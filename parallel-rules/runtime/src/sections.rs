//! Code that one worker at a time runs: critical sections, and what workers do in turn.
//!
//! The forward sweep remembers in which order workers passed, and the reverse pass lets them pass in the opposite order (`order`). Reductions are
//! passed in the order of workers, so that their results do not depend on the time.
//!
//! Owns: these functions, and the passages that are not over. Must not: know what is computed inside.

use crate::context;
use crate::fatal::{broken, guarded};
use crate::openmp::{__kmpc_barrier, __kmpc_critical, __kmpc_end_critical, HERE, Ident, worker};
use crate::order::Order;
use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_void};
use std::sync::Arc;

/// One worker's way through a section.
struct Passage {
    order: Arc<Order>,
    ticket: u64,
    /// The lock that keeps others out in the forward sweep.
    lock: *mut c_void,
}

thread_local! {
    /// Passages that the calling thread has begun in a forward sweep or a tangent, and not ended.
    static OPEN: RefCell<Vec<*mut Passage>> = const { RefCell::new(Vec::new()) };
}

/// Waits for the lock; the passage gets the next ticket.
fn enter_critical(lock: *mut c_void) -> *mut Passage {
    // SAFETY: the program gives its lock.
    unsafe { __kmpc_critical(&HERE, worker(), lock) };
    let order = context::now(|now| now.shared.critical.of(lock as usize));
    let ticket = order.passed();
    open(Passage {
        order,
        ticket,
        lock,
    })
}

/// Waits for the workers before this one.
fn enter_in_turn(section: *mut c_void) -> *mut Passage {
    let (order, ticket) = context::now(|now| now.next_turn(section as usize));
    order.wait_for(ticket);
    open(Passage {
        order,
        ticket,
        lock: std::ptr::null_mut(),
    })
}

fn open(passage: Passage) -> *mut Passage {
    let passage = Box::into_raw(Box::new(passage));
    OPEN.with_borrow_mut(|all| all.push(passage));
    passage
}

/// Lets the next one in; gives the passage that is over.
fn close() -> *mut Passage {
    let last = OPEN.with_borrow_mut(Vec::pop);
    let passage = last.unwrap_or_else(|| broken("a section ends that was not begun"));
    // SAFETY: `open` made it, and it ends in `forget`.
    let Passage {
        order,
        ticket,
        lock,
    } = unsafe { &*passage };
    order.set(ticket + 1);
    if !lock.is_null() {
        // SAFETY: this thread holds the lock.
        unsafe { __kmpc_end_critical(&HERE, worker(), *lock) };
    }
    passage
}

fn forget(passage: *mut Passage) {
    // SAFETY: `open` made it, and this is its end.
    drop(unsafe { Box::from_raw(passage) });
}

/// Waits in the reverse pass until all later passages are reversed.
fn enter_again(passage: *mut c_void) {
    // SAFETY: it is a passage of the forward sweep.
    let passage = unsafe { &*passage.cast::<Passage>() };
    passage.order.wait_for(passage.ticket + 1);
}

/// Lets the passage before it in, and ends it.
fn leave_again(passage: *mut c_void) {
    let passage = passage.cast::<Passage>();
    // SAFETY: it is a passage of the forward sweep.
    unsafe { (*passage).order.set((*passage).ticket) };
    forget(passage);
}

fn wait_for_all() {
    // SAFETY: all workers of the team come here.
    unsafe { __kmpc_barrier(&HERE, worker()) }
}

/// The functions of a section's begin and end, which a tangent, a forward sweep and a reverse pass call.
macro_rules! section {
    ($enter:ident, $begin_tangent:ident, $begin_augmented:ident, $begin_reverse:ident) => {
        /// The begin of the section in a tangent.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $begin_tangent(
            _: *const Ident,
            _: c_int,
            section: *mut c_void,
            _width: c_int,
            _: *const c_char,
        ) {
            guarded(|| {
                $enter(section);
            });
        }

        /// The begin of the section in a forward sweep.
        ///
        /// # Safety
        /// `record` leads to a pointer.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $begin_augmented(
            _: *const Ident,
            _: c_int,
            section: *mut c_void,
            _width: c_int,
            _: *const c_char,
            record: *mut *mut c_void,
        ) {
            let passage = guarded(|| $enter(section));
            // SAFETY: the caller's promise.
            unsafe { *record = passage.cast() }
        }

        /// The begin of the section in a reverse pass, which is the end there.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $begin_reverse(record: *mut c_void) {
            guarded(|| leave_again(record));
        }
    };
    (end $waits:literal, $end_tangent:ident, $end_augmented:ident, $end_reverse:ident) => {
        /// The end of the section in a tangent.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $end_tangent(
            _: *const Ident,
            _: c_int,
            _section: *mut c_void,
            _width: c_int,
            _: *const c_char,
        ) {
            guarded(|| forget(close()));
            if $waits {
                wait_for_all();
            }
        }

        /// The end of the section in a forward sweep.
        ///
        /// # Safety
        /// `record` leads to a pointer.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $end_augmented(
            _: *const Ident,
            _: c_int,
            _section: *mut c_void,
            _width: c_int,
            _: *const c_char,
            record: *mut *mut c_void,
        ) {
            let passage = guarded(close);
            // SAFETY: the caller's promise.
            unsafe { *record = passage.cast() }
            if $waits {
                wait_for_all();
            }
        }

        /// The end of the section in a reverse pass, which is the begin there.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $end_reverse(record: *mut c_void) {
            if $waits {
                wait_for_all();
            }
            guarded(|| enter_again(record));
        }
    };
}

section!(
    enter_critical,
    enzyme_rs_omp_critical_tangent,
    enzyme_rs_omp_critical_augmented,
    enzyme_rs_omp_critical_reverse
);
section!(
    end false,
    enzyme_rs_omp_end_critical_tangent,
    enzyme_rs_omp_end_critical_augmented,
    enzyme_rs_omp_end_critical_reverse
);
section!(
    enter_in_turn,
    enzyme_rs_omp_in_turn_tangent,
    enzyme_rs_omp_in_turn_augmented,
    enzyme_rs_omp_in_turn_reverse
);
section!(
    end false,
    enzyme_rs_omp_end_in_turn_tangent,
    enzyme_rs_omp_end_in_turn_augmented,
    enzyme_rs_omp_end_in_turn_reverse
);
section!(
    end true,
    enzyme_rs_omp_end_in_turn_wait_tangent,
    enzyme_rs_omp_end_in_turn_wait_augmented,
    enzyme_rs_omp_end_in_turn_wait_reverse
);
