//! The kernels and variables of device code that is in the program.
//!
//! Each object file of device code tells the library what it has when it is loaded, under the name of the module that it was made of: two modules may
//! have kernels of one name.
//!
//! Owns: these tables, and their C ABI. Must not: know who asks.

use crate::allocations::enzyme_rs_emulator_allocated;
use crate::launch::Kernel;
use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_void};
use std::sync::{Mutex, PoisonError};

/// A kernel of a module.
#[derive(Clone, Debug)]
pub struct DeviceKernel {
    /// Its name in the source, for messages.
    pub shown: String,
    /// What a launch runs.
    pub kernel: Kernel,
    /// Bytes of each parameter.
    pub sizes: Vec<u64>,
}

/// A variable of a module.
#[derive(Clone, Copy, Debug)]
pub struct DeviceVariable {
    /// Where it lies.
    pub address: usize,
    /// Its size.
    pub bytes: u64,
}

/// By module and name.
type Table<T> = Mutex<BTreeMap<(String, String), T>>;

static KERNELS: Table<DeviceKernel> = Mutex::new(BTreeMap::new());
static VARIABLES: Table<DeviceVariable> = Mutex::new(BTreeMap::new());

fn text(text: *const c_char) -> String {
    match text.is_null() {
        true => String::new(),
        // SAFETY: texts of this ABI are null or C strings.
        false => unsafe { CStr::from_ptr(text) }
            .to_string_lossy()
            .into_owned(),
    }
}

fn put<T>(table: &Table<T>, module: *const c_char, name: *const c_char, what: T) {
    let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
    table.insert((text(module), text(name)), what);
}

fn get<T: Clone>(table: &Table<T>, module: &str, name: &str) -> Option<T> {
    let table = table.lock().unwrap_or_else(PoisonError::into_inner);
    table.get(&(module.to_owned(), name.to_owned())).cloned()
}

/// The kernel of a module, by the name that device code has for it.
pub fn kernel(module: &str, name: &str) -> Option<DeviceKernel> {
    get(&KERNELS, module, name)
}

/// The variable of a module, by the name that device code has for it.
pub fn variable(module: &str, name: &str) -> Option<DeviceVariable> {
    get(&VARIABLES, module, name)
}

/// A module has a kernel, which the source calls `shown`, and whose parameters have these sizes.
///
/// # Safety
/// `module`, `name` and `shown` are C strings, `sizes` leads to as many numbers as there are `parameters`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_has_kernel(
    module: *const c_char,
    name: *const c_char,
    shown: *const c_char,
    kernel: Kernel,
    parameters: u64,
    sizes: *const u64,
) {
    let sizes = match parameters {
        0 => Vec::new(),
        // SAFETY: the caller's promise.
        n => unsafe { std::slice::from_raw_parts(sizes, n as usize) }.to_vec(),
    };
    let shown = text(shown);
    let kernel = DeviceKernel {
        shown,
        kernel,
        sizes,
    };
    put(&KERNELS, module, name, kernel);
}

/// A module has a variable, before and behind which is as much room as for allocations.
///
/// # Safety
/// `module` and `name` are C strings; the variable lives as long as the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_has_variable(
    module: *const c_char,
    name: *const c_char,
    address: *mut c_void,
    bytes: u64,
) {
    enzyme_rs_emulator_allocated(address, bytes);
    let address = address as usize;
    put(&VARIABLES, module, name, DeviceVariable { address, bytes });
}

/// The kernel of a module, for `launch`; null if there is none.
///
/// # Safety
/// `module` and `name` are C strings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_kernel(
    module: *const c_char,
    name: *const c_char,
) -> Option<Kernel> {
    kernel(&text(module), &text(name)).map(|found| found.kernel)
}

/// Where the variable of a module lies, and its size; null if there is none.
///
/// # Safety
/// `module` and `name` are C strings, `bytes` is null or leads to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_variable(
    module: *const c_char,
    name: *const c_char,
    bytes: *mut u64,
) -> *mut c_void {
    let Some(found) = variable(&text(module), &text(name)) else {
        return std::ptr::null_mut();
    };
    if !bytes.is_null() {
        // SAFETY: the caller's promise.
        unsafe { *bytes = found.bytes };
    }
    found.address as *mut c_void
}
