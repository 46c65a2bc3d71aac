//! Two closures at once, teams within teams, and sorting.

mod check;
use enzyme_rs_par::join;
use enzyme_rs_par::prelude::*;

fn joined(x: &mut [f64]) -> f64 {
    let (a, b) = x.split_at_mut(5);
    let (s, p) = join(
        || {
            a[0] *= a[1];
            a.iter().map(|a| a * a).sum::<f64>()
        },
        || b.iter().product::<f64>(),
    );
    s * p + a[0]
}

fn halves(x: &[f64]) -> f64 {
    match x {
        [] => 0.0,
        [a] => a.sin() * a,
        _ => {
            let (left, right) = x.split_at(x.len() / 2);
            let (s, t) = join(|| halves(left), || halves(right));
            s + t + 0.1 * s * t
        }
    }
}

fn recursive(x: &mut [f64]) -> f64 {
    halves(x)
}

fn nested(x: &mut [f64]) -> f64 {
    let all = &*x;
    all.par_iter()
        .map(|a| {
            all.par_iter()
                .map(|b| (a - b) * (a - b))
                .sum::<f64>()
                .sqrt()
                * a
        })
        .sum()
}

fn rows(x: &mut [f64]) -> f64 {
    let n = 5;
    let (v, w) = x.split_at(n);
    let mut matrix = vec![0.0; n * n];
    matrix.par_chunks_mut(n).enumerate().for_each(|(i, row)| {
        row.par_iter_mut()
            .enumerate()
            .for_each(|(j, m)| *m = v[i] * w[j] + v[j]);
    });
    matrix
        .par_chunks(n)
        .map(|row| row.iter().product::<f64>())
        .sum()
}

fn sorted(x: &mut [f64]) -> f64 {
    x.par_sort_by(|a, b| a.total_cmp(b));
    x.iter()
        .enumerate()
        .map(|(i, a)| a * a * (i + 1) as f64)
        .sum()
}

#[derive(Clone, Copy)]
struct Point {
    at: f64,
    weight: f64,
}

fn sorted_records(x: &mut [f64]) -> f64 {
    let points = x.par_chunks_exact(2);
    let mut points: Vec<Point> = points
        .map(|p| Point {
            at: p[0],
            weight: p[1],
        })
        .collect();
    points.par_sort_unstable_by(|a, b| b.at.total_cmp(&a.at));
    let value = |(i, p): (usize, &Point)| p.at * p.weight * (i + 1) as f64;
    points.par_iter().enumerate().map(value).sum()
}

check::check!(joined recursive nested rows sorted sorted_records);
