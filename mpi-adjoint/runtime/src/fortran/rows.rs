//! The functions of Fortran, one row each. Owns the kinds of their arguments, in the order of the standard. Must
//! not: hold logic.

use super::argument::{
    Address, Addresses, Argument, Buffer, Comm, Flag, Handle, Index, Indices, Info, Int, IntOut,
    Ints, Message, Op, Request, Requests, Status, Statuses, Type, Types, Win, Window, destinations,
    exchanged, number, processes, sources,
};
use super::{functions, length};
use crate::abi;
use crate::error::Site;
use crate::raw::MPI_Fint;
use std::ffi::{c_char, c_int, c_void};

/// The four modes of sending.
macro_rules! sends {
    ($($name:ident $fortran:ident $immediate:ident $fortran_immediate:ident $init:ident $fortran_init:ident;)*) => {
        functions! {$(
            $name $fortran(buf: Buffer, count: Int, datatype: Type, dest: Int, tag: Int, comm: Comm) [shadow];
            $immediate $fortran_immediate(
                buf: Buffer, count: Int, datatype: Type, dest: Int, tag: Int, comm: Comm, request: Request) [shadow];
            $init $fortran_init(
                buf: Buffer, count: Int, datatype: Type, dest: Int, tag: Int, comm: Comm, request: Request) [shadow];
        )*}
    };
}

/// The blocking form, the nonblocking one, which has a request more, and the persistent one, if the MPI has it.
macro_rules! collectives {
    ($($name:ident $fortran:ident $immediate:ident $fortran_immediate:ident $init:ident $fortran_init:ident
        ($($arg:ident: $kind:ident $([$length:expr])?),* $(,)?) [$($shadow:ident),*];)*) => {
        functions! {$(
            $name $fortran($($arg: $kind $([$length])?),*) [$($shadow),*];
            $immediate $fortran_immediate($($arg: $kind $([$length])?,)* request: Request) [$($shadow),*];
        )*}
        #[cfg(persistent_collectives)]
        functions! {$(
            $init $fortran_init(
                $($arg: $kind $([$length])?,)* info: Info, request: Request) [$($shadow),*];
        )*}
    };
}

sends! {
    Send mpi_send_ Isend mpi_isend_ Send_init mpi_send_init_;
    Ssend mpi_ssend_ Issend mpi_issend_ Ssend_init mpi_ssend_init_;
    Bsend mpi_bsend_ Ibsend mpi_ibsend_ Bsend_init mpi_bsend_init_;
    Rsend mpi_rsend_ Irsend mpi_irsend_ Rsend_init mpi_rsend_init_;
}

