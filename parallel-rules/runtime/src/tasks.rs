//! Tasks: forwards by the program's OpenMP, backwards by the workers that did them.
//!
//! In the forward sweep OpenMP chooses which worker does a task, and when: while a worker waits, or hands in another one. Each such place remembers
//! which tasks the worker did there (`executed`), and in the reverse pass the worker reverses these, the last one first. Nothing is asked again of
//! OpenMP. A task is reversed no sooner than
//!
//! * what waited for it: the place where its parent did (`Waited`), or the end of its group. Barriers wait for all tasks, and are reversed by all
//!   workers before any of them goes on;
//! * all tasks that depend on it;
//!
//! and the reversal of the place where it was handed in waits for its end. That never waits for ever: all of these came later in the forward sweep than
//! what waits for them now, and each worker goes backwards through what it did. (A cycle of waits would be a cycle in the order in which the
//! forward sweep ran.)
//!
//! Owns: tasks, and what a program says of them. Must not: know what they do.

mod dependences;
pub(crate) mod groups;

use crate::arena::{self, Arena};
use crate::barrier;
use crate::cancel::meet;
use crate::ending::guarded;
use crate::fatal::{all_memory, broken};
use crate::given::Given;
use crate::openmp::{
    __kmpc_end_taskgroup, __kmpc_omp_task, __kmpc_omp_task_alloc, __kmpc_omp_task_with_deps,
    __kmpc_omp_taskwait, __kmpc_omp_taskyield, __kmpc_taskgroup, Dependence, HERE, Ident,
    omp_get_num_threads, worker,
};
use crate::order::wait_until;
use crate::sanitizer;
use dependences::Dependences;
use groups::Group;
use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What a task does: what it is given, its arena.
type Work = unsafe extern "C" fn(*mut c_void, *mut c_void);

/// Something that is reached once in the reverse pass.
#[derive(Default)]
struct Point(AtomicBool);

impl Point {
    fn reach(&self) {
        sanitizer::released(self);
        self.0.store(true, Ordering::Release);
    }

    fn wait(&self) {
        wait_until(|| self.0.load(Ordering::Acquire));
        sanitizer::acquired(self);
    }
}

/// A task, from where it is handed in until that is reversed.
pub(crate) struct Task {
    forward: Work,
    /// None in a tangent.
    reverse: Option<Work>,
    given: Given,
    arena: Arena,
    /// Where its parent waited for it.
    waited: OnceLock<Arc<Point>>,
    /// The group that it belongs to.
    group: Option<Arc<Group>>,
    /// Tasks that depend on it.
    successors: Mutex<Vec<Arc<Task>>>,
    reversed: Point,
}

impl Task {
    /// Does it, where the calling worker is.
    fn perform(self: &Arc<Self>) {
        if let Some(group) = &self.group {
            group.begin();
        }
        if self.reverse.is_some() {
            let here =
                EXECUTED.with_borrow_mut(|all| all.last_mut().map(|here| here.push(self.clone())));
            here.unwrap_or_else(|| broken("a task runs where nobody waits"));
        }
        let outside = is_outside();
        if !outside {
            PARENTS.with_borrow_mut(|all| {
                all.push(Parent {
                    groups: self.group.iter().cloned().collect(),
                    is_task: true,
                    ..Parent::default()
                });
            });
        }
        // SAFETY: generated code made both.
        unsafe { (self.forward)(self.given.as_mut_ptr(), self.arena.as_mut_ptr()) }
        if !outside {
            leave();
        }
    }

