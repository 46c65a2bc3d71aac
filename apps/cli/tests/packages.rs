//! The toolchain as projects find it: by CMake and by pkg-config, in the build folder and installed, from where it was moved.
//!
//! Owns: which projects are built with what. Must not: know what they compute (`examples/cmake`, `apps/cmake/tests`). What is not there (CMake, an MPI, flang)
//! is skipped with a word.

#![allow(clippy::unwrap_used, reason = "tests may")]

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use std::path::Path;
use std::process::Command;
use support::{MPI_AS_ROOT, Ran, are_there, build, installed, root};

const COMPILERS: &str =
    "-DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 -DCMAKE_Fortran_COMPILER=flang-22";

/// A line for the shell, in which `$ROOT`, `$BUILD` and `$PREFIX` are folders.
fn shell(line: &str, folder: &Path) -> Ran {
    let mut command = Command::new("bash");
    command
        .args(["-c", line])
        .current_dir(folder)
        .env("ROOT", root())
        .env("BUILD", build())
        .env("PREFIX", installed())
        .envs(MPI_AS_ROOT);
    support::finish(command, "", line)
}

/// Configures, builds and runs a project.
#[track_caller]
fn project(source: &str, flags: &str, run: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let line =
        format!("cmake -S $ROOT/{source} -B . {COMPILERS} {flags} && cmake --build . && {run}");
    shell(&line, folder.path()).exits(0).out
}

#[test]
fn the_example_with_what_is_built() {
    if are_there(&["cmake"]) {
        let flags = "-DEnzymeRS_DIR=$ROOT/apps/cmake -DENZYME_RS_BUILD=$BUILD";
        let out = project("examples/cmake", flags, "./oscillator && ./apart");
        assert!(out.contains("by stiffness 0.137878"), "{out}");
    }
}

#[test]
fn the_example_installed() {
    if are_there(&["cmake"]) {
        let flags = "-DCMAKE_PREFIX_PATH=$PREFIX";
        project("examples/cmake", flags, "./oscillator && ./apart");
    }
}

#[test]
fn mpi_and_openmp() {
    if are_there(&["cmake", "mpirun"]) {
        let flags = "-DCMAKE_PREFIX_PATH=$PREFIX";
        let out = project("apps/cmake/tests/hybrid", flags, "mpirun -n 2 ./hybrid");
        assert!(out.contains("2 ranks: 248"), "{out}");
    }
}

/// The same, with enzyme_rs_differentiate in front of all that it looks at.
#[test]
fn the_order_of_words_does_not_matter() {
    if are_there(&["cmake", "mpirun"]) {
        let flags = "-DCMAKE_PREFIX_PATH=$PREFIX";
        let out = project("apps/cmake/tests/order", flags, "mpirun -n 2 ./hybrid");
        assert!(out.contains("2 ranks: 248"), "{out}");
    }
}

/// A name that no target has is said when all targets are known.
#[test]
fn a_target_that_does_not_exist_is_named() {
    if are_there(&["cmake"]) {
        let folder = tempfile::tempdir().unwrap();
        let text = "cmake_minimum_required(VERSION 3.20)\nproject(p LANGUAGES C)\nfind_package(EnzymeRS REQUIRED)\n\
            enzyme_rs_differentiate(oscilator)\nadd_executable(oscillator oscillator.c)\n";
        std::fs::write(folder.path().join("CMakeLists.txt"), text).unwrap();
        let line = format!("cmake -S . -B b {COMPILERS} -DCMAKE_PREFIX_PATH=$PREFIX");
        let ran = shell(&line, folder.path()).exits(1);
        ran.says("enzyme_rs_differentiate: `oscilator' is no target");
    }
}

#[test]
fn fortran() {
    if are_there(&["cmake", "flang-22"]) {
        let flags = "-DCMAKE_PREFIX_PATH=$PREFIX";
        project("apps/cmake/tests/fortran", flags, "./rosenbrock");
    }
}

