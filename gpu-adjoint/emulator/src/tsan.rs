//! The functions that LLVM's ThreadSanitizer pass calls, for the checker.
//!
//! Their names are those of the run-time library of ThreadSanitizer: a program has either that one or this one. Functions that tell where they were
//! called from hand their return address to one that does the work.
//!
//! Owns: this ABI. Must not: know what is a mistake.

use crate::check::{Access, access};
use crate::current;
use crate::happened;
use crate::shadow::Kind;
use crate::told::told;
use crate::updates::{atomic_access, has_read, will_write};
use pastey::paste;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering, fence};

unsafe extern "C" fn read<const BYTES: usize>(address: *const c_void, place: usize) {
    access(Access::plain(Kind::Read, address as usize, BYTES, place));
}

unsafe extern "C" fn write<const BYTES: usize>(address: *const c_void, place: usize) {
    access(Access::plain(Kind::Write, address as usize, BYTES, place));
}

/// A read, and a write behind it.
unsafe extern "C" fn read_write<const BYTES: usize>(address: *const c_void, place: usize) {
    access(Access::plain(Kind::Read, address as usize, BYTES, place));
    access(Access::plain(Kind::Write, address as usize, BYTES, place));
}

/// Volatile accesses are taken for atomic ones, as GPUs have them.
unsafe extern "C" fn volatile_read<const BYTES: usize>(address: *const c_void, place: usize) {
    atomic_access(Kind::AtomicRead, true, address as usize, BYTES, place);
    current::with(|_, thread| current::spins(thread, address as usize));
}

unsafe extern "C" fn volatile_write<const BYTES: usize>(address: *const c_void, place: usize) {
    atomic_access(Kind::AtomicWrite, false, address as usize, BYTES, place);
}

told! {
    "rsi", "x1";
    __tsan_read1(address: *const c_void) = read::<1>;
    __tsan_read2(address: *const c_void) = read::<2>;
    __tsan_read4(address: *const c_void) = read::<4>;
    __tsan_read8(address: *const c_void) = read::<8>;
    __tsan_read16(address: *const c_void) = read::<16>;
    __tsan_write1(address: *const c_void) = write::<1>;
    __tsan_write2(address: *const c_void) = write::<2>;
    __tsan_write4(address: *const c_void) = write::<4>;
    __tsan_write8(address: *const c_void) = write::<8>;
    __tsan_write16(address: *const c_void) = write::<16>;
    __tsan_read_write1(address: *const c_void) = read_write::<1>;
    __tsan_read_write2(address: *const c_void) = read_write::<2>;
    __tsan_read_write4(address: *const c_void) = read_write::<4>;
    __tsan_read_write8(address: *const c_void) = read_write::<8>;
    __tsan_read_write16(address: *const c_void) = read_write::<16>;
    __tsan_unaligned_read1(address: *const c_void) = read::<1>;
    __tsan_unaligned_read2(address: *const c_void) = read::<2>;
    __tsan_unaligned_read4(address: *const c_void) = read::<4>;
    __tsan_unaligned_read8(address: *const c_void) = read::<8>;
    __tsan_unaligned_read16(address: *const c_void) = read::<16>;
    __tsan_unaligned_write1(address: *const c_void) = write::<1>;
    __tsan_unaligned_write2(address: *const c_void) = write::<2>;
    __tsan_unaligned_write4(address: *const c_void) = write::<4>;
    __tsan_unaligned_write8(address: *const c_void) = write::<8>;
    __tsan_unaligned_write16(address: *const c_void) = write::<16>;
    __tsan_unaligned_read_write1(address: *const c_void) = read_write::<1>;
    __tsan_unaligned_read_write2(address: *const c_void) = read_write::<2>;
    __tsan_unaligned_read_write4(address: *const c_void) = read_write::<4>;
    __tsan_unaligned_read_write8(address: *const c_void) = read_write::<8>;
    __tsan_unaligned_read_write16(address: *const c_void) = read_write::<16>;
    __tsan_volatile_read1(address: *const c_void) = volatile_read::<1>;
    __tsan_volatile_read2(address: *const c_void) = volatile_read::<2>;
    __tsan_volatile_read4(address: *const c_void) = volatile_read::<4>;
    __tsan_volatile_read8(address: *const c_void) = volatile_read::<8>;
    __tsan_volatile_read16(address: *const c_void) = volatile_read::<16>;
    __tsan_volatile_write1(address: *const c_void) = volatile_write::<1>;
    __tsan_volatile_write2(address: *const c_void) = volatile_write::<2>;
    __tsan_volatile_write4(address: *const c_void) = volatile_write::<4>;
    __tsan_volatile_write8(address: *const c_void) = volatile_write::<8>;
    __tsan_volatile_write16(address: *const c_void) = volatile_write::<16>;
    __tsan_unaligned_volatile_read1(address: *const c_void) = volatile_read::<1>;
    __tsan_unaligned_volatile_read2(address: *const c_void) = volatile_read::<2>;
    __tsan_unaligned_volatile_read4(address: *const c_void) = volatile_read::<4>;
    __tsan_unaligned_volatile_read8(address: *const c_void) = volatile_read::<8>;
    __tsan_unaligned_volatile_read16(address: *const c_void) = volatile_read::<16>;
    __tsan_unaligned_volatile_write1(address: *const c_void) = volatile_write::<1>;
    __tsan_unaligned_volatile_write2(address: *const c_void) = volatile_write::<2>;
    __tsan_unaligned_volatile_write4(address: *const c_void) = volatile_write::<4>;
    __tsan_unaligned_volatile_write8(address: *const c_void) = volatile_write::<8>;
    __tsan_unaligned_volatile_write16(address: *const c_void) = volatile_write::<16>;
    __tsan_vptr_read(address: *const c_void) = read::<8>;
}

