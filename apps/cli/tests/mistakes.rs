//! Mistakes of users as the compiler tells them.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use support::{Bench, plugin};

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

/// A structure with a text, of which the function takes this.
const WITH_TEXT: &str = "#include <enzyme_rs/enzyme.hpp>
#include <cstdio>
#include <string>
#include <vector>
struct model { std::string name; std::vector<double> k; };
double energy(const model &given) {
  TAKEN;
  double sum = 0;
  for (double v : NUMBERS) sum += v * v;
  return sum;
}
int main() {
  model m{\"a name that does not fit into the object\", {1, 2, 3}}, dm{\"\", {0, 0, 0}};
  enzyme_rs::reverse<energy>(enzyme_rs::dup(m, dm));
  std::printf(\"%g %g %g\\n\", dm.k[0], dm.k[1], dm.k[2]);
}
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
fn a_derivative_that_may_be_zero_says_so_by_its_name() {
    let bench = Bench::new();
    let text = NOTHING_COMES_OUT.replace("autodiff_void", "autodiff_void_may_be_zero");
    let declared = "void __enzyme_autodiff_void_may_be_zero(void *, ...);\nvoid f(";
    bench.write("a.c", text.replacen("void f(", declared, 1));
    bench.run("enzyme-cc -O2 -Werror -c a.c -o a.o").exits(0);
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
fn messages_have_lines_and_names_without_debug_information() {
    let bench = Bench::new();
    bench.write("a.c", OWN_SHADOW).write("b.c", UNSEEN);
    let told = bench.run("enzyme-cc -O2 -c a.c").exits(1);
    told.says("a.c:4:3: error: argument 7 of the hook call cannot be the shadow of parameter 2 `y` of `f`");
    let plain = bench.run("enzyme-cc -O2 -c b.c").exits(1);
    assert!(!plain.err.contains("call void"), "{}", plain.err);
    bench
        .run("ENZYME_RS_OPTIONS=show-ir enzyme-cc -O2 -c b.c")
        .exits(1)
        .says("  = note: at `");
    bench.write("c.c", "int f(void) { return 1; }\n");
    bench.run("enzyme-cc -O2 -c c.c -o c.o").exits(0);
    let sections = bench.run("readelf -S c.o").exits(0).out;
    assert!(!sections.contains(".debug"), "{sections}");
    bench.write("empty.s", ".text\n");
    let assembled = bench.run("enzyme-cc -c empty.s").exits(0);
    assert_eq!(assembled.err, "");
}

#[test]
fn where_lines_are_missing_one_message_says_how_to_have_them() {
    let bench = Bench::new();
    bench.write("a.c", UNSEEN);
    let how = "help: compile with -Rpass=enzyme-rs, or with -g, to see the lines of the source";
    let plugin = plugin().display().to_string();
    let include = bench.run("enzyme-cc --showme:incdirs").exits(0).out;
    let clang = format!(
        "clang-22 -fpass-plugin={plugin} -I{} -O2 -c a.c",
        include.trim()
    );
    let plain = bench.run(&clang).exits(1);
    assert_eq!(plain.err.matches("[EZ0101]").count(), 2, "{}", plain.err);
    assert_eq!(plain.err.matches(how).count(), 1, "{}", plain.err);
    assert!(plain.err.contains("  = note: at `%"), "{}", plain.err);
    let lines = bench.run(&format!("{clang} -g")).exits(1);
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

/// The place within a library's header says little without the place that led there; and functions are named as in the source.
#[test]
fn a_place_in_a_header_comes_with_the_place_that_leads_there() {
    let bench = Bench::new();
    let lines = [
        "#include <enzyme_rs/enzyme.h>",
        "#include \"twice.h\"",
        "namespace sums {",
        "double squares(const double *x, int n) {",
        "  double sum = 0;",
        "  for (int i = 0; i < n; i++) sum += twice(x[i]);",
        "  return sum;",
        "}",
        "}",
        "void d(double *x, double *dx, int n) {",
        "  __enzyme_autodiff_double((void *)sums::squares, enzyme_dup, x, dx, enzyme_const, n);",
        "}",
    ];
    bench.write("a.cpp", lines.join("\n"));
    bench.write(
        "twice.h",
        "inline double twice(double a) {\n  asm(\"addsd %0, %0\" : \"+x\"(a));\n  return a;\n}\n",
    );
    let ran = bench
        .run("enzyme-c++ -O2 -g -c a.cpp -o a.o")
        .exits(1)
        .says("twice.h:2:3: error")
        .says("in function `sums::squares`, reached from ")
        .says("a.cpp:6:38");
    assert!(!ran.err.contains("`_ZN"), "{}", ran.err);
}

#[test]
fn fortran_markers_without_their_blocks_are_named() {
    let bench = Bench::new();
    bench.write(
        "a.f90",
        "program main
           external f, f__enzyme_autodiff
           integer :: enzyme_dup
           real(8) :: x, dx
           x = 2
           dx = 0
           call f__enzyme_autodiff(f, enzyme_dup, x, dx)
         end program
         subroutine f(x)
           real(8) :: x
           x = x * x
         end subroutine\n",
    );
    bench
        .run("enzyme-fc -O2 -g -c a.f90 -o a.o")
        .exits(1)
        .says("[EZ0402]")
        .says("`common /enzyme_dup/ enzyme_dup`");
}

#[test]
fn flags_of_the_compiler_among_those_of_verify_are_told_their_place() {
    let bench = Bench::new();
    bench.write("a.c", "double f(double x) { return x * x; }\n");
    bench
        .run("enzyme-rs verify a.c -f f -fopenmp")
        .exits(2)
        .says("behind `--`: `-- -fopenmp`");
    let ran = bench.run("enzyme-rs verify a.c").exits(2);
    assert!(!ran.err.contains("behind `--`"), "{}", ran.err);
}

/// Two workers that add to one number at the same time lose an addition; not so one by one, or where each has a shadow of its own.
#[test]
fn a_shadow_of_all_workers_is_warned_of() {
    let bench = Bench::new();
    let hook = |shadow: &str| {
        format!(
            "for (int i = 0; i < n; i++)\n    \
             __enzyme_autodiff_double((void *)f, ADDS enzyme_dup, w, {shadow}, enzyme_const, x[i]);\n"
        )
    };
    let program = |body: String| {
        format!(
            "#include <enzyme_rs/enzyme.h>\n\
             double f(const double *w, double x) {{ return w[0] * x + w[1]; }}\n\
             void all(double *w, double *dw, double *each, const double *x, int n) {{\n{body}}}\n"
        )
    };
    let own = "#pragma omp parallel for\n".to_owned() + &hook("each + 2 * i");
    let single = "#pragma omp for\nfor (int i = 0; i < n; i++) each[i] = 0;\n#pragma omp single\n";
    let single = format!("#pragma omp parallel\n{{\n{single}{}}}\n", hook("dw"));
    let reduced = "#pragma omp parallel for reduction(+ : dw[:2])\n".to_owned() + &hook("dw");
    bench.write("right.c", program(own + &single + &reduced));
    for schedule in ["static", "dynamic"] {
        let shared = format!(
            "#pragma omp parallel for schedule({schedule})\n{}",
            hook("dw")
        );
        bench.write("wrong.c", program(shared));
        for level in ["-O1", "-O2"] {
            let compile = |name: &str, adds: &str| {
                let line = format!("enzyme-cc {level} -g -fopenmp -DADDS={adds} -c {name} -o a.o");
                bench.run(&line).exits(0)
            };
            compile("wrong.c", "")
                .says("wrong.c:6:5: warning: argument 4 of the hook call, the shadow of parameter 1 `w` of `f`")
                .says("is the same for all workers of the parallel region [EZ0407]")
                .says("help: add `enzyme_atomic_add`");
            for ran in [
                compile("wrong.c", "enzyme_atomic_add,"),
                compile("right.c", ""),
            ] {
                assert!(!ran.err.contains("EZ0407"), "{}", ran.err);
            }
        }
    }
}

/// A copy of a text among numbers is refused in one message; a text that only lies there asks nothing of its shadow.
#[test]
fn a_text_in_a_structure_is_not_copied() {
    let bench = Bench::new();
    let taking = |taken: &str, numbers: &str| {
        let text = WITH_TEXT.replace("TAKEN", taken);
        bench.write("a.cpp", text.replace("NUMBERS", numbers));
    };
    for level in ["-O0", "-O2"] {
        taking("model own = given", "own.k");
        let refused = bench
            .run(&format!("enzyme-c++ {level} a.cpp -o a"))
            .exits(1);
        assert_eq!(refused.err.matches("error: ").count(), 1, "{}", refused.err);
        refused
            .says("a `std::string` that is made, copied, changed or ended")
            .says("take the structure by reference, or copy the numbers alone");
        taking("std::vector<double> own = given.k", "own");
        bench
            .run(&format!("enzyme-c++ {level} a.cpp -o a"))
            .exits(0);
        assert_eq!(bench.run("./a").exits(0).out, "2 4 6\n");
    }
}
