//! Closed forms: products with zeros, least and greatest values that several ranks hold; what sums cost.

use crate::Case;
use crate::machine::Machine;
use crate::shapes::Shape;
use crate::tools::{ignore, no_request, world};
use enzyme_rs_mpi::abi;
use enzyme_rs_mpi::public::{
    Statistics, enzyme_rs_mpi_register_op, enzyme_rs_mpi_statistics, enzyme_rs_mpi_statistics_reset,
};
use mpi_sys::*;
use std::ffi::c_void;
use std::ptr;

pub(crate) const CASES: &[Case] = &[
    Case::new("MPI_PROD with zeros", |m, shape, items| {
        if once(shape, items) {
            products(m);
        }
    }),
    Case::new("messages and memory of sums", |m, shape, items| {
        if once(shape, items) {
            resources(m);
        }
    }),
    Case::new(
        "MPI_PROD, MPI_MIN and MPI_MAX of NaN and infinities",
        |m, shape, items| {
            if once(shape, items) {
                undefined(m);
            }
        },
    ),
    Case::new("messages of other reductions", |m, shape, items| {
        if once(shape, items) {
            messages(m);
        }
    }),
    Case::new("a function, nonblocking and blocking", |m, shape, items| {
        if once(shape, items) {
            nonblocking(m);
        }
    }),
    Case::new("MPI_MIN and MPI_MAX at ties", |m, shape, items| {
        if once(shape, items) {
            extremes(m);
        }
    }),
];

fn once(shape: &Shape, items: usize) -> bool {
    shape.name == "double" && items == 1
}

type Augmented = unsafe fn(
    *const c_void,
    *mut c_void,
    i32,
    MPI_Op,
    *mut c_void,
    *mut c_void,
    *mut *mut c_void,
) -> i32;

macro_rules! augmented {
    ($name:ident) => {
        (
            |x, y, n, op, x_bar, y_bar, record| {
                // SAFETY: the caller passes buffers of one length.
                unsafe {
                    let place = ptr::null();
                    abi::$name::augmented(
                        x,
                        y,
                        n,
                        RSMPI_DOUBLE,
                        op,
                        world(),
                        &raw const x_bar,
                        &raw const y_bar,
                        1,
                        place,
                        record,
                    )
                }
            },
            abi::$name::reverse,
        )
    };
}

/// The nonblocking form, completed at once.
macro_rules! immediate {
    ($name:ident) => {
        (
            |x, y, n, op, x_bar, y_bar, record| {
                // SAFETY: the caller passes buffers of one length.
                unsafe {
                    let (place, mut wait) = (ptr::null(), ptr::null_mut());
                    let mut request = no_request();
                    let status = abi::$name::augmented(
                        x,
                        y,
                        n,
                        RSMPI_DOUBLE,
                        op,
                        world(),
                        &raw mut request,
                        &raw const x_bar,
                        &raw const y_bar,
                        1,
                        place,
                        record,
                    );
                    abi::Wait::augmented(&raw mut request, ignore(), 1, place, &raw mut wait);
                    abi::Wait::reverse(wait);
                    status
                }
            },
            abi::$name::reverse,
        )
    };
}

/// To the last rank.
macro_rules! rooted {
    ($name:ident) => {
        (
            |x, y, n, op, x_bar, y_bar, record| {
                let mut ranks = 0;
                // SAFETY: the caller passes buffers of one length.
                unsafe {
                    MPI_Comm_size(world(), &raw mut ranks);
                    abi::$name::augmented(
                        x,
                        y,
                        n,
                        RSMPI_DOUBLE,
                        op,
                        ranks - 1,
                        world(),
                        &raw const x_bar,
                        &raw const y_bar,
                        1,
                        ptr::null(),
                        record,
                    )
                }
            },
            abi::$name::reverse,
        )
    };
}

type Reverse = unsafe extern "C" fn(*mut c_void);

/// x̄ of this rank, where all start at zero.
fn adjoint(function: (Augmented, Reverse), op: MPI_Op, x: &[f64], y_adjoint: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    let (mut x_bar, mut y_bar) = (vec![0.0; x.len()], y_adjoint.to_vec());
    let mut record = ptr::null_mut();
    // SAFETY: a correct program: buffers of one length.
    unsafe {
        (function.0)(
            x.as_ptr().cast(),
            y.as_mut_ptr().cast(),
            x.len() as i32,
            op,
            x_bar.as_mut_ptr().cast(),
            y_bar.as_mut_ptr().cast(),
            &raw mut record,
        );
        (function.1)(record);
    }
    x_bar
}

