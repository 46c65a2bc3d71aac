//! `enzyme-rs verify --in-place`: gradients compared where programs ask for them. Programs are in `in_place`.
//!
//! Owns: what is compared, what is found and what is said. Must not: judge gradients itself.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use std::process::Command;
use support::{Bench, Ran};

const AGREE: &str = "verdict: reverse mode, forward mode and central differences agree";

/// Compares a program in place.
fn verified(name: &str, text: &str, flags: &str) -> Ran {
    let bench = Bench::new();
    bench.write(name, text);
    bench.write("input.dat", "50 2\n");
    bench.run(&format!("enzyme-rs verify --in-place {name} {flags}"))
}

/// All numbers agree, so many of them, at so many calls.
#[track_caller]
fn agree(ran: Ran, calls: usize, numbers: &str) {
    let ran = ran.exits(0);
    assert!(ran.out.contains(AGREE), "{}\n{}", ran.out, ran.err);
    let rows: Vec<&str> = ran.out.lines().filter(|l| l.ends_with(" ok")).collect();
    assert_eq!(rows.len(), calls, "{}", ran.out);
    for row in rows {
        assert_eq!(row.split_whitespace().nth(3), Some(numbers), "{}", ran.out);
    }
    assert!(!ran.out.contains("note:"), "{}", ran.out);
}

#[test]
fn structures_and_data_of_the_program() {
    let program = include_str!("in_place/model.c");
    for level in ["-O0", "-O2"] {
        let bench = Bench::new();
        bench.write("model.c", program);
        bench.write("input.dat", "50 2\n");
        bench.write(
            "run.sh",
            format!("exec enzyme-rs verify --in-place model.c {level} --run '{{}} input.dat'\n"),
        );
        let folder = std::path::Path::new(env!("CARGO_BIN_EXE_enzyme-rs")).parent();
        let path = format!(
            "PATH={}:{}",
            folder.unwrap().display(),
            std::env::var("PATH").unwrap()
        );
        // Two arrays of 50, three weights, a factor and a scale.
        agree(bench.run(&format!("{path} sh run.sh")), 2, "105");
    }
}

#[test]
fn containers_bases_lists_and_values() {
    let program = include_str!("in_place/containers.cpp");
    for level in ["-O0", "-O2"] {
        // Of x and a three each, of the rows three, three owned, two nodes, scale and s.
        agree(verified("containers.cpp", program, level), 1, "16");
    }
}

#[test]
fn fortran() {
    if Command::new("flang-22").arg("--version").output().is_err() {
        eprintln!("SKIPPED: no flang-22");
        return;
    }
    let program = include_str!("in_place/field.f90");
    for level in ["-O0", "-O2"] {
        agree(verified("field.f90", program, level), 1, "41");
    }
}

#[test]
fn ranks_add_up() {
    let there = |name: &str| Command::new(name).arg("--version").output().is_ok();
    if !(there("mpicc") && there("mpirun")) {
        eprintln!("SKIPPED: no MPI");
        return;
    }
    let bench = Bench::new();
    bench.write("ring.c", include_str!("in_place/ring.c"));
    // Open MPI asks for it on small machines and in containers.
    let root = "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1";
    let ran = bench
        .run(&format!(
            "{root} OMPI_MCA_rmaps_base_oversubscribe=1 enzyme-rs verify --in-place ring.c --ranks 3"
        ))
        .exits(0);
    assert!(ran.out.contains("summed over 3 processes"), "{}", ran.out);
    agree(ran, 1, "30");
}

/// A rule of the program's that is wrong in one mode.
fn wrong(flag: &str) -> Ran {
    verified(
        "rule.c",
        include_str!("in_place/rule.c"),
        &format!("-- {flag}"),
    )
}

#[test]
fn a_wrong_derivative_is_found() {
    agree(wrong("-DREVERSE=3"), 1, "4");
    let reverse = wrong("-DREVERSE=2").exits(1);
    assert!(
        reverse
            .err
            .contains("reverse mode disagrees with forward mode"),
        "{}",
        reverse.err
    );
    let forward = wrong("-DFORWARD=2").exits(1);
    assert!(
        forward
            .err
            .contains("forward mode disagrees with reverse mode and differences"),
        "{}",
        forward.err
    );
}

