//! Derivatives under sanitizers, and as debuggers name them. Programs are in `sanitizers`.
//!
//! Owns: which mistake is found by whom, and where. Must not: judge gradients further than by one sum.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use std::process::Command;
use support::{Bench, Ran};

const SUM: &str = "3786.857869";

/// Compiled with these flags as `program`.
fn compiled(flags: &str) -> Bench {
    let bench = Bench::new();
    bench.write("program.c", include_str!("sanitizers/program.c"));
    bench
        .run(&format!(
            "enzyme-cc -g {flags} program.c -o program -lm -pthread"
        ))
        .exits(0);
    bench
}

/// Whether the program runs: the memory of a sanitizer is not to be had in every container.
fn starts(bench: &Bench, flags: &str) -> bool {
    bench.write("empty.c", "int main(void) { return 0; }\n");
    bench
        .run(&format!("enzyme-cc {flags} empty.c -o empty"))
        .exits(0);
    let works = bench.run("./empty").code == 0;
    if !works {
        eprintln!("SKIPPED: a program with {flags} does not start here");
    }
    works
}

fn assert_right(ran: Ran) {
    let ran = ran.exits(0);
    assert!(ran.out.contains(SUM), "{}", ran.out);
    assert_eq!(ran.err, "");
}

/// Nothing is reported where nothing is wrong, and the sum is right.
#[track_caller]
fn is_silent(sanitizer: &str) {
    for level in ["-O0", "-O2"] {
        let flags = format!("{level} -fsanitize={sanitizer}");
        let bench = compiled(&flags);
        if starts(&bench, &flags) {
            assert_right(bench.run("./program"));
        }
    }
}

/// A mistake is reported by these words, in code of this derivative, at this line.
#[track_caller]
fn is_found(sanitizer: &str, mistake: &str, words: &[&str]) {
    for level in ["-O0", "-O2"] {
        let flags = format!("{level} -fsanitize={sanitizer}");
        let bench = compiled(&flags);
        if !starts(&bench, &flags) {
            continue;
        }
        let mut ran = bench.run(&format!("./program {mistake}"));
        for word in words {
            ran = ran.says(word);
        }
    }
}

#[test]
fn address_sanitizer_is_silent() {
    is_silent("address");
}

#[test]
fn memory_sanitizer_is_silent() {
    is_silent("memory");
}

#[test]
fn thread_sanitizer_is_silent() {
    is_silent("thread");
}

#[test]
fn undefined_behaviour_sanitizer_is_silent() {
    is_silent("undefined");
}

#[test]
fn a_shadow_that_is_too_short_is_found() {
    let words = ["heap-buffer-overflow", "in energy.grad", "program.c:15"];
    is_found("address", "short-shadow", &words);
}

#[test]
fn a_read_past_the_end_is_found_in_the_derivative() {
    let words = ["heap-buffer-overflow", "in energy.grad", "program.c:23"];
    is_found("address", "past-the-end", &words);
}

#[test]
fn a_shadow_that_is_not_set_is_found() {
    let words = ["use-of-uninitialized-value", "in main"];
    is_found("memory", "unset-shadow", &words);
}

#[test]
fn an_overflow_is_found_in_the_derivative() {
    let words = ["program.c:31", "signed integer overflow"];
    is_found("undefined", "overflow", &words);
}

#[test]
fn two_threads_with_one_shadow_are_found() {
    is_found("thread", "race", &["data race", "energy.grad"]);
}

/// What a sanitizer has added when the file was compiled has no derivative, and a message says so once.
#[test]
fn functions_that_come_to_the_linker_with_a_sanitizer_are_refused() {
    let bench = Bench::new();
    let hook = "#include <enzyme_rs/enzyme.h>\ndouble f(double *x);\n\
        int main(void) { double x[1] = {3}, dx[1] = {0}; __enzyme_autodiff_void((void *)f, enzyme_dup, x, dx); return dx[0] == 6 ? 0 : 1; }\n";
    bench.write("hook.c", hook);
    bench.write("f.c", "double f(double *x) { return x[0] * x[0]; }\n");
    for sanitizer in ["address", "memory", "thread"] {
        let line = format!("enzyme-cc -O1 -flto -fsanitize={sanitizer} hook.c f.c -o both");
        let ran = bench.run(&line).exits(1).says("[EZ0003]");
        assert_eq!(ran.err.matches("[EZ").count(), 1, "{}", ran.err);
        ran.says(&format!("-fno-sanitize={sanitizer}"));
    }
    bench
        .run("enzyme-cc -O1 -flto -fsanitize=undefined hook.c f.c -o both")
        .exits(0);
    bench.run("./both").exits(0);
}