fn product(values: impl Iterator<Item = f64>) -> f64 {
    values.product()
}

/// Item `k` is zero on the ranks whose bit is set in `k`: from none to all of four.
fn products(m: &Machine) {
    let (size, me) = (m.size as usize, m.rank as usize);
    let items = 16;
    let x = |rank: usize, k: usize| {
        if k >> rank & 1 == 1 {
            0.0
        } else {
            1.5 + rank as f64
        }
    };
    let seed = |rank: usize, k: usize| 1.0 + (rank * items + k) as f64 / 8.0;
    let mine: Vec<f64> = (0..items).map(|k| x(me, k)).collect();
    let seeds: Vec<f64> = (0..items).map(|k| seed(me, k)).collect();
    // SAFETY: a constant of the MPI.
    let op = unsafe { RSMPI_PROD };
    let without = |ranks: std::ops::Range<usize>, k: usize| {
        product(ranks.filter(|rank| *rank != me).map(|rank| x(rank, k)))
    };
    let all = adjoint(augmented!(Allreduce), op, &mine, &seeds);
    let last = adjoint(rooted!(Reduce), op, &mine, &seeds);
    let scan = adjoint(augmented!(Scan), op, &mine, &seeds);
    let exscan = adjoint(augmented!(Exscan), op, &mine, &seeds);
    assert_eq!(scan, adjoint(immediate!(Iscan), op, &mine, &seeds));
    assert_eq!(exscan, adjoint(immediate!(Iexscan), op, &mine, &seeds));
    for k in 0..items {
        assert_eq!(
            last[k],
            seed(size - 1, k) * without(0..size, k),
            "Reduce, zeros {k:b}"
        );
        let total: f64 = (0..size).map(|rank| seed(rank, k)).sum();
        assert_eq!(
            all[k],
            total * without(0..size, k),
            "Allreduce, zeros {k:b}"
        );
        let later = |from: usize, shift: usize| -> f64 {
            (from..size)
                .map(|j| seed(j, k) * without(0..j + shift, k))
                .sum()
        };
        let close = |a: f64, b: f64| (a - b).abs() <= 1e-12 * b.abs();
        assert!(
            close(scan[k], later(me, 1)),
            "Scan, zeros {k:b}: {} {}",
            scan[k],
            later(me, 1)
        );
        assert!(close(exscan[k], later(me + 1, 0)), "Exscan, zeros {k:b}");
    }
}

/// Item `k`: the ranks whose bit is set in `k` hold the extreme value.
fn extremes(m: &Machine) {
    let (size, me) = (m.size as usize, m.rank as usize);
    let items = 16;
    for greatest in [false, true] {
        let extreme = if greatest { 2.0 } else { -2.0 };
        let holds = |rank: usize, k: usize| k >> rank & 1 == 1;
        let mine: Vec<f64> = (0..items)
            .map(|k| if holds(me, k) { extreme } else { 1.0 })
            .collect();
        let seeds: Vec<f64> = (0..items).map(|k| 1.0 + (me + k) as f64).collect();
        // SAFETY: constants of the MPI.
        let op = unsafe { if greatest { RSMPI_MAX } else { RSMPI_MIN } };
        let winner = |ranks: usize, k: usize| (0..ranks).find(|rank| holds(*rank, k));
        // Without an extreme value all hold the other one.
        let wins = |ranks: usize, k: usize| winner(ranks, k).unwrap_or(0) == me;
        let seed = |rank: usize, k: usize| 1.0 + (rank + k) as f64;
        let all = adjoint(augmented!(Allreduce), op, &mine, &seeds);
        let last = adjoint(rooted!(Reduce), op, &mine, &seeds);
        let scan = adjoint(augmented!(Scan), op, &mine, &seeds);
        let exscan = adjoint(augmented!(Exscan), op, &mine, &seeds);
        assert_eq!(scan, adjoint(immediate!(Iscan), op, &mine, &seeds));
        assert_eq!(exscan, adjoint(immediate!(Iexscan), op, &mine, &seeds));
        for k in 0..items {
            let sum = |from: usize, shift: usize, ranks: &dyn Fn(usize) -> usize| -> f64 {
                let won = (from..size).filter(|j| wins(ranks(j + shift), k));
                won.map(|j| seed(j, k)).sum()
            };
            assert_eq!(all[k], sum(0, 0, &|_| size), "Allreduce, holders {k:b}");
            let rooted = sum(size - 1, 0, &|_| size);
            assert_eq!(last[k], rooted, "Reduce, holders {k:b}");
            assert_eq!(scan[k], sum(me, 1, &|n| n), "Scan, holders {k:b}");
            assert_eq!(exscan[k], sum(me + 1, 0, &|n| n), "Exscan, holders {k:b}");
        }
    }
}

