//! Calls that move or copy blocks.

use super::{Form, Way, collective, forms};
use crate::machine::Machine;
use crate::shapes::{Shape, count};
use crate::tools::{in_place, world};
use crate::{Case, LARGE};
use mpi_sys::*;
use std::ffi::c_int;

pub(crate) const CASES: &[Case] = forms! {
    "Bcast" new: bcast;
    "Gather" new: gather;
    "Gatherv" new: gatherv;
    "Scatter" new: scatter;
    "Scatterv" new: scatterv;
    "Allgather" new: allgather;
    "Allgatherv" new: allgatherv;
    "Alltoall" new: alltoall;
    "Alltoallv" new: alltoallv;
    "Alltoallw" new: alltoallw;
    "Barrier" new: barrier;
    "Gather of one datatype as another" new: converted;
    "Gather of inactive numbers" not_linear: inactive;
};

/// Blocks of different sizes with holes between them: of rank `i` there are `sizes[i]` items.
struct Uneven {
    counts: Vec<c_int>,
    starts: Vec<c_int>,
    total: usize,
}

impl Uneven {
    fn new(sizes: impl Iterator<Item = usize>) -> Uneven {
        let (mut counts, mut starts, mut total) = (Vec::new(), Vec::new(), 1);
        for size in sizes {
            counts.push(count(size));
            starts.push(count(total));
            total += size + 1;
        }
        Uneven {
            counts,
            starts,
            total,
        }
    }

    /// One block for each rank, of `items` and a little less; none of rank 1.
    fn by_rank(m: &Machine, items: usize) -> Uneven {
        Uneven::new((0..m.size).map(|rank| by_rank(rank, items)))
    }

    fn bytes(&self, shape: &Shape) -> Vec<c_int> {
        let starts = self.starts.iter();
        starts.map(|start| start * shape.extent as c_int).collect()
    }
}

fn by_rank(rank: c_int, items: usize) -> usize {
    if rank == 1 {
        0
    } else {
        items.saturating_sub(rank as usize)
    }
}

fn bcast(m: &mut Machine, shape: &Shape, items: usize, form: Form) {
    if form.in_place {
        return;
    }
    let buffer = m.buffer(shape, items);
    for root in 0..m.size {
        collective!(
            m,
            form,
            Bcast Ibcast Bcast_init(m.data(buffer), count(items), shape.datatype, root, world())[m.shadow(buffer)]
        );
    }
}

fn gather(m: &mut Machine, shape: &Shape, items: usize, form: Form) {
    let (n, datatype) = (count(items), shape.datatype);
    let from = m.buffer(shape, items);
    let to = m.buffer(shape, items * m.size as usize);
    for root in 0..m.size {
        let (data, shadow) = if form.in_place && root == m.rank {
            (in_place(), std::ptr::null())
        } else {
            (m.data(from), m.shadow(from))
        };
        collective!(
            m,
            form,
            Gather Igather Gather_init(data, n, datatype, m.data(to), n, datatype, root, world())
                [shadow, m.shadow(to)]
        );
    }
}

fn gatherv(m: &mut Machine, shape: &Shape, items: usize, form: Form) {
    let datatype = shape.datatype;
    let all = Uneven::by_rank(m, items);
    let own = by_rank(m.rank, items);
    let (from, to) = (m.buffer(shape, own), m.buffer(shape, all.total));
    for root in 0..m.size {
        let (data, shadow) = if form.in_place && root == m.rank {
            (in_place(), std::ptr::null())
        } else {
            (m.data(from), m.shadow(from))
        };
        let (counts, starts) = (all.counts.as_ptr(), all.starts.as_ptr());
        let to_data = m.data(to);
        collective!(
            m,
            form,
            Gatherv Igatherv Gatherv_init(data, count(own), datatype, to_data, counts, starts, datatype, root, world())
                [shadow, m.shadow(to)]
        );
    }
}

