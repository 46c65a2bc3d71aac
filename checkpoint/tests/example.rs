//! The example, which docs/checkpointing.md shows, gives the gradient that it should.

#![allow(clippy::unwrap_used, reason = "tests may")]

#[path = "../examples/spring.rs"]
mod spring;

#[test]
fn the_gradient_of_the_example() {
    let folder = tempfile::tempdir().unwrap();
    let (gradient, code) = spring::gradient(folder.path()).unwrap();
    assert_eq!(code, 0);
    // exp(-t/20) cos and sin, up to the steps' error.
    let (t, damping): (f64, f64) = (10.0, 0.1);
    let frequency = (1.0 - damping * damping / 4.0).sqrt();
    let decay = (-damping * t / 2.0).exp();
    let by_speed = decay * (frequency * t).sin() / frequency;
    let by_place = decay * (frequency * t).cos() + damping / 2.0 * by_speed;
    assert!(
        (gradient[0] - by_place).abs() < 1e-3,
        "{gradient:?}, not {by_place}"
    );
    assert!(
        (gradient[1] - by_speed).abs() < 1e-3,
        "{gradient:?}, not {by_speed}"
    );
}