/// The first rank has NaN, infinity and zero, the last one infinity, infinity and infinity; the others small numbers.
fn undefined(m: &Machine) {
    let (size, me) = (m.size as usize, m.rank as usize);
    let (infinity, last) = (f64::INFINITY, size - 1);
    let x = |rank: usize| {
        let first = [f64::NAN, infinity, 0.0];
        let others = if rank == last {
            [infinity; 3]
        } else {
            [2.0, -3.0, 4.0]
        };
        if rank == 0 { first } else { others }
    };
    let seeds = [1.0, 2.0, 3.0];
    let total = seeds.map(|seed| seed * size as f64);
    // SAFETY: constants of the MPI.
    let (prod, least, greatest) = unsafe { (RSMPI_PROD, RSMPI_MIN, RSMPI_MAX) };
    let same = |a: f64, b: f64| a == b || a.is_nan() && b.is_nan();
    let product = adjoint(augmented!(Allreduce), prod, &x(me), &seeds);
    for k in 0..3 {
        let others = (0..size).filter(|rank| *rank != me).map(|rank| x(rank)[k]);
        let expected = total[k] * others.product::<f64>();
        assert!(
            same(product[k], expected),
            "{k}: {} for {expected}",
            product[k]
        );
    }
    // NaN comes behind all numbers; at ties the lowest rank wins.
    let winners = |order: [usize; 3]| {
        let mine = order.map(|rank| rank == me);
        std::array::from_fn::<f64, 3, _>(|k| if mine[k] { total[k] } else { 0.0 })
    };
    let inner = 1.min(last);
    let lowest = if size > 2 { [1, 1, 0] } else { [inner, 0, 0] };
    let highest = if size > 2 {
        [last, 0, last]
    } else {
        [inner, 0, inner]
    };
    let min = adjoint(augmented!(Allreduce), least, &x(me), &seeds);
    let max = adjoint(augmented!(Allreduce), greatest, &x(me), &seeds);
    assert_eq!(
        (&min[..], &max[..]),
        (&winners(lowest)[..], &winners(highest)[..])
    );
}

/// What this rank sends for a call and its adjoint.
fn sent(function: (Augmented, Reverse), op: MPI_Op, items: usize) -> Statistics {
    let (x, seeds) = (vec![1.0; items], vec![1.0; items]);
    let mut used = Statistics::default();
    enzyme_rs_mpi_statistics_reset();
    adjoint(function, op, &x, &seeds);
    // SAFETY: a place for the answer.
    unsafe { enzyme_rs_mpi_statistics(&raw mut used) };
    used
}

/// One call in the reverse; scans send a message to the next rank, or, if they are nonblocking, take one call more;
/// reductions by an operator of the program take two more. No adjoint has more than three times the primal's bytes, but
/// of those.
fn messages(m: &Machine) {
    const ITEMS: usize = 1000;
    let next = u64::from(m.rank + 1 < m.size);
    // SAFETY: constants of the MPI.
    let builtin = unsafe { [RSMPI_PROD, RSMPI_MIN, RSMPI_MAX] };
    let reductions: [(Augmented, Reverse); 3] = [
        augmented!(Allreduce),
        immediate!(Iallreduce),
        rooted!(Reduce),
    ];
    let scans: [((Augmented, Reverse), u64); 4] = [
        (augmented!(Exscan), 1),
        (augmented!(Scan), 1 + next),
        (immediate!(Iexscan), 2),
        (immediate!(Iscan), 2),
    ];
    let known = reductions.map(|function| (function, 1)).into_iter();
    for (i, (function, calls)) in known.chain(scans).enumerate() {
        for op in builtin {
            let used = sent(function, op, ITEMS);
            let counts = (used.primal_messages, used.adjoint_messages);
            assert_eq!(counts, (1, calls), "function {i} on {} ranks", m.size);
            assert!(used.adjoint_bytes <= 3 * used.primal_bytes);
        }
    }
    let own = combination();
    for (i, function) in reductions.into_iter().enumerate() {
        let used = sent(function, own, ITEMS);
        let counts = (used.primal_messages, used.adjoint_messages);
        assert_eq!(counts, (1, 3), "function {i} on {} ranks", m.size);
    }
    for (i, (function, calls)) in scans.into_iter().enumerate() {
        let used = sent(function, own, ITEMS);
        let counts = (used.primal_messages, used.adjoint_messages);
        assert_eq!(counts, (1, calls), "scan {i} on {} ranks", m.size);
    }
}