functions! {
    // Receives, packed data.
    Recv mpi_recv_(
        buf: Buffer, count: Int, datatype: Type, source: Int, tag: Int, comm: Comm, status: Status) [shadow];
    Irecv mpi_irecv_(
        buf: Buffer, count: Int, datatype: Type, source: Int, tag: Int, comm: Comm, request: Request) [shadow];
    Recv_init mpi_recv_init_(
        buf: Buffer, count: Int, datatype: Type, source: Int, tag: Int, comm: Comm, request: Request) [shadow];
    Sendrecv mpi_sendrecv_(
        send: Buffer, sendcount: Int, sendtype: Type, dest: Int, sendtag: Int, recv: Buffer, recvcount: Int,
        recvtype: Type, source: Int, recvtag: Int, comm: Comm, status: Status) [sent, received];
    Sendrecv_replace mpi_sendrecv_replace_(
        buf: Buffer, count: Int, datatype: Type, dest: Int, sendtag: Int, source: Int, recvtag: Int, comm: Comm,
        status: Status) [shadow];
    Mprobe mpi_mprobe_(source: Int, tag: Int, comm: Comm, message: Message, status: Status) [];
    Improbe mpi_improbe_(source: Int, tag: Int, comm: Comm, flag: Flag, message: Message, status: Status) [];
    Mrecv mpi_mrecv_(buf: Buffer, count: Int, datatype: Type, message: Message, status: Status) [shadow];
    Imrecv mpi_imrecv_(buf: Buffer, count: Int, datatype: Type, message: Message, request: Request) [shadow];
    Pack mpi_pack_(
        data: Buffer, count: Int, datatype: Type, packed: Buffer, size: Int, position: IntOut,
        comm: Comm) [data_shadow, packed_shadow];
    Unpack mpi_unpack_(
        packed: Buffer, size: Int, position: IntOut, data: Buffer, count: Int, datatype: Type,
        comm: Comm) [packed_shadow, data_shadow];

    // Requests.
    Start mpi_start_(request: Request) [];
    Startall mpi_startall_(count: Int, requests: Requests[number(count)]) [];
    Request_free mpi_request_free_(request: Request) [];
    Cancel mpi_cancel_(request: Request) [];
    Wait mpi_wait_(request: Request, status: Status) [];
    Test mpi_test_(request: Request, flag: Flag, status: Status) [];
    Request_get_status mpi_request_get_status_(request: Handle, flag: Flag, status: Status) [];
    Waitall mpi_waitall_(count: Int, requests: Requests[number(count)], statuses: Statuses[number(count)]) [];
    Testall mpi_testall_(
        count: Int, requests: Requests[number(count)], flag: Flag, statuses: Statuses[number(count)]) [];
    Waitany mpi_waitany_(count: Int, requests: Requests[number(count)], index: Index, status: Status) [];
    Testany mpi_testany_(
        count: Int, requests: Requests[number(count)], index: Index, flag: Flag, status: Status) [];
    Waitsome mpi_waitsome_(
        count: Int, requests: Requests[number(count)], done: IntOut, indices: Indices[number(count)],
        statuses: Statuses[number(count)]) [];
    Testsome mpi_testsome_(
        count: Int, requests: Requests[number(count)], done: IntOut, indices: Indices[number(count)],
        statuses: Statuses[number(count)]) [];

    // Windows.
    Win_create mpi_win_create_(
        base: Buffer, size: Address, unit: Int, info: Info, comm: Comm, window: Window) [shadow];
    Win_fence mpi_win_fence_(assert: Int, window: Win) [];
    Win_free mpi_win_free_(window: Window) [];
    Put mpi_put_(
        origin: Buffer, count: Int, datatype: Type, rank: Int, displacement: Address, target_count: Int,
        target_type: Type, window: Win) [shadow];
    Get mpi_get_(
        origin: Buffer, count: Int, datatype: Type, rank: Int, displacement: Address, target_count: Int,
        target_type: Type, window: Win) [shadow];
    Accumulate mpi_accumulate_(
        origin: Buffer, count: Int, datatype: Type, rank: Int, displacement: Address, target_count: Int,
        target_type: Type, op: Op, window: Win) [shadow];
}

functions! {
    Reduce_local mpi_reduce_local_(from: Buffer, to: Buffer, count: Int, datatype: Type, op: Op) [from_shadow, to_shadow];
}

