//! Machines that run a function with all threads of a grid: GPUs.
//!
//! A module is compiled for one machine, which its triple names. What a pack says of that machine holds for all functions of the module.
//!
//! Owns: [`GridRule`], and what its parts are. Must not: know a machine.

use crate::assembly::AssemblyMeaning;
use crate::family::Spelling;

/// A function that is a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenceCall {
    /// The function.
    pub symbol: &'static str,
    /// The operand that says among which threads it orders.
    pub scope: u8,
    /// How fences name those for which it is this.
    pub threads: (u64, &'static str),
}

/// A way to compile for a machine for which its run-time library would be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// How it is known.
    pub sign: Sign,
    /// What code is compiled for so, as the user calls it.
    pub what: &'static str,
    /// Why the library needs another way, one sentence.
    pub reason: &'static str,
    /// What to do, one sentence.
    pub remedy: &'static str,
}

/// What says that code is compiled in some way. Code of which nothing says so is what the compiler makes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A flag of the module, by name, is less than this.
    FlagBelow(&'static str, u64),
    /// Processors whose names begin so have a feature.
    Feature {
        /// How the names begin.
        processors: &'static str,
        /// The feature, as LLVM calls it.
        feature: &'static str,
    },
}

/// What a function does with each byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// It comes from where the second argument leads.
    Copied,
    /// It is the second argument.
    Set,
}

/// How a kernel finds a number that the machine tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// By a function without arguments.
    Call(&'static str),
    /// By a function that is given the number of a direction.
    Along(&'static str, i64),
    /// In memory, so many bytes behind an address that a function gives, in so many bytes.
    At(&'static str, i64, u64),
    /// The same in four bytes, and one more if there is another number than 0 in two others, so many bytes behind that address.
    Begun(&'static str, i64, i64),
}

/// What makes the number of a thread along one direction of a grid: that of its block times the threads of a block, and that in its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// The number of the thread in its block.
    pub thread: &'static [Asked],
    /// That of the block.
    pub block: &'static [Asked],
    /// How many threads a block has.
    pub threads: &'static [Asked],
    /// How many blocks there are, if all have as many threads.
    pub blocks: &'static [Asked],
    /// How many threads there are.
    pub all: &'static [Asked],
}

/// What a machine says of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The first two directions.
    pub along: [Direction; 2],
    /// Functions that give the addresses of what it says.
    pub at: &'static [&'static str],
}

