//! What lanes of a warp do together.

use crate::support::*;
use enzyme_rs_emulator::*;

/// The clamp of PTX for a width.
fn clamp(lanes: u32, width: u32, last: u32) -> i32 {
    ((lanes - width) << 8 | last) as i32
}

/// Sums of warps by shuffles.
extern "C" fn sums(arguments: Arguments) {
    let (out, mode): (*mut i64, u32) = (argument(arguments, 0), argument(arguments, 1));
    let lanes = enzyme_rs_emulator_warp_size();
    let all = if lanes == 64 {
        u64::MAX
    } else {
        u64::from(u32::MAX)
    };
    let mut sum = global() as i64 * 1_000_000_007;
    let mut half = lanes as i32 / 2;
    while half > 0 {
        let null = std::ptr::null_mut();
        let last = clamp(lanes, lanes, lanes - 1);
        // SAFETY: the sites are constant.
        sum += unsafe {
            match mode {
                0 => enzyme_rs_emulator_shuffle_down_i64(all, sum, half, last, null, site!()),
                _ => enzyme_rs_emulator_shuffle_xor_i64(all, sum, half, last, null, site!()),
            }
        };
        half /= 2;
    }
    store(out, global(), sum);
}

#[test]
fn warps_sum_their_numbers() {
    for (warp, mode) in [(32, 0_u32), (32, 1), (64, 0), (64, 1)] {
        let out = Device::<i64>::zeros(512);
        run(sums, 2, 256)
            .warp(warp)
            .succeeds(&[out.argument(), value(&mode)]);
        for (number, part) in out.values().chunks(warp as usize).enumerate() {
            let first = number as i64 * i64::from(warp);
            let sum: i64 = (first..first + i64::from(warp)).sum::<i64>() * 1_000_000_007;
            match mode {
                0 => assert_eq!(part[0], sum),
                _ => assert!(part.iter().all(|s| *s == sum)),
            }
        }
    }
}

/// One shuffle of a kind, with what each lane wants from memory.
extern "C" fn shuffles(arguments: Arguments) {
    let (kind, mask): (u32, u64) = (argument(arguments, 0), argument(arguments, 1));
    let (wants, bounds): (*const i32, *const i32) =
        (argument(arguments, 2), argument(arguments, 3));
    let (out, flags): (*mut i32, *mut i32) = (argument(arguments, 4), argument(arguments, 5));
    if mask >> thread() & 1 == 0 {
        return;
    }
    let own = thread() as i32 * 7 - 100;
    let (want, bound) = (load(wants, thread()), load(bounds, thread()));
    let mut inside = -1;
    let to = &raw mut inside;
    let lane = thread();
    // SAFETY: the sites are constant.
    let value = unsafe {
        match kind {
            0 => enzyme_rs_emulator_shuffle_idx_i32(mask, own, want, bound, to, site!()),
            1 => enzyme_rs_emulator_shuffle_up_i32(mask, own, want, bound, to, site!()),
            2 => enzyme_rs_emulator_shuffle_down_i32(mask, own, want, bound, to, site!()),
            _ => enzyme_rs_emulator_shuffle_xor_i32(mask, own, want, bound, to, site!()),
        }
    };
    store(out, lane, value);
    store(flags, lane, inside);
}

/// The manual's words for `shfl.sync`, with lanes as in CUDA's functions: groups of a width.
fn expected(kind: u32, lane: i32, want: i32, width: i32) -> (i32, bool) {
    let first = lane / width * width;
    let (from, inside) = match kind {
        0 => return (first + want.rem_euclid(width), true),
        1 => (lane - want, lane - want >= first),
        2 => (lane + want, lane + want < first + width),
        _ => (lane ^ want, (lane ^ want) < first + width),
    };
    if inside { (from, true) } else { (lane, false) }
}

