//! Reductions and scans, by each operator.

use super::{Form, Way, collective, forms};
use crate::machine::{Machine, Mode};
use crate::shapes::{Shape, count};
use crate::tools::{in_place, maxloc, minloc, world};
use crate::{Case, LARGE};
use enzyme_rs_mpi::public::enzyme_rs_mpi_register_op;
use mpi_sys::*;
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

pub(crate) const CASES: &[Case] = forms! {
    "Reduce by MPI_SUM" new: |m, s, n, f| reduce(m, s, n, f, By::Sum);
    "Reduce by MPI_PROD" not_linear: |m, s, n, f| reduce(m, s, n, f, By::Product);
    "Reduce by MPI_MAX" new: |m, s, n, f| reduce(m, s, n, f, By::Greatest);
    "Reduce by MPI_MINLOC" new: |m, s, n, f| reduce(m, s, n, f, By::LeastPair);
    "Reduce by a function" not_linear: |m, s, n, f| reduce(m, s, n, f, By::Function);
    "Allreduce by MPI_SUM" new: |m, s, n, f| allreduce(m, s, n, f, By::Sum);
    "Allreduce by MPI_PROD" not_linear: |m, s, n, f| allreduce(m, s, n, f, By::Product);
    "Allreduce by MPI_MIN" new: |m, s, n, f| allreduce(m, s, n, f, By::Least);
    "Allreduce by MPI_MAXLOC" new: |m, s, n, f| allreduce(m, s, n, f, By::GreatestPair);
    "Allreduce by a function" not_linear: |m, s, n, f| allreduce(m, s, n, f, By::Function);
    "Reduce_scatter by MPI_SUM" new: |m, s, n, f| scattered(m, s, n, f, By::Sum);
    "Reduce_scatter by MPI_PROD" not_linear: |m, s, n, f| scattered(m, s, n, f, By::Product);
    "Reduce_scatter by MPI_MAX" new: |m, s, n, f| scattered(m, s, n, f, By::Greatest);
    "Reduce_scatter by a function" not_linear: |m, s, n, f| scattered(m, s, n, f, By::Function);
    "Reduce_scatter_block by MPI_SUM" new: |m, s, n, f| block(m, s, n, f, By::Sum);
    "Reduce_scatter_block by MPI_PROD" not_linear: |m, s, n, f| block(m, s, n, f, By::Product);
    "Reduce_scatter_block by MPI_MIN" new: |m, s, n, f| block(m, s, n, f, By::Least);
    "Reduce_scatter_block by a function" not_linear: |m, s, n, f| block(m, s, n, f, By::Function);
    "Scan by MPI_SUM" new: |m, s, n, f| scan(m, s, n, f, By::Sum);
    "Scan by MPI_PROD" not_linear: |m, s, n, f| scan(m, s, n, f, By::Product);
    "Scan by MPI_MAX" new: |m, s, n, f| scan(m, s, n, f, By::Greatest);
    "Scan by MPI_MINLOC" new: |m, s, n, f| scan(m, s, n, f, By::LeastPair);
    "Scan by a function" not_linear: |m, s, n, f| scan(m, s, n, f, By::Function);
    "Exscan by MPI_SUM" new: |m, s, n, f| exscan(m, s, n, f, By::Sum);
    "Exscan by MPI_PROD" not_linear: |m, s, n, f| exscan(m, s, n, f, By::Product);
    "Exscan by MPI_MIN" new: |m, s, n, f| exscan(m, s, n, f, By::Least);
    "Exscan by MPI_MAXLOC" new: |m, s, n, f| exscan(m, s, n, f, By::GreatestPair);
    "Exscan by a function" not_linear: |m, s, n, f| exscan(m, s, n, f, By::Function);
};

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Sum,
    Product,
    Least,
    Greatest,
    LeastPair,
    GreatestPair,
    /// Products of matrices of 2 × 2 doubles, which do not commute.
    Function,
}

impl By {
    fn op(self) -> MPI_Op {
        // SAFETY: constants of the MPI.
        unsafe {
            match self {
                By::Sum => RSMPI_SUM,
                By::Product => RSMPI_PROD,
                By::Least => RSMPI_MIN,
                By::Greatest => RSMPI_MAX,
                By::LeastPair => minloc(),
                By::GreatestPair => maxloc(),
                By::Function => function(),
            }
        }
    }

    /// MPI or the function takes such items.
    fn takes(self, shape: &Shape) -> bool {
        let reals = [
            "double",
            "float",
            "long double",
            "Fortran's real",
            "integer",
        ];
        let complex = ["complex", "double complex"];
        match self {
            By::Sum | By::Product => reals.contains(&shape.name) || complex.contains(&shape.name),
            By::Least | By::Greatest => reals.contains(&shape.name),
            By::LeastPair | By::GreatestPair => shape.name == "value and index",
            By::Function => ["subarray in C", "indexed block"].contains(&shape.name),
        }
    }

