//! A matrix with operators, and matrices that are returned.
//! May be refused: EZ0101 EZ0302.

mod check;
struct Matrix {
    data: Vec<f64>,
    rows: usize,
    columns: usize,
}
impl Matrix {
    fn new(rows: usize, columns: usize) -> Self {
        Matrix {
            data: vec![0.0; rows * columns],
            rows,
            columns,
        }
    }
}
impl std::ops::Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.columns + j]
    }
}
impl std::ops::IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.columns + j]
    }
}
fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut c = Matrix::new(a.rows, b.columns);
    for i in 0..a.rows {
        for j in 0..b.columns {
            for k in 0..a.columns {
                c[(i, j)] += a[(i, k)] * b[(k, j)];
            }
        }
    }
    c
}
extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    let mut a = Matrix::new(3, 3);
    for i in 0..3 {
        for j in 0..3 {
            a[(i, j)] = x[(i * 3 + j) % n].sin();
        }
    }
    let b = product(&a, &a);
    let c = product(&b, &a);
    (0..3).map(|i| c[(i, i)]).sum()
}
check::check!(f, 8);