/// What is known of such a machine.
#[derive(Clone, Copy, Debug)]
pub struct GridRule {
    /// How the triples of its modules begin.
    pub triple: &'static str,
    /// How its modules must not be compiled.
    pub unsupported: &'static [Unsupported],
    /// The library that has its mathematical functions.
    pub math: Spelling,
    /// The last of the address spaces, from 1 on, to which generic pointers lead, too.
    pub generic: u32,
    /// Variables that host and device share, of which a pointer stands in the code that leads elsewhere, if compilers have such: how the name of that memory goes on, and what to
    /// do in place of them.
    pub managed: Option<(&'static str, &'static str)>,
    /// The address space of memory that the threads of a block share.
    pub shared: u32,
    /// Bytes of variables there that one kernel may have.
    pub shared_bytes: u64,
    /// The address space of variables of a thread; 0: pointers to them are generic.
    pub variables: u32,
    /// How atomic additions name the threads of one device, among which they are.
    pub scope: &'static str,
    /// What says of an address whether it leads to memory of a thread's own, where atomic operations must not go; none where they may.
    pub own: Option<&'static str>,
    /// Whether threads that run together add a sum to a number that all of them read; the machine's compiler does it for others, which may only ask each other where
    /// no way has parted them.
    pub adds_together: bool,
    /// Whether an atomic addition of a number is a loop, which costs more than a question and a plain one.
    pub adds_by_loops: bool,
    /// Whether atomic operations on integers order nothing, though their instructions say that they do.
    pub counts_order_nothing: bool,
    /// The library's functions at which threads wait for each other, and see what the others have written before; and how fences name these threads,
    /// among which they order.
    pub barriers: &'static [(&'static str, &'static str)],
    /// How the names of barriers begin that are of some threads of a block only.
    pub warp_barriers: &'static [&'static str],
    /// How the names of functions begin that give the threads of a block different results, whatever they are given.
    pub differing: &'static [&'static str],
    /// What makes the numbers of threads.
    pub counts: Counts,
    /// How the names of functions begin that give all threads of a block the same, whatever they are given.
    pub joining: &'static [&'static str],
    /// A function of the vendor's library that is a fence.
    pub fence: Option<FenceCall>,
    /// Functions of the vendor's headers that go through memory byte by byte, by their names, and what they do: where to is first, how many bytes is last.
    pub bytes: &'static [(&'static str, Bytes)],
    /// What a text of inline assembly does, if that is known.
    pub assembly: fn(&str) -> Option<AssemblyMeaning>,
    /// The run-time library of derivatives on this machine, as LLVM IR. It defines what generated code calls instead of the host's:
    ///
    /// ```text
    /// ptr  enzyme_rs_tape_push(i64 bytes)       memory of the calling thread, aligned to 16
    /// ptr  enzyme_rs_tape_mark()                how much there is of it now
    /// void enzyme_rs_tape_release(ptr mark)     what was pushed since then is free
    /// void enzyme_rs_tape_give_back(ptr end, ptr used)
    ///                                           what lies between them is free, if the memory that ends there was pushed last
    /// void enzyme_rs_grid_clear(ptr at, i64 bytes)
    ///                                           all threads of a block set memory that they share to zero, and wait for each other before and behind
    /// i64  enzyme_rs_grid_row()                 how many threads the grid has, if they are one row of blocks of the same size, each of one row of threads; else -1
    /// i64  enzyme_rs_grid_across(), enzyme_rs_grid_down()
    ///                                           how many threads the grid has along its first and its second direction, if it has no third one, and its blocks are of the
    ///                                           same size; else -1
    /// void enzyme_rs_stop(ptr text, ptr, ptr)   ends the grid with a text, in which two others may stand
    /// void enzyme_rs_tape_missing(i64 needed, ptr kernel)
    ///                                           what a push calls where there is no room: ends the grid. The engine puts the name of the kernel in the place
    ///                                           of null
    /// ```
    pub library: &'static str,
    /// More of it, for modules with kernels that differentiated code of the host launches: these are handed the memory that their threads keep
    /// values in.
    ///
    /// ```text
    /// ptr  enzyme_rs_grid_enter(ptr room, i64 bytes, i64 first, i64 more, ptr note)
    ///                                           has each thread of the block keep values in its part of the room, of so many bytes, the first of which
    ///                                           lie among those of its neighbours; gives where these are. It may push others only where bit 0 of `more` is set,
    ///                                           and such that are spread where bit 1 is; each of these has as many bytes;
    ///                                           if there is too little room for them, the grid ends, and what a thread needs at least is noted, if there
    ///                                           is a place for it
    /// ptr  enzyme_rs_grid_enter_again(ptr room, i64 bytes, i64 first, i64 more, ptr note)
    ///                                           the same, where it was before, with all in use that was
    /// ptr  enzyme_rs_grid_cell(ptr firsts, i64 offset, i64 size)
    ///                                           where the calling thread has one of its first values, of so many bytes
    /// ptr  enzyme_rs_grid_push_spread(i64 bytes), void enzyme_rs_grid_give_back_spread(ptr end, ptr used)
    ///                                           as the functions of the tape, for memory whose words lie between those of neighbours (`core/src/synth/spread.rs`)
    /// void enzyme_rs_grid_add_all(ptr to, double value), enzyme_rs_grid_add_all_f32(ptr to, float value)
    ///                                           each thread adds its value to one number that all are given, or none if that is null
    /// void enzyme_rs_grid_give(ptr sum, ptr to, double value)
    ///                                           each thread of a block adds its value to a sum in memory that they share, of an address and a number: that to which the sum belongs,
    ///                                           or null, if the thread has nothing
    /// void enzyme_rs_grid_take(ptr sums, i64 count, i64 singles)
    ///                                           when all threads of the block have given, each sum is added to the number to which it belongs: of single
    ///                                           precision, where the bit of `singles` is set
    /// void enzyme_rs_grid_enter_given()         the same in a kernel that the program itself launches, with what the host has given
    /// void enzyme_rs_grid_enter_shared(i64 distance)
    ///                                           has `enzyme_rs_grid_distance` give this number to all threads of the block
    /// i64  enzyme_rs_grid_distance()            how far from shared memory whose size the launch says its shadow is
    /// void enzyme_rs_grid_enter_shadows(ptr shadows, i64 bytes)
    ///                                           has the threads of each block find shadows of shared memory in the block's part, of so many bytes, of memory of the device
    /// ptr  enzyme_rs_grid_shadow(i64 offset, i64 bytes)
    ///                                           where in that part a shadow begins that has so many bytes; 0: as many as the launch says
    /// void enzyme_rs_grid_raise(ptr last, ptr words, ptr at, double number, i1 replaces, i64 kind, i64 step)
    ///                                           notes in three words, so many bytes apart, where a number is, and which, that was the largest or the smallest when it came,
    ///                                           if it was; `last` leads to the last words of the thread before; `kind`: 1 for a number of double precision, 2 for words that are spread
    /// void enzyme_rs_grid_settle(ptr firsts)    behind the launch: the first word of those whose number is not there becomes 0. The place that `last` leads to is at
    ///                                           offset 8 of a thread's first values
    /// void enzyme_rs_grid_no_tangent()          nothing; who calls it has no tangent
    /// ```
    pub launches: &'static str,
}