#[test]
fn what_has_no_gradient_is_said() {
    let ran = verified("empty.c", "int main(void) { return 0; }\n", "").exits(1);
    assert!(
        ran.err
            .contains("no gradient was computed while the program ran"),
        "{}",
        ran.err
    );
    let bench = Bench::new();
    let ran = bench.run("enzyme-rs verify --in-place --run true").exits(1);
    assert!(
        ran.err.contains("built with ENZYME_RS_OPTIONS=check-hooks"),
        "{}",
        ran.err
    );
}

/// What a hook asks for that nothing is compared with is named where it stands; memory whose length nobody knows, too.
#[test]
fn what_cannot_be_compared_is_said() {
    let program = "#include <enzyme_rs/enzyme.h>\n\
        static double f(double *x) { return x[0] * x[1]; }\n\
        int main(void) {\n  double x[2] = {1, 2}, d[4] = {0};\n\
        __enzyme_autodiff_void((void *)f, enzyme_width, 2, enzyme_dupv, sizeof(double[2]), x, d);\n}\n";
    let ran = verified("wide.c", program, "").exits(1);
    assert!(
        ran.err.contains(
            "this derivative is not compared with anything: it asks for several directions"
        ),
        "{}",
        ran.err
    );
}

#[test]
fn tools_read_it() {
    let ran = verified("rule.c", include_str!("in_place/rule.c"), "--json").exits(0);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["agrees"], true);
    assert_eq!(json["checks"][0]["check"]["numbers"], 4);
    assert_eq!(json["checks"][0]["check"]["function"], "energy");
}

/// A build of the user's own: objects and linking apart.
#[test]
fn a_build_in_pieces() {
    let bench = Bench::new();
    bench.write("rule.c", include_str!("in_place/rule.c"));
    let options = "ENZYME_RS_OPTIONS=check-hooks";
    bench
        .run(&format!("{options} enzyme-cc -O2 -c rule.c -o rule.o"))
        .exits(0);
    bench
        .run(&format!("{options} enzyme-cc rule.o -o rule -lm"))
        .exits(0);
    agree(
        bench.run("enzyme-rs verify --in-place --run ./rule"),
        1,
        "4",
    );
}

/// A function that is another one at each call, whatever it begins from: nothing can be compared, and that is no mistake of the derivative.
#[test]
fn a_function_that_does_not_repeat_itself_is_said() {
    let program = "#include <enzyme_rs/enzyme.h>\n#include <time.h>\n\
        static double f(double *x) {\n  struct timespec t;\n  clock_gettime(CLOCK_MONOTONIC, &t);\n\
        return x[0] * x[1] * (double)t.tv_nsec;\n}\n\
        int main(void) {\n  double x[2] = {1, 2}, d[2] = {0};\n\
        __enzyme_autodiff_void((void *)f, enzyme_dup, x, d);\n}\n";
    let ran = verified("again.c", program, "").exits(1);
    assert!(
        ran.err.contains("another result when it runs once more"),
        "{}",
        ran.err
    );
}

/// What a run changes, and gives back, is none of the program's business; nor is what it keeps in globals.
#[test]
fn the_program_goes_on_as_if_nothing_had_been() {
    let bench = Bench::new();
    bench.write("members.c", include_str!("in_place/members.c"));
    bench.run("enzyme-cc -O1 members.c -o members").exits(0);
    let plain = bench.run("./members").exits(0).out;
    for level in ["-O1", "-O3"] {
        let ran = bench.run(&format!("enzyme-rs verify --in-place members.c {level}"));
        let ran = ran.exits(0);
        assert!(ran.out.starts_with(&plain), "{plain}\n{}", ran.out);
        assert!(ran.out.contains(AGREE), "{}", ran.out);
    }
}

/// Small derivatives beside large ones, results that are not numbers yet, ends of arrays that nobody has set.
#[test]
fn numbers_of_all_sizes() {
    agree(
        verified("sizes.c", include_str!("in_place/sizes.c"), ""),
        3,
        "9",
    );
}

/// A list is no deeper than the library's stack.
#[test]
fn lists_of_any_length() {
    let program = "#include <enzyme_rs/enzyme.h>\n#include <stdlib.h>\n\
        typedef struct node { double x; struct node *next; } node;\n\
        static double f(node *n) { double s = 0; for (; n; n = n->next) s += n->x * n->x; return s; }\n\
        int main(void) {\n  node *a = 0, *d = 0;\n\
        for (int i = 0; i < 40000; i++) {\n\
        node *p = calloc(1, sizeof *p), *q = calloc(1, sizeof *q);\n\
        p->x = i + 1; p->next = a; a = p; q->next = d; d = q;\n}\n\
        __enzyme_autodiff_void((void *)f, enzyme_dup, a, d);\n}\n";
    agree(verified("list.c", program, ""), 1, "40000");
}

