//! Neighbourhood collectives on Cartesian and graph topologies.

use super::{Form, collective, forms};
use crate::Case;
use crate::machine::Machine;
use crate::shapes::{Shape, count};
use mpi_sys::*;
use std::ffi::c_int;

pub(crate) const CASES: &[Case] = forms! {
    "Neighbor_allgather" new: |m, s, n, f| each(m, s, n, f, allgather);
    "Neighbor_allgatherv" new: |m, s, n, f| each(m, s, n, f, allgatherv);
    "Neighbor_alltoall" new: |m, s, n, f| each(m, s, n, f, alltoall);
    "Neighbor_alltoallv" new: |m, s, n, f| each(m, s, n, f, alltoallv);
    "Neighbor_alltoallw" new: |m, s, n, f| each(m, s, n, f, alltoallw);
};

/// A communicator with a topology, and how many blocks this rank sends and receives.
struct Topology {
    comm: MPI_Comm,
    out: usize,
    into: usize,
    directed: bool,
}

type Run = fn(&mut Machine, &Shape, usize, Form, &Topology);

/// A periodic line, one with ends, a graph of a ring, and a directed one where each rank sends to all later
/// ranks and twice to itself.
fn topologies(m: &Machine) -> Vec<Topology> {
    let (size, world) = (m.size, crate::tools::world());
    // SAFETY: a constant of the MPI.
    let null = unsafe { RSMPI_COMM_NULL };
    let mut comms = [null; 4];
    let ring: Vec<c_int> = (0..size)
        .flat_map(|rank| [(rank + size - 1) % size, (rank + 1) % size])
        .collect();
    let ends: Vec<c_int> = (1..=size).map(|rank| 2 * rank).collect();
    let out: Vec<c_int> = (m.rank + 1..size).chain([m.rank, m.rank]).collect();
    let into: Vec<c_int> = (0..m.rank).chain([m.rank, m.rank]).collect();
    // SAFETY: calls with lists as long as MPI asks for; those of the library, which gives shadows.
    unsafe {
        let unweighted = RSMPI_UNWEIGHTED();
        MPI_Cart_create(
            world,
            1,
            [size].as_ptr(),
            [1].as_ptr(),
            0,
            &raw mut comms[0],
        );
        MPI_Cart_create(
            world,
            1,
            [size].as_ptr(),
            [0].as_ptr(),
            0,
            &raw mut comms[1],
        );
        MPI_Graph_create(
            world,
            size,
            ends.as_ptr(),
            ring.as_ptr(),
            0,
            &raw mut comms[2],
        );
        MPI_Dist_graph_create_adjacent(
            world,
            count(into.len()),
            into.as_ptr(),
            unweighted,
            count(out.len()),
            out.as_ptr(),
            unweighted,
            RSMPI_INFO_NULL,
            0,
            &raw mut comms[3],
        );
    }
    let degrees = [(2, 2), (2, 2), (2, 2), (out.len(), into.len())];
    let topologies = comms.into_iter().zip(degrees);
    topologies
        .enumerate()
        .map(|(i, (comm, (out, into)))| Topology {
            comm,
            out,
            into,
            directed: i == 3,
        })
        .collect()
}

fn each(m: &mut Machine, shape: &Shape, items: usize, form: Form, run: Run) {
    if form.in_place {
        return;
    }
    for mut topology in topologies(m) {
        run(m, shape, items, form, &topology);
        // SAFETY: the library keeps the shadow as long as it is needed.
        unsafe { MPI_Comm_free(&raw mut topology.comm) };
    }
}

fn allgather(m: &mut Machine, shape: &Shape, items: usize, form: Form, topology: &Topology) {
    let (n, datatype) = (count(items), shape.datatype);
    let (from, to) = (
        m.buffer(shape, items),
        m.buffer(shape, topology.into * items),
    );
    collective!(
        m,
        form,
        Neighbor_allgather Ineighbor_allgather Neighbor_allgather_init(
            m.data(from), n, datatype, m.data(to), n, datatype, topology.comm)
            [m.shadow(from), m.shadow(to)]
    );
}

