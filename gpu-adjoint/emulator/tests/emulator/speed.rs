//! How long many threads take. Prints their number in a second: `cargo test --release -- speed --nocapture`.

use crate::support::*;
use enzyme_rs_emulator::*;
use std::ffi::c_void;
use std::time::{Duration, Instant};

/// A step of a sum, as simple kernels are.
extern "C" fn axpy(arguments: Arguments) {
    let (x, y): (*const f32, *mut f32) = (argument(arguments, 0), argument(arguments, 1));
    let place = global();
    store(y, place, load(y, place) + 2.0 * load(x, place));
}

/// The sum of a block of 256, with nine barriers.
extern "C" fn sums(arguments: Arguments) {
    let (x, y): (*const f32, *mut f32) = (argument(arguments, 0), argument(arguments, 1));
    let part = shared!(PART: [f32; 256]);
    store(part, thread(), load(x, global()));
    barrier!();
    let mut half = 128;
    while half > 0 {
        if thread() < half {
            store(
                part,
                thread(),
                load(part, thread()) + load(part, thread() + half),
            );
        }
        barrier!();
        half /= 2;
    }
    if thread() == 0 {
        store(y, block(), load(part, 0));
    }
}

/// The sum of a warp, by five shuffles.
extern "C" fn shuffles(arguments: Arguments) {
    let (x, y): (*const f32, *mut f32) = (argument(arguments, 0), argument(arguments, 1));
    let mut sum = load(x, global());
    for half in [16, 8, 4, 2, 1] {
        let (bits, null) = (sum.to_bits() as i32, std::ptr::null_mut());
        // SAFETY: the site is constant.
        let other = unsafe {
            enzyme_rs_emulator_shuffle_xor_i32(0xffff_ffff, bits, half, 31, null, site!())
        };
        sum += f32::from_bits(other as u32);
    }
    store(y, global(), sum);
}

fn measure(name: &str, kernel: Kernel, arguments: &[*const c_void]) {
    let threads = 4096 * 256;
    for options in [
        "check=no",
        "check=yes",
        "check=no,threads=1",
        "check=yes,threads=1",
    ] {
        let run = run(kernel, 4096, 256).options(options);
        let start = Instant::now();
        run.succeeds(arguments);
        let time = start.elapsed();
        let rate = f64::from(threads) / time.as_secs_f64() / 1e6;
        println!(
            "{name:10} {options:20} {time:10.1?} for {threads} threads: {rate:6.2} million a second"
        );
        assert!(time < Duration::from_secs(60), "{name} {options}");
    }
}

#[test]
fn a_million_threads_do_not_take_long() {
    let x = Device::of(&vec![1.0_f32; 4096 * 256]);
    let y = Device::of(&vec![0.0_f32; 4096 * 256]);
    let arguments = [x.argument(), y.argument()];
    measure("axpy", axpy, &arguments);
    assert!(y.values().iter().all(|v| *v == 8.0));
    measure("sums", sums, &arguments);
    assert!(y.values()[..4096].iter().all(|v| *v == 256.0));
    measure("shuffles", shuffles, &arguments);
    assert!(y.values().iter().all(|v| *v == 32.0));
}
