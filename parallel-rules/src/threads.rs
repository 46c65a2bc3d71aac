//! Threads that programs start by themselves: POSIX threads, and `std::thread` of libstdc++ as its headers come to its library.
//!
//! What a thread does is a task with a handle (`enzyme_rules::ThreadRule`). Mutexes, condition variables and barriers are mirrored by
//! `libenzyme_rs_threads`, which knows the order in which its own threads came, and no other's. So the pack speaks of modules that start threads, and
//! in which no other library starts teams.
//!
//! Owns: the pack [`Threads`]. Must not: know what a derivative is.

use enzyme_rules::{
    Again, CalleeKind, Convention, Effects, Elements, Entry, Handle, Meeting, MirrorRule, Peers,
    Refused, Role, RulePack, Said, Symbols, ThreadBody, ThreadCall, ThreadJoin, ThreadRule,
    ThreadStart, Where,
};
use std::sync::Arc;

/// The pack of threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threads;

const CREATE: &str = "pthread_create";
const EXIT: &str = "pthread_exit";
const START: &str =
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE";

impl RulePack for Threads {
    fn name(&self) -> &'static str {
        "threads"
    }

    fn entries(&self) -> Vec<Entry> {
        vec![Entry::prefix("_ZN3tbb6detail2r1", TBB.kind())]
    }

    fn said_where(&self) -> Vec<(Where, Vec<(Symbols, Said)>)> {
        let alone = Where {
            some: &[CREATE, START],
            none: TEAMS,
        };
        let beside = Where {
            some: TEAMS,
            none: &[],
        };
        let refused = [CREATE, START].map(|name| Entry::exact(name, TWO_SORTS.kind()));
        vec![(alone, said(known())), (beside, said(refused))]
    }
}

/// Functions of other libraries that start teams.
const TEAMS: &[&str] = &["__kmpc_fork_call", "enzyme_rs_par_run"];

fn said(entries: impl IntoIterator<Item = Entry>) -> Vec<(Symbols, Said)> {
    let all = entries.into_iter();
    all.map(|entry| (entry.matcher.clone(), Said::Known(entry)))
        .collect()
}

/// What is known where threads are started by hand.
fn known() -> impl Iterator<Item = Entry> {
    let mirrored = MIRRORED
        .iter()
        .map(|row| Entry::exact(row.name, row.kind()));
    let asking = ASKING
        .iter()
        .map(|name| Entry::exact(*name, CalleeKind::inactive(ASKS)));
    let refused = REFUSED
        .iter()
        .map(|(name, construct, remedy)| Entry::prefix(*name, Otherwise(construct, remedy).kind()));
    let lost = Entry::exact(LOST, CalleeKind::NoReturn);
    let all = threads().into_iter().chain([lost]).chain(mirrored);
    all.chain(asking).chain(refused)
}

/// Starting threads, and waiting for them.
fn threads() -> [Entry; 5] {
    let thread = |name, call| {
        let rule = ThreadRule {
            call,
            otherwise: match name {
                CREATE | START | EXIT => UNKNOWN.refused(),
                _ => RESULT.refused(),
            },
        };
        Entry::exact(name, CalleeKind::Thread(Arc::new(rule)))
    };
    [
        // pthread_create(handle, attributes, function, argument)
        thread(
            CREATE,
            start(
                Some(1),
                ThreadBody::Function {
                    function: 2,
                    argument: 3,
                },
            ),
        ),
        // void std::thread::_M_start_thread(this, unique_ptr<_State> *, depend): the state's virtual functions are two destructors, and _M_run
        thread(
            START,
            start(
                None,
                ThreadBody::Object {
                    holder: 1,
                    runs: 16,
                    ends: 8,
                },
            ),
        ),
        // pthread_join(handle, result)
        thread("pthread_join", join(Handle::Given(0), Some(1))),
        // void std::thread::join(this)
        thread("_ZNSt6thread4joinEv", join(Handle::At(0), None)),
        // pthread_exit(result)
        thread(EXIT, ThreadCall::End(0)),
    ]
}

