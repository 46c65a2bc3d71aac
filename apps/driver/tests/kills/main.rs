//! Runs that are killed at random moments in many ways, and go on by the same command until they are done: each must give the bits of a run that nothing
//! disturbed. `make test-kills` runs them; `make test` does not, for they take some minutes.
//!
//! `KILLS` says how often, `KILLS_SEED` repeats a choice of ways and moments. What a disturbed run has left is kept if it gives other bits.
//!
//! Owns: which runs are disturbed how often, and what is said of it. Must not: know how a way of disturbing works.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod case;
#[path = "../shared/compile.rs"]
mod compile;
mod disk;
mod files;
mod job;
mod ways;

use case::{Case, Reference};
use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use ways::{Scene, Way};

/// Of so many disturbances at most is one run the victim.
const AT_MOST: usize = 3;

/// All kills, a line each.
#[test]
fn killed_runs_give_the_same_bits() {
    let Some(kills) = number("KILLS") else {
        println!("SKIPPED: takes minutes; make test-kills");
        return;
    };
    let Some(wrappers) = compile::wrappers() else {
        return;
    };
    let kills = kills as usize;
    let seed = number("KILLS_SEED").unwrap_or_else(rand::random);
    println!(
        "KILLS={kills} KILLS_SEED={seed}; a disk that is full is {}",
        disk::kind()
    );
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let cases: Vec<(Case, Reference)> = case::all(&wrappers)
        .into_iter()
        .map(|case| {
            let reference = case.reference();
            println!("undisturbed: {}, {:.1?}", case.name, reference.time);
            (case, reference)
        })
        .collect();
    let mut plan = plan(kills, &mut random);
    let (mut same, mut fallen) = (0, Vec::new());
    for turn in 0.. {
        let of_this_run = random.random_range(1..=AT_MOST).min(plan.len());
        let ways = plan.split_off(plan.len() - of_this_run);
        if ways.is_empty() {
            break;
        }
        let (case, reference) = &cases[turn % cases.len()];
        match Scene::new(case, reference).play(&ways, same + fallen.len(), &mut random) {
            Ok(()) => same += ways.len(),
            Err(why) => {
                println!("FAILED: {}: {why}", case.name);
                fallen.extend(ways);
            }
        }
    }
    println!("{kills} kills: {same} times the same bits");
    assert!(
        fallen.is_empty(),
        "KILLS={kills} KILLS_SEED={seed}: {fallen:?}"
    );
}

/// Each way as often as any other, in a random order.
fn plan(kills: usize, random: &mut ChaCha8Rng) -> Vec<Way> {
    let mut plan: Vec<Way> = Way::ALL.iter().copied().cycle().take(kills).collect();
    plan.shuffle(random);
    plan
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let parsed = text.parse();
    Some(parsed.unwrap_or_else(|_| panic!("{name}={text} is no whole number")))
}
