//! Regions: library functions that run another function of the program.
//!
//! What such a call computes is what the function that it runs computes, so often and with such arguments as the library
//! says. A row says just that; the engine then looks into the function as into any other callee.
//!
//! Owns: [`RegionRule`]. Must not: name a library, or say how a derivative is made.

use crate::callee::Refused;

/// What a call is said with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instead {
    /// Other calls: of functions of a run-time library that return nothing, each with some of the operands.
    Calls {
        /// The functions, and which operands they are given.
        calls: &'static [(&'static str, &'static [u8])],
        /// What the call results in, if it has a result.
        gives: Option<i64>,
    },
    /// A call of a function that returns a pointer, which is stored where one of the operands points.
    Stored {
        /// The function.
        symbol: &'static str,
        /// Which operands it is given; the first one says how many bytes are asked for.
        operands: &'static [u8],
        /// The operand that says where its result goes.
        to: u8,
        /// What the call results in if that is null though bytes were asked for; else in zero.
        failure: i64,
    },
    /// A fence: what the thread does before and behind it keeps its order for all others.
    Fence,
    /// Copies from the variables of one worker to those of all others.
    FromOne(FromOne),
    /// Begins and joins the parts of variables that tasks add to.
    TaskReduction(&'static TaskReduction),
    /// A call of another function with the same operands, by what constant one of them is.
    ByConstant {
        /// The operand.
        operand: u8,
        /// The functions.
        functions: &'static [(u64, &'static str)],
        /// The function for any other constant, and for what is none.
        otherwise: &'static str,
    },
    /// A call of another function with the same operands but one, an offset: in the place of the operand that stands for memory it is given where that lies, and so many
    /// bytes further.
    Within {
        /// Gives where the memory lies for which the operand stands, if the call reads it or if it writes there.
        finds: &'static str,
        /// The operand that stands for memory.
        place: u8,
        /// The offset.
        offset: u8,
        /// The function.
        calls: String,
    },
    /// A call for each row of memory.
    Rows(RowsRule),
    /// What [`Self::Stored`] says of memory for rows, whose distance is stored as well.
    StoredRows {
        /// The function that is given the bytes of all rows.
        symbol: &'static str,
        /// Which operands say what there is.
        of: OfRows,
        /// The operand that says where the result goes.
        to: u8,
        /// What the call results in if there is no memory.
        failure: i64,
    },
    /// Instructions.
    Plain(Plain),
}

/// Operands of a call that obtains memory for rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OfRows {
    /// Where the distance of rows goes.
    pub pitch: u8,
    /// The bytes of a row.
    pub width: u8,
    /// How many rows.
    pub height: u8,
}

/// What is done with rows, said by a function for one of them, which returns a status that is 0 if all is well.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowsRule {
    /// The function.
    pub calls: String,
    /// What it is given.
    pub operands: &'static [RowOperand],
    /// The operand that is the bytes of a row.
    pub width: u8,
    /// The operand that is how many rows there are.
    pub height: u8,
}

/// What a function for one row is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowOperand {
    /// Where the row begins: an operand that points to the first one, and the operand that is their distance.
    Row {
        /// The first row.
        place: u8,
        /// The distance.
        pitch: u8,
    },
    /// The bytes of the row.
    Width,
    /// An operand.
    Same(u8),
}

/// What a library has a function for, and LLVM an instruction or two. Floating-point numbers are of 32 or 64 bits, halves of 32.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plain {
    /// The same bits as a type that has as many: a number as an integer, or an integer as a number.
    Bits,
    /// The upper half of a number's bits.
    Upper,
    /// The lower half.
    Lower,
    /// The number whose upper half is the first operand, and whose lower half is the second.
    Joined,
    /// The number that is nearest to an integer with a sign.
    Signed,
    /// The number that is nearest to an integer without one.
    Unsigned,
    /// The nearest number of less precision.
    Shorter,
    /// What lies where the first operand points, to which the second one is added atomically: a number or an integer.
    Sum,
}

/// A call by which all workers of a team get what one of them has in its variables. Its operands begin with two that the functions `barrier`, `turn` and
/// `end_turn` are given first.
///
/// ```text
/// void *memory(void *key, u64 bytes)     zeroed memory for the key that the team shares: another one each time; null outside of all teams
/// void  barrier(a, b)                    all workers come here
/// void  turn(a, b, void *key)            waits for the workers before the calling one
/// void  end_turn(a, b, void *key)        lets the next one go on
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FromOne {
    /// Points to the variables of the calling worker: pointers to them, or the only one.
    pub variables: u8,
    /// `copy(void *to, void *from)`: copies from such variables to others.
    pub copy: u8,
    /// Whether the calling worker is the one, as an integer.
    pub is_one: u8,
    /// See above.
    pub memory: &'static str,
    /// See above.
    pub barrier: &'static str,
    /// See above.
    pub turn: &'static str,
    /// See above.
    pub end_turn: &'static str,
    /// The function that is called in its place where what is copied is not known.
    pub otherwise: &'static str,
}

