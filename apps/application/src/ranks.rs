//! The ranks of a simulation over MPI. They use a communicator of their own, which nothing else sends messages on.
//!
//! Owns: what MPI calls these services take. Must not: know what is sent.

use enzyme_rs_application_abi as abi;
use mpi::ffi;
use std::cell::UnsafeCell;
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr::null_mut;

/// Numbers, or bytes, of one message.
const MESSAGE: usize = 1 << 24;

struct Communicator(UnsafeCell<MaybeUninit<ffi::MPI_Comm>>);

// SAFETY: `begin` sets it, once, before any other thread has been told of it.
unsafe impl Sync for Communicator {}

static COMMUNICATOR: Communicator = Communicator(UnsafeCell::new(MaybeUninit::uninit()));

/// The one that `begin` has made.
fn communicator() -> ffi::MPI_Comm {
    // SAFETY: the driver calls `begin` in front of all else.
    unsafe { (*COMMUNICATOR.0.get()).assume_init() }
}

pub(crate) static RANKS: abi::Ranks = abi::Ranks {
    size: size_of::<abi::Ranks>() as i64,
    begin,
    end,
    abort,
    any,
    least,
    sum,
    give,
    take,
};

extern "C" fn begin(rank: *mut i32, ranks: *mut i32) {
    let mut begun = 0;
    // SAFETY: the addresses are valid; the communicator is set before anybody asks for it.
    unsafe {
        ffi::MPI_Initialized(&mut begun);
        if begun == 0 {
            ffi::MPI_Init(null_mut(), null_mut());
        }
        ffi::MPI_Comm_dup(ffi::RSMPI_COMM_WORLD, COMMUNICATOR.0.get().cast());
        ffi::MPI_Comm_rank(communicator(), rank);
        ffi::MPI_Comm_size(communicator(), ranks);
    }
}

extern "C" fn end() {
    // SAFETY: nobody asks for the communicator any more.
    unsafe {
        ffi::MPI_Comm_free(COMMUNICATOR.0.get().cast());
        ffi::MPI_Finalize();
    }
}

extern "C" fn abort(code: i32) {
    end_all(code);
}

/// Ends all ranks at once.
pub(crate) fn end_all(code: i32) {
    // SAFETY: MPI has begun: the driver calls `begin` in front of all else.
    unsafe { ffi::MPI_Abort(ffi::RSMPI_COMM_WORLD, code) };
}

/// All ranks' numbers together.
fn reduced(mine: u64, operation: ffi::MPI_Op) -> u64 {
    let mut all = 0u64;
    let (from, to) = (&raw const mine, &raw mut all);
    // SAFETY: one number each.
    unsafe {
        let kind = ffi::RSMPI_UINT64_T;
        ffi::MPI_Allreduce(from.cast(), to.cast(), 1, kind, operation, communicator());
    }
    all
}

extern "C" fn any(mine: u64) -> u64 {
    // SAFETY: a constant of MPI.
    reduced(mine, unsafe { ffi::RSMPI_BOR })
}

extern "C" fn least(mine: u64) -> u64 {
    // SAFETY: a constant of MPI.
    reduced(mine, unsafe { ffi::RSMPI_MIN })
}

extern "C" fn sum(numbers: *mut f64, count: i64) {
    // SAFETY: the driver gives an array of that length.
    let numbers = unsafe { std::slice::from_raw_parts_mut(numbers, count as usize) };
    for part in numbers.chunks_mut(MESSAGE) {
        let mine = part.to_vec();
        let (from, to) = (mine.as_ptr().cast(), part.as_mut_ptr().cast());
        // SAFETY: both have as many numbers.
        unsafe {
            let (kind, sum) = (ffi::RSMPI_DOUBLE, ffi::RSMPI_SUM);
            ffi::MPI_Allreduce(from, to, part.len() as c_int, kind, sum, communicator());
        }
    }
}

extern "C" fn give(bytes: *const c_void, count: i64) {
    // SAFETY: the driver gives so many bytes.
    let bytes = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), count as usize) };
    for part in bytes.chunks(MESSAGE) {
        let (from, length) = (part.as_ptr().cast(), part.len() as c_int);
        // SAFETY: the part has that length.
        unsafe { ffi::MPI_Send(from, length, ffi::RSMPI_UINT8_T, 0, 0, communicator()) };
    }
}

extern "C" fn take(rank: i32, bytes: *mut c_void, count: i64) {
    // SAFETY: the driver gives room for so many bytes.
    let bytes = unsafe { std::slice::from_raw_parts_mut(bytes.cast::<u8>(), count as usize) };
    for part in bytes.chunks_mut(MESSAGE) {
        let (to, length) = (part.as_mut_ptr().cast(), part.len() as c_int);
        // SAFETY: the part has that length.
        unsafe {
            let (kind, ignored) = (ffi::RSMPI_UINT8_T, ffi::RSMPI_STATUS_IGNORE);
            ffi::MPI_Recv(to, length, kind, rank, 0, communicator(), ignored);
        }
    }
}
