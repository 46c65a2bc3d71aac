//! What kernels of AMD find beside their arguments.
//!
//! Owns: the layouts of implicit arguments (code object version 5) and of dispatch packets, as far as device code reads them. Must not: know who reads.

use crate::current::with;
use crate::state::Launch;
use std::ffi::c_void;

/// Both, for one launch.
pub(crate) struct Amd {
    implicit: [u8; 256],
    packet: [u8; 64],
}

/// Puts the bytes of a number to its place.
fn put(bytes: &mut [u8], at: usize, number: &[u8]) {
    bytes[at..at + number.len()].copy_from_slice(number);
}

impl Amd {
    pub(crate) fn new() -> Self {
        Amd {
            implicit: [0; 256],
            packet: [0; 64],
        }
    }

    /// Of a launch whose dimensions are known.
    pub(crate) fn of(launch: &Launch) -> Self {
        let mut amd = Self::new();
        let dimensions = 1
            + (0..3)
                .rev()
                .find(|&axis| launch.grid[axis] > 1 || launch.size[axis] > 1)
                .unwrap_or(0);
        for axis in 0..3 {
            let (blocks, threads) = (launch.grid[axis], launch.size[axis]);
            // Blocks are whole: what the hardware calls the remainder is 0.
            put(&mut amd.implicit, 4 * axis, &blocks.to_ne_bytes());
            put(
                &mut amd.implicit,
                12 + 2 * axis,
                &(threads as u16).to_ne_bytes(),
            );
            put(
                &mut amd.packet,
                4 + 2 * axis,
                &(threads as u16).to_ne_bytes(),
            );
            let all = blocks.wrapping_mul(threads);
            put(&mut amd.packet, 12 + 4 * axis, &all.to_ne_bytes());
        }
        put(&mut amd.implicit, 64, &(dimensions as u16).to_ne_bytes());
        put(
            &mut amd.implicit,
            120,
            &(launch.dynamic as u32).to_ne_bytes(),
        );
        put(&mut amd.packet, 2, &(dimensions as u16).to_ne_bytes());
        put(&mut amd.packet, 28, &(launch.dynamic as u32).to_ne_bytes());
        amd
    }
}

/// The implicit arguments of the kernel; null where none runs.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_implicit_arguments() -> *const c_void {
    let found = with(|block, _| block.launch.amd.implicit.as_ptr().cast());
    found.unwrap_or(std::ptr::null())
}

/// The packet that has dispatched the kernel; null where none runs.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_dispatch_packet() -> *const c_void {
    let found = with(|block, _| block.launch.amd.packet.as_ptr().cast());
    found.unwrap_or(std::ptr::null())
}
