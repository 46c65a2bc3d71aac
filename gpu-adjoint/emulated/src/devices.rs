//! The one device there is.
//!
//! Owns: what it says of itself. Must not: promise what the emulator does not have.

use crate::errors::{Error, ended};
use crate::pointers::put;
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicI32, Ordering};

/// Threads of a block, and of a multiprocessor.
pub(crate) const THREADS: c_int = 1024;
/// Lanes of a warp of CUDA.
pub(crate) const WARP: u32 = 32;
/// Shared memory of a block.
pub(crate) const SHARED: usize = 227 << 10;
const CONSTANT: usize = 64 << 10;
const REGISTERS: c_int = 65_536;
const GRID: [c_int; 3] = [c_int::MAX, 65_535, 65_535];
const BLOCK: [c_int; 3] = [1024, 1024, 64];

/// The compute capability, times ten: that for which device code of the program was compiled.
static VERSION: AtomicI32 = AtomicI32::new(0);

/// Device code for this capability is there.
pub(crate) fn is_for(version: c_int) {
    VERSION.fetch_max(version, Ordering::Relaxed);
}

/// The capability, times ten.
pub(crate) fn version() -> c_int {
    VERSION.load(Ordering::Relaxed)
}

/// The number of processors, which are its multiprocessors.
fn processors() -> c_int {
    std::thread::available_parallelism().map_or(1, |n| n.get() as c_int)
}

/// All memory of the machine, and what is free.
pub(crate) fn memory() -> (usize, usize) {
    // SAFETY: questions.
    let (pages, free, size) = unsafe {
        (
            libc::sysconf(libc::_SC_PHYS_PAGES),
            libc::sysconf(libc::_SC_AVPHYS_PAGES),
            libc::sysconf(libc::_SC_PAGESIZE),
        )
    };
    let bytes = |pages: i64| (pages.max(0) * size.max(0)) as usize;
    (bytes(pages), bytes(free))
}

/// What the driver calls a context: all that a program has on the device.
pub(crate) fn context() -> *mut c_void {
    (&raw const VERSION).cast_mut().cast()
}

/// Only that one is one.
pub(crate) fn is_context(given: *mut c_void) -> Error {
    if given == context() {
        Error::SUCCESS
    } else {
        Error::CONTEXT
    }
}

/// Only the device 0 is one.
pub(crate) fn known(device: c_int) -> Error {
    if device == 0 {
        Error::SUCCESS
    } else {
        Error::DEVICE
    }
}

/// For which HIP a program was compiled, as it shows where it asks for a device's properties: that function alone has another name since HIP 6.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hip {
    Before6,
    Since6,
}

/// 0 as long as nobody knows.
static HIP: AtomicI32 = AtomicI32::new(0);

/// What is known of it.
pub(crate) fn hip() -> Option<Hip> {
    match HIP.load(Ordering::Relaxed) {
        0 => None,
        5 => Some(Hip::Before6),
        // Any other: there is no third.
        _ => Some(Hip::Since6),
    }
}

/// The begin of `cudaDeviceProp` (12) and `hipDeviceProp_tR0600`.
#[repr(C)]
struct Properties {
    name: [c_char; 256],
    uuid: [u8; 16],
    luid: [u8; 8],
    luid_mask: u32,
    memory: usize,
    shared: usize,
    registers: c_int,
    warp: c_int,
    pitch: usize,
    threads: c_int,
    block: [c_int; 3],
    grid: [c_int; 3],
    clock: c_int,
    constant: usize,
    major: c_int,
    minor: c_int,
    texture: [usize; 2],
    overlap: c_int,
    processors: c_int,
}

/// The begin of `hipDeviceProp_t` before HIP 6.
#[repr(C)]
struct OldProperties {
    name: [c_char; 256],
    memory: usize,
    shared: usize,
    registers: c_int,
    warp: c_int,
    threads: c_int,
    block: [c_int; 3],
    grid: [c_int; 3],
    clock: c_int,
    memory_clock: c_int,
    memory_bus: c_int,
    constant: usize,
    major: c_int,
    minor: c_int,
    processors: c_int,
}