    /// Reverses the task: called by the worker that did it.
    fn reverse(&self) {
        let waited = self.waited.get().into_iter();
        let groups = self.group.iter().map(|group| &group.end);
        for point in waited.chain(groups) {
            point.wait();
        }
        // Taken away, for each of a long chain of tasks would hold the next one, and end with it.
        let successors = self.successors.lock();
        let successors = std::mem::take(&mut *successors.unwrap_or_else(PoisonError::into_inner));
        for successor in &successors {
            successor.reversed.wait();
        }
        let reverse = self
            .reverse
            .unwrap_or_else(|| broken("a tangent is reversed"));
        // SAFETY: generated code made both for the task's augmented half.
        unsafe { reverse(self.given.as_mut_ptr(), self.arena.as_mut_ptr()) }
        self.reversed.reach();
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        let consumed = std::mem::take(&mut self.arena);
        arena::give_back(std::iter::once(consumed));
    }
}

/// Tasks that a worker did at one place.
pub(crate) type Executed = Vec<Arc<Task>>;

/// Reverses them.
pub(crate) fn reverse(executed: &Executed) {
    for task in executed.iter().rev() {
        task.reverse();
    }
}

/// What belongs to a task, or to a worker outside of all, while it runs.
#[derive(Default)]
struct Parent {
    /// Tasks that it handed in, and for which it has not waited.
    children: Vec<Arc<Task>>,
    dependences: Dependences,
    /// The groups that it began, and has not ended; the first one may be its own.
    groups: Vec<Arc<Group>>,
    is_task: bool,
}

thread_local! {
    static PARENTS: RefCell<Vec<Parent>> = const { RefCell::new(Vec::new()) };
    /// By place, from the outermost on.
    static EXECUTED: RefCell<Vec<Executed>> = const { RefCell::new(Vec::new()) };
    /// What the program said of the task that comes next: flags, dependences.
    static NEXT: Cell<(c_int, c_int, *const Dependence)> = const { Cell::new((TIED, 0, std::ptr::null())) };
}

const TIED: c_int = 1;

/// A flag of ours: the worker that hands a task in does it then and there.
const AT_ONCE: c_int = 1 << 30;

/// Begins what a worker does by itself.
pub(crate) fn enter() {
    PARENTS.with_borrow_mut(|all| all.push(Parent::default()));
}

/// Ends that.
pub(crate) fn leave() {
    PARENTS.with_borrow_mut(Vec::pop);
}

/// Asks the task that runs, or the worker of a derivative's team; nothing outside of all.
fn parent_if_any<R>(ask: impl FnOnce(&mut Parent) -> R) -> Option<R> {
    PARENTS.with_borrow_mut(|all| all.last_mut().map(ask))
}

/// The same where there is nothing to remember outside of all.
fn parent<R: Default>(ask: impl FnOnce(&mut Parent) -> R) -> R {
    parent_if_any(ask).unwrap_or_default()
}

/// Whether the calling thread does a task.
pub(crate) fn in_task() -> bool {
    parent(|parent| parent.is_task)
}

/// Whether the calling thread is outside of all teams of derivatives. It may be a worker of the program's: others of that team would do its tasks,
/// who take no part in the reverse pass.
fn is_outside() -> bool {
    PARENTS.with_borrow(Vec::is_empty)
}

/// Does something during which OpenMP may have this worker do tasks; gives these.
pub(crate) fn executing(what: impl FnOnce()) -> Executed {
    EXECUTED.with_borrow_mut(|all| all.push(Vec::new()));
    what();
    EXECUTED.with_borrow_mut(Vec::pop).unwrap_or_default()
}

/// The record of a place: tasks, if any.
pub(crate) fn recorded(executed: Executed) -> *mut c_void {
    match executed.is_empty() {
        true => std::ptr::null_mut(),
        false => Box::into_raw(Box::new(executed)).cast(),
    }
}

/// Reverses the tasks of such a record, and ends it.
///
/// # Safety
/// The record is one of [`recorded`].
pub(crate) unsafe fn reverse_recorded(record: *mut c_void) {
    if !record.is_null() {
        // SAFETY: the caller's promise.
        let executed = unsafe { Box::from_raw(record.cast::<Executed>()) };
        reverse(&executed);
    }
}

