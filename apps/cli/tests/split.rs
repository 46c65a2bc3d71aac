//! Split derivatives through the wrappers: the example, and what programs do wrong with tapes.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use support::Bench;

/// What a signal gives instead of an exit code.
const ABORTED: i32 = -1;

/// Both columns of the example are one gradient: with a tape for each step, and in one call.
#[test]
fn the_example_agrees_with_one_call() {
    let bench = Bench::new();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/own_tape.c");
    bench.write("own_tape.c", std::fs::read_to_string(source).unwrap());
    bench
        .run("enzyme-cc -O2 own_tape.c -o own_tape -lm")
        .exits(0);
    let out = bench.run("./own_tape").exits(0).out;
    let mut lines = 0;
    for line in out.lines() {
        let (head, one_call) = line.split_once(" (in one call: ").unwrap();
        let steps: f64 = head.rsplit(' ').next().unwrap().parse().unwrap();
        let whole: f64 = one_call.trim_end_matches(')').parse().unwrap();
        assert!((steps - whole).abs() < 1e-10 && steps != 0.0, "{line}");
        lines += 1;
    }
    assert_eq!(lines, 6);
}

const WRONG: &str = "
#include <enzyme_rs/enzyme.h>
#include <stdio.h>
#include <stdlib.h>
static double f(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++) s *= x[i] * x[i] + 1;
  return s;
}
static double g(double **p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += *p[i] * *p[i];
  return s;
}
int main(int argc, char **argv) {
  int n = 100000;
  double *x = calloc(n, 8), *dx = calloc(n, 8);
  char memory[64];
  void *tape;
  switch (atoi(argv[1])) {
  case 0:
    tape = __enzyme_augmentfwd_tape((void *)f, x, dx, n);
    __enzyme_reverse_void((void *)f, x, dx, n, 1.0, tape);
    puts(\"fine\");
    return 0;
  case 1: /* a used one */
    __enzyme_augmentfwd_void((void *)f, enzyme_allocated, sizeof memory, enzyme_tape, memory, x, dx, n);
    __enzyme_reverse_void((void *)f, enzyme_tape, memory, x, dx, n, 1.0);
    __enzyme_reverse_void((void *)f, enzyme_tape, memory, x, dx, n, 1.0);
    return 0;
  case 2: /* other markers */
    tape = __enzyme_augmentfwd_tape((void *)f, enzyme_const, x, n);
    __enzyme_reverse_void((void *)f, x, dx, n, 1.0, tape);
    return 0;
  case 3: /* another shadow */
    tape = __enzyme_augmentfwd_tape((void *)g, &x, &dx, 1);
    double *copy = dx;
    __enzyme_reverse_void((void *)g, &x, &copy, 1, 1.0, tape);
    return 0;
  default: /* too little memory */
    __enzyme_augmentfwd_void((void *)f, enzyme_allocated, 8, enzyme_tape, memory, x, dx, n);
    return 0;
  }
}
";

#[test]
fn wrong_tapes_end_the_program_with_a_message() {
    let bench = Bench::new();
    bench.write("wrong.c", WRONG);
    bench.run("enzyme-cc -O1 wrong.c -o wrong").exits(0);
    assert_eq!(bench.run("./wrong 0").exits(0).out, "fine\n");
    let strange = "not its tape, or was used up before";
    bench.run("./wrong 1").exits(ABORTED).says(strange);
    bench.run("./wrong 2").exits(ABORTED).says(strange);
    bench
        .run("./wrong 3")
        .exits(ABORTED)
        .says("another shadow than its augmented primal");
    let small = "has 8 bytes, and ";
    bench.run("./wrong 4").exits(ABORTED).says(small);
}

#[test]
fn the_memory_of_all_tapes_has_a_limit() {
    let bench = Bench::new();
    bench.write("wrong.c", WRONG);
    bench.run("enzyme-cc -O1 wrong.c -o wrong").exits(0);
    let limited = |limit: &str| bench.run(&format!("ENZYME_RS_TAPE_LIMIT={limit} ./wrong 0"));
    assert_eq!(limited("16M").exits(0).out, "fine\n");
    limited("64k").exits(ABORTED).says("65536 are allowed");
    limited("6x")
        .exits(ABORTED)
        .says("ENZYME_RS_TAPE_LIMIT is `6x`");
}
