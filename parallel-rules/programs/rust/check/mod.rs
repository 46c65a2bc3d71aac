//! What the programs beside this folder share: hooks, and the derivatives of both modes against central differences, by as many threads as RAYON_NUM_THREADS says.
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

/// How many numbers each function gets.
const NUMBERS: usize = 11;

/// The slice that a differentiated function gets.
///
/// # Safety
/// `x` leads to `n` numbers, which nobody else uses.
#[inline(always)]
pub unsafe fn slice<'a>(x: *mut f64, n: usize) -> &'a mut [f64] {
    unsafe { std::slice::from_raw_parts_mut(x, n) }
}

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

/// A function of the program, and its hooks, each of which is called from one place.
pub struct Case {
    pub name: &'static str,
    pub function: Function,
    pub reverse: fn(&mut [f64], &mut [f64]),
    pub forward: fn(&mut [f64], &mut [f64]) -> f64,
}

/// Checks functions of the program that take a slice.
macro_rules! check {
    ($($name:ident)*) => {
        fn main() {
            $(extern "C" fn $name(x: *mut f64, n: usize) -> f64 {
                crate::$name(unsafe { check::slice(x, n) })
            })*
            check::run(&[$(check::Case {
                name: stringify!($name),
                function: $name,
                reverse: |x, d| unsafe { check::reverse($name, x, d) },
                forward: |x, d| unsafe { check::forward($name, x, d) },
            }),*])
        }
    };
}
pub(crate) use check;

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
    let all = [1e-2, 1e-3, 1e-4, 1e-5].map(of_step).into_iter();
    all.min_by(|a, b| apart(a).total_cmp(&apart(b))).unwrap()
}

pub fn run(cases: &[Case]) {
    let mut failures = 0;
    for case in cases {
        let wrong = wrong(case);
        failures += wrong.len();
        match wrong.is_empty() {
            true => println!("PASS {}", case.name),
            false => println!("FAIL {}: {}", case.name, wrong.join("; ")),
        }
    }
    exit(i32::from(failures != 0));
}

/// What is wrong with the derivatives of a function.
fn wrong(case: &Case) -> Vec<String> {
    let n = NUMBERS;
    let start = |i: usize| 0.7 + 0.31 * (3.0 * i as f64 + 1.0).sin() + 0.05 * i as f64;
    let x: Vec<f64> = (0..n).map(start).collect();
    let gradient = || {
        let mut gradient = vec![0.0; n];
        (case.reverse)(&mut x.clone(), &mut gradient);
        gradient
    };
    let first = gradient();
    let mut wrong = Vec::new();
    for i in 0..n {
        let mut direction = vec![0.0; n];
        direction[i] = 1.0;
        let tangent = (case.forward)(&mut x.clone(), &mut direction);
        let want = difference(case.function, &x, i, first[i]);
        for (mode, got) in [("reverse", first[i]), ("forward", tangent)] {
            if (got - want).abs() > 1e-7 * want.abs().max(1.0) || got.is_nan() {
                wrong.push(format!("{mode}[{i}]: got {got:.15}, want {want:.15}"));
            }
        }
    }
    let value = || (case.function)(x.clone().as_mut_ptr(), n).to_bits();
    if (0..5).any(|_| value() != value()) {
        wrong.push("two runs have different bits".to_owned());
    }
    for _ in 0..20 {
        let apart = |(a, b): (&f64, &f64)| (a - b).abs() > 1e-12 * a.abs().max(1.0);
        if gradient().iter().zip(&first).any(apart) {
            wrong.push("two gradients differ".to_owned());
        }
    }
    wrong
}