fn scatter(m: &mut Machine, shape: &Shape, items: usize, form: Form) {
    let (n, datatype) = (count(items), shape.datatype);
    let from = m.buffer(shape, items * m.size as usize);
    let to = m.buffer(shape, items);
    for root in 0..m.size {
        let (data, shadow) = if form.in_place && root == m.rank {
            (in_place(), std::ptr::null())
        } else {
            (m.data(to), m.shadow(to))
        };
        collective!(
            m,
            form,
            Scatter Iscatter Scatter_init(m.data(from), n, datatype, data, n, datatype, root, world())
                [m.shadow(from), shadow]
        );
    }
}

fn scatterv(m: &mut Machine, shape: &Shape, items: usize, form: Form) {
    let datatype = shape.datatype;
    let all = Uneven::by_rank(m, items);
    let own = by_rank(m.rank, items);
    let (from, to) = (m.buffer(shape, all.total), m.buffer(shape, own));
    for root in 0..m.size {
        let (data, shadow) = if form.in_place && root == m.rank {
            (in_place(), std::ptr::null())
        } else {
            (m.data(to), m.shadow(to))
        };
        let (counts, starts) = (all.counts.as_ptr(), all.starts.as_ptr());
        let from_data = m.data(from);
        collective!(
            m,
            form,
            Scatterv Iscatterv Scatterv_init(
                from_data, counts, starts, datatype, data, count(own), datatype, root, world())
                [m.shadow(from), shadow]
        );
    }
}

fn allgather(m: &mut Machine, shape: &Shape, items: usize, form: Form) {
    let (n, datatype) = (count(items), shape.datatype);
    let from = m.buffer(shape, items);
    let to = m.buffer(shape, items * m.size as usize);
    let (data, shadow) = if form.in_place {
        (in_place(), std::ptr::null())
    } else {
        (m.data(from), m.shadow(from))
    };
    collective!(
        m,
        form,
        Allgather Iallgather Allgather_init(data, n, datatype, m.data(to), n, datatype, world())[shadow, m.shadow(to)]
    );
}

fn allgatherv(m: &mut Machine, shape: &Shape, items: usize, form: Form) {
    // MPICH 4.0, whose handles are integers, puts the block of a single rank to the front, wherever it belongs.
    if m.size == 1 && !form.in_place && size_of::<MPI_Comm>() == 4 {
        return;
    }
    let datatype = shape.datatype;
    let all = Uneven::by_rank(m, items);
    let own = by_rank(m.rank, items);
    let (from, to) = (m.buffer(shape, own), m.buffer(shape, all.total));
    let (data, shadow) = if form.in_place {
        (in_place(), std::ptr::null())
    } else {
        (m.data(from), m.shadow(from))
    };
    let (counts, starts) = (all.counts.as_ptr(), all.starts.as_ptr());
    collective!(
        m,
        form,
        Allgatherv Iallgatherv Allgatherv_init(
            data, count(own), datatype, m.data(to), counts, starts, datatype, world())
            [shadow, m.shadow(to)]
    );
}

fn alltoall(m: &mut Machine, shape: &Shape, items: usize, form: Form) {
    let (n, datatype) = (count(items), shape.datatype);
    let all = items * m.size as usize;
    let (from, to) = (m.buffer(shape, all), m.buffer(shape, all));
    let (data, shadow) = if form.in_place {
        (in_place(), std::ptr::null())
    } else {
        (m.data(from), m.shadow(from))
    };
    collective!(
        m,
        form,
        Alltoall Ialltoall Alltoall_init(data, n, datatype, m.data(to), n, datatype, world())[shadow, m.shadow(to)]
    );
}

/// OpenMPI 4.1 mixes up long blocks of nonblocking calls in place.
fn is_wrong_in_place(items: usize, form: Form) -> bool {
    form.in_place && form.way != Way::Blocking && items == LARGE
}

/// Items from rank `from` to rank `to`; in place, as many come as go.
fn exchanged(from: c_int, to: c_int, items: usize, form: Form) -> usize {
    if form.in_place {
        (from + to) as usize % 3 * items
    } else {
        (from + 2 * to) as usize % 3 * items
    }
}

