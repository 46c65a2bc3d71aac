//! Threads of a block that wait for each other.

use crate::support::*;
use enzyme_rs_emulator::*;

/// Sums of blocks of 256.
extern "C" fn sums(arguments: Arguments) {
    let (input, output): (*const f64, *mut f64) = (argument(arguments, 0), argument(arguments, 1));
    let part = shared!(PART: [f64; 256]);
    store(part, thread(), load(input, global()));
    barrier!();
    let mut half = 128;
    while half > 0 {
        if thread() < half {
            let sum = load(part, thread()) + load(part, thread() + half);
            store(part, thread(), sum);
        }
        barrier!();
        half /= 2;
    }
    if thread() == 0 {
        store(output, block(), load(part, 0));
    }
}

#[test]
fn blocks_sum_their_numbers() {
    let input: Vec<f64> = (0..256 * 20).map(f64::from).collect();
    let device = Device::of(&input);
    let output = Device::<f64>::zeros(20);
    run(sums, 20, 256).succeeds(&[device.argument(), output.argument()]);
    let expected: Vec<f64> = input.chunks(256).map(|part| part.iter().sum()).collect();
    assert_eq!(output.values(), expected);
}

/// Threads from a number on end before the barrier.
extern "C" fn ends_early(arguments: Arguments) {
    let (out, stay): (*mut u32, u32) = (argument(arguments, 0), argument(arguments, 1));
    let all = shared!(ALL: [u32; 100]);
    if thread() >= stay as usize {
        return;
    }
    store(all, thread(), thread() as u32);
    barrier!();
    let other = stay as usize - 1 - thread();
    store(out, thread(), load(all, other));
}

#[test]
fn threads_that_have_ended_are_not_waited_for() {
    for stay in [1_u32, 31, 64, 100] {
        let out = Device::<u32>::zeros(100);
        run(ends_early, 1, 100).succeeds(&[out.argument(), value(&stay)]);
        let expected: Vec<u32> = (0..stay).rev().collect();
        assert_eq!(out.values()[..stay as usize], expected);
    }
}

/// Threads of each barrier give whether their number is divisible.
extern "C" fn reduces(arguments: Arguments) {
    let out: *mut [i32; 3] = argument(arguments, 0);
    let by = |n: usize| i32::from(thread().is_multiple_of(n));
    let mut all = [0; 3];
    // SAFETY: the sites are constant, and there is room for each thread.
    unsafe {
        all[0] = enzyme_rs_emulator_barrier_popc(by(3), site!());
        all[1] = enzyme_rs_emulator_barrier_and(by(1), site!());
        all[1] += enzyme_rs_emulator_barrier_and(by(2), site!()) * 10;
        all[2] = enzyme_rs_emulator_barrier_or(by(50), site!());
        all[2] += enzyme_rs_emulator_barrier_or(0, site!()) * 10;
        *out.add(thread()) = all;
    }
}

#[test]
fn barriers_count() {
    let out = [[0; 3]; 70];
    run(reduces, 1, 70).succeeds(&[value(&out.as_ptr())]);
    assert_eq!(out, [[24, 1, 1]; 70]);
}

/// Half of the threads waits at one barrier, half at another one.
extern "C" fn diverges(_: Arguments) {
    if thread() < 32 {
        barrier!();
    } else {
        barrier!();
    }
}

/// The same where the barrier behind the branch is waited for by others at a shuffle.
extern "C" fn mixes(_: Arguments) {
    if thread() == 5 {
        barrier!();
    } else {
        // SAFETY: the site is constant.
        unsafe { enzyme_rs_emulator_ballot(0xffff_ffff, 1, site!()) };
    }
}

/// Both meet at one barrier.
extern "C" fn converges(_: Arguments) {
    if thread() >= 32 {
        enzyme_rs_emulator_yield();
    }
    barrier!();
}

#[test]
fn threads_at_different_barriers_are_told() {
    run(diverges, 4, 64).fails(
        &[],
        Failure::Divergence,
        &[
            "kernel `test`: block [",
            "32 threads at the barrier of the block, gpu-adjoint/emulator/tests/emulator/barriers.rs:",
            "[0, 0, 0], [1, 0, 0]",
            "[32, 0, 0]",
        ],
    );
    run(mixes, 1, 32).fails(
        &[],
        Failure::Divergence,
        &[
            "31 threads at a ballot",
            "with the mask 0xffffffff",
            "1 thread at the barrier",
            "[5, 0, 0]",
        ],
    );
    run(converges, 4, 64).succeeds(&[]);
}

/// A thread waits for one that has ended, which is none of a barrier's business, at a warp's barrier whose mask it is not in.
extern "C" fn masks(_: Arguments) {
    let mask = if thread() == 3 {
        0b11
    } else {
        u64::from(u32::MAX)
    };
    // SAFETY: the site is constant.
    unsafe { enzyme_rs_emulator_warp_barrier(mask, site!()) };
}

#[test]
fn a_lane_that_its_mask_does_not_name_is_told() {
    run(masks, 1, 32).fails(
        &[],
        Failure::Mask,
        &["lane 3 calls a barrier of the warp with the mask 0x3"],
    );
}
