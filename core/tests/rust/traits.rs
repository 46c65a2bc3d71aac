//! Traits, resolved when compiled.

mod check;
trait Force {
    fn at(&self, x: f64) -> f64;
}
struct Spring(f64);
struct Drag {
    c: f64,
    power: i32,
}
impl Force for Spring {
    fn at(&self, x: f64) -> f64 {
        -self.0 * x
    }
}
impl Force for Drag {
    fn at(&self, x: f64) -> f64 {
        -self.c * x.powi(self.power)
    }
}
fn work<F: Force>(force: &F, to: f64) -> f64 {
    (0..20)
        .map(|i| force.at(to * (i as f64 + 0.5) / 20.0) * to / 20.0)
        .sum()
}
extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    work(&Spring(x[0]), x[1]) + work(&Drag { c: x[2], power: 3 }, x[3])
}
check::check!(f, 8);
