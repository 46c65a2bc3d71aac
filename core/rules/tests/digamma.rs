//! The digamma helper against exact values, a reference and its functional equations.
//!
//! Owns: the accuracy that `docs/rule-author.md` promises: 1e-13 relative, away from the roots.

mod common;

use common::generator;
use enzyme_rules::eval::{self, Eval};
use enzyme_rules::{Callee, FloatKind, helper, spelling};
use rand::Rng;
use std::f64::consts::{LN_2, PI};

const EULER: f64 = 0.577_215_664_901_532_9;

fn digamma(x: f64) -> f64 {
    let helper = helper("digamma").expect("the helper");
    helper
        .lower(&mut Eval {
            args: vec![x],
            results: Vec::new(),
        })
        .expect("a value")
}

fn close(found: f64, expected: f64, scale: f64) -> bool {
    (found - expected).abs() <= 1e-13 * expected.abs().max(scale)
}

#[test]
fn closed_forms() {
    let cases = [
        (1.0, -EULER),
        (2.0, 1.0 - EULER),
        (3.0, 1.5 - EULER),
        (5.0, 25.0 / 12.0 - EULER),
        (0.5, -EULER - 2.0 * LN_2),
        (0.25, -EULER - PI / 2.0 - 3.0 * LN_2),
        (0.75, -EULER + PI / 2.0 - 3.0 * LN_2),
        (1.5, 2.0 - EULER - 2.0 * LN_2),
        (-0.5, 2.0 - EULER - 2.0 * LN_2),
        (-1.5, 2.0 + 2.0 / 3.0 - EULER - 2.0 * LN_2),
    ];
    for (x, expected) in cases {
        assert!(
            close(digamma(x), expected, 0.0),
            "psi({x}) = {} != {expected}",
            digamma(x)
        );
    }
}

#[test]
fn agrees_with_the_reference() {
    let mut rng = generator();
    for _ in 0..4000 {
        let x: f64 = rng.random_range(-30.0..60.0);
        // Near a root only the absolute error is small; near a pole x itself is ill-conditioned.
        let (found, expected) = (digamma(x), eval::digamma(x));
        assert!(
            close(found, expected, 0.5),
            "psi({x}) = {found}, reference {expected}"
        );
    }
    for exponent in [-300, -100, -8, 3, 10, 100, 300] {
        let x = 10f64.powi(exponent);
        assert!(close(digamma(x), eval::digamma(x), 0.0), "psi({x})");
    }
}

#[test]
fn recurrence_and_duplication() {
    let mut rng = generator();
    for _ in 0..1000 {
        let x: f64 = rng.random_range(0.1..40.0);
        assert!(
            close(digamma(x + 1.0), digamma(x) + 1.0 / x, 2.0),
            "recurrence at {x}"
        );
        let twice = 0.5 * (digamma(x) + digamma(x + 0.5)) + LN_2;
        assert!(close(digamma(2.0 * x), twice, 2.0), "duplication at {x}");
    }
}

#[test]
fn edges() {
    assert_eq!(digamma(f64::INFINITY), f64::INFINITY);
    assert!(digamma(f64::NAN).is_nan());
    assert!(digamma(0.0).is_infinite());
    assert!(digamma(-3.0).is_infinite(), "a pole");
}

#[test]
fn formulas_call_it_by_its_symbol() {
    let callee = spelling("digamma", FloatKind::Double);
    assert_eq!(callee, Some(Callee::Helper("enzyme_rs_digamma")));
    assert!(helper("sin").is_none());
}
