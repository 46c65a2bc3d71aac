//! What the MPI at hand defines: its types and functions, and the constants that its header has as macros.
//! Owns the wrappers that turn handles into plain values. Must not: decide anything.

/// Those that wait are timed.
pub(crate) use crate::waiting::profiled::{
    PMPI_Allgather, PMPI_Allgatherv, PMPI_Allreduce, PMPI_Alltoall, PMPI_Alltoallv, PMPI_Alltoallw,
    PMPI_Barrier, PMPI_Bcast, PMPI_Bsend, PMPI_Exscan, PMPI_Gather, PMPI_Gatherv, PMPI_Mprobe,
    PMPI_Mrecv, PMPI_Neighbor_allgather, PMPI_Neighbor_allgatherv, PMPI_Neighbor_alltoall,
    PMPI_Neighbor_alltoallv, PMPI_Neighbor_alltoallw, PMPI_Probe, PMPI_Recv, PMPI_Reduce,
    PMPI_Reduce_scatter, PMPI_Reduce_scatter_block, PMPI_Rsend, PMPI_Scan, PMPI_Scatter,
    PMPI_Scatterv, PMPI_Send, PMPI_Sendrecv, PMPI_Sendrecv_replace, PMPI_Ssend, PMPI_Wait,
    PMPI_Waitall, PMPI_Waitany, PMPI_Waitsome, PMPI_Win_fence,
};
/// Fortran's INTEGER.
pub(crate) use mpi_sys::RSMPI_Fint as MPI_Fint;
pub(crate) use mpi_sys::*;
use std::ffi::{c_char, c_int, c_void};
use std::mem::MaybeUninit;

/// A row of the table in constants.c.
#[repr(C)]
pub(crate) struct BasicRow {
    pub(crate) datatype: MPI_Datatype,
    pub(crate) name: *const c_char,
    pub(crate) basic: c_int,
}

unsafe extern "C" {
    static enzyme_rs_mpi_internal_basics: [BasicRow; 0];
    static enzyme_rs_mpi_internal_basic_count: usize;
    static enzyme_rs_mpi_internal_combiners: [c_int; 15];
    static enzyme_rs_mpi_internal_byte: MPI_Datatype;
    static enzyme_rs_mpi_internal_long_double: MPI_Datatype;
    static enzyme_rs_mpi_internal_packed: MPI_Datatype;
    static enzyme_rs_mpi_internal_in_place: *const c_void;
    static enzyme_rs_mpi_internal_order_c: c_int;
    static enzyme_rs_mpi_internal_minloc: MPI_Op;
    static enzyme_rs_mpi_internal_maxloc: MPI_Op;
    static enzyme_rs_mpi_internal_replace: MPI_Op;
    static enzyme_rs_mpi_internal_op_null: MPI_Op;
    static enzyme_rs_mpi_internal_win_base: c_int;
}

/// The basic datatypes of this MPI; some may be `MPI_DATATYPE_NULL`.
pub(crate) fn basics() -> &'static [BasicRow] {
    // SAFETY: the table of constants.c has as many rows as it says, and never changes.
    unsafe {
        std::slice::from_raw_parts(
            (&raw const enzyme_rs_mpi_internal_basics).cast(),
            enzyme_rs_mpi_internal_basic_count,
        )
    }
}

/// A value that constants.c defines.
macro_rules! constant {
    ($(#[$doc:meta] $name:ident: $type:ty = $symbol:ident;)*) => {$(
        #[$doc]
        pub(crate) fn $name() -> $type {
            // SAFETY: defined in C, never changed.
            unsafe { $symbol }
        }
    )*};
}