#[test]
fn shuffles_do_what_ptx_says() {
    let mut random = Random::new();
    for _ in 0..300 {
        let lanes: i32 = if random.below(2) == 0 { 32 } else { 64 };
        let kind = random.below(4) as u32;
        let width = 1 << random.below(u64::from(lanes.ilog2()) + 1);
        let full = if lanes == 64 {
            u64::MAX
        } else {
            u64::from(u32::MAX)
        };
        let mask = match random.below(2) {
            0 => full,
            _ => (random.next() | 1) & full,
        };
        let wants: Vec<i32> = (0..lanes)
            .map(|_| random.below(lanes as u64) as i32)
            .collect();
        let last = if kind == 1 { 0 } else { lanes - 1 };
        let bound = clamp(lanes as u32, width as u32, last as u32);
        let bounds = vec![bound; lanes as usize];
        let (wants, bounds) = (Device::of(&wants), Device::of(&bounds));
        let (out, flags) = (
            Device::<i32>::zeros(lanes as usize),
            Device::<i32>::zeros(lanes as usize),
        );
        let arguments = [
            value(&kind),
            value(&mask),
            wants.argument(),
            bounds.argument(),
            out.argument(),
            flags.argument(),
        ];
        run(shuffles, 1, lanes as u32)
            .warp(lanes as u32)
            .succeeds(&arguments);
        for lane in (0..lanes).filter(|lane| mask >> lane & 1 != 0) {
            let (from, inside) = expected(kind, lane, wants.values()[lane as usize], width);
            let about = format!("kind {kind}, width {width}, mask {mask:#x}, lane {lane}");
            assert_eq!(flags.values()[lane as usize], i32::from(inside), "{about}");
            let marked = 0x7fa5_dead;
            let value = match mask >> from & 1 {
                0 => marked,
                _ => from * 7 - 100,
            };
            assert_eq!(out.values()[lane as usize], value, "{about}");
        }
    }
}

/// Votes and matches of a part of the warp, given by a mask.
extern "C" fn votes(arguments: Arguments) {
    let (mask, out): (u64, *mut [u64; 7]) = (argument(arguments, 0), argument(arguments, 1));
    let lane = thread();
    if mask >> lane & 1 == 0 {
        return;
    }
    let odd = (lane % 2) as i32;
    let mut all = [0; 7];
    let (mut same, mut other) = (-1, -1);
    // SAFETY: the sites are constant, and there is room for each lane.
    unsafe {
        all[0] = enzyme_rs_emulator_ballot(mask, odd * 5, site!());
        all[1] = enzyme_rs_emulator_any(mask, odd, site!()) as u64;
        all[2] = enzyme_rs_emulator_all(mask, odd, site!()) as u64;
        all[3] = enzyme_rs_emulator_match_any(mask, (lane as i64 % 3) << 40, site!());
        all[4] = enzyme_rs_emulator_match_all(mask, 17, &raw mut same, site!());
        all[5] = enzyme_rs_emulator_match_all(mask, lane as i64, &raw mut other, site!());
        all[6] = (same * 10 + other) as u64;
        *out.add(lane) = all;
    }
}

#[test]
fn votes_and_matches_count_those_of_the_mask() {
    let mut random = Random::new();
    for warp in [32, 64] {
        for _ in 0..20 {
            let full = if warp == 64 {
                u64::MAX
            } else {
                u64::from(u32::MAX)
            };
            let mask = (random.next() | 0b11) & full;
            let out = [[0_u64; 7]; 64];
            run(votes, 1, warp)
                .warp(warp)
                .succeeds(&[value(&mask), value(&out.as_ptr())]);
            let odd = 0xaaaa_aaaa_aaaa_aaaa_u64;
            for lane in (0..warp as usize).filter(|lane| mask >> lane & 1 != 0) {
                let third = (0..64).filter(|other| other % 3 == lane % 3);
                let third: u64 = third.map(|other| 1_u64 << other).sum();
                let expected = [mask & odd, 1, 0, mask & third, mask, 0, 10];
                assert_eq!(out[lane], expected, "lane {lane} of {mask:#x}");
            }
        }
    }
}

