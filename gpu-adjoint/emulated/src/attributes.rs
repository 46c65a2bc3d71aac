//! What kernels and addresses say of themselves.
//!
//! Owns: the structures of CUDA and HIP for it, and what programs say of kernels. Must not: promise what the emulator does not have.

use crate::devices::{Hip, SHARED, THREADS, WARP, hip, version};
use crate::errors::{Error, ended};
use crate::memory::{self, Kind};
use crate::modules;
use crate::pointers::put;
use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
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

/// `cudaPointerAttributes`, and the begin of `hipPointerAttribute_t`.
#[repr(C)]
pub struct PointerAttributes {
    kind: c_int,
    device: c_int,
    device_pointer: *mut c_void,
    host_pointer: *mut c_void,
}

/// `hipPointerAttribute_t`.
#[repr(C)]
pub struct HipPointerAttributes {
    begin: PointerAttributes,
    managed: c_int,
    flags: c_uint,
}

/// The numbers of kinds of memory: that of no kind, if there is one, of the host's, of the device's, and of that which both sides use.
struct Kinds {
    none: Option<c_int>,
    host: c_int,
    device: c_int,
    managed: c_int,
}

/// `cudaMemoryType`, and `hipMemoryType` since HIP 6.
const KINDS: Kinds = Kinds {
    none: Some(0),
    host: 1,
    device: 2,
    managed: 3,
};

/// `hipMemoryType` before HIP 6, which says of memory that both use that it is the host's.
const OLD_KINDS: Kinds = Kinds {
    none: None,
    host: 0,
    device: 1,
    managed: 0,
};

fn pointer_attributes(pointer: *const c_void, kinds: &Kinds) -> Option<PointerAttributes> {
    let pointer = pointer.cast_mut();
    let null = std::ptr::null_mut();
    let found = memory::of(pointer as usize).map(|found| found.kind);
    let (kind, device_pointer, host_pointer) = match found {
        None => (kinds.none?, null, null),
        Some(Kind::Host) => (kinds.host, pointer, pointer),
        Some(Kind::Device) => (kinds.device, pointer, null),
        Some(Kind::Managed) => (kinds.managed, pointer, pointer),
    };
    Some(PointerAttributes {
        kind,
        device: 0,
        device_pointer,
        host_pointer,
    })
}

/// What kind of memory an address is of.
#[unsafe(no_mangle)]
pub extern "C" fn cudaPointerGetAttributes(
    to: *mut PointerAttributes,
    pointer: *const c_void,
) -> c_int {
    let found = pointer_attributes(pointer, &KINDS);
    ended(found.map_or(Error::VALUE, |found| put(to, found)))
}

/// The same, by numbers that HIP 6 has changed: a program that has not shown which ones it knows gets an error.
#[unsafe(no_mangle)]
pub extern "C" fn hipPointerGetAttributes(
    to: *mut HipPointerAttributes,
    pointer: *const c_void,
) -> c_int {
    let kinds = match hip() {
        None => return ended(Error::SUPPORT),
        Some(Hip::Before6) => &OLD_KINDS,
        Some(Hip::Since6) => &KINDS,
    };
    let managed = memory::of(pointer as usize).is_some_and(|found| found.kind == Kind::Managed);
    let found = pointer_attributes(pointer, kinds).map(|begin| HipPointerAttributes {
        begin,
        managed: c_int::from(managed),
        flags: 0,
    });
    ended(found.map_or(Error::VALUE, |found| put(to, found)))
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
