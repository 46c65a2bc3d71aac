//! OpenMP, as clang and flang compile it: the functions of LLVM's run-time library, and those that programs call.
//!
//! A parallel region is a team (`Runs::Team`). What the library says of a worksharing loop, of `single` and `master` are integers, which the
//! derivative keeps as any others, and so the reverse pass asks for nothing of that again. Barriers and critical sections are mirrored by
//! `libenzyme_rs_omp`. A reduction is what workers do in turn, whichever of its ways the library would have chosen.
//!
//! Owns: the pack [`OpenMp`]. Must not: know what a derivative is.

mod tasks;

use enzyme_rules::Passed::{From, Worker, Zero};
use enzyme_rules::{
    Again, AllIterations, CalleeKind, Convention, CopyRule, Effects, Elements, Entry, FromOne,
    Instead, Meeting, MirrorRule, Peers, Refused, RegionRule, Role, RulePack, Runs, Shares,
    SpanRule, TeamOfOne, TeamRule,
};
use std::sync::Arc;

/// The pack of OpenMP.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenMp;

impl RulePack for OpenMp {
    fn name(&self) -> &'static str {
        "openmp"
    }

    fn entries(&self) -> Vec<Entry> {
        let entry = |name: &str, what: CalleeKind| Entry::exact(name.to_owned(), what);
        let mirrored = MIRRORED.iter().map(|row| entry(row.name, row.kind()));
        let instead = INSTEAD
            .iter()
            .map(|(name, rule)| entry(name, CalleeKind::Instead(rule.clone())));
        let asking = ASKING
            .iter()
            .map(|name| entry(name, CalleeKind::inactive(ASKS)));
        let known = KNOWN
            .iter()
            .map(|name| entry(name, CalleeKind::inactive(ASKS.repeated(Again::Always))));
        let once = ONCE
            .iter()
            .map(|name| entry(name, CalleeKind::inactive(ASKS.repeated(Again::Never))));
        let bounds = BOUNDS.iter().flat_map(|row| {
            let written = row.written.iter();
            let effects = written.fold(ASKS, |all, at| match row.reads {
                true => all.writing(*at).reading(*at),
                false => all.writing(*at),
            });
            let what = CalleeKind::sharing(effects, row.shares);
            SIZES.map(|size| entry(&format!("{}{size}", row.name), what.clone()))
        });
        let sized = SIZED.iter().flat_map(|name| {
            SIZES.map(|size| entry(&format!("{name}{size}"), CalleeKind::inactive(ASKS)))
        });
        let refused = REFUSED
            .iter()
            .map(|(prefix, construct, remedy)| Entry::prefix(*prefix, refused(construct, remedy)));
        let tasks = tasks::TASKS.iter().map(|row| entry(row.name, row.kind()));
        let shared = CalleeKind::inactive_for(ASKS, 0, SHARED);
        let parts = tasks::PARTS_OF
            .iter()
            .map(|(name, item)| entry(name, CalleeKind::inactive_for(ASKS, *item, name)));
        let copies = FINDS.iter().map(|(name, of, shadow)| {
            entry(
                name,
                CalleeKind::copy_of(ASKS.repeated(Again::Never), *of, shadow),
            )
        });
        let teams = STARTS.iter().map(|row| entry(row.name, row.kind()));
        teams
            .chain([entry(SHARED, shared)])
            .chain(copies)
            .chain(parts)
            .chain(tasks)
            .chain(mirrored)
            .chain(instead)
            .chain(asking)
            .chain(known)
            .chain(once)
            .chain(bounds)
            .chain(sized)
            .chain(refused)
            .collect()
    }

    /// Regions of libraries' headers, by the functions in which they stand.
    fn remedies(&self) -> &'static [(&'static str, &'static str)] {
        &[(
            "_ZN5Eigen8internal16parallelize_gemm",
            "compile with -DEIGEN_DONT_PARALLELIZE: Eigen's products of matrices are then computed by one worker (docs/openmp.md)",
        )]
    }
}

fn refused(construct: &'static str, remedy: &'static str) -> CalleeKind {
    CalleeKind::Refused(Refused {
        construct: Some(construct),
        ..remedy.into()
    })
}

/// What workers read by indices of the program's.
const SPANS: SpanRule = SpanRule {
    keep: "enzyme_rs_omp_accessed",
    own: "enzyme_rs_omp_places",
    promised: "enzyme_rs_omp_promised",
};

/// `threadprivate`: clang makes thread-local variables of it.
const COPIES: CopyRule = CopyRule {
    find: "enzyme_rs_omp_copy",
    begin: "enzyme_rs_omp_begin_copies",
    end: "enzyme_rs_omp_end_copies",
};

