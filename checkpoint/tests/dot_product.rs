//! The dot-product test finds models whose adjoint is not that of their steps.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod models;

use enzyme_checkpoint::{
    AdjointTest, DotProductError, Executor, Field, Journal, Layout, Memory, Model, ModelError,
    Outcome, RunError, Spec, Stop, dot_product,
};
use models::Heat;
use std::sync::Arc;

/// Growth with neighbours: u_j <- u_j + h u_j (1 - u_(j+1)), j from 0 around a circle.
struct Growth {
    u: Vec<f64>,
    tape: Vec<f64>,
    adjoint: Vec<f64>,
    /// `record` keeps no tape.
    forgets: bool,
    /// `reverse` adds to the adjoint of the state in place of replacing it.
    adds: bool,
}

const COUNT: usize = 5;
const H: f64 = 0.3;

impl Growth {
    fn new() -> Self {
        Self {
            u: (0..COUNT).map(|j| 0.1 + 0.07 * j as f64).collect(),
            tape: vec![0.0; COUNT],
            adjoint: vec![0.0; COUNT],
            forgets: false,
            adds: false,
        }
    }

    fn layout(name: &str) -> Arc<Layout> {
        Arc::new(Layout::new([Field::f64(name, [COUNT])]))
    }
}

fn to_bytes(numbers: &[f64], out: &mut [u8]) {
    for (bytes, number) in out.chunks_exact_mut(8).zip(numbers) {
        bytes.copy_from_slice(&number.to_ne_bytes());
    }
}

fn from_bytes(bytes: &[u8]) -> Vec<f64> {
    let numbers = bytes.chunks_exact(8);
    numbers
        .map(|b| f64::from_ne_bytes(b.try_into().unwrap()))
        .collect()
}

impl Model for Growth {
    fn identity(&self) -> String {
        "growth".into()
    }
    fn steps(&self) -> Option<u64> {
        Some(20)
    }
    fn step(&mut self, _: u64) -> Result<(), ModelError> {
        let old = self.u.clone();
        for j in 0..COUNT {
            self.u[j] += H * old[j] * (1.0 - old[(j + 1) % COUNT]);
        }
        Ok(())
    }
    fn record(&mut self, step: u64) -> Result<(), ModelError> {
        if !self.forgets {
            self.tape.clone_from(&self.u);
        }
        self.step(step)
    }
    fn seed(&mut self, _: u32) -> Result<(), ModelError> {
        self.adjoint.fill(1.0);
        Ok(())
    }
    fn reverse(&mut self, _: u64) -> Result<(), ModelError> {
        let (old, t) = (self.adjoint.clone(), &self.tape);
        for j in 0..COUNT {
            let before = (j + COUNT - 1) % COUNT;
            let own = old[j] * (1.0 + H * (1.0 - t[(j + 1) % COUNT]));
            let new = own - old[before] * H * t[before];
            self.adjoint[j] = if self.adds { old[j] + new } else { new };
        }
        Ok(())
    }
    fn state_layout(&self) -> Arc<Layout> {
        Self::layout("u")
    }
    fn save_state(&self, out: &mut [u8]) -> Result<(), ModelError> {
        to_bytes(&self.u, out);
        Ok(())
    }
    fn load_state(&mut self, from: &[u8]) -> Result<(), ModelError> {
        self.u = from_bytes(from);
        Ok(())
    }
    fn adjoint_layout(&self) -> Arc<Layout> {
        Self::layout("adjoint_u")
    }
    fn save_adjoint(&self, out: &mut [u8]) -> Result<(), ModelError> {
        to_bytes(&self.adjoint, out);
        Ok(())
    }
    fn load_adjoint(&mut self, from: &[u8]) -> Result<(), ModelError> {
        self.adjoint = from_bytes(from);
        Ok(())
    }
}

fn all(_: &str, _: usize) -> bool {
    true
}

const PAIRS: [(&str, &str); 1] = [("u", "adjoint_u")];

#[test]
fn a_right_adjoint_passes_and_nothing_is_changed() {
    let mut model = Growth::new();
    model.adjoint.fill(7.0);
    let found = dot_product(&mut model, 3, &PAIRS, all, 1e-8).unwrap();
    assert!(found.error < 1e-8 && found.by_adjoint != 0.0, "{found:?}");
    assert_eq!(
        (model.u, model.adjoint),
        (Growth::new().u, vec![7.0; COUNT])
    );
    let mut heat = Heat::new(16, 1, 20);
    let inner = |_: &str, k: usize| k > 0 && k < 16;
    dot_product(&mut heat, 0, &PAIRS, inner, 1e-8).unwrap();
    // The last step has no next one.
    dot_product(&mut Growth::new(), 19, &PAIRS, all, 1e-8).unwrap();
}

