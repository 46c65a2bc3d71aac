//! The headers that sources of Enzyme include, through the wrappers without a flag.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use support::Bench;

const SQUARE: &str = "#include <enzyme/enzyme>
#include <cstdio>
double f(double x) { return x * x; }
";

#[test]
fn the_interface_is_found_without_a_flag() {
    let bench = Bench::new();
    let main = "
int main() {
  auto [d, v] = enzyme::autodiff<enzyme::ReverseWithPrimal>(f, enzyme::Active{3.0});
  std::printf(\"%g %g\\n\", enzyme::get<0>(d), v);
  std::printf(\"%g\\n\", __enzyme_autodiff<double>((void *)f, enzyme_out, 4.0));
}
";
    bench.write("a.cpp", format!("{SQUARE}{main}"));
    for flags in ["-O0", "-O2", "-O0 -std=c++17", "-O2 -std=c++20 -flto"] {
        bench
            .run(&format!("enzyme-c++ {flags} -Wall -Werror a.cpp -o a"))
            .exits(0);
        assert_eq!(bench.run("./a").exits(0).out, "6 9\n8\n", "{flags}");
    }
}

/// Mistakes are said by the compiler, with what to do.
#[test]
fn what_does_not_fit_names_the_remedy() {
    let bench = Bench::new();
    let wrong = [
        ("Reverse>(f, enzyme::Duplicated<double>(1, 0))", "Active{x}"),
        ("Forward>(f, enzyme::Active{1.0})", "Duplicated{x, dx}"),
        ("Forward>(f, 1.0)", "Const{x}"),
        ("Reverse>(g, (double *)nullptr)", "Duplicated{p, dp}"),
        ("Reverse>(f, enzyme::Active{1})", "Const{n}"),
        (
            "Reverse>(h, enzyme::Active{S{nullptr}})",
            "holds_only_numbers",
        ),
        ("Reverse>(p, enzyme::Active{1.0})", "must return one number"),
    ];
    let more = "
struct S { double *p; };
struct P { double x, y; };
double g(double *x) { return *x; }
double h(S s) { return *s.p; }
P p(double x) { return {x, x}; }
";
    for (call, remedy) in wrong {
        let main = format!("int main() {{ enzyme::autodiff<enzyme::{call}; }}\n");
        bench.write("a.cpp", format!("{SQUARE}{more}{main}"));
        bench
            .run("enzyme-c++ -fsyntax-only a.cpp")
            .exits(1)
            .says(remedy);
    }
}