/// What finds the calling thread's copy of a variable, which operand the variable is, and what finds the shadow. flang has the library find copies: place, worker, variable, bytes,
/// memory of the library's.
const FINDS: &[(&str, u8, &str)] = &[
    (COPIES.find, 0, "enzyme_rs_omp_copy_shadow"),
    (
        "__kmpc_threadprivate_cached",
        2,
        "enzyme_rs_omp_cached_shadow",
    ),
];

/// A function that starts a team: place, count, body, what the body is given behind the worker's number and another one.
struct Starts {
    name: &'static str,
    run: &'static str,
    augmented: &'static str,
    reverse: &'static str,
    spans: Option<&'static SpanRule>,
}

const STARTS: &[Starts] = &[
    Starts {
        name: "__kmpc_fork_call",
        run: "enzyme_rs_omp_run",
        augmented: "enzyme_rs_omp_augmented",
        reverse: "enzyme_rs_omp_reverse",
        spans: Some(&SPANS),
    },
    // `teams`: each worker is the first one of a team of its own.
    Starts {
        name: "__kmpc_fork_teams",
        run: "enzyme_rs_omp_league_run",
        augmented: "enzyme_rs_omp_league_augmented",
        reverse: "enzyme_rs_omp_league_reverse",
        spans: None,
    },
];

impl Starts {
    fn kind(&self) -> CalleeKind {
        CalleeKind::Region(Arc::new(RegionRule {
            body: 2,
            given: vec![Worker, Zero, From(3)],
            runs: Runs::Team(TeamRule {
                worker: "enzyme_rs_omp_worker",
                run: self.run,
                augmented: self.augmented,
                reverse: self.reverse,
                turn: "enzyme_rs_omp_turn",
                tasks: tasks::RECORD,
                join: JOIN,
                spans: self.spans,
                peers: Peers {
                    alone: "enzyme_rs_omp_alone",
                    update: UPDATE,
                    end_update: END_UPDATE,
                    copies: Some(&COPIES),
                    again: Some("enzyme_rs_omp_same_again"),
                },
            }),
        }))
    }
}

/// Waits for all tasks that the current one handed in.
const TASKWAIT: &str = "enzyme_rs_omp_taskwait";

/// Who waits for some of them, by what they depend on, may wait for all.
const WAIT_FOR_ALL: Instead = Instead::Calls {
    calls: &[(TASKWAIT, &[0, 1])],
    gives: None,
};

/// Waits for all workers at the end of a region, and for all tasks.
const JOIN: &str = "enzyme_rs_omp_join";

/// A call that `libenzyme_rs_omp` mirrors.
struct Mirrored {
    name: &'static str,
    operands: usize,
    meeting: Meeting,
    again: Again,
    team_of_one: Option<TeamOfOne>,
    /// The library's functions are called `enzyme_rs_omp_WORD_tangent` and so on.
    word: &'static str,
}

impl Mirrored {
    /// All operands are values, but for lists of dependences.
    fn roles(&self) -> Vec<Role> {
        let mut roles = vec![Role::Value; self.operands];
        if self.name == tasks::NEXT {
            roles[2] = Role::State;
        }
        roles
    }

    fn kind(&self) -> CalleeKind {
        let function = |mode: &str| format!("enzyme_rs_omp_{}_{mode}", self.word);
        CalleeKind::Mirrored(Arc::new(MirrorRule {
            own_adjoint: false,
            shares: None,
            params: self.roles(),
            convention: Convention::C,
            elements: Arc::new(Elements::new()),
            meeting: self.meeting,
            again: self.again,
            team_of_one: self.team_of_one,
            tangent: function("tangent"),
            augmented: function("augmented"),
            reverse: function("reverse"),
        }))
    }
}

const fn mirrored(
    name: &'static str,
    operands: usize,
    meeting: Meeting,
    word: &'static str,
) -> Mirrored {
    Mirrored {
        name,
        operands,
        meeting,
        again: Again::Never,
        team_of_one: None,
        word,
    }
}

impl Mirrored {
    /// The same whenever the team runs again: workers pass in an order that does not depend on the time.
    const fn in_order(self) -> Self {
        Self {
            again: Again::Team,
            ..self
        }
    }

    /// It begins a team of the calling worker alone, or ends it.
    const fn of_one(self, what: TeamOfOne) -> Self {
        Self {
            team_of_one: Some(what),
            ..self.in_order()
        }
    }
}

