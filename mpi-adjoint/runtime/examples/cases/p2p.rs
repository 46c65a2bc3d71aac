//! Point-to-point cases. In each, every buffer takes part; who relies on buffering does so on purpose.

use super::machine::Machine;
use super::shapes::{Shape, count};
use super::tools::{any_source, any_tag, barrier, ignore, no_request, nobody, world};
use super::{Case, LARGE};
use crate::call;
use mpi_sys::*;
use std::ffi::c_int;

pub(crate) const CASES: &[Case] = &[
    Case::new("Send, Recv", |m, s, n| blocking(m, s, n, Way::Standard)),
    Case::new("Ssend, Recv", |m, s, n| blocking(m, s, n, Way::Synchronous)),
    Case::new("Bsend, Recv", |m, s, n| blocking(m, s, n, Way::Buffered)),
    Case::new("Rsend, Irecv", |m, s, n| blocking(m, s, n, Way::Ready)),
    Case::new("Isend, Irecv, Wait", |m, s, n| {
        immediate(m, s, n, Way::Standard, End::Wait)
    }),
    Case::new("Issend, Irecv, Waitall", |m, s, n| {
        immediate(m, s, n, Way::Synchronous, End::All)
    }),
    Case::new("Ibsend, Irecv, Waitany", |m, s, n| {
        immediate(m, s, n, Way::Buffered, End::Any)
    }),
    Case::new("Irsend, Irecv, Waitsome", |m, s, n| {
        immediate(m, s, n, Way::Ready, End::Some)
    }),
    Case::new("Isend, Irecv, Test", |m, s, n| {
        immediate(m, s, n, Way::Standard, End::Test)
    }),
    Case::new("Isend, Irecv, Testall", |m, s, n| {
        immediate(m, s, n, Way::Standard, End::TestAll)
    }),
    Case::new("Isend, Irecv, Testany", |m, s, n| {
        immediate(m, s, n, Way::Standard, End::TestAny)
    }),
    Case::new("Isend, Irecv, Testsome", |m, s, n| {
        immediate(m, s, n, Way::Standard, End::TestSome)
    }),
    Case::new("Sendrecv", sendrecv),
    Case::new("Sendrecv_replace", replace),
    Case::new("Send_init, Recv_init, Start", |m, s, n| {
        persistent(m, s, n, Way::Standard)
    }),
    Case::new("Ssend_init, Recv_init, Startall", |m, s, n| {
        persistent(m, s, n, Way::Synchronous)
    }),
    Case::new("Bsend_init, Recv_init", |m, s, n| {
        persistent(m, s, n, Way::Buffered)
    }),
    Case::new("Rsend_init, Recv_init", |m, s, n| {
        persistent(m, s, n, Way::Ready)
    }),
    Case::new("Recv of less than posted", short),
    Case::new("halo of a line, MPI_PROC_NULL at its ends", halo),
    Case::new("completion in another order on the other side", crossed),
    Case::not_linear("inactive buffers on either side", inactive),
    Case::new("Cancel of a receive", cancelled),
    Case::new("Request_free of a send", freed),
    Case::new("an empty message of another type", empty),
];

/// How a message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Standard,
    Synchronous,
    Buffered,
    Ready,
}

/// How requests are completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Wait,
    All,
    Any,
    Some,
    Test,
    TestAll,
    TestAny,
    TestSome,
}

/// Each rank passes its data to the next one; even ranks first, so that nobody relies on buffers.
fn blocking(m: &mut Machine, shape: &Shape, items: usize, way: Way) {
    let (n, datatype) = (count(items), shape.datatype);
    let (from, to) = (m.buffer(shape, items), m.buffer(shape, items));
    let (next, last) = m.ring();
    if m.size == 1 {
        return;
    }
    if way == Way::Ready {
        let mut request = no_request();
        call!(
            m,
            Irecv(m.data(to), n, datatype, last, 7, world(), &raw mut request)[m.shadow(to)]
        );
        barrier();
        call!(
            m,
            Rsend(m.data(from), n, datatype, next, 7, world())[m.shadow(from)]
        );
        call!(m, Wait(&raw mut request, ignore())[]);
        return;
    }
    let _room = (way == Way::Buffered).then(|| Room::new(1, shape, items));
    for turn in 0..2 {
        if (m.rank + turn) % 2 == 1 {
            call!(
                m,
                Recv(m.data(to), n, datatype, last, 7, world(), ignore())[m.shadow(to)]
            );
        } else {
            match way {
                Way::Standard => call!(
                    m,
                    Send(m.data(from), n, datatype, next, 7, world())[m.shadow(from)]
                ),
                Way::Synchronous => {
                    call!(
                        m,
                        Ssend(m.data(from), n, datatype, next, 7, world())[m.shadow(from)]
                    )
                }
                _ => call!(
                    m,
                    Bsend(m.data(from), n, datatype, next, 7, world())[m.shadow(from)]
                ),
            };
        }
    }
}

