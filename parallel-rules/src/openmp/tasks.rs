//! OpenMP's tasks, as compilers hand them in: one by one, or the parts of a loop.
//!
//! Owns: these rules. Must not: know what a derivative is.

use enzyme_rules::{
    CalleeKind, Destroyer, Discarded, Instead, ReductionEntry, Refused, Resumed, TaskLoop,
    TaskReduction, TaskRule,
};
use std::sync::Arc;

/// A call that hands in tasks: place, worker, record, and what else it says.
pub(super) struct HandsIn {
    pub(super) name: &'static str,
    /// How many dependences, and where they are.
    dependences: Option<(u8, u8)>,
    parts: Option<TaskLoop>,
}

pub(super) const TASKS: &[HandsIn] = &[
    HandsIn {
        name: TASK,
        dependences: None,
        parts: None,
    },
    HandsIn {
        name: "__kmpc_omp_task_with_deps",
        dependences: Some((3, 4)),
        parts: None,
    },
    HandsIn {
        name: "__kmpc_taskloop",
        dependences: None,
        parts: Some(LOOP),
    },
    HandsIn {
        name: "__kmpc_taskloop_5",
        dependences: None,
        parts: Some(TaskLoop {
            exact: Some((10, ITERATIONS)),
            copy: 11,
            ..LOOP
        }),
    },
];

/// Hands in one task; a second time, where it was interrupted.
const TASK: &str = "__kmpc_omp_task";

/// After the record: if, lower, upper, step, no group, kind, amount, copy.
const LOOP: TaskLoop = TaskLoop {
    deferred: 3,
    at_once: 1 << 30,
    lower: 4,
    upper: 5,
    step: 6,
    alone: 7,
    kind: 8,
    amount: 9,
    exact: None,
    copy: 10,
    parts: PARTS,
};

/// The kind of a loop that says how many iterations a task has.
const ITERATIONS: u32 = 1;

/// Makes a task's record: place, worker, flags, bytes, bytes shared, body.
pub(super) const RECORD: &str = "__kmpc_omp_task_alloc";

/// Says what kind of task comes next, and on what it depends.
pub(super) const NEXT: &str = "enzyme_rs_omp_next_task";

/// Asks whether a task that begins is to do nothing.
pub(super) const IS_DISCARDED: &str = "enzyme_rs_omp_is_discarded";

/// A group is left: place, worker, what is left.
const DISCARDED: Discarded = Discarded {
    by: "__kmpc_cancel",
    operand: 2,
    group: 4,
    asks: IS_DISCARDED,
};

/// Says how many tasks a loop becomes.
pub(super) const PARTS: &str = "enzyme_rs_omp_task_parts";

/// Reductions of the tasks of a group: worker, how many variables, list.
pub(super) const REDUCTION: Instead = Instead::TaskReduction(&IN_GROUP);

/// Reductions of all tasks of a region or a loop: place, worker, whether it is a loop, how many variables, list.
pub(super) const REDUCTION_OF_ALL: Instead = Instead::TaskReduction(&OF_ALL);

const OF_ALL: TaskReduction = TaskReduction {
    count: 3,
    entries: 4,
    group: Some(IN_GROUP.begins),
    begins: "__kmpc_taskred_modifier_init",
    ends: END_OF_ALL,
    ..IN_GROUP
};

/// The end of these.
pub(super) const END_OF_ALL: &str = "__kmpc_task_reduction_modifier_fini";
pub(super) const END: Instead = Instead::Calls {
    calls: &[(IN_GROUP.ends, &[0, 1])],
    gives: None,
};

const IN_GROUP: TaskReduction = TaskReduction {
    count: 1,
    entries: 2,
    entry: ReductionEntry {
        bytes: 56,
        item: 0,
        original: 8,
        size: 16,
        begin: 24,
        end: 32,
        join: 40,
    },
    group: None,
    begins: "__kmpc_taskgroup",
    ends: "__kmpc_end_taskgroup",
    workers: "omp_get_num_threads",
    new_part: PARTS_OF[0].0,
    part: PARTS_OF[1].0,
    otherwise: NO_REDUCTION,
};

/// Finds the part of the worker that does a task: worker, group, variable.
pub(super) const ITS_PART: Instead = Instead::ByConstant {
    operand: 0,
    functions: &[],
    otherwise: PARTS_OF[2].0,
};

/// Functions that find a part of a variable, and which operand that is.
pub(super) const PARTS_OF: [(&str, u8); 3] = [
    ("enzyme_rs_omp_new_part", 0),
    ("enzyme_rs_omp_part", 0),
    ("enzyme_rs_omp_its_part", 2),
];

/// A reduction that is not known.
pub(super) const NO_REDUCTION: &str = "enzyme_rs_omp_unknown_task_reduction";

impl HandsIn {
    pub(super) fn kind(&self) -> CalleeKind {
        CalleeKind::Task(Arc::new(TaskRule {
            made_by: RECORD,
            flags: 2,
            bytes: 3,
            shared: 4,
            body: 5,
            record: 2,
            privates: "struct..kmp_privates.t",
            destroyer: Destroyer { at: 24, flag: 8 },
            dependences: self.dependences,
            resumed: Resumed {
                by: TASK,
                record: 2,
                part: 16,
            },
            parts: self.parts,
            around: &["__kmpc_omp_task_begin_if0", "__kmpc_omp_task_complete_if0"],
            discarded: DISCARDED,
            next: NEXT,
            run: "enzyme_rs_omp_task_run",
            augmented: "enzyme_rs_omp_task_augmented",
            reverse: "enzyme_rs_omp_task_reverse",
            otherwise: Refused {
                construct: Some(
                    "OpenMP's `task` with an object of its own that is not simply copied",
                ),
                remedy: "let tasks share such objects, and give each a pointer or an index".into(),
            },
        }))
    }
}
