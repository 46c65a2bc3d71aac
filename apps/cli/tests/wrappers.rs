//! The compiler wrappers as build systems use them.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use support::{Bench, plugin};

const HELLO: &str = "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n";

#[test]
fn showme_prints_what_is_added() {
    let bench = Bench::new();
    let plugin = plugin().display().to_string();
    let compile = bench.run("enzyme-cc --showme:compile").exits(0).out;
    assert!(
        compile.starts_with(&format!("-fpass-plugin={plugin} -I")),
        "{compile}"
    );
    assert_eq!(bench.run("enzyme-cc --showme:link").exits(0).out, "\n");
    let link = bench.run("enzyme-cc --showme:link -flto=thin").exits(0).out;
    assert_eq!(
        link,
        format!("-fuse-ld=lld -Wl,--load-pass-plugin={plugin}\n")
    );
    let full = bench.run("enzyme-cc --showme:compile -flto").exits(0).out;
    assert!(
        full.contains("-fno-vectorize -fno-slp-vectorize -fno-unroll-loops"),
        "{full}"
    );
    let all = bench.run("enzyme-c++ -O2 --showme -c a.cc").exits(0).out;
    assert!(
        all.contains("clang++") && all.ends_with(" -O2 -c a.cc\n"),
        "{all}"
    );
    let directories = bench.run("enzyme-cc --showme:incdirs").exits(0).out;
    assert!(
        std::path::Path::new(directories.trim())
            .join("enzyme_rs/enzyme.hpp")
            .is_file()
    );
    assert!(
        bench
            .run("enzyme-fc --showme:command")
            .exits(0)
            .out
            .contains("flang")
    );
    assert!(
        bench
            .run("enzyme-fc --showme:version")
            .exits(0)
            .out
            .contains("(LLVM 22.")
    );
    assert!(
        bench
            .run("enzyme-rs cc --showme:help")
            .exits(0)
            .out
            .contains("ENZYME_RS_OPTIONS")
    );
    bench
        .run("enzyme-cc --showme:everything")
        .exits(2)
        .says("--showme:help");
}

/// The help is the compiler's, behind what the wrapper adds to it.
#[test]
fn help_names_showme() {
    let bench = Bench::new();
    for line in [
        "enzyme-cc --help",
        "enzyme-fc -help",
        "enzyme-rs c++ --help",
    ] {
        let help = bench.run(line).exits(0).out;
        let (own, compilers) = help.split_once("OVERVIEW").unwrap();
        assert!(
            own.contains("--showme:link") && compilers.contains("USAGE"),
            "{line}"
        );
    }
}

#[test]
fn probes_of_build_systems_work() {
    let bench = Bench::new();
    bench.write("hello.c", HELLO);
    assert!(
        bench
            .run("enzyme-cc --version")
            .exits(0)
            .out
            .contains("clang version 22")
    );
    bench.run("enzyme-cc -v").exits(0).says("clang version 22");
    assert!(
        bench
            .run("enzyme-cc -dumpmachine")
            .exits(0)
            .out
            .contains('-')
    );
    assert!(
        bench
            .run("enzyme-cc -E hello.c")
            .exits(0)
            .out
            .contains("int main")
    );
    bench.run("enzyme-cc -### hello.c").exits(0).says("-cc1");
    bench.run("enzyme-cc").exits(1).says("no input files");
    bench.run("enzyme-cc -flto -v").exits(0);
    assert!(
        bench
            .run("enzyme-fc --version")
            .exits(0)
            .out
            .contains("flang")
    );
    assert!(
        bench
            .run("enzyme-rs c++ --version")
            .exits(0)
            .out
            .contains("clang")
    );
    bench.run("enzyme-cc -M hello.c").exits(0);
}

#[test]
fn programs_are_compiled_and_linked() {
    let bench = Bench::new();
    bench
        .write("hello.c", HELLO)
        .write("flags", "-O2 -Wall -Werror hello.c -o from_file");
    bench
        .run("enzyme-cc -Werror -Wall -c hello.c -o hello.o")
        .exits(0)
        .says("");
    let link = bench.run("enzyme-cc -Werror hello.o -o hello").exits(0);
    assert_eq!(link.err, "");
    assert_eq!(bench.run("./hello").exits(0).out, "hello\n");
    bench.run("enzyme-cc @flags").exits(0);
    assert_eq!(bench.run("./from_file").exits(0).out, "hello\n");
    bench
        .run_with("enzyme-cc -Werror -x c - -o stdin", HELLO)
        .exits(0);
    assert_eq!(bench.run("./stdin").exits(0).out, "hello\n");
    for lto in ["full", "thin"] {
        bench
            .run(&format!("enzyme-cc -O2 -flto={lto} hello.c -o {lto}"))
            .exits(0);
        assert_eq!(bench.run(&format!("./{lto}")).exits(0).out, "hello\n");
    }
    bench.write("bad.c", "int main(void) { return x; }\n");
    bench.run("enzyme-cc -c bad.c").exits(1).says("undeclared");
    bench
        .write("a.s", ".globl f\nf: ret\n")
        .run("enzyme-cc -Werror -c a.s")
        .exits(0);
}