fn name() -> [c_char; 256] {
    let mut name = [0; 256];
    for (to, from) in name.iter_mut().zip(b"enzyme-rs emulator") {
        *to = *from as c_char;
    }
    name
}

/// With warps of CUDA, or of AMD.
fn properties(warp: c_int) -> Properties {
    Properties {
        name: name(),
        uuid: [0; 16],
        luid: [0; 8],
        luid_mask: 0,
        memory: memory().0,
        shared: SHARED,
        registers: REGISTERS,
        warp,
        pitch: c_int::MAX as usize,
        threads: THREADS,
        block: BLOCK,
        grid: GRID,
        clock: 1_000_000,
        constant: CONSTANT,
        major: version() / 10,
        minor: version() % 10,
        texture: [512, 32],
        overlap: 1,
        processors: processors(),
    }
}

fn old_properties() -> OldProperties {
    OldProperties {
        name: name(),
        memory: memory().0,
        shared: SHARED,
        registers: REGISTERS,
        warp: 64,
        threads: THREADS,
        block: BLOCK,
        grid: GRID,
        clock: 1_000_000,
        memory_clock: 1_000_000,
        memory_bus: 64,
        constant: CONSTANT,
        major: version() / 10,
        minor: version() % 10,
        processors: processors(),
    }
}

/// Fills a structure of so many bytes, of which all but the begin is 0.
fn filled<T>(to: *mut c_void, bytes: usize, begin: T, device: c_int) -> c_int {
    if to.is_null() || device != 0 {
        return ended(if to.is_null() {
            Error::VALUE
        } else {
            Error::DEVICE
        });
    }
    // SAFETY: the caller's structure has this size.
    unsafe { std::ptr::write_bytes(to.cast::<u8>(), 0, bytes) };
    ended(put(to.cast(), begin))
}

/// What libraries ask for to choose the size of blocks, and which memory they may use: where it lies behind the begin of the structure of CUDA, and of HIP 6. Processors
/// have room for one block of the largest size.
const LATER: [(usize, c_int); 10] = [
    (MAPS_HOST, 1),
    (AT_THE_SAME_TIME, 1),
    (ONE_ADDRESS, 1),
    (THREADS_OF_PROCESSOR, THREADS),
    (SHARED_OF_PROCESSOR, SHARED as c_int),
    (REGISTERS_OF_PROCESSOR, REGISTERS),
    (MANAGED, 1),
    (TOGETHER, 1),
    (SHARED_IF_ASKED, SHARED as c_int),
    (BLOCKS_OF_PROCESSOR, 32),
];
/// `canMapHostMemory`.
const MAPS_HOST: usize = 400;
/// `concurrentKernels`.
const AT_THE_SAME_TIME: usize = 576;
/// `unifiedAddressing`.
const ONE_ADDRESS: usize = 604;
/// `maxThreadsPerMultiProcessor`.
const THREADS_OF_PROCESSOR: usize = 624;
/// `sharedMemPerMultiprocessor`, of 8 bytes.
const SHARED_OF_PROCESSOR: usize = 640;
/// `regsPerMultiprocessor`.
const REGISTERS_OF_PROCESSOR: usize = 648;
/// `managedMemory`.
const MANAGED: usize = 652;
/// `cooperativeLaunch`.
const TOGETHER: usize = 688;
/// `sharedMemPerBlockOptin`, of 8 bytes.
const SHARED_IF_ASKED: usize = 696;
/// `maxBlocksPerMultiProcessor`.
const BLOCKS_OF_PROCESSOR: usize = 712;

/// What HIP 6 has besides: `maxSharedMemoryPerMultiProcessor`, of 8 bytes.
const LATER_OF_HIP: [(usize, c_int); 1] = [(1416, SHARED as c_int)];

/// The same of HIP's older structure: threads of a processor, kernels at the same time, memory that a processor's blocks share (of 8 bytes), memory of the host, cooperative
/// launches, managed memory, and its use by both sides at a time.
const LATER_OF_OLD: [(usize, c_int); 7] = [
    (344, THREADS),
    (360, 1),
    (376, SHARED as c_int),
    (388, 1),
    (656, 1),
    (772, 1),
    (780, 1),
];