/// Blocks in reverse order.
fn lists(blocks: usize, items: usize) -> (Vec<c_int>, Vec<c_int>) {
    let starts = (0..blocks).rev().map(|block| count(block * items));
    (vec![count(items); blocks], starts.collect())
}

fn allgatherv(m: &mut Machine, shape: &Shape, items: usize, form: Form, topology: &Topology) {
    let (n, datatype) = (count(items), shape.datatype);
    let (from, to) = (
        m.buffer(shape, items),
        m.buffer(shape, topology.into * items),
    );
    let (counts, starts) = lists(topology.into, items);
    let (counts, starts) = (counts.as_ptr(), starts.as_ptr());
    collective!(
        m,
        form,
        Neighbor_allgatherv Ineighbor_allgatherv Neighbor_allgatherv_init(
            m.data(from), n, datatype, m.data(to), counts, starts, datatype, topology.comm)
            [m.shadow(from), m.shadow(to)]
    );
}

fn alltoall(m: &mut Machine, shape: &Shape, items: usize, form: Form, topology: &Topology) {
    let (n, datatype) = (count(items), shape.datatype);
    let from = m.buffer(shape, topology.out * items);
    let to = m.buffer(shape, topology.into * items);
    collective!(
        m,
        form,
        Neighbor_alltoall Ineighbor_alltoall Neighbor_alltoall_init(
            m.data(from), n, datatype, m.data(to), n, datatype, topology.comm)
            [m.shadow(from), m.shadow(to)]
    );
}

fn alltoallv(m: &mut Machine, shape: &Shape, items: usize, form: Form, topology: &Topology) {
    let datatype = shape.datatype;
    let from = m.buffer(shape, topology.out * items);
    let to = m.buffer(shape, topology.into * items);
    let (sent, sent_at) = lists(topology.out, items);
    let (received, received_at) = lists(topology.into, items);
    let (sent, sent_at) = (sent.as_ptr(), sent_at.as_ptr());
    let (received, received_at) = (received.as_ptr(), received_at.as_ptr());
    let comm = topology.comm;
    collective!(
        m,
        form,
        Neighbor_alltoallv Ineighbor_alltoallv Neighbor_alltoallv_init(
            m.data(from), sent, sent_at, datatype, m.data(to), received, received_at, datatype, comm)
            [m.shadow(from), m.shadow(to)]
    );
}

fn alltoallw(m: &mut Machine, shape: &Shape, items: usize, form: Form, topology: &Topology) {
    // MPICH 4.0, whose handles are integers, loses blocks of the primal.
    if topology.directed && size_of::<MPI_Comm>() == 4 {
        return;
    }
    let from = m.buffer(shape, topology.out * items);
    let to = m.buffer(shape, topology.into * items);
    let (sent, sent_at) = lists(topology.out, items);
    let (received, received_at) = lists(topology.into, items);
    let bytes = |starts: Vec<c_int>| -> Vec<MPI_Aint> {
        let starts = starts.into_iter();
        starts
            .map(|start| start as MPI_Aint * shape.extent as MPI_Aint)
            .collect()
    };
    let (sent_at, received_at) = (bytes(sent_at), bytes(received_at));
    let datatypes = vec![shape.datatype; topology.out.max(topology.into)];
    let types = datatypes.as_ptr();
    let (sent, sent_at) = (sent.as_ptr(), sent_at.as_ptr());
    let (received, received_at) = (received.as_ptr(), received_at.as_ptr());
    let comm = topology.comm;
    collective!(
        m,
        form,
        Neighbor_alltoallw Ineighbor_alltoallw Neighbor_alltoallw_init(
            m.data(from), sent, sent_at, types, m.data(to), received, received_at, types, comm)
            [m.shadow(from), m.shadow(to)]
    );
}
