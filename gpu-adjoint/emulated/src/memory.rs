//! Memory of the device, which is the host's.
//!
//! Before and behind each allocation are gaps that the emulator knows of. What is handed out is filled with marked NaNs: a GPU's is not zero either.
//!
//! Owns: which memory was handed out, and that what is freed is told. Must not: know who accesses it.

use crate::errors::Error;
use enzyme_rs_emulator::{
    enzyme_rs_emulator_allocated, enzyme_rs_emulator_freed, enzyme_rs_emulator_redzone,
};
use std::alloc::{Layout, alloc, dealloc};
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// As CUDA promises, and HIP.
const ALIGNMENT: usize = 256;

/// What lies in memory that nobody has written: the emulator's mark.
const MARK: u64 = 0x7ff4_dead_7fa5_dead;

/// Where memory may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Device,
    Host,
    Managed,
}

/// One allocation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allocation {
    pub(crate) start: usize,
    pub(crate) bytes: usize,
    pub(crate) kind: Kind,
}

/// By their first byte.
static ALL: Mutex<BTreeMap<usize, Allocation>> = Mutex::new(BTreeMap::new());

fn all() -> MutexGuard<'static, BTreeMap<usize, Allocation>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

fn gap() -> usize {
    (enzyme_rs_emulator_redzone() as usize).next_multiple_of(ALIGNMENT)
}

fn layout(bytes: usize) -> Option<Layout> {
    let whole = bytes.checked_add(2 * gap())?.checked_next_multiple_of(8)?;
    Layout::from_size_align(whole, ALIGNMENT).ok()
}

/// Hands memory out; 0 bytes are null, as CUDA has it.
pub(crate) fn obtained(bytes: usize, kind: Kind) -> Result<*mut c_void, Error> {
    if bytes == 0 {
        return Ok(std::ptr::null_mut());
    }
    let layout = layout(bytes).ok_or(Error::MEMORY)?;
    // SAFETY: it has a size.
    let memory = unsafe { alloc(layout) };
    if memory.is_null() {
        return Err(Error::MEMORY);
    }
    for word in 0..layout.size() / 8 {
        // SAFETY: within what was obtained, which is aligned.
        unsafe { memory.cast::<u64>().add(word).write(MARK) };
    }
    let start = memory as usize + gap();
    all().insert(start, Allocation { start, bytes, kind });
    let start = start as *mut c_void;
    enzyme_rs_emulator_allocated(start, bytes as u64);
    Ok(start)
}

/// Takes memory back.
pub(crate) fn released(pointer: *mut c_void) -> Error {
    if pointer.is_null() {
        return Error::SUCCESS;
    }
    let Some(allocation) = all().remove(&(pointer as usize)) else {
        return Error::VALUE;
    };
    enzyme_rs_emulator_freed(pointer);
    let Some(layout) = layout(allocation.bytes) else {
        return Error::VALUE;
    };
    // SAFETY: it was obtained with this layout, and nobody has it any more.
    unsafe { dealloc((allocation.start - gap()) as *mut u8, layout) };
    Error::SUCCESS
}

/// The allocation in which an address lies.
pub(crate) fn of(address: usize) -> Option<Allocation> {
    let all = all();
    let (_, found) = all.range(..=address).next_back()?;
    (address < found.start + found.bytes).then_some(*found)
}

/// For tools: how many bytes there are from an address to the end of the memory that was handed out there, or -1 if it lies in none.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulated_bytes_behind(pointer: *const c_void) -> i64 {
    let address = pointer as usize;
    of(address).map_or(-1, |found| (found.start + found.bytes - address) as i64)
}

/// Whether so many bytes may be accessed: memory that was handed out must be large enough, of other memory nothing is known.
pub(crate) fn holds(pointer: *const c_void, bytes: usize) -> bool {
    let address = pointer as usize;
    let end = |found: Allocation| found.start + found.bytes;
    of(address).is_none_or(|found| bytes <= end(found) - address)
}