/// A task of OpenMP's: what the library knows of it comes first, then ours.
const KNOWN_TO_OPENMP: usize = 40;

/// What the program said of the next task.
struct Next {
    flags: c_int,
    dependences: Vec<Dependence>,
}

impl Next {
    fn take() -> Self {
        let (flags, count, list) = NEXT.replace((TIED, 0, std::ptr::null()));
        // SAFETY: the program says how many dependences lie there.
        let said = unsafe { Dependence::all(list, count) };
        if said.iter().any(Dependence::is_of_all) {
            all_memory();
        }
        Self {
            flags,
            dependences: said.iter().map(|one| one.in_order()).collect(),
        }
    }
}

/// Hands in a task, or does it.
fn hand_in(task: &Arc<Task>, Next { flags, dependences }: &Next) {
    let (flags, count) = (*flags, dependences.len() as c_int);
    if let Some(group) = &task.group {
        group.hand_in();
    }
    if is_outside() || flags & AT_ONCE != 0 {
        return task.perform();
    }
    let own: *const Task = Arc::into_raw(task.clone());
    // SAFETY: `perform` finds the task where it is put; OpenMP looks at dependences before it returns.
    unsafe {
        let bytes = KNOWN_TO_OPENMP + size_of::<*const Task>();
        // Nothing interrupts it, whatever the program allows.
        let made = __kmpc_omp_task_alloc(&HERE, worker(), flags | TIED, bytes, 0, perform);
        made.byte_add(KNOWN_TO_OPENMP)
            .cast::<*const Task>()
            .write(own);
        match count {
            0 => __kmpc_omp_task(&HERE, worker(), made),
            _ => __kmpc_omp_task_with_deps(
                &HERE,
                worker(),
                made,
                count,
                dependences.as_ptr(),
                0,
                std::ptr::null(),
            ),
        };
    }
}

/// Runs a task of OpenMP's.
extern "C" fn perform(_: c_int, made: *mut c_void) -> c_int {
    guarded(|| {
        // SAFETY: `hand_in` put it there.
        let task =
            unsafe { Arc::from_raw(made.byte_add(KNOWN_TO_OPENMP).cast::<*const Task>().read()) };
        task.perform();
    });
    0
}

/// Remembers what the program says of the next task.
fn say_next(flags: c_int, count: c_int, list: *const Dependence) {
    NEXT.set((flags, count, list));
}

/// What the program says of the next task, in a tangent.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_next_task_tangent(
    flags: c_int,
    count: c_int,
    list: *const Dependence,
    _width: c_int,
    _: *const c_char,
) {
    say_next(flags, count, list);
}

/// The same in a forward sweep.
///
/// # Safety
/// `record` leads to a pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_next_task_augmented(
    flags: c_int,
    count: c_int,
    list: *const Dependence,
    _width: c_int,
    _: *const c_char,
    record: *mut *mut c_void,
) {
    say_next(flags, count, list);
    // SAFETY: the caller's promise.
    unsafe { *record = std::ptr::null_mut() }
}

/// The same in a reverse pass: nothing is left to say.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_next_task_reverse(_record: *mut c_void) {}

/// How many tasks a loop of so many iterations becomes, by what the program says of the amount.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_task_parts(
    iterations: u64,
    kind: c_int,
    amount: u64,
    exact: c_int,
) -> u64 {
    const ITERATIONS: c_int = 1;
    const TASKS: c_int = 2;
    /// LLVM's library makes as many for each worker.
    const FOR_EACH_WORKER: u64 = 10;
    let amount = amount.max(1);
    let parts = match (kind, exact) {
        (ITERATIONS, 0) => iterations / amount,
        (ITERATIONS, _) => iterations.div_ceil(amount),
        (TASKS, _) => amount,
        // SAFETY: it only asks.
        _ => FOR_EACH_WORKER * u64::try_from(unsafe { omp_get_num_threads() }).unwrap_or(1),
    };
    parts.clamp(1, iterations.max(1))
}

