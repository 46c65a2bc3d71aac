//! The switchable language features. Owns their names and the set type; must not know what the
//! generator does with them.

use std::fmt;

/// One feature of the generated programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Feature {
    Arith,
    Math,
    Branches,
    Loops,
    While,
    Exits,
    Arrays,
    Matrices,
    Inplace,
    Tables,
    IntData,
    Heap,
    Realloc,
    Calls,
    Recursion,
    Structs,
    Memcpy,
    Floats,
    Pointers,
    Lists,
    Switch,
    Globals,
    Bytes,
    Punning,
    Atomics,
    Retyped,
    Callbacks,
    Sorted,
    Classes,
    Records,
    Moved,
    Aliases,
    Weak,
    Nulls,
    Errno,
    Addresses,
    Disguised,
    Layouts,
    Movers,
    Windows,
    Workspaces,
    Indices,
    Buffers,
    Containers,
    Numerics,
    Owners,
    Copies,
    Regions,
    Checkpoints,
    Forgotten,
    Rules,
    Batches,
    Recomputed,
    Passive,
    Blas,
    Sums,
    Openmp,
    Sweeps,
    Gathers,
    Tasks,
    Guards,
    Teamwork,
    Threadprivate,
}

/// Every feature with its command-line name and what it brings.
pub(crate) const ALL: &[(Feature, &str, &str)] = &[
    (
        Feature::Arith,
        "arith",
        "scalars, + - * /, assignments (always on)",
    ),
    (Feature::Math, "math", "libm calls"),
    (
        Feature::Branches,
        "branches",
        "if/else and ?: on active and integer values",
    ),
    (
        Feature::Loops,
        "loops",
        "for loops, known and run-time bounds, upwards and downwards",
    ),
    (
        Feature::While,
        "while",
        "while and do-while loops with data-dependent trip counts",
    ),
    (Feature::Exits, "exits", "break, continue, early return"),
    (
        Feature::Arrays,
        "arrays",
        "local arrays and array arguments, overwritten elements",
    ),
    (
        Feature::Matrices,
        "matrices",
        "2-D local arrays, also passed to helpers",
    ),
    (Feature::Inplace, "inplace", "x itself is written"),
    (Feature::Tables, "tables", "constant global tables"),
    (
        Feature::IntData,
        "intdata",
        "integer arrays as indices, indices cut from active values",
    ),
    (
        Feature::Heap,
        "heap",
        "malloc, calloc, free, also inside loops",
    ),
    (Feature::Realloc, "realloc", "buffers grown by realloc"),
    (
        Feature::Calls,
        "calls",
        "helper functions, by value and by pointer",
    ),
    (
        Feature::Recursion,
        "recursion",
        "bounded recursion, pure, mutual and through pointers",
    ),
    (
        Feature::Structs,
        "structs",
        "structs of doubles, ints, arrays; by value, by pointer, arrays of",
    ),
    (
        Feature::Memcpy,
        "memcpy",
        "memcpy of arrays and structs, memset to zero",
    ),
    (
        Feature::Floats,
        "floats",
        "float variables, arithmetic and casts",
    ),
    (
        Feature::Pointers,
        "pointers",
        "pointer selection, offsets, swaps, pointers in structs",
    ),
    (Feature::Lists, "lists", "linked lists of heap nodes"),
    (
        Feature::Switch,
        "switch",
        "switch on integers, with and without fall-through",
    ),
    (
        Feature::Globals,
        "globals",
        "mutable global scratch (off unless --globals)",
    ),
    (
        Feature::Bytes,
        "bytes",
        "copies and swaps byte by byte, by halves, with a seam inside a number",
    ),
    (
        Feature::Punning,
        "punning",
        "numbers moved as int64_t, arithmetic on their sign and exponent bits",
    ),
    (
        Feature::Atomics,
        "atomics",
        "atomic exchanges, loads, stores and sums; atomic counters beside numbers",
    ),
    (
        Feature::Retyped,
        "retyped",
        "heap memory that holds numbers first and something else later",
    ),
    (
        Feature::Callbacks,
        "callbacks",
        "calls through pointers to functions",
    ),
    (
        Feature::Sorted,
        "sorted",
        "arrays sorted by hand, elements swapped through memcpy",
    ),
    (
        Feature::Classes,
        "classes",
        "references, virtual functions and containers (needs --language c++)",
    ),
    (
        Feature::Records,
        "records",
        "records of numbers, ints and pointers that functions copy in parts",
    ),
    (
        Feature::Moved,
        "moved",
        "arrays of pointers and of records moved over themselves",
    ),
    (
        Feature::Aliases,
        "aliases",
        "globals and functions with a second name",
    ),
    (
        Feature::Weak,
        "weak",
        "functions that are not what they seem: replaceable ones, no builtins",
    ),
    (
        Feature::Nulls,
        "nulls",
        "null pointers as arguments and as ends of lists",
    ),
    (
        Feature::Errno,
        "errno",
        "errno and signgam, set by mathematical functions and read by callers",
    ),
    (
        Feature::Addresses,
        "addresses",
        "pointers that functions move as integers",
    ),
    (
        Feature::Disguised,
        "disguised",
        "numbers moved as pointers or as other numbers, pointers moved as numbers",
    ),
    (
        Feature::Layouts,
        "layouts",
        "members chosen at run time; large, packed and shifted structures",
    ),
    (
        Feature::Movers,
        "movers",
        "structures and pointers moved by bytes, by shorts, by words of another kind",
    ),
    (
        Feature::Windows,
        "windows",
        "copies of run-time length between the same memory at several distances",
    ),
    (
        Feature::Workspaces,
        "workspaces",
        "heap memory that holds pointers first and numbers later, memory that functions choose by global pointers",
    ),
    (
        Feature::Indices,
        "indices",
        "arrays that are read by tables of indices and overwritten later: branches, narrow indices, rows, steps (off unless named)",
    ),
    (
        Feature::Buffers,
        "buffers",
        "buffers that are swapped, chosen, allocated when needed; scratch memory",
    ),
    (
        Feature::Containers,
        "containers",
        "arrays that grow, queues, changing lists, tables with flags and hashed keys",
    ),
    (
        Feature::Numerics,
        "numerics",
        "iterations until they converge, rejected steps, systems solved, corners of functions",
    ),
    (
        Feature::Owners,
        "owners",
        "heap memory that functions return, free, or give back; arenas that begin again",
    ),
    (
        Feature::Copies,
        "copies",
        "structures that functions copy as a whole, looking at some members only",
    ),
    (
        Feature::Regions,
        "regions",
        "qsort, qsort_r, bsearch and enzyme_rs_for_each",
    ),
    (
        Feature::Checkpoints,
        "checkpoints",
        "marked loops and enzyme_rs_checkpointed",
    ),
    (
        Feature::Forgotten,
        "forgotten",
        "steps of which some memory is not named (needs checkpoints)",
    ),
    (
        Feature::Rules,
        "rules",
        "functions with rules of the program's own",
    ),
    (
        Feature::Batches,
        "batches",
        "several calls of one function by __enzyme_batch",
    ),
    (
        Feature::Recomputed,
        "recomputed",
        "helper functions that are marked to be computed again",
    ),
    (
        Feature::Passive,
        "passive",
        "an inactive argument, and pointers that lead to inactive memory on one path",
    ),
    (
        Feature::Blas,
        "blas",
        "calls of BLAS with strides and transposes (needs OpenBLAS)",
    ),
    (
        Feature::Sums,
        "sums",
        "loops at the end of functions that only add up, and memory that each iteration fills",
    ),
    (
        Feature::Openmp,
        "openmp",
        "parallel regions of OpenMP (off unless --openmp)",
    ),
    (
        Feature::Sweeps,
        "sweeps",
        "steps of regions over grids whose arrays are overwritten (needs openmp)",
    ),
    (
        Feature::Gathers,
        "gathers",
        "steps of regions that read by tables of indices and by rows (needs openmp)",
    ),
    (
        Feature::Tasks,
        "tasks",
        "tasks of OpenMP: recursive, dependent, in groups, of loops (needs openmp)",
    ),
    (
        Feature::Guards,
        "guards",
        "atomic accesses that are looked at, sections that change what they read (needs openmp)",
    ),
    (
        Feature::Teamwork,
        "teamwork",
        "copyprivate, cancel, lastprivate, ordered, teams within teams (needs openmp)",
    ),
    (
        Feature::Threadprivate,
        "threadprivate",
        "variables of which each thread has a copy, copyin (needs openmp)",
    ),
];

