//! Closures that hold numbers.

mod check;
fn newton(g: impl Fn(f64) -> f64, slope: impl Fn(f64) -> f64, start: f64) -> f64 {
    let mut t = start;
    for _ in 0..30 {
        let step = g(t) / slope(t);
        t -= step;
        if step.abs() < 1e-14 {
            break;
        }
    }
    t
}
extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    let mut sum = 0.0;
    for pair in x.chunks(2) {
        let (a, b) = (pair[0], pair[1]);
        sum += newton(|t| t * t * t + a * t - b, |t| 3.0 * t * t + a, 1.0);
    }
    sum
}
check::check!(f, 8);