/// A call that gives a list of variables to which the tasks of a group add, each to a part of the worker that does it. Positions count the call's operands
/// from 0.
///
/// ```text
/// int   workers ()                               how many there are
/// void *new_part(void *item, int w, u64 bytes)   a new part of a worker
/// void *part    (void *item, int w)              that part again
/// ```
///
/// The latter two find memory of a variable, and for its shadow the shadow of that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TaskReduction {
    /// How many variables.
    pub count: u8,
    /// The list.
    pub entries: u8,
    /// What an entry has.
    pub entry: ReductionEntry,
    /// The function that begins the group, which is given the first two operands, if the call itself does.
    pub group: Option<&'static str>,
    /// The function that begins a group inside of the group.
    pub begins: &'static str,
    /// The function that ends the group.
    pub ends: &'static str,
    /// See above.
    pub workers: &'static str,
    /// See above.
    pub new_part: &'static str,
    /// See above.
    pub part: &'static str,
    /// The function that is called in its place where the list or the end of the group is not known.
    pub otherwise: &'static str,
}

/// Where in an entry of such a list something lies, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReductionEntry {
    /// Bytes of an entry.
    pub bytes: u64,
    /// The variable, by which tasks ask for their parts.
    pub item: u64,
    /// What a part may be begun with.
    pub original: u64,
    /// Bytes of the variable.
    pub size: u64,
    /// `begin(void *part, void *original)`.
    pub begin: u64,
    /// Ends a part, or null.
    pub end: u64,
    /// `join(void *variable, void *part)`.
    pub join: u64,
}

/// A call that runs another function, which has ended when the call returns. Positions count the call's operands from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegionRule {
    /// The function that is run: the body.
    pub body: u8,
    /// What each parameter of the body is given.
    pub given: Vec<Passed>,
    /// How often the body is run, and what for.
    pub runs: Runs,
}

/// A marker in a loop of the program's: its iterations are steps, as of [`Runs::Steps`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopMark {
    /// How many states are kept at once.
    pub states: u8,
    /// The first of the operands, in pairs of address and bytes, that say what memory the iterations change.
    pub kept: u8,
}

/// What a parameter of the body is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passed {
    /// An operand of the call: a context, the key that is looked for.
    Operand(u8),
    /// The number of the iteration, from 0.
    Iteration,
    /// The address of a record of the array: the first or the second that is compared.
    Record(Side),
    /// The address of an `int`: the number by which the library knows the worker that runs the body.
    Worker,
    /// The address of an `int` that is 0.
    Zero,
    /// All operands from this one on, each as a parameter; last.
    From(u8),
}

/// One of the two records of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The first.
    First,
    /// The second.
    Second,
}

/// Why the body is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runs {
    /// Once for each iteration.
    Iterations {
        /// How many there are.
        count: u8,
        /// Which is run before which.
        turns: Turns,
    },
    /// Once for each iteration, from the first on, and again from checkpoints in the derivative's reverse pass.
    Steps {
        /// How many iterations there are.
        count: u8,
        /// How many states are kept at once.
        states: u8,
        /// The first of the operands, in pairs of address and bytes, that say what memory the iterations change.
        kept: u8,
    },
    /// Once by each worker of a team, all at the same time.
    Team(TeamRule),
    /// As the comparison by which an array is sorted.
    Sorting(Records),
    /// As the comparison by which a record is found in a sorted array.
    Searching(Records),
}

/// The functions of a run-time library that runs a team's derivatives.
///
/// `work(context, arena)` is what each worker does; an arena is five pointers, null at first, which belong to the worker's tape:
///
/// ```text
/// int   worker   (void)                         number of the calling worker, as the body is given it
/// void  run      (work, context)                on as many workers as the program asked for
/// void *augmented(work, context)                the same; gives a record, which has an arena for each worker
/// void  reverse  (void *record, work, context)  on as many workers, each with its arena, and ends the record
/// void  turn     (void)                         waits until all workers before the calling one are done
/// int   alone    (void)                         whether the calling worker is the only one, of its team and of all teams around that
/// ```
///
/// `join()`, `update(address)` and `end_update(address)` are calls that stand in a function as any others, with rules of their own: between the latter two no other
/// worker comes in that has the same address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TeamRule {
    /// Number of the calling worker.
    pub worker: &'static str,
    /// Runs a tangent.
    pub run: &'static str,
    /// Runs an augmented primal.
    pub augmented: &'static str,
    /// Runs a reverse half.
    pub reverse: &'static str,
    /// Orders workers at the end of what they do.
    pub turn: &'static str,
    /// The function that programs with tasks call.
    pub tasks: &'static str,
    /// Waits at the end of what a worker does until all tasks are done.
    pub join: &'static str,
    /// Remembers what workers read, and says of what nobody else reads.
    pub spans: Option<&'static SpanRule>,
    /// What workers are to each other.
    pub peers: Peers,
}