    /// The tangents, which began as copies of the data: a product of `factors` grows by its multiple.
    fn check(self, m: &Machine, shape: &Shape, to: usize, items: usize, factors: c_int) {
        if m.mode != Mode::Tangent || !matches!(self, By::Product | By::Function) {
            return;
        }
        let buffer = &m.buffers[to];
        let (value, tangent) = (
            &buffer.primal[buffer.origin()..],
            &buffer.shadows[0][buffer.origin()..],
        );
        for element in shape.elements(items) {
            let expected = f64::from(factors) * element.read(value);
            let off = (element.read(tangent) - expected).abs();
            assert!(
                off <= 30.0 * shape.tolerance() * expected.abs().max(1.0),
                "off by {off:e}"
            );
        }
    }

    /// Nonblocking calls by a function have adjoints, but no tangents.
    fn covers(self, shape: &Shape, form: Form) -> bool {
        self.takes(shape) && !(self == By::Function && form.way != Way::Blocking)
    }
}

/// Offsets of the numbers of an item that the function is tried with.
fn offsets(datatype: MPI_Datatype) -> [usize; 4] {
    let (mut low, mut extent) = (0, 0);
    // SAFETY: places for the answers.
    unsafe { MPI_Type_get_extent(datatype, &raw mut low, &raw mut extent) };
    if extent == 96 {
        [40, 48, 72, 80]
    } else {
        [32, 40, 0, 8]
    }
}

fn extent(datatype: MPI_Datatype) -> usize {
    let (mut low, mut extent) = (0, 0);
    // SAFETY: places for the answers.
    unsafe { MPI_Type_get_extent(datatype, &raw mut low, &raw mut extent) };
    extent as usize
}

fn has_gaps(datatype: MPI_Datatype) -> bool {
    let (mut low, mut true_extent) = (0, 0);
    // SAFETY: places for the answers.
    unsafe { MPI_Type_get_true_extent(datatype, &raw mut low, &raw mut true_extent) };
    true_extent as usize != extent(datatype)
}

/// The matrix of an item.
unsafe fn read(from: *const c_void, datatype: MPI_Datatype, item: usize) -> [f64; 4] {
    let origin = from.wrapping_byte_add(item * extent(datatype));
    // SAFETY: an item of the datatype.
    offsets(datatype)
        .map(|offset| unsafe { origin.byte_add(offset).cast::<f64>().read_unaligned() })
}

unsafe fn write(to: *mut c_void, datatype: MPI_Datatype, item: usize, matrix: [f64; 4]) {
    let origin = to.wrapping_byte_add(item * extent(datatype));
    for (offset, value) in offsets(datatype).into_iter().zip(matrix) {
        // SAFETY: an item of the datatype.
        unsafe { origin.byte_add(offset).cast::<f64>().write_unaligned(value) };
    }
}

fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
    ]
}

fn transposed(a: [f64; 4]) -> [f64; 4] {
    [a[0], a[2], a[1], a[3]]
}

unsafe extern "C" fn multiply(
    first: *mut c_void,
    second: *mut c_void,
    length: *mut c_int,
    datatype: *mut MPI_Datatype,
) {
    // SAFETY: MPI calls it so.
    unsafe {
        for i in 0..*length as usize {
            let product = product(read(first, *datatype, i), read(second, *datatype, i));
            write(second, *datatype, i, product);
        }
    }
}

unsafe extern "C" fn multiply_adjoint(
    a: *const c_void,
    b: *const c_void,
    result: *const c_void,
    a_adjoint: *mut c_void,
    b_adjoint: *mut c_void,
    length: c_int,
    datatype: MPI_Datatype,
) {
    let add = |to: *mut c_void, i: usize, term: [f64; 4]| {
        // SAFETY: the library calls it with as many items.
        unsafe {
            let old = read(to, datatype, i);
            write(to, datatype, i, std::array::from_fn(|k| old[k] + term[k]));
        }
    };
    for i in 0..length as usize {
        // SAFETY: as above.
        let [a, b, result] = [a, b, result].map(|from| unsafe { read(from, datatype, i) });
        add(a_adjoint, i, product(result, transposed(b)));
        add(b_adjoint, i, product(transposed(a), result));
    }
}

struct Op(MPI_Op);
// SAFETY: a handle, which any thread may name.
unsafe impl Send for Op {}
// SAFETY: as above.
unsafe impl Sync for Op {}

fn function() -> MPI_Op {
    static OP: OnceLock<Op> = OnceLock::new();
    OP.get_or_init(|| {
        // SAFETY: functions of the types that MPI and the library ask for.
        unsafe {
            let mut op = RSMPI_SUM;
            MPI_Op_create(Some(multiply), 0, &raw mut op);
            enzyme_rs_mpi_register_op(op, multiply_adjoint);
            Op(op)
        }
    })
    .0
}

