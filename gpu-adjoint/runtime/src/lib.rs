//! libenzyme_rs_gpu: what differentiated code of a host calls where the program launches kernels, and moves memory of a device.
//!
//! Generated code hands over the functions of the vendor's library that it needs (`vendor::Functions`), so that this one knows neither CUDA nor HIP, and
//! links none. Adjoints are done with when a function returns: whatever streams and events the program uses, the reverse pass runs one step
//! behind the other.
//!
//! ```text
//! forward sweep   launch of k__enzyme_rs_augmented, which does what k does; a record keeps arguments, shadows and the threads' memory
//! reverse pass    launch of k__enzyme_rs_reverse with what the record has; adjoints of arguments that are numbers come back to the host
//! ```
//!
//! Owns: the C ABI, whose other side is `gpu-adjoint/rules/src/host.ll`. Must not: know a kernel but by its facts.

mod alone;
mod arguments;
mod derivatives;
mod facts;
mod failure;
mod kernels;
mod launches;
mod memory;
mod notes;
mod numbers;
mod rooms;
mod shadows;
mod steps;
mod variables;
mod vendor;

use kernels::Said;
use launches::{Launch, Record};
use memory::Copied;
use std::ffi::{CStr, c_char, c_int, c_void};
use vendor::{Call, Functions};

type Address = *mut c_void;

/// A program has a kernel: the address that it is launched by, the first of those of its derivatives, its name, and what is said of it (0: nothing, 1: its
/// launches are differentiated, 2: they have no derivative).
///
/// # Safety
/// The name ends with a zero byte, and stays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_gpu_kernel(
    kernel: Address,
    derivatives: Address,
    name: *const c_char,
    said: c_int,
) {
    // SAFETY: as the caller promises.
    let name = unsafe { CStr::from_ptr(name) };
    let said = match said {
        1 => Said::Differentiated,
        2 => Said::Inactive,
        _ => Said::Nothing,
    };
    kernels::learn(kernel, derivatives, &name.to_string_lossy(), said);
}

/// Ends the program at a launch of a kernel that another file defines, and has no derivatives of for others: why, if it says so.
///
/// # Safety
/// The texts end with a zero byte; the second one may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_gpu_lacks(name: *const c_char, why: *const c_char) {
    // SAFETY: as the caller promises.
    let text = |at| unsafe { CStr::from_ptr(at) }.to_string_lossy().into_owned();
    let why = (!why.is_null()).then(|| text(why));
    kernels::lacks(&text(name), why.as_deref());
}

/// From now on, threads of launches whose kernels keep more than is known when they are compiled have so many bytes for it.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_gpu_bytes_per_thread(bytes: u64) {
    rooms::set_bytes_per_thread(bytes);
}

/// A derivative begins on this thread, in the place of a hook, which has this address for itself. Gives what its end is given.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_gpu_begin(hook: *const c_void) -> u64 {
    let (depth, left) = derivatives::begin(hook as usize);
    if let Some(over) = left {
        numbers::forget(over);
        variables::forget(over, 0);
    }
    // What another one of this depth has left, by an exception, is no business of this one.
    if let Some((id, depth)) = derivatives::own() {
        variables::forget(id, depth);
    }
    depth
}

/// It ends, and so do those in it that exceptions have left. It is given what the other function gave.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_gpu_end(depth: u64) {
    if let Some((id, _)) = derivatives::own() {
        variables::forget(id, depth);
    }
    if let Some(ended) = derivatives::end(depth) {
        numbers::forget(ended);
    }
}

/// Zeroed memory of a kind (0: device, 1: managed, 2: of the host, for the device); null if there is none.
///
/// # Safety
/// The functions are those of a vendor's library, as for all that follow.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_gpu_obtain(
    functions: &'static Functions,
    kind: c_int,
    bytes: u64,
) -> Address {
    memory::obtain(functions, kind, bytes)
}

/// Ends such memory.
///
/// # Safety
/// It was obtained as that kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_gpu_release(
    functions: &'static Functions,
    kind: c_int,
    at: Address,
) {
    memory::release(functions, kind, at);
}

/// Steps that run again from checkpoints run forward (0), or their reverse pass begins (1) or ends (-1) on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_gpu_again(what: c_int) {
    match what {
        0 => steps::run(),
        _ => steps::run_again(what > 0),
    }
}