/// What needs OpenMP, and workers that add in any order.
pub(crate) const OF_TEAMS: &[Feature] = &[
    Feature::Openmp,
    Feature::Sweeps,
    Feature::Gathers,
    Feature::Tasks,
    Feature::Guards,
    Feature::Teamwork,
    Feature::Threadprivate,
];

impl Feature {
    pub(crate) fn name(self) -> &'static str {
        let found = ALL.iter().find(|(f, ..)| *f == self);
        found.map_or("unknown", |(_, name, _)| name)
    }
}

/// A set of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Features(u64);

impl Features {
    /// Everything but the features that need an opt-in.
    pub(crate) fn standard() -> Features {
        let mut set = Features(0);
        let asked_for = |f: &Feature| {
            OF_TEAMS.contains(f) || matches!(f, Feature::Globals | Feature::Blas | Feature::Indices)
        };
        ALL.iter().for_each(|(f, ..)| set.set(*f, !asked_for(f)));
        set
    }

    pub(crate) fn has(self, feature: Feature) -> bool {
        self.0 & (1 << feature as u64) != 0
    }

    pub(crate) fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub(crate) fn set(&mut self, feature: Feature, on: bool) {
        let bit = 1 << feature as u64;
        self.0 = if on { self.0 | bit } else { self.0 & !bit };
    }

    /// Those of this set that are in a list.
    pub(crate) fn among(self, list: &[Feature]) -> Features {
        let mut set = Features(0);
        list.iter().for_each(|f| set.set(*f, self.has(*f)));
        set
    }

    /// The set of exactly the named features (arith is always part of it).
    pub(crate) fn only(names: &[String]) -> Result<Features, String> {
        let mut set = Features(0);
        set.set(Feature::Arith, true);
        for name in names {
            set.set(parse(name)?, true);
        }
        Ok(set)
    }

    /// This set without the named features.
    pub(crate) fn without(mut self, names: &[String]) -> Result<Features, String> {
        for name in names {
            set_off(&mut self, parse(name)?)?;
        }
        Ok(self)
    }
}

fn set_off(set: &mut Features, feature: Feature) -> Result<(), String> {
    if feature == Feature::Arith {
        return Err("arith cannot be switched off".to_owned());
    }
    set.set(feature, false);
    Ok(())
}

fn parse(name: &str) -> Result<Feature, String> {
    let found = ALL.iter().find(|(_, n, _)| *n == name).map(|(f, ..)| *f);
    found.ok_or_else(|| {
        let names: Vec<&str> = ALL.iter().map(|(_, n, _)| *n).collect();
        format!("unknown feature '{name}'; there are: {}", names.join(", "))
    })
}

impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = ALL
            .iter()
            .filter(|(feat, ..)| self.has(*feat))
            .map(|(_, n, _)| *n)
            .collect();
        f.write_str(&names.join(","))
    }
}
