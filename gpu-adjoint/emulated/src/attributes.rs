//! What kernels and addresses say of themselves.
//!
//! Owns: the structures of CUDA and HIP for it, and what programs say of kernels. Must not: promise what the emulator does not have.

use crate::devices::{SHARED, THREADS, WARP, version};
use crate::errors::{Error, ended};
use crate::memory::{self, Kind};
use crate::modules;
use crate::pointers::put;
use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// `cudaFuncAttributes` of CUDA 12.
#[repr(C)]
pub struct CudaAttributes {
    shared: usize,
    constant: usize,
    local: usize,
    threads: c_int,
    registers: c_int,
    ptx: c_int,
    binary: c_int,
    cache: c_int,
    dynamic: c_int,
    /// Of clusters, which there are not.
    rest: [c_int; 24],
}

/// `hipFuncAttributes`.
#[repr(C)]
pub struct HipAttributes {
    binary: c_int,
    cache: c_int,
    constant: usize,
    local: usize,
    dynamic: c_int,
    threads: c_int,
    registers: c_int,
    carveout: c_int,
    ptx: c_int,
    shared: usize,
}

const REGISTERS: c_int = 32;

/// What a launch of CUDA may ask for of a block's shared memory where the program has not said more.
const SHARED_BY_ITSELF: usize = 48 << 10;

/// What programs have said of kernels.
static MOST_SHARED: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());

fn said() -> MutexGuard<'static, BTreeMap<usize, usize>> {
    MOST_SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The most shared memory that launches of a kernel may ask for. AMD's devices know no less than all.
pub(crate) fn most_shared(kernel: *const c_void, warp: u32) -> usize {
    let by_itself = if warp == WARP {
        SHARED_BY_ITSELF
    } else {
        SHARED
    };
    let said = said().get(&(kernel as usize)).copied();
    said.unwrap_or(by_itself)
}

/// Says something of a kernel.
pub(crate) fn set(kernel: *const c_void, attribute: c_int, value: c_int) -> Error {
    /// `cudaFuncAttributeMaxDynamicSharedMemorySize`, and HIP's.
    const MOST: c_int = 8;
    if modules::kernel(kernel).is_none() {
        return Error::FUNCTION;
    }
    match (attribute, usize::try_from(value)) {
        (MOST, Ok(most)) if most <= SHARED => {
            said().insert(kernel as usize, most);
            Error::SUCCESS
        }
        (MOST, _) => Error::VALUE,
        // Any other is a hint.
        _ => Error::SUCCESS,
    }
}

fn stored<T>(to: *mut T, kernel: *const c_void, attributes: impl FnOnce(usize) -> T) -> c_int {
    let known = modules::kernel(kernel).map(|found| most_shared(kernel, found.warp));
    ended(known.map_or(Error::FUNCTION, |most| put(to, attributes(most))))
}

/// What a kernel needs.
#[unsafe(no_mangle)]
pub extern "C" fn cudaFuncGetAttributes(to: *mut CudaAttributes, kernel: *const c_void) -> c_int {
    let attributes = |most| CudaAttributes {
        shared: 0,
        constant: 0,
        local: 0,
        threads: THREADS,
        registers: REGISTERS,
        ptx: version(),
        binary: version(),
        cache: 0,
        dynamic: most as c_int,
        rest: [0; 24],
    };
    stored(to, kernel, attributes)
}

/// What a kernel needs.
#[unsafe(no_mangle)]
pub extern "C" fn hipFuncGetAttributes(to: *mut HipAttributes, kernel: *const c_void) -> c_int {
    let attributes = |most| HipAttributes {
        binary: version(),
        cache: 0,
        constant: 0,
        local: 0,
        dynamic: most as c_int,
        threads: THREADS,
        registers: REGISTERS,
        carveout: 0,
        ptx: version(),
        shared: 0,
    };
    stored(to, kernel, attributes)
}

/// `cudaPointerAttributes`.
#[repr(C)]
pub struct PointerAttributes {
    kind: c_int,
    device: c_int,
    device_pointer: *mut c_void,
    host_pointer: *mut c_void,
}

/// What kind of memory an address is of.
#[unsafe(no_mangle)]
pub extern "C" fn cudaPointerGetAttributes(
    to: *mut PointerAttributes,
    pointer: *const c_void,
) -> c_int {
    let pointer = pointer.cast_mut();
    let null = std::ptr::null_mut();
    let found = memory::of(pointer as usize).map(|found| found.kind);
    let (kind, device_pointer, host_pointer) = match found {
        None => (0, null, null),
        Some(Kind::Host) => (1, pointer, pointer),
        Some(Kind::Device) => (2, pointer, null),
        Some(Kind::Managed) => (3, pointer, pointer),
    };
    let attributes = PointerAttributes {
        kind,
        device: 0,
        device_pointer,
        host_pointer,
    };
    ended(put(to, attributes))
}

const _: () = assert!(size_of::<CudaAttributes>() == 144);

/// The memory that was handed out as a whole and holds an address.
pub(crate) fn range(begin: *mut *mut c_void, bytes: *mut usize, at: *mut c_void) -> Error {
    let Some(found) = memory::of(at as usize) else {
        return Error::VALUE;
    };
    put(begin, found.start as *mut c_void).and(|| put(bytes, found.bytes))
}

/// A function of the driver by its name, of those that there are; whether it is there is said as CUDA says it.
pub(crate) fn driver_function(
    name: *const c_char,
    to: *mut *mut c_void,
    said: *mut c_int,
) -> Error {
    /// `cudaDriverEntryPointSuccess`, and that there is no such symbol.
    const FOUND: c_int = 0;
    const MISSING: c_int = 1;
    // SAFETY: the caller's text ends with 0.
    let name = unsafe { CStr::from_ptr(name) };
    let (function, found) = match name.to_bytes() {
        b"cuMemGetAddressRange" => (
            crate::surface::cuMemGetAddressRange_v2 as *mut c_void,
            FOUND,
        ),
        _ => (std::ptr::null_mut(), MISSING),
    };
    if !said.is_null() {
        let told = put(said, found);
        if told != Error::SUCCESS {
            return told;
        }
    }
    put(to, function)
}
