//! Calls that compilers make by themselves: what stands in the source, and what to write instead.
//!
//! Owns: what C and C++ have of these. Must not: say what has a derivative.

use super::fortran;

/// What a compiler made calls of, and what its user should know.
struct Advice {
    /// How the names of the functions begin.
    prefix: &'static str,
    /// What stands in the source.
    what: &'static str,
    /// What to write instead.
    instead: &'static str,
    /// Nothing else need be said: the function keeps the links of a container, or the address of a text's characters in itself, so that all that lies
    /// beside these is taken for a part of them.
    alone: bool,
}

/// Whether a function changes a text or the links of a container, so that what is said besides of the memory around it means nothing to the user.
pub fn speaks_alone(symbol: &str) -> bool {
    found(symbol).is_some_and(|advice| advice.alone)
}

fn found(symbol: &str) -> Option<&'static Advice> {
    ADVICE
        .iter()
        .find(|advice| symbol.starts_with(advice.prefix))
}

const fn of_container(prefix: &'static str, what: &'static str) -> Advice {
    Advice {
        prefix,
        what,
        instead: "take a `std::vector` (sorted, of pairs), a `std::deque` or an array in differentiated code; or fill the container outside of it, and pass the numbers",
        alone: true,
    }
}

const fn of_text(prefix: &'static str) -> Advice {
    Advice {
        prefix,
        what: "a `std::string` that is made, copied, changed or ended, perhaps as a member of a structure",
        instead: "leave texts out of what is copied in differentiated code: take the structure by reference, or copy the numbers alone",
        alone: true,
    }
}

const fn of_file(prefix: &'static str) -> Advice {
    Advice {
        prefix,
        what: "a file that is opened or read",
        instead: "read the file before differentiated code runs (a simulation in its `create`), and pass the numbers",
        alone: false,
    }
}

const TREE: &str = "a `std::map`, `std::set` or their like, whose tree the library keeps in functions without source";
const LIST: &str = "a `std::list`, whose links the library keeps in functions without source";
const TABLE: &str = "a `std::unordered_map` or `std::unordered_set`, whose size the library finds in functions without source";

const ADVICE: &[Advice] = &[
    Advice {
        prefix: "__atomic_",
        what: "an atomic access to more than 8 bytes: to a `long double`, a complex number, a structure",
        instead: "let one worker at a time access it (`omp critical`, a mutex), or make it a `double`",
        alone: false,
    },
    Advice {
        prefix: "__cxa_thread_atexit",
        what: "a variable of which each thread has its own (`threadprivate`, `thread_local`), of a class with a destructor",
        instead: "declare the object within the parallel region or the function, or keep its numbers in an array of a constant size",
        alone: false,
    },
    of_file("fopen"),
    of_file("__isoc99_fscanf"),
    of_file("__isoc23_fscanf"),
    of_text("_ZNSt7__cxx1112basic_string"),
    of_text("_ZNSt3__112basic_string"),
    of_container("_ZSt18_Rb_tree_increment", TREE),
    of_container("_ZSt18_Rb_tree_decrement", TREE),
    of_container("_ZSt29_Rb_tree_insert_and_rebalance", TREE),
    of_container("_ZSt28_Rb_tree_rebalance_for_erase", TREE),
    of_container("_ZNSt8__detail15_List_node_base", LIST),
    of_container("_ZNKSt8__detail20_Prime_rehash_policy", TABLE),
];

/// What stands in the source of which a compiler made a call of its run-time library, and what to write instead.
pub fn advice(symbol: &str) -> Option<(&'static str, &'static str)> {
    match found(symbol) {
        Some(advice) => Some((advice.what, advice.instead)),
        None => fortran::advice(symbol),
    }
}
