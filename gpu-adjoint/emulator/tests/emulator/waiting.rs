//! Threads that wait for each other by atomic operations.

use crate::support::*;
use enzyme_rs_emulator::tsan::*;
use enzyme_rs_emulator::*;

/// Blocks write their sums, and the last one adds them up; without fences it is not known to see them.
extern "C" fn last_block(arguments: Arguments) {
    let (sums, count, out): (*mut u64, *mut u32, *mut u64) = (
        argument(arguments, 0),
        argument(arguments, 1),
        argument(arguments, 2),
    );
    let fenced: u32 = argument(arguments, 3);
    let last = shared!(LAST: [u32; 1]);
    let blocks = enzyme_rs_emulator_grid_size(0);
    if thread() == 0 {
        store(sums, block(), block() as u64 + 1);
        if fenced != 0 {
            __tsan_atomic_thread_fence(5);
        }
        let before = add(count, 0, 1);
        store(last, 0, u32::from(before == blocks - 1));
    }
    barrier!();
    if load(last, 0) == 1 && thread() == 1 {
        store(out, 0, (0..blocks as usize).map(|b| load(sums, b)).sum());
    }
}

#[test]
fn the_last_block_sees_what_others_have_fenced() {
    for (fenced, threads) in [(1_u32, 1), (1, 2), (0, 1), (0, 2)] {
        let (sums, count, out) = (
            Device::<u64>::zeros(40),
            Device::<u32>::zeros(1),
            Device::<u64>::zeros(1),
        );
        let run = run(last_block, 40, 32).options(&format!("threads={threads}"));
        let arguments = [
            sums.argument(),
            count.argument(),
            out.argument(),
            value(&fenced),
        ];
        match fenced {
            0 => run.fails(&arguments, Failure::Reported, &["race of blocks"]),
            _ => run.succeeds(&arguments),
        }
        assert_eq!(out.values()[0], 820);
    }
}

/// Threads of all blocks add to one number under a lock, which is of no use without fences.
extern "C" fn locks(arguments: Arguments) {
    let (lock, sum): (*mut u32, *mut u64) = (argument(arguments, 0), argument(arguments, 1));
    let fenced: u32 = argument(arguments, 2);
    // SAFETY: there is a lock.
    while unsafe { __tsan_atomic32_compare_exchange_val(lock, 0, 1, 5, 5) } != 0 {}
    if fenced != 0 {
        __tsan_atomic_thread_fence(5);
    }
    let old = load(sum, 0);
    // Whoever waits for the lock meanwhile must not keep this thread from going on.
    enzyme_rs_emulator_yield();
    store(sum, 0, old + 1);
    if fenced != 0 {
        __tsan_atomic_thread_fence(5);
    }
    // SAFETY: as above.
    unsafe { __tsan_atomic32_exchange(lock, 0, 5) };
}

#[test]
fn locks_keep_others_out() {
    for (fenced, options) in [(1_u32, "threads=1"), (1, "order=reversed"), (0, "")] {
        let (lock, sum) = (Device::<u32>::zeros(1), Device::<u64>::zeros(1));
        let run = run(locks, 4, 40).options(options);
        let arguments = [lock.argument(), sum.argument(), value(&fenced)];
        match fenced {
            0 => run.fails(&arguments, Failure::Reported, &["race"]),
            _ => run.succeeds(&arguments),
        }
        assert_eq!(sum.values()[0], 160);
    }
}

/// A chain through a block: each thread waits for the flag of the one before it.
extern "C" fn chain(arguments: Arguments) {
    let (flags, values): (*mut u32, *mut u32) = (argument(arguments, 0), argument(arguments, 1));
    let releases: u32 = argument(arguments, 2);
    let own = 63 - thread();
    if own > 0 {
        // SAFETY: there is a flag for each thread.
        while unsafe { __tsan_atomic32_load(flags.add(own - 1), 2) } == 0 {}
    }
    let before = if own > 0 { load(values, own - 1) } else { 0 };
    store(values, own, before + 1);
    // SAFETY: as above.
    unsafe { __tsan_atomic32_store(flags.add(own), 1, if releases != 0 { 3 } else { 0 }) };
}

#[test]
fn flags_order_what_they_release() {
    for releases in [1_u32, 0] {
        let (flags, values) = (Device::<u32>::zeros(64), Device::<u32>::zeros(64));
        let run = run(chain, 1, 64);
        let arguments = [flags.argument(), values.argument(), value(&releases)];
        match releases {
            0 => run.fails(&arguments, Failure::Reported, &["race in a block"]),
            _ => run.succeeds(&arguments),
        }
        assert_eq!(values.values()[63], 64);
    }
}

