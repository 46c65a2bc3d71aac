//! What programs say of their own functions, through the wrappers: in one file, in several, in a header, with and without a linker
//! that differentiates.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use support::Bench;

/// A function so small that it would be inlined, and a rule that is not its derivative.
const RULE: &str = "
double step(double x) { return x > 0 ? 1 : 0; }
double step_augmented(double x) { return step(x); }
double step_gradient(double x, double seed) { return 10 * seed; }
void *__enzyme_register_gradient_step[] = {(void *)step, (void *)step_augmented, (void *)step_gradient};
";

const MAIN: &str = "
#include <stdio.h>
double step(double);
extern double __enzyme_autodiff(void *, double);
static double f(double x) { return 3 * step(x * x); }
int main(void) { printf(\"%g\\n\", __enzyme_autodiff((void *)f, 2.0)); return 0; }
";

/// 3 * 10 * 2 x.
const EXPECTED: &str = "120\n";

#[test]
fn rules_are_used_at_every_level() {
    let bench = Bench::new();
    bench.write("a.c", format!("{RULE}{MAIN}"));
    for level in ["-O0", "-O1", "-O2", "-O3", "-Os", "-O2 -g", "-O2 -flto"] {
        bench.run(&format!("enzyme-cc {level} a.c -o a")).exits(0);
        assert_eq!(bench.run("./a").exits(0).out, EXPECTED, "{level}");
    }
}

#[test]
fn rules_come_from_another_file_when_linking() {
    let bench = Bench::new();
    bench.write("r.c", RULE);
    bench.write("m.c", MAIN);
    for level in ["-O0", "-O2"] {
        let flags = format!("{level} -flto");
        bench
            .run(&format!("enzyme-cc {flags} -c r.c -o r.o"))
            .exits(0);
        bench
            .run(&format!("enzyme-cc {flags} -c m.c -o m.o"))
            .exits(0);
        bench
            .run(&format!("enzyme-cc {flags} m.o r.o -o a"))
            .exits(0);
        assert_eq!(bench.run("./a").exits(0).out, EXPECTED, "{level}");
    }
    bench
        .run("enzyme-cc -O2 m.c r.c -o a")
        .exits(1)
        .says("[EZ0101]");
}

#[test]
fn a_header_may_bring_rules_into_several_objects() {
    let bench = Bench::new();
    let rule = RULE.replace("double step", "static double step");
    bench.write("rules.h", format!("#pragma once\n{rule}"));
    bench.write(
        "m.c",
        format!(
            "#include \"rules.h\"\n{}\nextern double other(double);\n",
            MAIN.replace("double step(double);", "")
        ),
    );
    bench.write(
        "o.c",
        "#include \"rules.h\"\ndouble other(double x) { return step(x); }\n",
    );
    for flags in ["-O0", "-O2", "-O2 -flto"] {
        bench
            .run(&format!("enzyme-cc {flags} m.c o.c -o a"))
            .exits(0);
        assert_eq!(bench.run("./a").exits(0).out, EXPECTED, "{flags}");
    }
}

#[test]
fn pointers_to_functions_of_another_file_when_linking() {
    let bench = Bench::new();
    bench.write(
        "t.c",
        "
double twice(double x) { return 2 * x; }
double squared(double x) { return x * x; }
double (*chosen[2])(double) = {twice, squared};
double apply(int which, double x) { return chosen[which](x); }
",
    );
    bench.write("m.c", "
#include <stdio.h>
extern double __enzyme_autodiff(void *, ...);
double apply(int, double);
static double f(double x, int which) { return x * apply(which, x); }
int main(int n, char **v) {
  printf(\"%g %g\\n\", __enzyme_autodiff((void *)f, 3.0, n - 1), __enzyme_autodiff((void *)f, 3.0, n));
  return 0;
}
");
    for level in ["-O0", "-O2"] {
        bench
            .run(&format!("enzyme-cc {level} -flto -c t.c -o t.o"))
            .exits(0);
        bench
            .run(&format!("enzyme-cc {level} -flto -c m.c -o m.o"))
            .exits(0);
        bench
            .run(&format!("enzyme-cc {level} -flto m.o t.o -o a"))
            .exits(0);
        assert_eq!(bench.run("./a").exits(0).out, "12 27\n", "{level}");
    }
}

/// Each example compiles as its head says, and prints what it should.
#[test]
fn examples_do_what_they_say() {
    let bench = Bench::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let text = std::fs::read_to_string(format!("{folder}/own_rule.c")).unwrap();
    bench.write("own_rule.c", text);
    bench.run("enzyme-cc -O2 own_rule.c -o own_rule").exits(0);
    let wanted = "reverse 4.100731, forward 4.100731, difference 4.100731\n";
    assert_eq!(bench.run("./own_rule").exits(0).out, wanted);
}