/// Where the operands come from, and their shadow.
fn operands(m: &mut Machine, own: bool, from: usize) -> (*mut c_void, *const *mut c_void) {
    if own {
        (m.data(from), m.shadow(from))
    } else {
        (in_place(), std::ptr::null())
    }
}

fn reduce(m: &mut Machine, shape: &Shape, items: usize, form: Form, by: By) {
    if !by.covers(shape, form) {
        return;
    }
    let (n, datatype) = (count(items), shape.datatype);
    // MPICH 4.0 crashes in the primal for long buffers that are in place at another root than the first.
    let roots = if form.in_place && items == LARGE {
        1
    } else {
        m.size
    };
    for root in 0..roots {
        let (from, to) = (m.buffer(shape, items), m.buffer(shape, items));
        let (data, shadow) = operands(m, !form.in_place || root != m.rank, from);
        collective!(
            m,
            form,
            Reduce Ireduce Reduce_init(data, m.data(to), n, datatype, by.op(), root, world())[shadow, m.shadow(to)]
        );
        if root == m.rank {
            by.check(m, shape, to, items, m.size);
        }
    }
}

fn allreduce(m: &mut Machine, shape: &Shape, items: usize, form: Form, by: By) {
    if !by.covers(shape, form) {
        return;
    }
    let (n, datatype) = (count(items), shape.datatype);
    let (from, to) = (m.buffer(shape, items), m.buffer(shape, items));
    let (data, shadow) = operands(m, !form.in_place, from);
    collective!(
        m,
        form,
        Allreduce Iallreduce Allreduce_init(data, m.data(to), n, datatype, by.op(), world())[shadow, m.shadow(to)]
    );
    by.check(m, shape, to, items, m.size);
}

fn scattered(m: &mut Machine, shape: &Shape, items: usize, form: Form, by: By) {
    if !by.covers(shape, form) {
        return;
    }
    let sizes = (0..m.size).map(|rank| if rank == 1 { 0 } else { items + rank as usize });
    let sizes: Vec<usize> = sizes.collect();
    let all = sizes.iter().sum();
    let counts: Vec<c_int> = sizes.iter().map(|size| count(*size)).collect();
    let counts = counts.as_ptr();
    let room = if form.in_place {
        all
    } else {
        sizes[m.rank as usize]
    };
    let (from, to) = (m.buffer(shape, all), m.buffer(shape, room));
    let (data, shadow) = operands(m, !form.in_place, from);
    collective!(
        m,
        form,
        Reduce_scatter Ireduce_scatter Reduce_scatter_init(data, m.data(to), counts, shape.datatype, by.op(), world())
            [shadow, m.shadow(to)]
    );
    let result = sizes[m.rank as usize];
    m.buffers[to].forget_behind(shape, result);
    by.check(m, shape, to, result, m.size);
}

/// The primal of MPICH 4.0 is wrong, on as many ranks as a power of two, for operators that do not commute, on items
/// with gaps before or behind their numbers: it lays them out by their true extent.
fn block(m: &mut Machine, shape: &Shape, items: usize, form: Form, by: By) {
    let lost = by == By::Function && m.size.count_ones() == 1 && has_gaps(shape.datatype);
    if !by.covers(shape, form) || lost {
        return;
    }
    let (n, all) = (count(items), items * m.size as usize);
    let room = if form.in_place { all } else { items };
    let (from, to) = (m.buffer(shape, all), m.buffer(shape, room));
    let (data, shadow) = operands(m, !form.in_place, from);
    collective!(
        m,
        form,
        Reduce_scatter_block Ireduce_scatter_block Reduce_scatter_block_init(
            data, m.data(to), n, shape.datatype, by.op(), world())[shadow, m.shadow(to)]
    );
    m.buffers[to].forget_behind(shape, items);
    by.check(m, shape, to, items, m.size);
}

fn scan(m: &mut Machine, shape: &Shape, items: usize, form: Form, by: By) {
    if !by.covers(shape, form) {
        return;
    }
    let (from, to) = (m.buffer(shape, items), m.buffer(shape, items));
    let (data, shadow) = operands(m, !form.in_place, from);
    let (n, datatype) = (count(items), shape.datatype);
    collective!(
        m,
        form,
        Scan Iscan Scan_init(data, m.data(to), n, datatype, by.op(), world())[shadow, m.shadow(to)]
    );
    by.check(m, shape, to, items, m.rank + 1);
}

fn exscan(m: &mut Machine, shape: &Shape, items: usize, form: Form, by: By) {
    if !by.covers(shape, form) {
        return;
    }
    let (from, to) = (m.buffer(shape, items), m.buffer(shape, items));
    let (data, shadow) = operands(m, !form.in_place, from);
    let (n, datatype) = (count(items), shape.datatype);
    collective!(
        m,
        form,
        Exscan Iexscan Exscan_init(data, m.data(to), n, datatype, by.op(), world())[shadow, m.shadow(to)]
    );
    by.check(m, shape, to, if m.rank > 0 { items } else { 0 }, m.rank);
}