/// Variables of which each thread has a copy, which it keeps from one team to the next. A worker of the reverse pass need not run on the thread that it ran on before:
/// the shadow of a copy is found in the forward sweep, and kept like any other.
///
/// The functions of the run-time library are
///
/// ```text
/// void *find (void *variable, u64 bytes)   the calling thread's copy; a call with a rule of its own (`ShadowOf::Copy`)
/// void  begin(void)                        a derivative is called by this thread: shadows are zero at first
/// void  end  (void)                        it is over
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopyRule {
    /// Says in front of all code of a function whose copy of a variable it uses.
    pub find: &'static str,
    /// In front of the call of a derivative.
    pub begin: &'static str,
    /// Behind it.
    pub end: &'static str,
}

/// What a worker reads of memory that others may read as well: the first and the last address that it read behind each of some pointers.
///
/// Where the region only reads numbers of 64 bits there, a worker may add to numbers of its own instead, which the library adds up behind the reverse
/// pass. It does so if there are more additions than numbers, and most of them would have to be atomic.
///
/// The functions of the run-time library are
///
/// ```text
/// void keep(struct { void *low, *end; long often, apart_from, beside; } *spans, int n, int written)
///     n parts that the calling worker has read, and how often; 0 where it must not have numbers of its own. Behind them, parts that it has written: it must not
///     have numbers of its own either if what it has read overlaps with what some worker has written of these, each of which is a bit of `apart_from`. No two workers
///     read the same number of a part at the same time where `beside` is 1, if the part overlaps with no other one that some worker has read
/// void own (struct { void *low, *end; long whole, distance, below, above; } *spans, int n)
///     the longest contiguous part of that which no other worker of the team has read; `whole` is 1 if it is all, if no two workers read the same number at
///     the same time, or if the worker has numbers of its own instead of all: these lie so many bytes behind the others. If it has such instead of what lies below `low`, and at `end` and above, these lie
///     `below` and `above` bytes behind them, one of which is not 0 then
/// void promised(void *address, long bytes, const char *place)         the calling worker reads there; ends the program if another one did while the region runs
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpanRule {
    /// At the end of the forward sweep.
    pub keep: &'static str,
    /// At the beginning of the reverse pass.
    pub own: &'static str,
    /// Wherever the program promises that one worker reads, if promises are looked into.
    pub promised: &'static str,
}

/// A call that hands in a task: work that some worker of the team does, now or later. Positions count the call's operands from 0, or those of the
/// call that made the task's record.
///
/// A record's first word points to memory behind it. The functions of the run-time library are, with `work` as of [`TeamRule`]:
///
/// ```text
/// void  next     (int flags, int n, void *dependences)   what the program says of the task that comes next; a call with a rule of its own
/// void  run      (work, context, bytes)                  does a copy of the context
/// void *augmented(work, work reverse, context, bytes)    the same, and gives a record
/// void  reverse  (void *record, context)                 waits until the task is reversed, copies its context back, and ends the record
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskRule {
    /// The function that makes the record.
    pub made_by: &'static str,
    /// Of its operands: what kind of task it is, bytes of the record, bytes of what it points to, the function that reads it.
    pub flags: u8,
    /// See above.
    pub bytes: u8,
    /// See above.
    pub shared: u8,
    /// See above.
    pub body: u8,
    /// The record.
    pub record: u8,
    /// How the names of structures begin that hold the variables of a task's own, in its record.
    pub privates: &'static str,
    /// What is called when a task is over.
    pub destroyer: Destroyer,
    /// How many dependences, and where they are.
    pub dependences: Option<(u8, u8)>,
    /// How a task is interrupted, and goes on.
    pub resumed: Resumed,
    /// The call hands in a loop, in parts.
    pub parts: Option<TaskLoop>,
    /// Functions that are told where the program runs the body by itself.
    pub around: &'static [&'static str],
    /// How tasks come to nothing before they begin.
    pub discarded: Discarded,
    /// Tells the library of the next task.
    pub next: &'static str,
    /// Runs a tangent.
    pub run: &'static str,
    /// Runs an augmented primal.
    pub augmented: &'static str,
    /// Waits for a reverse half.
    pub reverse: &'static str,
    /// What a task is called that cannot be looked into, and what to do instead.
    pub otherwise: Refused,
}

