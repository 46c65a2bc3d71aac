//! Mistakes of programs, one a run: each has to end with a message that names the rank, the call, the place and
//! the remedy. tests/ranks.rs says which.
//!
//!     mpirun -n 2 mistakes NAME

#![allow(clippy::unwrap_used, reason = "a mistake in this program")]

use enzyme_rs_mpi::abi::{
    Allreduce, Get, Irecv, Isend, Mprobe, Neighbor_alltoallw, Put, Recv, Recv_init, Request_free,
    Send, Start, Wait, Win_create, Win_fence, Win_free,
};
use mpi_sys::*;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

const TEXT: &CStr = c"program.c:12";

fn main() {
    let name = std::env::args().nth(1).unwrap();
    let mut rank = 0;
    // SAFETY: the calls of a correct program, but for the mistake.
    unsafe {
        if name == "late" {
            PMPI_Init(ptr::null_mut(), ptr::null_mut());
        } else {
            MPI_Init(ptr::null_mut(), ptr::null_mut());
        }
        MPI_Comm_rank(RSMPI_COMM_WORLD, &raw mut rank);
        commit(&name, rank);
        MPI_Finalize();
    }
}

/// # Safety
/// MPI is running.
#[allow(clippy::too_many_lines, reason = "a list")]
unsafe fn commit(name: &str, rank: c_int) {
    let place: *const c_char = TEXT.as_ptr();
    let (mut data, mut shadow) = ([1.0; 4], [0.0; 4]);
    let data: *mut c_void = (&raw mut data).cast();
    let shadow: *mut c_void = (&raw mut shadow).cast();
    let shadow = &raw const shadow;
    let mut others = [[0.0; 4]; 2];
    let mut record: *mut c_void = ptr::null_mut();
    let record = &raw mut record;
    // SAFETY: the buffers are as long as the calls say, but for the mistake.
    unsafe {
        let (world, double, ignore) = (RSMPI_COMM_WORLD, RSMPI_DOUBLE, RSMPI_STATUS_IGNORE);
        let mut request = RSMPI_REQUEST_NULL;
        let request = &raw mut request;
        match (name, rank) {
            // Without interposition and enzyme_rs_mpi_attach.
            ("late", 0) => drop(Send::augmented(
                data, 4, double, 1, 1, world, shadow, 1, place, record,
            )),
            ("directions", 0) => {
                Send::tangent(data, 4, double, 1, 1, world, shadow, 1, place);
            }
            ("directions", 1) => {
                let two = [*shadow, (&raw mut others[0]).cast()];
                let two = two.as_ptr();
                Recv::tangent(data, 4, double, 0, 1, world, ignore, two, 2, place);
            }
            ("truncated", 0) => drop(MPI_Send(data, 4, double, 1, 1, world)),
            ("truncated", 1) => {
                Recv::augmented(
                    data, 2, double, 0, 1, world, ignore, shadow, 1, place, record,
                );
            }
            ("unfinished", 1) => {
                Irecv::augmented(
                    data, 4, double, 0, 1, world, request, shadow, 1, place, record,
                );
                MPI_Cancel(request);
                MPI_Wait(request, ignore);
                Irecv::reverse(*record);
            }
            ("started twice", 1) => {
                Recv_init::augmented(
                    data, 4, double, 0, 1, world, request, shadow, 1, place, record,
                );
                Start::augmented(request, 1, place, record);
                Start::augmented(request, 1, place, record);
            }
            ("freed", 1) => {
                Irecv::augmented(
                    data, 4, double, 0, 1, world, request, shadow, 1, place, record,
                );
                Request_free::augmented(request, 1, place, record);
            }
            ("bytes", 0) => {
                Send::augmented(data, 32, byte_type(), 1, 1, world, shadow, 1, place, record);
            }
            ("probed", 0) => {
                for _ in 0..2 {
                    Isend::tangent(data, 4, double, 1, 1, world, request, shadow, 1, place);
                    Wait::tangent(request, ignore, 1, place);
                }
            }
            ("probed", 1) => {
                let mut message = RSMPI_MESSAGE_NULL;
                Mprobe::tangent(0, 1, world, &raw mut message, ignore, 1, place);
                Recv::tangent(data, 4, double, 0, 1, world, ignore, shadow, 1, place);
            }
            ("unknown type", 0) => {
                let mut exotic = double;
                let distribution = [
                    4,
                    MPI_DISTRIBUTE_BLOCK as c_int,
                    MPI_DISTRIBUTE_DFLT_DARG,
                    1,
                ];
                let [items, block, any, one] = distribution.each_ref().map(ptr::from_ref);
                let order = MPI_ORDER_C as c_int;
                MPI_Type_create_darray(
                    1,
                    0,
                    1,
                    items,
                    block,
                    any,
                    one,
                    order,
                    double,
                    &raw mut exotic,
                );
                MPI_Type_commit(&raw mut exotic);
                Send::augmented(data, 1, exotic, 1, 1, world, shadow, 1, place, record);
            }
            ("unregistered", 1) => {
                let mut op = RSMPI_SUM;
                MPI_Op_create(Some(keep), 1, &raw mut op);
                let (sum, sums): (*mut c_void, *mut c_void) =
                    ((&raw mut others[0]).cast(), (&raw mut others[1]).cast());
                let sums = &raw const sums;
                Allreduce::augmented(
                    data, sum, 4, double, op, world, shadow, sums, 1, place, record,
                );
            }
            ("made outside", 0) => {
                MPI_Send_init(data, 4, double, 1, 1, world, request);
                Start::augmented(request, 1, place, record);
            }
            ("started outside", 1) => {
                MPI_Irecv(data, 4, double, 0, 1, world, request);
                Wait::augmented(request, ignore, 1, place, record);
            }
            ("started outside", 0) => drop(MPI_Send(data, 4, double, 1, 1, world)),
            ("bottom", 0) => {
                let (mut address, mut datatype) = (0, double);
                MPI_Get_address(data, &raw mut address);
                MPI_Type_create_hindexed(1, &4, &raw const address, double, &raw mut datatype);
                MPI_Type_commit(&raw mut datatype);
                Send::augmented(
                    ptr::null(),
                    1,
                    datatype,
                    1,
                    1,
                    world,
                    ptr::null(),
                    1,
                    place,
                    record,
                );
            }
            ("allocated", _) => {
                let (mut memory, mut window) = (ptr::null_mut::<f64>(), RSMPI_WIN_NULL);
                let (info, base, place_of) =
                    (RSMPI_INFO_NULL, (&raw mut memory).cast(), &raw mut window);
                MPI_Win_allocate(32, 8, info, world, base, place_of);
                MPI_Win_fence(0, window);
                if rank == 1 {
                    Get::augmented(
                        data, 4, double, 0, 0, 4, double, window, shadow, 1, place, record,
                    );
                }
            }
            ("moved", _) => moved(rank),
            ("lost", _) => lost(rank),
            _ => {}
        }
    }
}

