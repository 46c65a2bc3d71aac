//! Wildcards, probes and communicators. Which message comes first may differ between two runs; what lies in
//! the buffers at the end must not, for the two modes are compared.

use super::machine::Machine;
use super::p2p::Room;
use super::shapes::{Shape, count};
use super::tools::{any_source, any_tag, barrier, ignore, no_request, own, status, world};
use super::{Case, LARGE};
use crate::call;
use mpi_sys::*;
use std::ffi::c_int;

pub(crate) const CASES: &[Case] = &[
    Case::new("Recv from anyone with a tag that tells whom", any),
    Case::new(
        "Irecv of anything, later messages completed first",
        overtaking,
    ),
    Case::new("master and workers, Irecv from anyone, Waitany", workers),
    Case::new("Probe, Iprobe, Recv of what was found", probed),
    Case::new("Mprobe, Mrecv, Improbe, Imrecv", matched),
    Case::new("communicators made and freed on the way", communicators),
];

/// A message from every rank, oneself included.
fn any(m: &mut Machine, shape: &Shape, items: usize) {
    let (n, datatype) = (count(items), shape.datatype);
    let _room = Room::new(m.size as usize, shape, items);
    let from = m.buffer(shape, items);
    for rank in 0..m.size {
        let tag = 10 + m.rank;
        call!(
            m,
            Bsend(m.data(from), n, datatype, rank, tag, world())[m.shadow(from)]
        );
    }
    for rank in 0..m.size {
        let (to, tag) = (m.buffer(shape, items), 10 + rank);
        call!(
            m,
            Recv(
                m.data(to),
                n,
                datatype,
                any_source(),
                tag,
                world(),
                ignore()
            )[m.shadow(to)]
        );
    }
}

/// Three messages of one stream: the first receive takes anything, and is completed last.
fn overtaking(m: &mut Machine, shape: &Shape, items: usize) {
    let (n, datatype) = (count(items), shape.datatype);
    let (next, last) = m.ring();
    let patterns = [
        (any_source(), any_tag()),
        (last, any_tag()),
        (any_source(), 2),
        (last, 2),
    ];
    let (mut sends, mut receives) = ([no_request(); 4], [no_request(); 4]);
    for (i, (source, tag)) in patterns.into_iter().enumerate() {
        let (to, request) = (m.buffer(shape, items), &raw mut receives[i]);
        call!(
            m,
            Irecv(m.data(to), n, datatype, source, tag, world(), request)[m.shadow(to)]
        );
    }
    barrier();
    for (i, tag) in [2, 3, 2, 2].into_iter().enumerate() {
        let (from, request) = (m.buffer(shape, items), &raw mut sends[i]);
        call!(
            m,
            Isend(m.data(from), n, datatype, next, tag, world(), request)[m.shadow(from)]
        );
    }
    for request in receives.iter_mut().rev().chain(&mut sends) {
        call!(m, Wait(&raw mut *request, ignore())[]);
    }
}

/// Rank 0 takes results in the order in which they come, and puts each where it belongs.
fn workers(m: &mut Machine, shape: &Shape, items: usize) {
    let (n, datatype) = (count(items), shape.datatype);
    let result = m.buffer(shape, items);
    if m.rank != 0 {
        call!(
            m,
            Send(m.data(result), n, datatype, 0, m.rank, world())[m.shadow(result)]
        );
        return;
    }
    let workers = m.size as usize - 1;
    let mut requests = vec![no_request(); workers];
    let results: Vec<usize> = (0..workers).map(|_| m.buffer(shape, items)).collect();
    let inboxes: Vec<usize> = (0..workers).map(|_| m.buffer(shape, items)).collect();
    for (inbox, request) in inboxes.iter().zip(&mut requests) {
        let request = &raw mut *request;
        call!(
            m,
            Irecv(
                m.data(*inbox),
                n,
                datatype,
                any_source(),
                any_tag(),
                world(),
                request
            )[m.shadow(*inbox)]
        );
    }
    for _ in 0..workers {
        let (mut index, mut found): (c_int, _) = (0, status());
        call!(m, Waitany(count(workers), requests.as_mut_ptr(), &raw mut index, &raw mut found)[]);
        assert_eq!(found.MPI_SOURCE, found.MPI_TAG);
        let inbox = inboxes[index as usize];
        copy(
            m,
            inbox,
            results[found.MPI_SOURCE as usize - 1],
            n,
            datatype,
        );
        copy(m, result, inbox, n, datatype);
    }
}

/// A copy by a message to oneself, of which no receive of the world knows.
fn copy(m: &mut Machine, from: usize, to: usize, n: c_int, datatype: MPI_Datatype) {
    let (data, shadow, comm) = (m.data(from), m.shadow(from), own());
    call!(m, Sendrecv(data, n, datatype, 0, 99, m.data(to), n, datatype, 0, 99, comm, ignore())
        [shadow, m.shadow(to)]);
}