/// A block hands on one number, written before its fence or behind it, to another block.
extern "C" fn fences(arguments: Arguments) {
    let (flag, number, behind): (*mut u32, *mut u32, u32) = (
        argument(arguments, 0),
        argument(arguments, 1),
        argument(arguments, 2),
    );
    // SAFETY: there are both numbers.
    unsafe {
        if block() == 0 {
            if behind == 0 {
                store(number, 0, 5);
            }
            __tsan_atomic_thread_fence(5);
            if behind != 0 {
                store(number, 0, 5);
            }
            __tsan_atomic32_fetch_add(flag, 1, 0);
        } else {
            while __tsan_atomic32_load(flag, 0) == 0 {}
            load(number, 0);
        }
    }
}

#[test]
fn what_is_written_behind_a_fence_is_not_handed_on() {
    for behind in [0_u32, 1] {
        let (flag, number) = (Device::<u32>::zeros(1), Device::<u32>::zeros(1));
        let run = run(fences, 2, 1);
        let arguments = [flag.argument(), number.argument(), value(&behind)];
        match behind {
            0 => run.succeeds(&arguments),
            _ => run.fails(&arguments, Failure::Reported, &["race of blocks"]),
        }
    }
}

/// Lanes and blocks hand on what others have told them: by a barrier of the warp, by one of the block, and by a second flag.
extern "C" fn relays(arguments: Arguments) {
    let (flags, number, how): (*mut u32, *mut u32, u32) = (
        argument(arguments, 0),
        argument(arguments, 1),
        argument(arguments, 2),
    );
    let all = u64::from(u32::MAX);
    // SAFETY: there are two flags, and the sites are constant.
    unsafe {
        let raise = |flag: usize| {
            __tsan_atomic_thread_fence(5);
            __tsan_atomic32_fetch_add(flags.add(flag), 1, 0);
        };
        let wait = |flag: usize| while __tsan_atomic32_load(flags.add(flag), 0) == 0 {};
        match block() {
            0 if how >= 3 => {
                // What another thread has written goes with a barrier of the warp or of the block, and the flag.
                if thread() == 7 {
                    store(number, 0, 5);
                }
                match how {
                    3 => enzyme_rs_emulator_warp_barrier(all, site!()),
                    _ => enzyme_rs_emulator_barrier(site!()),
                }
                if thread() == 0 {
                    raise(0);
                }
            }
            0 => {
                if thread() == 0 {
                    store(number, 0, 5);
                    raise(0);
                }
            }
            1 => {
                if thread() == 0 {
                    wait(0);
                }
                match how {
                    0 | 3 | 4 => enzyme_rs_emulator_warp_barrier(all, site!()),
                    1 => enzyme_rs_emulator_barrier(site!()),
                    _ => {}
                }
                if thread() == 9 {
                    load(number, 0);
                    if how != 2 {
                        raise(1);
                    }
                }
                if thread() == 0 && how == 2 {
                    raise(1);
                }
            }
            _ => {
                if thread() == 0 {
                    wait(1);
                    load(number, 0);
                }
            }
        }
    }
}

#[test]
fn what_is_handed_on_twice_is_known() {
    // The third way lacks a barrier in the block in between.
    for how in [0_u32, 1, 3, 4, 2] {
        let (flags, number) = (Device::<u32>::zeros(2), Device::<u32>::zeros(1));
        let run = run(relays, 3, 32);
        let arguments = [flags.argument(), number.argument(), value(&how)];
        match how {
            2 => run.fails(
                &arguments,
                Failure::Reported,
                &["thread [9, 0, 0] of block [1, 0, 0]"],
            ),
            _ => run.succeeds(&arguments),
        }
    }
}

/// Atomic operations that hosts lack.
extern "C" fn wraps(arguments: Arguments) {
    let (up, down): (*mut u32, *mut u32) = (argument(arguments, 0), argument(arguments, 1));
    // SAFETY: there are both numbers.
    unsafe {
        enzyme_rs_emulator_atomic_inc_u32(up, 9);
        enzyme_rs_emulator_atomic_dec_u32(down, 9);
    }
}

#[test]
fn counters_wrap() {
    let (up, down) = (0_u32, 12_u32);
    run(wraps, 5, 25).succeeds(&[value(&(&raw const up)), value(&(&raw const down))]);
    assert_eq!(up, 125 % 10);
    // 12 becomes 9 first.
    assert_eq!(down, (9_i32 - 124).rem_euclid(10) as u32);
}

#[test]
fn many_blocks_hand_on_what_they_know() {
    const BLOCKS: usize = 10_000;
    let (sums, count, out) = (
        Device::<u64>::zeros(BLOCKS),
        Device::<u32>::zeros(1),
        Device::<u64>::zeros(1),
    );
    let fenced = value(&1_u32);
    let arguments = [sums.argument(), count.argument(), out.argument(), fenced];
    let start = std::time::Instant::now();
    run(last_block, BLOCKS as u32, 32).succeeds(&arguments);
    println!("{BLOCKS} blocks: {:.1?}", start.elapsed());
    assert_eq!(out.values()[0], (BLOCKS * (BLOCKS + 1) / 2) as u64);
}
