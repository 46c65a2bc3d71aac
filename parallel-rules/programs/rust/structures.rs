//! Closures that run at once, teams within teams, and sorting.

mod check;
use enzyme_rs_par::prelude::*;
use enzyme_rs_par::{join, scope, thread};

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
        .map(|a| all.par_iter().map(|b| (a - b) * (a - b)).sum::<f64>().sqrt() * a)
        .sum()
}

fn rows(x: &mut [f64]) -> f64 {
    let n = 5;
    let (v, w) = x.split_at(n);
    let mut matrix = vec![0.0; n * n];
    matrix.par_chunks_mut(n).enumerate().for_each(|(i, row)| {
        row.par_iter_mut().enumerate().for_each(|(j, m)| *m = v[i] * w[j] + v[j]);
    });
    matrix.par_chunks(n).map(|row| row.iter().product::<f64>()).sum()
}

fn spawned(x: &mut [f64]) -> f64 {
    let (mut s, mut p) = (0.0, 1.0);
    let x = &*x;
    scope(|scope| {
        scope.spawn(|_| s = x.iter().map(|a| a * a).sum());
        scope.spawn(|_| p = x.iter().product());
    });
    s * p
}

fn spawning(x: &mut [f64]) -> f64 {
    let (left, right) = x.split_at_mut(6);
    scope(|scope| {
        scope.spawn(|scope| {
            left[0] *= left[1];
            let (a, b) = left.split_at_mut(3);
            scope.spawn(|_| a.iter_mut().for_each(|a| *a *= *a));
            scope.spawn(|_| b.iter_mut().for_each(|b| *b = b.sin()));
        });
        for (i, a) in right.iter_mut().enumerate() {
            scope.spawn(move |_| *a *= i as f64 + 0.5 * *a);
        }
    });
    x.iter().enumerate().map(|(i, a)| a * a * i as f64).sum()
}

fn threads(x: &mut [f64]) -> f64 {
    let x = &*x;
    thread::scope(|scope| {
        let parts: Vec<_> = x
            .chunks(4)
            .map(|part| scope.spawn(move || part.iter().map(|a| a * a.exp()).sum::<f64>()))
            .collect();
        let sums = parts.into_iter().map(|part| part.join().unwrap());
        sums.fold(1.0, |all, s| all * (1.0 + s))
    })
}

fn threads_that_write(x: &mut [f64]) -> f64 {
    thread::scope(|scope| {
        for part in x.chunks_mut(3) {
            scope.spawn(move || part.iter_mut().for_each(|a| *a *= a.cos()));
        }
    });
    x.iter().map(|a| a * a).sum()
}

fn sorted(x: &mut [f64]) -> f64 {
    x.par_sort_by(|a, b| a.total_cmp(b));
    x.iter().enumerate().map(|(i, a)| a * a * (i + 1) as f64).sum()
}

#[derive(Clone, Copy)]
struct Point {
    at: f64,
    weight: f64,
    name: usize,
}

fn sorted_records(x: &mut [f64]) -> f64 {
    let points = x.par_chunks_exact(2).enumerate();
    let mut points: Vec<Point> = points.map(|(name, p)| Point { at: p[0], weight: p[1], name }).collect();
    points.par_sort_unstable_by(|a, b| b.at.partial_cmp(&a.at).unwrap());
    let value = |(i, p): (usize, &Point)| p.at * p.weight * (i + 1) as f64 + p.name as f64 * p.at;
    points.par_iter().enumerate().map(value).sum()
}

check::check!(joined recursive nested rows spawned spawning threads threads_that_write sorted sorted_records);
