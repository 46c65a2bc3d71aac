//! Tangents and adjoints of BLAS and LAPACK at run time: `libenzyme_rs_blas`.
//!
//! Generated code leaves a call of a routine where it is and calls this library before it, behind it and in the reverse
//! pass (`enzyme_rules::array` has the protocol). Derivatives of matrices are computed by the same BLAS that the program
//! calls, whose routines generated code hands over: this library links none. The adjoints are in `vectors`, `products`,
//! `triangles` and `factors`, each with its equation; README.md says what is kept when.
//!
//! Owns: the C ABI. Must not: know LLVM, or what the compiler decides.

mod call;
mod factors;
mod fatal;
mod library;
mod memory;
mod number;
mod operand;
mod products;
mod routine;
mod solves;
mod triangles;
mod vectors;

pub use call::Call;
use num_complex::Complex;
use number::Number;
use operand::Adjoints;
use routine::Routine;
use std::ffi::c_void;

/// A call between its `begin` and its last function.
struct Record {
    routine: Box<dyn Routine>,
    forward: bool,
    width: usize,
}

/// Runs before the routine. Gives the record that the other functions need.
///
/// # Safety
/// The call is described as `enzyme_rules::array` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_blas_begin(call: *const Call) -> *mut c_void {
    guarded(|| {
        // SAFETY: the caller's promise.
        let call = unsafe { &*call };
        let mut record = Record {
            routine: routine(call),
            forward: call.is_forward(),
            width: call.width(),
        };
        record.routine.load(true, record.forward, record.forward);
        match record.forward {
            true => {
                (0..record.width).for_each(|d| record.routine.tangent_before(d));
                record.routine.store(true);
            }
            false => record.routine.keep_before(),
        }
        Box::into_raw(Box::new(record)).cast()
    })
}

/// Runs behind the routine in forward mode, and ends the record.
///
/// # Safety
/// The record is that of the call; `result` leads to what the routine returned, `tangents` to where its tangents go.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_blas_tangent(
    record: *mut c_void,
    result: *const c_void,
    tangents: *const *mut c_void,
) {
    guarded(|| {
        // SAFETY: `begin` made it, and nobody else ends it.
        let mut record = unsafe { Box::from_raw(record.cast::<Record>()) };
        record.routine.load(true, true, true);
        record.routine.learn(result);
        for direction in 0..record.width {
            let to = match tangents.is_null() {
                true => std::ptr::null_mut(),
                // SAFETY: there is an address for each direction.
                false => unsafe { *tangents.add(direction) },
            };
            record.routine.tangent_after(direction, to);
        }
        record.routine.store(true);
    });
}

/// Runs behind the routine in reverse mode.
///
/// # Safety
/// As for [`enzyme_rs_blas_tangent`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_blas_augmented(record: *mut c_void, result: *const c_void) {
    guarded(|| {
        // SAFETY: `begin` made it.
        let record = unsafe { &mut *record.cast::<Record>() };
        record.routine.load(true, false, false);
        record.routine.learn(result);
        record.routine.keep_after();
    });
}

/// Runs in the reverse pass, and ends the record.
///
/// # Safety
/// The record is that of the call; the others lead to the adjoints of what it returned, and of the numbers that it was
/// passed by value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_blas_reverse(
    record: *mut c_void,
    results: *const *mut c_void,
    numbers: *const *mut c_void,
) {
    guarded(|| {
        // SAFETY: `begin` made it, and nobody else ends it.
        let mut record = unsafe { Box::from_raw(record.cast::<Record>()) };
        record.routine.load(false, true, false);
        for direction in 0..record.width {
            record.routine.reverse(&Adjoints {
                results,
                numbers,
                width: record.width,
                direction,
            });
        }
        record.routine.store(false);
    });
}

/// A panic is a mistake of ours, and must not unwind into generated code.
fn guarded<R>(run: impl FnOnce() -> R) -> R {
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    caught.unwrap_or_else(|_| std::process::abort())
}

fn routine(call: &Call) -> Box<dyn Routine> {
    match call.numbers() {
        0 => routine_of::<f32>(call),
        1 => routine_of::<f64>(call),
        2 => routine_of::<Complex<f32>>(call),
        _ => routine_of::<Complex<f64>>(call),
    }
}

fn routine_of<T: Number>(call: &Call) -> Box<dyn Routine> {
    let mut arguments = call.arguments::<T>();
    let args = &mut arguments;
    match call.routine().to_bytes() {
        b"dot" | b"dotu" => vectors::dot::<T>(args, false),
        b"dotc" => vectors::dot::<T>(args, true),
        b"nrm2" => vectors::nrm2::<T>(args),
        b"asum" => vectors::asum::<T>(args),
        b"axpy" => vectors::axpy::<T>(args),
        b"scal" => vectors::scal::<T, T>(args, |whole| whole),
        b"rscal" => vectors::scal::<T, T::Real>(args, T::real),
        b"copy" => vectors::copy::<T>(args),
        b"swap" => vectors::swap::<T>(args),
        b"rot" => vectors::rot::<T>(args),
        b"gemv" => products::gemv::<T>(args),
        b"ger" | b"geru" => products::ger::<T>(args, false),
        b"gerc" => products::ger::<T>(args, true),
        b"gemm" => products::gemm::<T>(args),
        b"symv" => products::symv::<T>(args),
        b"symm" => products::symm::<T>(args),
        b"syrk" => products::syrk::<T>(args),
        b"syr2k" => products::syr2k::<T>(args),
        b"trmv" => triangles::trmv::<T>(args),
        b"trmm" => triangles::trmm::<T>(args),
        b"trsv" => triangles::trsv::<T>(args),
        b"trsm" => triangles::trsm::<T>(args),
        b"trtrs" => triangles::trtrs::<T>(args, call.place()),
        b"potrf" => factors::potrf::<T>(args, call.place()),
        b"getrf" => factors::getrf::<T>(args, call.place()),
        b"potrs" => solves::potrs::<T>(args, call.place()),
        b"posv" => solves::posv::<T>(args, call.place()),
        b"getrs" => solves::getrs::<T>(args, call.place()),
        b"gesv" => solves::gesv::<T>(args, call.place()),
        _ => fatal::broken("a routine that this library does not know"),
    }
}