/// Calls of AMD, which have no mask: some lanes take a branch, others do not, and all meet behind it; lanes leave a loop one after the other.
extern "C" fn branches(arguments: Arguments) {
    let out: *mut [u64; 5] = argument(arguments, 0);
    let lane = thread();
    let mut all = [0; 5];
    let every = u64::MAX;
    // SAFETY: the sites are constant, and there is room for each lane.
    unsafe {
        if lane < 16 {
            all[0] = enzyme_rs_emulator_ballot(every, 1, site!());
        }
        all[1] = enzyme_rs_emulator_active_mask(site!());
        for _ in 0..lane {
            all[2] = enzyme_rs_emulator_ballot(every, 1, site!());
        }
        all[3] = enzyme_rs_emulator_ds_bpermute((lane as i32 + 1) * 4, lane as i32, site!()) as u64;
        if lane >= 10 {
            all[4] = enzyme_rs_emulator_read_first_lane(lane as i32, site!()) as u64;
            all[4] += enzyme_rs_emulator_readlane(lane as i32, 20, site!()) as u64 * 100;
        }
        *out.add(lane) = all;
    }
}

#[test]
fn calls_without_a_mask_are_met_by_those_that_come() {
    for order in ["order=forward", "order=reversed", "order=random:3"] {
        let out = [[0_u64; 5]; 64];
        run(branches, 1, 64)
            .warp(64)
            .options(order)
            .succeeds(&[value(&out.as_ptr())]);
        for (lane, all) in out.iter().enumerate() {
            let branch = if lane < 16 { 0xffff } else { 0 };
            // In the last turn of a lane, those above it are there as well.
            let turn = if lane == 0 { 0 } else { u64::MAX << lane };
            let rest = if lane >= 10 { 2010 } else { 0 };
            let next = (lane as u64 + 1) % 64;
            assert_eq!(
                *all,
                [branch, u64::MAX, turn, next, rest],
                "lane {lane}, {order}"
            );
        }
    }
}

/// Half of the lanes meet by a mask, and then all without one.
extern "C" fn masks_and_sites(arguments: Arguments) {
    let out: *mut u64 = argument(arguments, 0);
    // SAFETY: the sites are constant.
    let all = unsafe {
        if thread() < 16 {
            enzyme_rs_emulator_ballot(0xffff, 1, site!());
        }
        enzyme_rs_emulator_active_mask(site!())
    };
    store(out, thread(), all);
}

#[test]
fn calls_with_a_mask_are_met_before_those_without() {
    let out = Device::<u64>::zeros(32);
    run(masks_and_sites, 1, 32).succeeds(&[out.argument()]);
    assert_eq!(out.values(), [0xffff_ffff; 32]);
}

/// Both halves of a warp shuffle at different places, with the same mask.
extern "C" fn halves(arguments: Arguments) {
    let out: *mut i32 = argument(arguments, 0);
    let lane = thread() as i32;
    let null = std::ptr::null_mut();
    let mask = u64::from(u32::MAX);
    // SAFETY: the sites are constant.
    let value = unsafe {
        match lane {
            0..16 => enzyme_rs_emulator_shuffle_xor_i32(mask, lane, 16, 31, null, site!()),
            _ => enzyme_rs_emulator_shuffle_xor_i32(mask, lane, 16, 31, null, site!()),
        }
    };
    store(out, thread(), value);
}

#[test]
fn lanes_of_a_mask_meet_wherever_they_are() {
    let out = Device::<i32>::zeros(32);
    run(halves, 1, 32).succeeds(&[out.argument()]);
    let expected: Vec<i32> = (0..32).map(|lane| lane ^ 16).collect();
    assert_eq!(out.values(), expected);
}
