//! Teams: the same work by each of several workers, forwards and in reverse.
//!
//! Owns: the record of a team, and starting teams. Must not: know what the work is.

use crate::arena::{self, Arena};
use crate::barrier;
use crate::context::{self, Context, Shared};
use crate::ending::guarded;
use crate::fatal::other_team;
use crate::openmp::{
    __kmpc_end_serialized_parallel, __kmpc_fork_call, __kmpc_fork_teams, __kmpc_push_num_teams,
    __kmpc_push_num_threads, __kmpc_serialized_parallel, HERE, Ident, kmp_set_defaults,
    omp_get_dynamic, omp_get_num_teams, omp_get_num_threads, omp_get_team_num,
    omp_get_thread_limit, omp_get_thread_num, omp_set_dynamic, worker,
};
use crate::order::Order;
use crate::sanitizer;
use crate::tasks;
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};

/// What a worker does: what it is given, its arena.
type Work = unsafe extern "C" fn(*mut c_void, *mut c_void);

/// What the reverse pass needs of a team.
struct Record {
    shared: Arc<Shared>,
    /// By worker.
    arenas: Vec<Arena>,
    /// How many threads each worker of a league could have.
    limit: c_int,
}

/// Which arena a worker gets.
enum Arenas<'a> {
    /// Nothing is kept.
    None,
    /// A new one; in any order, with the workers' numbers.
    New(Mutex<Vec<(usize, Arena)>>),
    /// That of before.
    Kept(&'a [Arena]),
}

/// What OpenMP calls a team.
#[derive(Clone, Copy)]
enum Kind {
    /// The threads of a parallel region.
    Team,
    /// The first threads of several teams.
    League,
}

impl Kind {
    /// Starts it: each worker does this.
    fn start(self, run: *const c_void) {
        // SAFETY: the task takes one pointer, and what is behind it lives until all workers are done.
        unsafe {
            match self {
                Kind::Team => __kmpc_fork_call(&HERE, 1, one_of_all, run),
                Kind::League => __kmpc_fork_teams(&HERE, 1, one_of_all, run),
            }
        }
    }

    /// The calling worker's number, and how many there are.
    fn number(self) -> (usize, usize) {
        // SAFETY: they only ask.
        let (number, size) = unsafe {
            match self {
                Kind::Team => (omp_get_thread_num(), omp_get_num_threads()),
                Kind::League => (omp_get_team_num(), omp_get_num_teams()),
            }
        };
        (number as usize, size as usize)
    }

    /// Asks for so many workers in what is started next, and in a league for so many threads for each, if the program did.
    fn ask_for(self, workers: c_int, limit: c_int) {
        const NO_LIMIT: c_int = c_int::MAX;
        let threads = if limit == NO_LIMIT { 0 } else { limit };
        // SAFETY: both take any numbers, and set the size of the next team alone.
        unsafe {
            match self {
                Kind::Team => __kmpc_push_num_threads(&HERE, worker(), workers),
                Kind::League => __kmpc_push_num_teams(&HERE, worker(), workers, threads),
            }
        }
    }
}

/// A team while it runs.
struct Run<'a> {
    kind: Kind,
    work: Work,
    given: *mut c_void,
    shared: Arc<Shared>,
    arenas: Arenas<'a>,
    /// How many workers are done, as far as one waits for another.
    done: Arc<Order>,
    /// How many threads each worker of a league can have.
    limit: AtomicI32,
}

impl<'a> Run<'a> {
    fn new(
        kind: Kind,
        (work, given): (Work, *mut c_void),
        shared: Arc<Shared>,
        arenas: Arenas<'a>,
    ) -> Self {
        Self {
            kind,
            work,
            given,
            shared,
            arenas,
            done: Arc::default(),
            limit: AtomicI32::default(),
        }
    }

    /// Starts the team, and returns when all workers are done. What tells ThreadSanitizer of OpenMP's own forks and joins loses some of those of teams
    /// within others.
    fn start(&self) {
        let run: *const Self = self;
        // Two separate addresses: ThreadSanitizer must see fork and join, but no order between workers.
        sanitizer::released(&self.work);
        self.kind.start(run.cast());
        sanitizer::acquired(&self.done);
    }

