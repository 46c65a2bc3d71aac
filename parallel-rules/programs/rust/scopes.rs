//! Closures that are spawned in a scope, and wait for each other nowhere.

mod check;
use enzyme_rs_par::scope;

fn spawned(x: &mut [f64]) -> f64 {
    let (left, right) = x.split_at_mut(6);
    scope(|scope| {
        scope.spawn(|scope| {
            left[0] *= left[1];
            scope.spawn(|_| left.iter_mut().for_each(|a| *a *= a.sin()));
        });
        for a in right.chunks_mut(2) {
            scope.spawn(move |_| a.iter_mut().for_each(|a| *a *= 0.5 + *a));
        }
    });
    x.iter().enumerate().map(|(i, a)| a * a * i as f64).sum()
}

check::check!(spawned);
