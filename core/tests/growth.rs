//! The engine's time grows with the size of the program, and not with its square; the code it makes of the benchmark
//! programs is bounded.
//!
//! Owns: the bounds. Must not: know seconds; a loaded machine is as good as another. The clock is that of the thread, of
//! several runs the quickest counts, and LLVM's passes are left out: they grow as they do with the primal.
//! `cargo bench -p enzyme-core --bench growth` prints more sizes.

#![allow(clippy::unwrap_used, reason = "tests may")]

#[path = "support/growth/mod.rs"]
mod growth;

use growth::code;
use growth::{Counts, Family, Grown, exponent, families, grow};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;

/// The power of the size with which time may grow.
const STEEPEST: f64 = 1.2;
/// What the short times of small programs may seem to add.
const NOISE: f64 = 0.15;
/// Instructions made for each of the primal: what a loop of unknown count keeps costs about twenty, however short the
/// loop, and those of that family have six.
fn largest(family: &Family) -> f64 {
    match family.name {
        "unknown loops" => 10.0,
        // The forward half of a maximum looks whether it is one, and links it to others; a kernel has a tangent as well, and a library.
        "raises" => 14.0,
        _ => 8.0,
    }
}

fn main() {
    let mut arguments = Arguments::from_args();
    // Side by side they would measure each other's caches.
    arguments.test_threads = Some(1);
    let trials = families().into_iter().map(|family| {
        let name = format!("growth of {}", family.name);
        Trial::test(name, move || grows_linearly(&family))
    });
    let programs = code::benchmark_programs().into_iter().map(|source| {
        let name = source.file_stem().unwrap().to_string_lossy().into_owned();
        Trial::test(format!("code of {name}"), move || is_small(&source))
    });
    libtest_mimic::run(&arguments, trials.chain(programs).collect()).exit();
}

fn is_small(source: &Path) -> Result<(), Failed> {
    let Some(code) = code::of(source) else {
        println!("SKIPPED: clang-22 is needed");
        return Ok(());
    };
    let most = code.made.into_iter().max().unwrap() as f64 / code.primal as f64;
    match most <= code::MOST {
        true => Ok(()),
        false => Err(format!("{most:.1} instructions are made for each").into()),
    }
}

/// Sizes are doubled until a run takes as many seconds, but this often at least and at most.
const ENOUGH: f64 = 0.3;
const DOUBLED: std::ops::RangeInclusive<usize> = 2..=5;

fn grows_linearly(family: &Family) -> Result<(), Failed> {
    let mut found = f64::INFINITY;
    // What disturbs a measurement only makes it longer: the best fit of a few is the truest.
    for _ in 0..5 {
        let grown = doubled(family)?;
        let made = grown.iter().map(|run| run.made as f64 / run.before as f64);
        let most = made.fold(0.0, f64::max);
        if most > largest(family) {
            return Err(format!("{most:.1} instructions are made for each").into());
        }
        // The smallest is mostly what a run costs anyway.
        found = found.min(exponent(&grown[1..], |run| run.own));
        if found < STEEPEST {
            return Ok(());
        }
    }
    match found < STEEPEST + NOISE {
        true => Ok(()),
        false => Err(format!("time grows as n^{found:.2}").into()),
    }
}

/// Runs of growing size.
fn doubled(family: &Family) -> Result<Vec<Grown>, String> {
    let smallest = match family.counts {
        Counts::Instructions => 500,
        Counts::Functions => 50,
    };
    let mut grown: Vec<Grown> = Vec::new();
    for doubled in 0..=*DOUBLED.end() {
        let run = quickest(&(family.program)(smallest << doubled))?;
        let long = run.total > ENOUGH && doubled >= *DOUBLED.start();
        grown.push(run);
        if long {
            break;
        }
    }
    Ok(grown)
}

/// The run that took least of two.
fn quickest(text: &str) -> Result<Grown, String> {
    let (one, other) = (grow(text)?, grow(text)?);
    Ok(if one.own < other.own { one } else { other })
}
