//! A vector that is sorted. (The library's sort is visible with fat LTO only.)
//! May be refused: EZ0101 EZ0302.

mod check;
extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    let mut v: Vec<f64> = x.to_vec();
    v.sort_by(|a, b| a.partial_cmp(b).unwrap());
    v.iter()
        .enumerate()
        .map(|(i, a)| a * a * (i + 1) as f64)
        .sum()
}
check::check!(f, 8);
