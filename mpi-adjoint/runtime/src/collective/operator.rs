//! What operators of reductions are, as far as derivatives go. Owns the registered derivatives of the
//! program's operators, and the library's own operators.

use super::factor::Factor;
use super::number::{Number, multiply, with_number};
use crate::datatype::{self, Kind};
use crate::raw::{self, Handle, MPI_Datatype, MPI_Op, Shared};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::num::FpCategory;
use std::sync::{Mutex, MutexGuard};

/// The adjoint of an operator of the program on `count` items of `datatype`: from the inputs `a` and `b` and
/// the adjoint of `a ∘ b` it adds to the adjoints of `a` and `b`. As in `MPI_Op_create`'s function, `a` is
/// the input that comes first (`invec`). All buffers have the datatype's layout; `a ∘ b` must be
/// differentiable at (a, b), and item `i` of it may depend on items `i` alone.
pub type OpAdjoint = unsafe extern "C" fn(
    a: *const c_void,
    b: *const c_void,
    result_adjoint: *const c_void,
    a_adjoint: *mut c_void,
    b_adjoint: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
);

/// An operator.
#[derive(Clone, Copy)]
pub(super) enum Operator {
    Sum,
    Product,
    /// The least or the greatest; in pairs, the one with the least index among those.
    Extreme {
        greatest: bool,
        pairs: bool,
    },
    /// One of the program's.
    Registered(OpAdjoint),
    Unknown,
}

impl Operator {
    pub(super) fn of(op: MPI_Op) -> Operator {
        let extreme = |greatest, pairs| Operator::Extreme { greatest, pairs };
        let known = [
            (raw::sum(), Operator::Sum),
            (raw::prod(), Operator::Product),
            (raw::min(), extreme(false, false)),
            (raw::max(), extreme(true, false)),
            (raw::minloc(), extreme(false, true)),
            (raw::maxloc(), extreme(true, true)),
        ];
        let found = known.into_iter().find(|(known, _)| *known == op);
        match (found, registered().get(&op.bits())) {
            (Some((_, operator)), _) => operator,
            (None, Some(adjoint)) => Operator::Registered(*adjoint),
            (None, None) => Operator::Unknown,
        }
    }
}

/// Gives an operator of the program a derivative; again, another one.
pub(crate) fn register(op: MPI_Op, adjoint: OpAdjoint) {
    registered().insert(op.bits(), adjoint);
}

fn registered() -> MutexGuard<'static, BTreeMap<usize, OpAdjoint>> {
    static REGISTERED: Mutex<BTreeMap<usize, OpAdjoint>> = Mutex::new(BTreeMap::new());
    REGISTERED
        .lock()
        .unwrap_or_else(|poison| poison.into_inner())
}

/// The library's own operators, on items of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Own {
    /// On [`Candidate`]s: the extreme one, with its number or the sum of all numbers.
    Extreme { greatest: bool, sum: bool },
    /// On a value and its tangent.
    Product,
    /// On a complex value and its tangent.
    ComplexProduct,
    /// On [`Factor`]s.
    Factors,
    /// On [`Factor`]s of complex numbers.
    ComplexFactors,
    /// On maps v ↦ M v + c: the matrix by rows, then the vector. Of two, that of the lower rank is applied
    /// first.
    Affine,
}

/// One rank's number in a search for the extreme one.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Candidate<T> {
    pub(super) value: T,
    /// The tangent, or an adjoint of the result.
    pub(super) number: T,
    pub(super) index: c_int,
    pub(super) rank: c_int,
}

impl<T: Number> Candidate<T> {
    /// A total order: NaN comes behind all numbers; of equal values the lowest index counts, then the lowest rank.
    pub(super) fn beats(&self, other: &Candidate<T>, greatest: bool) -> bool {
        let better = |a: T, b: T| {
            let less = if greatest { b.less(a) } else { a.less(b) };
            less || b.class() == FpCategory::Nan && a.class() != FpCategory::Nan
        };
        better(self.value, other.value)
            || !better(other.value, self.value)
                && (self.index, self.rank) < (other.index, other.rank)
    }
}

/// Operators and datatypes that have been made, each once.
struct Handles {
    operators: BTreeMap<(Own, Kind), Shared<MPI_Op>>,
    items: BTreeMap<usize, Shared<MPI_Datatype>>,
}

fn handles() -> MutexGuard<'static, Handles> {
    static HANDLES: Mutex<Handles> = Mutex::new(Handles {
        operators: BTreeMap::new(),
        items: BTreeMap::new(),
    });
    HANDLES.lock().unwrap_or_else(|poison| poison.into_inner())
}

/// The handle of an operator of the library.
pub(super) fn own(which: Own, kind: Kind) -> MPI_Op {
    let mut handles = handles();
    let entry = handles.operators.entry((which, kind)).or_insert_with(|| {
        let mut op = raw::op_null();
        let function = with_number!(kind, function(which));
        // SAFETY: the function has the type that MPI asks for.
        unsafe {
            raw::PMPI_Op_create(
                Some(function),
                c_int::from(which != Own::Affine),
                &raw mut op,
            );
        }
        Shared(op)
    });
    entry.0
}