fn alltoallv(m: &mut Machine, shape: &Shape, items: usize, form: Form) {
    if is_wrong_in_place(items, form) {
        return;
    }
    let datatype = shape.datatype;
    let (rank, size) = (m.rank, m.size);
    let sent = Uneven::new((0..size).map(|other| exchanged(rank, other, items, form)));
    let received = Uneven::new((0..size).map(|other| exchanged(other, rank, items, form)));
    let (from, to) = (m.buffer(shape, sent.total), m.buffer(shape, received.total));
    let (data, shadow) = if form.in_place {
        (in_place(), std::ptr::null())
    } else {
        (m.data(from), m.shadow(from))
    };
    let (sent, sent_at) = (sent.counts.as_ptr(), sent.starts.as_ptr());
    let (received, received_at) = (received.counts.as_ptr(), received.starts.as_ptr());
    collective!(
        m,
        form,
        Alltoallv Ialltoallv Alltoallv_init(
            data, sent, sent_at, datatype, m.data(to), received, received_at, datatype, world())
            [shadow, m.shadow(to)]
    );
}

fn alltoallw(m: &mut Machine, shape: &Shape, items: usize, form: Form) {
    if is_wrong_in_place(items, form) {
        return;
    }
    let (rank, size) = (m.rank, m.size);
    let datatypes = vec![shape.datatype; size as usize];
    let sent = Uneven::new((0..size).map(|other| exchanged(rank, other, items, form)));
    let received = Uneven::new((0..size).map(|other| exchanged(other, rank, items, form)));
    let (from, to) = (m.buffer(shape, sent.total), m.buffer(shape, received.total));
    let (data, shadow) = if form.in_place {
        (in_place(), std::ptr::null())
    } else {
        (m.data(from), m.shadow(from))
    };
    let (sent_bytes, received_bytes) = (sent.bytes(shape), received.bytes(shape));
    let (sent, sent_at) = (sent.counts.as_ptr(), sent_bytes.as_ptr());
    let (received, received_at) = (received.counts.as_ptr(), received_bytes.as_ptr());
    let types = datatypes.as_ptr();
    collective!(
        m,
        form,
        Alltoallw Ialltoallw Alltoallw_init(
            data, sent, sent_at, types, m.data(to), received, received_at, types, world())
            [shadow, m.shadow(to)]
    );
}

fn barrier(m: &mut Machine, _: &Shape, items: usize, form: Form) {
    if !form.in_place && items == 1 {
        collective!(m, form, Barrier Ibarrier Barrier_init(world())[]);
    }
}

/// Vectors of two numbers come as numbers.
fn converted(m: &mut Machine, shape: &Shape, items: usize, form: Form) {
    if shape.name != "vector" || form.in_place {
        return;
    }
    // SAFETY: a constant of the MPI.
    let double = unsafe { RSMPI_DOUBLE };
    let plain = crate::shapes::all().swap_remove(0);
    assert_eq!(plain.name, "double");
    let (n, datatype, root) = (count(items), shape.datatype, m.size - 1);
    let from = m.buffer(shape, items);
    let to = m.buffer(&plain, 2 * items * m.size as usize);
    collective!(
        m,
        form,
        Gather Igather Gather_init(m.data(from), n, datatype, m.data(to), 2 * n, double, root, world())
            [m.shadow(from), m.shadow(to)]
    );
}

/// The numbers of odd ranks are no input.
fn inactive(m: &mut Machine, shape: &Shape, items: usize, form: Form) {
    if form.in_place {
        return;
    }
    let (n, datatype) = (count(items), shape.datatype);
    let from = if m.rank % 2 == 1 {
        m.inactive(shape, items)
    } else {
        m.buffer(shape, items)
    };
    let to = m.buffer(shape, items * m.size as usize);
    collective!(
        m,
        form,
        Gather Igather Gather_init(m.data(from), n, datatype, m.data(to), n, datatype, 0, world())
            [m.shadow(from), m.shadow(to)]
    );
}
