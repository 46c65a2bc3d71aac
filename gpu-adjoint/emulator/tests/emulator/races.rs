//! Races that the checker finds, and programs without them, of which it says nothing.

use crate::support::*;
use enzyme_rs_emulator::tsan::*;
use enzyme_rs_emulator::*;

const TILE: usize = 16;

/// A matrix of 64 x 64, transposed by tiles; `barrier` is 0 for a mistake.
extern "C" fn transposes(arguments: Arguments) {
    let (input, output): (*const f32, *mut f32) = (argument(arguments, 0), argument(arguments, 1));
    let waits: u32 = argument(arguments, 2);
    let tile = shared!(TILE_OF: [f32; TILE * (TILE + 1)]);
    let axis = |a| {
        (
            enzyme_rs_emulator_thread(a) as usize,
            enzyme_rs_emulator_block(a) as usize,
        )
    };
    let ((x, block_x), (y, block_y)) = (axis(0), axis(1));
    let place = (block_y * TILE + y) * 64 + block_x * TILE + x;
    store(tile, y * (TILE + 1) + x, load(input, place));
    if waits != 0 {
        barrier!();
    }
    let place = (block_x * TILE + y) * 64 + block_y * TILE + x;
    store(output, place, load(tile, x * (TILE + 1) + y));
}

#[test]
fn a_transposition_without_a_barrier_races() {
    let input: Vec<f32> = (0..64 * 64).map(|n| n as f32).collect();
    let device = Device::of(&input);
    let output = Device::<f32>::zeros(64 * 64);
    let run = run(transposes, 1, 1).grid([4, 4, 1], [16, 16, 1]);
    let arguments = |waits| [device.argument(), output.argument(), waits];
    run.succeeds(&arguments(value(&1_u32)));
    for y in 0..64 {
        for x in 0..64 {
            assert_eq!(output.values()[y * 64 + x], input[x * 64 + y]);
        }
    }
    run.fails(
        &arguments(value(&0_u32)),
        Failure::Reported,
        &[
            "race in a block: a ",
            " of 4 bytes by thread [",
            "of shared variable `TILE_OF` of 1088 bytes",
            "before it, which nothing orders",
            "times",
        ],
    );
}

/// Counts numbers by atomic updates of shared memory, and then of global memory. Bits of `wrong` leave something out.
extern "C" fn histogram(arguments: Arguments) {
    let (input, bins): (*const u32, *mut u32) = (argument(arguments, 0), argument(arguments, 1));
    let wrong: u32 = argument(arguments, 2);
    let part = shared!(PART: [u32; 64]);
    if thread() < 64 {
        store(part, thread(), 0);
    }
    barrier!();
    let bin = load(input, global()) as usize % 64;
    match wrong {
        1 => store(part, bin, load(part, bin) + 1),
        _ => {
            add(part, bin, 1);
        }
    }
    if wrong != 2 {
        barrier!();
    }
    if thread() < 64 {
        let count = load(part, thread());
        match wrong {
            3 => store(bins, thread(), load(bins, thread()) + count),
            _ => {
                add(bins, thread(), count);
            }
        }
    }
}

#[test]
fn a_histogram_without_atomic_updates_races() {
    let mut random = Random::new();
    let input: Vec<u32> = (0..128 * 16).map(|_| random.below(64) as u32).collect();
    let device = Device::of(&input);
    let bins = Device::<u32>::zeros(64);
    let run = run(histogram, 16, 128);
    let arguments = |wrong| [device.argument(), bins.argument(), wrong];
    run.succeeds(&arguments(value(&0_u32)));
    for (bin, count) in bins.values().iter().enumerate() {
        let there = input.iter().filter(|n| **n as usize == bin);
        assert_eq!(*count as usize, there.count());
    }
    run.fails(
        &arguments(value(&1_u32)),
        Failure::Reported,
        &["race in a block", "`PART`"],
    );
    run.fails(
        &arguments(value(&2_u32)),
        Failure::Reported,
        &["race in a block", "an atomic update", "`PART`"],
    );
    run.fails(
        &arguments(value(&3_u32)),
        Failure::Reported,
        &["race of blocks", "the allocation of 256 bytes"],
    );
}

