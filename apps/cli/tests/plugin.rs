//! The plugin inside real compilers: that it loads, runs where it should, and fails as it should.
//! What it computes is tested in `derivatives.rs`.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use support::{Bench, plugin};

/// Nothing to differentiate, so that it compiles whatever the engine can do.
const PLAIN: &str = "double f(double x) { return x * x; }\nint main(void) { return 0; }\n";

#[test]
fn it_runs_in_clang_at_every_level() {
    let bench = Bench::new();
    bench.write("a.c", PLAIN);
    for level in ["-O0", "-O1", "-O2", "-O3", "-Os"] {
        let line = format!("ENZYME_RS_OPTIONS=trace enzyme-cc {level} -c a.c");
        bench
            .run(&line)
            .exits(0)
            .says("enter: LLVM 22.")
            .says("last chance");
    }
}

#[test]
fn it_runs_in_flang() {
    let bench = Bench::new();
    bench.write(
        "s.f90",
        "subroutine s(x)\n  real(8) :: x\n  x = x * x\nend subroutine\n",
    );
    for level in ["-O0", "-O2"] {
        let line = format!("ENZYME_RS_OPTIONS=trace enzyme-fc {level} -c s.f90");
        bench.run(&line).exits(0).says("last chance");
    }
}

#[test]
fn it_runs_in_opt_under_its_name_and_by_itself() {
    let bench = Bench::new();
    bench.write(
        "a.ll",
        "define double @f(double %x) {\n  ret double %x\n}\n",
    );
    for passes in ["enzyme", "default<O1>,enzyme", "default<O2>"] {
        let plugin = plugin().display().to_string();
        let line = format!(
            "ENZYME_RS_OPTIONS=trace opt-22 -load-pass-plugin={plugin} -passes={passes} a.ll -S"
        );
        bench.run(&line).exits(0).says("1 functions, no hooks");
    }
}

#[test]
fn it_runs_when_compiling_and_when_linking_with_lto() {
    let bench = Bench::new();
    bench.write("a.c", PLAIN);
    for lto in ["full", "thin"] {
        let compile = format!("ENZYME_RS_OPTIONS=trace enzyme-cc -O2 -flto={lto} -c a.c -o a.o");
        bench.run(&compile).exits(0).says("before linking");
        let link = format!("ENZYME_RS_OPTIONS=trace enzyme-cc -O2 -flto={lto} a.o -o a");
        bench.run(&link).exits(0).says("last chance");
    }
}

#[test]
fn it_brings_no_llvm_of_its_own() {
    let bench = Bench::new();
    let needed = bench
        .run(&format!("readelf -d {}", plugin().display()))
        .exits(0)
        .out;
    assert!(
        needed.contains("NEEDED") && !needed.contains("LLVM"),
        "{needed}"
    );
}

#[test]
fn a_wrong_option_fails_the_compilation_and_names_the_remedy() {
    let bench = Bench::new();
    bench.write("a.c", PLAIN);
    bench
        .run("ENZYME_RS_OPTIONS=print-plan enzyme-cc -O1 -c a.c")
        .exits(1)
        .says("a.c:1:")
        .says("unknown option `print-plan` in ENZYME_RS_OPTIONS")
        .says("help: did you mean `print-plans`?");
}

#[test]
fn a_crash_names_a_report_with_the_module_and_fails_the_compilation() {
    let bench = Bench::new();
    let hooked = "double __enzyme_autodiff(void *, ...);\ndouble f(double x) { return x; }\n\
                  double d(double x) { return __enzyme_autodiff((void *)f, x); }\n";
    bench.write("a.c", hooked);
    std::fs::create_dir(bench.path("tmp")).unwrap();
    let folder = bench.path("tmp").display().to_string();
    let line =
        format!("TMPDIR={folder} ENZYME_RS_OPTIONS=provoke-crash enzyme-cc -O1 -c a.c -o a.o");
    let ran = bench
        .run(&line)
        .exits(1)
        .says("internal error")
        .says("[EZ0901]")
        .says("help: please");
    assert!(!ran.err.contains("Stack dump"), "{}", ran.err);
    let report = std::fs::read_dir(bench.path("tmp"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    assert!(
        ran.err.contains(&report.display().to_string()),
        "{}",
        ran.err
    );
    assert!(
        std::fs::read_to_string(report)
            .unwrap()
            .contains("@__enzyme_autodiff")
    );
}

/// Code of a loop that fills the instruction cache of a processor is not made larger.
#[test]
fn derivatives_with_large_loops_stay_scalar_where_their_code_is_straight() {
    let bench = Bench::new();
    bench.write(
        "a.c",
        "double __enzyme_autodiff(void *, ...);\n\
         #define STEP x = c * x + y * x; y = y * c + x * y;\n\
         #define FOUR(A) A A A A\n\
         #define LOOP(name, body) \\\n\
         static double name(const double *at, int n, double c) { \\\n\
           double x = 1, y = 0.5; \\\n\
           for (int i = 0; i < n; i++) { x += at[2 * i]; y += at[2 * i + 1]; body } \\\n\
           return x + y; \\\n\
         } \\\n\
         void name##_gradient(double *at, double *dat, int n, double c) { \\\n\
           __enzyme_autodiff((void *)name, at, dat, n, c); \\\n\
         }\n\
         LOOP(small, STEP)\n\
         LOOP(large, FOUR(FOUR(FOUR(FOUR(STEP)))))\n",
    );
    bench
        .run("enzyme-cc -O2 -c a.c -Xclang -fdebug-pass-manager")
        .exits(0)
        .says("Running pass: SLPVectorizerPass on small.grad")
        .says("Running pass: SLPVectorizerPass on large (")
        .says("Skipping pass: SLPVectorizerPass on large.grad");
}