/// Two messages each way around the ring, the second in a tag of its own; on one rank, to oneself.
fn immediate(m: &mut Machine, shape: &Shape, items: usize, way: Way, end: End) {
    let (n, datatype) = (count(items), shape.datatype);
    let (next, last) = m.ring();
    let _room = (way == Way::Buffered).then(|| Room::new(2, shape, items));
    let mut requests = [no_request(); 5];
    for (i, tag) in [3, 4].into_iter().enumerate() {
        let to = m.buffer(shape, items);
        let request = &raw mut requests[i];
        call!(
            m,
            Irecv(m.data(to), n, datatype, last, tag, world(), request)[m.shadow(to)]
        );
    }
    if way == Way::Ready {
        barrier();
    }
    for (i, tag) in [4, 3].into_iter().enumerate() {
        let from = m.buffer(shape, items);
        let (data, shadow, request) = (m.data(from), m.shadow(from), &raw mut requests[2 + i]);
        match way {
            Way::Standard => call!(
                m,
                Isend(data, n, datatype, next, tag, world(), request)[shadow]
            ),
            Way::Synchronous => call!(
                m,
                Issend(data, n, datatype, next, tag, world(), request)[shadow]
            ),
            Way::Buffered => call!(
                m,
                Ibsend(data, n, datatype, next, tag, world(), request)[shadow]
            ),
            Way::Ready => call!(
                m,
                Irsend(data, n, datatype, next, tag, world(), request)[shadow]
            ),
        };
    }
    complete(m, &mut requests, end);
    assert!(requests.iter().all(|request| *request == no_request()));
}

/// Completes all requests; inactive ones are among them.
fn complete(m: &mut Machine, requests: &mut [MPI_Request], end: End) {
    let n = count(requests.len());
    let list = requests.as_mut_ptr();
    let (mut flag, mut index, mut done, mut indices) = (0, 0, 0, vec![0; requests.len()]);
    let indices = indices.as_mut_ptr();
    let flag = &raw mut flag;
    let is_set = || {
        // SAFETY: the flag of this function.
        unsafe { *flag != 0 }
    };
    match end {
        End::Wait => requests.iter_mut().for_each(|request| {
            call!(m, Wait(&raw mut *request, ignore())[]);
        }),
        End::All => drop(call!(m, Waitall(n, list, ignore())[])),
        End::Any => {
            while index >= 0 {
                call!(m, Waitany(n, list, &raw mut index, ignore())[]);
            }
        }
        End::Some => {
            while done >= 0 {
                call!(m, Waitsome(n, list, &raw mut done, indices, ignore())[]);
            }
        }
        End::Test => requests.iter_mut().for_each(|request| {
            loop {
                call!(m, Test(&raw mut *request, flag, ignore())[]);
                if is_set() {
                    break;
                }
            }
        }),
        End::TestAll => {
            while !is_set() {
                call!(m, Testall(n, list, flag, ignore())[]);
            }
        }
        End::TestAny => {
            while !(is_set() && index < 0) {
                call!(m, Testany(n, list, &raw mut index, flag, ignore())[]);
            }
        }
        End::TestSome => {
            while done >= 0 {
                call!(m, Testsome(n, list, &raw mut done, indices, ignore())[]);
            }
        }
    }
}

fn sendrecv(m: &mut Machine, shape: &Shape, items: usize) {
    let (n, datatype) = (count(items), shape.datatype);
    let (from, to) = (m.buffer(shape, items), m.buffer(shape, items));
    let (next, last) = m.ring();
    let (data, shadow) = (m.data(from), m.shadow(from));
    call!(m, Sendrecv(data, n, datatype, next, 1, m.data(to), n, datatype, last, 1, world(), ignore())
        [shadow, m.shadow(to)]);
}

fn replace(m: &mut Machine, shape: &Shape, items: usize) {
    let (n, datatype) = (count(items), shape.datatype);
    let buffer = m.buffer(shape, items);
    let (next, last) = m.ring();
    for _ in 0..2 {
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
                world(),
                ignore()
            )[m.shadow(buffer)]
        );
    }
}

