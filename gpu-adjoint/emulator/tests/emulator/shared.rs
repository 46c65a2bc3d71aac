//! Shared memory: a block's own.

use crate::support::*;
use enzyme_rs_emulator::*;

const MARK: u64 = 0x7ff4_dead_7fa5_dead;

/// Counts words that are not marked, in static and dynamic memory, and then writes there.
extern "C" fn looks(arguments: Arguments) {
    let (words, wrong): (u32, *mut u32) = (argument(arguments, 0), argument(arguments, 1));
    let own = shared!(OWN: [u64; 96]);
    let other = shared!(OTHER: [u64; 32]);
    let dynamic = dynamic::<u64>();
    let mut found = 0;
    let mut look = |memory: *mut u64, words: usize| {
        let mut at = thread();
        while at < words {
            // SAFETY: the memory has so many words, and each is one thread's.
            unsafe {
                found += u32::from(*memory.add(at) != MARK);
                *memory.add(at) = block() as u64;
            }
            at += 32;
        }
    };
    look(own, 96);
    look(other, 32);
    look(dynamic, words as usize);
    barrier!();
    // Others have not written there: each is where it is.
    // SAFETY: as above.
    let same = unsafe { *own.add(95) == block() as u64 && *other == block() as u64 };
    found += u32::from(!same);
    // SAFETY: there is room for each block's threads.
    unsafe { *wrong.add(global()) = found };
}

#[test]
fn each_block_finds_marked_memory_of_its_own() {
    for words in [0_u32, 1, 1000, (227 << 10) / 8 - 128] {
        let wrong = vec![u32::MAX; 32 * 50];
        run(looks, 50, 32)
            .shared(u64::from(words) * 8)
            .succeeds(&[value(&words), value(&wrong.as_ptr())]);
        assert_eq!(wrong, vec![0; 32 * 50]);
    }
}

extern "C" fn takes_a_lot(arguments: Arguments) {
    let out: *mut u32 = argument(arguments, 0);
    let large = shared!(LARGE: [u8; 48 << 10]);
    store(large, thread(), 1);
    // SAFETY: there is room for it.
    unsafe { *out = 1 };
}

#[test]
fn more_shared_memory_than_there_is_is_told() {
    let out = 0_u32;
    let run = run(takes_a_lot, 1, 1);
    let beside = run.clone().shared(179 << 10);
    beside.succeeds(&[value(&(&raw const out))]);
    run.shared((179 << 10) + 1).fails(
        &[value(&(&raw const out))],
        Failure::Shared,
        &["with a variable of 49152 bytes a block has more shared memory than 232448 bytes"],
    );
}

extern "C" fn takes_more(arguments: Arguments) {
    takes_a_lot(arguments);
    store(shared!(MORE: [u8; 16 << 10]), thread(), 1);
}

extern "C" fn takes_most(arguments: Arguments) {
    takes_more(arguments);
    store(shared!(MOST: [u8; 1]), thread(), 1);
}

/// Assemblers take 48 KiB of variables on NVIDIA's devices, and 64 KiB on AMD's.
#[test]
fn more_shared_variables_than_there_may_be_are_told() {
    let out = 0_u32;
    let at = &raw const out;
    let says = "with a variable of 16384 bytes a block has more shared variables than 49152 bytes";
    run(takes_more, 1, 1).fails(&[value(&at)], Failure::Shared, &[says]);
    run(takes_more, 1, 1).warp(64).succeeds(&[value(&at)]);
    let says = "with a variable of 1 bytes a block has more shared variables than 65536 bytes";
    run(takes_most, 1, 1)
        .warp(64)
        .fails(&[value(&at)], Failure::Shared, &[says]);
}

#[test]
fn marks_are_no_numbers() {
    assert!(f64::from_bits(MARK).is_nan());
    assert!(f32::from_bits(MARK as u32).is_nan());
    assert!(f32::from_bits((MARK >> 32) as u32).is_nan());
}
