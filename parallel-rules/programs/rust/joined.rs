//! Threads that are joined.

mod check;
use enzyme_rs_par::thread;

fn sums(x: &mut [f64]) -> f64 {
    let x = &*x;
    thread::scope(|scope| {
        let sum = |part: &[f64]| part.iter().map(|a| a * a.exp()).sum::<f64>();
        let threads = x.chunks(4).map(|part| scope.spawn(move || sum(part)));
        let threads: Vec<_> = threads.collect();
        let sums = threads.into_iter().map(|thread| thread.join().unwrap());
        sums.fold(1.0, |all, s| all * (1.0 + s))
    })
}

check::check!(sums);