/// Most calls begin with the place in the source and the worker; a section has a lock, or another address of its own.
const MIRRORED: &[Mirrored] = &[
    mirrored("__kmpc_barrier", 2, Meeting::Barrier, "barrier").in_order(),
    mirrored(
        "__kmpc_cancel_barrier",
        2,
        Meeting::Barrier,
        "cancel_barrier",
    ),
    mirrored("__kmpc_critical", 3, Meeting::OneByOne, "critical"),
    mirrored("__kmpc_end_critical", 3, Meeting::OneByOne, "end_critical"),
    mirrored("__kmpc_ordered", 2, Meeting::OneByOne, "ordered").in_order(),
    mirrored("__kmpc_end_ordered", 2, Meeting::OneByOne, "end_ordered").in_order(),
    mirrored("omp_set_lock", 1, Meeting::OneByOne, "lock"),
    mirrored("omp_unset_lock", 1, Meeting::OneByOne, "end_lock"),
    mirrored("omp_set_nest_lock", 1, Meeting::OneByOne, "nest_lock"),
    mirrored("omp_unset_nest_lock", 1, Meeting::OneByOne, "end_nest_lock"),
    mirrored("__kmpc_serialized_parallel", 2, Meeting::None, "alone").of_one(TeamOfOne::Begin),
    mirrored(
        "__kmpc_end_serialized_parallel",
        2,
        Meeting::None,
        "end_alone",
    )
    .of_one(TeamOfOne::End),
    mirrored("__kmpc_omp_taskwait", 2, Meeting::OneByOne, "taskwait"),
    mirrored(TASKWAIT, 2, Meeting::OneByOne, "taskwait"),
    mirrored("__kmpc_omp_taskyield", 3, Meeting::OneByOne, "taskyield"),
    mirrored("__kmpc_taskgroup", 2, Meeting::OneByOne, "taskgroup"),
    mirrored(
        "__kmpc_end_taskgroup",
        2,
        Meeting::OneByOne,
        "end_taskgroup",
    ),
    mirrored(CANCELS_GROUP, 3, Meeting::None, "cancel_group"),
    mirrored(GROUP_IS_CANCELLED, 3, Meeting::None, "group_is_cancelled"),
    mirrored(JOIN, 0, Meeting::Barrier, "join").in_order(),
    mirrored(tasks::NEXT, 3, Meeting::None, "next_task"),
    mirrored(UPDATE, 1, Meeting::OneByOne, "update"),
    mirrored(END_UPDATE, 1, Meeting::OneByOne, "end_update"),
    mirrored(IN_TURN, 3, Meeting::OneByOne, "in_turn").in_order(),
    mirrored(END_IN_TURN, 3, Meeting::OneByOne, "end_in_turn").in_order(),
];

/// What one worker at a time does with a number in memory.
const UPDATE: &str = "enzyme_rs_omp_update";
const END_UPDATE: &str = "enzyme_rs_omp_end_update";

/// What workers do one after the other, in the order of their numbers.
const IN_TURN: &str = "enzyme_rs_omp_in_turn";
const END_IN_TURN: &str = "enzyme_rs_omp_end_in_turn";

/// Each worker adds its part by plain code: the library says so by a 1.
const REDUCE: Instead = Instead::Calls {
    calls: &[(IN_TURN, &[0, 1, 6])],
    gives: Some(1),
};

/// `cancel` and `cancellation point`: place, worker, what is left: a region is 1, a loop 2, sections 3. All else is a group of tasks, which need not be
/// in the function that begins the group: calls of such functions are never left as they are.
const CANCEL: Instead = Instead::ByConstant {
    operand: 2,
    functions: &[(1, CANCELS), (2, CANCELS), (3, CANCELS)],
    otherwise: CANCELS_GROUP,
};
const CANCELLATION_POINT: Instead = Instead::ByConstant {
    operand: 2,
    functions: &[(1, IS_CANCELLED), (2, IS_CANCELLED), (3, IS_CANCELLED)],
    otherwise: GROUP_IS_CANCELLED,
};

const CANCELS: &str = "enzyme_rs_omp_cancel";
const IS_CANCELLED: &str = "enzyme_rs_omp_is_cancelled";
const CANCELS_GROUP: &str = "enzyme_rs_omp_cancel_group";
const GROUP_IS_CANCELLED: &str = "enzyme_rs_omp_group_is_cancelled";

/// Memory that the workers of a team share.
const SHARED: &str = "enzyme_rs_omp_shared";

/// `copyprivate`: place, worker, bytes of the list, list, function that copies, whether the worker ran `single`.
const COPYPRIVATE: FromOne = FromOne {
    variables: 3,
    copy: 4,
    is_one: 5,
    memory: SHARED,
    barrier: "__kmpc_barrier",
    turn: IN_TURN,
    end_turn: END_IN_TURN,
    otherwise: OF_OBJECTS,
};