/// The program ends a stream or an event, by a function of the vendor's library: at the end of the derivative, if steps of it run again, which may use it.
///
/// # Safety
/// Nothing is begun on it that is not begun again by steps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_gpu_destroy(
    destroy: extern "C" fn(Address) -> c_int,
    handle: Address,
) {
    steps::destroyed(destroy, handle as usize);
}

/// Where a variable of the device lies, for which one of the host stands; whether the program writes to it (else 0).
///
/// # Safety
/// As for [`enzyme_rs_gpu_obtain`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_gpu_symbol(
    functions: &'static Functions,
    symbol: *const c_void,
    writes: c_int,
) -> Address {
    let (at, _) = functions.symbol(symbol);
    if writes != 0 {
        steps::is_written(functions, at as u64, "a copy");
    }
    at
}

/// Where its shadow lies, which holds zeros when a derivative begins: the same for all that the derivative does on a device.
///
/// # Safety
/// As for [`enzyme_rs_gpu_obtain`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_gpu_symbol_shadow(
    functions: &'static Functions,
    symbol: *const c_void,
) -> Address {
    let (at, bytes) = functions.symbol(symbol);
    variables::need(functions, (at as u64, bytes)) as Address
}

/// Copies tangents, wherever they lie.
///
/// # Safety
/// So many bytes lie at both places.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_gpu_copy(
    functions: &'static Functions,
    to: Address,
    from: Address,
    bytes: u64,
) {
    memory::copy(functions, to, from, bytes);
}

/// Adds numbers of so many bytes each to others, and sets them to zero, wherever they lie.
///
/// # Safety
/// As for [`enzyme_rs_gpu_copy`]; the place is null or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_gpu_accumulate(
    functions: &'static Functions,
    to: Address,
    from: Address,
    bytes: u64,
    each: u64,
    place: *const c_char,
) {
    // SAFETY: as promised.
    let copy = unsafe { Copied::at(place, bytes) };
    memory::accumulate(functions, (to, from), each, copy);
}

/// Sets bytes to zero, wherever they lie.
///
/// # Safety
/// As for [`enzyme_rs_gpu_copy`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_gpu_clear(
    functions: &'static Functions,
    at: Address,
    bytes: u64,
) {
    memory::clear(functions, at, bytes);
}

/// Ends the program unless bytes of a structure, whose known numbers have been taken from there, are all zero.
///
/// # Safety
/// As for [`enzyme_rs_gpu_accumulate`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_gpu_spent(
    functions: &'static Functions,
    at: Address,
    bytes: u64,
    place: *const c_char,
) {
    // SAFETY: as promised.
    let copy = unsafe { Copied::at(place, bytes) };
    memory::spent(functions, at, copy);
}

/// Launches a kernel and its tangent as one; gives the error of the launch.
///
/// # Safety
/// The call is one of the program's, with the addresses of its arguments and of their tangents.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_gpu_tangent(
    functions: &'static Functions,
    call: &Call,
    arguments: *const Address,
    tangents: *const Address,
) -> c_int {
    let launch = Launch {
        functions,
        call: *call,
    };
    // SAFETY: as the caller promises.
    unsafe { launch.tangent(arguments, tangents) }
}

/// Launches a kernel so that it can be reversed; gives the error of the launch, and a record.
///
/// # Safety
/// The call is one of the program's, with the addresses of its arguments and of their shadows, which stay until the reverse.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_gpu_augmented(
    functions: &'static Functions,
    call: &Call,
    arguments: *const Address,
    shadows: *const Address,
    record: *mut *mut Record,
) -> c_int {
    let launch = Launch {
        functions,
        call: *call,
    };
    // SAFETY: as the caller promises.
    unsafe {
        let (made, error) = launch.augmented(arguments, shadows);
        *record = Box::into_raw(Box::new(made));
        error
    }
}

/// Launches the reverse, and ends the record.
///
/// # Safety
/// The record was made by [`enzyme_rs_gpu_augmented`], and not ended yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_gpu_reverse(record: *mut Record) {
    // SAFETY: as the caller promises.
    let record = unsafe { Box::from_raw(record) };
    // SAFETY: the shadows are there, as was promised when it was made.
    unsafe { record.reverse() };
}