/// `cudaGetDeviceProperties` of CUDA 12.
#[unsafe(no_mangle)]
pub extern "C" fn cudaGetDeviceProperties_v2(to: *mut c_void, device: c_int) -> c_int {
    let error = filled(to, 1032, properties(32), device);
    if error == 0 {
        complete(to, &LATER);
    }
    error
}

/// Writes what lies behind the begin of a structure.
fn complete(structure: *mut c_void, later: &[(usize, c_int)]) {
    for (at, value) in later {
        // SAFETY: it lies within the caller's structure, and is aligned there.
        unsafe { structure.byte_add(*at).cast::<c_int>().write(*value) };
    }
}

/// `hipGetDeviceProperties` of HIP 6 and later.
#[unsafe(no_mangle)]
pub extern "C" fn hipGetDevicePropertiesR0600(to: *mut c_void, device: c_int) -> c_int {
    HIP.store(6, Ordering::Relaxed);
    let error = filled(to, 1472, properties(64), device);
    if error == 0 {
        complete(to, &LATER);
        complete(to, &LATER_OF_HIP);
    }
    error
}

/// `hipGetDeviceProperties` before HIP 6.
#[unsafe(no_mangle)]
pub extern "C" fn hipGetDeviceProperties(to: *mut c_void, device: c_int) -> c_int {
    HIP.store(5, Ordering::Relaxed);
    let error = filled(to, 792, old_properties(), device);
    if error == 0 {
        complete(to, &LATER_OF_OLD);
    }
    error
}

/// The attributes of CUDA that programs ask for most.
fn attribute(number: c_int) -> c_int {
    match number {
        1 | 39 => THREADS,
        2 => BLOCK[0],
        3 => BLOCK[1],
        4 => BLOCK[2],
        5 => GRID[0],
        6 | 7 => GRID[1],
        8 | 81 | 97 => SHARED as c_int,
        9 => CONSTANT as c_int,
        10 => 32,
        12 => REGISTERS,
        13 => 1_000_000,
        16 => processors(),
        // Unified addresses, managed memory, accesses of it from both sides, of pageable memory, cooperative launches.
        41 | 83 | 88 | 89 | 95 => 1,
        75 => version() / 10,
        76 => version() % 10,
        // Any other: it has none of it.
        _ => 0,
    }
}

/// The same of HIP, whose numbers are others.
fn attribute_of_hip(number: c_int) -> c_int {
    match number {
        56 | 57 => THREADS,
        26 => BLOCK[0],
        27 => BLOCK[1],
        28 => BLOCK[2],
        29 => GRID[0],
        30 | 31 => GRID[1],
        74 | 75 | 10_002 => SHARED as c_int,
        83 => CONSTANT as c_int,
        87 => 64,
        71 | 72 => REGISTERS,
        5 => 1_000_000,
        63 => processors(),
        // Memory of the host, several kernels, accesses from both sides, cooperative launches, managed and pageable memory, unified addresses.
        3 | 8 | 9 | 10 | 13 | 24 | 65 | 85 => 1,
        23 => 9,
        // Any other: it has none of it.
        _ => 0,
    }
}

fn given(to: *mut c_int, value: c_int, device: c_int) -> c_int {
    match known(device) {
        Error::SUCCESS => ended(put(to, value)),
        error => ended(error),
    }
}

/// One attribute.
#[unsafe(no_mangle)]
pub extern "C" fn cudaDeviceGetAttribute(to: *mut c_int, number: c_int, device: c_int) -> c_int {
    given(to, attribute(number), device)
}

/// One attribute.
#[unsafe(no_mangle)]
pub extern "C" fn hipDeviceGetAttribute(to: *mut c_int, number: c_int, device: c_int) -> c_int {
    given(to, attribute_of_hip(number), device)
}

/// Blocks that run at the same time on a multiprocessor, of so many threads.
pub(crate) fn resident(to: *mut c_int, threads: c_int) -> Error {
    match threads {
        1..=THREADS => put(to, THREADS / threads),
        _ => Error::VALUE,
    }
}
