//! A vendor's library for tests: memory of a device is the host's, and there are kernels that do one thing.
//!
//! Each test has a thread, and each thread a device of its own, whose number no other one has. Memory that is freed is handed out again; who accesses it before, or beyond the end
//! of a piece, gets an error. What lies in no piece is the host's.
//!
//! Owns: the device, and what it counts. Must not: know derivatives.

use super::{Address, Functions};
use crate::kernels::{self, Said};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicI32, Ordering};

/// Errors, which CUDA and HIP number so.
pub(crate) const INVALID_VALUE: c_int = 1;
pub(crate) const NO_MEMORY: c_int = 2;
pub(crate) const INVALID_CONFIGURATION: c_int = 9;
pub(crate) const RESOURCES: c_int = 701;
pub(crate) const LAUNCH_FAILURE: c_int = 719;

/// Threads that a block has at most.
const MOST: u64 = 1024;

/// Shared memory that a launch may ask for by itself.
const SHARED: usize = 48 << 10;

/// Bytes of a variable: each stands for itself.
const VARIABLE: usize = 8;

/// What memory nobody has written holds.
const UNWRITTEN: u8 = 0xa5;

/// Who hands memory out, and takes it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Device,
    Host,
}

/// A kernel `x[0] *= a`, of a pointer and a number, with its derivatives.
struct Kernel {
    /// It, and behind it those beside it.
    addresses: usize,
    facts: Vec<u64>,
}

/// The device of a thread.
pub(crate) struct Machine {
    pub(crate) device: c_int,
    /// Bytes that it has left.
    pub(crate) left: u64,
    /// What calls give next, by the functions' names.
    pub(crate) failures: VecDeque<(&'static str, c_int)>,
    /// The error that is remembered.
    pub(crate) last: c_int,
    /// All calls.
    pub(crate) calls: Vec<&'static str>,
    pieces: BTreeMap<usize, (usize, Side)>,
    freed: BTreeMap<usize, usize>,
    kernels: Vec<Kernel>,
    /// The shared memory of launches of derivatives that are told a distance to its shadow, and that distance.
    pub(crate) distances: Vec<(usize, u64)>,
    /// Whether launches are handed memory for shadows of shared memory of two blocks, and bytes for each.
    pub(crate) shadows: Vec<(bool, u64)>,
    /// The most shared memory that launches of a kernel may ask for, where somebody has said it.
    shared: BTreeMap<usize, usize>,
}

thread_local! {
    static MACHINE: RefCell<Machine> = RefCell::new(Machine::new());
}

/// Looks at the thread's device, or changes it.
pub(crate) fn machine<R>(act: impl FnOnce(&mut Machine) -> R) -> R {
    MACHINE.with_borrow_mut(act)
}

/// The next call of a function gives an error.
pub(crate) fn fail(function: &'static str, error: c_int) {
    machine(|machine| machine.failures.push_back((function, error)));
}

/// The address of a new kernel whose launches are differentiated. `facts` are what it says of itself.
pub(crate) fn kernel(facts: &[u64]) -> Address {
    kernel_of(facts, Said::Differentiated)
}

/// The address of a new kernel, of which the library is told.
pub(crate) fn kernel_of(facts: &[u64], said: Said) -> Address {
    let addresses: &'static [u8; 6] = Box::leak(Box::default());
    let at = addresses.as_ptr() as usize;
    let facts = facts.to_vec();
    machine(|machine| {
        machine.kernels.push(Kernel {
            addresses: at,
            facts,
        });
    });
    kernels::learn(at as Address, (at + 1) as Address, "k", said);
    at as Address
}

impl Machine {
    fn new() -> Self {
        static DEVICES: AtomicI32 = AtomicI32::new(0);
        Self {
            device: DEVICES.fetch_add(1, Ordering::Relaxed),
            left: 1 << 30,
            failures: VecDeque::new(),
            last: 0,
            calls: Vec::new(),
            pieces: BTreeMap::new(),
            freed: BTreeMap::new(),
            kernels: Vec::new(),
            distances: Vec::new(),
            shadows: Vec::new(),
            shared: BTreeMap::new(),
        }
    }

    /// How many pieces somebody has.
    pub(crate) fn in_use(&self) -> usize {
        self.pieces.len()
    }

    fn most_shared(&self, kernel: Address) -> usize {
        let said = self.shared.get(&(kernel as usize));
        said.copied().unwrap_or(SHARED)
    }

    fn obtained(&mut self, to: *mut Address, bytes: usize, side: Side) -> c_int {
        if bytes as u64 > self.left {
            return NO_MEMORY;
        }
        let again = self.freed.iter().find(|(_, freed)| **freed == bytes);
        let again = again.map(|(at, _)| *at);
        let new = || Box::leak(vec![0u128; bytes / 16 + 1].into_boxed_slice()).as_ptr() as usize;
        let at = again.unwrap_or_else(new);
        self.freed.remove(&at);
        self.left -= bytes as u64;
        self.pieces.insert(at, (bytes, side));
        // SAFETY: a piece of that size, and a place of the caller's.
        unsafe {
            std::ptr::write_bytes(at as *mut u8, UNWRITTEN, bytes);
            *to = at as Address;
        }
        0
    }