/// Enzyme's package is ours only where the project's builder says so.
#[test]
fn a_project_for_enzyme() {
    if are_there(&["cmake"]) {
        let flags = "-DEnzyme_DIR=$PREFIX/lib/cmake/EnzymeRS/compatible";
        let out = project("apps/cmake/tests/enzyme", flags, "./square && ./linked");
        assert_eq!(out.matches("square(21)=441, dsquare(21)=42").count(), 2);
        let folder = tempfile::tempdir().unwrap();
        let line = format!(
            "cmake -S $ROOT/apps/cmake/tests/enzyme -B . {COMPILERS} -DCMAKE_PREFIX_PATH=$PREFIX"
        );
        shell(&line, folder.path()).exits(1).says("Enzyme");
    }
}

#[test]
fn compilers_that_cannot_load_the_plugin_are_named() {
    if are_there(&["cmake", "gcc"]) {
        let folder = tempfile::tempdir().unwrap();
        let line =
            "cmake -S $ROOT/examples/cmake -B . -DCMAKE_C_COMPILER=gcc -DCMAKE_PREFIX_PATH=$PREFIX";
        let ran = shell(line, folder.path()).exits(1);
        ran.says("enzyme-rs is a plugin of clang 22, and the compiler for C is GNU")
            .says("-DCMAKE_C_COMPILER=clang-22");
    }
}

#[test]
fn another_version_and_an_unknown_part_are_refused() {
    if are_there(&["cmake"]) {
        let folder = tempfile::tempdir().unwrap();
        let with = |find: &str| {
            let text = format!(
                "cmake_minimum_required(VERSION 3.20)\nproject(p LANGUAGES C)\nfind_package(EnzymeRS {find} REQUIRED)\n"
            );
            std::fs::write(folder.path().join("CMakeLists.txt"), text).unwrap();
            let line = format!("cmake -S . -B b {COMPILERS} -DCMAKE_PREFIX_PATH=$PREFIX");
            shell(&line, folder.path())
        };
        with("9.9").exits(1).says("0.1");
        with("REQUIRED COMPONENTS Gpu")
            .exits(1)
            .says("there is no EnzymeRS::Gpu");
        with("COMPONENTS MPI")
            .exits(1)
            .says("call find_package(MPI) before find_package(EnzymeRS)");
        with("0.1 COMPONENTS Plugin LTO OpenMP").exits(0);
    }
}

/// Documents lead to the headers that lie beside them.
#[test]
fn installed_documents_lead_to_installed_headers() {
    let docs = installed().join("share/doc/enzyme-rs/docs");
    let page = std::fs::read_to_string(docs.join("checkpointed-loops.md")).unwrap();
    let header = "../../../../include/enzyme_rs/parallel.h";
    assert!(page.contains(&format!("]({header})")), "{page}");
    assert!(docs.join(header).is_file());
}

#[test]
fn pkg_config() {
    if are_there(&["pkg-config"]) {
        let folder = tempfile::tempdir().unwrap();
        let line = "export PKG_CONFIG_PATH=$PREFIX/lib/pkgconfig
            $(pkg-config --variable=llvm_version enzyme_rs | sed s/^/clang-/) -O2 $(pkg-config --cflags enzyme_rs) \
            $ROOT/examples/cmake/oscillator.c $(pkg-config --libs enzyme_rs) -lm -o oscillator && ./oscillator";
        shell(line, folder.path()).exits(0);
    }
}

