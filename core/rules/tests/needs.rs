//! What `needs` says against what the formulas really read, found out in two other ways.
//!
//! Owns: a sink that records its reads, and the poisoning of everything that is not needed.

mod common;

use common::{generator, registry, same, sample};
use enzyme_rules::eval::Eval;
use enzyme_rules::{Cmp, Needs, OutRule, ScalarRule, Sink, eval, lower, lower_out};

/// Records which arguments and results are asked for; its values mean nothing.
#[derive(Default)]
struct Recorder(Needs);

impl Sink for Recorder {
    type V = ();
    fn arg(&mut self, i: u8) {
        self.0.args |= 1 << i;
    }
    fn int_arg(&mut self, i: u8) {
        self.0.args |= 1 << i;
    }
    fn result(&mut self, i: u8) {
        self.0.results |= 1 << i;
    }
    fn constant(&mut self, _: f64) {}
    fn neg(&mut self, (): ()) {}
    fn add(&mut self, (): (), (): ()) {}
    fn sub(&mut self, (): (), (): ()) {}
    fn mul(&mut self, (): (), (): ()) {}
    fn div(&mut self, (): (), (): ()) {}
    fn call(&mut self, _: &'static str, _: &[()]) {}
    fn select(&mut self, _: Cmp, _: ((), ()), (): (), (): ()) {}
    fn int_to_float(&mut self, (): ()) {}
    fn int_add(&mut self, (): (), _: i64) {}
}

fn only(param: usize, count: usize) -> Vec<bool> {
    (0..count).map(|i| i == param).collect()
}

fn recorded(rule: &ScalarRule, param: usize) -> Needs {
    let mut recorder = Recorder::default();
    lower(rule, param, &mut recorder);
    recorder.0
}

#[test]
fn needs_are_what_lowering_reads() {
    for rule in registry().scalar_rules() {
        let count = rule.params.len();
        let mut union = Needs::default();
        for param in 0..count {
            let needs = rule.needs(&only(param, count));
            assert_eq!(
                needs,
                recorded(rule, param),
                "{} argument {param}",
                rule.name
            );
            union = union.union(needs);
        }
        assert_eq!(rule.needs(&vec![true; count]), union, "{}", rule.name);
        assert_eq!(rule.needs(&[]), Needs::default());
    }
}

#[test]
fn needs_of_several_results_are_what_lowering_reads() {
    for rule in registry().out_rules() {
        for k in 0..rule.results.len() {
            for param in 0..rule.params.len() {
                let wanted = rule.needs(
                    &only(param, rule.params.len()),
                    &only(k, rule.results.len()),
                );
                assert_eq!(wanted, recorded_out(rule, k, param), "{}", rule.name);
            }
        }
    }
}

fn recorded_out(rule: &OutRule, result: usize, param: usize) -> Needs {
    let mut recorder = Recorder::default();
    lower_out(rule, result, param, &mut recorder);
    recorder.0
}

/// A value that is not needed may be anything.
#[test]
fn poison_in_what_is_not_needed_does_not_matter() {
    let mut rng = generator();
    for rule in registry().scalar_rules() {
        for param in rule.float_params().collect::<Vec<_>>() {
            let at = sample(&rule.params, &mut rng);
            let needs = rule.needs(&only(param, rule.params.len()));
            let mut sink = Eval::at(rule, &at);
            for (i, value) in sink.args.iter_mut().enumerate() {
                *value = if needs.arg(i) { *value } else { f64::NAN };
            }
            if !needs.result() {
                sink.results.clear();
            }
            let poisoned = lower(rule, param, &mut sink).expect("a float argument");
            assert!(
                same(poisoned, eval::partial(rule, param, &at)),
                "{}",
                rule.name
            );
        }
    }
}

/// The textbook cases, stated by hand.
#[test]
fn rows_on_the_result_need_no_argument() {
    let registry = registry();
    let needs =
        |family: &str, active: &[bool]| registry.scalar(family).expect("a row").needs(active);
    for family in ["exp", "tanh", "sqrt", "cbrt", "tan", "expm1"] {
        assert_eq!(
            needs(family, &[true]),
            Needs {
                args: 0,
                results: 1
            },
            "{family}"
        );
    }
    assert_eq!(
        needs("fmul", &[true, false]),
        Needs {
            args: 0b10,
            results: 0
        }
    );
    assert_eq!(
        needs("fmul", &[true, true]),
        Needs {
            args: 0b11,
            results: 0
        }
    );
    assert_eq!(needs("fadd", &[true, true]), Needs::default());
    assert_eq!(needs("fma", &[false, false, true]), Needs::default());
    assert_eq!(
        needs("pow", &[false, true]),
        Needs {
            args: 0b01,
            results: 1
        }
    );
    assert_eq!(
        needs("fdiv", &[true, false]),
        Needs {
            args: 0b10,
            results: 0
        }
    );
}
