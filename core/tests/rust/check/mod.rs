//! What the programs beside this folder share: hooks, and the gradients of both modes against central differences.
//!
//! Owns: inputs, differences, PASS and FAIL lines. Must not: know what a program computes.

use std::ffi::c_int;
use std::process::exit;

pub type Function = extern "C" fn(*mut f64, usize) -> f64;

#[allow(non_upper_case_globals)]
unsafe extern "C" {
    static enzyme_dup: c_int;
    static enzyme_const: c_int;
    fn __enzyme_autodiff(f: Function, ...) -> f64;
    fn __enzyme_fwddiff(f: Function, ...) -> f64;
}

/// The slice that a differentiated function gets.
///
/// # Safety
/// `x` leads to `n` numbers, which nobody else uses.
#[inline(always)]
pub unsafe fn slice<'a>(x: *mut f64, n: usize) -> &'a mut [f64] {
    unsafe { std::slice::from_raw_parts_mut(x, n) }
}

/// Five-point differences of several steps; the one nearest to `guess`.
fn difference(f: Function, x: &[f64], i: usize, guess: f64) -> f64 {
    let moved = |h: f64| {
        let mut x = x.to_vec();
        x[i] += h;
        f(x.as_mut_ptr(), x.len())
    };
    let of_step =
        |h: f64| (8.0 * (moved(h) - moved(-h)) - (moved(2.0 * h) - moved(-2.0 * h))) / (12.0 * h);
    let apart = |d: &f64| (d - guess).abs();
    [1e-2, 1e-3, 1e-4, 1e-5]
        .map(of_step)
        .into_iter()
        .min_by(|a, b| apart(a).total_cmp(&apart(b)))
        .unwrap()
}

/// Differentiates the program's function; each is called from one place, as a hook needs.
macro_rules! check {
    ($f:expr, $n:expr) => {
        fn main() {
            check::run(
                $n,
                check::Hooks {
                    function: $f,
                    reverse: |x, d| unsafe { check::reverse($f, x, d) },
                    forward: |x, d| unsafe { check::forward($f, x, d) },
                },
            )
        }
    };
}
pub(crate) use check;

#[inline(always)]
pub unsafe fn reverse(f: Function, x: &mut [f64], d: &mut [f64]) {
    unsafe {
        __enzyme_autodiff(
            f,
            enzyme_dup,
            x.as_mut_ptr(),
            d.as_mut_ptr(),
            enzyme_const,
            x.len(),
        )
    };
}

#[inline(always)]
pub unsafe fn forward(f: Function, x: &mut [f64], d: &mut [f64]) -> f64 {
    unsafe {
        __enzyme_fwddiff(
            f,
            enzyme_dup,
            x.as_mut_ptr(),
            d.as_mut_ptr(),
            enzyme_const,
            x.len(),
        )
    }
}

pub struct Hooks {
    pub function: Function,
    pub reverse: fn(&mut [f64], &mut [f64]),
    pub forward: fn(&mut [f64], &mut [f64]) -> f64,
}

pub fn run(n: usize, hooks: Hooks) {
    let x: Vec<f64> = (0..n)
        .map(|i| 0.7 + 0.31 * (3.0 * i as f64 + 1.0).sin() + 0.05 * i as f64)
        .collect();
    let mut gradient = vec![0.0; n];
    (hooks.reverse)(&mut x.clone(), &mut gradient);
    let mut failures = 0;
    for i in 0..n {
        let mut direction = vec![0.0; n];
        direction[i] = 1.0;
        let tangent = (hooks.forward)(&mut x.clone(), &mut direction);
        let want = difference(hooks.function, &x, i, gradient[i]);
        for (mode, got) in [("reverse", gradient[i]), ("forward", tangent)] {
            let good = (got - want).abs() <= 1e-7 * want.abs().max(1.0);
            failures += i32::from(!good);
            println!(
                "{} {mode}[{i}]: got {got:.15}, want {want:.15}",
                if good { "PASS" } else { "FAIL" }
            );
        }
    }
    exit(i32::from(failures != 0));
}
