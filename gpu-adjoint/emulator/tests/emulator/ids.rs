//! Who a thread is.

use crate::support::*;
use enzyme_rs_emulator::*;

/// Writes what each thread may ask at its place in the grid.
extern "C" fn asks(arguments: Arguments) {
    let out: *mut [u32; 15] = argument(arguments, 0);
    let [mut place, mut block_place] = [0, 0];
    let mut all = [0; 15];
    for axis in [2, 1, 0] {
        let at = axis as usize;
        all[at] = enzyme_rs_emulator_thread(axis);
        all[3 + at] = enzyme_rs_emulator_block(axis);
        all[6 + at] = enzyme_rs_emulator_block_size(axis);
        all[9 + at] = enzyme_rs_emulator_grid_size(axis);
        place = place * all[6 + at] + all[at];
        block_place = block_place * all[9 + at] + all[3 + at];
    }
    all[12] = enzyme_rs_emulator_lane();
    all[13] = enzyme_rs_emulator_warp();
    all[14] = enzyme_rs_emulator_warp_size();
    let threads: u32 = all[6..9].iter().product();
    // SAFETY: there is room for each thread.
    unsafe { *out.add((block_place * threads + place) as usize) = all };
}

#[test]
fn each_thread_is_itself_in_one_to_three_dimensions() {
    for (grid, block, warp) in [
        ([3, 1, 1], [100, 1, 1], 32),
        ([2, 3, 1], [7, 5, 1], 32),
        ([2, 3, 4], [5, 3, 3], 64),
        ([1, 1, 1], [1, 1, 1], 32),
        ([2, 1, 1], [1024, 1, 1], 64),
    ] {
        let threads: u32 = block.iter().product();
        let blocks: u32 = grid.iter().product();
        let out = vec![[u32::MAX; 15]; (threads * blocks) as usize];
        run(asks, 1, 1)
            .grid(grid, block)
            .warp(warp)
            .succeeds(&[value(&out.as_ptr())]);
        for (number, all) in out.iter().enumerate() {
            let (block_number, number) = (number as u32 / threads, number as u32 % threads);
            let index = |n: u32, sizes: [u32; 3]| {
                [
                    n % sizes[0],
                    n / sizes[0] % sizes[1],
                    n / sizes[0] / sizes[1],
                ]
            };
            assert_eq!(all[..3], index(number, block));
            assert_eq!(all[3..6], index(block_number, grid));
            assert_eq!(all[6..9], block);
            assert_eq!(all[9..12], grid);
            assert_eq!(all[12..], [number % warp, number / warp, warp]);
        }
    }
}

#[test]
fn who_is_no_thread_of_a_kernel_gets_nothing() {
    assert_eq!(enzyme_rs_emulator_thread(0), 0);
    assert_eq!(enzyme_rs_emulator_warp_size(), 0);
    assert!(enzyme_rs_emulator_dynamic_shared().is_null());
    barrier!();
    assert!(enzyme_rs_emulator_clock() < enzyme_rs_emulator_clock());
}
