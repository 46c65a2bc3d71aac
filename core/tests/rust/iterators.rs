//! Iterators over slices, and chunks that are changed.

mod check;
extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    let squares: f64 = x.iter().map(|a| a * a).sum();
    let pairs: f64 = x.windows(2).map(|w| w[0] * w[1].sin()).sum();
    let far: f64 = x
        .iter()
        .zip(x.iter().rev())
        .enumerate()
        .map(|(i, (a, b))| a * b * i as f64)
        .sum();
    for c in x.chunks_mut(3) {
        c[0] *= 1.5;
    }
    squares + pairs + far + x.iter().product::<f64>()
}
check::check!(f, 8);
