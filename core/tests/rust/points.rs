//! Small structures by value in a vector.
//! May be refused: EZ0101 EZ0302.

mod check;
#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
    z: f64,
}
impl std::ops::Sub for Point {
    type Output = Point;
    fn sub(self, o: Point) -> Point {
        Point {
            x: self.x - o.x,
            y: self.y - o.y,
            z: self.z - o.z,
        }
    }
}
impl Point {
    fn norm(self) -> f64 {
        (self.x * self.x + self.y * self.y + self.z * self.z).sqrt()
    }
}
extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    let points: Vec<Point> = x
        .chunks_exact(3)
        .map(|c| Point {
            x: c[0],
            y: c[1],
            z: c[2],
        })
        .collect();
    let mut energy = 0.0;
    for (i, a) in points.iter().enumerate() {
        for b in &points[..i] {
            energy += 1.0 / (*a - *b).norm();
        }
    }
    energy
}
check::check!(f, 12);
