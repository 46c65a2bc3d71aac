//! Launches of kernels.
//!
//! Owns: what `<<<…>>>` hands over, and what the end of a launch means for the program. Must not: run blocks.

use crate::attributes;
use crate::errors::{Error, stays};
use crate::modules;
use crate::pointers::put;
use enzyme_rs_emulator::{Failure, Kernel};
use std::cell::RefCell;
use std::ffi::{CString, c_char, c_void};

/// `dim3`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Dimensions {
    x: u32,
    y: u32,
    z: u32,
}

impl Dimensions {
    fn array(self) -> [u32; 3] {
        [self.x, self.y, self.z]
    }
}

/// What stands between `<<<` and `>>>`.
#[derive(Clone, Copy)]
pub(crate) struct Configuration {
    pub(crate) grid: Dimensions,
    pub(crate) block: Dimensions,
    pub(crate) shared: usize,
    pub(crate) stream: *mut c_void,
}

thread_local! {
    static CONFIGURATIONS: RefCell<Vec<Configuration>> = const { RefCell::new(Vec::new()) };
}

/// Before the arguments of a call are computed.
pub(crate) fn push(configuration: Configuration) {
    CONFIGURATIONS.with_borrow_mut(|all| all.push(configuration));
}

/// In the function of the host that stands for the kernel.
pub(crate) fn pop(
    grid: *mut Dimensions,
    block: *mut Dimensions,
    shared: *mut usize,
    stream: *mut *mut c_void,
) -> Error {
    let Some(found) = CONFIGURATIONS.with_borrow_mut(Vec::pop) else {
        return Error::MISSING_CONFIGURATION;
    };
    put(grid, found.grid)
        .and(|| put(block, found.block))
        .and(|| put(shared, found.shared))
        .and(|| put(stream, found.stream))
}

/// How a grid is run: `enzyme_rs_emulator_launch`, or the other one.
pub(crate) type Runs = unsafe extern "C" fn(
    Option<Kernel>,
    *const c_char,
    *const u32,
    *const u32,
    u64,
    *const *const c_void,
    u32,
) -> i32;

/// Runs a kernel, and returns when it has ended.
pub(crate) fn launch(
    (host, runs): (*const c_void, Runs),
    configuration: Configuration,
    arguments: *const *const c_void,
) -> Error {
    let Some(found) = modules::kernel(host) else {
        return Error::FUNCTION;
    };
    if configuration.shared > attributes::most_shared(host, found.warp) {
        return Error::VALUE;
    }
    let name = CString::new(found.kernel.shown).unwrap_or_default();
    let (grid, block) = (configuration.grid.array(), configuration.block.array());
    // SAFETY: clang hands over pointers to the arguments of the kernel for which the function stands.
    let code = unsafe {
        runs(
            Some(found.kernel.kernel),
            name.as_ptr(),
            grid.as_ptr(),
            block.as_ptr(),
            configuration.shared as u64,
            arguments,
            found.warp,
        )
    };
    outcome(code)
}

/// What the end of a launch is for the program.
fn outcome(code: i32) -> Error {
    let is = |failures: &[Failure]| failures.iter().any(|failure| *failure as i32 == code);
    match code {
        0 => Error::SUCCESS,
        _ if is(&[Failure::Configuration, Failure::Threads]) => Error::CONFIGURATION,
        _ if is(&[Failure::Shared]) => Error::RESOURCES,
        _ if is(&[Failure::Together]) => Error::TOO_LARGE,
        _ if is(&[Failure::Nested]) => Error::SUPPORT,
        _ if is(&[Failure::Options]) => Error::VALUE,
        _ if is(&[Failure::Stacks]) => Error::MEMORY,
        _ if is(&[Failure::Divergence]) => stays(Error::TIMEOUT),
        _ if is(&[Failure::Assertion]) => stays(Error::ASSERT),
        // What the checker has found, traps, lanes that their masks do not name.
        _ => stays(Error::LAUNCH),
    }
}