/// No mistake of the program: each rank puts a number into the other's window, which begins at an odd multiple of
/// eight bytes.
unsafe fn moved(rank: c_int) {
    #[repr(align(16))]
    struct Memory([f64; 8]);
    let (mut memory, mut shadow) = (Memory([0.0; 8]), Memory([0.0; 8]));
    let mut given = [1.0, 2.0];
    let number = (&raw mut given[0]).cast();
    let tangent: *mut c_void = (&raw mut given[1]).cast();
    let tangent = &raw const tangent;
    let place: *const c_char = TEXT.as_ptr();
    // SAFETY: the buffers are as long as the calls say.
    unsafe {
        let base = (&raw mut memory.0[1]).cast();
        let base_shadow: *mut c_void = (&raw mut shadow.0[1]).cast();
        let base_shadow = &raw const base_shadow;
        let (info, world, double) = (RSMPI_INFO_NULL, RSMPI_COMM_WORLD, RSMPI_DOUBLE);
        let (mut window, other) = (RSMPI_WIN_NULL, 1 - rank);
        let handle = &raw mut window;
        Win_create::tangent(base, 56, 8, info, world, handle, base_shadow, 1, place);
        Win_fence::tangent(0, window, 1, place);
        Put::tangent(
            number, 1, double, other, 3, 1, double, window, tangent, 1, place,
        );
        Win_fence::tangent(0, window, 1, place);
        Win_free::tangent(handle, 1, place);
    }
    assert_eq!((memory.0[4], shadow.0[4]), (1.0, 2.0));
}

/// No mistake of the program: a number along each edge of a graph in which ranks have two edges to themselves.
unsafe fn lost(rank: c_int) {
    let (out, into): (Vec<c_int>, Vec<c_int>) = (
        (rank + 1..3).chain([rank, rank]).collect(),
        (0..rank).chain([rank, rank]).collect(),
    );
    let ((outs, ins), edges) = ((out.len(), into.len()), 4);
    let (sent, mut tangents) = (vec![1.0; edges], vec![2.0; edges]);
    let (mut come, mut shadow) = (vec![0.0; edges], vec![0.0; edges]);
    let starts: Vec<MPI_Aint> = (0..edges as MPI_Aint).map(|edge| 8 * edge).collect();
    let (ones, starts) = (vec![1; edges], starts.as_ptr());
    let tangents: *mut c_void = tangents.as_mut_ptr().cast();
    let shadows: *mut c_void = shadow.as_mut_ptr().cast();
    let place: *const c_char = TEXT.as_ptr();
    // SAFETY: lists and buffers have room for the edges.
    unsafe {
        let (world, double, mut comm) = (RSMPI_COMM_WORLD, RSMPI_DOUBLE, RSMPI_COMM_NULL);
        let (weights, types, ones) = (RSMPI_UNWEIGHTED(), vec![double; edges], ones.as_ptr());
        let ((outs_of, ins_of), types) = ((outs as c_int, ins as c_int), types.as_ptr());
        let (from, to, info) = (out.as_ptr(), into.as_ptr(), RSMPI_INFO_NULL);
        MPI_Dist_graph_create_adjacent(
            world,
            ins_of,
            to,
            weights,
            outs_of,
            from,
            weights,
            info,
            0,
            &raw mut comm,
        );
        Neighbor_alltoallw::tangent(
            sent.as_ptr().cast(),
            ones,
            starts,
            types,
            come.as_mut_ptr().cast(),
            ones,
            starts,
            types,
            comm,
            &raw const tangents,
            &raw const shadows,
            1,
            place,
        );
    }
    assert_eq!(come[..ins], vec![1.0; ins]);
    assert_eq!(shadow[..ins], vec![2.0; ins]);
}

/// An operator without a derivative.
unsafe extern "C" fn keep(_: *mut c_void, _: *mut c_void, _: *mut c_int, _: *mut MPI_Datatype) {}

/// MPI_BYTE, which mpi-sys does not name.
fn byte_type() -> MPI_Datatype {
    unsafe extern "C" {
        static enzyme_rs_mpi_internal_byte: MPI_Datatype;
    }
    // SAFETY: a constant.
    unsafe { enzyme_rs_mpi_internal_byte }
}