fn probed(m: &mut Machine, shape: &Shape, items: usize) {
    let (n, datatype) = (count(items), shape.datatype);
    let (next, last) = m.ring();
    for round in 0..2 {
        let (from, to) = (m.buffer(shape, items), m.buffer(shape, items));
        let mut request = no_request();
        call!(
            m,
            Isend(
                m.data(from),
                n,
                datatype,
                next,
                4,
                world(),
                &raw mut request
            )[m.shadow(from)]
        );
        let (mut found, mut flag) = (status(), 0);
        if round == 0 {
            call!(m, Probe(any_source(), any_tag(), world(), &raw mut found)[]);
        } else {
            while flag == 0 {
                call!(m, Iprobe(last, any_tag(), world(), &raw mut flag, &raw mut found)[]);
            }
        }
        let (source, tag) = (found.MPI_SOURCE, found.MPI_TAG);
        call!(
            m,
            Recv(m.data(to), n, datatype, source, tag, world(), ignore())[m.shadow(to)]
        );
        call!(m, Wait(&raw mut request, ignore())[]);
    }
}

/// Two messages are probed, and received in the other order; another one of the stream comes after them.
fn matched(m: &mut Machine, shape: &Shape, items: usize) {
    let (n, datatype) = (count(items), shape.datatype);
    let (next, last) = m.ring();
    let mut requests = [no_request(); 4];
    for (i, request) in requests[..3].iter_mut().enumerate() {
        let from = m.buffer(shape, items);
        let tag = c_int::from(i == 1);
        call!(
            m,
            Isend(
                m.data(from),
                n,
                datatype,
                next,
                tag,
                world(),
                &raw mut *request
            )[m.shadow(from)]
        );
    }
    // SAFETY: a constant of the MPI.
    let mut messages = [unsafe { RSMPI_MESSAGE_NULL }; 2];
    call!(m, Mprobe(last, 0, world(), &raw mut messages[0], ignore())[]);
    let mut flag = 0;
    while flag == 0 {
        call!(m, Improbe(any_source(), 1, world(), &raw mut flag, &raw mut messages[1], ignore())[]);
    }
    let to = [
        m.buffer(shape, items),
        m.buffer(shape, items),
        m.buffer(shape, items),
    ];
    let request = &raw mut requests[3];
    call!(
        m,
        Imrecv(m.data(to[1]), n, datatype, &raw mut messages[1], request)[m.shadow(to[1])]
    );
    call!(
        m,
        Mrecv(m.data(to[0]), n, datatype, &raw mut messages[0], ignore())[m.shadow(to[0])]
    );
    call!(
        m,
        Recv(
            m.data(to[2]),
            n,
            datatype,
            last,
            any_tag(),
            world(),
            ignore()
        )[m.shadow(to[2])]
    );
    call!(m, Waitall(4, requests.as_mut_ptr(), ignore())[]);
}

/// Each is freed before the reverse.
fn communicators(m: &mut Machine, shape: &Shape, items: usize) {
    if items == LARGE {
        return;
    }
    let (n, datatype) = (count(items), shape.datatype);
    for way in 0..5 {
        let mut comm = make(way, m.size);
        let (mut rank, mut size) = (0, 0);
        // SAFETY: places for the answers.
        unsafe {
            MPI_Comm_rank(comm, &raw mut rank);
            MPI_Comm_size(comm, &raw mut size);
        }
        let (next, last) = ((rank + 1) % size, (rank + size - 1) % size);
        let buffer = m.buffer(shape, items);
        call!(
            m,
            Sendrecv_replace(
                m.data(buffer),
                n,
                datatype,
                next,
                1,
                last,
                1,
                comm,
                ignore()
            )[m.shadow(buffer)]
        );
        // SAFETY: all ranks of the communicator free it.
        unsafe { MPI_Comm_free(&raw mut comm) };
    }
}

fn make(way: c_int, size: c_int) -> MPI_Comm {
    // SAFETY: the arguments are those of a correct program.
    unsafe {
        let mut comm = RSMPI_COMM_NULL;
        let (mut rank, mut request) = (0, RSMPI_REQUEST_NULL);
        MPI_Comm_rank(world(), &raw mut rank);
        let made = &raw mut comm;
        match way {
            0 => MPI_Comm_dup(world(), made),
            1 => MPI_Comm_split(world(), rank % 2, -rank, made),
            2 => MPI_Comm_idup(world(), made, &raw mut request),
            3 => MPI_Cart_create(world(), 1, &raw const size, &raw const size, 0, made),
            _ => MPI_Comm_split_type(world(), RSMPI_COMM_TYPE_SHARED, rank, RSMPI_INFO_NULL, made),
        };
        MPI_Wait(&raw mut request, ignore());
        comm
    }
}