/// The adjoint of a sum takes one call and a fixed number of buffers, however many ranks there are.
fn resources(m: &Machine) {
    const ITEMS: usize = 1000;
    let (x, seeds) = (vec![1.0; ITEMS], vec![1.0; ITEMS]);
    // SAFETY: a constant of the MPI.
    let op = unsafe { RSMPI_SUM };
    let functions: [(Augmented, Reverse); 3] =
        [augmented!(Allreduce), augmented!(Scan), augmented!(Exscan)];
    for function in functions {
        enzyme_rs_mpi_statistics_reset();
        let (mut before, mut used) = (Statistics::default(), Statistics::default());
        // SAFETY: a place for the answer.
        unsafe { enzyme_rs_mpi_statistics(&raw mut before) };
        adjoint(function, op, &x, &seeds);
        // SAFETY: as above.
        unsafe { enzyme_rs_mpi_statistics(&raw mut used) };
        assert_eq!((used.primal_messages, used.adjoint_messages), (1, 1));
        assert_eq!(used.primal_bytes, used.adjoint_bytes);
        let buffers = (used.held_bytes_peak - before.held_bytes) / (8 * ITEMS as u64);
        assert!(buffers <= 2, "{buffers} buffers on {} ranks", m.size);
    }
}

/// c = a + b + a b, so that 1 + y is the product of all 1 + x.
unsafe extern "C" fn combine(
    first: *mut c_void,
    second: *mut c_void,
    length: *mut i32,
    _: *mut MPI_Datatype,
) {
    // SAFETY: MPI passes the place of the number.
    for i in 0..unsafe { *length } as usize {
        // SAFETY: MPI calls it with as many doubles.
        unsafe {
            let (a, b) = (first.cast::<f64>().add(i), second.cast::<f64>().add(i));
            *b = *a + *b + *a * *b;
        }
    }
}

unsafe extern "C" fn combine_adjoint(
    a: *const c_void,
    b: *const c_void,
    result: *const c_void,
    a_adjoint: *mut c_void,
    b_adjoint: *mut c_void,
    length: i32,
    datatype: MPI_Datatype,
) {
    // SAFETY: a constant of the MPI.
    assert_eq!(datatype, unsafe { RSMPI_DOUBLE });
    for i in 0..length as usize {
        // SAFETY: the library calls it with as many doubles.
        unsafe {
            let result = *result.cast::<f64>().add(i);
            *a_adjoint.cast::<f64>().add(i) += (1.0 + *b.cast::<f64>().add(i)) * result;
            *b_adjoint.cast::<f64>().add(i) += (1.0 + *a.cast::<f64>().add(i)) * result;
        }
    }
}

/// The operator of [`combine`].
fn combination() -> MPI_Op {
    // SAFETY: constants and functions of the types that MPI and the library ask for.
    unsafe {
        let mut op = RSMPI_SUM;
        MPI_Op_create(Some(combine), 1, &raw mut op);
        enzyme_rs_mpi_register_op(op, combine_adjoint);
        op
    }
}

fn nonblocking(m: &Machine) {
    let (size, me) = (m.size as usize, m.rank as usize);
    let x = |rank: usize| 0.25 * rank as f64 - 0.3;
    let seed = |rank: usize| 1.0 + rank as f64;
    let op = combination();
    let others = |ranks: usize| -> f64 {
        let others = (0..ranks).filter(|rank| *rank != me);
        others.map(|rank| 1.0 + x(rank)).product()
    };
    let all = others(size) * (0..size).map(seed).sum::<f64>();
    let scan: f64 = (me..size).map(|j| seed(j) * others(j + 1)).sum();
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-12 * b.abs().max(1.0);
    let functions: [((Augmented, Reverse), f64); 4] = [
        (augmented!(Allreduce), all),
        (immediate!(Iallreduce), all),
        (augmented!(Scan), scan),
        (immediate!(Iscan), scan),
    ];
    for (function, expected) in functions {
        let got = adjoint(function, op, &[x(me)], &[seed(me)]);
        assert!(close(got[0], expected), "{} for {expected}", got[0]);
    }
}