/// `copyprivate` of what is copied by functions of its own.
const OF_OBJECTS: &str = "enzyme_rs_omp_copyprivate_of_objects";

/// Reductions: place, worker, how many variables, bytes, variables, combiner, lock; at the end place, worker, lock. A hint says nothing that matters
/// here.
const INSTEAD: &[(&str, Instead)] = &[
    ("__kmpc_copyprivate", Instead::FromOne(COPYPRIVATE)),
    ("__kmpc_taskred_init", tasks::REDUCTION),
    ("__kmpc_taskred_modifier_init", tasks::REDUCTION_OF_ALL),
    (tasks::END_OF_ALL, tasks::END),
    ("__kmpc_task_reduction_get_th_data", tasks::ITS_PART),
    ("__kmpc_cancel", CANCEL),
    ("__kmpc_cancellationpoint", CANCELLATION_POINT),
    ("__kmpc_flush", Instead::Fence),
    ("__kmpc_omp_taskwait_deps_51", WAIT_FOR_ALL),
    ("__kmpc_omp_wait_deps", WAIT_FOR_ALL),
    ("__kmpc_reduce", REDUCE),
    ("__kmpc_reduce_nowait", REDUCE),
    (
        "__kmpc_critical_with_hint",
        Instead::Calls {
            calls: &[("__kmpc_critical", &[0, 1, 2])],
            gives: None,
        },
    ),
    (
        "__kmpc_end_reduce",
        Instead::Calls {
            calls: &[(END_IN_TURN, &[0, 1, 2]), ("__kmpc_barrier", &[0, 1])],
            gives: None,
        },
    ),
    (
        "__kmpc_end_reduce_nowait",
        Instead::Calls {
            calls: &[(END_IN_TURN, &[0, 1, 2])],
            gives: None,
        },
    ),
];

/// Asks or tells the library something about the team, and touches no memory of the program's.
const ASKS: Effects = Effects {
    errno: false,
    shared: false,
    again: Again::Team,
    ..Effects::STATE
};

const ASKING: &[&str] = &[
    "enzyme_rs_omp_worker",
    tasks::PARTS,
    "__kmpc_dispatch_deinit",
    "__kmpc_end_master",
    "__kmpc_end_masked",
    "__kmpc_end_single",
    "__kmpc_for_static_fini",
    "__kmpc_master",
    "__kmpc_masked",
    "__kmpc_single",
];

/// What these say is the same until the program sets it, and what they set holds for the next team alone.
const KNOWN: &[&str] = &[
    "__kmpc_global_thread_num",
    "__kmpc_push_num_teams",
    "__kmpc_push_num_teams_51",
    "__kmpc_push_num_threads",
    "__kmpc_push_proc_bind",
    "omp_get_active_level",
    "omp_get_ancestor_thread_num",
    "omp_get_cancellation",
    "omp_get_default_device",
    "omp_get_device_num",
    "omp_get_dynamic",
    "omp_get_initial_device",
    "omp_get_level",
    "omp_get_max_active_levels",
    "omp_get_max_task_priority",
    "omp_get_max_teams",
    "omp_get_max_threads",
    "omp_get_nested",
    "omp_get_num_devices",
    "omp_get_num_places",
    "omp_get_num_procs",
    "omp_get_num_teams",
    "omp_get_num_threads",
    "omp_get_partition_num_places",
    "omp_get_place_num",
    "omp_get_place_num_procs",
    "omp_get_proc_bind",
    "omp_get_supported_active_levels",
    "omp_get_team_num",
    "omp_get_team_size",
    "omp_get_teams_thread_limit",
    "omp_get_thread_limit",
    "omp_get_thread_num",
    "omp_in_final",
    "omp_in_parallel",
    "omp_is_initial_device",
];

/// What they say depends on the time, or what they set stays. A lock is for the library alone to look at, and none of the program's memory.
const ONCE: &[&str] = &[
    CANCELS,
    IS_CANCELLED,
    tasks::IS_DISCARDED,
    "omp_destroy_lock",
    "omp_destroy_nest_lock",
    "omp_get_wtick",
    "omp_get_wtime",
    "omp_init_lock",
    "omp_init_lock_with_hint",
    "omp_init_nest_lock",
    "omp_init_nest_lock_with_hint",
    "omp_set_dynamic",
    "omp_set_max_active_levels",
    "omp_set_nested",
    "omp_set_num_threads",
    "omp_set_schedule",
];

