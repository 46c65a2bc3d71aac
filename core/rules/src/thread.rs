//! Threads that the program starts and waits for by itself.
//!
//! A thread is a task (`region::TaskRule`) that has a handle: what it does is what the function that it runs does, once, and whoever waits for it finds
//! it by the handle.
//!
//! Owns: [`ThreadRule`]. Must not: name a library, or say how a derivative is made.

use crate::callee::Refused;
use crate::region::Peers;

/// A call that starts a thread, waits for one, or ends one. Positions count the call's operands from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadRule {
    /// What it does.
    pub call: ThreadCall,
    /// What a call is called that is another one, and what to do instead.
    pub otherwise: Refused,
}

/// What is done with a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ThreadCall {
    /// It is started.
    Start(ThreadStart),
    /// Its end is waited for.
    Join(ThreadJoin),
    /// The thread that calls it ends; the operand is its result.
    End(u8),
}

/// A call that starts a thread. The functions of the run-time library are, with `work` as of `region::TeamRule`:
///
/// ```text
/// void  next     (void *handle, void *attributes)           where the handle of the next thread goes; a call with a rule of its own
/// void  run      (work, context, bytes)                     a thread does a copy of the context
/// void *augmented(work, work reverse, context, bytes)       the same, and gives a record
/// void  reverse  (void *record, context)                    waits until the thread is reversed, copies its context back, and ends the record
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadStart {
    /// Where the thread's handle goes.
    pub handle: u8,
    /// How it is to be started, if the call says so.
    pub attributes: Option<u8>,
    /// What it runs.
    pub body: ThreadBody,
    /// Tells the library of the next thread.
    pub next: &'static str,
    /// Runs a tangent.
    pub run: &'static str,
    /// Runs an augmented primal.
    pub augmented: &'static str,
    /// Waits for a reverse half.
    pub reverse: &'static str,
    /// What all threads of the program are to each other.
    pub peers: Peers,
}

/// What a thread runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadBody {
    /// A function of one pointer that returns one.
    Function {
        /// The function.
        function: u8,
        /// What it is given.
        argument: u8,
    },
    /// Virtual functions of an object that the call takes over.
    Object {
        /// Leads to the pointer to the object, which is null afterwards.
        holder: u8,
        /// Where in the object's table of virtual functions the one is that is run, in bytes.
        runs: u64,
        /// The one that ends the object.
        ends: u64,
    },
}

/// A call that waits for the end of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreadJoin {
    /// Which thread.
    pub thread: Handle,
    /// Where its result goes, if it is wanted: a pointer.
    pub result: Option<u8>,
    /// `void lost(void)`: ends the program where the thread was started by another function than the one that wants its result.
    pub lost: &'static str,
    /// `void join(u64 handle)`: a call with a rule of its own.
    pub by: &'static str,
}

/// How a call says which thread is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handle {
    /// By its handle.
    Given(u8),
    /// By the address of the handle, which is 0 afterwards.
    At(u8),
}
