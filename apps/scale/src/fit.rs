//! Linear least squares with coefficients that are not negative.
//!
//! Owns: the algebra. Must not: know what is fitted.

/// A column is a combination of others if less than this part of it is left beside them.
const DEPENDENT: f64 = 1e-6;

/// The coefficients for which the sum of squares of `columns * coefficients - values` is least, none of them negative.
///
/// The problem is Lawson & Hanson's, "Solving Least Squares Problems", 1974, chapter 23 (doi 10.1137/1.9781611971217). There are so few columns here
/// that all choices of those that are not zero can be tried, of which the best admissible one is the answer.
///
/// # Errors
/// The number of a column that is zero or a combination of those before it: its coefficient can have any value.
pub(crate) fn least_squares(columns: &[Vec<f64>], values: &[f64]) -> Result<Vec<f64>, usize> {
    solve(columns, values)?;
    let mut best = (squares(values), vec![0.0; columns.len()]);
    for choice in 1..1usize << columns.len() {
        let is_chosen = |k: &usize| choice >> k & 1 == 1;
        let chosen: Vec<usize> = (0..columns.len()).filter(is_chosen).collect();
        let part: Vec<Vec<f64>> = chosen.iter().map(|k| columns[*k].clone()).collect();
        let found = solve(&part, values)?;
        if found.iter().any(|coefficient| *coefficient < 0.0) {
            continue;
        }
        let left = squares(&rest(&part, &found, values));
        if left < best.0 {
            let mut all = vec![0.0; columns.len()];
            for (k, coefficient) in chosen.iter().zip(found) {
                all[*k] = coefficient;
            }
            best = (left, all);
        }
    }
    Ok(best.1)
}

/// Without a bound: by Gram and Schmidt, each column twice, which loses nothing to rounding (Giraud, Langou & Rozložník 2005, doi 10.1016/j.camwa.2005.08.009).
fn solve(columns: &[Vec<f64>], values: &[f64]) -> Result<Vec<f64>, usize> {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for (k, column) in columns.iter().enumerate() {
        let mut left = column.clone();
        let mut row = vec![0.0; k];
        for _ in 0..2 {
            for (along, entry) in basis.iter().zip(&mut row) {
                let part = dot(along, &left);
                *entry += part;
                add(&mut left, along, -part);
            }
        }
        let length = squares(&left).sqrt();
        if length <= DEPENDENT * squares(column).sqrt() {
            return Err(k);
        }
        left.iter_mut().for_each(|entry| *entry /= length);
        row.push(length);
        basis.push(left);
        rows.push(row);
    }
    let mut found: Vec<f64> = basis.iter().map(|along| dot(along, values)).collect();
    for k in (0..found.len()).rev() {
        found[k] /= rows[k][k];
        for earlier in 0..k {
            found[earlier] -= rows[k][earlier] * found[k];
        }
    }
    Ok(found)
}

fn rest(columns: &[Vec<f64>], coefficients: &[f64], values: &[f64]) -> Vec<f64> {
    let mut left = values.to_vec();
    for (column, coefficient) in columns.iter().zip(coefficients) {
        add(&mut left, column, -coefficient);
    }
    left
}

fn add(to: &mut [f64], what: &[f64], times: f64) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += times * what;
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn squares(a: &[f64]) -> f64 {
    dot(a, a)
}

#[cfg(test)]
mod tests {
    use super::least_squares;

    #[test]
    fn coefficients_come_back() {
        let columns = [vec![1.0, 1.0, 1.0, 1.0], vec![0.0, 1.0, 2.0, 3.0]];
        let found = least_squares(&columns, &[2.0, 2.5, 3.0, 3.5]).unwrap();
        assert!((found[0] - 2.0).abs() < 1e-14 && (found[1] - 0.5).abs() < 1e-14);
    }

    /// The line through these falls; the best one that does not is the mean.
    #[test]
    fn none_is_negative() {
        let columns = [vec![1.0; 3], vec![0.0, 1.0, 2.0]];
        let falling = least_squares(&columns, &[3.0, 2.0, 1.0]).unwrap();
        assert!((falling[0] - 2.0).abs() < 1e-14 && falling[1] == 0.0);
        let below = least_squares(&columns, &[-3.0, -2.0, -1.0]);
        assert_eq!(below, Ok(vec![0.0; 2]));
    }

    #[test]
    fn what_the_values_cannot_tell_is_said() {
        let columns = [vec![1.0, 2.0], vec![2.0, 4.0]];
        assert_eq!(least_squares(&columns, &[1.0, 2.0]), Err(1));
        assert_eq!(least_squares(&[vec![0.0, 0.0]], &[1.0, 2.0]), Err(0));
        let three = [vec![1.0, 0.0], vec![0.0, 1.0], vec![1.0, 1.0]];
        assert_eq!(least_squares(&three, &[1.0, 2.0]), Err(2));
    }
}
