//! Collective communication: each row makes a blocking, a nonblocking and a persistent function, the last where the
//! MPI has it.

use super::{functions, primal, shadows};
use crate::adjoint;
use crate::bases::Bases;
use crate::collective::{self as call, Collective, Layout, Operands, Shape, Side};
#[cfg(persistent_collectives)]
use crate::collective::{Keep, Persistent};
use crate::data::Data;
use crate::error::Site;
#[cfg(persistent_collectives)]
use crate::raw::MPI_Info;
use crate::raw::{self, MPI_Aint, MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request};
use std::ffi::{c_char, c_int, c_void};

/// The forms of each function. `immediate` tells a derivative whether the primal may still be under way.
///
///     Name Iname Name_init: PMPI_Name PMPI_Iname(argument: type, …) [shadow, …] |immediate| = the derivative;
macro_rules! collectives {
    ($($name:ident $immediate:ident $persistent:ident: $primal:ident $primal_immediate:ident
        ($($arg:ident: $type:ty),* $(,)?) [$($shadow:ident),*] |$is_immediate:ident|
        = $derivative:ident($($value:expr),* $(,)?);)*) => {
        functions! {$(
            $name($($arg: $type),*) [$($shadow),*] = Collective {
                make: |site: &Site| {
                    let $is_immediate = false;
                    let _ = $is_immediate;
                    call::$derivative(site, $($value),*)
                },
                request: None,
                primal: || primal!($primal($($arg),*)),
            };

            $immediate($($arg: $type,)* request: *mut MPI_Request) [$($shadow),*] = Collective {
                make: |site: &Site| {
                    let $is_immediate = true;
                    let _ = $is_immediate;
                    call::$derivative(site, $($value),*)
                },
                request: Some(request),
                primal: || primal!($primal_immediate($($arg,)* request)),
            };
        )*}

        #[cfg(persistent_collectives)]
        functions! {$(
            $persistent($($arg: $type,)* info: MPI_Info, request: *mut MPI_Request) [$($shadow),*] = Persistent {
                make: {
                    $(let $arg = Keep::keep($arg);)*
                    move |site: &Site| {
                        let $is_immediate = true;
                        let _ = $is_immediate;
                        $(let $arg = <$type as Keep>::of(&$arg);)*
                        call::$derivative(site, $($value),*)
                    }
                },
                primal: || {
                    unsafe extern "C" {
                        #[link_name = concat!(persistent_prefix!(), stringify!($persistent))]
                        fn init($($arg: $type,)* info: MPI_Info, request: *mut MPI_Request) -> c_int;
                    }
                    // SAFETY: the arguments are the program's.
                    unsafe { (init($($arg,)* info, request), *request) }
                },
            };
        )*}
    };
}

/// How the names of these functions begin in the MPI at hand: those of MPI 4.0, or of an extension before it.
#[cfg(all(persistent_collectives, not(persistent_extension)))]
macro_rules! persistent_prefix {
    () => {
        "PMPI_"
    };
}
#[cfg(persistent_extension)]
macro_rules! persistent_prefix {
    () => {
        "PMPIX_"
    };
}

/// A buffer whose blocks are all of one size.
fn even(address: *const c_void, count: c_int, datatype: MPI_Datatype, shadow: &Bases) -> Side {
    side(address, Layout::Even { count, datatype }, shadow)
}

/// A buffer with counts and displacements.
fn listed(
    address: *const c_void,
    counts: *const c_int,
    displacements: *const c_int,
    datatype: MPI_Datatype,
    shadow: &Bases,
) -> Side {
    let layout = Layout::Listed {
        counts,
        displacements,
        datatype,
    };
    side(address, layout, shadow)
}

/// A buffer with counts, displacements and datatypes.
fn typed(
    address: *const c_void,
    counts: *const c_int,
    displacements: *const c_int,
    datatypes: *const MPI_Datatype,
    shadow: &Bases,
) -> Side {
    let layout = Layout::Typed {
        counts,
        displacements,
        datatypes,
    };
    side(address, layout, shadow)
}

/// The same with wide displacements.
fn typed_wide(
    address: *const c_void,
    counts: *const c_int,
    displacements: *const MPI_Aint,
    datatypes: *const MPI_Datatype,
    shadow: &Bases,
) -> Side {
    let layout = Layout::TypedWide {
        counts,
        displacements,
        datatypes,
    };
    side(address, layout, shadow)
}

fn side(address: *const c_void, layout: Layout, shadow: &Bases) -> Side {
    Side {
        address,
        layout,
        shadow: shadow.clone(),
        in_place: call::in_place(address),
    }
}

