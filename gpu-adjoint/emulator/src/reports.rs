//! What the checker has found in a launch.
//!
//! Owns: that the same is told once, and the count. Must not: know what is wrong.

use std::collections::BTreeMap;
use std::ffi::{CStr, c_void};
use std::sync::{Mutex, PoisonError};

/// What makes two mistakes the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) what: &'static str,
    /// Those of both parties, the lower one first.
    pub(crate) places: [usize; 2],
    /// The variable or the allocation.
    pub(crate) object: usize,
}

/// How often each was found.
#[derive(Default)]
pub(crate) struct Reports {
    found: Mutex<BTreeMap<Key, u64>>,
}

impl Reports {
    /// True the first time.
    pub(crate) fn is_new(&self, mut key: Key) -> bool {
        key.places.sort_unstable();
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let times = found.entry(key).or_insert(0);
        *times += 1;
        *times == 1
    }

    /// What is said at the end.
    pub(crate) fn summary(&self) -> Option<String> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let times: u64 = found.values().sum();
        match found.len() {
            0 => None,
            1 => Some(format!("1 mistake was found, {times} times")),
            n => Some(format!("{n} mistakes were found, {times} times together")),
        }
    }
}

/// A place in the program: its line, if the program has debug information, and as its symbols tell.
pub(crate) fn place(address: usize) -> String {
    if address == 0 {
        return "an unknown place".to_owned();
    }
    let symbol = symbol(address);
    match line(address) {
        Some(line) => format!("{line}, {symbol}"),
        None => symbol,
    }
}

/// The line of a call by its return address. Debug information is read on a stack of its own: that of a kernel's thread may be small.
fn line(address: usize) -> Option<String> {
    let reads = move || {
        let mut found = None;
        backtrace::resolve(address.wrapping_sub(1) as *mut c_void, |symbol| {
            // The first is the innermost function that was inlined there.
            let place = symbol.filename().zip(symbol.lineno());
            let text = place.map(|(file, line)| format!("{}:{line}", file.display()));
            found = found.take().or(text);
        });
        found
    };
    std::thread::spawn(reads).join().ok().flatten()
}

/// The function, and the place in the file of the program, for other tools.
fn symbol(address: usize) -> String {
    let mut info = libc::Dl_info {
        dli_fname: std::ptr::null(),
        dli_fbase: std::ptr::null_mut(),
        dli_sname: std::ptr::null(),
        dli_saddr: std::ptr::null_mut(),
    };
    // SAFETY: it looks the address up, and does not go there.
    let found = unsafe { libc::dladdr(address as *const c_void, &raw mut info) };
    if found == 0 || info.dli_fname.is_null() {
        return format!("{address:#x}");
    }
    // SAFETY: names of the loader stay.
    let file = unsafe { CStr::from_ptr(info.dli_fname) }.to_string_lossy();
    let offset = address - info.dli_fbase as usize;
    if info.dli_sname.is_null() {
        return format!("{file}+{offset:#x}");
    }
    // SAFETY: as above.
    let symbol = unsafe { CStr::from_ptr(info.dli_sname) }.to_string_lossy();
    let within = address - info.dli_saddr as usize;
    format!("{symbol}+{within:#x} ({file}+{offset:#x})")
}