/// The datatype of an item of `size` bytes.
pub(super) fn item(size: usize) -> MPI_Datatype {
    let mut handles = handles();
    let entry = handles.items.entry(size).or_insert_with(|| {
        let mut datatype = raw::datatype_null();
        // SAFETY: a place for the handle.
        unsafe {
            raw::PMPI_Type_contiguous(size as c_int, raw::byte(), &raw mut datatype);
            raw::PMPI_Type_commit(&raw mut datatype);
        }
        Shared(datatype)
    });
    entry.0
}

/// Frees the operators and datatypes, as MPIs that count them ask for.
pub(crate) fn end() {
    let mut handles = handles();
    // SAFETY: handles of ours, which are in no table any more.
    unsafe {
        for (_, mut op) in std::mem::take(&mut handles.operators) {
            raw::PMPI_Op_free(&raw mut op.0);
        }
        for (_, mut datatype) in std::mem::take(&mut handles.items) {
            raw::PMPI_Type_free(&raw mut datatype.0);
        }
    }
}

type Function = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_int, *mut MPI_Datatype);

fn function<T: Number>(which: Own) -> Function {
    match which {
        Own::Extreme { greatest, sum } => match (greatest, sum) {
            (false, false) => extreme::<T, false, false>,
            (false, true) => extreme::<T, false, true>,
            (true, false) => extreme::<T, true, false>,
            (true, true) => extreme::<T, true, true>,
        },
        Own::Product => product::<T, 1>,
        Own::ComplexProduct => product::<T, 2>,
        Own::Factors => factors::<T, 1>,
        Own::ComplexFactors => factors::<T, 2>,
        Own::Affine => affine::<T>,
    }
}

/// Calls `combine` on the items of the two inputs; its result replaces the second.
///
/// # Safety
/// Both have `length` items, aligned or not.
unsafe fn each<I: Copy>(
    first: *mut c_void,
    second: *mut c_void,
    length: *mut c_int,
    combine: impl Fn(I, I) -> I,
) {
    // SAFETY: what the caller owes.
    unsafe {
        for i in 0..*length as usize {
            let (a, b) = (first.cast::<I>().add(i), second.cast::<I>().add(i));
            b.write_unaligned(combine(a.read_unaligned(), b.read_unaligned()));
        }
    }
}

unsafe extern "C" fn extreme<T: Number, const GREATEST: bool, const SUM: bool>(
    first: *mut c_void,
    second: *mut c_void,
    length: *mut c_int,
    _: *mut MPI_Datatype,
) {
    // SAFETY: MPI calls it so.
    unsafe {
        each(first, second, length, |a: Candidate<T>, b| {
            let winner = if a.beats(&b, GREATEST) { a } else { b };
            let number = if SUM {
                a.number.plus(b.number)
            } else {
                winner.number
            };
            Candidate { number, ..winner }
        });
    }
}

unsafe extern "C" fn product<T: Number, const W: usize>(
    first: *mut c_void,
    second: *mut c_void,
    length: *mut c_int,
    _: *mut MPI_Datatype,
) {
    // SAFETY: MPI calls it so.
    unsafe {
        each(first, second, length, |[a, da]: [[T; W]; 2], [b, db]| {
            let (left, right) = (multiply(a, db), multiply(da, b));
            [
                multiply(a, b),
                std::array::from_fn(|i| left[i].plus(right[i])),
            ]
        });
    }
}

unsafe extern "C" fn factors<T: Number, const W: usize>(
    first: *mut c_void,
    second: *mut c_void,
    length: *mut c_int,
    _: *mut MPI_Datatype,
) {
    // SAFETY: MPI calls it so.
    unsafe { each(first, second, length, Factor::<T, W>::times) };
}

unsafe extern "C" fn affine<T: Number>(
    first: *mut c_void,
    second: *mut c_void,
    length: *mut c_int,
    datatype: *mut MPI_Datatype,
) {
    // SAFETY: MPI calls it so; asking for a size is no communication.
    unsafe {
        let numbers = datatype::size_of(*datatype) / size_of::<T>();
        let width = (1..=numbers).find(|width| width * width + width == numbers);
        let width = width.unwrap_or(0);
        let read = |from: *mut c_void, item: usize| -> Vec<T> {
            let from = from.cast::<T>().add(item * numbers);
            (0..numbers).map(|i| from.add(i).read_unaligned()).collect()
        };
        for item in 0..*length as usize {
            let (low, high) = (read(first, item), read(second, item));
            let to = second.cast::<T>().add(item * numbers);
            for row in 0..width {
                let factors = &high[row * width..][..width];
                let dot = |column: usize, stride: usize| {
                    let others = low[column..].iter().step_by(stride);
                    let products = factors.iter().zip(others).map(|(a, x)| a.times(*x));
                    products.fold(T::ZERO, T::plus)
                };
                for column in 0..width {
                    to.add(row * width + column)
                        .write_unaligned(dot(column, width));
                }
                let at = width * width + row;
                to.add(at)
                    .write_unaligned(dot(width * width, 1).plus(high[at]));
            }
        }
    }
}
