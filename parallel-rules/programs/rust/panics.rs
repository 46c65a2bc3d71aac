//! A closure that panics: in the program as with rayon, in a derivative the program ends with a message.

mod check;
use enzyme_rs_par::prelude::*;

extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    x.par_iter()
        .map(|a| {
            if *a < 0.0 {
                panic!("a negative number")
            } else {
                a.sqrt()
            }
        })
        .sum()
}

fn main() {
    let mut x = [1.0, 4.0, -1.0, 9.0];
    let (at, n) = (x.as_mut_ptr() as usize, x.len());
    let caught = std::panic::catch_unwind(|| {
        let x = unsafe { check::slice(at as *mut f64, n) };
        x.par_iter()
            .map(|a| {
                if *a < 0.0 {
                    panic!("a negative number")
                } else {
                    a.sqrt()
                }
            })
            .sum::<f64>()
    });
    println!(
        "{} the panic reaches who catches it",
        if caught.is_err() { "PASS" } else { "FAIL" }
    );
    let mut d = [0.0; 4];
    unsafe { check::reverse(f, &mut x, &mut d) };
    println!("FAIL the derivative went on");
}
