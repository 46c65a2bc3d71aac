//! Vectors that are made, indexed, cloned and dropped.
//! May be refused: EZ0101 EZ0302.

mod check;
extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    let mut v: Vec<f64> = x.iter().map(|a| a * a).collect();
    let w = vec![0.5; n];
    for i in 1..v.len() {
        v[i] = v[i] * v[i - 1] + w[i];
    }
    let copy = v.clone();
    v.iter().zip(&copy).map(|(a, b)| a * b).sum()
}
check::check!(f, 8);
