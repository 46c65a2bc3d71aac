//! OpenMP in the mini language: regions, the constructs in them and their clauses. Owns the tree only; what one worker would do is in
//! `interp_omp`.

use super::{Block, Cond, Int, Place, Real};

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Omp {
    Parallel(Parallel),
    Loop(WorkLoop),
    Sections(Sections),
    Single {
        nowait: bool,
        body: Block,
    },
    /// `master`, or `masked`.
    Master {
        masked: bool,
        body: Block,
    },
    Barrier,
    /// A call of a function that stays a call and in which workers may wait, but need not wait for all others.
    Pass(Pass),
    /// A part of an iteration that is run in the order of iterations.
    Ordered(Block),
    Join(Guard, Vec<Join>),
    Partial(Partial),
    /// `place += the sum of var[0..NUMBERS]`
    Total {
        place: Place,
        var: usize,
    },
}

/// Where workers may wait without any effect on numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pass {
    /// One by one.
    Critical,
    Lock,
    /// For tasks, of which there are none.
    Taskwait,
    /// At a barrier that is there if a number says so.
    Barrier(bool),
}

/// Elements of arrays that are indexed by the number of a worker.
pub(crate) const NUMBERS: usize = 8;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Parallel {
    pub(crate) threads: Option<Int>,
    pub(crate) on: Option<Cond>,
    pub(crate) bind: bool,
    pub(crate) clauses: Clauses,
    /// One directive with the only construct in it, if the body is one.
    pub(crate) combined: bool,
    pub(crate) body: Block,
}

/// A worksharing loop over one variable, or over two of a rectangle.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct WorkLoop {
    pub(crate) loops: Vec<Count>,
    pub(crate) schedule: Schedule,
    pub(crate) nowait: bool,
    pub(crate) ordered: bool,
    pub(crate) clauses: Clauses,
    pub(crate) body: Block,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Count {
    pub(crate) var: usize,
    pub(crate) from: Int,
    pub(crate) to: Int,
    pub(crate) step: i64,
}

/// With the size of chunks, where one is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Schedule {
    Unsaid,
    Static(Option<i64>),
    Dynamic(Option<i64>),
    Guided(Option<i64>),
    Runtime,
    Auto,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sections {
    pub(crate) nowait: bool,
    pub(crate) clauses: Clauses,
    pub(crate) bodies: Vec<Block>,
}

/// Variables by what the workers have of them.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Clauses {
    pub(crate) private: Vec<usize>,
    pub(crate) firstprivate: Vec<usize>,
    pub(crate) lastprivate: Vec<usize>,
    pub(crate) reductions: Vec<Reduction>,
}

impl Clauses {
    /// All variables that are named.
    pub(crate) fn vars(&self) -> impl Iterator<Item = usize> + '_ {
        let reduced = self.reductions.iter().flat_map(|r| &r.items);
        let lists = [&self.private, &self.firstprivate, &self.lastprivate];
        let listed = lists.into_iter().flatten().copied();
        listed.chain(reduced.map(|item| item.var))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Reduction {
    pub(crate) op: Reducer,
    pub(crate) items: Vec<Item>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reducer {
    By(JoinOp),
    /// The program's own, of the struct `tally`.
    Declared,
}

/// A variable, or the elements from the first one on of an array.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Item {
    pub(crate) var: usize,
    pub(crate) section: Option<(usize, usize)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JoinOp {
    Add,
    Sub,
    Mul,
    Max,
    Min,
}

/// What keeps two workers from joining at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guard {
    /// Each worker has a copy of its own.
    Reduction,
    Atomic,
    /// `critical`, with a name or without.
    Critical(Option<usize>),
    Lock {
        number: usize,
        nested: bool,
    },
}

/// Locks of one program; the last one is a variable in front of the region that uses it.
pub(crate) const LOCKS: usize = 3;

/// `place = place op value`, whose order does not matter.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Join {
    pub(crate) op: JoinOp,
    pub(crate) place: Place,
    pub(crate) value: Real,
    /// Which of its spellings.
    pub(crate) spelling: usize,
}

/// A worksharing loop without a barrier that joins to a variable of each worker's own, which is joined to something shared afterwards.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Partial {
    pub(crate) var: usize,
    pub(crate) work: WorkLoop,
    pub(crate) into: Into,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Into {
    Guarded(Guard, Place),
    /// The element of the worker's number.
    Number(usize),
}

/// The members of the struct `tally` and how they are joined.
pub(crate) const TALLY: [(&str, JoinOp, usize); 4] = [
    ("sum", JoinOp::Add, 1),
    ("most", JoinOp::Max, 1),
    ("product", JoinOp::Mul, 1),
    ("parts", JoinOp::Add, 2),
];