/// Steps of a stencil in shared memory, from one buffer to the other; in one buffer for a mistake.
extern "C" fn stencil(arguments: Arguments) {
    let (field, buffers): (*mut f64, u32) = (argument(arguments, 0), argument(arguments, 1));
    let both = shared!(BOTH: [f64; 256]);
    let (own, size) = (thread(), 128);
    store(both, own, load(field, global()));
    barrier!();
    let (mut from, mut to) = (0, size * (buffers as usize - 1));
    for _ in 0..10 {
        let left = load(both, from + (own + size - 1) % size);
        let right = load(both, from + (own + 1) % size);
        store(both, to + own, 0.5 * (left + right));
        barrier!();
        (from, to) = (to, from);
    }
    store(field, global(), load(both, from + own));
}

#[test]
fn a_stencil_in_one_buffer_races() {
    let start: Vec<f64> = (0..512).map(|n| f64::from(n % 7)).collect();
    let field = Device::of(&start);
    let run = run(stencil, 4, 128);
    run.succeeds(&[field.argument(), value(&2_u32)]);
    let mut expected = start;
    for part in expected.chunks_mut(128) {
        for _ in 0..10 {
            let old = part.to_vec();
            for (at, new) in part.iter_mut().enumerate() {
                *new = 0.5 * (old[(at + 127) % 128] + old[(at + 1) % 128]);
            }
        }
    }
    assert_eq!(field.values(), expected);
    run.fails(
        &[field.argument(), value(&1_u32)],
        Failure::Reported,
        &["race in a block", "`BOTH`"],
    );
}

/// Each thread writes a number: its own, that of its neighbour in the block or that of one in the next block.
extern "C" fn writes_next(arguments: Arguments) {
    let (out, distance, size): (*mut u32, u32, u32) = (
        argument(arguments, 0),
        argument(arguments, 1),
        argument(arguments, 2),
    );
    let next = (global() + distance as usize) % size as usize;
    store(out, global(), 1);
    store(out, next, 1);
}

#[test]
fn blocks_that_write_the_same_race() {
    let out = Device::<u32>::zeros(256);
    let run = run(writes_next, 4, 64);
    let arguments = |distance| [out.argument(), distance, value(&256_u32)];
    run.succeeds(&arguments(value(&0_u32)));
    run.fails(
        &arguments(value(&1_u32)),
        Failure::Reported,
        &["race in a block", "race of blocks"],
    );
    run.fails(
        &arguments(value(&64_u32)),
        Failure::Reported,
        &["race of blocks: a write of 4 bytes"],
    );
}

/// Reads what others write: those of the block behind a barrier, or those of another block.
extern "C" fn reads_of_others(arguments: Arguments) {
    let (out, distance): (*mut u32, u32) = (argument(arguments, 0), argument(arguments, 1));
    store(out, global(), 1);
    barrier!();
    let size = enzyme_rs_emulator_grid_size(0) as usize * 64;
    let other = match distance {
        64 => (global() + 64) % size,
        within => block() * 64 + (thread() + within as usize) % 64,
    };
    load(out, other);
}

#[test]
fn barriers_order_a_block_alone() {
    let out = Device::<u32>::zeros(256);
    let run = run(reads_of_others, 4, 64);
    run.succeeds(&[out.argument(), value(&13_u32)]);
    run.fails(
        &[out.argument(), value(&64_u32)],
        Failure::Reported,
        &["race of blocks"],
    );
}

/// Bytes of one word are written by different threads, or the whole word.
extern "C" fn bytes(arguments: Arguments) {
    let (out, whole): (*mut u8, u32) = (argument(arguments, 0), argument(arguments, 1));
    store(out, thread(), 1_u8);
    if whole != 0 && thread() == 5 {
        load(out.cast::<u32>(), 1);
    }
}

#[test]
fn bytes_are_told_apart() {
    let out = Device::<u8>::zeros(64);
    let run = run(bytes, 1, 64);
    run.succeeds(&[out.argument(), value(&0_u32)]);
    run.fails(
        &[out.argument(), value(&1_u32)],
        Failure::Reported,
        &["race in a block"],
    );
}

