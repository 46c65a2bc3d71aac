//! Derivatives of derivatives through the wrappers: the example, and hooks in different files when a linker differentiates.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use support::Bench;

/// The Hessian of the example's energy has the sums of neighbouring spring constants on its diagonal, and those beside it.
#[test]
fn the_example_prints_its_hessian() {
    let bench = Bench::new();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/hessian.c");
    bench.write("hessian.c", std::fs::read_to_string(source).unwrap());
    bench.run("enzyme-cc -O2 hessian.c -o hessian -lm").exits(0);
    let wanted = "H (1, …, 1): 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000\n\
                  diagonal: 1.005 2.050 2.173 2.383 2.688 3.102 3.639 1.971\n\
                  beside it: -1.005 -1.045 -1.128 -1.255 -1.433 -1.669 -1.971\n";
    assert_eq!(bench.run("./hessian").exits(0).out, wanted);
}

const INNER: &str = "
double scale = 2;
static double f(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++) s = sin(s * x[i]) * scale;
  return s;
}
void grad(const double *x, double *g, int n) { __enzyme_autodiff((void *)f, enzyme_dup, x, g, n); }
";

/// Forward over reverse, and the same number by reverse over reverse.
const OUTER: &str = "
static double pick(const double *x, int n) {
  double g[3] = {0};
  grad(x, g, n);
  return g[0] + 2 * g[2];
}
int main(void) {
  double x[3] = {1, .5, .25}, v[3] = {1, 2, 3}, g[3] = {0}, h[3] = {0}, r[3] = {0};
  __enzyme_fwddiff((void *)grad, enzyme_dup, x, v, enzyme_dup, g, h, 3);
  __enzyme_autodiff((void *)pick, enzyme_dup, x, r, 3);
  printf(\"%.6f %.6f\\n\", h[0] + 2 * h[2], r[0] + 2 * r[1] + 3 * r[2]);
  return 0;
}
";

const HEAD: &str = "
#include <math.h>
#include <stdio.h>
extern double __enzyme_autodiff(void *, ...);
extern void __enzyme_fwddiff(void *, ...);
extern int enzyme_dup;
void grad(const double *x, double *g, int n);
";

#[test]
fn the_inner_derivative_may_be_in_another_file_when_linking() {
    let bench = Bench::new();
    bench.write("inner.c", format!("{HEAD}{INNER}"));
    bench.write("outer.c", format!("{HEAD}{OUTER}"));
    bench.write("both.c", format!("{HEAD}{INNER}{OUTER}"));
    for level in ["-O0", "-O2"] {
        bench
            .run(&format!("enzyme-cc {level} both.c -o both -lm"))
            .exits(0);
        let wanted = bench.run("./both").exits(0).out;
        assert_eq!(wanted, "9.465356 9.465356\n", "{level}");
        for file in ["inner", "outer"] {
            let command = format!("enzyme-cc {level} -flto -c {file}.c -o {file}.o");
            bench.run(&command).exits(0);
        }
        bench
            .run(&format!(
                "enzyme-cc {level} -flto inner.o outer.o -o apart -lm"
            ))
            .exits(0);
        assert_eq!(bench.run("./apart").exits(0).out, wanted, "{level}");
    }
    bench
        .run("enzyme-cc -O2 inner.c outer.c -o apart -lm")
        .exits(1)
        .says("[EZ0403]");
}
