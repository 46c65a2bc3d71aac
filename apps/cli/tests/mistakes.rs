//! Mistakes of users as the compiler tells them.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use support::Bench;

/// A result that is passed as inactive.
const NOTHING_COMES_OUT: &str = "#include <enzyme_rs/enzyme.h>
void f(const double *x, double *y) { y[0] = x[0] * x[0]; }
void d(double *x, double *dx, double *y) {
  __enzyme_autodiff_void((void *)f, enzyme_dup, x, dx, enzyme_const, y);
}
";

/// Memory that is its own shadow.
const OWN_SHADOW: &str = "#include <enzyme_rs/enzyme.h>
double f(const double *x, const double *y) { return x[0] * y[0]; }
void d(double *x, double *dx, double *y) {
  __enzyme_autodiff_void((void *)f, enzyme_dup, x, dx, enzyme_dup, y, y);
}
";

/// Active data go to a function that is defined nowhere, and to one that is declared inactive.
const UNSEEN: &str = "#include <enzyme_rs/enzyme.h>
double unseen(double);
double f(double x) { return unseen(x) + unseen(2 * x); }
int main(void) { return __enzyme_autodiff_double((void *)f, 1.0) > 0; }
";

#[test]
fn a_warning_does_not_stop_the_compilation() {
    let bench = Bench::new();
    bench.write("a.c", NOTHING_COMES_OUT);
    for level in ["-O0", "-O2"] {
        bench
            .run(&format!("enzyme-cc {level} -g -c a.c -o a.o"))
            .exits(0)
            .says("a.c:4:3: warning: no active result of `f` depends on an active argument")
            .says("[EZ0406]")
            .says("help: pass the memory in which it stores its results as `enzyme_dup`");
    }
    bench
        .run("enzyme-cc -O2 -g -Werror -c a.c -o a.o")
        .exits(1)
        .says("[EZ0406]");
}

#[test]
fn an_error_names_parameters_as_the_source_does() {
    let bench = Bench::new();
    bench.write("a.c", OWN_SHADOW);
    for level in ["-O0", "-O2"] {
        bench
            .run(&format!("enzyme-cc {level} -g -c a.c -o a.o"))
            .exits(1)
            .says("a.c:4:3: error: argument 7 of the hook call cannot be the shadow of parameter 2 `y` of `f`")
            .says("[EZ0407]");
    }
    bench
        .run("ENZYME_RS_OPTIONS=runtime-activity enzyme-cc -O2 -c a.c -o a.o")
        .exits(0);
}

#[test]
fn where_lines_are_missing_one_message_says_how_to_have_them() {
    let bench = Bench::new();
    bench.write("a.c", UNSEEN);
    let how = "help: compile with -g to see the lines of the source";
    let plain = bench.run("enzyme-cc -O2 -c a.c").exits(1);
    assert_eq!(plain.err.matches("[EZ0101]").count(), 2, "{}", plain.err);
    assert_eq!(plain.err.matches(how).count(), 1, "{}", plain.err);
    let lines = bench.run("enzyme-cc -O2 -g -c a.c").exits(1);
    assert_eq!(lines.err.matches(how).count(), 0, "{}", lines.err);
}

#[test]
fn a_refused_compilation_leaves_no_file() {
    let bench = Bench::new();
    bench.write("a.c", UNSEEN).write("b.c", OWN_SHADOW);
    std::fs::create_dir(bench.path("temporary")).expect("a directory of the test's own");
    for line in ["-c a.c", "-O2 a.c b.c", "-O2 -flto a.c"] {
        bench
            .run(&format!("TMPDIR=temporary enzyme-cc {line}"))
            .exits(1);
        let left = bench.run("find . -type f").exits(0).out;
        let mut left: Vec<&str> = left.lines().collect();
        left.sort_unstable();
        assert_eq!(left, ["./a.c", "./b.c"], "{line}");
    }
}

#[test]
fn what_is_in_use_is_no_advice() {
    let bench = Bench::new();
    bench.write("a.c", UNSEEN);
    bench
        .run("enzyme-cc -O2 -c a.c -o a.o")
        .exits(1)
        .says("same translation unit, or -flto");
    bench.run("enzyme-cc -O2 -flto -c a.c -o a.o").exits(0);
    let linked = bench
        .run("enzyme-cc -O2 -flto a.o -o a")
        .exits(1)
        .says("[EZ0101]")
        .says("help: -flto is in use, and what was compiled without it is not seen");
    assert!(!linked.err.contains("or -flto"), "{}", linked.err);
}
