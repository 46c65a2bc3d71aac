//! The strong zero: when it is needed, and that it does what the manual says.
//!
//! Owns: the check that every partial that is infinite or NaN somewhere is announced.

mod common;

use common::{generator, registry, sample};
use enzyme_rules::eval::{self, Eval};
use enzyme_rules::policy::may_be_infinite;
use enzyme_rules::{
    Away, Products, ZeroProduct, chooses, contribution, has_infinite_partial, product,
};

#[test]
fn a_zero_seed_contributes_zero() {
    let mut sink = Eval::default();
    for partial in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 3.0] {
        assert_eq!(product(&mut sink, ZeroProduct::Strong, 0.0, partial), 0.0);
        assert_eq!(product(&mut sink, ZeroProduct::Strong, -0.0, partial), 0.0);
    }
    assert_eq!(product(&mut sink, ZeroProduct::Strong, 2.0, 3.0), 6.0);
    assert!(product(&mut sink, ZeroProduct::Strong, f64::NAN, 3.0).is_nan());
    assert!(product(&mut sink, ZeroProduct::Plain, 0.0, f64::INFINITY).is_nan());
}

#[test]
fn a_zero_partial_contributes_zero_to_a_tangent() {
    let mut sink = Eval::default();
    for seed in [f64::INFINITY, f64::NAN, 3.0] {
        assert_eq!(product(&mut sink, ZeroProduct::Either, seed, 0.0), 0.0);
    }
    assert_eq!(
        product(&mut sink, ZeroProduct::Either, 0.0, f64::INFINITY),
        0.0
    );
    for policy in [ZeroProduct::Either, ZeroProduct::Flat] {
        assert_eq!(product(&mut sink, policy, f64::INFINITY, 0.0), 0.0);
        assert_eq!(product(&mut sink, policy, 2.0, 3.0), 6.0);
    }
    assert!(product(&mut sink, ZeroProduct::Strong, f64::INFINITY, 0.0).is_nan());
}

#[test]
fn what_is_not_chosen_contributes_zero() {
    let registry = registry();
    let at = |family: &str, args: &[f64], seed: f64| {
        let rule = registry.scalar(family).expect("a row");
        let products = Products {
            infinite: ZeroProduct::Strong,
            forgetful: ZeroProduct::Plain,
            finite: ZeroProduct::Plain,
            away: Away::NONE,
        };
        let one = |i| contribution(rule, i, &mut Eval::at(rule, args), seed, products);
        [0, 1].map(|i| one(i).expect("a float argument"))
    };
    assert_eq!(
        at("fmax", &[-1.0, 0.0], f64::INFINITY),
        [0.0, f64::INFINITY]
    );
    assert_eq!(
        at("fmin", &[-1.0, 0.0], f64::NEG_INFINITY),
        [f64::NEG_INFINITY, 0.0]
    );
    assert_eq!(at("fdim", &[-1.0, 0.0], f64::INFINITY), [0.0, 0.0]);
    assert_eq!(at("fdim", &[1.0, 0.0], 3.0), [3.0, -3.0]);
    let chooses = |family| [0, 1].map(|i| chooses(registry.scalar(family).expect("a row"), i));
    assert_eq!(chooses("fmin"), [true, true]);
    assert_eq!(chooses("pow"), [false, false]);
}

fn has_edge(family: &str) -> bool {
    let registry = registry();
    has_infinite_partial(registry.scalar(family).expect("a row"))
}

#[test]
fn plain_products_are_kept_where_they_are_safe() {
    for family in [
        "sin", "cos", "tanh", "atan", "asinh", "fadd", "fmul", "fma", "fabs", "fmax",
    ] {
        assert!(!has_edge(family), "{family}");
    }
    for family in [
        "sqrt", "log", "pow", "fdiv", "cbrt", "acos", "exp", "tgamma", "hypot",
    ] {
        assert!(has_edge(family), "{family}");
    }
}

/// Random and special points, special values and moderately large ones: nothing surprising.
#[test]
fn unannounced_partials_stay_finite() {
    let mut rng = generator();
    for rule in registry().scalar_rules() {
        for i in rule.float_params().collect::<Vec<_>>() {
            let partial = rule.partials[i].expect("a float argument");
            if may_be_infinite(rule.name, &rule.arena, partial, Away::NONE) {
                continue;
            }
            for scale in [0.0, 1.0, 1e3, 1e100] {
                let scaled = sample(&rule.params, &mut rng)
                    .into_iter()
                    .map(|x| x * scale);
                let at: Vec<f64> = scaled.collect();
                let value = eval::partial(rule, i, &at);
                assert!(value.is_finite(), "{} at {at:?}: {value}", rule.name);
            }
        }
    }
}

/// The same where one argument is away from zero, if that is said to be enough.
#[test]
fn partials_stay_finite_away_from_zero() {
    let mut rng = generator();
    let mut seen = Vec::new();
    for rule in registry().scalar_rules() {
        let params: Vec<usize> = rule.float_params().collect();
        for (i, away) in params
            .iter()
            .flat_map(|i| params.iter().map(move |j| (*i, *j)))
        {
            let partial = rule.partials[i].expect("a float argument");
            let known = Away(1 << away);
            let infinite = |away| may_be_infinite(rule.name, &rule.arena, partial, away);
            if !infinite(Away::NONE) || infinite(known) {
                continue;
            }
            seen.push(rule.name);
            for least in [1e-100, 1e-12, 1.0, 1e100, 1e300] {
                for scale in [0.0, 1.0, 1e100] {
                    let sampled = sample(&rule.params, &mut rng).into_iter();
                    let mut at: Vec<f64> = sampled.map(|x| x * scale).collect();
                    at[away] = least;
                    let value = eval::partial(rule, i, &at);
                    assert!(value.is_finite(), "{} at {at:?}: {value}", rule.name);
                }
            }
        }
    }
    for family in ["cbrt", "fdiv", "log", "log10", "log2", "rsqrt", "sqrt"] {
        assert!(seen.contains(&family), "{family}");
    }
}