/// The function that destroys the objects in a record when the task is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Destroyer {
    /// Where in the record it is, in bytes.
    pub at: u64,
    /// The flag that says that there is one.
    pub flag: u32,
}

/// Tasks that come to nothing because another one has ended their group. Each asks when it begins, if the module has a call that ends groups.
///
/// ```text
/// int asks(void)     whether the task that begins is to do nothing
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discarded {
    /// The function that ends something.
    pub by: &'static str,
    /// Its operand that says what.
    pub operand: u8,
    /// What it is for a group of tasks.
    pub group: u64,
    /// See above.
    pub asks: &'static str,
}

/// How a task that may be interrupted goes on: it writes the number of its next part into the record and hands that in again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resumed {
    /// The function that hands it in.
    pub by: &'static str,
    /// Its operand that is the record.
    pub record: u8,
    /// Where in the record the number is, in bytes.
    pub part: u64,
}

/// A loop whose iterations a call hands in as tasks: each gets a copy of the record with bounds of its own. Positions count the call's operands
/// from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TaskLoop {
    /// Whether other workers may do the tasks: if not, the calling one does each at once.
    pub deferred: u8,
    /// A bit of a task's flags that tells the run-time library so.
    pub at_once: u32,
    /// The first iteration, in the record.
    pub lower: u8,
    /// The last one, in the record.
    pub upper: u8,
    /// From one iteration to the next.
    pub step: u8,
    /// If this operand is 1, the call does not put the tasks into a group of their own, and does not wait for them (`nogroup`).
    pub alone: u8,
    /// How the number of tasks is said.
    pub kind: u8,
    /// The number of tasks, or how many iterations each has, or nothing, as the kind says.
    pub amount: u8,
    /// Of this kind the amount is iterations; if the operand is not 0, no task but the last one has more or fewer.
    pub exact: Option<(u8, u32)>,
    /// Writes into a copy of the record: copy, record, whether it is the last task's; or null.
    pub copy: u8,
    /// `u64 parts(u64 iterations, int kind, u64 amount, int exact)`: the run-time library's function that says how many tasks there are, at least one; it
    /// has a rule of its own.
    pub parts: &'static str,
}

/// Where a call writes which iterations of a loop the calling worker runs. Compilers let that loop begin at the lower bound and end at the
/// upper one, and no two workers are given the same iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shares {
    /// The operand that points to the lower bound.
    pub lower: u8,
    /// The operand that points to how far the bounds move from one chunk of the worker to its next, if the program moves them itself.
    pub advance: Option<u8>,
    /// The first and the last iteration of all.
    pub all: AllIterations,
}

/// Where the first and the last iteration of a loop stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllIterations {
    /// The program stores them before the call where the bounds are written; the upper one is at this operand.
    Stored(u8),
    /// A call before has them as operands.
    Given {
        /// How the name of its function begins.
        by: &'static str,
        /// The first.
        first: u8,
        /// The last.
        last: u8,
    },
}

/// In which order iterations run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turns {
    /// One after the other, from the first on: each may read what an earlier one wrote.
    Ascending,
    /// In any order, several at once: a program that is right computes the same whatever the order is.
    Any,
}

/// An array of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Records {
    /// Where it begins.
    pub base: u8,
    /// How many records.
    pub count: u8,
    /// Bytes of each.
    pub size: u8,
}

/// Functions of a run-time library for all that run at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Peers {
    /// Whether the calling worker is the only one.
    pub alone: &'static str,
    /// Begins what one worker at a time does with a number in memory.
    pub update: &'static str,
    /// Ends it.
    pub end_update: &'static str,
    /// Finds shadows of variables of which each thread has a copy.
    pub copies: Option<&'static CopyRule>,
    /// `void ()`, in front of teams that the program starts again and again: from then on, numbers that workers add up have the same bits each time, if
    /// each worker does the same.
    pub again: Option<&'static str>,
}

impl Runs {
    /// Operands that say how often the body runs, and on what.
    pub fn operands(&self) -> Vec<u8> {
        match self {
            Runs::Iterations { count, .. } => vec![*count],
            Runs::Steps { count, states, .. } => vec![*count, *states],
            Runs::Team(_) => Vec::new(),
            Runs::Sorting(records) | Runs::Searching(records) => {
                vec![records.base, records.count, records.size]
            }
        }
    }
}