/// Data go around the ring three times, between two pairs of persistent requests.
fn persistent(m: &mut Machine, shape: &Shape, items: usize, way: Way) {
    if way == Way::Buffered && items == LARGE {
        // OpenMPI 4.1 sends other data than those of the second start, in plain programs, too.
        return;
    }
    let (n, datatype) = (count(items), shape.datatype);
    let (next, last) = m.ring();
    let _room = (way == Way::Buffered).then(|| Room::new(2, shape, items));
    let buffers = [m.buffer(shape, items), m.buffer(shape, items)];
    let mut pairs = [[no_request(); 2]; 2];
    for (i, pair) in pairs.iter_mut().enumerate() {
        let (from, to) = (buffers[i], buffers[1 - i]);
        let (receive, send) = (&raw mut pair[0], &raw mut pair[1]);
        call!(
            m,
            Recv_init(m.data(to), n, datatype, last, 5, world(), receive)[m.shadow(to)]
        );
        let (data, shadow) = (m.data(from), m.shadow(from));
        match way {
            Way::Standard => call!(
                m,
                Send_init(data, n, datatype, next, 5, world(), send)[shadow]
            ),
            Way::Synchronous => call!(
                m,
                Ssend_init(data, n, datatype, next, 5, world(), send)[shadow]
            ),
            Way::Buffered => call!(
                m,
                Bsend_init(data, n, datatype, next, 5, world(), send)[shadow]
            ),
            Way::Ready => call!(
                m,
                Rsend_init(data, n, datatype, next, 5, world(), send)[shadow]
            ),
        };
    }
    for round in 0..3 {
        let pair = &mut pairs[round % 2];
        if way == Way::Synchronous {
            call!(m, Startall(2, pair.as_mut_ptr())[]);
        } else {
            call!(m, Start(&raw mut pair[0])[]);
            barrier();
            call!(m, Start(&raw mut pair[1])[]);
        }
        call!(m, Waitall(2, pair.as_mut_ptr(), ignore())[]);
    }
    for request in pairs.as_flattened_mut() {
        call!(m, Request_free(&raw mut *request)[]);
    }
}

fn short(m: &mut Machine, shape: &Shape, items: usize) {
    let datatype = shape.datatype;
    let (from, to) = (m.buffer(shape, items), m.buffer(shape, items + 3));
    let (next, last) = m.ring();
    let (mut request, posted) = (no_request(), count(items + 3));
    call!(
        m,
        Irecv(
            m.data(to),
            posted,
            datatype,
            last,
            1,
            world(),
            &raw mut request
        )[m.shadow(to)]
    );
    call!(
        m,
        Send(m.data(from), count(items), datatype, next, 1, world())[m.shadow(from)]
    );
    call!(m, Wait(&raw mut request, ignore())[]);
}

fn halo(m: &mut Machine, shape: &Shape, items: usize) {
    let (n, datatype) = (count(items), shape.datatype);
    let up = if m.rank + 1 < m.size {
        m.rank + 1
    } else {
        nobody()
    };
    let down = if m.rank > 0 { m.rank - 1 } else { nobody() };
    let mut requests = [no_request(); 4];
    for (i, peer) in [up, down].into_iter().enumerate() {
        let (from, to) = (m.buffer(shape, items), m.buffer(shape, items));
        let (receive, send) = (&raw mut requests[i], &raw mut requests[2 + i]);
        call!(
            m,
            Irecv(m.data(to), n, datatype, peer, 1, world(), receive)[m.shadow(to)]
        );
        call!(
            m,
            Isend(m.data(from), n, datatype, peer, 1, world(), send)[m.shadow(from)]
        );
    }
    call!(m, Waitall(4, requests.as_mut_ptr(), ignore())[]);
    let own = m.buffer(shape, items);
    call!(
        m,
        Sendrecv_replace(m.data(own), n, datatype, up, 1, down, 1, world(), ignore())
            [m.shadow(own)]
    );
    call!(
        m,
        Recv(m.data(own), n, datatype, nobody(), 1, world(), ignore())[m.shadow(own)]
    );
    call!(
        m,
        Send(m.data(own), n, datatype, nobody(), 1, world())[m.shadow(own)]
    );
}