/// Destructors tell MemorySanitizer that members are gone, which the reverse pass reads; vectors tell AddressSanitizer which part of them is in use.
#[test]
fn objects_are_differentiated_under_sanitizers() {
    let bench = Bench::new();
    bench.write("vector.cpp", include_str!("sanitizers/vector.cpp"));
    for flags in [
        "-fsanitize=memory",
        "-fsanitize=address -D_GLIBCXX_SANITIZE_VECTOR",
    ] {
        if starts(&bench, flags) {
            bench
                .run(&format!("enzyme-c++ -O1 -g {flags} vector.cpp -o vector"))
                .exits(0);
            bench.run("./vector").exits(0);
        }
    }
}

#[test]
fn valgrind_sees_nothing() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!("SKIPPED: no valgrind");
        return;
    }
    // Valgrind before 3.20 does not read what -g writes today.
    let bench = compiled("-O2 -gdwarf-4");
    let ran = bench
        .run("valgrind -q --error-exitcode=9 --leak-check=full ./program")
        .exits(0);
    assert!(ran.out.contains(SUM), "{}", ran.out);
}

/// A reverse half has lines, too, and each generated function a name that says what it is.
#[test]
fn debug_information_names_derivatives() {
    let bench = compiled("-O2 -fno-inline");
    let names = bench.run("llvm-dwarfdump-22 --debug-info program").exits(0);
    for name in ["energy.grad", "smooth.aug", "smooth.rev"] {
        let stated = format!("DW_AT_name\t(\"{name}\")");
        assert!(names.out.contains(&stated), "no {name}");
    }
    let symbols = bench.run("llvm-nm-22 program").exits(0).out;
    let start = symbols
        .lines()
        .find(|line| line.ends_with(" smooth.rev"))
        .and_then(|line| u64::from_str_radix(&line[..16], 16).ok());
    let start = start.expect("smooth.rev has a symbol");
    let addresses = (0..200).map(|byte| format!(" {:#x}", start + byte));
    let asked = format!(
        "llvm-symbolizer-22 -e program{}",
        addresses.collect::<String>()
    );
    let places = bench.run(&asked).exits(0).out;
    for word in ["smooth.rev", "program.c:15:", "program.c:16:"] {
        assert!(places.contains(word), "no {word} in {places}");
    }
}

/// Frames are guarded and laid out as the source's are.
#[test]
fn derivatives_have_the_frames_of_their_source() {
    let bench = Bench::new();
    bench.write("program.c", include_str!("sanitizers/program.c"));
    let flags = "-O2 -fstack-protector-strong -fno-omit-frame-pointer -fasynchronous-unwind-tables -mno-red-zone";
    bench
        .run(&format!(
            "enzyme-cc {flags} -S -emit-llvm program.c -o program.ll"
        ))
        .exits(0);
    let ir = bench.read("program.ll");
    for derivative in ["@energy.grad(", "@smooth.aug(", "@smooth.rev("] {
        let line = ir
            .lines()
            .find(|line| line.starts_with("define") && line.contains(derivative));
        let line = line.unwrap_or_else(|| panic!("no {derivative}"));
        let group = line.split('#').nth(1).unwrap().split(' ').next().unwrap();
        let said = format!("attributes #{group} = ");
        let attributes = ir.lines().find(|line| line.starts_with(&said)).unwrap();
        for word in [
            "sspstrong",
            "uwtable",
            "noredzone",
            "\"frame-pointer\"=\"all\"",
            "\"stack-protector-buffer-size\"=\"8\"",
        ] {
            assert!(attributes.contains(word), "no {word} in {attributes}");
        }
    }
}
