//! The examples as people build them: against a moved installation, by hand, by pkg-config, by CMake.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use std::process::Command;
use support::{Bench, MODULES, c_compilers, fortran_compilers, package, present};

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
        // Linked statically, with what the library itself needs.
        let line = format!(
            "{cc} {C99} $PACKAGE/examples/heat_run.c $(pkg-config --cflags enzyme_rs_checkpoint) \
             $PREFIX/lib/libenzyme_rs_checkpoint.a \
             $(pkg-config --static --libs-only-l enzyme_rs_checkpoint | sed s/-lenzyme_rs_checkpoint//) \
             $(pkg-config --static --libs-only-L enzyme_rs_checkpoint) -o program; ./program"
        );
        bench.shell(&line, cc);
    }
    for fc in fortran_compilers() {
        let source = "$(pkg-config --variable=fortran_source enzyme_rs_checkpoint)";
        let line =
            format!("{fc} {source} $PACKAGE/examples/vanderpol.f90 {flags} -o program; {run}");
        bench.shell(&line, fc);
        let line = format!(
            "{fc} {source} $PACKAGE/examples/vanderpol_run.f90 {flags} -o program; \
             mkdir folder; {run} folder; rm -r folder"
        );
        bench.shell(&line, fc);
    }
}

/// Whatever else is called hdf5 on the system.
#[test]
fn a_static_link_gets_the_hdf5_of_the_build() {
    let bench = Bench::new();
    let other = "Name: HDF5\nDescription: another one\nVersion: 1\nLibs: -L/other -lhdf5_other\n";
    std::fs::write(bench.prefix().join("lib/pkgconfig/hdf5.pc"), other).expect("a file");
    let again = bench.path("again");
    bench.install(&again);
    let text = |name: &str| std::fs::read_to_string(again.join("lib").join(name)).expect("a file");
    let pc = text("pkgconfig/enzyme_rs_checkpoint.pc");
    let private = pc.lines().find(|line| line.starts_with("Libs.private:"));
    let private = private.expect("what a static link needs");
    let package = text("cmake/enzyme_rs_checkpoint/enzyme_rs_checkpoint-config.cmake");
    assert!(!pc.contains("other") && !pc.contains('@'), "{pc}");
    assert!(!package.contains('@'), "{package}");
    assert_eq!(
        private.contains("-lhdf5"),
        cfg!(feature = "hdf5"),
        "{private}"
    );
    assert_eq!(
        package.contains("set(_enzyme_rs_hdf5 \"\")"),
        !cfg!(feature = "hdf5"),
        "{package}"
    );
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
    let count = if fortran.is_empty() { 4 } else { 6 };
    assert!(printed.contains(&format!("out of {count}")), "{printed}");
}

/// The example killed in the adjoint, then run again in the same folder, prints what a run in one piece does.
fn killed_and_resumed(bench: &Bench, program: &str, kill: &str) {
    let run = |folder: &str, how: &str| {
        let line = format!("mkdir -p {folder}; $PREFIX/../{program} {folder} {how}");
        bench.shell(&line, &format!("{program} {folder}"))
    };
    let last = |text: &str| text.lines().last().map(str::to_string);
    let whole = run("whole", "");
    assert!(whole.contains("processes 1"), "{whole}");
    let killed = run("broken", &format!("{kill} || echo killed $?"));
    assert!(killed.contains("killed 137"), "{killed}");
    let rest = run("broken", "");
    assert!(rest.contains("processes 2"), "{rest}");
    assert_eq!(last(&rest), last(&whole));
    // Nothing is run when all is done.
    let done = run("broken", "");
    assert!(done.contains("processes 3"), "{done}");
    assert_eq!(last(&done), last(&whole));
    bench.shell("rm -r whole broken", "clean up");
}

#[test]
fn the_c_run_is_killed_and_resumes() {
    let bench = Bench::new();
    let flags = bench.flags().join(" ");
    for cc in c_compilers() {
        let line = format!("{cc} {C99} $PACKAGE/examples/heat_run.c {flags} -o program; ./program");
        let printed = bench.shell(&line, cc);
        assert!(printed.contains("4636 forward steps for 1000"), "{printed}");
        assert!(printed.contains("is the same"), "{printed}");
        killed_and_resumed(&bench, "program", "980");
    }
}

#[test]
fn the_fortran_run_is_killed_stopped_and_resumes() {
    let bench = Bench::new();
    let flags = bench.flags().join(" ");
    for fc in fortran_compilers() {
        let line = format!(
            "{fc} -O2 {MODULES} $PACKAGE/examples/vanderpol_run.f90 {flags} -o program; \
             mkdir stopped; ./program stopped stop || echo code $?; ./program stopped; rm -r stopped"
        );
        let printed = bench.shell(&line, fc);
        assert!(
            printed.contains("code 75") && printed.contains("processes 2"),
            "{printed}"
        );
        killed_and_resumed(&bench, "program", "kill");
    }
}

/// What the modules promise for runs.
#[test]
fn the_types_from_fortran() {
    let bench = Bench::new();
    let flags = bench.flags().join(" ");
    for fc in fortran_compilers() {
        let line = format!(
            "{fc} -O1 {MODULES} $PACKAGE/tests/fortran/runs.f90 {flags} -o program; \
             mkdir folder; ./program folder; rm -r folder"
        );
        let printed = bench.shell(&line, fc);
        assert_eq!(printed.trim(), "all is well");
    }
}

/// Everything that the functions promise, from C, under the address sanitizer where there is one.
#[test]
fn the_functions_from_c() {
    let bench = Bench::new();
    let flags = bench.flags().join(" ");
    for cc in c_compilers() {
        let sanitize = bench.sanitizers(cc);
        for source in ["api.c", "run.c", "ranks.c"] {
            let line = format!(
                "{cc} {C99} -g -pthread {sanitize} $PACKAGE/tests/c/{source} {flags} -o program; \
                 ASAN_OPTIONS=allocator_may_return_null=1 ./program"
            );
            let printed = bench.shell(&line, &format!("{cc}, {source}"));
            assert_eq!(printed.trim(), "all is well");
        }
    }
}
