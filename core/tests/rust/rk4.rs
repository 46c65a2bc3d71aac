//! A step of Runge-Kutta with a right-hand side behind a trait object.

mod check;
type State = [f64; 2];
fn step(rhs: &dyn Fn(&State) -> State, y: &State, h: f64) -> State {
    let add = |a: &State, b: &State, s: f64| [a[0] + s * b[0], a[1] + s * b[1]];
    let k1 = rhs(y);
    let k2 = rhs(&add(y, &k1, h / 2.0));
    let k3 = rhs(&add(y, &k2, h / 2.0));
    let k4 = rhs(&add(y, &k3, h));
    std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]))
}
extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    let (mu, w) = (x[2], x[3]);
    let rhs = move |y: &State| [y[1], mu * (1.0 - y[0] * y[0]) * y[1] - w * y[0]];
    let mut y = [x[0], x[1]];
    for _ in 0..40 {
        y = step(&rhs, &y, 0.05);
    }
    y[0] * y[0] + y[1]
}
check::check!(f, 8);