/// A function that says which iterations a worker does: it writes them where these operands point.
struct Bounds {
    name: &'static str,
    /// Whether it reads there, too.
    reads: bool,
    written: &'static [u8],
    shares: Shares,
}

/// Signed and unsigned counters of 4 and 8 bytes.
const SIZES: [&str; 4] = ["4", "4u", "8", "8u"];

const BOUNDS: &[Bounds] = &[
    // place, worker, schedule, last?, lower, upper, stride, increment, chunk
    Bounds {
        name: "__kmpc_for_static_init_",
        reads: true,
        written: &[3, 4, 5, 6],
        shares: Shares {
            lower: 4,
            advance: Some(6),
            all: AllIterations::Stored(5),
        },
    },
    // place, worker, schedule, last?, lower, upper, the team's upper, stride, increment, chunk
    Bounds {
        name: "__kmpc_dist_for_static_init_",
        reads: true,
        written: &[3, 4, 5, 6, 7],
        shares: Shares {
            lower: 4,
            advance: Some(7),
            all: AllIterations::Stored(5),
        },
    },
    // place, worker, last?, lower, upper, stride
    Bounds {
        name: "__kmpc_dispatch_next_",
        reads: false,
        written: &[2, 3, 4, 5],
        shares: Shares {
            lower: 3,
            advance: None,
            all: AllIterations::Given {
                by: DISPATCH,
                first: 3,
                last: 4,
            },
        },
    },
];

/// The beginning of a loop whose chunks are asked for: place, worker, schedule, first, last, …
const DISPATCH: &str = "__kmpc_dispatch_init_";

const SIZED: &[&str] = &[DISPATCH, "__kmpc_dispatch_fini_"];

const ALLOCATORS: &str = "memory of an allocator of OpenMP's (`omp_alloc`)";
/// Compilers keep the list of a `depobj` in such memory, too.
const ALLOCATED: &str = "memory of an allocator of OpenMP's (`allocate`), or `depobj`,";
const OWN_MEMORY_OR_VARIABLE: &str = "declare a variable in the region, or obtain memory with `malloc` or `new`; name variables in `depend`";
const OWN_MEMORY: &str = "obtain it with `malloc` or `new`, or declare a variable in the region";

/// What is not differentiated, by how its functions' names begin: the construct, and what to do instead.
const REFUSED: &[(&str, &str, &str)] = &[
    ("__kmpc_omp_task", "this sort of OpenMP's `task`", LOOP),
    (
        tasks::NO_REDUCTION,
        "a reduction of OpenMP's tasks whose group does not end in the same function, or of a variable with a destructor or of a length that only the run \
         knows,",
        "let each task write to an element of its own, and add these up afterwards",
    ),
    (
        "__kmpc_task",
        "a reduction of OpenMP's tasks",
        "let each task write to an element of its own, and add these up afterwards",
    ),
    (
        "__kmpc_task_allow_completion_event",
        "OpenMP's `task` with `detach`",
        "let the task itself wait for what completes it",
    ),
    ("__kmpc_alloc", ALLOCATED, OWN_MEMORY_OR_VARIABLE),
    ("__kmpc_free", ALLOCATED, OWN_MEMORY_OR_VARIABLE),
    ("__kmpc_aligned_alloc", ALLOCATED, OWN_MEMORY_OR_VARIABLE),
    ("omp_alloc", ALLOCATORS, OWN_MEMORY),
    ("omp_aligned_alloc", ALLOCATORS, OWN_MEMORY),
    ("omp_calloc", ALLOCATORS, OWN_MEMORY),
    ("omp_free", ALLOCATORS, OWN_MEMORY),
    (
        "__kmpc_doacross",
        "OpenMP's `ordered` with `depend` or `doacross`",
        "leave it out: `ordered` without it is differentiated",
    ),
    (
        OF_OBJECTS,
        "OpenMP's `copyprivate` of an object with an assignment of its own, of an array whose length only the run knows, or of any array in Fortran,",
        "let `single` write to a shared variable",
    ),
    (
        "__kmpc_threadprivate",
        "OpenMP's `threadprivate` of an object with a constructor or a destructor",
        "declare the object in the parallel region, or make the variable a pointer to it",
    ),
    (
        "omp_test_",
        "a lock that only some workers get",
        "use `omp_set_lock`",
    ),
    (
        "__kmpc_",
        "this construct of OpenMP",
        "write it with others",
    ),
    ("__tgt_", "OpenMP's `target`", "run the code on the host"),
];

const LOOP: &str = "make a parallel loop of it, if need be with schedule(dynamic)";