fn start(attributes: Option<u8>, body: ThreadBody) -> ThreadCall {
    ThreadCall::Start(ThreadStart {
        handle: 0,
        attributes,
        body,
        next: NEXT,
        run: "enzyme_rs_threads_run",
        augmented: "enzyme_rs_threads_augmented",
        reverse: "enzyme_rs_threads_reverse",
        peers: Peers {
            alone: "enzyme_rs_threads_alone",
            update: UPDATE,
            end_update: END_UPDATE,
            copies: None,
            again: None,
        },
    })
}

fn join(thread: Handle, result: Option<u8>) -> ThreadCall {
    ThreadCall::Join(ThreadJoin {
        thread,
        result,
        lost: LOST,
        by: JOIN,
    })
}

/// A construct, and what to do instead.
struct Otherwise(&'static str, &'static str);

impl Otherwise {
    fn kind(&self) -> CalleeKind {
        CalleeKind::Refused(self.refused())
    }

    fn refused(&self) -> Refused {
        Refused {
            construct: Some(self.0),
            ..self.1.into()
        }
    }
}

const UNKNOWN: Otherwise = Otherwise(
    "a thread whose function is not known, or may be left in a function that it calls,",
    "name the function where the thread is started, and call `pthread_exit` in that function itself",
);
const RESULT: Otherwise = Otherwise(
    "the result of a thread that another function has started",
    "start and join it in one function, or let it write its result into what it is given, and join it with a null pointer",
);

const TWO_SORTS: Otherwise = Otherwise(
    "a thread in a file where another library starts teams as well",
    "start threads by OpenMP alone or by hand alone: each library knows the order of its own only",
);
const TBB: Otherwise = Otherwise(
    "what TBB runs, as `std::execution::par` does,",
    "include <enzyme_rs/execution.hpp> in the place of <execution>, or write the loop with OpenMP (docs/threads.md)",
);

/// Tells the library where the handle of the next thread goes.
const NEXT: &str = "enzyme_rs_threads_next";
const JOIN: &str = "enzyme_rs_threads_join";
const LOST: &str = "enzyme_rs_threads_lost";
const UPDATE: &str = "enzyme_rs_threads_update";
const END_UPDATE: &str = "enzyme_rs_threads_end_update";

/// A call that `libenzyme_rs_threads` mirrors.
struct Mirrored {
    name: &'static str,
    params: &'static [Role],
    meeting: Meeting,
    /// The library's functions are called `enzyme_rs_threads_WORD_tangent` and so on.
    word: &'static str,
}

impl Mirrored {
    fn kind(&self) -> CalleeKind {
        let function = |mode: &str| format!("enzyme_rs_threads_{}_{mode}", self.word);
        CalleeKind::Mirrored(Arc::new(MirrorRule {
            own_adjoint: false,
            shares: None,
            params: self.params.to_vec(),
            convention: Convention::C,
            elements: Arc::new(Elements::new()),
            meeting: self.meeting,
            again: Again::Never,
            team_of_one: None,
            tangent: function("tangent"),
            augmented: function("augmented"),
            reverse: function("reverse"),
        }))
    }
}

const fn mirrored(
    name: &'static str,
    params: &'static [Role],
    meeting: Meeting,
    word: &'static str,
) -> Mirrored {
    Mirrored {
        name,
        params,
        meeting,
        word,
    }
}

const ONE: &[Role] = &[Role::Value];

