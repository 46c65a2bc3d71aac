//! Derivatives through every way in, and `verify`.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use support::{Bench, plugin};

/// Hook calls in both modes on one function, with results that can be worked out by hand.
const PROGRAM: &str = "
#include <enzyme_rs/enzyme.h>
#include <stdio.h>
double f(double x, const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x * x * a[i];
  return s;
}
int main(void) {
  double a[2] = {3, 4}, da[2] = {0, 0};
  double dx = __enzyme_autodiff_double((void *)f, enzyme_out, 5.0, enzyme_dup, a, da,
                                       enzyme_const, 2);
  double t = __enzyme_fwddiff_double((void *)f, enzyme_dup, 5.0, 1.0, enzyme_const, a,
                                     enzyme_const, 2);
  printf(\"%g %g %g %g\\n\", dx, da[0], da[1], t);
  return 0;
}
";
const EXPECTED: &str = "70 25 25 70\n";

#[test]
fn wrapper_at_every_level() {
    let bench = Bench::new();
    bench.write("a.c", PROGRAM);
    for level in ["-O0", "-O1", "-O2", "-O3", "-Os", "-O2 -g"] {
        bench.run(&format!("enzyme-cc {level} a.c -o a")).exits(0);
        assert_eq!(bench.run("./a").exits(0).out, EXPECTED, "{level}");
    }
}

#[test]
fn cplusplus_helpers() {
    let bench = Bench::new();
    let text = "
#include <enzyme_rs/enzyme.hpp>
#include <cstdio>
using namespace enzyme_rs;
static double f(double x, const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x * x * a[i];
  return s;
}
static double g(double x, double y) { return x * x * y; }
int main() {
  double a[2] = {3, 4}, da[2] = {0, 0};
  double dx = reverse<f>(active(5.0), dup(a, da), constant(2));
  double t = forward<f>(dup(5.0, 1.0), constant(a), constant(2));
  auto both = reverse<g>(active(2.0), active(3.0));
  std::printf(\"%g %g %g %g %g %g\\n\", dx, da[0], da[1], t, both.first, both.second);
}
";
    bench.write("a.cc", text);
    for level in ["-O0", "-O2"] {
        bench.run(&format!("enzyme-c++ {level} a.cc -o a")).exits(0);
        assert_eq!(
            bench.run("./a").exits(0).out,
            "70 25 25 70 12 4\n",
            "{level}"
        );
    }
}

/// What the typed helpers see when a program runs: the end of a program, by number, and what it says.
#[test]
fn cplusplus_helpers_look_at_shadows() {
    let text = "
#include <enzyme_rs/enzyme.hpp>
#include <span>
#include <vector>
using namespace enzyme_rs;
using V = std::vector<double>;
struct Model {
  double k;
  V w;
  double energy(const V &x) const { return k * w[0] * x[0]; }
};
static double first(const V &v) { return v[0] * v[0]; }
static double last(const std::vector<V> &v) { return v[1][1]; }
static void exchanged(const V &x, V &y) { y = V{x[0] * x[0]}; }
static double swapped(V &v) { V w{v[0] * v[0]}; std::swap(v, w); return v[0]; }
static double grown(Model &m) { m.w.push_back(m.w[0] * m.w[1]); return m.w[2]; }
static double viewed(std::span<const double> v) { return v[0] * v[0]; }
int main() {
  V a{2}, d(1), none, y(1), seed{1};
  Model m{1, {1, 2}}, dm{}, dm2{0, {0, 0}};
  std::vector<V> rows{{1}, {2, 3}}, drows{{0}, {0}};
  switch (CASE) {
  case 1: reverse<first>(dup(a, none)); break;
  case 2: forward<first>(dup(a, none)); break;
  case 3: reverse<&Model::energy>(dup(m, dm), constant(a)); break;
  case 4: reverse<last>(dup(rows, drows)); break;
  case 5: reverse<exchanged>(dup(a, d), dup(y, seed)); break;
  case 6: reverse<viewed>(dup(std::span(a), std::span(a))); break;
  case 7: reverse<swapped>(dup(a, d)); break;
  case 8: reverse<grown>(dup(m, dm2)); break;
  case 9: { V empty, dempty; reverse<exchanged>(dup(a, d), dup(empty, dempty)); break; }
  case 10: return forward<viewed>(dup(std::span(a), std::span(a))) != 8;
  }
}
";
    let told = [
        "argument 1 has 1 elements and its shadow 0: give the shadow the same size",
        "argument 1 has 1 elements and its shadow 0: give the shadow the same size",
        "a member of argument 1 has 2 elements and its shadow 0",
        "an element of argument 1 has 2 elements and its shadow 1",
        "gave argument 2 other memory",
        "the shadow of argument 1 leads to the argument's own numbers",
        "gave argument 1 other memory",
        "gave a member of argument 1 other memory",
    ];
    let bench = Bench::new();
    bench.write("a.cc", text);
    for case in 1..=10 {
        let compile = format!("enzyme-c++ -std=c++20 -O2 -DNDEBUG -DCASE={case} a.cc -o a");
        bench.run(&compile).exits(0);
        let ran = bench.run("./a");
        match told.get(case - 1) {
            Some(message) => {
                assert_ne!(ran.code, 0, "{case}");
                ran.says(message);
            }
            None => assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{case}"),
        }
    }
}

#[test]
fn function_and_hook_in_different_files_with_lto() {
    let bench = Bench::new();
    let (head, rest) = PROGRAM.split_once("double f(").unwrap();
    let (body, main) = rest.split_once("int main").unwrap();
    bench.write("f.c", format!("double f({body}"));
    let declared = "double f(double, const double *, int);";
    bench.write("m.c", format!("{head}{declared}\nint main{main}"));
    bench.run("enzyme-cc -O2 -flto -c f.c -o f.o").exits(0);
    bench.run("enzyme-cc -O2 -flto -c m.c -o m.o").exits(0);
    bench.run("enzyme-cc -O2 -flto f.o m.o -o a").exits(0);
    assert_eq!(bench.run("./a").exits(0).out, EXPECTED);
    bench
        .run("enzyme-cc -O2 -c m.c -o m.o")
        .exits(1)
        .says("[EZ0403]");
}

#[test]
fn a_callee_in_another_file_with_lto() {
    let bench = Bench::new();
    let caller = "double cube(double); extern double __enzyme_autodiff(void *, double);\n\
                  #include <stdio.h>\nstatic double f(double x) { return 2 * cube(x); }\n\
                  int main(void) { printf(\"%g\\n\", __enzyme_autodiff((void *)f, 3.0)); }\n";
    bench.write("m.c", caller);
    bench.write("c.c", "double cube(double x) { return x * x * x; }\n");
    bench.run("enzyme-cc -O2 -flto m.c c.c -o a").exits(0);
    assert_eq!(bench.run("./a").exits(0).out, "54\n");
    bench
        .run("enzyme-cc -O2 -flto m.c -o a -Wl,--unresolved-symbols=ignore-all")
        .exits(1)
        .says("[EZ0101]");
}

#[test]
fn at_link_time_alone_and_when_compiling_with_lto() {
    let bench = Bench::new();
    bench.write("a.c", PROGRAM);
    let include = bench.run("enzyme-cc --showme:incdirs").out;
    let plain = format!("clang-22 -I{}", include.trim());
    for lto in ["full", "thin"] {
        for compiler in [plain.as_str(), "enzyme-cc"] {
            bench
                .run(&format!("{compiler} -O2 -flto={lto} -c a.c -o a.o"))
                .exits(0);
            bench
                .run(&format!("enzyme-cc -O2 -flto={lto} a.o -o a"))
                .exits(0);
            assert_eq!(bench.run("./a").exits(0).out, EXPECTED, "{lto} {compiler}");
        }
    }
}

const MODULE: &str = "
declare double @__enzyme_autodiff(...)
define double @sq(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
define double @d(double %x) {
  %g = call double (...) @__enzyme_autodiff(ptr @sq, metadata !\"enzyme_out\", double %x)
  ret double %g
}
";

#[test]
fn opt_and_the_program_differentiate_a_module() {
    let bench = Bench::new();
    bench.write("in.ll", MODULE);
    let plugin = plugin().display().to_string();
    let opt = format!("opt-22 -load-pass-plugin={plugin} -passes=enzyme in.ll -S -o opt.ll");
    bench.run(&opt).exits(0);
    bench.run("enzyme-rs opt in.ll -o out.ll").exits(0);
    for file in ["opt.ll", "out.ll"] {
        let text = bench.read(file);
        assert!(!text.contains("@__enzyme_autodiff("), "{file}: {text}");
    }
    let plans = bench
        .run("enzyme-rs opt in.ll --print-plans -o out.ll")
        .exits(0);
    assert!(plans.err.contains("; plan of "), "{}", plans.err);
}

/// A function with a rule, to which only metadata leads, so that it is in the module for nobody but its callers. The gradient of the rule is five times the right
/// one: so it is seen that the rule gave it.
const RULE: &str = "\
declare double @__enzyme_autodiff(ptr, ...)
declare i32 @printf(ptr, ...)
@text = private constant [4 x i8] c\"%g\\0A\\00\"
define internal double @square(double %x) !enzyme_augment !0 !enzyme_gradient !1 {
  %y = fmul double %x, %x
  ret double %y
}
define internal { double, double } @augmented(double %x) {
  %y = fmul double %x, %x
  %kept = insertvalue { double, double } poison, double %x, 0
  %both = insertvalue { double, double } %kept, double %y, 1
  ret { double, double } %both
}
define internal double @gradient(double %x, double %seed, double %tape) {
  %ten = fmul double %tape, 1.0e1
  %g = fmul double %ten, %seed
  ret double %g
}
define double @f(double %x) {
  %y = call double @square(double %x)
  ret double %y
}
define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 3.0)
  %n = call i32 (ptr, ...) @printf(ptr @text, double %g)
  ret i32 0
}
!0 = !{ptr @augmented}
!1 = !{ptr @gradient}
";

#[test]
fn a_rule_by_metadata_lives_until_the_engine_runs() {
    let bench = Bench::new();
    bench.write("in.ll", RULE);
    let plugin = plugin().display().to_string();
    for passes in ["enzyme", "default<O1>", "default<O2>", "default<O3>"] {
        let opt = format!("opt-22 -load-pass-plugin={plugin} -passes={passes} in.ll -o out.bc");
        bench.run(&opt).exits(0);
        bench.run("clang-22 out.bc -o program").exits(0);
        assert_eq!(bench.run("./program").exits(0).out, "30\n", "{passes}");
    }
}

/// Metadata keeps nothing in a module: what optimises without the plugin removes functions to which nothing else leads.
#[test]
fn a_rule_that_is_no_longer_there_is_refused() {
    let bench = Bench::new();
    bench.write("in.ll", RULE);
    let plugin = plugin().display().to_string();
    bench
        .run("opt-22 -passes=globaldce in.ll -o gone.bc")
        .exits(0);
    bench.write("half.ll", RULE.replace(" !enzyme_gradient !1", ""));
    for (file, what) in [
        (
            "gone.bc",
            "`square` has metadata `enzyme_augment`, and what that names is not in the module",
        ),
        (
            "half.ll",
            "`square` has metadata `enzyme_augment` without `enzyme_gradient`",
        ),
    ] {
        let opt = format!("opt-22 -load-pass-plugin={plugin} -passes=enzyme {file} -o out.bc");
        bench.run(&opt).exits(1).says("[EZ0501]").says(what);
    }
}

#[test]
fn refusals_have_a_code_a_line_and_remedies() {
    let bench = Bench::new();
    let text = "#include <enzyme_rs/enzyme.h>\ndouble mystery(double);\n\
                double f(double x) {\n  return mystery(x);\n}\n\
                double d(double x) { return __enzyme_autodiff_double((void *)f, x); }\n";
    bench.write("a.c", text);
    bench
        .run("enzyme-cc -g -O1 -c a.c -o a.o")
        .exits(1)
        .says("a.c:4:10: error:")
        .says("[EZ0101]")
        .says("help:")
        .says("`enzyme-rs explain EZ0101`");
    let ir = MODULE.replace(
        "%y = fmul double %x, %x",
        "%y = call double @mystery(double %x)",
    );
    bench.write("in.ll", format!("declare double @mystery(double)\n{ir}"));
    let ran = bench.run("enzyme-rs opt in.ll -o out.ll").exits(1);
    assert!(ran.err.contains("[EZ0101]\n --> in.ll:"), "{}", ran.err);
    assert!(!bench.path("out.ll").exists());
    let null = MODULE.replace("ptr @sq", "ptr null");
    bench.write("null.ll", null);
    bench
        .run("enzyme-rs opt null.ll -o -")
        .exits(1)
        .says("error: the hook's first argument")
        .says("[EZ0401]");
}

#[test]
fn verify_agrees_and_finds_mistakes() {
    let bench = Bench::new();
    let text = "#include <math.h>\n#include <stdio.h>\n\
        static double f(double x, double *a, int n, float y) {\n  double s = 0;\n\
        for (int i = 0; i < n; i++) { s += sin(a[i] * x) * y; a[i] = s; }\n  return s;\n}\n\
        int main(void) { return printf(\"not run\"); }\n";
    bench.write("a.c", text);
    for level in ["-O0", "-O2"] {
        let ran = bench
            .run(&format!("enzyme-rs verify a.c -f f --args n:int=5 {level}"))
            .exits(0);
        assert!(
            ran.out.contains("verdict: reverse mode, forward mode and"),
            "{}",
            ran.out
        );
    }
    bench.write(
        "kink.c",
        "double f(double x) { return x < 1.0 ? x : 5 * x; }\n",
    );
    let ran = bench
        .run("enzyme-rs verify kink.c -f f --range 1..1")
        .exits(1);
    assert!(ran.out.contains("DIFFERENCES"), "{}", ran.out);
    bench.write(
        "root.c",
        "#include <math.h>\ndouble f(double x) { return sqrt(x); }\n",
    );
    let ran = bench
        .run("enzyme-rs verify root.c -f f --range -2..-1")
        .exits(1);
    assert!(ran.out.contains("NOT FINITE"), "{}", ran.out);
}

#[test]
fn verify_takes_cplusplus_and_modules() {
    let bench = Bench::new();
    let text = "#include <cmath>\nnamespace ns { double norm(const double *x, int n) {\n\
        double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return std::sqrt(s); } }\n";
    bench.write("a.cpp", text).write("m.ll", MODULE);
    bench.run("enzyme-rs verify a.cpp -f norm").exits(0);
    bench
        .run("enzyme-rs verify m.ll -f sq --samples 2 --seed 7")
        .exits(0);
}

/// Fortran passes all by reference; its names are found whatever the compiler makes of them.
#[test]
fn verify_takes_fortran() {
    let bench = Bench::new();
    bench.write(
        "heat.f90",
        "module heat\ncontains\nreal(8) function total(x, n)\ninteger, intent(in) :: n\n\
         real(8), intent(in) :: x(n)\ninteger :: i\ntotal = 1\ndo i = 1, n\n\
         total = total + sin(x(i)) * total\nend do\nend function\nend module\n\
         subroutine square(n, x, y)\ninteger, intent(in) :: n\nreal(8), intent(in) :: x(n)\n\
         real(8), intent(out) :: y(n)\ny = x * x\nend subroutine\n",
    );
    for function in [
        "Total --args x:double[8],n:int[1]=8",
        "square --args n:int[1]=8,x:double[8],y:double[8]",
    ] {
        bench
            .run(&format!("enzyme-rs verify heat.f90 -f {function}"))
            .exits(0);
    }
}

/// The remainder of a Taylor expansion falls with the square of the step: as text, for tools, as a picture; times and tape.
#[test]
fn verify_expands_and_tells_costs() {
    let bench = Bench::new();
    bench.write(
        "a.c",
        "#include <math.h>\ndouble f(const double *x, int n) {\n  double s = 0;\n\
         for (int k = 0; k < 1000; k++)\n    for (int i = 0; i < n; i++) s += sin(x[i]) * x[0];\n  return s;\n}\n",
    );
    let text = bench
        .run("enzyme-rs verify a.c -f f --plot taylor.svg")
        .exits(0)
        .out;
    for words in [
        "Taylor: the remainder falls with h^2.0",
        "time: primal ",
        "reverse mode ",
        "tape ",
    ] {
        assert!(text.contains(words), "no `{words}` in\n{text}");
    }
    assert!(bench.read("taylor.svg").starts_with("<svg"));
    let json = bench.run("enzyme-rs verify a.c -f f --json").exits(0).out;
    let found: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(found["agrees"], true);
    let slope = found["slope"].as_f64().unwrap();
    assert!((slope - 2.0).abs() < 0.05, "{slope}");
    assert!(found["cost"]["reverse"].as_f64().unwrap() > 0.0);
    assert_eq!(found["points"].as_array().unwrap().len(), 10);
    bench
        .run("enzyme-rs verify a.c -f f --plot taylor.png")
        .exits(2)
        .says("pictures are SVG");
}

#[test]
fn verify_says_what_it_cannot_do() {
    let bench = Bench::new();
    bench.write(
        "a.c",
        "struct s { double x[9]; };\ndouble f(struct s s) { return s.x[0]; }\n\
        int g(int n) { return n; }\ndouble energy(double x) { return x; }\n",
    );
    bench
        .run("enzyme-rs verify a.c -f f")
        .exits(2)
        .says("structure passed by value");
    bench
        .run("enzyme-rs verify a.c -f g")
        .exits(2)
        .says("no floating argument");
    bench
        .run("enzyme-rs verify a.c -f enrgy")
        .exits(3)
        .says("did you mean `energy`?");
    bench
        .run("enzyme-rs verify b.c -f f")
        .exits(3)
        .says("cannot read b.c");
    bench
        .run("enzyme-rs verify a.c -f energy --args x:quad")
        .exits(2)
        .says("there are float");
    bench.write("bad.c", "double f(double x) { return y; }\n");
    bench
        .run("enzyme-rs verify bad.c -f f")
        .exits(3)
        .says("cannot compile bad.c");
}

/// What the source says of pointers and references counts: their types, and that a reference leads to one value.
#[test]
fn verify_reads_types_of_the_source() {
    let bench = Bench::new();
    bench.write(
        "a.cpp",
        "#include <vector>\nstruct model { int n; double *x; };\n\
         double single(const double &k, const float *w) { return k * w[0] * k; }\n\
         double record(model *m) { return m->x[0]; }\n\
         double list(std::vector<double> &v) { return v[0]; }\n",
    );
    let ran = bench.run("enzyme-rs verify a.cpp -f single").exits(0);
    let head = "single(k: double[1] = 0.5..1.5, w: float[16] = 0.5..1.5) -> double";
    assert!(ran.out.starts_with(head), "{}", ran.out);
    for (rest, words) in [
        (
            "single --args w:double[4]",
            "leads to numbers of the type float, not double",
        ),
        ("record", "argument `m` leads to a structure"),
        ("list", "argument `v` leads to a structure"),
    ] {
        let ran = bench
            .run(&format!("enzyme-rs verify a.cpp -f {rest}"))
            .exits(2);
        ran.says(words).says("--in-place");
    }
    // Of its own functions alone, not of those of headers.
    let ran = bench.run("enzyme-rs verify a.cpp -f zzz").exits(3);
    ran.says("it defines: single, record, list\n");
}

#[test]
fn verify_sees_what_goes_past_the_end() {
    let bench = Bench::new();
    bench.write(
        "a.c",
        "double f(const double *x, int n) {\n  double s = 0;\n\
         for (int i = 0; i < n; i++) s += x[i] * x[i];\n  return s;\n}\n",
    );
    bench
        .run("enzyme-rs verify a.c -f f --args x:double[5],n:int=6")
        .exits(1)
        .says("past the end of `x`, which has 5 elements");
}

#[test]
fn verify_tells_where_ranks_are_compared() {
    let bench = Bench::new();
    bench.write(
        "a.c",
        "int MPI_Barrier(int);\ndouble f(double x) { MPI_Barrier(0); return x; }\n",
    );
    let ran = bench.run("enzyme-rs verify a.c -f f").exits(2);
    ran.says("the file calls MPI")
        .says("--in-place FILE --ranks 2");
}

/// Derivatives of 1e-12 do not drown in what the function only reads: a rule that is wrong is found, and a right one agrees.
#[test]
fn verify_sees_small_derivatives() {
    let bench = Bench::new();
    bench.write(
        "a.c",
        "double cube(double x) { return x * x * x; }\n\
         double cube_d(double x, double dx) { return FACTOR * x * x * dx; }\n\
         struct kept { double x, result; };\n\
         struct kept cube_a(double x) { return (struct kept){x, cube(x)}; }\n\
         double cube_r(double x, double adjoint, double kept) { return FACTOR * kept * kept * adjoint + 0 * x; }\n\
         void *__enzyme_register_derivative_cube[] = {(void *)cube, (void *)cube_d};\n\
         void *__enzyme_register_gradient_cube[] = {(void *)cube, (void *)cube_a, (void *)cube_r};\n\
         double f(const double *x, int n) {\n  double s = 0;\n\
         for (int i = 0; i < n; i++) s += cube(x[i]);\n  return 1e-12 * s;\n}\n",
    );
    let verify = "enzyme-rs verify a.c -f f --args x:double[4],n:int=4 -- -DFACTOR";
    bench.run(&format!("{verify}=3")).exits(0);
    let ran = bench.run(&format!("{verify}=7")).exits(1);
    assert!(ran.out.contains("DIFFERENCES"), "{}", ran.out);
}

/// Nothing is said of a reader who has read enough.
#[test]
fn pipes_may_be_closed() {
    let bench = Bench::new();
    bench.write(
        "a.sh",
        "\"$1\" explain EZ0101 | true\n\"$1\" explain 2>&1 | head -c 1\n",
    );
    let ran = bench.run(&format!("sh a.sh {}", env!("CARGO_BIN_EXE_enzyme-rs")));
    assert_eq!(ran.err, "", "{}", ran.out);
}
