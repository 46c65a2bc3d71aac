//! What the library says, and how it ends the program.
//!
//! Owns: the messages and their codes. Must not: unwind.

use crate::ending::end;

/// Ends the program: the reverse pass has another number of workers than the forward sweep had.
pub(crate) fn other_team(before: usize, now: usize) -> ! {
    end(
        "EZ7401",
        &format!(
            "a parallel region ran with {before} workers, and OpenMP gives its reverse pass {now}: \
             each of them has a tape that only one can consume; \
             let OMP_THREAD_LIMIT and omp_set_max_active_levels allow as many as before"
        ),
    )
}

/// Ends the program: a task depends on all memory.
pub(crate) fn all_memory() -> ! {
    end(
        "EZ7403",
        "a task depends on omp_all_memory, and so nobody can say which tasks come before it in the reverse pass; \
         name the variables on which it depends, or put a taskwait before and behind it",
    )
}

/// Ends the program: workers of a team that no derivative started would hand something to each other.
pub(crate) fn foreign_team() -> ! {
    end(
        "EZ7405",
        "a derivative is computed by the workers of a parallel region, each for itself, and `single copyprivate` in it would hand values from one to the \
         others, whose derivatives know nothing of each other; \
         differentiate the region as a whole",
    )
}

/// Ends the program: two workers read what is promised to be one worker's.
pub(crate) fn broken_promise(place: &str, address: usize) -> ! {
    end(
        "EZ7410",
        &format!(
            "{place}two workers of a parallel region read the number at {address:#x}, and the program promises (`enzyme_rs_exclusive`) that one does: \
             the adjoints of both are added without waiting for each other; \
             take the mark away"
        ),
    )
}

/// Ends the program: a task adds to a variable of which no group in differentiated code said that tasks do.
pub(crate) fn no_part() -> ! {
    end(
        "EZ7406",
        "tasks add to a variable (`in_reduction`) outside of any parallel region of the derivative, or of a group of tasks in it; \
         differentiate a function that contains the region",
    )
}

/// Ends the program: a copy of a variable had a value that a worker of a team within another one did not give it.
pub(crate) fn kept_in_nested_team() -> ! {
    end(
        "EZ7407",
        "a worker of a parallel region within another one read the `threadprivate` copy of a variable that some region before had written: OpenMP does not say \
         what it holds there; \
         hand it to the inner region's workers by copyin, or let each of them write it first",
    )
}

/// Ends the program: a lock is given back that was not taken in differentiated code.
pub(crate) fn not_held() -> ! {
    end(
        "EZ7408",
        "differentiated code unlocks a lock that it has not locked, so that nobody knows in which order workers passed; \
         lock and unlock it in the function that is differentiated",
    )
}

/// Ends the program: code without a derivative has left a group of tasks.
pub(crate) fn dropped_tasks() -> ! {
    end(
        "EZ7414",
        "a function that is not differentiated has left a group of tasks (`cancel taskgroup`) which differentiated code began, and so some of these were dropped \
         that have a derivative; \
         let the function be differentiated, or begin the group in it",
    )
}

/// Ends the program: the compiler and this library do not agree.
pub(crate) fn broken(what: &str) -> ! {
    end(
        "EZ7402",
        &format!("{what}: the compiler plugin and libenzyme_rs_omp are of different versions"),
    )
}
