//! Accesses where there is nothing, or nothing any more, or nothing yet.

use crate::support::*;
use enzyme_rs_emulator::tsan::__tsan_read8;
use enzyme_rs_emulator::*;

/// Each thread writes into shared memory, so many numbers further.
extern "C" fn writes_shared(arguments: Arguments) {
    let further: i64 = argument(arguments, 0);
    let own = shared!(OWN: [f32; 64]);
    let next = shared!(NEXT: [f32; 64]);
    store(next, thread(), 1.0);
    store(own.wrapping_offset(further as isize), thread(), 1.0);
}

#[test]
fn shared_variables_have_bounds() {
    let run = run(writes_shared, 1, 64);
    run.succeeds(&[value(&0_i64)]);
    run.fails(
        &[value(&1_i64)],
        Failure::Reported,
        &[
            "out of bounds: a write of 4 bytes by thread [63, 0, 0] of block [0, 0, 0], 0 bytes behind the end of shared variable `OWN`",
            "1 mistake was found, 1 times",
        ],
    );
    run.fails(
        &[value(&-1_i64)],
        Failure::Reported,
        &["thread [0, 0, 0]", "4 bytes before shared variable `OWN`"],
    );
}

extern "C" fn writes_dynamic(_: Arguments) {
    store(dynamic::<f64>(), thread(), 1.0);
}

#[test]
fn dynamic_memory_has_bounds() {
    let run = run(writes_dynamic, 1, 64);
    run.clone().shared(64 * 8).succeeds(&[]);
    run.clone().shared(64 * 8 - 4).fails(
        &[],
        Failure::Reported,
        &["at byte 504 of dynamic shared memory of 508 bytes"],
    );
    run.fails(&[], Failure::Reported, &["out of bounds"]);
}

/// Each thread writes a number.
extern "C" fn writes(arguments: Arguments) {
    let (out, further): (*mut f64, i64) = (argument(arguments, 0), argument(arguments, 1));
    store(out.wrapping_offset(further as isize), global(), 1.0);
}

#[test]
fn allocations_have_bounds() {
    let out = Device::<f64>::zeros(128);
    let run = run(writes, 2, 64);
    run.succeeds(&[out.argument(), value(&0_i64)]);
    run.fails(
        &[out.argument(), value(&2_i64)],
        Failure::Reported,
        &["thread [62, 0, 0] of block [1, 0, 0], 0 bytes behind the end of the allocation of 1024 bytes"],
    );
    run.fails(
        &[out.argument(), value(&-1_i64)],
        Failure::Reported,
        &["8 bytes before the allocation"],
    );
}

/// Tells a read of a number of an array, and does not read it.
extern "C" fn would_read(arguments: Arguments) {
    let array: *const f64 = argument(arguments, 0);
    // SAFETY: nothing is read.
    unsafe { __tsan_read8(array.wrapping_add(thread()).cast()) };
}

#[test]
fn null_is_told() {
    let array = Device::<f64>::zeros(32);
    let run = run(would_read, 1, 32);
    run.succeeds(&[array.argument()]);
    run.fails(
        &[value(&std::ptr::null::<f64>())],
        Failure::Reported,
        &[
            "out of bounds: a read of 8 bytes",
            "at address 0x0, which is none",
        ],
    );
}

#[test]
fn freed_memory_is_nobodys() {
    let out = Device::<f64>::zeros(128);
    let run = run(writes, 2, 64);
    let arguments = [out.argument(), value(&0_i64)];
    run.succeeds(&arguments);
    enzyme_rs_emulator_freed(out.address().cast());
    run.fails(
        &arguments,
        Failure::Reported,
        &[
            "use after free: a write of 8 bytes",
            "at byte 0 of the allocation",
        ],
    );
    enzyme_rs_emulator_allocated(out.address().cast(), 1024);
    run.succeeds(&arguments);
}

#[test]
fn memory_of_the_host_is_told_if_that_is_wanted() {
    let host = vec![0.0_f64; 128];
    let run = run(writes, 2, 64);
    let address = host.as_ptr();
    let arguments = [value(&address), value(&0_i64)];
    run.succeeds(&arguments);
    run.clone().options("memory=told").fails(
        &arguments,
        Failure::Reported,
        &["which is no memory of the device"],
    );
    let device = Device::<f64>::zeros(128);
    run.options("memory=told")
        .succeeds(&[device.argument(), value(&0_i64)]);
}

/// Reads of shared memory in which all but one thread have written.
extern "C" fn reads(arguments: Arguments) {
    let (from, out): (u32, *mut f32) = (argument(arguments, 0), argument(arguments, 1));
    let part = shared!(PART: [f32; 64]);
    if thread() >= from as usize {
        store(part, thread(), 1.0);
    }
    barrier!();
    store(out, global(), load(part, 63 - thread()));
}

#[test]
fn what_nobody_has_written_is_told() {
    let out = Device::<f32>::zeros(128);
    let run = run(reads, 2, 64);
    run.succeeds(&[value(&0_u32), out.argument()]);
    run.fails(
        &[value(&1_u32), out.argument()],
        Failure::Reported,
        &[
            "uninitialised: a read of 4 bytes by thread [63, 0, 0]",
            "at byte 0 of shared variable `PART` of 256 bytes, where nobody in this block has written",
            "1 mistake was found, 2 times",
        ],
    );
    assert!(out.values()[63].is_nan());
}

/// An atomic update of what nobody has written.
extern "C" fn counts(arguments: Arguments) {
    let zero: u32 = argument(arguments, 0);
    let count = shared!(COUNT: [u32; 1]);
    if zero != 0 && thread() == 0 {
        store(count, 0, 0);
    }
    barrier!();
    add(count, 0, 1);
}

#[test]
fn updates_read() {
    let run = run(counts, 2, 64);
    run.succeeds(&[value(&1_u32)]);
    run.fails(
        &[value(&0_u32)],
        Failure::Reported,
        &["uninitialised: an atomic update", "`COUNT`"],
    );
}

/// Local arrays are the thread's own, wherever their stacks are used again.
extern "C" fn local(arguments: Arguments) {
    let out: *mut f64 = argument(arguments, 0);
    let mut own = [0.0; 32];
    let own = own.as_mut_ptr();
    for n in 0..32 {
        store(own, n, (n * global()) as f64);
    }
    barrier!();
    store(out, global(), (0..32).map(|n| load(own, n)).sum());
}

#[test]
fn local_memory_does_not_race() {
    let out = Device::<f64>::zeros(512);
    run(local, 8, 64).succeeds(&[out.argument()]);
    assert_eq!(out.values()[100], 100.0 * 496.0);
}

/// A thread with as much local memory as CUDA has.
extern "C" fn large(arguments: Arguments) {
    let out: *mut u8 = argument(arguments, 0);
    let mut own = [0_u8; 512 << 10];
    let own = std::hint::black_box(&mut own).as_mut_ptr();
    store(own, 0, 1);
    store(own, (512 << 10) - 1, 2);
    barrier!();
    store(out, global(), load(own, 0) + load(own, (512 << 10) - 1));
}

#[test]
fn threads_have_local_memory() {
    let out = Device::<u8>::zeros(64);
    run(large, 2, 32).succeeds(&[out.argument()]);
    assert_eq!(out.values(), [3; 64]);
}