fn operands(
    (send, receive): (*const c_void, *mut c_void),
    (count, datatype, op): (c_int, MPI_Datatype, MPI_Op),
    comm: MPI_Comm,
    (send_shadow, receive_shadow): (&Bases, &Bases),
) -> Operands {
    Operands {
        send,
        receive,
        count,
        datatype,
        op,
        comm,
        send_shadow: send_shadow.clone(),
        receive_shadow: receive_shadow.clone(),
    }
}

functions! {
    Reduce_local(inbuf: *const c_void, inoutbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op)
        [from, to]
        = call::ReduceLocal {
            from: Data { address: inbuf, count, datatype, shadow: from },
            to: Data { address: inoutbuf, count, datatype, shadow: to },
            op,
            primal: || primal!(PMPI_Reduce_local(inbuf, inoutbuf, count, datatype, op)),
        };
}

collectives! {
    Barrier Ibarrier Barrier_init: PMPI_Barrier PMPI_Ibarrier(comm: MPI_Comm) [] |immediate|
        = barrier(comm);

    Bcast Ibcast Bcast_init: PMPI_Bcast PMPI_Ibcast(
        buffer: *mut c_void, count: c_int, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm)
        [shadow] |immediate|
        = bcast(even(buffer, count, datatype, &shadow), root, comm);

    Reduce Ireduce Reduce_init: PMPI_Reduce PMPI_Ireduce(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op,
        root: c_int, comm: MPI_Comm)
        [sent, received] |immediate|
        = reduction(
            Shape::Reduce { root },
            operands((sendbuf, recvbuf), (count, datatype, op), comm, (&sent, &received)),
        );

    Allreduce Iallreduce Allreduce_init: PMPI_Allreduce PMPI_Iallreduce(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op,
        comm: MPI_Comm)
        [sent, received] |immediate|
        = reduction(
            Shape::Allreduce,
            operands((sendbuf, recvbuf), (count, datatype, op), comm, (&sent, &received)),
        );

    Reduce_scatter Ireduce_scatter Reduce_scatter_init: PMPI_Reduce_scatter PMPI_Ireduce_scatter(
        sendbuf: *const c_void, recvbuf: *mut c_void, counts: *const c_int, datatype: MPI_Datatype,
        op: MPI_Op, comm: MPI_Comm)
        [sent, received] |immediate|
        = reduction(
            Shape::ReduceScatter { counts },
            operands((sendbuf, recvbuf), (0, datatype, op), comm, (&sent, &received)),
        );

    Reduce_scatter_block Ireduce_scatter_block Reduce_scatter_block_init: PMPI_Reduce_scatter_block PMPI_Ireduce_scatter_block(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op,
        comm: MPI_Comm)
        [sent, received] |immediate|
        = reduction(
            Shape::ReduceScatterBlock,
            operands((sendbuf, recvbuf), (count, datatype, op), comm, (&sent, &received)),
        );

    Scan Iscan Scan_init: PMPI_Scan PMPI_Iscan(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op,
        comm: MPI_Comm)
        [sent, received] |immediate|
        = reduction(
            Shape::Scan,
            operands((sendbuf, recvbuf), (count, datatype, op), comm, (&sent, &received)),
        );

    Exscan Iexscan Exscan_init: PMPI_Exscan PMPI_Iexscan(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op,
        comm: MPI_Comm)
        [sent, received] |immediate|
        = reduction(
            Shape::Exscan,
            operands((sendbuf, recvbuf), (count, datatype, op), comm, (&sent, &received)),
        );

    Gather Igather Gather_init: PMPI_Gather PMPI_Igather(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
        recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm)
        [sent, received] |immediate|
        = gather(
            even(sendbuf, sendcount, sendtype, &sent),
            even(recvbuf, recvcount, recvtype, &received),
            root,
            comm,
        );

    Gatherv Igatherv Gatherv_init: PMPI_Gatherv PMPI_Igatherv(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
        recvcounts: *const c_int, displacements: *const c_int, recvtype: MPI_Datatype, root: c_int,
        comm: MPI_Comm)
        [sent, received] |immediate|
        = gather(
            even(sendbuf, sendcount, sendtype, &sent),
            listed(recvbuf, recvcounts, displacements, recvtype, &received),
            root,
            comm,
        );

    Scatter Iscatter Scatter_init: PMPI_Scatter PMPI_Iscatter(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
        recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm)
        [sent, received] |immediate|
        = scatter(
            even(sendbuf, sendcount, sendtype, &sent),
            even(recvbuf, recvcount, recvtype, &received),
            root,
            comm,
        );

    Scatterv Iscatterv Scatterv_init: PMPI_Scatterv PMPI_Iscatterv(
        sendbuf: *const c_void, sendcounts: *const c_int, displacements: *const c_int,
        sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype,
        root: c_int, comm: MPI_Comm)
        [sent, received] |immediate|
        = scatter(
            listed(sendbuf, sendcounts, displacements, sendtype, &sent),
            even(recvbuf, recvcount, recvtype, &received),
            root,
            comm,
        );

    Allgather Iallgather Allgather_init: PMPI_Allgather PMPI_Iallgather(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
        recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm)
        [sent, received] |immediate|
        = allgather(
            even(sendbuf, sendcount, sendtype, &sent),
            even(recvbuf, recvcount, recvtype, &received),
            comm,
        );

    Allgatherv Iallgatherv Allgatherv_init: PMPI_Allgatherv PMPI_Iallgatherv(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
        recvcounts: *const c_int, displacements: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm)
        [sent, received] |immediate|
        = allgather(
            even(sendbuf, sendcount, sendtype, &sent),
            listed(recvbuf, recvcounts, displacements, recvtype, &received),
            comm,
        );

    Alltoall Ialltoall Alltoall_init: PMPI_Alltoall PMPI_Ialltoall(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
        recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm)
        [sent, received] |immediate|
        = alltoall(
            even(sendbuf, sendcount, sendtype, &sent),
            even(recvbuf, recvcount, recvtype, &received),
            comm,
        );

    Alltoallv Ialltoallv Alltoallv_init: PMPI_Alltoallv PMPI_Ialltoallv(
        sendbuf: *const c_void, sendcounts: *const c_int, senddispls: *const c_int,
        sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, recvdispls: *const c_int,
        recvtype: MPI_Datatype, comm: MPI_Comm)
        [sent, received] |immediate|
        = alltoall(
            listed(sendbuf, sendcounts, senddispls, sendtype, &sent),
            listed(recvbuf, recvcounts, recvdispls, recvtype, &received),
            comm,
        );

    Alltoallw Ialltoallw Alltoallw_init: PMPI_Alltoallw PMPI_Ialltoallw(
        sendbuf: *const c_void, sendcounts: *const c_int, senddispls: *const c_int,
        sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int,
        recvdispls: *const c_int, recvtypes: *const MPI_Datatype, comm: MPI_Comm)
        [sent, received] |immediate|
        = alltoall(
            typed(sendbuf, sendcounts, senddispls, sendtypes, &sent),
            typed(recvbuf, recvcounts, recvdispls, recvtypes, &received),
            comm,
        );

    Neighbor_allgather Ineighbor_allgather Neighbor_allgather_init: PMPI_Neighbor_allgather PMPI_Ineighbor_allgather(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
        recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm)
        [sent, received] |immediate|
        = neighbour_allgather(
            even(sendbuf, sendcount, sendtype, &sent),
            even(recvbuf, recvcount, recvtype, &received),
            comm,
            immediate,
        );

    Neighbor_allgatherv Ineighbor_allgatherv Neighbor_allgatherv_init: PMPI_Neighbor_allgatherv PMPI_Ineighbor_allgatherv(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
        recvcounts: *const c_int, displacements: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm)
        [sent, received] |immediate|
        = neighbour_allgather(
            even(sendbuf, sendcount, sendtype, &sent),
            listed(recvbuf, recvcounts, displacements, recvtype, &received),
            comm,
            immediate,
        );

    Neighbor_alltoall Ineighbor_alltoall Neighbor_alltoall_init: PMPI_Neighbor_alltoall PMPI_Ineighbor_alltoall(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
        recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm)
        [sent, received] |immediate|
        = neighbour_alltoall(
            even(sendbuf, sendcount, sendtype, &sent),
            even(recvbuf, recvcount, recvtype, &received),
            comm,
            immediate,
        );

    Neighbor_alltoallv Ineighbor_alltoallv Neighbor_alltoallv_init: PMPI_Neighbor_alltoallv PMPI_Ineighbor_alltoallv(
        sendbuf: *const c_void, sendcounts: *const c_int, senddispls: *const c_int,
        sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, recvdispls: *const c_int,
        recvtype: MPI_Datatype, comm: MPI_Comm)
        [sent, received] |immediate|
        = neighbour_alltoall(
            listed(sendbuf, sendcounts, senddispls, sendtype, &sent),
            listed(recvbuf, recvcounts, recvdispls, recvtype, &received),
            comm,
            immediate,
        );

    Neighbor_alltoallw Ineighbor_alltoallw Neighbor_alltoallw_init: PMPI_Neighbor_alltoallw PMPI_Ineighbor_alltoallw(
        sendbuf: *const c_void, sendcounts: *const c_int, senddispls: *const MPI_Aint,
        sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int,
        recvdispls: *const MPI_Aint, recvtypes: *const MPI_Datatype, comm: MPI_Comm)
        [sent, received] |immediate|
        = neighbour_alltoall(
            typed_wide(sendbuf, sendcounts, senddispls, sendtypes, &sent),
            typed_wide(recvbuf, recvcounts, recvdispls, recvtypes, &received),
            comm,
            immediate,
        );
}
