//! Arrays and tuples, by value.

mod check;
#[inline(never)]
fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
#[inline(never)]
fn both(a: f64, b: f64) -> (f64, f32, i32) {
    (a * b, (a + b) as f32, 3)
}
extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    let a: [f64; 3] = x[..3].try_into().unwrap();
    let b: [f64; 3] = x[3..6].try_into().unwrap();
    let c = cross(a, cross(a, b));
    let (p, _, k) = both(c[0], c[1]);
    x.swap(0, 1);
    p * k as f64 + c[2] + x[0] * x[6]
}
check::check!(f, 8);
