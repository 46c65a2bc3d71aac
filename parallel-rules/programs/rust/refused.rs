//! What is refused: rayon itself, threads of the standard library, and a number that workers change by its bits, in an order that nobody would know.

mod check;
use enzyme_rs_par::prelude::ParallelIterator as _;
use std::sync::atomic::{AtomicU64, Ordering};

fn with_rayon(x: &mut [f64]) -> f64 {
    use rayon::prelude::*;
    x.par_iter().map(|a| a * a).sum()
}

fn with_threads(x: &mut [f64]) -> f64 {
    let x = &*x;
    std::thread::scope(|scope| scope.spawn(|| x[0] * x[1]).join().unwrap())
}

fn with_bits(x: &mut [f64]) -> f64 {
    let sum = AtomicU64::new(0);
    enzyme_rs_par::prelude::IntoParallelRefIterator::par_iter(&*x).for_each(|a| {
        let add = |bits| Some((f64::from_bits(bits) * 0.5 + a * a).to_bits());
        sum.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add)
            .unwrap();
    });
    f64::from_bits(sum.into_inner())
}

check::check!(with_rayon with_threads with_bits);