unsafe extern "C" fn read_range(address: *const c_void, bytes: usize, place: usize) {
    access(Access::plain(Kind::Read, address as usize, bytes, place));
}

unsafe extern "C" fn write_range(address: *const c_void, bytes: usize, place: usize) {
    access(Access::plain(Kind::Write, address as usize, bytes, place));
}

unsafe extern "C" fn vptr_update(address: *const c_void, _: *const c_void, place: usize) {
    access(Access::plain(Kind::Write, address as usize, 8, place));
}

told! {
    "rdx", "x2";
    __tsan_read_range(address: *const c_void, bytes: usize) = read_range;
    __tsan_write_range(address: *const c_void, bytes: usize) = write_range;
    __tsan_vptr_update(address: *const c_void, value: *const c_void) = vptr_update;
}

fn copies(to: usize, from: usize, bytes: usize, place: usize) {
    let mut read = Access::plain(Kind::Read, from, bytes, place);
    read.copies = true;
    access(read);
    access(Access::plain(Kind::Write, to, bytes, place));
}

unsafe extern "C" fn copy(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    place: usize,
) -> *mut c_void {
    copies(to as usize, from as usize, bytes, place);
    // SAFETY: the caller's promise; what overlaps is copied, too.
    unsafe { std::ptr::copy(from.cast::<u8>(), to.cast::<u8>(), bytes) };
    to
}

unsafe extern "C" fn set(to: *mut c_void, value: c_int, bytes: usize, place: usize) -> *mut c_void {
    access(Access::plain(Kind::Write, to as usize, bytes, place));
    // SAFETY: the caller's promise.
    unsafe { std::ptr::write_bytes(to.cast::<u8>(), value as u8, bytes) };
    to
}

told! {
    "rcx", "x3";
    __tsan_memcpy(to: *mut c_void, from: *const c_void, bytes: usize) -> *mut c_void = copy;
    __tsan_memmove(to: *mut c_void, from: *const c_void, bytes: usize) -> *mut c_void = copy;
    __tsan_memset(to: *mut c_void, value: c_int, bytes: usize) -> *mut c_void = set;
}

/// Nothing is to be prepared.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_init() {}

/// Return addresses tell enough.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_func_entry(_caller: *const c_void) {}

/// As above.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_func_exit() {}

/// What follows is checked all the same.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_ignore_thread_begin() {}

/// As above.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_ignore_thread_end() {}

/// A fence between threads.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_atomic_thread_fence(_order: c_int) {
    fence(Ordering::SeqCst);
    current::with(|block, thread| {
        if block.launch.settings.check {
            happened::fence(block, thread);
        }
    });
}

/// A fence for the compiler alone.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_atomic_signal_fence(_order: c_int) {}