/// Shadows and seeds are the program's, and not compared: a word is said if they are not what one expects.
#[test]
fn shadows_of_the_program_are_looked_at() {
    let program = "#include <enzyme_rs/enzyme.h>\n\
        static double f(const double *x) { return x[0] * x[1]; }\n\
        static void g(const double *x, double *y) { *y = x[0] * x[1]; }\n\
        int main(void) {\n  double x[2] = {1, 2}, d[2] = {3, 0}, e[2] = {0}, y = 0, dy = 0;\n\
        __enzyme_autodiff_void((void *)f, enzyme_dup, x, d);\n\
        __enzyme_autodiff_void((void *)g, enzyme_dup, x, e, enzyme_dup, &y, &dy);\n}\n";
    let ran = verified("shadows.c", program, "").exits(0);
    for words in [
        "`x`, which the function only reads, has a shadow that is not zero",
        "all shadows are zero: so is the gradient",
    ] {
        assert!(ran.out.contains(words), "no `{words}` in\n{}", ran.out);
    }
}

/// Nobody can be wrong where nothing moves.
#[test]
fn where_no_number_moves_nothing_is_compared() {
    let program = "#include <enzyme_rs/enzyme.h>\n#include <stdlib.h>\n\
        typedef struct { int n; double x[]; } open;\n\
        static double f(open *o) { double s = 0; for (int i = 0; i < o->n; i++) s += o->x[i] * o->x[i]; return s; }\n\
        int main(void) {\n  open *o = calloc(1, 64), *d = calloc(1, 64);\n  o->n = 3;\n\
        __enzyme_autodiff_void((void *)f, enzyme_dup, o, d);\n}\n";
    let ran = verified("open.c", program, "").exits(1);
    assert!(ran.out.contains("an array without length"), "{}", ran.out);
    assert!(
        ran.err.contains("no gradient could be compared"),
        "{}",
        ran.err
    );
}

#[test]
fn several_files_that_the_linker_optimises() {
    let bench = Bench::new();
    bench.write("energy.c", "double energy(const double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return s; }\n");
    bench.write(
        "main.c",
        "#include <enzyme_rs/enzyme.h>\ndouble energy(const double *, int);\n\
         int main(void) {\n  double x[3] = {1, 2, 3}, d[3] = {0};\n\
         __enzyme_autodiff_void((void *)energy, enzyme_dup, x, d, enzyme_const, 3);\n}\n",
    );
    agree(
        bench.run("enzyme-rs verify --in-place main.c -- energy.c -flto"),
        1,
        "3",
    );
}

/// What agrees does not speak for what was not compared.
#[test]
fn calls_that_are_left_out_are_no_success() {
    let program = "#include <enzyme_rs/enzyme.h>\n\
        static double f(const double *x) { return x[0] * x[1]; }\n\
        static double g(void *x) { return *(double *)x * 2; }\n\
        int main(void) {\n  double x[2] = {1, 2}, d[2] = {0}, e[2] = {0};\n\
        __enzyme_autodiff_void((void *)f, enzyme_dup, x, d);\n\
        __enzyme_autodiff_void((void *)g, enzyme_dup, x, e);\n}\n";
    let ran = verified("part.c", program, "").exits(1);
    assert!(ran.out.contains("agree; 1 not compared"), "{}", ran.out);
    assert!(
        ran.err.contains("1 of 2 calls could not be compared"),
        "{}",
        ran.err
    );
}

/// The derivative crashes: what is said of the shadow tells why.
#[test]
fn a_pointer_without_shadow_is_said() {
    let program = "#include <enzyme_rs/enzyme.h>\n#include <stddef.h>\n\
        struct state { int n; double *u; };\n\
        static double f(struct state *s) { return s->u[0] * s->u[1]; }\n\
        int main(void) {\n  double u[2] = {1, 2};\n  struct state s = {2, u}, ds = {2, NULL};\n\
        __enzyme_autodiff_void((void *)f, enzyme_dup, &s, &ds);\n}\n";
    let ran = verified("null.c", program, "").exits(1);
    let said = "`s`: the pointer to numbers `u` in there is null in the shadow";
    assert!(ran.out.contains(said), "{}\n{}", ran.out, ran.err);
}