/// Hands in a tangent.
///
/// # Safety
/// `enzyme_rules::TaskRule` has the convention.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_task_run(
    work: Work,
    given: *const c_void,
    bytes: usize,
) {
    guarded(|| {
        let task = Task {
            forward: work,
            reverse: None,
            // SAFETY: the caller's promise.
            given: unsafe { Given::copy(given, bytes) },
            arena: arena::obtain(),
            waited: OnceLock::new(),
            group: groups::current(),
            successors: Mutex::default(),
            reversed: Point::default(),
        };
        hand_in(&Arc::new(task), &Next::take());
    });
}

/// The record of a task: the task, and those that the worker did while it handed that in.
struct HandedIn {
    task: Arc<Task>,
    executed: Executed,
}

/// Hands in an augmented half; gives a record.
///
/// # Safety
/// As for [`enzyme_rs_omp_task_run`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_task_augmented(
    work: Work,
    reverse: Work,
    given: *const c_void,
    bytes: usize,
) -> *mut c_void {
    guarded(|| {
        let next = Next::take();
        let task = Arc::new(Task {
            forward: work,
            reverse: Some(reverse),
            // SAFETY: the caller's promise.
            given: unsafe { Given::copy(given, bytes) },
            arena: arena::obtain(),
            waited: OnceLock::new(),
            group: groups::current(),
            successors: Mutex::default(),
            reversed: Point::default(),
        });
        parent(|parent| {
            for earlier in parent.dependences.add(&task, &next.dependences) {
                let successors = earlier.successors.lock();
                successors
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(task.clone());
            }
            parent.children.push(task.clone());
        });
        let executed = executing(|| hand_in(&task, &next));
        Box::into_raw(Box::new(HandedIn { task, executed })).cast()
    })
}

/// Waits until a task is reversed, and gives back what it was given, with the sums that it left there.
///
/// # Safety
/// The record is one of [`enzyme_rs_omp_task_augmented`]; `given` has room for what the task was given.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_task_reverse(
    record: *mut c_void,
    given: *mut c_void,
) {
    guarded(|| {
        // SAFETY: the caller's promise.
        let HandedIn { task, executed } = *unsafe { Box::from_raw(record.cast::<HandedIn>()) };
        reverse(&executed);
        task.reversed.wait();
        // SAFETY: the caller's promise.
        unsafe { task.given.give_back(given) }
    });
}

/// The record of a place that waits for tasks.
struct Waited {
    point: Arc<Point>,
    executed: Executed,
}

impl Waited {
    fn recorded(self) -> *mut c_void {
        Box::into_raw(Box::new(self)).cast()
    }

    /// # Safety
    /// The record is one of [`Self::recorded`].
    unsafe fn reverse(record: *mut c_void) {
        // SAFETY: the caller's promise.
        let own = unsafe { Box::from_raw(record.cast::<Self>()) };
        own.point.reach();
        reverse(&own.executed);
    }
}

/// Waits for the tasks that the current one handed in.
fn wait_for_children(wait: impl FnOnce()) -> Waited {
    let executed = executing(wait);
    let point = Arc::<Point>::default();
    let children = parent(|parent| std::mem::take(&mut parent.children));
    for child in children {
        // Nobody waits for a task twice.
        let _ = child.waited.set(point.clone());
    }
    Waited { point, executed }
}

/// Waits for the tasks of the innermost group, and ends it; gives where the reverse pass finds that end.
fn end_group() -> Arc<Point> {
    // SAFETY: the program ends a group here.
    unsafe { __kmpc_end_taskgroup(&HERE, worker()) }
    groups::end().end.clone()
}

