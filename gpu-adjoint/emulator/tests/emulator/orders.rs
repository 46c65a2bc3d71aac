//! Programs without races give the same in each order.

use crate::support::*;
use enzyme_rs_emulator::*;

/// Some of each: shared memory, barriers, shuffles, atomic updates.
extern "C" fn mixes(arguments: Arguments) {
    let (field, sums, total): (*mut u64, *mut u64, *mut u32) = (
        argument(arguments, 0),
        argument(arguments, 1),
        argument(arguments, 2),
    );
    let part = shared!(PART: [u64; 8]);
    let null = std::ptr::null_mut();
    let mut sum = load(field, global()) as i64;
    for half in [16, 8, 4, 2, 1] {
        // SAFETY: the site is constant.
        sum += unsafe {
            enzyme_rs_emulator_shuffle_down_i64(0xffff_ffff, sum, half, 31, null, site!())
        };
    }
    if enzyme_rs_emulator_lane() == 0 {
        store(part, enzyme_rs_emulator_warp() as usize, sum as u64);
    }
    barrier!();
    let all: u64 = (0..8).map(|warp| load(part, warp)).sum();
    store(field, global(), all.wrapping_mul(global() as u64));
    add(total, 0, all as u32);
    if thread() == 77 {
        store(sums, block(), all);
    }
}

#[test]
fn all_orders_and_numbers_of_threads_agree() {
    let mut random = Random::new();
    let field: Vec<u64> = (0..256 * 12).map(|_| random.below(1000)).collect();
    let mut first = None;
    let seeds = [random.next(), random.next(), random.next()];
    let orders = ["order=forward", "order=reversed"].map(str::to_owned);
    let orders = orders
        .into_iter()
        .chain(seeds.map(|seed| format!("order=random:{seed}")));
    for order in orders {
        for rest in ["threads=1", "threads=2", "check=no", "stack=64"] {
            let field = Device::of(&field);
            let (sums, total) = (Device::<u64>::zeros(12), Device::<u32>::zeros(1));
            run(mixes, 12, 256)
                .options(&format!("{order},{rest}"))
                .succeeds(&[field.argument(), sums.argument(), total.argument()]);
            let all = (
                field.values().to_vec(),
                sums.values().to_vec(),
                total.values()[0],
            );
            assert_eq!(*first.get_or_insert(all.clone()), all, "{order},{rest}");
        }
    }
}

/// Threads take numbers: who comes first gets the first.
extern "C" fn queue(arguments: Arguments) {
    let (next, out): (*mut u32, *mut u32) = (argument(arguments, 0), argument(arguments, 1));
    store(out, thread(), add(next, 0, 1));
}

#[test]
fn orders_are_what_they_are_called() {
    let order = |options: &str| {
        let (next, out) = (Device::<u32>::zeros(1), Device::<u32>::zeros(96));
        run(queue, 1, 96)
            .options(options)
            .succeeds(&[next.argument(), out.argument()]);
        out.values().to_vec()
    };
    let forward: Vec<u32> = (0..96).collect();
    assert_eq!(order(""), forward);
    let reversed: Vec<u32> = (0..96).rev().collect();
    assert_eq!(order("order=reversed"), reversed);
    let random = order("order=random:1");
    assert_ne!(random, forward);
    assert_eq!(order("order=random:1"), random);
    assert_ne!(order("order=random:2"), random);
}

/// A race that the first order hides: each thread reads what its neighbour above writes.
extern "C" fn shifts(arguments: Arguments) {
    let out: *mut u32 = argument(arguments, 0);
    let next = load(out, thread() + 1);
    store(out, thread(), next);
}

#[test]
fn another_order_shows_a_race() {
    let shifted = |options: &str| {
        let start: Vec<u32> = (0..65).collect();
        let out = Device::of(&start);
        run(shifts, 1, 64)
            .options(options)
            .succeeds(&[out.argument()]);
        out.values().to_vec()
    };
    assert_ne!(shifted("check=no"), shifted("check=no,order=reversed"));
}
