//! A vector that grows. (The library's growth is visible with fat LTO only.)
//! May be refused: EZ0101 EZ0302.

mod check;
extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    let mut v = Vec::new();
    for a in x.iter() {
        if *a > 0.5 {
            v.push(a * a);
        }
    }
    let mut sum: f64 = 0.0;
    while let Some(a) = v.pop() {
        sum += a * sum.cos();
    }
    sum
}
check::check!(f, 8);
