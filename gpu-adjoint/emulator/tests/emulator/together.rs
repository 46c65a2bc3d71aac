//! Blocks that wait for each other.

use crate::support::*;
use enzyme_rs_emulator::*;

/// The barrier of a grid, as CUDA's headers have it.
fn meet_all() {
    let meeting: *mut u32 = enzyme_rs_emulator_meeting().cast();
    if meeting.is_null() {
        // SAFETY: there is no text.
        unsafe { enzyme_rs_emulator_trap(std::ptr::null()) };
    }
    barrier!();
    if thread() == 0 {
        let all = enzyme_rs_emulator_grid_size(0);
        let by = if block() == 0 {
            (1 << 31) - (all - 1)
        } else {
            1
        };
        // SAFETY: the number is there as long as the launch.
        unsafe {
            let number = meeting.add(1);
            let before = enzyme_rs_emulator_arrives(number, by);
            while (before ^ enzyme_rs_emulator_looks(number)) >> 31 == 0 {}
        }
    }
    barrier!();
}

/// Each thread takes what the thread before it had, so often, from an array to the other one.
extern "C" fn turns(arguments: Arguments) {
    let (mut from, mut to): (*mut f64, *mut f64) = (argument(arguments, 0), argument(arguments, 1));
    let times: u32 = argument(arguments, 2);
    let all = (enzyme_rs_emulator_grid_size(0) * enzyme_rs_emulator_block_size(0)) as usize;
    for _ in 0..times {
        store(to, global(), load(from, (global() + all - 1) % all));
        meet_all();
        (from, to) = (to, from);
    }
}

#[test]
fn all_blocks_meet() {
    for (blocks, threads, times) in [(1, 1, 3), (7, 64, 4), (100, 33, 2), (384, 32, 2)] {
        for order in ["order=forward", "order=reversed", "order=random:3"] {
            let numbers: Vec<f64> = (0..blocks * threads).map(f64::from).collect();
            let (from, to) = (Device::of(&numbers), Device::zeros(numbers.len()));
            let given = [from.argument(), to.argument(), value(&times)];
            run(turns, blocks, threads)
                .together()
                .options(order)
                .succeeds(&given);
            let mut expected = numbers.clone();
            expected.rotate_right(times as usize % numbers.len());
            let last = if times % 2 == 0 { &from } else { &to };
            assert_eq!(
                last.values(),
                expected,
                "{blocks} {threads} {times} {order}"
            );
        }
    }
}

/// The same without the barrier.
extern "C" fn turns_at_once(arguments: Arguments) {
    let (from, to): (*mut f64, *mut f64) = (argument(arguments, 0), argument(arguments, 1));
    store(to, global(), load(from, global()));
    store(from, global() ^ 64, load(to, global()));
}

#[test]
fn blocks_that_do_not_meet_race() {
    let (from, to) = (Device::<f64>::zeros(128), Device::<f64>::zeros(128));
    let race = run(turns_at_once, 2, 64).together();
    race.fails(
        &[from.argument(), to.argument()],
        Failure::Reported,
        &["race of blocks"],
    );
}

/// All blocks but the last one come to the barrier.
extern "C" fn one_leaves(_: Arguments) {
    if block() + 1 < enzyme_rs_emulator_grid_size(0) as usize {
        meet_all();
    }
}

#[test]
fn blocks_that_wait_for_nothing_are_told() {
    let says = "3 of 4 blocks wait by atomic operations for what no thread does";
    let run = run(one_leaves, 4, 2).together();
    run.fails(&[], Failure::Divergence, &[says]);
}

#[test]
fn other_launches_have_no_barrier_of_the_grid() {
    let says = [
        "the kernel stops itself",
        "launch it by cudaLaunchCooperativeKernel",
    ];
    run(one_leaves, 2, 2).fails(&[], Failure::Trap, &says);
}

extern "C" fn nothing(_: Arguments) {}

#[test]
fn more_threads_than_run_at_the_same_time_are_refused() {
    let most = run(nothing, 12, 1024).together();
    most.succeeds(&[]);
    let says = "have 12288 threads together at most, and not 13312";
    most.grid([13, 1, 1], [1024, 1, 1])
        .fails(&[], Failure::Together, &[says]);
}
