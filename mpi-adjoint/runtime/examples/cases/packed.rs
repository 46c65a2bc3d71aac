//! MPI_Pack and MPI_Unpack, with and without messages between them.

use super::Case;
use super::machine::Machine;
use super::shapes::{Shape, count};
use super::tools::{ignore, no_request, world};
use crate::call;
use mpi_sys::*;
use std::ffi::c_int;

pub(crate) const CASES: &[Case] = &[
    Case::new("Pack, Unpack", local),
    Case::new("Pack, Isend twice, Recv, Unpack", sent),
    Case::not_linear(
        "Pack of inactive and active data, Unpack into others",
        mixed,
    ),
];

/// Bytes of `items` items, and of an integer before them.
fn room(shape: &Shape, items: usize) -> usize {
    let mut bytes: c_int = 0;
    // SAFETY: a place for the answer.
    unsafe { MPI_Pack_size(count(items), shape.datatype, world(), &raw mut bytes) };
    size_of::<c_int>() + bytes as usize + 64
}

/// Packs an integer and the buffer. Returns the bytes.
fn pack(m: &mut Machine, shape: &Shape, items: usize, from: usize, packed: usize) -> c_int {
    let mut position = 0;
    let size = count(m.buffers[packed].primal.len());
    let mut integer: c_int = 77;
    let (integer, at, nothing) = (
        (&raw mut integer).cast(),
        &raw mut position,
        std::ptr::null(),
    );
    // SAFETY: a constant of the MPI.
    let int = unsafe { RSMPI_INT32_T };
    let (to, shadow) = (m.data(packed), m.shadow(packed));
    call!(m, Pack(integer, 1, int, to, size, at, world())[nothing, shadow]);
    call!(m, Pack(m.data(from), count(items), shape.datatype, to, size, at, world())[m.shadow(from), shadow]);
    position
}

/// The opposite of [`pack`].
fn unpack(m: &mut Machine, shape: &Shape, items: usize, packed: usize, to: usize) {
    let mut position = 0;
    let size = count(m.buffers[packed].primal.len());
    let mut integer: c_int = 0;
    let (at, nothing) = (&raw mut position, std::ptr::null());
    // SAFETY: a constant of the MPI.
    let int = unsafe { RSMPI_INT32_T };
    let (from, shadow) = (m.data(packed), m.shadow(packed));
    call!(m, Unpack(from, size, at, (&raw mut integer).cast(), 1, int, world())[shadow, nothing]);
    call!(m, Unpack(from, size, at, m.data(to), count(items), shape.datatype, world())[shadow, m.shadow(to)]);
    assert_eq!(integer, 77);
}

/// Unpacked twice, and packed again in the same place.
fn local(m: &mut Machine, shape: &Shape, items: usize) {
    let packed = m.scratch(room(shape, items));
    for _ in 0..2 {
        let from = m.buffer(shape, items);
        pack(m, shape, items, from, packed);
        for _ in 0..2 {
            let to = m.buffer(shape, items);
            unpack(m, shape, items, packed, to);
        }
    }
}

fn sent(m: &mut Machine, shape: &Shape, items: usize) {
    let (next, last) = m.ring();
    let from = m.buffer(shape, items);
    let (here, there) = (m.scratch(room(shape, items)), m.scratch(room(shape, items)));
    let n = pack(m, shape, items, from, here);
    let packed = super::shapes::basic(c"MPI_PACKED");
    let mut requests = [no_request(); 2];
    for request in &mut requests {
        call!(
            m,
            Isend(m.data(here), n, packed, next, 3, world(), &raw mut *request)[m.shadow(here)]
        );
    }
    for _ in 0..2 {
        let to = m.buffer(shape, items);
        let room = count(m.buffers[there].primal.len());
        call!(
            m,
            Recv(m.data(there), room, packed, last, 3, world(), ignore())[m.shadow(there)]
        );
        unpack(m, shape, items, there, to);
    }
    call!(m, Waitall(2, requests.as_mut_ptr(), ignore())[]);
}

fn mixed(m: &mut Machine, shape: &Shape, items: usize) {
    let packed = m.scratch(room(shape, items));
    let sources = [m.inactive(shape, items), m.buffer(shape, items)];
    let results = [m.buffer(shape, items), m.inactive(shape, items)];
    for from in sources {
        pack(m, shape, items, from, packed);
        for to in results {
            unpack(m, shape, items, packed, to);
        }
    }
}