/// The functions of a place where a worker waits, which a tangent, a forward sweep and a reverse pass call. Some of OpenMP's return a 0.
macro_rules! place {
    (
        $tangent:ident,
        $augmented:ident,
        $reverse:ident,
        ($($operand:ident: $ty:ty),*),
        $wait:expr,
        $record:expr,
        $reversal:expr
    ) => {
        /// In a tangent.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $tangent($($operand: $ty,)* _width: c_int, _: *const c_char) -> c_int {
            guarded($wait);
            0
        }

        /// In a forward sweep.
        ///
        /// # Safety
        /// `record` leads to a pointer.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $augmented(
            $($operand: $ty,)*
            _width: c_int,
            _: *const c_char,
            record: *mut *mut c_void,
        ) -> c_int {
            let own = guarded(|| $record($wait));
            // SAFETY: the caller's promise.
            unsafe { *record = own }
            0
        }

        /// In a reverse pass.
        ///
        /// # Safety
        /// The record is one of the forward sweep.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $reverse(record: *mut c_void) {
            guarded(|| $reversal(record));
        }
    };
}

place!(
    enzyme_rs_omp_taskwait_tangent,
    enzyme_rs_omp_taskwait_augmented,
    enzyme_rs_omp_taskwait_reverse,
    (_place: *const Ident, _worker: c_int),
    // SAFETY: the program waits here.
    || unsafe {
        __kmpc_omp_taskwait(&HERE, worker());
    },
    |wait: fn()| wait_for_children(wait).recorded(),
    // SAFETY: the record is one of the above.
    |record| unsafe { Waited::reverse(record) }
);

place!(
    enzyme_rs_omp_taskyield_tangent,
    enzyme_rs_omp_taskyield_augmented,
    enzyme_rs_omp_taskyield_reverse,
    (_place: *const Ident, _worker: c_int, _part: c_int),
    // SAFETY: the program lets others go on here.
    || unsafe {
        __kmpc_omp_taskyield(&HERE, worker(), 0);
    },
    |wait: fn()| recorded(executing(wait)),
    // SAFETY: the record is one of the above.
    |record| unsafe { reverse_recorded(record) }
);

place!(
    enzyme_rs_omp_taskgroup_tangent,
    enzyme_rs_omp_taskgroup_augmented,
    enzyme_rs_omp_taskgroup_reverse,
    (_place: *const Ident, _worker: c_int),
    || {
        // SAFETY: the program begins a group here.
        unsafe { __kmpc_taskgroup(&HERE, worker()) }
        groups::begin();
    },
    |begin: fn()| {
        begin();
        std::ptr::null_mut()
    },
    |_record: *mut c_void| {}
);

place!(
    enzyme_rs_omp_end_taskgroup_tangent,
    enzyme_rs_omp_end_taskgroup_augmented,
    enzyme_rs_omp_end_taskgroup_reverse,
    (_place: *const Ident, _worker: c_int),
    || {
        end_group();
    },
    |_end: fn()| {
        let mut point = Arc::default();
        let executed = executing(|| point = end_group());
        Waited { point, executed }.recorded()
    },
    // SAFETY: the record is one of the above.
    |record| unsafe { Waited::reverse(record) }
);

place!(
    enzyme_rs_omp_join_tangent,
    enzyme_rs_omp_join_augmented,
    enzyme_rs_omp_join_reverse,
    (),
    barrier::wait,
    |wait: fn()| recorded(executing(wait)),
    |record| {
        barrier::wait();
        // SAFETY: the record is one of the above.
        unsafe { reverse_recorded(record) }
    }
);

place!(
    enzyme_rs_omp_barrier_tangent,
    enzyme_rs_omp_barrier_augmented,
    enzyme_rs_omp_barrier_reverse,
    (_place: *const Ident, _worker: c_int),
    || {
        meet();
    },
    |wait: fn()| recorded(executing(wait)),
    |record| {
        barrier::wait();
        // SAFETY: the record is one of the above.
        unsafe { reverse_recorded(record) }
    }
);