collectives! {
    Barrier mpi_barrier_ Ibarrier mpi_ibarrier_ Barrier_init mpi_barrier_init_(comm: Comm) [];
    Bcast mpi_bcast_ Ibcast mpi_ibcast_ Bcast_init mpi_bcast_init_(buf: Buffer, count: Int, datatype: Type, root: Int, comm: Comm) [shadow];
    Reduce mpi_reduce_ Ireduce mpi_ireduce_ Reduce_init mpi_reduce_init_(
        send: Buffer, recv: Buffer, count: Int, datatype: Type, op: Op, root: Int, comm: Comm) [sent, received];
    Allreduce mpi_allreduce_ Iallreduce mpi_iallreduce_ Allreduce_init mpi_allreduce_init_(
        send: Buffer, recv: Buffer, count: Int, datatype: Type, op: Op, comm: Comm) [sent, received];
    Reduce_scatter mpi_reduce_scatter_ Ireduce_scatter mpi_ireduce_scatter_ Reduce_scatter_init mpi_reduce_scatter_init_(
        send: Buffer, recv: Buffer, counts: Ints, datatype: Type, op: Op, comm: Comm) [sent, received];
    Reduce_scatter_block mpi_reduce_scatter_block_ Ireduce_scatter_block mpi_ireduce_scatter_block_ Reduce_scatter_block_init mpi_reduce_scatter_block_init_(
        send: Buffer, recv: Buffer, count: Int, datatype: Type, op: Op, comm: Comm) [sent, received];
    Scan mpi_scan_ Iscan mpi_iscan_ Scan_init mpi_scan_init_(
        send: Buffer, recv: Buffer, count: Int, datatype: Type, op: Op, comm: Comm) [sent, received];
    Exscan mpi_exscan_ Iexscan mpi_iexscan_ Exscan_init mpi_exscan_init_(
        send: Buffer, recv: Buffer, count: Int, datatype: Type, op: Op, comm: Comm) [sent, received];
    Gather mpi_gather_ Igather mpi_igather_ Gather_init mpi_gather_init_(
        send: Buffer, sendcount: Int, sendtype: Type, recv: Buffer, recvcount: Int, recvtype: Type, root: Int,
        comm: Comm) [sent, received];
    Gatherv mpi_gatherv_ Igatherv mpi_igatherv_ Gatherv_init mpi_gatherv_init_(
        send: Buffer, sendcount: Int, sendtype: Type, recv: Buffer, recvcounts: Ints, recvdispls: Ints,
        recvtype: Type, root: Int, comm: Comm) [sent, received];
    Scatter mpi_scatter_ Iscatter mpi_iscatter_ Scatter_init mpi_scatter_init_(
        send: Buffer, sendcount: Int, sendtype: Type, recv: Buffer, recvcount: Int, recvtype: Type, root: Int,
        comm: Comm) [sent, received];
    Scatterv mpi_scatterv_ Iscatterv mpi_iscatterv_ Scatterv_init mpi_scatterv_init_(
        send: Buffer, sendcounts: Ints, senddispls: Ints, sendtype: Type, recv: Buffer, recvcount: Int,
        recvtype: Type, root: Int, comm: Comm) [sent, received];
    Allgather mpi_allgather_ Iallgather mpi_iallgather_ Allgather_init mpi_allgather_init_(
        send: Buffer, sendcount: Int, sendtype: Type, recv: Buffer, recvcount: Int, recvtype: Type,
        comm: Comm) [sent, received];
    Allgatherv mpi_allgatherv_ Iallgatherv mpi_iallgatherv_ Allgatherv_init mpi_allgatherv_init_(
        send: Buffer, sendcount: Int, sendtype: Type, recv: Buffer, recvcounts: Ints, recvdispls: Ints,
        recvtype: Type, comm: Comm) [sent, received];
    Alltoall mpi_alltoall_ Ialltoall mpi_ialltoall_ Alltoall_init mpi_alltoall_init_(
        send: Buffer, sendcount: Int, sendtype: Type, recv: Buffer, recvcount: Int, recvtype: Type,
        comm: Comm) [sent, received];
    Alltoallv mpi_alltoallv_ Ialltoallv mpi_ialltoallv_ Alltoallv_init mpi_alltoallv_init_(
        send: Buffer, sendcounts: Ints, senddispls: Ints, sendtype: Type, recv: Buffer, recvcounts: Ints,
        recvdispls: Ints, recvtype: Type, comm: Comm) [sent, received];
    Alltoallw mpi_alltoallw_ Ialltoallw mpi_ialltoallw_ Alltoallw_init mpi_alltoallw_init_(
        send: Buffer, sendcounts: Ints, senddispls: Ints, sendtypes: Types[exchanged(send, comm)], recv: Buffer,
        recvcounts: Ints, recvdispls: Ints, recvtypes: Types[processes(comm)], comm: Comm) [sent, received];
    Neighbor_allgather mpi_neighbor_allgather_ Ineighbor_allgather mpi_ineighbor_allgather_ Neighbor_allgather_init mpi_neighbor_allgather_init_(
        send: Buffer, sendcount: Int, sendtype: Type, recv: Buffer, recvcount: Int, recvtype: Type,
        comm: Comm) [sent, received];
    Neighbor_allgatherv mpi_neighbor_allgatherv_ Ineighbor_allgatherv mpi_ineighbor_allgatherv_ Neighbor_allgatherv_init mpi_neighbor_allgatherv_init_(
        send: Buffer, sendcount: Int, sendtype: Type, recv: Buffer, recvcounts: Ints, recvdispls: Ints,
        recvtype: Type, comm: Comm) [sent, received];
    Neighbor_alltoall mpi_neighbor_alltoall_ Ineighbor_alltoall mpi_ineighbor_alltoall_ Neighbor_alltoall_init mpi_neighbor_alltoall_init_(
        send: Buffer, sendcount: Int, sendtype: Type, recv: Buffer, recvcount: Int, recvtype: Type,
        comm: Comm) [sent, received];
    Neighbor_alltoallv mpi_neighbor_alltoallv_ Ineighbor_alltoallv mpi_ineighbor_alltoallv_ Neighbor_alltoallv_init mpi_neighbor_alltoallv_init_(
        send: Buffer, sendcounts: Ints, senddispls: Ints, sendtype: Type, recv: Buffer, recvcounts: Ints,
        recvdispls: Ints, recvtype: Type, comm: Comm) [sent, received];
    Neighbor_alltoallw mpi_neighbor_alltoallw_ Ineighbor_alltoallw mpi_ineighbor_alltoallw_ Neighbor_alltoallw_init mpi_neighbor_alltoallw_init_(
        send: Buffer, sendcounts: Ints, senddispls: Addresses, sendtypes: Types[destinations(comm)], recv: Buffer,
        recvcounts: Ints, recvdispls: Addresses, recvtypes: Types[sources(comm)], comm: Comm) [sent, received];
}
