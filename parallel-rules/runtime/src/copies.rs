//! Shadows of variables of which each thread has a copy (`threadprivate`).
//!
//! A worker finds the shadow of a copy in the forward sweep, by the thread on which it runs, and its tape keeps the address: whoever runs its reverse pass adds
//! to the shadow of that copy. So it does not matter which threads OpenMP gives the teams of the reverse pass, and shadows pass from team to team as
//! the copies do.
//!
//! Where teams run within others, the threads of one may be those of another one afterwards. Their reverse passes could run at the same time, with the
//! same shadow. OpenMP promises nothing of what copies hold there when a team begins, but for the worker that started it. So the others have shadows
//! for this one team, which must be zero when all that it did is reversed: else it did read what was there before, and the program ends.
//!
//! Each call of a derivative has shadows of its own, which are zero at first.
//!
//! Owns: these shadows. Must not: know what lies there.

use crate::context;
use crate::ending::guarded;
use crate::fatal::{broken, kept_in_nested_team};
use crate::openmp::Ident;
use crate::words::Words;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Shadows by the address of the variable's shadow, which no copy uses, and by whose it is: a thread, or a worker.
#[derive(Default)]
pub(crate) struct Copies(Mutex<BTreeMap<(usize, u64), Words>>);

/// Alignment of shadows at most, in bytes.
const PAGE: usize = 4096;

impl Copies {
    fn of(&self, variable: usize, whose: u64, bytes: usize) -> *mut c_void {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let shadow = all.entry((variable, whose));
        // That of the variable is aligned as the copies are.
        let alignment = PAGE.min(1 << variable.trailing_zeros());
        let shadow = shadow.or_insert_with(|| Words::zeroed(bytes + alignment));
        let start = shadow.as_mut_ptr();
        start.wrapping_byte_add(start.align_offset(alignment))
    }

    /// Ends the program if they are not zero, which they have to be once all is reversed.
    pub(crate) fn check_zero(&self) {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !all.values().all(Words::are_zero) {
            kept_in_nested_team();
        }
    }
}

/// A derivative that a thread computes.
struct Derivative {
    copies: Arc<Copies>,
    /// How many teams the thread was a worker of when it began.
    depth: usize,
}

/// Numbers of threads.
static THREADS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static THREAD: u64 = THREADS.fetch_add(1, Ordering::Relaxed);
    /// The innermost last.
    static DERIVATIVES: RefCell<Vec<Derivative>> = const { RefCell::new(Vec::new()) };
}

/// The shadows for a new team: of the derivative that the calling thread began as the worker that it is, or those of the team around. Nothing in programs that
/// use none: they do not say when a derivative begins.
pub(crate) fn of_derivative(around: Option<&Arc<Copies>>) -> Option<Arc<Copies>> {
    let depth = context::depth();
    DERIVATIVES.with_borrow(|all| {
        let began = all.last().filter(|derivative| derivative.depth == depth);
        let copies = began.map(|derivative| &derivative.copies);
        copies.or(around).cloned()
    })
}

/// The shadow of the calling thread's copy of a variable.
fn shadow(variable: *const c_void, bytes: u64) -> *mut c_void {
    let (variable, bytes) = (variable as usize, bytes as usize);
    let thread = THREAD.with(|thread| *thread);
    let began = DERIVATIVES.with_borrow(|all| all.last().map_or(0, |last| last.depth));
    context::of_thread(began, |worker| match worker {
        Some(worker) => {
            let passing = worker.shared.passing.as_ref();
            match passing.filter(|_| worker.worker != 0) {
                Some(passing) => passing.of(variable, worker.worker, bytes),
                None => worker.shared.copies.of(variable, thread, bytes),
            }
        }
        None => match of_derivative(None) {
            Some(copies) => copies.of(variable, thread, bytes),
            None => broken("a shadow is used before its derivative begins"),
        },
    })
}

/// The calling thread's copy of a variable, which is where its address leads.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_copy(variable: *mut c_void, _bytes: u64) -> *mut c_void {
    variable
}

/// Its shadow.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_copy_shadow(
    variable: *const c_void,
    bytes: u64,
) -> *mut c_void {
    guarded(|| shadow(variable, bytes))
}

/// The shadow of what `__kmpc_threadprivate_cached` finds.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_cached_shadow(
    _: *const Ident,
    _worker: c_int,
    variable: *const c_void,
    bytes: u64,
    _cache: *const c_void,
) -> *mut c_void {
    guarded(|| shadow(variable, bytes))
}

/// The calling thread begins to compute a derivative.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_begin_copies() {
    guarded(|| {
        let began = Derivative {
            copies: Arc::default(),
            depth: context::depth(),
        };
        DERIVATIVES.with_borrow_mut(|all| all.push(began));
    });
}

/// It is done.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_end_copies() {
    guarded(|| DERIVATIVES.with_borrow_mut(|all| drop(all.pop())));
}