    /// What the calling worker does.
    fn work(&self) {
        let (number, size) = self.kind.number();
        // SAFETY: it only asks.
        let limit = unsafe { omp_get_thread_limit() };
        self.limit.store(limit, Ordering::Relaxed);
        let done = Some(self.done.clone());
        let now = Context::new(self.shared.clone(), number as u64, size as u64, done);
        context::enter(match self.kind {
            Kind::Team => now,
            Kind::League => now.in_league(),
        });
        tasks::enter();
        match &self.arenas {
            Arenas::None => self.call(std::ptr::null_mut()),
            Arenas::New(all) => {
                let arena = arena::obtain();
                self.call(arena.as_mut_ptr());
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                all.push((number, arena));
            }
            Arenas::Kept(arenas) => {
                if arenas.len() != size {
                    other_team(arenas.len(), size);
                }
                self.call(arenas[number].as_mut_ptr());
            }
        }
        tasks::leave();
        let took_turn = context::leave().is_some_and(|now| now.took_turn.get());
        if took_turn {
            self.done.set(number as u64 + 1);
        }
        // Not before: others may wait for that.
        if let Arenas::Kept(_) = self.arenas {
            // SAFETY: the shadows of what the region reads are there as long as it runs, and all workers are behind what adds to them.
            unsafe { self.shared.spans.add_up(number, size, barrier::of_team) }
        }
    }

    fn call(&self, arena: *mut c_void) {
        // SAFETY: generated code gives both, and takes an arena that nobody else uses.
        unsafe { (self.work)(self.given, arena) }
    }
}

extern "C" fn one_of_all(_: *const c_int, _: *const c_int, run: *const c_void) {
    // SAFETY: `start` gives it.
    let run = unsafe { &*run.cast::<Run<'_>>() };
    guarded(|| {
        sanitizer::acquired(&run.work);
        run.work();
        sanitizer::released(&run.done);
    });
}

/// What the workers of a new team share, which keeps something for its reverse pass or does not.
fn shared(keeps: bool) -> Arc<Shared> {
    context::now(|now| match now.in_team {
        true => Shared::within(&now.shared, keeps),
        false => Shared::outermost(),
    })
}

/// Number of the calling worker, as bodies are given it.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_worker() -> c_int {
    worker()
}

/// Whether the calling worker is the only one of all teams.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_alone() -> c_int {
    context::is_alone().into()
}

/// Runs a tangent on a team.
fn run(kind: Kind, work: Work, given: *mut c_void) {
    let run = Run::new(kind, (work, given), shared(false), Arenas::None);
    run.start();
}

/// Runs an augmented primal on a team; gives a record.
fn augmented(kind: Kind, work: Work, given: *mut c_void) -> *mut c_void {
    let new = Arenas::New(Mutex::default());
    let run = Run::new(kind, (work, given), shared(true), new);
    run.start();
    let Arenas::New(all) = run.arenas else {
        return std::ptr::null_mut();
    };
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.sort_unstable_by_key(|(number, _)| *number);
    let record = Record {
        shared: run.shared,
        arenas: all.into_iter().map(|(_, arena)| arena).collect(),
        limit: run.limit.into_inner(),
    };
    Box::into_raw(Box::new(record)).cast()
}

/// Runs a reverse half on a team of the same size, and ends the record.
///
/// # Safety
/// The record is one of [`augmented`].
unsafe fn reverse(kind: Kind, record: *mut c_void, work: Work, given: *mut c_void) {
    // SAFETY: the caller's promise.
    let record = unsafe { Box::from_raw(record.cast::<Record>()) };
    let kept = Arenas::Kept(&record.arenas);
    let run = Run::new(kind, (work, given), record.shared.clone(), kept);
    // SAFETY: it only asks.
    let adjusts = unsafe { omp_get_dynamic() };
    // SAFETY: it takes any number; so OpenMP gives no fewer workers than are asked for.
    unsafe { omp_set_dynamic(0) };
    kind.ask_for(record.arenas.len() as c_int, record.limit);
    run.start();
    // SAFETY: as above; the setting is again what it was.
    unsafe { omp_set_dynamic(adjusts) };
    if let Some(passing) = &record.shared.passing {
        passing.check_zero();
    }
    arena::give_back(record.arenas.into_iter());
}

