//! What parallel iterators end in, and where else their items come from.

mod check;
use enzyme_rs_par::prelude::*;

fn norms(x: &mut [f64]) -> f64 {
    let x = &*x;
    let least = x.par_iter().copied().min_by(f64::total_cmp).unwrap();
    let most = x.par_iter().copied().max_by(f64::total_cmp).unwrap();
    let product: f64 = x.par_iter().product();
    let smallest = x.par_iter().copied().reduce(|| f64::INFINITY, f64::min);
    least * most + product + smallest.sin()
}

fn folded(x: &mut [f64]) -> f64 {
    let x = &*x;
    let sum = x.par_iter().fold(|| 0.0, |all, a| all + a * a).sum::<f64>();
    let (s, p) = x
        .par_iter()
        .fold(|| (0.0, 1.0), |(s, p), a| (s + a, p * a.cos()))
        .reduce(|| (0.0, 1.0), |(s, p), (t, q)| (s + t, p * q));
    let with = x
        .par_iter()
        .map(|a| a.exp())
        .reduce_with(|a, b| a + 0.5 * b);
    sum + s * p + with.unwrap_or(0.0).ln()
}

fn matrices(x: &mut [f64]) -> f64 {
    let product = x
        .par_iter()
        .map(|a| [[a.cos(), -a.sin()], [0.5 * a, 1.0 + a * a]])
        .reduce(
            || [[1.0, 0.0], [0.0, 1.0]],
            |a, b| {
                let entry = |i: usize, j: usize| a[i][0] * b[0][j] + a[i][1] * b[1][j];
                [[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]]
            },
        );
    (product[0][0] * product[1][1] - product[0][1]).atan()
}

fn ranges(x: &mut [f64]) -> f64 {
    let x = &*x;
    let pairs: f64 = (0..x.len() - 1)
        .into_par_iter()
        .map(|i| x[i] * x[i + 1])
        .sum();
    let weighted: f64 = (1..=4i32)
        .into_par_iter()
        .map(|i| x[i as usize].powi(i))
        .sum();
    pairs + weighted
}

fn collected(x: &mut [f64]) -> f64 {
    let squares: Vec<f64> = x.par_iter().map(|a| a * a).collect();
    let large: Vec<f64> = squares.par_iter().copied().filter(|a| *a > 0.5).collect();
    let sum: f64 = squares
        .into_par_iter()
        .enumerate()
        .map(|(i, a)| a * i as f64)
        .sum();
    sum + large.iter().map(|a| a.sqrt()).sum::<f64>()
}

fn with_state(x: &mut [f64]) -> f64 {
    let x = &*x;
    x.par_iter()
        .map_init(
            || vec![0.0; 3],
            |room, a| {
                for (k, r) in room.iter_mut().enumerate() {
                    *r = a.powi(k as i32 + 1);
                }
                room.iter().sum::<f64>()
            },
        )
        .sum()
}

fn lengths(x: &mut [f64]) -> f64 {
    let x = &*x;
    let many: f64 = x.par_iter().with_max_len(1).map(|a| a * a.sin()).sum();
    let few: f64 = x.par_iter().with_min_len(5).map(|a| a * a.cos()).sum();
    let none: f64 = x[..0].par_iter().sum();
    many + few + none
}

fn decisions(x: &mut [f64]) -> f64 {
    let x = &*x;
    let any = x.par_iter().any(|a| *a > 1.0);
    let all = x.par_iter().all(|a| *a > 0.0);
    let count = x.par_iter().filter(|a| **a > 0.9).count();
    let factor = count as f64 + if any { 2.0 } else { 3.0 } + if all { 0.25 } else { 0.5 };
    factor * x.par_iter().sum::<f64>() * x[0]
}

check::check!(norms folded matrices ranges collected with_state lengths decisions);
