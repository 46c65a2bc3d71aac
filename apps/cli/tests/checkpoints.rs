//! Loops whose steps are run again from checkpoints, through the wrappers: the example, and what programs do wrong.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use support::Bench;

/// What a signal gives instead of an exit code.
const ABORTED: i32 = -1;

/// Each line of the example has a derivative and a central difference.
#[test]
fn the_example_agrees_with_differences() {
    let bench = Bench::new();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/checkpoints.c");
    bench.write("checkpoints.c", std::fs::read_to_string(source).unwrap());
    bench
        .run("enzyme-cc -O2 checkpoints.c -o checkpoints -lm")
        .exits(0);
    let out = bench.run("./checkpoints").exits(0).out;
    let number = |text: &str| text.trim_end_matches(')').parse::<f64>().unwrap();
    let pairs = out.lines().map(|line| {
        let (_, both) = line.split_once(": ").unwrap();
        both.split_once(" (by differences: ").unwrap()
    });
    let pairs: Vec<_> = pairs.map(|(d, h)| (number(d), number(h))).collect();
    assert_eq!(pairs.len(), 6, "{out}");
    let close = |(d, h): &(f64, f64)| (d - h).abs() <= 2e-6 * d.abs() && d.abs() > 1.0;
    assert!(pairs.iter().all(close), "{out}");
}

const LOOP: &str = "
#include <enzyme_rs/enzyme.h>
#include <enzyme_rs/parallel.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 8 };
static void step(long i, void *context) {
  double *u = context;
  for (int k = 0; k < N; k++)
    u[k] = sin(2 * u[k] + u[(k + 1) % N] + i);
}
static double f(double *u, long bytes) {
  enzyme_rs_checkpointed(STEPS, 10, step, u, u, (size_t)bytes);
  return u[0];
}
int main(int argc, char **argv) {
  double u[N], d[N] = {0};
  for (int k = 0; k < N; k++)
    u[k] = 0.1 * k;
  __enzyme_autodiff_void((void *)f, enzyme_dup, u, d, enzyme_const, atol(argv[1]));
  printf(\"%ld\\n\", enzyme_rs_tape_peak_bytes());
  return 0;
}
";

/// The tape holds one step at a time, however many there are.
#[test]
fn the_tape_does_not_grow_with_the_steps() {
    let bench = Bench::new();
    bench.write("loop.c", LOOP);
    let peak = |steps: u32| {
        let line = format!("enzyme-cc -O1 -DSTEPS={steps} loop.c -o loop -lm");
        bench.run(&line).exits(0);
        bench.run("./loop 64").exits(0).out
    };
    assert_eq!(peak(100), peak(100_000));
}

/// Fewer bytes than the steps change give another state when a step is run again: a message, not a wrong number.
#[test]
fn a_state_that_is_not_whole_is_told() {
    let bench = Bench::new();
    bench.write("loop.c", LOOP);
    bench
        .run("enzyme-cc -O1 -DSTEPS=50 loop.c -o loop -lm")
        .exits(0);
    bench.run("./loop 64").exits(0);
    bench
        .run("./loop 32")
        .exits(ABORTED)
        .says("give another state when they are run again")
        .says("32 bytes are named");
}

/// An array of which a function knows no size. All steps but the last read the half that is not named, and it is overwritten behind.
const HALF: &str = r"
#include <enzyme_rs/parallel.h>
#include <math.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

struct arrays { double *u; int n; };

static void step(long i, void *context)
{
    struct arrays *a = context;
    for (int k = 0; k < a->n; k++)
        a->u[k] = i < 7 ? a->u[k] * a->u[a->n + k] : sin(a->u[k]);
}

static double f(double *u, int n)
{
    struct arrays a = {u, n};
    enzyme_rs_checkpointed(8, 2, step, &a, u, n * sizeof *u);
    double sum = u[0] * u[1];
    for (int k = 0; k < n; k++)
        u[n + k] = sum * k;
    return sum + u[n + 1];
}

int main(void)
{
    double u[8] = {1, 2, 3, 4, 0.5, 0.6, 0.7, 0.8}, du[8] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, u, du, enzyme_const, 4);
    return 0;
}
";

/// States of which a checkpoint was made are compared, so that no step passes unseen.
#[test]
fn what_steps_read_beside_is_told() {
    let bench = Bench::new();
    bench.write("half.c", HALF);
    for level in ["-O0", "-O1", "-O2"] {
        bench
            .run(&format!("enzyme-cc {level} half.c -o half -lm"))
            .exits(0);
        bench
            .run("./half")
            .exits(ABORTED)
            .says("give another state when they are run again")
            .says("what they read besides must stay as it is");
    }
}
