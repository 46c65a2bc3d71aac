//! How long this rank waits in MPI: the functions of MPI that return when others have done something, timed.
//!
//! The program's calls come here by MPI's profiling interface, for the library is linked in front of the MPI; those that the library makes itself, for
//! derivatives and for the program's calls in differentiated code, by the names that `raw` hands on. A tool that defines the same functions sees the
//! program's calls as well: where it comes behind this library, it is called from here (`next`). Where it is preloaded, or linked in front, it wins, and
//! does not come here: then the clock has the library's own calls alone.
//!
//! A thread counts its own time: what other threads wait does not keep it from working. A call that is made within another one counts once.
//! What a program spends in MPI_Test and its kin is not counted, for it may work meanwhile.
//!
//! Owns: the clock, and which functions wait. Must not: change what they do.

use crate::next::{Next, name};
use mpi_sys::*;
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::mem::transmute;
use std::time::{Duration, Instant};

/// A thread's clock.
struct Clock {
    waited: Cell<Duration>,
    runs: Cell<bool>,
}

thread_local! {
    static CLOCK: Clock = const {
        Clock {
            waited: Cell::new(Duration::ZERO),
            runs: Cell::new(false),
        }
    };
}

/// How long this thread has waited so far.
pub(crate) fn waited() -> Duration {
    CLOCK.with(|clock| clock.waited.get())
}

/// Counts the time of a call that waits.
pub(crate) fn timed<R>(call: impl FnOnce() -> R) -> R {
    CLOCK.with(|clock| {
        if clock.runs.replace(true) {
            return call();
        }
        let begin = Instant::now();
        let result = call();
        clock.waited.set(clock.waited.get() + begin.elapsed());
        clock.runs.set(false);
        result
    })
}

type In = *const c_void;
type Out = *mut c_void;
type Int = c_int;
type Ints = *const c_int;
type Place = *mut c_int;
type Type = MPI_Datatype;
type Types = *const MPI_Datatype;
type Offsets = *const MPI_Aint;
type Op = MPI_Op;
type Comm = MPI_Comm;
type Group = MPI_Group;
type Window = MPI_Win;
type Message = *mut MPI_Message;
type Requests = *mut MPI_Request;
type Status = *mut MPI_Status;

/// Functions that wait, as the program calls them.
macro_rules! program {
    ($($name:ident $profiled:ident($($arg:ident: $type:ty),*);)*) => {$(
        /// As the MPI standard has it.
        ///
        /// # Safety
        /// That of the MPI function.
        #[unsafe(no_mangle)]
        #[allow(clippy::too_many_arguments, reason = "the arguments of the MPI function")]
        #[allow(non_snake_case, reason = "the name of the MPI function")]
        pub unsafe extern "C" fn $name($($arg: $type),*) -> c_int {
            type Function = unsafe extern "C" fn($($type),*) -> c_int;
            static NEXT: Next = Next::new(name!($name));
            let otherwise: Function = mpi_sys::$profiled;
            // SAFETY: what is next has the same name and type; the rest is what the caller owes.
            timed(|| unsafe {
                let next = transmute::<*mut c_void, Function>(NEXT.find(otherwise as *mut c_void));
                next($($arg),*)
            })
        }
    )*};
}

/// The same, and as this library calls them.
macro_rules! waits {
    ($($name:ident $profiled:ident($($arg:ident: $type:ty),*);)*) => {
        program! { $($name $profiled($($arg: $type),*);)* }

        /// By the names of the profiling interface.
        pub(crate) mod profiled {
            use super::*;
            $(
                #[allow(clippy::too_many_arguments, reason = "the arguments of the MPI function")]
                #[allow(non_snake_case, reason = "the name of the MPI function")]
                pub(crate) unsafe fn $profiled($($arg: $type),*) -> c_int {
                    // SAFETY: what the caller owes.
                    timed(|| unsafe { mpi_sys::$profiled($($arg),*) })
                }
            )*
        }
    };
}

