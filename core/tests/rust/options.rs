//! Enumerations that hold numbers, and options that are returned.

mod check;
enum Shape {
    Circle(f64),
    Box { width: f64, height: f64 },
    Nothing,
}
#[inline(never)]
fn area(s: &Shape) -> Option<f64> {
    match s {
        Shape::Circle(r) => Some(3.0 * r * r),
        Shape::Box { width, height } => Some(width * height),
        Shape::Nothing => None,
    }
}
extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    let shapes = [
        Shape::Circle(x[0]),
        Shape::Box {
            width: x[1],
            height: x[2],
        },
        Shape::Nothing,
        Shape::Circle(x[3] * x[4]),
    ];
    shapes.iter().filter_map(area).sum()
}
check::check!(f, 8);
