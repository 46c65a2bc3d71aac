//! Launches that cannot be.

use crate::support::*;
use enzyme_rs_emulator::*;

extern "C" fn nothing(_: Arguments) {}

/// Launches itself, once.
extern "C" fn launches(arguments: Arguments) {
    let out: *mut i32 = argument(arguments, 0);
    let size = [1; 3];
    let (grid, block) = (size.as_ptr(), size.as_ptr());
    // SAFETY: it is refused.
    let code = unsafe {
        enzyme_rs_emulator_launch(
            Some(launches),
            c"inner".as_ptr(),
            grid,
            block,
            0,
            arguments,
            32,
        )
    };
    // SAFETY: there is room for it.
    unsafe { *out = code };
}

#[test]
fn launches_without_threads_are_refused() {
    let run = run(nothing, 1, 1);
    run.succeeds(&[]);
    let wrong = Failure::Configuration;
    run.clone()
        .grid([0, 1, 1], [1; 3])
        .fails(&[], wrong, &["kernel `test`: a grid of [0, 1, 1]"]);
    run.clone()
        .grid([1; 3], [1, 0, 1])
        .fails(&[], wrong, &["of [1, 0, 1] threads has none"]);
    run.clone()
        .grid([65536, 65536, 4], [1; 3])
        .fails(&[], wrong, &["more than there can be"]);
    run.clone().warp(33).fails(&[], wrong, &["32 or 64 lanes"]);
}

#[test]
fn more_than_a_gpu_has_is_refused() {
    let run = run(nothing, 1, 1);
    run.clone().grid([1; 3], [32, 32, 1]).succeeds(&[]);
    run.clone()
        .grid([1; 3], [32, 32, 2])
        .fails(&[], Failure::Threads, &["1024 threads at most"]);
    run.clone().shared(227 << 10).succeeds(&[]);
    run.shared((227 << 10) + 1)
        .fails(&[], Failure::Shared, &["232448 bytes of shared memory"]);
}

#[test]
fn kernels_launch_no_kernels() {
    let code = -1_i32;
    let outcome = run(launches, 1, 1).go(&[value(&(&raw const code))]);
    assert_eq!(outcome.code, 0);
    assert_eq!(code, Failure::Nested as i32);
}

#[test]
fn no_kernel_and_no_dimensions_are_refused() {
    let size = [1; 3];
    let launch = |kernel, size: *const u32| {
        let none = std::ptr::null();
        // SAFETY: it is refused.
        unsafe { enzyme_rs_emulator_launch(kernel, std::ptr::null(), size, size, 0, none, 32) }
    };
    assert_eq!(launch(None, size.as_ptr()), 1);
    assert_eq!(launch(Some(nothing), std::ptr::null()), 1);
}

#[test]
fn options_that_there_are_not_are_refused() {
    run(nothing, 1, 1).options("order=sideways").fails(
        &[],
        Failure::Options,
        &["`order=sideways` in ENZYME_RS_EMULATOR is none of"],
    );
}
