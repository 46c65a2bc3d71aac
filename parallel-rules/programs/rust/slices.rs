//! Iterators over slices: what each of them gives, and what is made of it.

mod check;
use enzyme_rs_par::prelude::*;

fn dot(x: &mut [f64]) -> f64 {
    let (a, b) = x.split_at(5);
    a.par_iter().zip(b).map(|(a, b)| a * b.sin()).sum()
}

fn changed(x: &mut [f64]) -> f64 {
    x.par_iter_mut().for_each(|a| *a = a.sin() * *a);
    x.iter()
        .enumerate()
        .map(|(i, a)| a * a * (i + 1) as f64)
        .sum()
}

fn changed_by_others(x: &mut [f64]) -> f64 {
    let (a, b) = x.split_at_mut(5);
    let scale = b[5];
    a.par_iter_mut()
        .zip(&*b)
        .enumerate()
        .for_each(|(i, (a, b))| *a += scale * b * b * (i + 1) as f64);
    a.iter().map(|a| a * a).sum::<f64>() * scale
}

fn chunks(x: &mut [f64]) -> f64 {
    x.par_chunks(3).map(|c| c.iter().product::<f64>()).sum()
}

fn chunks_mut(x: &mut [f64]) -> f64 {
    x.par_chunks_mut(4).enumerate().for_each(|(i, c)| {
        let last = c[c.len() - 1];
        for a in c.iter_mut() {
            *a *= last * (i as f64 + 0.5);
        }
    });
    x.iter().map(|a| a.cos()).sum()
}

fn exact(x: &mut [f64]) -> f64 {
    x.par_chunks_exact_mut(2).for_each(|c| c.swap(0, 1));
    let sum: f64 = x.par_chunks_exact(3).map(|c| c[0] * c[1] - c[2]).sum();
    sum + x[10] * x[0]
}

fn windows(x: &mut [f64]) -> f64 {
    x.par_windows(3).map(|w| w[0] * w[1].exp() - w[2]).sum()
}

fn stencil(x: &mut [f64]) -> f64 {
    let mut next = [0.0; 11];
    for _ in 0..3 {
        let now = &*x;
        next.par_iter_mut().enumerate().for_each(|(i, to)| {
            let left = if i > 0 { now[i - 1] } else { 0.0 };
            let right = if i + 1 < now.len() { now[i + 1] } else { 1.0 };
            *to = now[i] + 0.1 * (left - 2.0 * now[i] + right) * now[i];
        });
        x.copy_from_slice(&next);
    }
    x.iter().enumerate().map(|(i, a)| a * i as f64).sum()
}

fn table(x: &mut [f64]) -> f64 {
    let index = [3usize, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5];
    let all = &*x;
    index.par_iter().zip(all).map(|(i, a)| all[*i] * a).sum()
}

fn adaptors(x: &mut [f64]) -> f64 {
    let x = &*x;
    let backwards: f64 = x.par_iter().rev().zip(x).map(|(a, b)| a * b * b).sum();
    let some: f64 = x.par_iter().skip(2).take(7).step_by(3).copied().sum();
    let both: f64 = x[..4]
        .par_iter()
        .chain(&x[6..])
        .cloned()
        .map(|a| a.ln())
        .sum();
    let large: f64 = x.par_iter().filter(|a| **a > 0.8).map(|a| a * a).sum();
    let roots: f64 = x
        .par_iter()
        .filter_map(|a| (*a > 0.5).then(|| a.sqrt()))
        .sum();
    let flat: f64 = x
        .par_iter()
        .flat_map_iter(|a| [*a, a * a].into_iter())
        .sum();
    backwards + some + both + large + roots + flat
}

check::check!(dot changed changed_by_others chunks chunks_mut exact windows stencil table adaptors);