const MIRRORED: &[Mirrored] = &[
    mirrored(NEXT, &[Role::State, Role::Value], Meeting::None, "next"),
    mirrored(JOIN, ONE, Meeting::OneByOne, "join"),
    mirrored("pthread_mutex_lock", ONE, Meeting::OneByOne, "mutex"),
    mirrored("pthread_mutex_unlock", ONE, Meeting::OneByOne, "end_mutex"),
    mirrored("pthread_spin_lock", ONE, Meeting::OneByOne, "spin"),
    mirrored("pthread_spin_unlock", ONE, Meeting::OneByOne, "end_spin"),
    mirrored(UPDATE, ONE, Meeting::OneByOne, "update"),
    mirrored(END_UPDATE, ONE, Meeting::OneByOne, "end_update"),
    mirrored("pthread_barrier_wait", ONE, Meeting::Barrier, "barrier"),
    // condition, mutex
    mirrored(
        "pthread_cond_wait",
        &[Role::Value, Role::Value],
        Meeting::OneByOne,
        "wait",
    ),
    // std::condition_variable::wait(this, unique_lock *)
    mirrored(
        "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
        &[Role::Value, Role::State],
        Meeting::OneByOne,
        "wait_locked",
    ),
];

/// Asks or tells the library something, and touches no memory of the program's.
const ASKS: Effects = Effects {
    errno: false,
    shared: false,
    ..Effects::STATE
};

#[rustfmt::skip] // a table
// Objects that the library alone looks at are none of the program's memory.
const ASKING: &[&str] = &[
    "pthread_self", "pthread_equal", "pthread_cond_signal", "pthread_cond_broadcast",
    "_ZNSt18condition_variable10notify_oneEv", "_ZNSt18condition_variable10notify_allEv",
    "_ZNSt6thread20hardware_concurrencyEv", "_ZNSt6thread6_StateD2Ev",
    "pthread_mutex_init", "pthread_mutex_destroy", "pthread_mutexattr_init", "pthread_mutexattr_destroy",
    "pthread_mutexattr_settype", "pthread_cond_init", "pthread_cond_destroy", "pthread_barrier_init",
    "pthread_barrier_destroy", "pthread_spin_init", "pthread_spin_destroy", "pthread_attr_init",
    "pthread_attr_destroy", "pthread_attr_setstacksize", "pthread_attr_setdetachstate",
    "_ZNSt18condition_variableC1Ev", "_ZNSt18condition_variableD1Ev",
];

/// What is not differentiated, by how its functions' names begin: the construct, and what to do instead.
const REFUSED: &[(&str, &str, &str)] = &[
    ("pthread_detach", DETACHED, JOIN_IT),
    ("_ZNSt6thread6detachEv", DETACHED, JOIN_IT),
    (
        "pthread_cancel",
        "a thread that another one ends",
        "let the thread's function return",
    ),
    (
        "pthread_tryjoin",
        "waiting for a thread that may not have ended",
        WAIT,
    ),
    (
        "pthread_timedjoin",
        "waiting for a thread that may not have ended",
        WAIT,
    ),
    (
        "pthread_mutex_trylock",
        "a mutex that only some threads get",
        "use `pthread_mutex_lock`",
    ),
    (
        "pthread_mutex_timedlock",
        "a mutex that only some threads get",
        "use `pthread_mutex_lock`",
    ),
    (
        "pthread_cond_timedwait",
        "a condition for which a thread waits for some time",
        "use `pthread_cond_wait`",
    ),
    (
        "pthread_cond_clockwait",
        "a condition for which a thread waits for some time",
        "use `pthread_cond_wait`",
    ),
    (
        "pthread_once",
        "`pthread_once`, or `std::call_once`,",
        "initialise before threads are started",
    ),
    (
        "pthread_getspecific",
        "memory of which each thread has its own",
        THREAD_OWN,
    ),
    (
        "pthread_setspecific",
        "memory of which each thread has its own",
        THREAD_OWN,
    ),
    (
        "_ZNSt13__future_base",
        "`std::future`, `std::promise` or `std::async`",
        "use `std::thread`, and write results into what it is given",
    ),
];

const DETACHED: &str = "a thread for which nobody waits";
const JOIN_IT: &str = "join it in the function that is differentiated";
const WAIT: &str = "join it";
const THREAD_OWN: &str = "give each thread an object of its own";
