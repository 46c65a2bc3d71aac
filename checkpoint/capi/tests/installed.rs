//! The examples as people build them: against a moved installation, by hand, by pkg-config, by CMake.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use std::process::Command;
use support::{Bench, c_compilers, fortran_compilers, package, present};

const C99: &str = "-std=c99 -pedantic -Wall -Wextra -Werror -Wno-implicit-fallthrough -O2";

#[test]
fn the_c_example_by_hand() {
    let bench = Bench::new();
    let flags = bench.flags().join(" ");
    for cc in c_compilers() {
        let line = format!("{cc} {C99} $PACKAGE/examples/heat.c {flags} -o program; ./program");
        let printed = bench.shell(&line, cc);
        // Griewank & Walther's formula: 4 x 2000 - C(16, 13) + 2000.
        assert!(printed.starts_with("heat: 9620 forward steps"), "{printed}");
    }
}

#[test]
fn the_fortran_example_by_hand() {
    let bench = Bench::new();
    let flags = bench.flags().join(" ");
    for fc in fortran_compilers() {
        let line = format!(
            "{fc} -O2 $PREFIX/include/enzyme_rs/enzyme_rs_checkpoint.f90 \
             $PACKAGE/examples/vanderpol.f90 {flags} -o program; ./program"
        );
        let printed = bench.shell(&line, fc);
        assert!(
            printed.trim_start().starts_with("vanderpol: 8498 forward"),
            "{printed}"
        );
    }
}

#[test]
fn the_examples_by_pkg_config() {
    let bench = Bench::new();
    if present(&["pkg-config"]).is_empty() {
        println!("SKIPPED: no pkg-config");
        return;
    }
    let version = bench.shell("pkg-config --modversion enzyme_rs_checkpoint", "version");
    assert_eq!(version.trim(), env!("CARGO_PKG_VERSION"));
    let run = "LD_LIBRARY_PATH=$(pkg-config --variable=libdir enzyme_rs_checkpoint) ./program";
    let flags = "$(pkg-config --cflags --libs enzyme_rs_checkpoint)";
    for cc in c_compilers() {
        let line = format!("{cc} {C99} $PACKAGE/examples/heat.c {flags} -lm -o program; {run}");
        bench.shell(&line, cc);
    }
    for fc in fortran_compilers() {
        let source = "$(pkg-config --variable=fortran_source enzyme_rs_checkpoint)";
        let line =
            format!("{fc} {source} $PACKAGE/examples/vanderpol.f90 {flags} -o program; {run}");
        bench.shell(&line, fc);
    }
}

#[test]
fn the_examples_by_cmake() {
    let bench = Bench::new();
    if present(&["cmake"]).is_empty() {
        println!("SKIPPED: no cmake");
        return;
    }
    let build = bench.path("build");
    let mut configure = Command::new("cmake");
    configure
        .arg("-S")
        .arg(package("examples"))
        .arg("-B")
        .arg(&build);
    configure.arg(format!("-DCMAKE_PREFIX_PATH={}", bench.prefix().display()));
    configure.arg("-DCMAKE_BUILD_TYPE=Release");
    let fortran = fortran_compilers();
    if let Some(fc) = fortran.first() {
        configure.arg(format!("-DCMAKE_Fortran_COMPILER={fc}"));
    }
    bench.run(&mut configure, "configure");
    bench.run(Command::new("cmake").arg("--build").arg(&build), "build");
    let mut test = Command::new("ctest");
    test.arg("--test-dir")
        .arg(&build)
        .arg("--output-on-failure");
    let printed = bench.run(&mut test, "ctest");
    let count = if fortran.is_empty() { 2 } else { 3 };
    assert!(printed.contains(&format!("out of {count}")), "{printed}");
}

/// Everything that the functions promise, from C, under the address sanitizer where there is one.
#[test]
fn the_functions_from_c() {
    let bench = Bench::new();
    let flags = bench.flags().join(" ");
    for cc in c_compilers() {
        let sanitize = if cc.starts_with("clang") {
            "-fsanitize=address,undefined -fno-sanitize-recover=all"
        } else {
            ""
        };
        let line = format!(
            "{cc} {C99} -g {sanitize} $PACKAGE/tests/c/api.c {flags} -o program; ./program"
        );
        let printed = bench.shell(&line, cc);
        assert_eq!(printed.trim(), "all is well");
    }
}
