//! What the host's code says of its device code when the program starts.
//!
//! Where a program of a device has a binary, one for the emulator has the name of the module under which the object file of the device code has made its
//! kernels and variables known.
//!
//! Owns: which function and variable of the host stands for which of the device, and this C ABI of clang's. Must not: launch.

use crate::devices;
use crate::errors::Error;
use enzyme_rs_emulator::registry::{self, DeviceKernel, DeviceVariable};
use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What stands where a binary would: behind it come the module, and the capability for which it was compiled.
pub const PREFIX: &str = "enzyme-rs emulated device code: ";

/// As clang lays it out.
#[repr(C)]
pub struct FatBinary {
    magic: c_int,
    version: c_int,
    data: *const c_char,
    unused: *const c_void,
}

/// What a function or variable of the host stands for.
#[derive(Clone)]
struct Device {
    module: String,
    name: String,
    /// Lanes of a warp.
    warp: u32,
}

/// By address.
type Table = Mutex<BTreeMap<usize, Device>>;

static KERNELS: Table = Mutex::new(BTreeMap::new());
static VARIABLES: Table = Mutex::new(BTreeMap::new());

fn locked(table: &'static Table) -> MutexGuard<'static, BTreeMap<usize, Device>> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is known of a kernel.
pub(crate) struct Found {
    pub(crate) kernel: DeviceKernel,
    pub(crate) warp: u32,
}

/// The kernel for which a function of the host stands.
pub(crate) fn kernel(host: *const c_void) -> Option<Found> {
    let device = locked(&KERNELS).get(&(host as usize)).cloned()?;
    let kernel = registry::kernel(&device.module, &device.name)?;
    Some(Found {
        kernel,
        warp: device.warp,
    })
}

/// The variable of the device for which one of the host stands.
pub(crate) fn variable(host: *const c_void) -> Option<DeviceVariable> {
    let device = locked(&VARIABLES).get(&(host as usize)).cloned()?;
    registry::variable(&device.module, &device.name)
}

/// Where a variable lies.
pub(crate) fn address(to: *mut *mut c_void, symbol: *const c_void) -> Error {
    let Some(found) = variable(symbol) else {
        return Error::SYMBOL;
    };
    crate::pointers::put(to, found.address as *mut c_void)
}

/// The size of a variable.
pub(crate) fn size(to: *mut usize, symbol: *const c_void) -> Error {
    let Some(found) = variable(symbol) else {
        return Error::SYMBOL;
    };
    crate::pointers::put(to, found.bytes as usize)
}

/// What is handed from one of clang's calls to the next: the name of the module.
struct Handle(String);

unsafe fn registered(binary: *const FatBinary) -> *mut *mut c_void {
    // SAFETY: clang's wrapper of what was put into the program.
    let data = unsafe { (*binary).data };
    // SAFETY: the text that stands there ends with 0.
    let text = unsafe { CStr::from_ptr(data) }.to_string_lossy();
    let Some(said) = text.strip_prefix(PREFIX) else {
        eprintln!(
            "enzyme-rs emulator: device code of this program is for a GPU; compile all of its files with --emulate-gpu"
        );
        std::process::exit(1);
    };
    let (module, version) = said.split_once(' ').unwrap_or((said, "0"));
    devices::is_for(version.parse().unwrap_or(0));
    let handle = Box::new(Handle(module.to_owned()));
    Box::into_raw(handle).cast()
}

unsafe fn named(
    table: &'static Table,
    handle: *mut *mut c_void,
    host: *const c_void,
    name: *const c_char,
    warp: u32,
) {
    // SAFETY: clang hands on what `registered` gave.
    let module = unsafe { &*handle.cast::<Handle>() }.0.clone();
    // SAFETY: clang's names are constants.
    let name = unsafe { CStr::from_ptr(name) }
        .to_string_lossy()
        .into_owned();
    locked(table).insert(host as usize, Device { module, name, warp });
}

/// The functions that clang calls, with the lanes of a warp.
macro_rules! registration {
    ($warp:literal: $binary:ident, $end:ident, $forget:ident, $function:ident, $variable:ident) => {
        /// Device code of a file.
        ///
        /// # Safety
        /// Clang's call.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $binary(binary: *const FatBinary) -> *mut *mut c_void {
            // SAFETY: clang's call.
            unsafe { registered(binary) }
        }

        /// All was told.
        #[unsafe(no_mangle)]
        pub extern "C" fn $end(_handle: *mut *mut c_void) {}

        /// The program ends.
        ///
        /// # Safety
        /// Clang's call.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $forget(handle: *mut *mut c_void) {
            // SAFETY: clang hands on what it was given, once.
            drop(unsafe { Box::from_raw(handle.cast::<Handle>()) });
        }

        /// A kernel.
        ///
        /// # Safety
        /// Clang's call.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $function(
            handle: *mut *mut c_void,
            host: *const c_void,
            _device: *const c_char,
            name: *const c_char,
        ) -> c_int {
            // SAFETY: clang's call.
            unsafe { named(&KERNELS, handle, host, name, $warp) };
            0
        }

        /// A variable.
        ///
        /// # Safety
        /// Clang's call.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $variable(
            handle: *mut *mut c_void,
            host: *const c_void,
            _device: *const c_char,
            name: *const c_char,
        ) {
            // SAFETY: clang's call.
            unsafe { named(&VARIABLES, handle, host, name, $warp) };
        }
    };
}

registration!(32: __cudaRegisterFatBinary, __cudaRegisterFatBinaryEnd, __cudaUnregisterFatBinary, __cudaRegisterFunction, __cudaRegisterVar);
registration!(64: __hipRegisterFatBinary, __hipRegisterFatBinaryEnd, __hipUnregisterFatBinary, __hipRegisterFunction, __hipRegisterVar);
