//! Every row against difference quotients over its domain, and at its special points.
//!
//! Owns: the loop over all rows; a new row is tested without a new test. The last test plants
//! known slips and checks that the loop catches them.

mod common;

use common::{SAMPLES, agrees, coordinate, generator, registry, same, sample};
use enzyme_rules::calls::{cos, log, rint};
use enzyme_rules::{OutRule, ScalarRule, derivatives, eval};

/// The first disagreement of a row over its domain.
fn check(rule: &ScalarRule, rng: &mut rand_chacha::ChaCha8Rng) -> Result<(), String> {
    let f = |args: &[f64]| eval::call(rule.name, args).unwrap_or(f64::NAN);
    for _ in 0..SAMPLES {
        let at = sample(&rule.params, rng);
        for i in rule.float_params() {
            let partial = eval::partial(rule, i, &at);
            agrees(&f, &at, i, partial).map_err(|text| format!("{}: {text}", rule.name))?;
        }
    }
    Ok(())
}

#[test]
fn partials_agree_with_differences() {
    let mut rng = generator();
    let registry = registry();
    let results = registry.scalar_rules().map(|rule| check(rule, &mut rng));
    let failures: Vec<String> = results.filter_map(Result::err).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(registry.scalar_rules().count() > 60, "the tables are there");
}

#[test]
fn special_points_have_the_stated_partials() {
    let registry = registry();
    for rule in registry.scalar_rules() {
        for point in &rule.points {
            let found = rule
                .float_params()
                .map(|i| eval::partial(rule, i, &point.args));
            let found: Vec<f64> = found.collect();
            assert_eq!(
                found.len(),
                point.partials.len(),
                "{}: {point:?}",
                rule.name
            );
            let fits = found.iter().zip(&point.partials).all(|(&a, &b)| same(a, b));
            assert!(fits, "{} at {point:?}: found {found:?}", rule.name);
        }
    }
}

/// Where a rule says that an argument is added, other partials stay when that argument is another one.
#[test]
fn what_is_added_to_changes_no_other_partial() {
    let mut rng = generator();
    let registry = registry();
    let mut adding = Vec::new();
    for rule in registry.scalar_rules() {
        for param in rule.float_params().filter(|i| rule.adds(*i)) {
            adding.push((rule.name, param));
            for _ in 0..SAMPLES {
                let at = sample(&rule.params, &mut rng);
                let mut elsewhere = at.clone();
                elsewhere[param] = coordinate(&rule.params[param], &mut rng);
                for other in rule.float_params() {
                    let (here, there) = [&at, &elsewhere]
                        .map(|at| eval::partial(rule, other, at))
                        .into();
                    assert!(same(here, there), "{} argument {param}", rule.name);
                }
            }
        }
    }
    assert!(adding.contains(&("fma", 2)), "{adding:?}");
    assert!(!adding.contains(&("fmod", 0)), "{adding:?}");
}

fn check_out(rule: &OutRule, rng: &mut rand_chacha::ChaCha8Rng) -> Result<(), String> {
    for _ in 0..SAMPLES {
        let at = sample(&rule.params, rng);
        for (k, result) in rule.results.iter().enumerate() {
            let f = |args: &[f64]| eval::call_out(rule.name, args).map_or(f64::NAN, |r| r[k]);
            for i in 0..rule.params.len() {
                let partial = eval::partial_out(rule, k, i, &at);
                agrees(&f, &at, i, partial)
                    .map_err(|text| format!("{}.{}: {text}", rule.name, result.name))?;
            }
        }
    }
    Ok(())
}

#[test]
fn functions_with_several_results_agree_with_differences() {
    let mut rng = generator();
    let registry = registry();
    let results = registry.out_rules().map(|rule| check_out(rule, &mut rng));
    let failures: Vec<String> = results.filter_map(Result::err).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn inactive_families_are_flat_between_jumps() {
    let mut rng = generator();
    let registry = registry();
    let param = derivatives! { floor(x: -9.0..9.0) => 0.0; }
        .remove(0)
        .params;
    for name in [
        "ceil",
        "floor",
        "ilogb",
        "llrint",
        "lround",
        "nearbyint",
        "rint",
        "trunc",
    ] {
        let entry = registry.family(name).expect("known");
        assert_eq!(entry.what.label(), "inactive", "{name}");
        let f = |args: &[f64]| eval::call(name, args).unwrap_or(f64::NAN);
        for _ in 0..SAMPLES {
            agrees(&f, &sample(&param, &mut rng), 0, 0.0).expect(name);
        }
    }
}

/// Slips of the kind that were found in other projects, each in one row.
#[test]
fn planted_slips_are_caught() {
    let mut rng = generator();
    let slips = derivatives! {
        sin(x: -9.0..9.0) => -cos(x);
        fmod(x: -9.0..9.0, y: -1.3..1.3) => 1.0, -rint(x / y - 0.5);
        remainder(x: -9.0..9.0, y: -1.3..1.3) => 1.0, -rint(x / y - 0.5);
        pow(x: 0.0..3.0, y: -3.0..3.0) -> r => r / x, r * log(x);
        fabs(x: -9.0..9.0) => 1.0;
        atan2(y: -3.0..3.0, x: -3.0..3.0) => x / (x * x + y * y), y / (x * x + y * y);
    };
    for slip in slips {
        assert!(
            check(&slip, &mut rng).is_err(),
            "the slip in {} went unnoticed",
            slip.name
        );
    }
}