#[test]
fn what_is_meant_for_gfortran_does_not_stop_flang() {
    let bench = Bench::new();
    bench.write(
        "s.f90",
        "subroutine s(x)\n  real(8) :: x\n  x = x * x\nend subroutine\n",
    );
    let line = "enzyme-fc -ffile-prefix-map=/a=. -fstack-protector-strong -fallow-argument-mismatch -c s.f90";
    assert_eq!(bench.run(line).exits(0).err, "");
    let shown = bench
        .run(&line.replace("enzyme-fc", "enzyme-fc --showme"))
        .exits(0)
        .out;
    assert!(
        shown.starts_with("env 'FCC_OVERRIDE_OPTIONS=# x-ffile-prefix-map=/a=. "),
        "{shown}"
    );
    bench
        .run("enzyme-fc -fno-such-flag -c s.f90")
        .exits(1)
        .says("-fno-such-flag");
    let folder = bench.path(".").display().to_string();
    let flags = format!("enzyme-fc --showme:compile -I{folder}");
    assert!(!bench.run(&flags).exits(0).out.contains("openmpi"));
    bench.write("mpif-sizeof.h", "");
    let flags = bench.run(&flags).exits(0).out;
    assert!(flags.contains("/include/enzyme_rs/openmpi"), "{flags}");
}

#[test]
fn the_compiler_may_be_another_one() {
    let bench = Bench::new();
    assert!(
        bench
            .run("ENZYME_RS_CC=echo enzyme-cc -c a.c")
            .exits(0)
            .out
            .ends_with("-c a.c\n")
    );
    bench
        .run("ENZYME_RS_CC=/nowhere/cc enzyme-cc a.c")
        .exits(4)
        .says("cannot start /nowhere/cc");
    let own = bench.path("enzyme-cc").display().to_string();
    bench
        .run(&format!("ENZYME_RS_CC={own} enzyme-cc a.c"))
        .exits(4)
        .says("help: set ENZYME_RS_CC");
    bench
        .run("ENZYME_RS_PLUGIN=/nowhere.so enzyme-cc a.c")
        .exits(4)
        .says("help: build it");
}

#[test]
fn a_folder_without_the_library_for_mpi_is_an_error() {
    let bench = Bench::new();
    bench
        .run("ENZYME_RS_MPI=/nowhere enzyme-cc --showme:link a.o -lmpi")
        .exits(4)
        .says("/nowhere holds no libenzyme_rs_mpi.so")
        .says("help: name the folder");
    let none = "ENZYME_RS_BLAS=none ENZYME_RS_THREADS=none ENZYME_RS_GPU=none ENZYME_RS_MPI=none \
                enzyme-cc --showme:link a.o /lib/libmpi.so";
    let none = bench.run(none);
    assert_eq!(none.exits(0).out, "\n");
}

#[test]
fn cmake_accepts_the_wrappers() {
    let bench = Bench::new();
    let lists = "cmake_minimum_required(VERSION 3.16)\nproject(p C CXX)\n\
                 set(CMAKE_C_STANDARD 11)\ninclude(CheckFunctionExists)\n\
                 check_function_exists(printf HAVE_PRINTF)\nadd_executable(hello hello.c)\n";
    bench.write("hello.c", HELLO).write("CMakeLists.txt", lists);
    let (c, cxx) = (bench.path("enzyme-cc"), bench.path("enzyme-c++"));
    let compilers = format!(
        "-DCMAKE_C_COMPILER={} -DCMAKE_CXX_COMPILER={}",
        c.display(),
        cxx.display()
    );
    let configured = bench
        .run(&format!("cmake -S . -B build {compilers}"))
        .exits(0);
    assert!(configured.out.contains("Clang 22"), "{}", configured.out);
    assert!(
        configured.out.contains("printf - found"),
        "{}",
        configured.out
    );
    bench.run("cmake --build build").exits(0);
    assert_eq!(bench.run("./build/hello").exits(0).out, "hello\n");
}
