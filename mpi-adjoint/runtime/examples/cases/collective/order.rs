//! Two nonblocking calls under way at once, which ranks complete in different orders.

use crate::Case;
use crate::call;
use crate::machine::Machine;
use crate::shapes::{Shape, count};
use crate::tools::{ignore, no_request, world};
use mpi_sys::*;

pub(crate) const CASES: &[Case] = &[
    Case::new("two collectives, completed in different orders", crossed),
    Case::new("a collective and a message across it", across),
];

fn crossed(m: &mut Machine, shape: &Shape, items: usize) {
    let (n, datatype, root) = (count(items), shape.datatype, m.size - 1);
    let all = items * m.size as usize;
    let (a, b) = (m.buffer(shape, items), m.buffer(shape, items));
    let (from, to) = (m.buffer(shape, items), m.buffer(shape, all));
    let mut requests = [no_request(); 3];
    let request = |i: usize, requests: &mut [MPI_Request; 3]| &raw mut requests[i];
    call!(
        m,
        Ibcast(
            m.data(a),
            n,
            datatype,
            root,
            world(),
            request(0, &mut requests)
        )[m.shadow(a)]
    );
    call!(
        m,
        Igather(
            m.data(from),
            n,
            datatype,
            m.data(to),
            n,
            datatype,
            0,
            world(),
            request(1, &mut requests)
        )[m.shadow(from), m.shadow(to)]
    );
    call!(
        m,
        Ibcast(
            m.data(b),
            n,
            datatype,
            0,
            world(),
            request(2, &mut requests)
        )[m.shadow(b)]
    );
    let orders = [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]];
    for i in orders[m.rank as usize % 4] {
        call!(m, Wait(request(i, &mut requests), ignore())[]);
    }
}

/// The last rank starts its part only after a message that the first one sends after having started.
fn across(m: &mut Machine, shape: &Shape, items: usize) {
    let (n, datatype) = (count(items), shape.datatype);
    let (a, b) = (m.buffer(shape, items), m.buffer(shape, items));
    let last = m.size - 1;
    let mut request = no_request();
    let is_last = m.rank == last && last > 0;
    if is_last {
        call!(
            m,
            Recv(m.data(b), n, datatype, 0, 5, world(), ignore())[m.shadow(b)]
        );
    }
    call!(
        m,
        Ibcast(m.data(a), n, datatype, 0, world(), &raw mut request)[m.shadow(a)]
    );
    if m.rank == 0 && last > 0 {
        call!(
            m,
            Send(m.data(b), n, datatype, last, 5, world())[m.shadow(b)]
        );
    }
    call!(m, Wait(&raw mut request, ignore())[]);
}