/// Messages of one stream, completed first to last by one side and last to first by the other, with a
/// blocking one between them.
fn crossed(m: &mut Machine, shape: &Shape, items: usize) {
    let (n, datatype) = (count(items), shape.datatype);
    let (next, last) = m.ring();
    let (mut sends, mut receives) = ([no_request(); 4], [no_request(); 4]);
    for request in &mut receives {
        let (to, request) = (m.buffer(shape, items), &raw mut *request);
        call!(
            m,
            Irecv(m.data(to), n, datatype, last, 1, world(), request)[m.shadow(to)]
        );
    }
    for request in &mut sends {
        let (from, request) = (m.buffer(shape, items), &raw mut *request);
        call!(
            m,
            Isend(m.data(from), n, datatype, next, 1, world(), request)[m.shadow(from)]
        );
    }
    for i in 0..4 {
        call!(m, Wait(&raw mut sends[i], ignore())[]);
        call!(m, Wait(&raw mut receives[3 - i], ignore())[]);
    }
}

/// Even ranks pass inactive data to active buffers of odd ranks and the other way round.
fn inactive(m: &mut Machine, shape: &Shape, items: usize) {
    let (n, datatype) = (count(items), shape.datatype);
    let (next, last) = m.ring();
    let (from, to) = if m.rank % 2 == 0 {
        (m.inactive(shape, items), m.inactive(shape, items))
    } else {
        (m.buffer(shape, items), m.buffer(shape, items))
    };
    let (data, shadow) = (m.data(from), m.shadow(from));
    call!(m, Sendrecv(data, n, datatype, next, 1, m.data(to), n, datatype, last, 1, world(), ignore())
        [shadow, m.shadow(to)]);
    let mut requests = [no_request(); 2];
    let [receive, send] = [&raw mut requests[0], &raw mut requests[1]];
    call!(
        m,
        Irecv(m.data(to), n, datatype, next, 1, world(), receive)[m.shadow(to)]
    );
    call!(
        m,
        Isend(m.data(from), n, datatype, last, 1, world(), send)[m.shadow(from)]
    );
    call!(m, Waitall(2, requests.as_mut_ptr(), ignore())[]);
}

fn cancelled(m: &mut Machine, shape: &Shape, items: usize) {
    let to = m.buffer(shape, items);
    let mut request = no_request();
    call!(
        m,
        Irecv(
            m.data(to),
            count(items),
            shape.datatype,
            any_source(),
            99,
            world(),
            &raw mut request
        )[m.shadow(to)]
    );
    call!(m, Cancel(&raw mut request)[]);
    call!(m, Wait(&raw mut request, ignore())[]);
    sendrecv(m, shape, items);
}

fn freed(m: &mut Machine, shape: &Shape, items: usize) {
    let (n, datatype) = (count(items), shape.datatype);
    let (from, to) = (m.buffer(shape, items), m.buffer(shape, items));
    let (next, last) = m.ring();
    let mut request = no_request();
    call!(
        m,
        Isend(
            m.data(from),
            n,
            datatype,
            next,
            1,
            world(),
            &raw mut request
        )[m.shadow(from)]
    );
    call!(m, Request_free(&raw mut request)[]);
    call!(
        m,
        Recv(m.data(to), n, datatype, last, any_tag(), world(), ignore())[m.shadow(to)]
    );
    barrier();
}

/// The end of a conversation, as master and worker have it: no data, whatever was expected.
fn empty(m: &mut Machine, shape: &Shape, items: usize) {
    let (next, last) = m.ring();
    let to = m.buffer(shape, items);
    let mut request = no_request();
    // SAFETY: a constant of the MPI.
    let integer = unsafe { RSMPI_INT32_T };
    let nothing = std::ptr::null_mut();
    call!(
        m,
        Irecv(
            m.data(to),
            count(items),
            shape.datatype,
            last,
            1,
            world(),
            &raw mut request
        )[m.shadow(to)]
    );
    call!(
        m,
        Send(nothing, 0, integer, next, 1, world())[std::ptr::null()]
    );
    call!(m, Wait(&raw mut request, ignore())[]);
    sendrecv(m, shape, items);
}

/// Room for buffered sends, as long as it lives.
pub(crate) struct Room(#[allow(dead_code, reason = "MPI holds its address")] Vec<u8>);

impl Room {
    pub(crate) fn new(messages: usize, shape: &Shape, items: usize) -> Room {
        let (_, bytes) = shape.room(items);
        let mut room = vec![0; messages * (bytes + MPI_BSEND_OVERHEAD as usize + 64)];
        // SAFETY: the room's memory stays where it is until it is detached.
        unsafe { MPI_Buffer_attach(room.as_mut_ptr().cast(), count(room.len())) };
        Room(room)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let (mut address, mut size): (*mut u8, c_int) = (std::ptr::null_mut(), 0);
        // SAFETY: places for the room that was attached; waits until its messages are gone.
        unsafe { MPI_Buffer_detach((&raw mut address).cast(), &raw mut size) };
    }
}