/// Lanes hand on values through shared memory: with a barrier of the warp, of a part of it, or with a shuffle between, which orders nothing.
extern "C" fn hands_on(arguments: Arguments) {
    let how: u32 = argument(arguments, 0);
    let all = shared!(ALL: [u32; 64]);
    store(all, thread(), thread() as u32);
    let full = u64::from(u32::MAX);
    let half = 0xffff << (thread() % 32 / 16 * 16);
    // SAFETY: the sites are constant.
    unsafe {
        match how {
            0 | 2 => enzyme_rs_emulator_warp_barrier(full, site!()),
            1 => enzyme_rs_emulator_warp_barrier(half, site!()),
            _ => {
                enzyme_rs_emulator_ballot(full, 1, site!());
            }
        }
    }
    let other = if how == 2 { 32 } else { 16 };
    load(all, thread() ^ other);
    load(all, thread() ^ 1);
}

#[test]
fn barriers_of_a_warp_order_its_lanes() {
    let run = run(hands_on, 1, 64);
    run.succeeds(&[value(&0_u32)]);
    for how in [1_u32, 2, 3] {
        run.fails(
            &[value(&how)],
            Failure::Reported,
            &["race in a block", "`ALL`"],
        );
    }
}

/// Copies of memory are accesses as well.
extern "C" fn copies(arguments: Arguments) {
    let (out, length): (*mut u8, u64) = (argument(arguments, 0), argument(arguments, 1));
    let from = [thread() as u8; 64];
    let to = out.wrapping_add(thread() * 16);
    // SAFETY: there is room for it.
    unsafe { __tsan_memcpy(to.cast(), from.as_ptr().cast(), length as usize) };
}

#[test]
fn copies_race() {
    let out = Device::<u8>::zeros(64 * 16 + 64);
    let run = run(copies, 1, 64);
    run.succeeds(&[out.argument(), value(&16_u64)]);
    assert_eq!(out.values()[17], 1);
    run.fails(
        &[out.argument(), value(&17_u64)],
        Failure::Reported,
        &["a write of 17 bytes"],
    );
}

/// Updates that the pass does not know, of which the compiler tells, and counters that wrap; a plain store for a mistake.
extern "C" fn updates(arguments: Arguments) {
    let (out, wrong): (*mut u32, u32) = (argument(arguments, 0), argument(arguments, 1));
    // SAFETY: there is a number.
    unsafe {
        enzyme_rs_emulator_atomic_access(out.cast(), 4);
        enzyme_rs_emulator_atomic_inc_u32(out, 1000);
    }
    if wrong != 0 && global() == 70 {
        store(out, 0, 0);
    }
}

#[test]
fn updates_of_other_kinds_race_with_plain_stores_alone() {
    let out = Device::<u32>::zeros(1);
    let run = run(updates, 2, 64);
    run.succeeds(&[out.argument(), value(&0_u32)]);
    assert_eq!(out.values()[0], 128);
    run.fails(
        &[out.argument(), value(&1_u32)],
        Failure::Reported,
        &["an atomic update", "race of blocks"],
    );
}

/// Reads a number that others update, without an order: benign in memory of all blocks, if that is what one wants.
extern "C" fn peeks(arguments: Arguments) {
    let out: *mut u32 = argument(arguments, 0);
    if load(out, 0) < 50 {
        add(out, 0, 1);
    }
}

#[test]
fn plain_reads_of_what_is_updated_are_told_if_that_is_wanted() {
    let out = Device::<u32>::zeros(1);
    let run = run(peeks, 2, 64);
    run.succeeds(&[out.argument()]);
    let out = Device::<u32>::zeros(1);
    run.options("reads=strict").fails(
        &[out.argument()],
        Failure::Reported,
        &["race in a block", "race of blocks"],
    );
}

#[test]
fn what_is_not_checked_is_not_told() {
    let out = Device::<u32>::zeros(256);
    let run = run(writes_next, 4, 64).options("check=no");
    run.succeeds(&[out.argument(), value(&1_u32), value(&256_u32)]);
}