/// The functions that run derivatives on teams of a kind.
macro_rules! teams {
    ($kind:expr, $run:ident, $augmented:ident, $reverse:ident) => {
        /// Runs a tangent.
        ///
        /// # Safety
        /// `enzyme_rules::TeamRule` has the convention.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $run(work: Work, given: *mut c_void) {
            guarded(|| run($kind, work, given));
        }

        /// Runs an augmented primal; gives a record.
        ///
        /// # Safety
        /// `enzyme_rules::TeamRule` has the convention.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $augmented(work: Work, given: *mut c_void) -> *mut c_void {
            guarded(|| augmented($kind, work, given))
        }

        /// Runs a reverse half, and ends the record.
        ///
        /// # Safety
        /// `enzyme_rules::TeamRule` has the convention; the record is one of the above.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $reverse(
            record: *mut c_void,
            work: Work,
            given: *mut c_void,
        ) {
            // SAFETY: the caller's promise.
            guarded(|| unsafe { reverse($kind, record, work, given) });
        }
    };
}

teams!(
    Kind::Team,
    enzyme_rs_omp_run,
    enzyme_rs_omp_augmented,
    enzyme_rs_omp_reverse
);
teams!(
    Kind::League,
    enzyme_rs_omp_league_run,
    enzyme_rs_omp_league_augmented,
    enzyme_rs_omp_league_reverse
);

/// Waits until all workers before the calling one are done.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_turn() {
    guarded(|| {
        context::now(|now| {
            if let Some(done) = &now.done {
                done.wait_for(now.worker);
                now.took_turn.set(true);
            }
        });
    });
}

/// The begin of a region that only the calling worker runs: a team of one, whose tasks are no tasks of what is around.
fn enter_alone(shared: Arc<Shared>) {
    // SAFETY: the region ends in `leave_alone`.
    unsafe { __kmpc_serialized_parallel(&HERE, worker()) };
    context::enter(Context::new(shared, 0, 1, None));
    tasks::enter();
}

fn leave_alone() -> Option<Context> {
    tasks::leave();
    let left = context::leave();
    // SAFETY: `enter_alone` began it.
    unsafe { __kmpc_end_serialized_parallel(&HERE, worker()) };
    left
}

/// The begin of a region of one worker in a tangent.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_alone_tangent(
    _: *const Ident,
    _: c_int,
    _width: c_int,
    _: *const c_char,
) {
    guarded(|| enter_alone(shared(false)));
}

/// The begin of a region of one worker in a forward sweep.
///
/// # Safety
/// `record` leads to a pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_alone_augmented(
    _: *const Ident,
    _: c_int,
    _width: c_int,
    _: *const c_char,
    record: *mut *mut c_void,
) {
    guarded(|| enter_alone(shared(true)));
    // SAFETY: the caller's promise.
    unsafe { *record = std::ptr::null_mut() }
}

/// The begin of a region of one worker in a reverse pass, which is the end there.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_alone_reverse(_record: *mut c_void) {
    guarded(leave_alone);
}

/// The end of a region of one worker in a tangent.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_end_alone_tangent(
    _: *const Ident,
    _: c_int,
    _width: c_int,
    _: *const c_char,
) {
    guarded(leave_alone);
}

/// The end of a region of one worker in a forward sweep.
///
/// # Safety
/// `record` leads to a pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_end_alone_augmented(
    _: *const Ident,
    _: c_int,
    _width: c_int,
    _: *const c_char,
    record: *mut *mut c_void,
) {
    let left = guarded(leave_alone);
    let shared = left.map(|context| context.shared);
    let shared = shared.map_or(std::ptr::null(), Arc::into_raw);
    // SAFETY: the caller's promise.
    unsafe { *record = shared.cast_mut().cast() }
}

/// The end of a region of one worker in a reverse pass, which is the begin there.
///
/// # Safety
/// The record is one of [`enzyme_rs_omp_end_alone_augmented`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_end_alone_reverse(record: *mut c_void) {
    guarded(|| {
        // SAFETY: the caller's promise.
        let shared = unsafe { Arc::from_raw(record.cast_const().cast::<Shared>()) };
        enter_alone(shared);
    });
}

/// Teams of the program run again from here on, and what their workers add up shall have the same bits each time.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_same_again() {
    static TOLD: Once = Once::new();
    // SAFETY: the text ends with a zero, and the library copies what it says.
    TOLD.call_once(|| unsafe { kmp_set_defaults(c"KMP_DETERMINISTIC_REDUCTION=true".as_ptr()) });
}