#[rustfmt::skip] // a table
waits! {
    MPI_Send PMPI_Send(a: In, b: Int, c: Type, d: Int, e: Int, f: Comm);
    MPI_Ssend PMPI_Ssend(a: In, b: Int, c: Type, d: Int, e: Int, f: Comm);
    MPI_Bsend PMPI_Bsend(a: In, b: Int, c: Type, d: Int, e: Int, f: Comm);
    MPI_Rsend PMPI_Rsend(a: In, b: Int, c: Type, d: Int, e: Int, f: Comm);
    MPI_Recv PMPI_Recv(a: Out, b: Int, c: Type, d: Int, e: Int, f: Comm, g: Status);
    MPI_Mrecv PMPI_Mrecv(a: Out, b: Int, c: Type, d: Message, e: Status);
    MPI_Sendrecv PMPI_Sendrecv(a: In, b: Int, c: Type, d: Int, e: Int, f: Out, g: Int, h: Type, i: Int, j: Int, k: Comm, l: Status);
    MPI_Sendrecv_replace PMPI_Sendrecv_replace(a: Out, b: Int, c: Type, d: Int, e: Int, f: Int, g: Int, h: Comm, i: Status);
    MPI_Probe PMPI_Probe(a: Int, b: Int, c: Comm, d: Status);
    MPI_Mprobe PMPI_Mprobe(a: Int, b: Int, c: Comm, d: Message, e: Status);
    MPI_Wait PMPI_Wait(a: Requests, b: Status);
    MPI_Waitall PMPI_Waitall(a: Int, b: Requests, c: Status);
    MPI_Waitany PMPI_Waitany(a: Int, b: Requests, c: Place, d: Status);
    MPI_Waitsome PMPI_Waitsome(a: Int, b: Requests, c: Place, d: Place, e: Status);
    MPI_Barrier PMPI_Barrier(a: Comm);
    MPI_Bcast PMPI_Bcast(a: Out, b: Int, c: Type, d: Int, e: Comm);
    MPI_Gather PMPI_Gather(a: In, b: Int, c: Type, d: Out, e: Int, f: Type, g: Int, h: Comm);
    MPI_Gatherv PMPI_Gatherv(a: In, b: Int, c: Type, d: Out, e: Ints, f: Ints, g: Type, h: Int, i: Comm);
    MPI_Scatter PMPI_Scatter(a: In, b: Int, c: Type, d: Out, e: Int, f: Type, g: Int, h: Comm);
    MPI_Scatterv PMPI_Scatterv(a: In, b: Ints, c: Ints, d: Type, e: Out, f: Int, g: Type, h: Int, i: Comm);
    MPI_Allgather PMPI_Allgather(a: In, b: Int, c: Type, d: Out, e: Int, f: Type, g: Comm);
    MPI_Allgatherv PMPI_Allgatherv(a: In, b: Int, c: Type, d: Out, e: Ints, f: Ints, g: Type, h: Comm);
    MPI_Alltoall PMPI_Alltoall(a: In, b: Int, c: Type, d: Out, e: Int, f: Type, g: Comm);
    MPI_Alltoallv PMPI_Alltoallv(a: In, b: Ints, c: Ints, d: Type, e: Out, f: Ints, g: Ints, h: Type, i: Comm);
    MPI_Alltoallw PMPI_Alltoallw(a: In, b: Ints, c: Ints, d: Types, e: Out, f: Ints, g: Ints, h: Types, i: Comm);
    MPI_Neighbor_allgather PMPI_Neighbor_allgather(a: In, b: Int, c: Type, d: Out, e: Int, f: Type, g: Comm);
    MPI_Neighbor_allgatherv PMPI_Neighbor_allgatherv(a: In, b: Int, c: Type, d: Out, e: Ints, f: Ints, g: Type, h: Comm);
    MPI_Neighbor_alltoall PMPI_Neighbor_alltoall(a: In, b: Int, c: Type, d: Out, e: Int, f: Type, g: Comm);
    MPI_Neighbor_alltoallv PMPI_Neighbor_alltoallv(a: In, b: Ints, c: Ints, d: Type, e: Out, f: Ints, g: Ints, h: Type, i: Comm);
    MPI_Neighbor_alltoallw PMPI_Neighbor_alltoallw(a: In, b: Ints, c: Offsets, d: Types, e: Out, f: Ints, g: Offsets, h: Types, i: Comm);
    MPI_Reduce PMPI_Reduce(a: In, b: Out, c: Int, d: Type, e: Op, f: Int, g: Comm);
    MPI_Allreduce PMPI_Allreduce(a: In, b: Out, c: Int, d: Type, e: Op, f: Comm);
    MPI_Reduce_scatter PMPI_Reduce_scatter(a: In, b: Out, c: Ints, d: Type, e: Op, f: Comm);
    MPI_Reduce_scatter_block PMPI_Reduce_scatter_block(a: In, b: Out, c: Int, d: Type, e: Op, f: Comm);
    MPI_Scan PMPI_Scan(a: In, b: Out, c: Int, d: Type, e: Op, f: Comm);
    MPI_Exscan PMPI_Exscan(a: In, b: Out, c: Int, d: Type, e: Op, f: Comm);
    MPI_Win_fence PMPI_Win_fence(a: Int, b: Window);
}

#[rustfmt::skip] // a table
program! {
    MPI_Win_start PMPI_Win_start(a: Group, b: Int, c: Window);
    MPI_Win_complete PMPI_Win_complete(a: Window);
    MPI_Win_wait PMPI_Win_wait(a: Window);
    MPI_Win_lock PMPI_Win_lock(a: Int, b: Int, c: Int, d: Window);
    MPI_Win_lock_all PMPI_Win_lock_all(a: Int, b: Window);
    MPI_Win_unlock PMPI_Win_unlock(a: Int, b: Window);
    MPI_Win_unlock_all PMPI_Win_unlock_all(a: Window);
    MPI_Win_flush PMPI_Win_flush(a: Int, b: Window);
    MPI_Win_flush_all PMPI_Win_flush_all(a: Window);
}
