//! What a thread may ask, and how it lets others go first.
//!
//! Where no kernel runs, all is 0.
//!
//! Owns: their ABI. Must not: change anything.

use crate::current::{spins, with, yielded};
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};

/// An axis of a vector: 0 to 2, and 0 for others.
fn on(axis: u32, vector: [u32; 3]) -> u32 {
    vector.get(axis as usize).copied().unwrap_or(0)
}

/// `threadIdx`.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_thread(axis: u32) -> u32 {
    with(|_, thread| on(axis, thread.index)).unwrap_or(0)
}

/// `blockIdx`.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_block(axis: u32) -> u32 {
    with(|block, _| on(axis, block.index)).unwrap_or(0)
}

/// `blockDim`.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_block_size(axis: u32) -> u32 {
    with(|block, _| on(axis, block.launch.size)).unwrap_or(0)
}

/// `gridDim`.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_grid_size(axis: u32) -> u32 {
    with(|block, _| on(axis, block.launch.grid)).unwrap_or(0)
}

/// The thread's lane in its warp.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_lane() -> u32 {
    with(|block, thread| block.lane(thread)).unwrap_or(0)
}

/// The thread's warp in its block.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_warp() -> u32 {
    with(|block, thread| block.warp(thread)).unwrap_or(0)
}

/// Lanes of a warp.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_warp_size() -> u32 {
    with(|block, _| block.launch.lanes).unwrap_or(0)
}

/// A counter that is never the same twice.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_clock() -> u64 {
    static TIME: AtomicU64 = AtomicU64::new(1);
    TIME.fetch_add(1, Ordering::Relaxed)
}

/// Lets the other threads of the block go first: `__nanosleep`, and wherever a thread waits for what another one does.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_yield() {
    with(|_, thread| yielded(thread));
}

/// An atomic operation follows, or a volatile read, in code that tells the checker nothing: a loop that waits by them lets others go first.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_spins(address: *const c_void) {
    with(|_, thread| spins(thread, address as usize));
}