/// The atomic operations of numbers of so many bits. All are done in the strongest order.
macro_rules! atomics {
    ($($bits:literal)*) => {paste! {$(
        atomics!(@size $bits, [<atomic $bits>], [<AtomicU $bits>], [<u $bits>]);
    )*}};
    (@size $bits:literal, $work:ident, $atomic:ident, $type:ident) => {
        mod $work {
            use super::*;

            fn number<'a>(address: *mut $type) -> &'a $atomic {
                // SAFETY: the callers' promise: it is one that others may change.
                unsafe { $atomic::from_ptr(address) }
            }

            pub(super) unsafe extern "C" fn load(address: *const $type, _order: c_int, place: usize) -> $type {
                atomic_access(Kind::AtomicRead, true, address as usize, size_of::<$type>(), place);
                let value = number(address.cast_mut()).load(Ordering::SeqCst);
                has_read(address as usize);
                value
            }

            pub(super) unsafe extern "C" fn store(address: *mut $type, value: $type, order: c_int, place: usize) {
                will_write(address as usize, size_of::<$type>(), order, false, place);
                number(address).store(value, Ordering::SeqCst);
            }

            fn update(address: *mut $type, order: c_int, place: usize, run: impl FnOnce(&$atomic) -> $type) -> $type {
                will_write(address as usize, size_of::<$type>(), order, true, place);
                let old = run(number(address));
                has_read(address as usize);
                old
            }

            atomics!(@updates $type; exchange swap, add fetch_add, sub fetch_sub, and fetch_and, or fetch_or, xor fetch_xor, nand fetch_nand);

            pub(super) unsafe extern "C" fn exchange_if(
                address: *mut $type,
                expected: $type,
                value: $type,
                order: c_int,
                _failure: c_int,
                place: usize,
            ) -> $type {
                // One that does not exchange is a read, and hands nothing on.
                let found = number(address).load(Ordering::SeqCst);
                if found != expected {
                    atomic_access(Kind::AtomicRead, true, address as usize, size_of::<$type>(), place);
                    has_read(address as usize);
                    return found;
                }
                update(address, order, place, |number| {
                    let done = number.compare_exchange(expected, value, Ordering::SeqCst, Ordering::SeqCst);
                    done.unwrap_or_else(|other| other)
                })
            }

            pub(super) unsafe extern "C" fn exchange_at(
                address: *mut $type,
                expected: *mut $type,
                value: $type,
                order: c_int,
                failure: c_int,
                place: usize,
            ) -> c_int {
                // SAFETY: the caller's promise.
                let wanted = unsafe { *expected };
                // SAFETY: as above.
                let found = unsafe { exchange_if(address, wanted, value, order, failure, place) };
                // SAFETY: the caller's promise.
                unsafe { *expected = found };
                c_int::from(found == wanted)
            }
        }

        paste! {
            told! {
                "rdx", "x2";
                [<__tsan_atomic $bits _load>](address: *const $type, order: c_int) -> $type = $work::load;
            }

            told! {
                "rcx", "x3";
                [<__tsan_atomic $bits _store>](address: *mut $type, value: $type, order: c_int) = $work::store;
                [<__tsan_atomic $bits _exchange>](address: *mut $type, value: $type, order: c_int) -> $type = $work::exchange;
                [<__tsan_atomic $bits _fetch_add>](address: *mut $type, value: $type, order: c_int) -> $type = $work::add;
                [<__tsan_atomic $bits _fetch_sub>](address: *mut $type, value: $type, order: c_int) -> $type = $work::sub;
                [<__tsan_atomic $bits _fetch_and>](address: *mut $type, value: $type, order: c_int) -> $type = $work::and;
                [<__tsan_atomic $bits _fetch_or>](address: *mut $type, value: $type, order: c_int) -> $type = $work::or;
                [<__tsan_atomic $bits _fetch_xor>](address: *mut $type, value: $type, order: c_int) -> $type = $work::xor;
                [<__tsan_atomic $bits _fetch_nand>](address: *mut $type, value: $type, order: c_int) -> $type = $work::nand;
            }

            told! {
                "r9", "x5";
                [<__tsan_atomic $bits _compare_exchange_val>](address: *mut $type, expected: $type, value: $type, order: c_int, failure: c_int) -> $type = $work::exchange_if;
                [<__tsan_atomic $bits _compare_exchange_strong>](address: *mut $type, expected: *mut $type, value: $type, order: c_int, failure: c_int) -> c_int = $work::exchange_at;
                [<__tsan_atomic $bits _compare_exchange_weak>](address: *mut $type, expected: *mut $type, value: $type, order: c_int, failure: c_int) -> c_int = $work::exchange_at;
            }
        }
    };
    (@updates $type:ty; $($name:ident $method:ident),*) => {$(
        pub(super) unsafe extern "C" fn $name(address: *mut $type, value: $type, order: c_int, place: usize) -> $type {
            update(address, order, place, |number| number.$method(value, Ordering::SeqCst))
        }
    )*};
}

atomics! { 8 16 32 64 }