/// Of Environment Modules and of Lmod, whichever is there.
#[test]
fn modules() {
    let known = [
        "/usr/share/modules/init/bash",
        "/usr/share/lmod/lmod/init/bash",
    ];
    let there: Vec<&&str> = known
        .iter()
        .filter(|file| Path::new(file).exists())
        .collect();
    if there.is_empty() {
        println!("SKIPPED: no Environment Modules, nor Lmod");
    }
    for file in there {
        let folder = tempfile::tempdir().unwrap();
        let line = format!(
            "source {file} && module use $PREFIX/share/modulefiles && module load enzyme-rs && which enzyme-cc
            enzyme-cc -O2 $ROOT/examples/cmake/oscillator.c -lm -o oscillator && ./oscillator && man -w enzyme-rs
            module unload enzyme-rs && echo left: $EnzymeRS_ROOT"
        );
        let prefix = installed().canonicalize().unwrap();
        let out = shell(&line, folder.path()).exits(0).out;
        assert!(
            out.contains(&format!("{}/bin/enzyme-cc", prefix.display())),
            "{out}"
        );
        assert!(out.ends_with("left:\n"), "{out}");
    }
}

/// All of our archives, each whole.
const ARCHIVES: &str = "-Wl,--whole-archive $PREFIX/lib/libenzyme_rs_omp.a $PREFIX/lib/libenzyme_rs_threads.a \
    $PREFIX/lib/libenzyme_rs_blas.a $PREFIX/lib/libenzyme_rs_checkpoint.a -Wl,--no-whole-archive \
    $(pkg-config --static --libs-only-l enzyme_rs_checkpoint | sed s/-lenzyme_rs_checkpoint//) \
    $(pkg-config --static --libs-only-L enzyme_rs_checkpoint)";

/// The linker's words for the libraries that the wrappers would add.
const WITHOUT: &str = "export PKG_CONFIG_PATH=$PREFIX/lib/pkgconfig ENZYME_RS_BLAS=none ENZYME_RS_THREADS=none ENZYME_RS_GPU=none ENZYME_RS_OPENMP=none";

/// Rust's library is in each of them, and no name of it shows.
#[test]
fn a_program_with_all_archives() {
    if are_there(&["pkg-config", "ldd"]) {
        let folder = tempfile::tempdir().unwrap();
        let line = format!(
            "{WITHOUT}; $PREFIX/bin/enzyme-cc -O2 -fopenmp $ROOT/examples/openmp.c -o program {ARCHIVES} -lm \
            && OMP_NUM_THREADS=2 ./program && ldd ./program"
        );
        let out = shell(&line, folder.path()).exits(0).out;
        assert!(
            out.contains("libomp") && !out.contains("libenzyme_rs"),
            "{out}"
        );
    }
}

#[test]
fn a_program_of_rust_with_archives() {
    if are_there(&["pkg-config", "rustc"]) {
        let folder = tempfile::tempdir().unwrap();
        let program =
            "unsafe extern \"C\" { safe fn enzyme_rs_cp_last_error(error: *mut u8) -> i32; }
            fn main() {
                let caught = std::panic::catch_unwind(|| panic!(\"as any other\"));
                println!(\"{} {}\", enzyme_rs_cp_last_error(std::ptr::null_mut()), caught.is_err());
            }";
        std::fs::write(folder.path().join("program.rs"), program).unwrap();
        let line = format!(
            "{WITHOUT}; words=$(echo {ARCHIVES} | sed 's/[^ ]*_omp.a//; s/ \\+/ /g')
            rustc -O program.rs -C link-args=\"$words\" && ./program"
        );
        let out = shell(&line, folder.path()).exits(0).out;
        assert!(out.ends_with(" true\n"), "{out}");
    }
}

/// The functions of the shared library, and what they need: an installed archive is not much larger than it.
#[test]
fn archives_have_no_other_names() {
    let names = |file: &str| {
        let line = format!("nm --defined-only {file} | awk '$2 ~ /[A-Z]/ {{ print $3 }}' | sort");
        let folder = tempfile::tempdir().unwrap();
        shell(&line, folder.path()).exits(0).out
    };
    for name in [
        "omp",
        "threads",
        "blas",
        "gpu",
        "emulated_gpu",
        "checkpoint",
    ] {
        let library = format!("$PREFIX/lib/libenzyme_rs_{name}");
        let shown = names(&format!("{library}.a"));
        let exported = names(&format!("-D {library}.so"));
        assert!(!exported.is_empty());
        assert_eq!(shown, exported, "{name}");
    }
}
