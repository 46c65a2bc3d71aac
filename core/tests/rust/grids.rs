//! Vectors of vectors.
//! May be refused: EZ0101 EZ0202 EZ0302.

mod check;
extern "C" fn f(x: *mut f64, n: usize) -> f64 {
    let x = unsafe { check::slice(x, n) };
    let mut grid = vec![vec![0.0f64; 6]; 6];
    for (i, a) in x.iter().enumerate() {
        grid[1 + i / 4][1 + i % 4] = *a;
    }
    for _ in 0..4 {
        let old = grid.clone();
        for i in 1..5 {
            for j in 1..5 {
                grid[i][j] = old[i][j]
                    + 0.1
                        * (old[i - 1][j] + old[i + 1][j] + old[i][j - 1] + old[i][j + 1]
                            - 4.0 * old[i][j]);
            }
        }
    }
    grid.iter().flatten().map(|a| a * a).sum()
}
check::check!(f, 8);
