//! The C functions of shared memory.
//!
//! Owns: their ABI, and the numbers of variables. Must not: know where they lie.

use crate::current::{stop, with};
use crate::failure::Failure;
use crate::shared::{Full, LIMIT};
use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicU64, Ordering};

/// A `__shared__` variable, as the compiler describes it.
#[repr(C)]
pub struct SharedVariable {
    /// Its size.
    pub bytes: u64,
    /// A power of two, 4096 at most.
    pub align: u64,
    /// For messages: a constant C string, or null.
    pub name: *const c_char,
    /// 0 at first; the library's number for it.
    pub place: AtomicU64,
}

// SAFETY: the name is a constant.
unsafe impl Sync for SharedVariable {}

impl SharedVariable {
    fn number(&self) -> usize {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = self.place.load(Ordering::Relaxed);
        if number != 0 {
            return number as usize;
        }
        let fresh = NEXT.fetch_add(1, Ordering::Relaxed);
        let set = self
            .place
            .compare_exchange(0, fresh, Ordering::Relaxed, Ordering::Relaxed);
        set.map_or_else(|others| others, |_| fresh) as usize
    }
}

/// The block's instance of a shared variable; null where no kernel runs.
///
/// # Safety
/// `variable` describes one, as long as the program runs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_shared(variable: *const c_void) -> *mut c_void {
    // SAFETY: the caller's promise.
    let variable = unsafe { &*variable.cast::<SharedVariable>() };
    let number = variable.number();
    let place = with(|block, thread| {
        let known = block.shared.borrow().variable(number);
        if let Some(place) = known {
            return place;
        }
        let unnamed = c"shared variable".as_ptr();
        let name = match variable.name.is_null() {
            true => unnamed,
            false => variable.name,
        };
        let mut shared = block.shared.borrow_mut();
        let added = shared.add(number, variable.bytes, variable.align, name);
        drop(shared);
        added.unwrap_or_else(|full| {
            let with = format!("with a variable of {} bytes a block has more", variable.bytes);
            let message = match full {
                Full::Memory => format!("{with} shared memory than {LIMIT} bytes"),
                Full::Variables(most) => format!(
                    "{with} shared variables than {most} bytes; only memory whose size the launch says (`extern __shared__`) may be larger"
                ),
                Full::Alignment(align) => {
                    format!("a shared variable cannot be aligned to {align} bytes")
                }
            };
            stop(block, thread, Failure::Shared, &message)
        })
    });
    place.unwrap_or(std::ptr::null_mut()).cast()
}

/// The block's dynamic shared memory; null where no kernel runs.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_dynamic_shared() -> *mut c_void {
    let place = with(|block, _| block.shared.borrow().dynamic());
    place.unwrap_or(std::ptr::null_mut()).cast()
}

/// Bytes of the block's dynamic shared memory.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_dynamic_shared_bytes() -> u64 {
    with(|block, _| block.launch.dynamic).unwrap_or(0)
}

/// Whether an address lies in memory of the thread's own.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_is_own(address: *const c_void) -> bool {
    let found = with(|_, thread| {
        let (from, to) = thread.stack.get();
        (from..to).contains(&(address as usize))
    });
    found.unwrap_or(false)
}

/// Whether an address lies in the block's shared memory.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_is_shared(address: *const c_void) -> bool {
    let found = with(|block, _| block.shared.borrow().offset(address as usize).is_some());
    found.unwrap_or(false)
}