    fn released(&mut self, at: Address, side: Side) -> c_int {
        let at = at as usize;
        match self.pieces.get(&at) {
            Some((bytes, of)) if *of == side => {
                self.left += *bytes as u64;
                self.freed.insert(at, *bytes);
                self.pieces.remove(&at);
                0
            }
            _ => INVALID_VALUE,
        }
    }

    /// Whether so many bytes there may be accessed.
    fn holds(&self, at: *const c_void, bytes: usize) -> bool {
        let at = at as usize;
        let piece = self.pieces.range(..=at).next_back();
        let inside = |begin: usize, bytes: usize| at < begin + bytes;
        match piece {
            Some((begin, (whole, _))) if inside(*begin, *whole) => at + bytes <= begin + whole,
            _ => {
                let freed = self.freed.range(..=at).next_back();
                !freed.is_some_and(|(begin, whole)| inside(*begin, *whole))
            }
        }
    }

    /// # Safety
    /// The arguments are those of the kernel.
    unsafe fn run(
        &mut self,
        (kernel, threads, shared): (Address, u64, usize),
        arguments: *mut Address,
    ) -> c_int {
        let at = kernel as usize;
        let found = |kernel: &&Kernel| (kernel.addresses..kernel.addresses + 6).contains(&at);
        let Some(kernel) = self.kernels.iter().find(found) else {
            return LAUNCH_FAILURE;
        };
        let argument = |index| {
            // SAFETY: as the caller promises; all are of 64 bits.
            unsafe { (*arguments.add(index)).cast::<u64>().read() }
        };
        // SAFETY: the same, and pointers lead to numbers.
        let number = |index| unsafe { &mut *(argument(index) as *mut f64) };
        let has_room = |index| {
            let bytes = (argument(index + 1) * threads) as usize;
            self.holds(argument(index) as *const c_void, bytes)
        };
        let which = at - kernel.addresses;
        let last = [None, None, Some(4), Some(6), Some(7), None][which];
        let last = last.filter(|_| kernel.facts[3] > 0);
        let told = last.map(|last| (shared, argument(last)));
        let shadows = last.filter(|_| kernel.facts[5] > 0).map(|last| {
            let (at, each) = (argument(last + 1), argument(last + 2));
            (
                at != 0 && self.holds(at as *const c_void, 2 * each as usize),
                each,
            )
        });
        match which {
            0 => *number(0) *= f64::from_bits(argument(1)),
            1 => {
                // SAFETY: there is more room than any facts need.
                let to = unsafe {
                    std::slice::from_raw_parts_mut(argument(0) as *mut u64, kernel.facts.len())
                };
                to.copy_from_slice(&kernel.facts);
            }
            2 => {
                let (a, tangent) = (f64::from_bits(argument(2)), f64::from_bits(argument(3)));
                *number(1) = *number(1) * a + *number(0) * tangent;
                *number(0) *= a;
            }
            3 if has_room(3) => {
                *number(3) = *number(0);
                *number(0) *= f64::from_bits(argument(2));
            }
            4 if has_room(4) => {
                *number(3) += *number(1) * *number(4);
                *number(1) *= f64::from_bits(argument(2));
            }
            // What was kept is not the same behind it.
            5 if has_room(0) => *number(0) += 1.0,
            _ => return LAUNCH_FAILURE,
        }
        self.distances.extend(told);
        self.shadows.extend(shadows);
        0
    }
}

/// A call of a function: the error that it is to give, or what it does.
fn called(function: &'static str, act: impl FnOnce(&mut Machine) -> c_int) -> c_int {
    machine(|machine| {
        machine.calls.push(function);
        let fails = machine.failures.iter();
        let fails = fails.clone().position(|(name, _)| *name == function);
        let error = match fails.and_then(|index| machine.failures.remove(index)) {
            Some((_, error)) => error,
            None => act(machine),
        };
        if error != 0 {
            machine.last = error;
        }
        error
    })
}

extern "C" fn malloc(to: *mut Address, bytes: usize) -> c_int {
    called("malloc", |machine| {
        machine.obtained(to, bytes, Side::Device)
    })
}

extern "C" fn free(at: Address) -> c_int {
    called("free", |machine| machine.released(at, Side::Device))
}

extern "C" fn malloc_managed(to: *mut Address, bytes: usize, _flags: u32) -> c_int {
    called("malloc_managed", |machine| {
        machine.obtained(to, bytes, Side::Device)
    })
}

extern "C" fn malloc_host(to: *mut Address, bytes: usize) -> c_int {
    called("malloc_host", |machine| {
        machine.obtained(to, bytes, Side::Host)
    })
}

extern "C" fn free_host(at: Address) -> c_int {
    called("free_host", |machine| machine.released(at, Side::Host))
}

extern "C" fn memcpy(to: Address, from: *const c_void, bytes: usize, _direction: c_int) -> c_int {
    called("memcpy", |machine| {
        if !machine.holds(to, bytes) || !machine.holds(from, bytes) {
            return INVALID_VALUE;
        }
        // SAFETY: of the device's memory it was asked, the host's is the caller's promise.
        unsafe { std::ptr::copy(from.cast::<u8>(), to.cast::<u8>(), bytes) };
        0
    })
}

extern "C" fn memset(at: Address, value: c_int, bytes: usize) -> c_int {
    called("memset", |machine| {
        if !machine.holds(at, bytes) {
            return INVALID_VALUE;
        }
        // SAFETY: as for copies.
        unsafe { std::ptr::write_bytes(at.cast::<u8>(), value as u8, bytes) };
        0
    })
}

extern "C" fn synchronize() -> c_int {
    called("synchronize", |_| 0)
}

extern "C" fn launch(
    kernel: Address,
    grid: u64,
    grid_z: u32,
    block: u64,
    block_z: u32,
    arguments: *mut Address,
    shared: usize,
    _stream: Address,
) -> c_int {
    launched(
        "launch",
        kernel,
        (grid, grid_z),
        (block, block_z),
        (arguments, shared),
    )
}

extern "C" fn launch_together(
    kernel: Address,
    grid: u64,
    grid_z: u32,
    block: u64,
    block_z: u32,
    arguments: *mut Address,
    shared: usize,
    _stream: Address,
) -> c_int {
    launched(
        "launch_together",
        kernel,
        (grid, grid_z),
        (block, block_z),
        (arguments, shared),
    )
}

fn launched(
    name: &'static str,
    kernel: Address,
    (grid, grid_z): (u64, u32),
    (block, block_z): (u64, u32),
    (arguments, shared): (*mut Address, usize),
) -> c_int {
    called(name, |machine| {
        let sizes = |xy: u64, z: u32| [xy & u64::from(u32::MAX), xy >> 32, z.into()];
        let (grid, block) = (sizes(grid, grid_z), sizes(block, block_z));
        let threads: u64 = block.iter().product();
        let valid = grid[1].max(grid[2]) < 1 << 16 && !grid.contains(&0);
        if !valid || threads == 0 || threads > MOST {
            return INVALID_CONFIGURATION;
        }
        if shared > machine.most_shared(kernel) {
            return INVALID_VALUE;
        }
        // SAFETY: the launch has the kernel's arguments.
        unsafe {
            let all = grid.iter().product::<u64>() * threads;
            machine.run((kernel, all, shared), arguments)
        }
    })
}

extern "C" fn device(to: *mut c_int) -> c_int {
    called("device", |machine| {
        // SAFETY: the caller's place.
        unsafe { *to = machine.device };
        0
    })
}

extern "C" fn set_device(device: c_int) -> c_int {
    called("set_device", |machine| {
        machine.device = device;
        0
    })
}

extern "C" fn last_error() -> c_int {
    machine(|machine| std::mem::take(&mut machine.last))
}

extern "C" fn peek_error() -> c_int {
    machine(|machine| machine.last)
}

extern "C" fn error_text(error: c_int) -> *const c_char {
    match error {
        NO_MEMORY => c"out of memory".as_ptr(),
        _ => std::ptr::null(),
    }
}

extern "C" fn most_shared(to: *mut c_int, kernel: Address) -> c_int {
    called("most_shared", |machine| {
        // SAFETY: the caller's place.
        unsafe { *to = machine.most_shared(kernel) as c_int };
        0
    })
}

extern "C" fn set_attribute(kernel: Address, attribute: c_int, value: c_int) -> c_int {
    called("set_attribute", |machine| {
        if attribute != 8 {
            return INVALID_VALUE;
        }
        machine.shared.insert(kernel as usize, value as usize);
        0
    })
}

extern "C" fn symbol_address(to: *mut Address, symbol: *const c_void) -> c_int {
    called("symbol_address", |_| {
        // SAFETY: the caller's place.
        unsafe { *to = symbol.cast_mut() };
        0
    })
}

extern "C" fn symbol_size(to: *mut usize, _symbol: *const c_void) -> c_int {
    called("symbol_size", |_| {
        // SAFETY: the caller's place.
        unsafe { *to = VARIABLE };
        0
    })
}

extern "C" fn address_range(begin: *mut Address, bytes: *mut usize, at: Address) -> c_int {
    called("address_range", |machine| {
        let piece = machine.pieces.range(..=at as usize).next_back();
        let Some((first, (whole, _))) = piece.filter(|(first, (n, _))| at as usize - **first < *n)
        else {
            return INVALID_VALUE;
        };
        // SAFETY: the caller's places.
        unsafe {
            *begin = *first as Address;
            *bytes = *whole;
        }
        0
    })
}

/// The library.
pub(crate) static FUNCTIONS: Functions = Functions {
    malloc,
    free,
    malloc_managed,
    malloc_host,
    free_host,
    memcpy,
    memset,
    synchronize,
    launch,
    device,
    set_device,
    last_error,
    peek_error,
    error_text,
    most_shared,
    set_attribute,
    symbol_address,
    symbol_size,
    address_range,
    launch_together,
};