#[test]
fn a_forgotten_tape_is_found() {
    let gradient = |forgets| {
        let mut model = Growth::new();
        model.forgets = forgets;
        let spec = Spec::Revolve {
            slots: 3,
            adjoints: 1,
        };
        Executor::new(spec)
            .store(Memory::new())
            .run(&mut model)
            .unwrap();
        model.adjoint
    };
    // The run itself cannot know.
    assert_ne!(gradient(true), gradient(false));
    let mut model = Growth::new();
    model.forgets = true;
    let error = dot_product(&mut model, 0, &PAIRS, all, 1e-6).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, DotProductError::Different { step: 0, .. }));
    assert!(text.contains("let `record` keep in the tape"), "{text}");
    // Nor if it has kept one once.
    model.tape = vec![0.3; COUNT];
    dot_product(&mut model, 4, &PAIRS, all, 1e-6).unwrap_err();
}

#[test]
fn other_mistakes_are_found() {
    let mut model = Growth::new();
    model.adds = true;
    dot_product(&mut model, 0, &PAIRS, all, 1e-6).unwrap_err();
    model.adds = false;
    model.u[2] = f64::NAN;
    dot_product(&mut model, 0, &PAIRS, all, 1e-6).unwrap_err();
    for (pair, what) in [
        (("v", "adjoint_u"), "the state has no such field"),
        (("u", "final"), "the adjoint has no such field"),
    ] {
        let error = dot_product(&mut Growth::new(), 0, &[pair], all, 1e-6).unwrap_err();
        assert!(error.to_string().contains(what), "{error}");
    }
    let error = dot_product(
        &mut Heat::new(16, 1, 20),
        0,
        &[("u", "objective")],
        all,
        1e-6,
    )
    .unwrap_err();
    assert!(error.to_string().contains("as many numbers"), "{error}");
}

fn tested(model: &mut impl Model, test: AdjointTest<'_>) -> Result<Outcome, RunError> {
    let spec = Spec::Revolve {
        slots: 3,
        adjoints: 1,
    };
    Executor::new(spec)
        .store(Memory::new())
        .test_adjoint(test)
        .run(model)
}

#[test]
fn a_run_begins_with_a_right_adjoint_only() {
    let mut model = Growth::new();
    model.adds = true;
    let error = tested(&mut model, AdjointTest::new()).unwrap_err();
    let RunError::Adjoint(DotProductError::Different { step: 0, found }) = &error else {
        panic!("{error}")
    };
    let text = error.to_string();
    for number in [found.by_differences, found.by_adjoint] {
        assert!(text.contains(&format!("{number:e}")), "{text}");
    }
    // No step of the run was run.
    assert_eq!(
        (model.u, model.adjoint),
        (Growth::new().u, vec![0.0; COUNT])
    );

    let mut right = Growth::new();
    let outcome = tested(&mut right, AdjointTest::new().at(7)).unwrap();
    let error = outcome.report().adjoint_error.unwrap();
    assert!(error < 1e-8, "{error}");
    assert!(outcome.report().to_string().contains("adjoint tested"));
    let mut untested = Growth::new();
    let spec = Spec::Revolve {
        slots: 3,
        adjoints: 1,
    };
    let executor = Executor::new(spec).store(Memory::new());
    executor.run(&mut untested).unwrap();
    assert_eq!(right.adjoint, untested.adjoint);
}

#[test]
fn fields_are_found_by_their_names_or_named() {
    let inner = |_: &str, k: usize| k > 0 && k < 16;
    let mut heat = Heat::new(16, 1, 20);
    tested(&mut heat, AdjointTest::new().varies(inner)).unwrap();
    let odd = AdjointTest::new().pair("u", "objective");
    let error = tested(&mut Heat::new(16, 1, 20), odd).unwrap_err();
    assert!(error.to_string().contains("as many numbers"), "{error}");
    let exact = AdjointTest::new().tolerance(0.0);
    tested(&mut Growth::new(), exact).unwrap_err();
}

#[test]
fn a_run_that_goes_on_is_not_tested_again() {
    let folder = tempfile::tempdir().unwrap();
    let run = |adds: bool, stop: bool| {
        let mut model = Growth::new();
        model.adds = adds;
        let word = Stop::new();
        if stop {
            word.request();
        }
        let spec = Spec::Revolve {
            slots: 3,
            adjoints: 1,
        };
        let executor = Executor::new(spec)
            .store(Memory::new())
            .test_adjoint(AdjointTest::new())
            .journal(Journal::new(folder.path()))
            .stop(word);
        executor.run(&mut model)
    };
    run(true, false).unwrap_err();
    assert!(!run(false, true).unwrap().is_done());
    let outcome = run(false, false).unwrap();
    assert_eq!(
        (outcome.report().processes, outcome.report().adjoint_error),
        (2, None)
    );
}