constant! {
    /// The codes of type constructors, in the order of `datatype::walk::Combiner`.
    combiners: [c_int; 15] = enzyme_rs_mpi_internal_combiners;
    /// `MPI_BYTE`
    byte: MPI_Datatype = enzyme_rs_mpi_internal_byte;
    /// `MPI_FLOAT`
    float: MPI_Datatype = RSMPI_FLOAT;
    /// `MPI_DOUBLE`
    double: MPI_Datatype = RSMPI_DOUBLE;
    /// `MPI_LONG_DOUBLE`
    long_double: MPI_Datatype = enzyme_rs_mpi_internal_long_double;
    /// `MPI_SUM`
    sum: MPI_Op = RSMPI_SUM;
    /// `MPI_PROD`
    prod: MPI_Op = RSMPI_PROD;
    /// `MPI_MIN`
    min: MPI_Op = RSMPI_MIN;
    /// `MPI_MAX`
    max: MPI_Op = RSMPI_MAX;
    /// `MPI_MINLOC`
    minloc: MPI_Op = enzyme_rs_mpi_internal_minloc;
    /// `MPI_MAXLOC`
    maxloc: MPI_Op = enzyme_rs_mpi_internal_maxloc;
    /// `MPI_REPLACE`
    replace: MPI_Op = enzyme_rs_mpi_internal_replace;
    /// `MPI_OP_NULL`
    op_null: MPI_Op = enzyme_rs_mpi_internal_op_null;
    /// `MPI_INT32_T`
    int: MPI_Datatype = RSMPI_INT32_T;
    /// `MPI_UINT32_T`
    word: MPI_Datatype = RSMPI_UINT32_T;
    /// `MPI_UINT64_T`
    long_word: MPI_Datatype = RSMPI_UINT64_T;
    /// `MPI_PACKED`
    packed: MPI_Datatype = enzyme_rs_mpi_internal_packed;
    /// `MPI_IN_PLACE`
    in_place: *const c_void = enzyme_rs_mpi_internal_in_place;
    /// `MPI_WIN_BASE`
    win_base: c_int = enzyme_rs_mpi_internal_win_base;
    /// `MPI_ORDER_C`
    order_c: c_int = enzyme_rs_mpi_internal_order_c;
    /// `MPI_DATATYPE_NULL`
    datatype_null: MPI_Datatype = RSMPI_DATATYPE_NULL;
    /// `MPI_COMM_NULL`
    comm_null: MPI_Comm = RSMPI_COMM_NULL;
    /// `MPI_COMM_WORLD`
    comm_world: MPI_Comm = RSMPI_COMM_WORLD;
    /// `MPI_COMM_SELF`
    comm_self: MPI_Comm = RSMPI_COMM_SELF;
    /// `MPI_REQUEST_NULL`
    request_null: MPI_Request = RSMPI_REQUEST_NULL;
    /// `MPI_MESSAGE_NO_PROC`
    message_no_proc: MPI_Message = RSMPI_MESSAGE_NO_PROC;
    /// `MPI_STATUS_IGNORE`
    status_ignore: *mut MPI_Status = RSMPI_STATUS_IGNORE;
    /// `MPI_STATUSES_IGNORE`
    statuses_ignore: *mut MPI_Status = RSMPI_STATUSES_IGNORE;
    /// `MPI_ERRORS_RETURN`
    errors_return: MPI_Errhandler = RSMPI_ERRORS_RETURN;
}

/// `MPI_SUCCESS`
pub(crate) const SUCCESS: c_int = MPI_SUCCESS as c_int;

/// An MPI handle: a pointer in OpenMPI, an integer in MPICH.
pub(crate) trait Handle: Copy {
    /// Its bits, as a key for tables.
    fn bits(self) -> usize;
}

macro_rules! handles {
    ($($handle:ident)*) => {$(
        impl Handle for $handle {
            fn bits(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

handles!(MPI_Comm MPI_Datatype MPI_Request MPI_Message MPI_Op MPI_Win);

/// A handle that may go from thread to thread, as MPI allows.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub(crate) struct Shared<T>(pub(crate) T);

// SAFETY: a handle names an object of the MPI, which any thread may name.
unsafe impl<T: Handle> Send for Shared<T> {}
// SAFETY: as above.
unsafe impl<T: Handle> Sync for Shared<T> {}

/// A status to be filled in.
pub(crate) fn empty_status() -> MPI_Status {
    // SAFETY: a structure of integers, of which every pattern is valid.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

/// Bytes of the message that a status tells of.
pub(crate) fn bytes_of(status: &MPI_Status) -> usize {
    let mut bytes: MPI_Count = 0;
    // SAFETY: a status that MPI has filled in; a place for the answer.
    unsafe { PMPI_Get_elements_x(status, byte(), &raw mut bytes) };
    usize::try_from(bytes).unwrap_or(0)
}
